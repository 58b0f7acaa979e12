//! The moves that can be made at a puzzle's start.

use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, Job, takes, with_few_widths};
use crate::engine::moves::explained;
use crate::engine::query::Refusal;
use crate::puzzle::{Move, Puzzle, Style};

/// The moves of a style that can be made at a puzzle's start: one for each configuration that is one move
/// away, with the fewest pieces and then the fewest steps that lead there. Their order is the same every
/// time. `None` if there are more than `most`, which pieces that move together can bring about on any
/// larger board.
///
/// # Errors
///
/// Where boards of this size are not taken.
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
    struct List(usize);
    impl Job for List {
        type Output = Option<Vec<Move>>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            list(compiled, self.0)
        }
    }
    takes(puzzle)?;
    Ok(with_few_widths(puzzle, style, List(most)))
}

fn list<const W: usize>(compiled: &Compiled<W>, most: usize) -> Option<Vec<Move>> {
    let start = compiled.puzzle.start();
    let codes = compiled.neighbours_of(&mut *compiled.neighbours(), &compiled.encode(start), most);
    let leads_to = |code: &Code<W>| {
        explained(compiled.puzzle, compiled.style, &[start.clone(), compiled.decode(code)]).moves
    };
    (codes.len() <= most).then(|| codes.iter().flat_map(leads_to).collect())
}
