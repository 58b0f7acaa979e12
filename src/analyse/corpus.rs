//! Compares puzzles with the lines `# expect:` of their files: one search to the nearest goal, whose
//! solution may be replayed, and an exhaustive one where the number of positions is expected.

use std::time::Duration;

use crate::check::{Flaw, verify};
use crate::engine::host::Instant;
use crate::puzzle::{Expectation, Puzzle};
use crate::solve::{
    Answer, Budget, Counted, Observer, Query, Refusal, Status, Stopped, Until, solve,
};

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
        match self {
            ExpectationFailure::Moves { .. }
            | ExpectationFailure::States { .. }
            | ExpectationFailure::Flaw(_) => true,
            ExpectationFailure::Stopped { .. } | ExpectationFailure::Refused(_) => false,
        }
    }
}

impl From<Refusal> for ExpectationFailure {
    fn from(error: Refusal) -> Self {
        ExpectationFailure::Refused(error)
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
    let answer = solve(&query, budget, observer)?;
    examined.moves = answer.moves;
    if let (Status::Unsolvable, Counted::Reached { configurations, .. }) =
        (answer.status, &answer.counted)
    {
        examined.states = Some(*configurations);
    }
    if answer.moves.is_none() {
        complete(false, &answer)?;
    }
    same_moves(expectation, &answer)?;
    if let Some(solution) = &answer.solution {
        verify(query.puzzle, query.style, solution).map_err(ExpectationFailure::Flaw)?;
        examined.is_verified = true;
    }
    let Some(expected) = expectation.states else { return Ok(()) };
    let found = match examined.states {
        Some(states) => states,
        None => {
            query.until = Until::Exhausted;
            query.wants_solution = false;
            let answer = solve(&query, budget, observer)?;
            complete(true, &answer)?;
            same_moves(expectation, &answer)?;
            *examined.states.insert(answer.counted.total())
        }
    };
    if found == expected { Ok(()) } else { Err(ExpectationFailure::States { expected, found }) }
}

/// Returns an error if a limit stopped the search.
fn complete(is_counting: bool, answer: &Answer) -> Result<(), ExpectationFailure> {
    match answer.status {
        Status::Stopped(by) => {
            Err(ExpectationFailure::Stopped { is_counting, by, states: answer.counted.total() })
        }
        Status::Solved | Status::Unsolvable => Ok(()),
    }
}

fn same_moves(expectation: &Expectation, answer: &Answer) -> Result<(), ExpectationFailure> {
    let (expected, found) = (expectation.moves, answer.moves);
    if expected == found { Ok(()) } else { Err(ExpectationFailure::Moves { expected, found }) }
}
