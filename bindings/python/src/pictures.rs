//! Answers as texts, pictures and pages.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::notation::transcript::{self, ParsedMove};
use sliding::puzzle::{Move, Solution, Style};
use sliding::report::page::{Hidden, Page, Playable};
use sliding::report::scene::{Appearance, Theme};
use sliding::report::solution::SolutionReport;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::subject::Subject;
use sliding::report::{Look, Report};
use sliding::solve::{self, Counted, Engine, Stopped};

use crate::puzzle::Puzzle;
use crate::raised;

/// What is drawn of an `Answer` of Python: any object with these attributes.
#[derive(FromPyObject)]
pub struct Answer {
    style: u8,
    status: String,
    limit: Option<String>,
    moves: Option<u64>,
    at_least: Option<u64>,
    shortest: Option<bool>,
    levels: Vec<u64>,
    positions: u64,
    elapsed_ms: f64,
    engine: String,
    verified: Option<bool>,
    _text: String,
}

impl Answer {
    fn style(&self) -> Style {
        Style::new(self.style).unwrap_or(Style::WALK)
    }

    fn status(&self) -> solve::Status {
        let bound = self.at_least.unwrap_or(1).saturating_sub(1);
        solve::Status::Stopped(match (&*self.status, self.limit.as_deref()) {
            ("solved", _) => return solve::Status::Solved,
            ("unsolvable", _) => return solve::Status::Unsolvable,
            (_, Some("moves")) => Stopped::Moves(bound),
            (_, Some("memory")) => Stopped::Memory,
            (_, Some("rounds")) => Stopped::Rounds,
            (_, Some("time")) => Stopped::Time,
            (_, Some("disk")) => Stopped::Disk,
            _ => Stopped::Cancelled,
        })
    }

    /// Returns the answer of the library that had these fields.
    fn outcome(&self, puzzle: &Puzzle) -> PyResult<solve::Answer> {
        let engine = match &*self.engine {
            "parity" => Engine::Parity,
            named => raised::engine(named)?,
        };
        let (levels, positions) = (self.levels.clone(), self.positions);
        // Of a search from both ends, only the sum of the levels is drawn.
        let counted = if levels.is_empty() || engine == Engine::Meet {
            Counted::Visited { positions, at_least: self.at_least.unwrap_or(0) }
        } else {
            Counted::Reached { levels, configurations: positions }
        };
        let mut outcome = solve::Answer::new(self.status(), engine, counted);
        outcome.moves = self.moves;
        outcome.is_shortest = self.shortest.unwrap_or(true);
        outcome.elapsed = Duration::from_micros((self.elapsed_ms * 1000.0).round() as u64);
        if self.verified.is_some() {
            let moves = transcript::moves(&puzzle.inner, &self._text);
            let moves = moves.map_err(|error| raised::unreadable("solution", &error))?.into_iter();
            let whole = |ParsedMove { pieces, steps, after, .. }| {
                Some(Move { pieces, steps, after: after? })
            };
            outcome.solution = Some(Solution { moves: moves.filter_map(whole).collect() });
        }
        Ok(outcome)
    }
}

/// Returns how a picture is to look.
pub fn appearance(theme: &str, labels: bool) -> PyResult<Appearance> {
    let theme = match theme {
        "auto" => Theme::Auto,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => {
            return Err(PyValueError::new_err(format!(
                "no theme `{theme}`: expected auto, light or dark"
            )));
        }
    };
    Ok(Appearance { theme, labels })
}

/// Returns what is written into memory.
fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> PyResult<String> {
    let mut text = Vec::new();
    write(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Returns every move for people, with the board after it, below what the puzzle is called.
#[pyfunction]
pub fn text(puzzle: &Puzzle, answer: Answer) -> PyResult<String> {
    let outcome = answer.outcome(puzzle)?;
    let subject = puzzle.subject(answer.style());
    let name = match (subject.name, &*puzzle.file) {
        ("", "<string>") => "puzzle",
        ("", file) => file,
        (name, _) => name,
    };
    let report = SolutionReport::new(Subject { name, ..subject }, &outcome);
    let report = SolutionReport { verified: answer.verified, ..report };
    written(|out| report.text(out, Look::default()))
}

/// Returns a sheet with all boards.
#[pyfunction]
pub fn sheet(puzzle: &Puzzle, answer: Answer, theme: &str, labels: bool) -> PyResult<String> {
    let (outcome, appearance) = (answer.outcome(puzzle)?, appearance(theme, labels)?);
    Ok(solution_sheet(
        &puzzle.inner,
        puzzle.inner.name(),
        answer.style(),
        &outcome,
        appearance,
        false,
    )
    .svg())
}

/// Returns a picture that moves.
#[pyfunction]
pub fn animation(
    puzzle: &Puzzle,
    answer: Answer,
    theme: &str,
    labels: bool,
    speed: f64,
) -> PyResult<String> {
    let (outcome, appearance) = (answer.outcome(puzzle)?, appearance(theme, labels)?);
    let message = "a speed is a number of moves a second, from 0.1 to 20";
    let speed = Speed::new(speed).ok_or_else(|| PyValueError::new_err(message))?;
    Ok(animated(&puzzle.inner, puzzle.inner.name(), answer.style(), &outcome, appearance, speed)
        .svg())
}

/// Returns a page to play on, in one file.
#[pyfunction]
pub fn page(puzzle: &Puzzle, answer: Answer) -> PyResult<String> {
    let (outcome, puzzle) = (answer.outcome(puzzle)?, &*puzzle.inner);
    let (name, style) = (puzzle.name(), answer.style());
    let playable = Playable { puzzle, name, style, outcome: &outcome, distances: None };
    written(|out| Page { puzzles: &[playable], hidden: Hidden::default() }.write(out))
}
