//! Improves a puzzle by small changes.

use super::changes::{Change, Pins, changed};
use super::family::is_of_cars;
use super::rate::rate_small;
use super::sweep::{Starts, within_reach};
use super::{in_parallel, posed, random_of};
use crate::engine::compiled::check_puzzle;
use crate::engine::host::below;
use crate::engine::query::{Budget, Query, Refusal, Stopped};
use crate::engine::table::{self, SearchSize};
use crate::puzzle::{Puzzle, Style};

/// Changes that are tried together, and how many changes one of them may have.
const TOGETHER: usize = 16;
const CHANGES: usize = 3;

/// Rounds without a better puzzle after which the search goes on from the best one again.
const PATIENCE: u64 = 64;

/// Puzzles that reach more positions are passed over.
const MOST_POSITIONS: u64 = 1 << 20;

/// What makes a puzzle better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aim {
    /// More fewest moves.
    Longer,
    /// A greater [felt difficulty](super::Rating::difficulty).
    Harder,
    /// Fewer pieces, with no fewer moves.
    FewerPieces,
}

/// What is asked of [`improve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImproveRequest {
    /// What makes a puzzle better.
    pub aim: Aim,
    /// What stays as it is.
    pub pins: Pins,
    /// The number of rounds of 16 changed puzzles; `None` for no limit.
    pub rounds: Option<u64>,
    /// The random seed.
    pub seed: u64,
}

impl ImproveRequest {
    /// Asks for puzzles that are better in this way, with nothing pinned, without a limit on
    /// rounds, and with seed 1.
    pub fn new(aim: Aim) -> Self {
        Self { aim, pins: Pins::default(), rounds: None, seed: 1 }
    }
}

/// A puzzle with its figures.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Improved {
    /// The puzzle, with its fewest moves as an expectation.
    pub puzzle: Puzzle,
    /// The fewest moves.
    pub moves: u64,
    /// The number of pieces.
    pub pieces: usize,
    /// The felt difficulty, if that is the aim and it is known, not only bounded.
    pub difficulty: Option<f64>,
    /// What was changed last.
    pub changes: Vec<Change>,
}

/// Why a puzzle cannot be improved.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// It has no solution, none was found in 2^20 positions or in the memory, or for another aim
    /// than more moves it has more positions than that.
    #[error("it has no solution, or needs more than 2^20 positions for one")]
    Unsolved,
    /// A limit came before its solution.
    #[error("stopped by a limit before the puzzle was solved")]
    Stopped(Stopped),
    /// It cannot be searched.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Changes a puzzle at random, keeps what makes it better or leaves it as good, and reports each
/// puzzle that is better than all before, the given one first. Ends at a limit, which it returns,
/// or after the rounds that were asked for; then the last report is the best.
///
/// Each round makes 16 puzzles by one to three changes, solves them exactly, and goes on from the
/// best. The output is independent of the number of threads.
///
/// # Errors
///
/// Returns an error if the given puzzle has no solution, if that is not known after 2^20 positions
/// or at a limit, or if boards of this size are not supported.
///
/// ```
/// use sliding::design::{Aim, ImproveRequest, improve};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::Budget;
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n2 = 11\n1002\n????????1\n".parse()?;
/// let mut wanted = ImproveRequest::new(Aim::Longer);
/// wanted.rounds = Some(8);
/// let mut moves = Vec::new();
/// let each = &mut |better: &sliding::design::Improved| moves.push(better.moves);
/// improve(&puzzle, Style::STEP, &wanted, &Budget::default(), each)?;
/// assert!(moves[0] == 4 && moves.is_sorted() && moves.len() > 1, "{moves:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn improve(
    puzzle: &Puzzle,
    style: Style,
    wanted: &ImproveRequest,
    budget: &Budget,
    each: &mut dyn FnMut(&Improved),
) -> Result<Option<Stopped>, ImproveError> {
    check_puzzle(puzzle)?;
    // The given puzzle may be solved already; what is made of it may not.
    let mut improver = Improver { style, wanted, least: 0 };
    let given = improver.measure(puzzle.clone(), Vec::new(), budget);
    let Some(given) = given else {
        return Err(match budget.look() {
            Err(stopped) => ImproveError::Stopped(stopped),
            Ok(()) => ImproveError::Unsolved,
        });
    };
    improver.least = if wanted.aim == Aim::FewerPieces { given.moves.max(1) } else { 1 };
    each(&given);
    let (mut best, mut now, mut since) = (given.clone(), given, 0);
    for round in 0..wanted.rounds.unwrap_or(u64::MAX) {
        let mut tried = Vec::new();
        let work = |number: usize, budget: &Budget| {
            improver.change(&now.puzzle, (round, number as u64), budget)
        };
        let mut add = |number, made: Option<Improved>| {
            tried.extend(made.map(|made| (number, made)));
        };
        if let Err(stopped) = in_parallel(TOGETHER, budget, &mut |_| (), &work, &mut add) {
            return Ok(Some(stopped));
        }
        tried.sort_by_key(|(number, _)| *number);
        let score = |puzzle: &Improved| improver.score(puzzle);
        let next = tried.into_iter().map(|(_, made)| made);
        let next = next.reduce(|one, other| if score(&other) > score(&one) { other } else { one });
        if let Some(next) = next.filter(|next| score(next) >= score(&now)) {
            now = next;
        }
        since += 1;
        if score(&now) > score(&best) {
            (best, since) = (now.clone(), 0);
            each(&best);
        } else if since == PATIENCE {
            (now, since) = (best.clone(), 0);
        }
    }
    Ok(None)
}

struct Improver<'a> {
    style: Style,
    wanted: &'a ImproveRequest,
    /// Puzzles with fewer moves are passed over.
    least: u64,
}

impl Improver<'_> {
    /// Makes and measures a changed puzzle, which depends on the seed, the round and the number
    /// alone. `None` if it has no solution, or is not allowed.
    fn change(&self, puzzle: &Puzzle, number: (u64, u64), budget: &Budget) -> Option<Improved> {
        let ImproveRequest { aim, pins, seed, .. } = self.wanted;
        let mut random = random_of(*seed, number.0 * TOGETHER as u64 + number.1);
        let is_allowed = |&change: &Change| {
            pins.allow(change)
                && match change {
                    // A board of cars stays in its family.
                    Change::AddWall => !is_of_cars(puzzle),
                    Change::DropPiece => *aim == Aim::FewerPieces,
                    _ => true,
                }
        };
        let allowed: Vec<Change> = Change::ALL.into_iter().filter(is_allowed).collect();
        let mut made = puzzle.clone();
        let mut changes = Vec::new();
        for _ in 0..=below(&mut random, CHANGES) {
            let change = allowed[below(&mut random, allowed.len())];
            let next = match change {
                Change::Farthest => self.farthest(&made, budget),
                _ => changed(&made, change, pins, &mut random),
            };
            if let Some(next) = next {
                changes.push(change);
                made = next;
            }
        }
        if changes.is_empty() { None } else { self.measure(made, changes, budget) }
    }

    /// Returns the puzzle from the start that is farthest from the goals.
    fn farthest(&self, puzzle: &Puzzle, budget: &Budget) -> Option<Puzzle> {
        let swept =
            within_reach(puzzle, self.style, None, MOST_POSITIONS, budget, Starts::Farthest);
        puzzle.starting_from(swept.ok()??.kept.pop()?.1).ok()
    }

    fn measure(&self, puzzle: Puzzle, changes: Vec<Change>, budget: &Budget) -> Option<Improved> {
        let pieces = puzzle.start().placements().len();
        let (moves, difficulty) = match self.wanted.aim {
            Aim::Harder => {
                let rating =
                    rate_small(&puzzle, self.style, MOST_POSITIONS as usize, budget).ok()?;
                let is_given = changes.is_empty();
                // Of two bounds, neither is harder.
                let felt = rating.difficulty().filter(|_| !rating.is_lower_bound());
                (rating.least.filter(|_| is_given || felt.is_some())?, felt)
            }
            Aim::Longer | Aim::FewerPieces => (self.moves(&puzzle, budget)?, None),
        };
        let puzzle = posed(&puzzle, puzzle.start(), self.style, moves, true);
        (moves >= self.least).then_some(Improved { puzzle, moves, pieces, difficulty, changes })
    }

    /// Returns the fewest moves, unless that takes too many positions.
    fn moves(&self, puzzle: &Puzzle, budget: &Budget) -> Option<u64> {
        let mut query = Query::new(puzzle, self.style);
        query.wants_solution = false;
        let continues = &mut |size: SearchSize| match size.positions < MOST_POSITIONS {
            true => Ok(()),
            false => Err(Stopped::Memory),
        };
        table::search(&query, None, budget, &mut (), continues).moves
    }

    /// Returns how good a puzzle is.
    fn score(&self, puzzle: &Improved) -> f64 {
        match self.wanted.aim {
            Aim::Longer => puzzle.moves as f64,
            // Nothing is known to be harder than a puzzle that no play has solved.
            Aim::Harder if puzzle.moves > 0 => puzzle.difficulty.unwrap_or(f64::INFINITY),
            Aim::Harder => 0.0,
            // First the pieces, then the moves.
            Aim::FewerPieces => puzzle.moves as f64 / 1e6 - puzzle.pieces as f64,
        }
    }
}
