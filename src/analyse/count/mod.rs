//! The number of shortest solutions, and the choices along them; the solutions themselves, and their
//! number up to the order of moves that commute.
//!
//! One search to the nearest goals, then back level by level: the shortest paths from a position are
//! those from its neighbours one level on, added up (dynamic programming over the levels). The cost
//! is the search, and the expansion of the positions that lie on shortest paths; all of these are in
//! memory. Classes of paths are joined by union-find, as in the theory of traces (A. Mazurkiewicz,
//! 1977).

mod classes;
mod engines;

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use self::engines::Counting;
use crate::engine::compiled::{check_puzzle, dispatch};
use crate::engine::drive::Run;
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::puzzle::Solution;
use crate::tiles::is_odd;

/// One step of the shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of positions that some shortest solution passes at this distance.
    pub configurations: u64,
    /// The least and the greatest number of neighbours of one of them that continue a shortest
    /// solution.
    pub continuations: (u64, u64),
    /// The same number for the position on the solution that is returned.
    pub shown: u64,
}

/// The result of counting all shortest solutions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Count {
    /// What stopped the search before the end.
    pub stopped: Option<Stopped>,
    /// The least number of moves; `None` if no goal was found.
    pub moves: Option<u64>,
    /// The number of shortest solutions, that is, of different sequences of positions.
    pub solutions: BigUint,
    /// The number of classes of solutions up to the order of moves that commute: solutions that
    /// become each other by exchanges of neighbouring moves are one class. `None` if they were not
    /// counted.
    pub classes: Option<u64>,
    /// The number of goal positions in which they end.
    pub goals: u64,
    /// For each distance before the goal, the choices there.
    pub choices: Vec<Choice>,
    /// One of the solutions.
    pub solution: Option<Solution>,
    /// The number of positions found.
    pub states: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Counts the shortest solutions of a puzzle.
///
/// Of the query, the puzzle, the style and the engine matter. [`Engine::Sparse`] holds all levels up
/// to the goal in memory, [`Engine::Dense`] some bits for each position; [`Engine::Auto`] chooses bits
/// if pieces of equal shape can stand in many orders, or if the levels do not fit. If neither fits, the
/// count ends with [`Stopped::Memory`].
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or if the requested engine cannot
/// count.
///
/// ```
/// use sliding::analyse::count;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let count = count(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ()).unwrap();
/// assert_eq!(count.moves, Some(4));
/// assert_eq!(count.solutions, 6u32.into());
/// ```
pub fn count(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Count, Refusal> {
    count_and(query, budget, observer, None)
}

/// Counts the shortest solutions of a puzzle as [`count`](count()) does, then passes them to
/// `each` one by one, with the counts, until it returns `Break`. Their order is deterministic.
/// [`Observer::search_ends`] is called before the first. The number of classes is counted as well,
/// if that does not take too much.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sliding::analyse::solutions;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let mut found = Vec::new();
/// let query = Query::new(&puzzle, Style::STEP);
/// let count = solutions(&query, &Budget::default(), &mut (), &mut |_, solution| {
///     found.push(solution);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count.unwrap().solutions, found.len().into());
/// assert_eq!(found.len(), 6);
/// ```
pub fn solutions(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&Count, Solution) -> ControlFlow<()>,
) -> Result<Count, Refusal> {
    count_and(query, budget, observer, Some(each))
}

/// Counts the shortest solutions, and lists them for a listener, if there is one.
fn count_and(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    each: Option<&mut SolutionCallback>,
) -> Result<Count, Refusal> {
    check_puzzle(query.puzzle)?;
    let begun = Instant::now();
    if query.engine == Engine::Auto && is_odd(query.puzzle) {
        observer.engine_chosen(Engine::Parity, "an odd permutation is unsolvable");
        return Ok(Count::default());
    }
    let run = Run { budget, observer };
    let count = dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        Counting { query, compiled, run, each }.count()
    })?;
    Ok(Count { elapsed: begun.elapsed(), ..count })
}

/// Callback for solutions; it returns whether to go on.
type SolutionCallback<'a> = dyn FnMut(&Count, Solution) -> ControlFlow<()> + 'a;
