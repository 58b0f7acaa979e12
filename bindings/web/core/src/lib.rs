//! The core as WebAssembly: what a worker asks of it.
//!
//! Every function takes the text of a puzzle in any notation and an object of options as JSON, and
//! returns the text of an object that `docs/JSON.md` describes; or it throws one that says what is wrong.
//! `bindings/web/sliding.d.ts` has the types of all these. Searches tell a function how far they have
//! come.

mod asked;
mod trouble;
mod watch;

use js_sys::Function;
use serde::Serialize;
use sliding::Puzzle;
use sliding::advice::advise;
use sliding::analyse::{Origin, explore as map, first_moves};
use sliding::notation::{self, NOTATIONS, Notation};
use sliding::report::game::Dressed;
use sliding::report::hint::HintReport;
use sliding::report::json::Step;
use sliding::report::map::MapReport;
use sliding::report::puzzle::sheet::PuzzleSheet;
use sliding::report::puzzle::{PuzzleReport, Rejected};
use sliding::report::solution::SolutionReport;
use sliding::solve::solve as search;
use wasm_bindgen::prelude::wasm_bindgen;

use asked::Asked;
use trouble::Trouble;
use watch::Watch;

/// So many of the farthest configurations are listed, as by the program.
const FARTHEST: usize = 12;
/// More moves than anybody wants to choose from.
const MOVES: usize = 10_000;
/// Larger boards have no picture: nobody could see the pieces.
const DRAWN_CELLS: u64 = 10_000;

/// An object of a report as text.
fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("reports have texts for keys, and go into memory")
}

/// An answer, or what is thrown.
type Answer = Result<String, String>;

/// Lets `find` answer, with the options that were read.
fn answer(options: &str, find: impl FnOnce(&Asked) -> Result<String, Trouble>) -> Answer {
    Asked::read(options).and_then(|asked| find(&asked)).map_err(|trouble| trouble.thrown())
}

/// What a puzzle is, or why a text is none: `sliding/check/1`.
#[wasm_bindgen]
pub fn check(text: &str) -> String {
    match notation::parse(text) {
        Err(error) => json(&Rejected::new("", error.problems())),
        Ok((puzzle, warnings)) => {
            let advice = advise(&puzzle);
            json(&PuzzleReport { puzzle: &puzzle, advice: &advice, warnings: &warnings }.json(""))
        }
    }
}

/// A shortest solution: `sliding/solve/1`.
///
/// # Errors
///
/// What is wrong with the text or the options, and why a search cannot begin.
#[wasm_bindgen]
pub fn solve(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        let query = asked.query(&puzzle)?;
        let outcome = search(&query, &asked.budget()?, &mut Watch::new(listener.as_ref()))?;
        let style = query.style;
        let report = SolutionReport { puzzle: &puzzle, style, outcome: &outcome, verified: None };
        Ok(json(&report.json("")))
    })
}

/// The next move, and how many are left: `sliding/hint/1`.
///
/// # Errors
///
/// Those of [`solve`].
#[wasm_bindgen]
pub fn hint(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        let query = asked.query(&puzzle)?;
        let outcome = search(&query, &asked.budget()?, &mut Watch::new(listener.as_ref()))?;
        let style = query.style;
        Ok(json(&HintReport { puzzle: &puzzle, style, outcome: &outcome }.json("")))
    })
}

/// The map of all that can be reached: `sliding/explore/1`.
///
/// # Errors
///
/// Those of [`solve`].
#[wasm_bindgen]
pub fn explore(text: &str, options: &str, listener: Option<Function>) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        let mut query = asked.query(&puzzle)?;
        // Codes are turned slowly here: it takes longer than what it saves.
        query.uses_symmetry = false;
        let most = asked.most.unwrap_or(FARTHEST);
        let map = map(&query, &asked.budget()?, most, &mut Watch::new(listener.as_ref()))?;
        let (style, origin) = (query.style, Origin::Start);
        Ok(json(&MapReport { puzzle: &puzzle, style, map: &map, origin, asked: &[] }.json("")))
    })
}

/// The moves that can be made, as in `solution` of `sliding/solve/1`.
///
/// # Errors
///
/// What is wrong with the text or the options, and where there are too many moves.
#[wasm_bindgen]
pub fn moves(text: &str, options: &str) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        let most = asked.most.unwrap_or(MOVES);
        let moves = first_moves(&puzzle, asked.style()?, most)?
            .ok_or_else(|| Trouble::of(format!("more than {most} moves can be made")))?;
        Ok(json(&moves.iter().map(|one| Step::new(&puzzle, one)).collect::<Vec<_>>()))
    })
}

/// The puzzle as a page plays it, and its colours.
///
/// # Errors
///
/// What is wrong with the text or the options, and where the board is too large to be seen.
#[wasm_bindgen]
pub fn game(text: &str, options: &str) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        drawable(&puzzle)?;
        Ok(json(&Dressed::new(&puzzle, asked.style()?)))
    })
}

/// The puzzle in another notation.
///
/// # Errors
///
/// What is wrong with the text or the options, and why the notation has no words for it.
#[wasm_bindgen]
pub fn convert(text: &str, options: &str, name: &str) -> Answer {
    answer(options, |asked| {
        let notation = Notation::named(name).filter(|notation| notation.is_written());
        let notation = notation.ok_or_else(|| {
            let names = NOTATIONS.iter().filter(|known| known.is_written()).map(|known| known.name);
            let names = Vec::from_iter(names).join(", ");
            Trouble::of(format!("no notation `{name}`: expected one of {names}"))
        })?;
        notation
            .write(&asked.puzzle(text)?)
            .map_err(|error| Trouble::of(format!("{name} has no words for this puzzle: {error}")))
    })
}

/// The start and the goals as SVG.
///
/// # Errors
///
/// What is wrong with the text or the options, and where the board is too large to be seen.
#[wasm_bindgen]
pub fn draw(text: &str, options: &str) -> Answer {
    answer(options, |asked| {
        let puzzle = asked.puzzle(text)?;
        drawable(&puzzle)?;
        let mut sheet = PuzzleSheet::new(&puzzle, puzzle.name(), asked.look()?);
        sheet.is_bare = asked.bare;
        sheet.has_goals = asked.goals.unwrap_or(true);
        Ok(sheet.svg())
    })
}

/// Refuses boards that nobody could see.
fn drawable(puzzle: &Puzzle) -> Result<(), Trouble> {
    let size = puzzle.size();
    match u64::from(size.rows) * u64::from(size.cols) {
        0..=DRAWN_CELLS => Ok(()),
        _ => Err(Trouble::of(format!("a board of more than {DRAWN_CELLS} cells has no picture"))),
    }
}
