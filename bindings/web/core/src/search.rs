//! Searches, and the moves that can be made. They take texts in SLIDING's notation alone; of any other they throw
//! [`UNREAD`](crate::error::UNREAD), and [`plain`](crate::texts::plain) makes one of them. Searches report
//! their progress to a function.

use js_sys::Function;
use sliding::analyse::{MapOrigin, explore as map, first_moves};
use sliding::report::Report;
use sliding::report::hint::HintReport;
use sliding::report::json::step;
use sliding::report::map::MapReport;
use sliding::report::solution::SolutionReport;
use sliding::report::subject::Subject;
use sliding::solve::solve as search;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::AnswerError;
use crate::progress::ProgressObserver;
use crate::{Answer, answer, json};

/// Number of the farthest configurations that are listed, as by the program.
const FARTHEST: usize = 12;
/// Maximum number of moves that are listed.
const MOVES: usize = 10_000;

/// A shortest solution: `sliding/solve/1`.
///
/// # Errors
///
/// What is wrong with the text or the options, and why a search cannot begin.
#[wasm_bindgen]
pub fn solve(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |request| {
        let puzzle = request.plain_puzzle(text)?;
        let query = request.query(&puzzle)?;
        let outcome =
            search(&query, &request.budget()?, &mut ProgressObserver::new(listener.as_ref()))?;
        let (subject, outcome) = (Subject::new(&puzzle, query.style, ""), &outcome);
        // Other styles would double the size of this part.
        Ok(json(&SolutionReport::new(subject, outcome).json()))
    })
}

/// The next move, and how many are left: `sliding/solve/1`.
///
/// # Errors
///
/// Those of [`solve`].
#[wasm_bindgen]
pub fn hint(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |request| {
        let puzzle = request.plain_puzzle(text)?;
        let query = request.query(&puzzle)?;
        let outcome =
            search(&query, &request.budget()?, &mut ProgressObserver::new(listener.as_ref()))?;
        let subject = Subject::new(&puzzle, query.style, "");
        Ok(json(&HintReport { subject, answer: &outcome }.json()))
    })
}

/// The map of all that can be reached: `sliding/explore/1`.
///
/// # Errors
///
/// Those of [`solve`].
#[wasm_bindgen]
pub fn explore(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |request| {
        let puzzle = request.plain_puzzle(text)?;
        let mut query = request.query(&puzzle)?;
        // Codes are turned slowly here: it takes longer than what it saves.
        query.uses_symmetry = false;
        let most = request.most.unwrap_or(FARTHEST);
        let map =
            map(&query, &request.budget()?, most, &mut ProgressObserver::new(listener.as_ref()))?;
        let (subject, origin) = (Subject::new(&puzzle, query.style, ""), MapOrigin::Start);
        Ok(json(&MapReport { subject, map: &map, origin, positions: &[] }.json()))
    })
}

/// The moves that can be made, as in `solution` of `sliding/solve/1`.
///
/// # Errors
///
/// What is wrong with the text or the options, and where there are too many moves.
#[wasm_bindgen]
pub fn moves(text: &str, options: &str) -> Answer {
    answer(options, |request| {
        let puzzle = request.plain_puzzle(text)?;
        let most = request.most.unwrap_or(MOVES);
        let moves = first_moves(&puzzle, request.style()?, most)?
            .ok_or_else(|| AnswerError::of(format!("more than {most} moves can be made")))?;
        let names = puzzle.names();
        Ok(json(&moves.iter().map(|one| step(&names, one)).collect::<Vec<_>>()))
    })
}
