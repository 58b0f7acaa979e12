//! What makes a puzzle hard: which pieces, walls and gates matter, and which positions every
//! shortest solution passes.
//!
//! Each answer comes from a search for a variant of the puzzle: with a piece nailed down, left out
//! or freed of its axis, with a wall or a gate opened, with pieces moving one by one or some groups
//! of them forbidden. All numbers are exact. The cost is that of one to three searches for each piece,
//! and of one for each wall and gate.

use std::time::Duration;

pub use super::variants::Outcome;
use super::variants::{
    freed, inner_walls, nailed, possible, without_piece, without_pieces, without_wall,
};
use super::{Count, Superpieces, count, superpieces};
use crate::engine::drive::Run;
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Observer, Query, Refusal, Status, Stopped};
use crate::puzzle::{Configuration, Movers, Placement, Puzzle, Setup, Style};
use crate::solve::solve;

/// A piece of the start, with the results of its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceRole {
    /// The piece.
    pub piece: Placement,
    /// With the piece nailed down where it is. If that is unsolvable or takes more moves, every
    /// shortest solution moves the piece.
    pub nailed: Outcome,
    /// Without the piece; `None` if all goals demand it.
    pub left_out: Option<Outcome>,
    /// With the piece freed of its lock; `None` if it has none, or if it would need to be
    /// distinguished from others that look like it.
    pub freed: Option<Outcome>,
}

/// What makes a puzzle hard.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Why {
    /// What stopped it. Variants not searched until then are missing.
    pub stopped: Option<Stopped>,
    /// The number of shortest solutions; steps with a single position are those that all solutions
    /// pass.
    pub count: Count,
    /// The positions that every shortest solution passes, each with its distance from the start,
    /// without the start and the goal.
    pub passed: Vec<(u64, Configuration)>,
    /// The pieces of the start.
    pub pieces: Vec<PieceRole>,
    /// The walls beside a cell that is not a wall: their cells, and the result without each.
    pub walls: Vec<(u32, Outcome)>,
    /// By number of the gate, the result without each.
    pub gates: Vec<Outcome>,
    /// If pieces may move together, the result if they may not.
    pub one_by_one: Option<Outcome>,
    /// If pieces may move together and there is a solution, the groups that do so in the shortest
    /// ones, and the results if they may not.
    pub superpieces: Option<Superpieces>,
    /// The time taken.
    pub elapsed: Duration,
}

impl Why {
    /// Whether there is a solution, and a variant with this result has none that is as short: every
    /// shortest solution needs what the variant lacks, as the moves of a nailed piece.
    pub fn is_needed(&self, variant: Outcome) -> bool {
        self.count.moves.is_some_and(|least| match variant {
            Outcome::Moves(moves) => moves > least,
            Outcome::Unsolvable => true,
            Outcome::Stopped(_) => false,
        })
    }
}

/// Finds what makes a puzzle hard. That takes one to three searches for each piece, and one for
/// each wall and gate. If pieces may move together, it needs memory for all positions with their
/// moves; without that, superpieces are not examined one by one. The budget's time is for
/// everything together.
///
/// Of the query, the puzzle and the style matter.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or a search for a variant was refused
/// for another reason than a limit.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
/// use sliding::analyse::why::{Outcome, why};
///
/// // A wall is in the way.
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1x00\n?x?1\n".parse()?;
/// let why = why(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ())?;
/// assert_eq!(why.count.moves, None);
/// assert_eq!(why.walls, [(1, Outcome::Moves(3))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Result<Why, Refusal> {
    let begun = Instant::now();
    let (puzzle, style) = (query.puzzle, query.style);
    let count = count(&Query::new(puzzle, style), budget, observer)?;
    let mut why = Why { stopped: count.stopped, passed: passed(&count), count, ..Why::default() };
    let run = Run { budget, observer };
    if let Err(ended) = (WhySearch { puzzle, style, run }).search(&mut why) {
        why.stopped = Some(ended?);
    }
    why.elapsed = begun.elapsed();
    Ok(why)
}

/// Returns the positions that every shortest solution passes: the only ones at their distance.
fn passed(count: &Count) -> Vec<(u64, Configuration)> {
    let Some(solution) = &count.solution else { return Vec::new() };
    let after = (1..).zip(solution.moves.iter().map(|step| &step.after));
    let only = after.zip(count.choices.iter().skip(1));
    let only = only.filter(|(_, choice)| choice.configurations == 1);
    only.map(|((distance, after), _)| (distance, after.clone())).collect()
}

/// Why the searches ended before all were done: a limit, or a search that could not begin for another
/// reason.
type Ended = Result<Stopped, Refusal>;

struct WhySearch<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    run: Run<'a>,
}

impl WhySearch<'_> {
    /// Searches all variants.
    fn search(&mut self, why: &mut Why) -> Result<(), Ended> {
        let (puzzle, style) = (self.puzzle, self.style);
        let is_unsolvable = (why.count.moves, why.count.stopped) == (None, None);
        for (at, &piece) in puzzle.start().placements().iter().enumerate() {
            // Fewer moves make nothing solvable.
            let nailed = match nailed(puzzle, at) {
                Some(setup) if !is_unsolvable => self.search_setup(setup)?,
                _ => Outcome::Unsolvable,
            };
            let left_out = without_piece(puzzle, at).map(|setup| self.search_setup(setup));
            let freed = freed(puzzle, at).map(|setup| self.search_setup(setup));
            let (left_out, freed) = (left_out.transpose()?, freed.transpose()?);
            why.pieces.push(PieceRole { piece, nailed, left_out, freed });
        }
        for cell in inner_walls(puzzle) {
            why.walls.push((cell, self.search_setup(without_wall(puzzle, cell))?));
        }
        for gate in 0..puzzle.gates().len() {
            let mut setup = Setup::from(puzzle);
            setup.gates.remove(gate);
            why.gates.push(self.search_setup(setup)?);
        }
        if style.movers() == Movers::Super {
            let alone = Style::new(style.number() - 3).expect("the same reach of single pieces");
            why.one_by_one = Some(self.search_puzzle(puzzle, alone)?);
            if why.count.moves.is_some() {
                let query = Query::new(puzzle, style);
                let found = superpieces(&query, self.run.budget, self.run.observer);
                let found = why.superpieces.insert(found.map_err(Refusal::limit)?);
                let stopped = found.stopped.filter(|&stopped| stopped != Stopped::Memory);
                return stopped.map_or(Ok(()), |stopped| Err(Ok(stopped)));
            }
        }
        Ok(())
    }

    /// Searches a variant, which may have no goal left that is possible.
    fn search_setup(&mut self, setup: Setup) -> Result<Outcome, Ended> {
        if setup.start.is_empty() {
            return Ok(without_pieces(&setup));
        }
        match possible(setup) {
            Some(puzzle) => self.search_puzzle(&puzzle, self.style),
            None => Ok(Outcome::Unsolvable),
        }
    }

    fn search_puzzle(&mut self, puzzle: &Puzzle, style: Style) -> Result<Outcome, Ended> {
        let mut query = Query::new(puzzle, style);
        query.wants_solution = false;
        let answer = match solve(&query, self.run.budget, self.run.observer) {
            Ok(answer) => answer,
            Err(refusal) => return refusal.limit().map(Outcome::Stopped).map_err(Err),
        };
        match (answer.status, answer.moves) {
            (Status::Stopped(stopped @ (Stopped::Time | Stopped::Cancelled)), _) => {
                Err(Ok(stopped))
            }
            (Status::Stopped(stopped), _) => Ok(Outcome::Stopped(stopped)),
            (_, Some(moves)) => Ok(Outcome::Moves(moves)),
            _ => Ok(Outcome::Unsolvable),
        }
    }
}
