//! The levels of lumi-a/sliding-blocks: two drawings, the start and the goal.

use super::write_error::{
    WriteError, demanded, no_gates, no_locks, only_goal, refuse_if, rows, signs, start, with_signs,
};
use super::{Notation, Reader, WriteResult};
use crate::puzzle::Puzzle;

pub const NOTATION: Notation = Notation {
    name: "lumi",
    about: "lumi-a/sliding-blocks: start and goal drawn with a character a piece",
    read: Some(Reader::Boards),
    write,
};

fn write(puzzle: &Puzzle) -> WriteResult {
    no_locks(puzzle)?;
    no_gates(puzzle)?;
    let wanted = demanded(puzzle, only_goal(puzzle)?)?;
    let counts = puzzle.counts();
    let are_single = wanted.iter().all(|piece| counts[usize::from(piece.kind)] == 1);
    refuse_if(
        !are_single || wanted.is_empty(),
        "its goal names pieces of which there is one each",
    )?;
    let names = names(puzzle, &['#'])?;
    let start = rows(puzzle, &start(puzzle, ['.', ' '], &names));
    let goal = rows(puzzle, &signs(puzzle, ['.', ' '], with_signs(puzzle, &wanted, &names)));
    let is_inner_gap = start.trim_matches('\n').contains("\n\n");
    refuse_if(is_inner_gap, "it has no empty lines within a board")?;
    let text = format!("{}\n\n{}\n", start.trim_matches('\n'), goal.trim_matches('\n'));
    refuse_if(NOTATION.parse(&text).is_err(), "it has no boards that lie apart")?;
    Ok(text)
}

/// Returns a name for each piece of the start, with `more` among the names.
pub fn names(puzzle: &Puzzle, more: &[char]) -> Result<Vec<char>, WriteError> {
    let names = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(more.iter().copied());
    let count = puzzle.start().placements().len();
    let names: Vec<char> = names.chain("*+-/=!$%&?@".chars()).take(count).collect();
    refuse_if(names.len() < count, "it has too few signs for the pieces")?;
    Ok(names)
}
