//! Lines beside a drawing that describe its pieces: `lock: A h`, `alike: AB` and so on.

use std::collections::BTreeMap;

use crate::notation::draft::PuzzleDraft;
use crate::notation::knuth::{expectation, gate, key_and_value};
use crate::notation::options::place_cell;
use crate::notation::problem::{Problem, ProblemText};
use crate::notation::sheet::{BlockLabel, FACTS, heading};
use crate::notation::text::TextSpan;
use crate::puzzle::{Lock, Note};

/// The lines of a drawing that are neither rows nor headings.
type Statements<'c, 'a> = &'c [TextSpan<'a>];

/// Applies lines such as `lock: A h`.
pub fn state<'a>(
    draft: &mut PuzzleDraft<'a>,
    statements: Statements<'_, 'a>,
) -> Result<(), Problem> {
    let mut locked: BTreeMap<usize, Lock> = BTreeMap::new();
    for line in statements {
        let text = line.text().trim();
        if let Some((key, value)) = fact(text) {
            add_fact(draft, *line, key, value)?;
            continue;
        }
        if gate::is_gate_line(text) {
            let gate = gate::read(text, draft.size, |name| {
                draft.named(name.encode_utf8(&mut [0; 4])).map_err(|_| no_such(name))
            });
            let gate = gate.map_err(|(ProblemText { message, expected, .. }, bytes)| {
                line.trimmed().part(bytes).wrong(message, expected)
            })?;
            draft.gates.push(gate);
            continue;
        }
        let (key, rest) = text.split_once(':').unwrap_or((text, ""));
        match key {
            "alike" => {
                let members = members(draft, *line, rest)?;
                draft.alike.push(members);
            }
            "distinct" => draft.distinct.extend(members(draft, *line, rest)?),
            "whole" => drop(members(draft, *line, rest)?),
            _ if heading(key) == Some(BlockLabel::Goal) => aim(draft, *line, rest)?,
            "lock" => lock(draft, *line, rest.trim(), &mut locked)?,
            _ => {
                let expected = "a row without blanks, `goal:`, `lock: A h`, `only A: MASK`, \
                                `alike: AB`, `distinct: AB`, `whole: A` or `# key: value`";
                return Err(line.wrong("this line is not understood", expected));
            }
        }
    }
    Ok(())
}

/// Applies the goal that a line such as `goal: B 4,2` or `goal: B bottom-middle` states.
fn aim(draft: &mut PuzzleDraft, line: TextSpan, rest: &str) -> Result<(), Problem> {
    let words: Vec<&str> = rest.split(|c: char| c.is_whitespace() || c == ',').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let (2..=3, Some(name)) = (words.len(), words.first()) else {
        let expected = "`goal: PIECE ROW,COLUMN`, or `goal:` and a drawing below";
        return Err(line.wrong("malformed goal", expected));
    };
    let moved = |problem: Problem| line.wrong(problem.message, problem.expected);
    let piece = draft.named(name).map_err(moved)?;
    let cell = place_cell(draft, piece, &words[1..].join(",")).map_err(moved)?;
    draft.aim(piece, &[cell]);
    Ok(())
}

/// Returns key and value of a line that is a fact, with or without its `#`.
fn fact(line: &str) -> Option<(&str, &str)> {
    let plain = || {
        let (key, value) = line.split_once(':')?;
        FACTS.contains(&key).then(|| (key, value.trim()))
    };
    key_and_value(line).filter(|_| line.contains(' ')).or_else(plain)
}

fn add_fact<'a>(
    draft: &mut PuzzleDraft<'a>,
    line: TextSpan<'a>,
    key: &str,
    value: &str,
) -> Result<(), Problem> {
    if key == "expect" {
        let expected =
            "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number";
        let malformed = || line.wrong("malformed expectation", expected);
        draft.expectations.push(expectation(value).ok_or_else(malformed)?);
    } else {
        draft.notes.push((line, Note { key: key.to_owned(), value: value.to_owned() }));
    }
    Ok(())
}

fn no_such(name: char) -> ProblemText {
    ProblemText::new(format!("there is no piece `{name}` on the board"), "a piece of the board")
}

/// Returns the pieces with these names, in the order of the line.
fn members(draft: &PuzzleDraft, line: TextSpan, names: &str) -> Result<Vec<usize>, Problem> {
    let mut found = Vec::new();
    for name in names.chars().filter(|c| !c.is_whitespace()) {
        let with_name = |&piece: &usize| draft.pieces[piece].name.chars().eq([name]);
        let before = found.len();
        found.extend((0..draft.pieces.len()).filter(with_name));
        if found.len() == before {
            let ProblemText { message, expected, .. } = no_such(name);
            return Err(line.wrong(message, expected));
        }
    }
    Ok(found)
}

fn lock(
    draft: &mut PuzzleDraft,
    line: TextSpan,
    rest: &str,
    locked: &mut BTreeMap<usize, Lock>,
) -> Result<(), Problem> {
    if rest == "none" {
        return Ok(());
    }
    if rest == "all" {
        draft.lock_all();
        return Ok(());
    }
    let (names, word) = rest.rsplit_once(' ').unwrap_or((rest, ""));
    let lock = match word {
        "h" => Lock::Horizontal,
        "v" => Lock::Vertical,
        _ => {
            let expected = "`lock: ABC h`, `lock: ABC v`, `lock: all` or `lock: none`";
            return Err(line.wrong("malformed lock", expected));
        }
    };
    for piece in members(draft, line, names)? {
        if locked.insert(piece, lock).is_some_and(|other| other != lock) {
            let message = format!("piece `{}` is locked in two ways", draft.pieces[piece].name);
            return Err(line.wrong(message, "one line `lock:` for each piece, `h` or `v`"));
        }
        draft.pieces[piece].lock = lock;
    }
    Ok(())
}
