//! What puzzles are, in all notations: read, written and drawn.

use std::borrow::Cow;

use serde::Serialize;
use sliding::Puzzle;
use sliding::notation::{NOTATIONS, Notation, Parsed};
use sliding::puzzle::advice::advise;
use sliding::report::Report;
use sliding::report::game::GameWithStyleSheet;
use sliding::report::json::{Object, read_as};
use sliding::report::puzzle::sheet::PuzzleSheet;
use sliding::report::puzzle::{PuzzleReport, RejectedReport};
use sliding::report::replay::ReplayReport;
use sliding::report::subject::Subject;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::AnswerError;
use crate::{Answer, answer, json};

/// Maximum number of cells of a picture: the pieces of larger boards could not be seen.
const DRAWN_CELLS: u64 = 10_000;

/// What a puzzle is, or why a text is none: `sliding/check/1`.
///
/// # Errors
///
/// What is wrong with the options.
#[wasm_bindgen]
pub fn check(text: &str, options: &str) -> Answer {
    answer(options, |request| Ok(checked(request.parsed(text)?)))
}

fn checked(parsed: Parsed) -> String {
    match parsed {
        Err(error) => json(&RejectedReport { file: "", error: &error }.json()),
        Ok((puzzle, warnings)) => {
            let advice = advise(&puzzle);
            // Other styles take searches, which would double the size of this part.
            let (puzzle, advice, warnings) = (&puzzle, &advice[..], &warnings[..]);
            let (name, file, other_styles) = ("", "", None);
            json(&PuzzleReport { puzzle, name, file, advice, warnings, other_styles }.json())
        }
    }
}

/// A puzzle in the notation that searches read.
#[derive(Serialize)]
struct Plain {
    text: String,
    /// What the author calls the pieces, which SLIDING's notation does not say.
    names: Vec<Cow<'static, str>>,
    read_as: Option<Object>,
}

/// The puzzle in the notation that searches read, for a text in any, and how that was understood.
///
/// # Errors
///
/// What is wrong with the text or the options.
#[wasm_bindgen]
pub fn plain(text: &str, options: &str) -> Answer {
    answer(options, |request| {
        let puzzle = request.puzzle(text)?;
        let text =
            NOTATIONS[0].write(&puzzle).map_err(|error| AnswerError::of(error.to_string()))?;
        let names = puzzle.origin().names.clone();
        Ok(json(&Plain { text, names, read_as: read_as(&puzzle) }))
    })
}

/// The puzzle as a page plays it, and its colours.
///
/// # Errors
///
/// What is wrong with the text or the options, and where the board is too large to be seen.
#[wasm_bindgen]
pub fn game(text: &str, options: &str) -> Answer {
    answer(options, |request| {
        let puzzle = request.puzzle(text)?;
        drawable(&puzzle)?;
        Ok(json(&GameWithStyleSheet::new(&puzzle, request.style()?)))
    })
}

/// Whether written moves can be made and solve the puzzle: `sliding/verify/1`.
///
/// # Errors
///
/// What is wrong with the text, the options or the moves as they are written.
#[wasm_bindgen]
pub fn verify(text: &str, options: &str, solution: &str) -> Answer {
    answer(options, |request| {
        let puzzle = request.puzzle(text)?;
        let subject = Subject::new(&puzzle, request.style()?, "");
        Ok(json(&ReplayReport::read(subject, "", solution)?.json()))
    })
}

/// The puzzle in another notation.
///
/// # Errors
///
/// What is wrong with the text or the options, and what the notation cannot express.
#[wasm_bindgen]
pub fn convert(text: &str, options: &str, name: &str) -> Answer {
    answer(options, |request| {
        let notation = Notation::named(name).filter(|notation| notation.is_written());
        let notation = notation.ok_or_else(|| {
            let names = NOTATIONS.iter().filter(|known| known.is_written()).map(|known| known.name);
            let names = Vec::from_iter(names).join(", ");
            AnswerError::of(format!("no notation `{name}`: expected one of {names}"))
        })?;
        notation.write(&request.puzzle(text)?).map_err(|error| AnswerError::of(error.to_string()))
    })
}

/// The start and the goals as SVG.
///
/// # Errors
///
/// What is wrong with the text or the options, and where the board is too large to be seen.
#[wasm_bindgen]
pub fn draw(text: &str, options: &str) -> Answer {
    answer(options, |request| {
        let puzzle = request.puzzle(text)?;
        drawable(&puzzle)?;
        let mut sheet = PuzzleSheet::new(&puzzle, puzzle.name(), request.appearance()?);
        sheet.is_bare = request.bare;
        sheet.has_goals = request.goals.unwrap_or(true);
        Ok(sheet.scene().svg())
    })
}

/// Refuses boards that are too large for a picture.
fn drawable(puzzle: &Puzzle) -> Result<(), AnswerError> {
    let size = puzzle.size();
    match u64::from(size.rows) * u64::from(size.cols) {
        0..=DRAWN_CELLS => Ok(()),
        _ => {
            Err(AnswerError::of(format!("a board of more than {DRAWN_CELLS} cells has no picture")))
        }
    }
}
