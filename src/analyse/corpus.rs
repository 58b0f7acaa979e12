//! Compares puzzles with the lines `# expect:` of their files: one search to the nearest goal, whose
//! solution may be replayed, and an exhaustive one where the number of positions is expected.

use std::time::Duration;

use crate::check::{Flaw, verify};
use crate::engine::host::Instant;
use crate::puzzle::{Expectation, Puzzle};
use crate::solve::{Budget, Counted, Observer, Query, Refusal, Status, Stopped, Until, solve};

/// The result for one expectation.
#[derive(Debug, Default)]
pub struct Examination {
    /// The least number of moves found.
    pub moves: Option<u64>,
    /// The number of reachable positions, if it was counted.
    pub states: Option<u64>,
    /// Whether the solution was replayed step by step and is correct.
    pub is_verified: bool,
    /// Why it did not pass, if it did not.
    pub failure: Option<ExpectationFailure>,
    /// The time taken.
    pub elapsed: Duration,
}

/// Why a puzzle did not pass.
#[derive(Debug)]
pub enum ExpectationFailure {
    /// The least number of moves differs; `None` stands for no solution.
    Moves {
        /// In the file.
        expected: Option<u64>,
        /// From the search.
        found: Option<u64>,
    },
    /// The number of reachable positions differs.
    States {
        /// In the file.
        expected: u64,
        /// From the search.
        found: u64,
    },
    /// The solution fails when it is replayed.
    Flaw(Flaw),
    /// The search met a limit first.
    Stopped {
        /// Whether the search was counting all positions, rather than finding a solution.
        is_counting: bool,
        /// The limit.
        by: Stopped,
        /// Positions found before it.
        states: u64,
    },
    /// The search could not begin.
    Refused(Refusal),
}

impl ExpectationFailure {
    /// Whether the expectation is proven wrong, not merely left open.
    pub fn is_wrong(&self) -> bool {
        use ExpectationFailure::{Refused, Stopped};
        !matches!(self, Stopped { .. } | Refused(_))
    }
}

/// Searches for what a puzzle's file expects in one style: for a solution first, then, if the
/// number of positions is expected and not known yet, for all of them.
///
/// With `is_verified`, the solution is replayed.
///
/// ```
/// use sliding::analyse::corpus::examine;
/// use sliding::puzzle::Puzzle;
/// use sliding::solve::Budget;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n# expect: 0 2 3\n".parse().unwrap();
/// let expected = &puzzle.expectations()[0];
/// let examined = examine(&puzzle, expected, &Budget::default(), true, &mut ());
/// assert!(examined.failure.is_none() && examined.is_verified);
/// assert_eq!((examined.moves, examined.states), (Some(2), Some(3)));
/// ```
pub fn examine(
    puzzle: &Puzzle,
    expectation: &Expectation,
    budget: &Budget,
    is_verified: bool,
    observer: &mut dyn Observer,
) -> Examination {
    let begun = Instant::now();
    let mut examined = Examination::default();
    let mut query = Query::new(puzzle, expectation.style);
    query.wants_solution = is_verified;
    let compared = compare(query, expectation, budget, observer, &mut examined);
    examined.failure = compared.err();
    examined.elapsed = begun.elapsed();
    examined
}

/// Runs the searches, and fills in their results.
fn compare(
    mut query: Query,
    expectation: &Expectation,
    budget: &Budget,
    observer: &mut dyn Observer,
    examined: &mut Examination,
) -> Result<(), ExpectationFailure> {
    for is_counting in [false, true] {
        if is_counting && (expectation.states.is_none() || examined.states.is_some()) {
            break;
        }
        if is_counting {
            (query.until, query.wants_solution) = (Until::Exhausted, false);
        }
        let answer = solve(&query, budget, observer).map_err(ExpectationFailure::Refused)?;
        let states = answer.counted.total();
        let (expected, found) = (expectation.moves, answer.moves);
        examined.moves = found;
        if let (Status::Stopped(by), true) = (answer.status, is_counting || found.is_none()) {
            return Err(ExpectationFailure::Stopped { is_counting, by, states });
        }
        if expected != found {
            return Err(ExpectationFailure::Moves { expected, found });
        }
        if is_counting || found.is_none() && matches!(answer.counted, Counted::Reached { .. }) {
            examined.states = Some(states);
        }
        if let Some(solution) = &answer.solution {
            verify(query.puzzle, query.style, solution).map_err(ExpectationFailure::Flaw)?;
            examined.is_verified = true;
        }
    }
    match (expectation.states, examined.states) {
        (Some(expected), Some(found)) if found != expected => {
            Err(ExpectationFailure::States { expected, found })
        }
        _ => Ok(()),
    }
}
