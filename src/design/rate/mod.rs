//! How hard a puzzle feels: the mean number of moves of a simulated player.
//!
//! A play is ended after [`MOST_MOVES`]. The mean is estimated as the moves of all plays divided by
//! the number of solved plays: the maximum-likelihood estimate for censored times that are
//! exponentially distributed. So a puzzle that few plays solve is harder, not easier. It costs a
//! search of all reachable positions, and [`PLAYS`] plays.
//!
//! The player sees which moves lead nearer to the goal only when the goal is near, and sees less
//! where pieces must move that are not in the direct way; likes to move pieces as far as they
//! go, and what could not move a moment ago. The numbers of the player were fitted to single moves
//! of people on 33 Rush Hour boards (Y. Li and others, *RushHour*, 2018; MIT License). On these
//! boards, what it says agrees in rank with the moves that people needed (Spearman's coefficient
//! 0.85), better than the fewest moves (0.70). Nothing is known about other puzzles.
//!
//! In all styles, what counts as one move there is one move of the player. A move that goes around
//! a corner is as far as possible if it can go on in neither of its directions. Pieces that move
//! together are one piece for that move. The player never moves pieces again that moved last, if
//! one move could have done both, as long as another move is possible.

mod player;
mod space;

use std::ops::RangeInclusive;

use self::player::{Player, blockers};
pub(super) use self::space::moved_pieces;
use self::space::{Space, count};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::query::{Budget, Refusal, Stopped};
use crate::puzzle::{Puzzle, Style};
use crate::tiles::is_odd;

pub use self::player::{MOST_MOVES, PLAYS};

/// How hard a puzzle feels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// The moves of [`PLAYS`] plays, each ended after [`MOST_MOVES`], divided by the number of plays
    /// that were solved. A lower bound if none was: the moves of all plays.
    pub moves: f64,
    /// The number of plays that were ended without a solution.
    pub unsolved: u64,
    /// The fewest moves.
    pub least: u64,
    /// The number of different pieces in a shortest solution that moves few.
    pub pieces: u32,
    /// The goal pieces that are not home yet, and the different pieces in their direct way.
    pub in_the_way: u32,
}

impl Rating {
    /// Returns the felt difficulty: the moves of the player for each of the fewest moves. `None` if
    /// these are 0. A lower bound if [no play](Rating::is_lower_bound) was solved.
    pub fn difficulty(&self) -> Option<f64> {
        (self.least > 0).then(|| self.moves / self.least as f64)
    }

    /// Whether the felt difficulty is certainly within these: never, if it is unknown.
    pub fn is_within(&self, wanted: &RangeInclusive<f64>) -> bool {
        let most = |felt| if self.is_lower_bound() { f64::INFINITY } else { felt };
        self.difficulty().is_some_and(|felt| wanted.contains(&felt) && wanted.contains(&most(felt)))
    }

    /// Whether no play was solved, so that the moves and the difficulty are lower bounds.
    pub fn is_lower_bound(&self) -> bool {
        self.unsolved == PLAYS
    }
}

/// Why a puzzle has no rating.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// There is no solution.
    #[error("there is no solution")]
    Unsolvable,
    /// A limit came first.
    #[error("stopped by a limit")]
    Stopped(Stopped),
    /// Boards of this size are not supported.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Rates a puzzle in a style. The same puzzle has the same rating on every machine.
///
/// Finds all reachable positions and plays from the start: 20 milliseconds for a
/// Rush Hour board, a second for 300,000 positions.
///
/// # Errors
///
/// Returns an error if there is no solution, at a limit, also if the reachable positions do not fit in
/// the memory, or if boards of this size are not supported.
///
/// ```
/// use sliding::design::rate;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::Budget;
///
/// let puzzle: Puzzle = "2 x 2\n1 = 1\n2 = 1\n12\n?1\n".parse()?;
/// let rating = rate(&puzzle, Style::STEP, &Budget::default())?;
/// // Piece 2 is in the way of piece 1: down, and then right.
/// assert_eq!((rating.least, rating.pieces, rating.in_the_way), (2, 2, 2));
/// assert_eq!(rating.difficulty(), Some(rating.moves / 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(puzzle: &Puzzle, style: Style, budget: &Budget) -> Result<Rating, RateError> {
    rate_small(puzzle, style, usize::MAX, budget)
}

/// Rates a puzzle as [`rate`] does if at most `most` positions are reachable; otherwise returns
/// [`RateError::Stopped`] with [`Stopped::Memory`] soon after finding that many.
///
/// # Errors
///
/// As [`rate`], and if there are more positions.
pub fn rate_small(
    puzzle: &Puzzle,
    style: Style,
    most: usize,
    budget: &Budget,
) -> Result<Rating, RateError> {
    check_puzzle(puzzle)?;
    if is_odd(puzzle) {
        return Err(RateError::Unsolvable);
    }
    dispatch!(few (puzzle, style, &[]), compiled => rate_compiled(compiled, most, budget))
}

fn rate_compiled<const W: usize>(
    compiled: &Compiled<W>,
    most: usize,
    budget: &Budget,
) -> Result<Rating, RateError> {
    let space = Space::new(compiled, most, budget).map_err(RateError::Stopped)?;
    if space.is_unsolvable() {
        return Err(RateError::Unsolvable);
    }
    let (puzzle, least) = (compiled.puzzle, space.distance(space.start));
    let mut player = Player::new(puzzle, &space);
    let (moves, unsolved) = player.play(budget).map_err(RateError::Stopped)?;
    let pieces = count(&mut player.shortest, &space, space.start);
    let in_the_way = blockers(puzzle, puzzle.start());
    // The estimate for censored times: the total over the number of events.
    let moves = moves as f64 / (PLAYS - unsolved).max(1) as f64;
    Ok(Rating { moves, unsolved, least: least.into(), pieces, in_the_way })
}
