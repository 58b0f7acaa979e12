//! Whether puzzles are what their files expect: the lines `# expect:`, searched and compared.

use std::time::{Duration, Instant};

use crate::check::{Flaw, verify};
use crate::puzzle::{Expectation, Puzzle, Style};
use crate::search::{
    Engine, Limit, Observer, Outcome, Request, SearchError, Status, Until, search,
};

/// What came out where something was expected.
#[derive(Debug)]
pub struct Examined {
    /// The least number of moves that was found.
    pub moves: Option<u64>,
    /// The number of configurations that can be reached, where it was counted.
    pub states: Option<u64>,
    /// Whether the solution was replayed step by step, and found right.
    pub is_verified: bool,
    /// Why it did not pass, if it did not.
    pub trouble: Option<Trouble>,
    /// The time taken.
    pub elapsed: Duration,
}

/// Why a puzzle is not known to be as expected.
#[derive(Debug)]
pub enum Trouble {
    /// The least number of moves is another; `None` stands for no solution.
    Moves {
        /// In the file.
        expected: Option<u64>,
        /// By the search.
        found: Option<u64>,
    },
    /// The number of configurations that can be reached is another.
    States {
        /// In the file.
        expected: u64,
        /// By the search.
        found: u64,
    },
    /// The solution does not stand up when it is replayed.
    Flaw(Flaw),
    /// A limit came first.
    Stopped {
        /// Whether all configurations were to be counted, or only a solution to be found.
        is_counting: bool,
        /// Which limit.
        limit: Limit,
        /// Configurations that were found before it.
        states: u64,
    },
    /// The search could not begin.
    Refused(SearchError),
}

impl Trouble {
    /// Whether something is proven to be otherwise than expected, and not merely left open.
    pub fn is_wrong(&self) -> bool {
        match self {
            Trouble::Moves { .. } | Trouble::States { .. } | Trouble::Flaw(_) => true,
            Trouble::Stopped { .. } | Trouble::Refused(_) => false,
        }
    }
}

impl From<SearchError> for Trouble {
    fn from(error: SearchError) -> Self {
        Trouble::Refused(error)
    }
}

/// Searches for what a puzzle's file expects in one style: for a solution first, then, where the
/// number of configurations is expected and not known yet, for all of them.
///
/// `limits` says how much both searches together may take; its style and what it asks for are
/// replaced. With `is_verified`, the solution is replayed.
///
/// # Panics
///
/// Where the expectation is for a style that does not exist. No puzzle file has such.
///
/// ```
/// use sliding::corpus::examine;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::search::Request;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n# expect: 0 2 3\n".parse().unwrap();
/// let limits = Request::new(Style::ALL[0]);
/// let examined = examine(&puzzle, &puzzle.expectations()[0], &limits, true, &mut ());
/// assert!(examined.trouble.is_none() && examined.is_verified);
/// assert_eq!((examined.moves, examined.states), (Some(2), Some(3)));
/// ```
pub fn examine(
    puzzle: &Puzzle,
    expectation: &Expectation,
    limits: &Request,
    is_verified: bool,
    observer: &mut dyn Observer,
) -> Examined {
    let begun = Instant::now();
    let mut examined = Examined {
        moves: None,
        states: None,
        is_verified: false,
        trouble: None,
        elapsed: Duration::ZERO,
    };
    let request = Request { want_solution: is_verified, ..limits.clone() };
    let compared = compare(puzzle, expectation, request, observer, &mut examined);
    examined.trouble = compared.err();
    examined.elapsed = begun.elapsed();
    examined
}

/// Does the searches, and fills in what they find.
fn compare(
    puzzle: &Puzzle,
    expectation: &Expectation,
    mut request: Request,
    observer: &mut dyn Observer,
    examined: &mut Examined,
) -> Result<(), Trouble> {
    request.style = Style::new(expectation.style).expect("the parser takes no other");
    request.until = Until::Solved;
    let outcome = search(puzzle, &request, observer)?;
    examined.moves = outcome.moves;
    // From both ends, one may be exhausted and the other not.
    let has_all = outcome.engine != Engine::Meet.name();
    if outcome.status == Status::Unsolvable && has_all {
        examined.states = Some(outcome.states);
    }
    if outcome.moves.is_none() {
        complete(false, &outcome)?;
    }
    same_moves(expectation, &outcome)?;
    if let Some(solution) = &outcome.solution {
        verify(puzzle, request.style, solution).map_err(Trouble::Flaw)?;
        examined.is_verified = true;
    }
    let Some(expected) = expectation.states else { return Ok(()) };
    let found = match examined.states {
        Some(states) => states,
        None => {
            request.until = Until::Exhausted;
            request.want_solution = false;
            let outcome = search(puzzle, &request, observer)?;
            complete(true, &outcome)?;
            same_moves(expectation, &outcome)?;
            *examined.states.insert(outcome.states)
        }
    };
    if found == expected { Ok(()) } else { Err(Trouble::States { expected, found }) }
}

/// An error where a limit stopped the search.
fn complete(is_counting: bool, outcome: &Outcome) -> Result<(), Trouble> {
    match outcome.status {
        Status::Limit(limit) => {
            Err(Trouble::Stopped { is_counting, limit, states: outcome.states })
        }
        Status::Solved | Status::Unsolvable => Ok(()),
    }
}

fn same_moves(expectation: &Expectation, outcome: &Outcome) -> Result<(), Trouble> {
    let (expected, found) = (expectation.moves, outcome.moves);
    if expected == found { Ok(()) } else { Err(Trouble::Moves { expected, found }) }
}
