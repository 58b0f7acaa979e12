//! One puzzle in one style: what is found against what is expected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sliding::check::verify;
use sliding::puzzle::{Expectation, Puzzle};
use sliding::report::json::{Case, Verdict, limit, milliseconds};
use sliding::report::text::counted;
use sliding::solve::{Answer, Engine, Observer, Refusal, Request, RingSize, Status, Until, search};

use super::{Planned, options};

/// What all cases have in common.
pub struct Settings {
    /// The time for each.
    pub time: Duration,
    /// The memory for each.
    pub ring: RingSize,
    /// Whether solutions are replayed.
    pub verify: bool,
}

/// Why a case did not pass.
enum Trouble {
    Wrong(String),
    Stopped(String),
}

impl From<Refusal> for Trouble {
    fn from(error: Refusal) -> Self {
        Trouble::Stopped(error.to_string())
    }
}

/// Lets a search stop when nobody waits for it any more.
struct Watch<'a>(&'a AtomicBool);

impl Observer for Watch<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs a case.
pub fn run(planned: &Planned, settings: &Settings, cancelled: &AtomicBool) -> Case {
    let started = Instant::now();
    let Planned { input, expectation } = planned;
    let mut case = Case {
        file: input.file.clone(),
        style: expectation.style.number(),
        result: Verdict::Pass,
        expected: (*expectation).into(),
        moves: None,
        states: None,
        verified: false,
        reason: None,
        elapsed_ms: 0.0,
    };
    let trouble = examine(&input.puzzle, expectation, settings, cancelled, &mut case).err();
    (case.result, case.reason) = match trouble {
        None => (Verdict::Pass, None),
        Some(Trouble::Wrong(reason)) => (Verdict::Fail, Some(reason)),
        Some(Trouble::Stopped(reason)) => (Verdict::Skip, Some(reason)),
    };
    case.elapsed_ms = milliseconds(started.elapsed());
    case
}

/// Searches for a solution first, then, where the number of configurations is expected and not
/// known yet, for all of them.
fn examine(
    puzzle: &Puzzle,
    expectation: &Expectation,
    settings: &Settings,
    cancelled: &AtomicBool,
    case: &mut Case,
) -> Result<(), Trouble> {
    let style = expectation.style;
    let mut request = Request::new(style);
    request.ring = settings.ring;
    request.limits = options::limits(None, Some(settings.time));
    request.want_solution = settings.verify;
    let outcome = search(puzzle, &request, &mut Watch(cancelled))?;
    case.moves = outcome.moves;
    // From both ends, one may be exhausted and the other not.
    let has_all = outcome.engine != Engine::Meet.name();
    if outcome.status == Status::Unsolvable && has_all {
        case.states = Some(outcome.counted.total());
    } else if outcome.moves.is_none() && outcome.status != Status::Unsolvable {
        return Err(stopped("the search", &outcome));
    }
    compare(expectation.moves, outcome.moves)?;
    if let Some(solution) = &outcome.solution {
        verify(puzzle, style, solution)
            .map_err(|flaw| Trouble::Wrong(format!("the solution is wrong: {flaw}")))?;
        case.verified = true;
    }
    let Some(expected) = expectation.states else { return Ok(()) };
    if case.states.is_none() {
        request.until = Until::Exhausted;
        request.want_solution = false;
        let outcome = search(puzzle, &request, &mut Watch(cancelled))?;
        if let Status::Stopped(_) = outcome.status {
            return Err(stopped("counting the configurations", &outcome));
        }
        compare(expectation.moves, outcome.moves)?;
        case.states = Some(outcome.counted.total());
    }
    match case.states {
        Some(found) if found != expected => Err(Trouble::Wrong(format!(
            "expected {}, found {found}",
            counted(expected, "configuration")
        ))),
        _ => Ok(()),
    }
}

fn stopped(what: &str, outcome: &Answer) -> Trouble {
    let limit = limit(outcome.status).unwrap_or("unknown");
    Trouble::Stopped(format!(
        "{what} met the {limit} limit after {}",
        counted(outcome.counted.total(), "configuration")
    ))
}

fn compare(expected: Option<u64>, found: Option<u64>) -> Result<(), Trouble> {
    let words = |moves: Option<u64>| match moves {
        Some(moves) => counted(moves, "move"),
        None => "no solution".to_owned(),
    };
    if expected == found {
        return Ok(());
    }
    Err(Trouble::Wrong(format!("expected {}, found {}", words(expected), words(found))))
}
