//! Searches within a time: an exact engine, and beams once that would not end.

use super::goals;
use crate::engine::choose::FEW_GOALS;
use crate::engine::compiled::{check_puzzle, suits_beam};
use crate::engine::forecast::Forecast;
use crate::engine::host::{IS_WASM, Instant};
use crate::engine::query::{Answer, Budget, Engine, Observer, Query, Refusal, Stopped, Until};
use crate::engine::rank::meeting_any;
use crate::engine::table::SearchSize;
use crate::engine::{beam, table};
use crate::knuth;

/// Whether the beam engine may get the rest of the time, if an exact search does not suffice.
pub fn beam_may_follow(query: &Query, budget: &Budget) -> bool {
    query.beam.is_some()
        && query.engine == Engine::Auto
        && query.until == Until::Solved
        && budget.deadline.is_some()
        && budget.max_moves.is_none()
        && query.disk.is_none()
        && check_puzzle(query.puzzle).is_ok()
        && suits_beam(query.puzzle, query.style)
}

/// Searches exactly; once it is clear that this will not end in time, or not in the memory, the
/// beam engine gets the rest of the time.
pub fn until_deadline(
    engine: Engine,
    deadline: Instant,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let mut forecast = Forecast::new(deadline);
    let mut trial = None;
    let continues = &mut |size: SearchSize| {
        forecast.look(size.positions)?;
        let Some(end) = forecast.trial() else { return Ok(()) };
        let memory = budget.memory.saturating_sub(size.bytes);
        let part = Budget { deadline: Some(end), memory, ..budget.clone() };
        let answer = trial.insert(beam(query, &part, beam::Known::default(), &mut ()));
        budget.look()?;
        match answer.is_final() {
            true => Err(Stopped::Rounds),
            false => forecast.tried(answer.moves),
        }
    };
    let exact = if engine == Engine::Ring && !IS_WASM {
        knuth::search(query, &forecast.first_part(budget), observer)?
    } else {
        let goals = goals(engine, query, budget)?;
        table::search(query, goals.as_deref(), budget, observer, continues)
    };
    if exact.is_final() || exact.moves.is_some() {
        return Ok(exact);
    }
    let at_least = exact.at_least().unwrap_or(0);
    let trial = trial.filter(|answer| answer.moves.is_some() || answer.is_final());
    let trial = trial.map(|answer| answer.with_bound(at_least));
    if budget.look().is_err() || trial.as_ref().is_some_and(Answer::is_final) {
        return Ok(trial.unwrap_or(exact));
    }
    observer.engine_chosen(Engine::Beam, "an exact search would not end within the limits");
    let moves = trial.as_ref().and_then(|answer| answer.moves);
    if let Some(moves) = moves {
        observer.improved(moves, at_least);
    }
    let positions = exact.counted.total();
    let known = beam::Known { at_least, positions, moves };
    let mut answer = beam(query, budget, known, observer);
    if let Some(trial) = trial {
        answer = answer.or_shorter(trial);
    }
    Ok(answer.or_earlier(exact))
}

/// Runs the beam engine because the query asks for it.
pub fn asked_beam(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    check_puzzle(query.puzzle)?;
    let why = if !suits_beam(query.puzzle, query.style) {
        "the beam engine takes boards of up to 256 cells and styles 0 to 2 here"
    } else if query.until == Until::Exhausted {
        "the beam engine stops at the goal"
    } else if budget.max_moves.is_some() {
        "the beam engine takes no limit on moves: it cannot prove that no solution is within it"
    } else if budget.deadline.is_none() && query.beam.is_none_or(|beam| beam.rounds.is_none()) {
        "the beam engine needs a limit: set a time limit or a number of rounds"
    } else {
        return Ok(beam(query, budget, beam::Known::default(), observer));
    };
    Err(Refusal::Unsuited(why))
}

/// Runs the beam engine, with exact searches for its lower bounds.
fn beam(query: &Query, budget: &Budget, known: beam::Known, observer: &mut dyn Observer) -> Answer {
    let few_goals = meeting_any(query.puzzle, FEW_GOALS).filter(|goals| !goals.is_empty());
    let exact_query = Query { engine: Engine::Auto, ..query.clone() };
    let mut exact = |positions: u64, max_moves: Option<u64>| {
        // The beam holds the other half of the memory meanwhile.
        let budget = Budget { max_moves, memory: budget.memory / 2, ..budget.clone() };
        let continues = &mut |size: SearchSize| match size.positions < positions {
            true => Ok(()),
            false => Err(Stopped::Rounds),
        };
        table::search(&exact_query, few_goals.as_deref(), &budget, &mut (), continues)
    };
    beam::search(query, budget, known, &mut exact, observer)
}
