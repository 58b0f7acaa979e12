//! Answers with their solutions: reports, pictures, pages.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::analyse::other_styles::{OtherStyles, other_styles};
use sliding::check::verify;
use sliding::puzzle::{self, Style};
use sliding::report::boxes::Ink;
use sliding::report::draw::{Appearance, Theme};
use sliding::report::hint;
use sliding::report::json as report;
use sliding::report::page::{Hidden, Page, Playable};
use sliding::report::solution::SolutionReport;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::subject::Subject;
use sliding::solve;

use crate::json;

/// What a search found, with the puzzle that it is about.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Answer {
    puzzle: Arc<puzzle::Puzzle>,
    style: Style,
    outcome: solve::Answer,
    verified: Option<bool>,
    other_styles: Option<OtherStyles>,
}

impl Answer {
    /// An answer; with a replay of its solution, if that is wanted.
    pub fn new(
        puzzle: &Arc<puzzle::Puzzle>,
        style: Style,
        outcome: solve::Answer,
        is_to_be_verified: bool,
    ) -> Self {
        let replayed = outcome.solution.as_ref().filter(|_| is_to_be_verified);
        let verified = replayed.map(|solution| verify(puzzle, style, solution).is_ok());
        let other_styles = (outcome.status == solve::Status::Unsolvable)
            .then(|| other_styles(puzzle, style, &solve::Interrupt::default()))
            .flatten();
        Answer { puzzle: Arc::clone(puzzle), style, outcome, verified, other_styles }
    }

    /// The same without the solution, for those who only wanted it to be replayed.
    pub fn forget_solution(&mut self) {
        self.outcome.solution = None;
    }

    fn report<'a>(&'a self, file: &'a str) -> SolutionReport<'a> {
        let Answer { puzzle, style, outcome, verified, other_styles } = self;
        SolutionReport {
            subject: Subject::new(puzzle, *style, file),
            outcome,
            verified: *verified,
            other_styles: other_styles.as_ref(),
        }
    }
}

/// Status, limit, moves, states, milliseconds, engine.
type Summary = (&'static str, Option<&'static str>, Option<u64>, u64, f64, &'static str);

/// How a picture is to look.
pub fn appearance(theme: &str, labels: bool) -> PyResult<Appearance> {
    let theme = match theme {
        "auto" => Theme::Auto,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => {
            let message = format!("no theme `{theme}`: expected auto, light or dark");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(Appearance { theme, labels })
}

#[pymethods]
impl Answer {
    /// The object `sliding/solve/1`.
    fn json(&self, file: &str) -> String {
        json(&self.report(file).json())
    }

    /// What is asked for most, as in that object: status, limit, moves, states, milliseconds, engine.
    fn summary(&self) -> Summary {
        let outcome = &self.outcome;
        let (status, limit) = (report::status(outcome.status), report::limit(outcome.status));
        let time = report::milliseconds(outcome.elapsed);
        let states = outcome.counted.total();
        (status, limit, outcome.moves, states, time, outcome.engine.name())
    }

    /// The object `sliding/hint/1`.
    fn hint(&self, file: &str) -> String {
        let Answer { puzzle, style, outcome, .. } = self;
        json(&hint::json(&Subject::new(puzzle, *style, file), outcome))
    }

    /// Every move for people, with the board after it.
    fn text(&self) -> String {
        let mut text = Vec::new();
        let written = self.report("").write_text(&mut text, Ink::Plain);
        written.expect("memory takes all that is written");
        String::from_utf8(text).expect("reports are text")
    }

    /// A sheet with all boards.
    fn svg(&self, theme: &str, labels: bool) -> PyResult<String> {
        let appearance = appearance(theme, labels)?;
        let (puzzle, name) = (&self.puzzle, self.puzzle.name());
        Ok(solution_sheet(puzzle, name, self.style, &self.outcome, appearance))
    }

    /// A picture that moves.
    fn animated(&self, theme: &str, labels: bool, speed: f64) -> PyResult<String> {
        let appearance = appearance(theme, labels)?;
        let speed = Speed::new(speed).ok_or_else(|| {
            PyValueError::new_err("a speed is a number of moves a second, from 0.1 to 20")
        })?;
        let (puzzle, name) = (&self.puzzle, self.puzzle.name());
        Ok(animated(puzzle, name, self.style, &self.outcome, appearance, speed))
    }

    /// A page to play on, in one file.
    fn page(&self) -> String {
        let playable = Playable {
            puzzle: &self.puzzle,
            name: self.puzzle.name(),
            style: self.style,
            outcome: &self.outcome,
            distances: None,
        };
        let mut page = Vec::new();
        let written = Page { puzzles: &[playable], hidden: Hidden::default() }.write(&mut page);
        written.expect("memory takes all that is written");
        String::from_utf8(page).expect("pages are text")
    }
}
