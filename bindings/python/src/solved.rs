//! Answers with their solutions: reports, pictures, pages.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::check::verify;
use sliding::notation::transcript::{self, ParsedMove};
use sliding::puzzle::{self, Move, Solution, Style};
use sliding::report::hint::HintReport;
use sliding::report::json as report;
use sliding::report::page::{Hidden, Page, Playable};
use sliding::report::scene::{Appearance, Theme};
use sliding::report::solution::SolutionReport;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::subject::Subject;
use sliding::report::{Look, Report};
use sliding::solve::{self, Counted, Engine, Stopped};

use crate::json;
use crate::puzzle::Puzzle;
use crate::raised;

/// What a search found, with the puzzle that it is about.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Answer {
    puzzle: Arc<puzzle::Puzzle>,
    style: Style,
    outcome: solve::Answer,
    verified: Option<bool>,
}

impl Answer {
    /// An answer; with a replay of its solution, if that is wanted.
    pub fn new(
        puzzle: &Arc<puzzle::Puzzle>,
        style: Style,
        mut outcome: solve::Answer,
        is_to_be_verified: bool,
    ) -> Self {
        // As the fields have it: then the text of a pickled answer shows the same time.
        outcome.elapsed = Duration::from_micros(outcome.elapsed.as_micros() as u64);
        let replayed = outcome.solution.as_ref().filter(|_| is_to_be_verified);
        let verified = replayed.map(|solution| verify(puzzle, style, solution).is_ok());
        Answer { puzzle: Arc::clone(puzzle), style, outcome, verified }
    }

    /// The same without the solution, for those who only wanted it to be replayed.
    pub fn forget_solution(&mut self) {
        self.outcome.solution = None;
    }

    fn report<'a>(&'a self, file: &'a str) -> SolutionReport<'a> {
        let Answer { puzzle, style, outcome, verified } = self;
        let subject = Subject::new(puzzle, *style, file);
        SolutionReport { verified: *verified, ..SolutionReport::new(subject, outcome) }
    }
}

/// The fields of an answer that was stored: any object with these attributes.
#[derive(FromPyObject)]
pub struct AnswerFields {
    status: String,
    limit: Option<String>,
    moves: Option<u64>,
    at_least: Option<u64>,
    shortest: Option<bool>,
    positions: u64,
    elapsed_ms: f64,
    engine: String,
    seed: Option<u64>,
    width: Option<u64>,
    rounds: Option<u32>,
    verified: Option<bool>,
    has_solution: bool,
}

impl AnswerFields {
    fn outcome(&self, levels: Vec<u64>) -> PyResult<solve::Answer> {
        let engine = match self.engine.as_str() {
            "parity" => Engine::Parity,
            asked => raised::engine(asked)?,
        };
        let mut outcome = solve::Answer::new(self.status()?, engine, self.counted(engine, levels));
        outcome.moves = self.moves;
        outcome.is_shortest = self.shortest.unwrap_or(true);
        outcome.elapsed = Duration::from_micros((self.elapsed_ms * 1000.0).round() as u64);
        Ok(outcome)
    }

    fn status(&self) -> PyResult<solve::Status> {
        let stopped = match (self.status.as_str(), self.limit.as_deref()) {
            ("solved", _) => return Ok(solve::Status::Solved),
            ("unsolvable", _) => return Ok(solve::Status::Unsolvable),
            (_, Some("moves")) => Stopped::Moves(self.at_least.unwrap_or(1).saturating_sub(1)),
            (_, Some("memory")) => Stopped::Memory,
            (_, Some("rounds")) => Stopped::Rounds,
            (_, Some("time")) => Stopped::Time,
            (_, Some("cancelled")) => Stopped::Cancelled,
            (_, Some("disk")) => Stopped::Disk,
            (other, _) => return Err(PyValueError::new_err(format!("no status `{other}`"))),
        };
        Ok(solve::Status::Stopped(stopped))
    }

    fn counted(&self, engine: Engine, levels: Vec<u64>) -> Counted {
        let (positions, at_least) = (self.positions, self.at_least.unwrap_or(0));
        match (self.seed, self.width, self.rounds) {
            (Some(seed), Some(width), Some(rounds)) => {
                Counted::Kept { positions, at_least, seed, width, rounds }
            }
            _ if levels.is_empty() => Counted::Visited { positions, at_least },
            _ if engine == Engine::Meet => {
                // Of the levels from the goals, the object has the sum and, with a bound, the number.
                let number = (at_least as usize + 1).saturating_sub(levels.len()).max(1);
                let mut from_goals = vec![0; number];
                from_goals[0] = positions - levels.iter().sum::<u64>().min(positions);
                Counted::BothEnds { from_start: levels, from_goals }
            }
            _ => Counted::Reached { levels, configurations: positions },
        }
    }
}

/// Status, limit, moves, positions, milliseconds, engine.
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

    /// What is asked for most, as in that object: status, limit, moves, positions, milliseconds, engine.
    fn summary(&self) -> Summary {
        let outcome = &self.outcome;
        let (status, limit) = (report::status(outcome.status), report::limit(outcome.status));
        let time = report::milliseconds(outcome.elapsed);
        let positions = outcome.counted.total();
        (status, limit, outcome.moves, positions, time, outcome.engine.name())
    }

    /// The object `sliding/solve/1`.
    fn hint(&self, file: &str) -> String {
        let Answer { puzzle, style, outcome, .. } = self;
        let subject = Subject::new(puzzle, *style, file);
        json(&HintReport { subject, answer: outcome }.json())
    }

    /// The puzzle that it is about.
    fn puzzle(&self) -> Puzzle {
        Puzzle(Arc::clone(&self.puzzle))
    }

    /// The answer that had these fields: its levels, its object as JSON.
    #[staticmethod]
    fn restored(
        puzzle: &Puzzle,
        style: u8,
        fields: AnswerFields,
        levels: Vec<u64>,
        json: &str,
    ) -> PyResult<Answer> {
        let mut outcome = fields.outcome(levels)?;
        if fields.has_solution {
            let moves = transcript::moves(&puzzle.0, json);
            let moves = moves.map_err(|error| raised::unreadable("solution", &error))?;
            let whole = |parsed: ParsedMove| {
                Some(Move { pieces: parsed.pieces, steps: parsed.steps, after: parsed.after? })
            };
            outcome.solution =
                Some(Solution { moves: moves.into_iter().filter_map(whole).collect() });
        }
        Ok(Answer::new(&puzzle.0, raised::style(style)?, outcome, fields.verified.is_some()))
    }

    /// Every move for people, with the board after it, below what the puzzle is called.
    fn text(&self, name: &str) -> String {
        let mut text = Vec::new();
        let report = self.report("");
        let report = SolutionReport { subject: Subject { name, ..report.subject }, ..report };
        let written = report.text(&mut text, Look::default());
        written.expect("memory takes all that is written");
        String::from_utf8(text).expect("reports are text")
    }

    /// A sheet with all boards.
    fn svg(&self, theme: &str, labels: bool) -> PyResult<String> {
        let appearance = appearance(theme, labels)?;
        let (puzzle, name) = (&self.puzzle, self.puzzle.name());
        Ok(solution_sheet(puzzle, name, self.style, &self.outcome, appearance, false).svg())
    }

    /// A picture that moves.
    fn animated(&self, theme: &str, labels: bool, speed: f64) -> PyResult<String> {
        let appearance = appearance(theme, labels)?;
        let speed = Speed::new(speed).ok_or_else(|| {
            PyValueError::new_err("a speed is a number of moves a second, from 0.1 to 20")
        })?;
        let (puzzle, name) = (&self.puzzle, self.puzzle.name());
        Ok(animated(puzzle, name, self.style, &self.outcome, appearance, speed).svg())
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
