//! The index engine: breadth-first bitmap search with one to four bits for each placement (two-bit
//! search: Cooperman and Finkelstein 1992, Korf 2008).
//!
//! Every placement of the pieces has a number, so the search stores no positions. Two bits are a
//! mark, the distance modulo 3; one bit each says whether a placement is in the last level and in
//! the next. The distances of neighbours differ by at most one, so the marks also lead back from a
//! goal. [`Rows`] holds the bits: those of the orders of each skeleton are adjacent.
//! `docs/internals/engines.md` explains the whole.

mod actions;
mod bits;
mod graph;
mod moves;
mod rows;

pub use self::actions::MOST_ORDERS;
pub use self::moves::SkeletonMoves;
pub use self::rows::Rows;
use super::bitmap::{BuildError, search_table, stopped_at_start};
use super::compiled::check_puzzle;
use super::dense::Keep;
use super::disk::planes;
use super::drive::Run;
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal};
use crate::puzzle::Puzzle;

/// Searches, if there is memory for a mark on every placement.
///
/// # Errors
///
/// Where there is not.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let wants_path = query.wants_solution && !query.puzzle.goals().is_empty();
    let keep = if wants_path { Keep::Path } else { Keep::Levels };
    match Rows::build(query, keep, budget) {
        Ok(mut rows) => {
            Ok(search_table(&mut rows, query, Engine::Index, &mut Run { budget, observer }))
        }
        Err(why) => answer_without(why, query.puzzle, observer),
    }
}

/// Counts the positions at each distance, and writes the last two levels to a folder now and then.
///
/// # Errors
///
/// Where there is no memory for it, and where the folder cannot be used.
pub fn search_and_keep(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    check_puzzle(query.puzzle)?;
    match Rows::build(query, Keep::Levels, budget) {
        Ok(mut rows) => {
            let run = &mut Run { budget, observer };
            Ok(planes::search(&mut rows, Engine::Index, query, disk, run)?)
        }
        Err(why) => answer_without(why, query.puzzle, observer),
    }
}

/// Returns the answer if there are no rows.
fn answer_without(
    why: BuildError,
    puzzle: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    match why {
        BuildError::Stopped(stopped) => {
            Ok(stopped_at_start(puzzle, Engine::Index, stopped, observer))
        }
        BuildError::Refused(refusal) => Err(refusal),
    }
}
