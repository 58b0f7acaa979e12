//! The possible moves at a puzzle's start: the neighbours of one position, each with its move. The
//! cost is that of listing them.

use crate::engine::compiled::{check_puzzle, dispatch};
use crate::engine::query::Refusal;
use crate::puzzle::{Move, Puzzle, Style};

/// Returns the possible moves of a style at a puzzle's start: one for each position that is one
/// move away, with the fewest pieces and then the fewest steps that lead there. Their order is
/// deterministic. `None` if there are more than `most`, as is likely if pieces move together on a
/// larger board.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use sliding::analyse::first_moves;
/// use sliding::puzzle::{Puzzle, Style};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// assert_eq!(first_moves(&puzzle, Style::STEP, 9)?.map(|moves| moves.len()), Some(1));
/// assert_eq!(first_moves(&puzzle, Style::SLIDE, 9)?.map(|moves| moves.len()), Some(3));
/// assert_eq!(first_moves(&puzzle, Style::SLIDE, 2)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_moves(
    puzzle: &Puzzle,
    style: Style,
    most: usize,
) -> Result<Option<Vec<Move>>, Refusal> {
    check_puzzle(puzzle)?;
    Ok(dispatch!(few (puzzle, style, &[]), compiled => {
        let start = compiled.encode(puzzle.start());
        let codes = compiled.neighbours_of(&mut *compiled.neighbours(), &start, most);
        let moves = codes.iter().flat_map(|code| compiled.solution(&[start, *code]).moves);
        (codes.len() <= most).then(|| moves.collect())
    }))
}
