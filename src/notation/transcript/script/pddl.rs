//! Plans of planners: the actions of [`pddl`](crate::notation::pddl), one a line, as in
//! `(step-1 k3 r4c1 r4c2 r4c2 r4c1)`.

use super::{ParsedMove, Script, ScriptError, ScriptWord, TranscriptError, stepped, words};
use crate::notation::pddl::{Pddl, kind_word};
use crate::puzzle::{Direction, Placement, Puzzle, Solution};

pub const SCRIPT: Script = Script {
    name: "pddl",
    about: "plans of planners: `(step-1 k3 r4c1 r4c2 r4c2 r4c1)`",
    recognises: |text| {
        text.lines()
            .find(|line| is_action(line))
            .is_some_and(|line| line.trim_start().starts_with('('))
    },
    read,
    write,
};

/// Whether a line of a plan is not blank and not a comment.
fn is_action(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(';')
}

fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_action(line));
    lines.map(|(number, line)| read_action(puzzle, number, line)).collect()
}

fn read_action(puzzle: &Puzzle, number: usize, line: &str) -> Result<ParsedMove, TranscriptError> {
    let end = ScriptWord { text: "", line: number, before: line.chars().count() };
    let mut words = words(line).map(|word| ScriptWord { line: number, ..word }).skip(1);
    let [kind, from, to] = [(); 3].map(|()| words.next().unwrap_or(end));
    let is_called = |name: &str| name.eq_ignore_ascii_case(kind.text);
    let index = puzzle.kinds().iter().position(|one| is_called(&kind_word(one)));
    let index = index.ok_or_else(|| kind.unexpected("a kind of piece, as in `k1`"))?;
    let piece = Placement { cell: cell(puzzle, from)?, kind: index as u8 };
    let after = Some(Placement { cell: cell(puzzle, to)?, ..piece });
    let leads = |way: &Direction| stepped(piece, &[*way], puzzle.size()) == after;
    let way = Direction::ALL.into_iter().find(leads);
    let way = way.ok_or_else(|| to.unexpected("the cell beside the one before it"))?;
    Ok(kind.parsed_move(Some(piece), vec![way]))
}

/// Reads a cell, as in `r4c1`.
fn cell(puzzle: &Puzzle, word: ScriptWord) -> Result<u32, TranscriptError> {
    let text = word.text.to_ascii_lowercase();
    let parts = text.trim_end_matches(')').strip_prefix('r').and_then(|text| text.split_once('c'));
    let numbers = parts.and_then(|(row, col)| row.parse::<i64>().ok().zip(col.parse::<i64>().ok()));
    let cell = numbers.and_then(|(row, col)| puzzle.size().cell(row - 1, col - 1));
    cell.ok_or_else(|| word.unexpected("a cell of the board, as in `r4c1`"))
}

fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let pddl = Pddl::new(puzzle).map_err(|_| ScriptError("it is for smaller boards"))?;
    let mut text = String::new();
    for made in &solution.moves {
        let &[mut piece] = &made.pieces[..] else {
            return Err(ScriptError("it moves one piece at a time"));
        };
        for &direction in &made.steps {
            let step = pddl.step(piece, direction);
            let step = step.ok_or(ScriptError("a step is not possible"))?;
            text += &(pddl.action(&step) + "\n");
            piece = step.to;
        }
    }
    Ok(text)
}
