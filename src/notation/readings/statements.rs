//! Lines beside a drawing that describe its pieces: `lock: A h`, `alike: AB` and so on.

use std::collections::BTreeMap;

use crate::notation::draft::PuzzleDraft;
use crate::notation::knuth::{expectation, gate, key_and_value};
use crate::notation::layout::{BlockLabel, FACTS, heading};
use crate::notation::place::place_cell;
use crate::notation::problem::{Problem, Result};
use crate::notation::text::TextSpan;
use crate::puzzle::{Lock, Note};

/// The lines of a drawing that are neither rows nor headings.
type Statements<'c, 'a> = &'c [TextSpan<'a>];

/// Applies lines such as `lock: A h`.
pub fn state<'a>(draft: &mut PuzzleDraft<'a>, statements: Statements<'_, 'a>) -> Result<()> {
    let mut locked: BTreeMap<usize, Lock> = BTreeMap::new();
    for line in statements {
        match fact(line.text().trim()) {
            Some(("expect", value)) => {
                draft.expectations.push(
                    expectation(value)
                        .ok_or_else(|| line.wrong("malformed expectation", "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number"))?,
                );
            }
            Some((key, value)) => {
                let note = Note { key: key.to_owned(), value: value.to_owned() };
                draft.notes.push((*line, note));
            }
            None => state_piece(draft, *line, &mut locked)?,
        }
    }
    Ok(())
}

/// Applies a line about pieces.
fn state_piece<'a>(
    draft: &mut PuzzleDraft<'a>,
    line: TextSpan<'a>,
    locked: &mut BTreeMap<usize, Lock>,
) -> Result<()> {
    let text = line.text().trim();
    if let Some(parts) = gate::parts(&line.trimmed()) {
        let gate = gate::read(parts, draft.size, |name| {
            draft.named(name.text()).map_err(|_| no_such(name, name.text()))
        })?;
        draft.gates.push(gate);
        return Ok(());
    }
    let (key, rest) = text.split_once(':').unwrap_or((text, ""));
    match key {
        "alike" => {
            let members = members(draft, line, rest)?;
            draft.alike.push(members);
        }
        "distinct" => draft.distinct.extend(members(draft, line, rest)?),
        "whole" => drop(members(draft, line, rest)?),
        _ if is_aim(text) => aim(draft, line, rest)?,
        "lock" => lock(draft, line, rest.trim(), locked)?,
        _ => {
            return line.fail(
                "this line is not understood",
                "a row without blanks, `goal:`, `lock: A h`, `only A: MASK`, \
                            `alike: AB`, `distinct: AB`, `whole: A`, `title: NAME` or `# key: value`",
            );
        }
    }
    Ok(())
}

/// Whether a line states the goal of a piece.
pub fn is_aim(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| heading(key.trim()) == Some(BlockLabel::Goal))
}

/// Applies the goal that a line such as `goal: B 4,2` or `goal: B bottom-middle` states.
fn aim(draft: &mut PuzzleDraft, line: TextSpan, rest: &str) -> Result<()> {
    let words = rest.split(|c: char| c.is_whitespace() || c == ',');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let (2..=3, Some(name)) = (words.len(), words.first()) else {
        return line
            .fail("malformed goal", "`goal: PIECE ROW,COLUMN`, or `goal:` and a drawing below");
    };
    let moved = |problem: Problem| line.wrong(problem.message, problem.expected);
    let piece = draft.named(name).map_err(moved)?;
    let cell = place_cell(draft, piece, &words[1..].join(",")).map_err(moved)?;
    draft.aim(piece, &[cell]);
    Ok(())
}

/// Returns key and value of a line that is a fact, with or without its `#`.
fn fact(text: &str) -> Option<(&str, &str)> {
    let stated = key_and_value(text)
        .filter(|_| text.contains(' '))
        .or_else(|| text.split_once(':').filter(|(key, _)| FACTS.contains(key)));
    stated.map(|(key, value)| (key, value.trim()))
}

fn no_such(place: TextSpan, name: &str) -> Problem {
    place.wrong(format!("there is no piece `{name}` on the board"), "a piece of the board")
}

/// Returns the pieces with these names, in the order of the line. If some name is longer than a
/// character, blanks or commas separate them.
fn members(draft: &PuzzleDraft, line: TextSpan, names: &str) -> Result<Vec<usize>> {
    let are_long = draft.pieces.iter().any(|piece| piece.name.chars().nth(1).is_some());
    let names: Vec<&str> = match are_long {
        true => names
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|name| !name.is_empty())
            .collect(),
        false => names.split("").filter(|name| !name.trim().is_empty()).collect(),
    };
    let mut found = Vec::new();
    for name in names {
        let before = found.len();
        found.extend((0..draft.pieces.len()).filter(|&piece| draft.pieces[piece].name == name));
        if found.len() == before {
            return Err(no_such(line, name));
        }
    }
    Ok(found)
}

fn lock(
    draft: &mut PuzzleDraft,
    line: TextSpan,
    rest: &str,
    locked: &mut BTreeMap<usize, Lock>,
) -> Result<()> {
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
            return line.fail(
                "malformed lock",
                "`lock: ABC h`, `lock: ABC v`, `lock: all` or `lock: none`",
            );
        }
    };
    for piece in members(draft, line, names)? {
        if locked.insert(piece, lock).is_some_and(|other| other != lock) {
            return line.fail(
                format!("piece `{}` is locked in two ways", draft.pieces[piece].name),
                "one line `lock:` for each piece, `h` or `v`",
            );
        }
        draft.pieces[piece].lock = lock;
    }
    Ok(())
}
