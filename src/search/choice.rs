//! Which engine searches.

use num_bigint::BigUint;

use super::compiled::takes;
use super::{Engine, Observer, Outcome, Request, RingSize, SearchError, Until};
use super::{index, meet, table};
use crate::board::{Shape, Shapes};
use crate::knuth as ring;
use crate::puzzle::{Configuration, Puzzle};
use crate::rank::{Ranking, meeting};

/// Orders of the pieces among themselves from which on an index is worth its making.
const MANY_ORDERS: u32 = 48;

/// Placements up to which a search from one end is no matter.
const FEW_PLACEMENTS: u32 = 1_000_000;
/// What may be spent on counting them.
const RANKING_BYTES: u64 = 1 << 20;

/// The most configurations that the goals are spelt out into.
const MOST_GOALS: usize = 1 << 20;

pub(super) fn search(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    let (engine, why) = match request.engine {
        Engine::Auto => choose(puzzle, request),
        engine => (engine, "it was asked for".to_owned()),
    };
    observer.engine_chosen(engine.name(), &why);
    match engine {
        Engine::Ring => ring::search(puzzle, request, observer),
        Engine::Index => match index::search(puzzle, request, observer) {
            Err(error) if request.engine == Engine::Auto => {
                let why = format!("not the index, as {error}");
                observer.engine_chosen(Engine::Table.name(), &why);
                takes(puzzle)?;
                Ok(table::search(puzzle, request, observer))
            }
            result => result,
        },
        Engine::Meet => {
            takes(puzzle)?;
            let goals = goals(puzzle, request)?;
            Ok(meet::search(puzzle, &goals, request, observer))
        }
        Engine::Table | Engine::Auto => {
            takes(puzzle)?;
            Ok(table::search(puzzle, request, observer))
        }
    }
}

/// Chooses by what is asked and by what the puzzle is like, and says why.
fn choose(puzzle: &Puzzle, request: &Request) -> (Engine, String) {
    if matches!(request.ring, RingSize::Words(_)) || request.ring_folder.is_some() {
        return (Engine::Ring, "a ring was asked for".to_owned());
    }
    if let Err(error) = takes(puzzle) {
        return (Engine::Ring, error.to_string());
    }
    let orders = orders(puzzle);
    let is_complete = puzzle.goals().iter().all(|goal| goal.is_complete());
    match request.until {
        Until::Solved if is_complete => match few_placements(puzzle) {
            Some(total) => (Engine::Table, format!("there are only {total} placements")),
            None => (Engine::Meet, "there are many placements, and the goal is complete".into()),
        },
        Until::Exhausted if orders >= MANY_ORDERS.into() => {
            let why = format!("pieces of the same shape have {orders} orders");
            (Engine::Index, why)
        }
        Until::Solved => (Engine::Table, "the goal is partial".to_owned()),
        Until::Exhausted => {
            (Engine::Table, "there are few orders of pieces of the same shape".to_owned())
        }
    }
}

/// The number of placements, if it is known quickly and small enough that half of the way from each
/// end is not much less than all.
fn few_placements(puzzle: &Puzzle) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, RANKING_BYTES).ok()?;
    (*ranking.total() <= FEW_PLACEMENTS.into()).then(|| ranking.total().clone())
}

/// In how many orders the kinds of each shape can stand in the places of that shape.
fn orders(puzzle: &Puzzle) -> BigUint {
    let counts = puzzle.counts();
    let factorial = |pieces: u32| (1..=pieces).map(BigUint::from).product::<BigUint>();
    let of_shape = |shape: &Shape| {
        let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
        let alike: BigUint = counts.clone().map(factorial).product();
        factorial(counts.sum()) / alike
    };
    Shapes::new(puzzle).list().iter().map(of_shape).product()
}

/// All configurations that meet a goal, reachable or not.
fn goals(puzzle: &Puzzle, request: &Request) -> Result<Vec<Configuration>, SearchError> {
    if request.until == Until::Exhausted {
        return Err(SearchError::Unsuited("the meet engine stops at the goal"));
    }
    // A configuration is a list that takes some dozens of bytes.
    let most = MOST_GOALS.min(usize::try_from(request.memory() / 512).unwrap_or(usize::MAX));
    let mut goals = Vec::new();
    for goal in puzzle.goals() {
        let more = meeting(puzzle, goal, most.saturating_sub(goals.len()));
        goals.extend(more.ok_or(SearchError::Unsuited(
            "too many configurations meet the goal for the meet engine; try --engine table",
        ))?);
    }
    Ok(goals)
}
