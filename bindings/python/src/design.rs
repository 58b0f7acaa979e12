//! Families of puzzles, the hardest of each, puzzles as hard as is wanted, and better puzzles.

use std::fmt::Display;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::design::{
    self, Aim, Family, FamilyError, Hunt, ImproveRequest, Improved, Pins, Requirements, Shapes,
    Source,
};
use sliding::report::hunt::HuntReport;
use sliding::report::json::limit_word;
use sliding::report::{Report, Shown, pack as report, progress};
use sliding::solve::Stopped;

use crate::json;
use crate::puzzle::Puzzle;
use crate::raised::{self, refused};
use crate::search::{Answered, Asked, ProgressBoard};

/// A family, in the words of the program's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct FamilyOptions {
    board: String,
    shapes: String,
    rule: Option<String>,
    exit_row: Option<u32>,
    main: Option<String>,
    pieces: Option<String>,
    empty: Option<String>,
}

/// An argument with an unknown word.
fn wrong(name: &str, text: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name} {text:?}: {why}"))
}

/// Reads an argument.
fn read<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|why| wrong(name, text, why))
}

/// Reads a number, or two.
fn range<N: FromStr + PartialOrd + Copy>(
    name: &str,
    text: &Option<String>,
) -> PyResult<Option<RangeInclusive<N>>> {
    let text = text.as_deref();
    text.map(|text| design::range(text).map_err(|why| wrong(name, text, why))).transpose()
}

impl FamilyOptions {
    fn family(&self) -> PyResult<Family> {
        let board = design::board(&self.board).map_err(|why| wrong("board", &self.board, why))?;
        let shapes = read("shapes", &self.shapes)?;
        let main = self.main.as_ref();
        let main = main.map(|text| read::<Shapes>("main", text)).transpose()?;
        let (rule, main) = (self.rule.as_deref(), main.as_ref());
        let family = Family::described(board, &shapes, rule, self.exit_row, main);
        let family = family.map_err(|why| match why {
            FamilyError::NoRule(_) | FamilyError::NoExit | FamilyError::NotAShape(_) => {
                PyValueError::new_err(why.to_string())
            }
            why => refused(why),
        })?;
        let family = family.with_pieces(range::<u32>("pieces", &self.pieces)?);
        Ok(family.with_empty(range::<u32>("empty", &self.empty)?))
    }
}

/// Finds the hardest puzzles of a family: `sliding/make/1`. With a journal it goes on from there.
#[pyfunction]
#[pyo3(signature = (family, asked, sample, seed, journal))]
pub fn hunt(
    py: Python<'_>,
    family: FamilyOptions,
    asked: Asked,
    sample: Option<u64>,
    seed: u64,
    journal: Option<PathBuf>,
) -> Answered<String> {
    let (begun, family, style) = (Instant::now(), family.family()?, asked.style(py)?);
    if sample.is_some() && !family.rule().has_target() {
        return Err(PyValueError::new_err("random boards need a target piece: another rule"));
    }
    let hunting = |budget: &_, board: &ProgressBoard| {
        let hunt = match sample {
            None => Hunt::new(family, style, budget),
            Some(boards) => Hunt::sample(family, style, seed, boards),
        }?;
        let report = &mut |done, all| board.report(&progress::boards(done, all));
        Ok((hunt.run(journal.as_deref(), budget, report), hunt))
    };
    let ((found, hunt), stop) = asked.run(py, hunting, |why| match why {
        FamilyError::Stopped(limit) => {
            raised::stopped(limit_word(limit), "the members were not all listed within the limit")
        }
        why => refused(why),
    })?;
    let found = found.map_err(|error| match error.kind() {
        ErrorKind::InvalidData => PyValueError::new_err(error.to_string()),
        _ => PyErr::from(error),
    })?;
    Ok((json(&HuntReport { hunt: &hunt, found: &found, elapsed: begun.elapsed() }.json()), stop))
}

/// Where puzzles come from: an example, or a family.
#[derive(FromPyObject)]
pub enum SourceOptions {
    Example(Py<Puzzle>),
    Family(FamilyOptions),
}

/// The same, read.
enum SourceRead {
    Example(Py<Puzzle>),
    Family(Family),
}

impl SourceOptions {
    fn read(self) -> PyResult<SourceRead> {
        Ok(match self {
            SourceOptions::Example(example) => SourceRead::Example(example),
            SourceOptions::Family(family) => SourceRead::Family(family.family()?),
        })
    }
}

impl SourceRead {
    fn source(&self) -> Source<'_> {
        match self {
            SourceRead::Example(example) => Source::Example(&example.get().inner),
            SourceRead::Family(family) => Source::Family(family),
        }
    }
}

/// What is wanted of puzzles besides.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct LevelOptions {
    moves: Option<String>,
    solutions: Option<String>,
    number: usize,
    seed: u64,
    title: Option<String>,
}

impl LevelOptions {
    /// Returns a puzzle with the title that is wanted.
    fn titled(&self, puzzle: &sliding::Puzzle, number: usize) -> PyResult<sliding::Puzzle> {
        let Some(title) = &self.title else { return Ok(puzzle.clone()) };
        design::titled(puzzle, title, number).map_err(|why| wrong("title", title, why))
    }

    /// What a limit means that came before all were made.
    fn stopped(&self, limit: Stopped, made: usize) -> PyErr {
        let message = format!("{made} of {} puzzles were made within the limit", self.number);
        raised::stopped(limit_word(limit), &message)
    }
}

/// Reports the number of puzzles made, and of boards tried for them.
fn report_progress(board: &ProgressBoard, made: usize, puzzles: usize, tried: u64) {
    board.report(&progress::boards(made, puzzles).with("tried", &tried));
}

/// Makes puzzles that are as hard as is wanted.
#[pyfunction]
#[pyo3(signature = (source, asked, difficulty, wanted))]
pub fn generate(
    py: Python<'_>,
    source: SourceOptions,
    asked: Asked,
    difficulty: Option<String>,
    wanted: LevelOptions,
) -> Answered<Vec<Puzzle>> {
    let (source, style) = (source.read()?, asked.style(py)?);
    let moves = range("moves", &wanted.moves)?;
    let mut request =
        Requirements::new(moves.ok_or_else(|| PyValueError::new_err("moves: expected a range"))?);
    request.solutions = range("solutions", &wanted.solutions)?;
    request.difficulty = range("difficulty", &difficulty)?;
    (request.number, request.seed) = (wanted.number, wanted.seed);
    let mut made = Vec::new();
    let making = |budget: &_, board: &ProgressBoard| {
        let report = &mut |made, tried| report_progress(board, made, request.number, tried);
        let each = &mut |puzzle: design::Generated| made.push(puzzle.puzzle);
        match design::generate(source.source(), &request, style, budget, report, each) {
            Err(FamilyError::Stopped(limit)) => Ok(Some(limit)),
            ended => ended.map(|()| None),
        }
    };
    let (limit, stop) = asked.run(py, making, refused)?;
    if let (Some(limit), None) = (limit, &stop) {
        return Err(wanted.stopped(limit, made.len()));
    }
    let titled = |(number, puzzle)| Ok(Puzzle::new(wanted.titled(puzzle, number)?, "<string>"));
    Ok(((1..).zip(&made).map(titled).collect::<PyResult<_>>()?, stop))
}

/// Makes a pack of levels: `sliding/make/1`.
#[pyfunction]
pub fn pack(
    py: Python<'_>,
    source: SourceOptions,
    asked: Asked,
    ramp: &str,
    wanted: LevelOptions,
    with_solutions: bool,
) -> Answered<String> {
    let (source, style) = (source.read()?, asked.style(py)?);
    let mut request: Requirements = read("ramp", ramp)?;
    if let Some(moves) = range("moves", &wanted.moves)? {
        if request.difficulty.is_none() {
            let message = "moves goes only with a ramp as in \"difficulty:1.5-4\"";
            return Err(PyValueError::new_err(message));
        }
        request.moves = moves;
    }
    (request.number, request.seed) = (wanted.number, wanted.seed);
    request.solutions = range("solutions", &wanted.solutions)?;
    let making = |budget: &_, board: &ProgressBoard| {
        let report = &mut |made, tried| report_progress(board, made, request.number, tried);
        design::pack(source.source(), &request, style, budget, report)
    };
    let ((mut levels, limit), stop) = asked.run(py, making, refused)?;
    if let (Some(limit), None) = (limit, &stop) {
        return Err(wanted.stopped(limit, levels.len()));
    }
    for (number, level) in (1..).zip(&mut levels) {
        level.generated.puzzle = wanted.titled(&level.generated.puzzle, number)?;
    }
    let made = report::json(source.source(), wanted.seed, style, &levels, with_solutions);
    Ok((json(&made), stop))
}

/// Makes a puzzle better: each step is `sliding/make/1`, which is passed to the progress callback
/// as well.
#[pyfunction]
#[pyo3(signature = (puzzle, asked, aim, pins, rounds, seed))]
pub fn improve(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: Asked,
    aim: &str,
    pins: Option<String>,
    rounds: Option<u64>,
    seed: u64,
) -> Answered<Vec<String>> {
    let style = asked.style(py)?;
    let mut wanted = ImproveRequest::new(match aim {
        "longer" => Aim::Longer,
        "harder" => Aim::Harder,
        "fewer-pieces" => Aim::FewerPieces,
        _ => {
            let message = format!("no aim `{aim}`: expected longer, harder or fewer-pieces");
            return Err(PyValueError::new_err(message));
        }
    });
    let pins = Pins::named(pins.iter().flat_map(|pins| pins.split(',')), &puzzle.inner);
    wanted.pins = pins.map_err(|why| PyValueError::new_err(format!("pin {why}")))?;
    (wanted.rounds, wanted.seed) = (rounds, seed);
    let subject = puzzle.subject(style);
    let mut steps = Vec::new();
    let improving = |budget: &_, board: &ProgressBoard| {
        let each = &mut |step: &Improved| {
            let step = json(&Shown { subject, result: step }.json());
            steps.push(step.clone());
            board.report_text(step);
        };
        design::improve(&puzzle.inner, style, &wanted, budget, each)
    };
    let (_, stop) = asked.run(py, improving, refused)?;
    Ok((steps, stop))
}
