//! The distance of every single position to the nearest goal.
//!
//! A breadth-first search from the start finds the goals, and one from all goals at once the
//! distances. The cost is that of two exhaustive searches, and a list of all positions.

use super::SpaceError;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::{Run, drive};
use crate::engine::query::{Budget, Observer, Query, Stopped, Until};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::Configuration;

/// Every position reachable from a puzzle's start, with its distance to the nearest goal in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceTable {
    /// The positions in no particular order, each once, with their distances. Empty if no goal is
    /// reachable.
    pub distances: Vec<(Configuration, u64)>,
}

/// Finds the distance to the nearest goal from every position.
///
/// Of the query, the puzzle and the style matter. Takes about as long as two exhaustive searches,
/// and memory for all positions; detects more than `most` positions soon after finding that many.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, if more than `most` positions are
/// reachable, or if a limit stopped the search.
///
/// ```
/// use sliding::analyse::{SpaceError, distance_table};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::STEP);
/// let budget = Budget::default();
/// let table = distance_table(&query, &budget, 4, &mut ()).unwrap();
/// let mut distances = table.distances;
/// distances.sort();
/// let distances: Vec<u64> = distances.into_iter().map(|(_, distance)| distance).collect();
/// assert_eq!(distances, [3, 2, 1, 0]);
///
/// let too_many = distance_table(&query, &budget, 3, &mut ()).unwrap_err();
/// assert!(matches!(too_many, SpaceError::TooMany { most: 3 }));
/// ```
pub fn distance_table(
    query: &Query,
    budget: &Budget,
    most: u64,
    observer: &mut dyn Observer,
) -> Result<DistanceTable, SpaceError> {
    check_puzzle(query.puzzle)?;
    let run = Run { budget, observer };
    dispatch!(few (query.puzzle, query.style, &[]), compiled => draw(compiled, run, most))
}

/// Finds all goals from the start, then all positions from all goals at once.
fn draw<const W: usize>(
    compiled: &Compiled<W>,
    mut run: Run,
    most: u64,
) -> Result<DistanceTable, SpaceError> {
    let (mut goals, mut known) = (Vec::new(), 0);
    let mut table = TableSearch::from_start(compiled, run.budget);
    let outcome = drive(&mut table, Until::Exhausted, &mut run, &mut |table, _| {
        goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
        known += table.width() as u64;
        if known > most { Err(Stopped::Memory) } else { Ok(()) }
    });
    if known > most {
        return Err(SpaceError::TooMany { most });
    }
    outcome.stopped.map_or(Ok(()), |stopped| Err(SpaceError::Stopped(stopped)))?;
    let mut distances = Vec::new();
    let mut table = TableSearch::new(compiled, run.budget, goals, SearchTarget::Nothing);
    let outcome = drive(&mut table, Until::Exhausted, &mut run, &mut |table, distance| {
        distances.extend(table.codes().map(|code| (compiled.decode(code), distance)));
        Ok(())
    });
    outcome.stopped.map_or(Ok(DistanceTable { distances }), |by| Err(SpaceError::Stopped(by)))
}
