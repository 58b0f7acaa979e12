//! For makers: puzzles as hard as is wanted, packs of levels, how hard a puzzle feels, and better puzzles.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::design::{
    self, Aim, Family, FamilyError, ImproveRequest, Improved, PackRequest, Pins, Ramp, RateError,
    Requirements, Source,
};
use sliding::report::json::limit_word;
use sliding::report::subject::Subject;
use sliding::report::{Report, Shown, pack as report};
use sliding::solve::Stopped;

use crate::hunts::{FamilyOptions, range, read, report_progress, wrong};
use crate::json;
use crate::puzzle::Puzzle;
use crate::raised;
use crate::search::{Effort, SearchOutcome, run};

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
            SourceRead::Example(example) => Source::Example(&example.get().0),
            SourceRead::Family(family) => Source::Family(family),
        }
    }
}

/// What is wanted of puzzles besides: any object with these attributes.
#[derive(FromPyObject)]
pub struct LevelOptions {
    style: u8,
    solutions: Option<String>,
    number: usize,
    seed: u64,
    title: Option<String>,
}

impl LevelOptions {
    /// A puzzle with the title that is wanted.
    fn titled(&self, puzzle: &sliding::Puzzle, number: usize) -> PyResult<sliding::Puzzle> {
        let Some(title) = &self.title else { return Ok(puzzle.clone()) };
        let titled = design::titled(puzzle, title, number);
        titled.map_err(|why| PyValueError::new_err(format!("title {title:?}: {why}")))
    }

    /// What a limit means that came before all were made.
    fn stopped(&self, limit: Stopped, made: usize) -> PyErr {
        let message = format!("{made} of {} puzzles were made within the limit", self.number);
        raised::stopped(limit_word(limit), &message)
    }
}

fn refused(why: FamilyError) -> PyErr {
    raised::refused_for(&why.to_string())
}

/// Makes puzzles that are as hard as is wanted.
#[pyfunction]
#[pyo3(signature = (source, moves, difficulty, options, effort))]
pub fn generate(
    py: Python<'_>,
    source: SourceOptions,
    moves: &str,
    difficulty: Option<String>,
    options: LevelOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<Vec<Puzzle>>> {
    let (source, style) = (source.read()?, raised::style(options.style)?);
    let moves = design::range(moves).map_err(|why| wrong("moves", moves, why))?;
    let mut wanted = Requirements::new(moves);
    wanted.solutions = range("solutions", &options.solutions)?;
    wanted.difficulty = range("difficulty", &difficulty)?;
    (wanted.number, wanted.seed) = (options.number, options.seed);
    let mut made = Vec::new();
    let (ended, stop) = run(py, &effort, |budget, board| {
        let report = &mut |done| report_progress(board, done, wanted.number);
        let each = &mut |puzzle: design::Generated| made.push(puzzle.puzzle);
        design::generate(source.source(), &wanted, style, budget, report, each)
    })?;
    match ended.map_err(refused)? {
        Some(limit) if stop.is_none() => Err(options.stopped(limit, made.len())),
        _ => {
            let titled = |(number, puzzle)| options.titled(puzzle, number).map(Puzzle::from);
            Ok(((1..).zip(&made).map(titled).collect::<PyResult<_>>()?, stop))
        }
    }
}

/// Makes a pack of levels: `sliding/make/1`.
#[pyfunction]
#[pyo3(signature = (source, ramp, moves, with_solutions, options, effort))]
pub fn pack(
    py: Python<'_>,
    source: SourceOptions,
    ramp: &str,
    moves: Option<String>,
    with_solutions: bool,
    options: LevelOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<String>> {
    let (source, style) = (source.read()?, raised::style(options.style)?);
    let mut ramp: Ramp = read("ramp", ramp)?;
    if let Some(moves) = range("moves", &moves)? {
        let message = "moves goes only with a ramp as in \"difficulty:1.5-4\"";
        ramp = ramp.within(moves).ok_or_else(|| PyValueError::new_err(message))?;
    }
    let mut wanted = PackRequest::new(ramp, options.number);
    (wanted.solutions, wanted.seed) = (range("solutions", &options.solutions)?, options.seed);
    let (made, stop) = run(py, &effort, |budget, board| {
        let report = &mut |done| report_progress(board, done, wanted.levels);
        design::pack(source.source(), &wanted, style, budget, report)
    })?;
    let (mut levels, stopped) = made.map_err(refused)?;
    if let (Some(limit), None) = (stopped, &stop) {
        return Err(options.stopped(limit, levels.len()));
    }
    for (number, level) in (1..).zip(&mut levels) {
        level.generated.puzzle = options.titled(&level.generated.puzzle, number)?;
    }
    Ok((json(&report::json(&levels, style, with_solutions)), stop))
}

/// How hard a puzzle feels: `sliding/rate/1`.
#[pyfunction]
pub fn rate(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    effort: Effort,
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let (puzzle, style) = (&*puzzle.0, raised::style(style)?);
    let (rated, stop) = run(py, &effort, |budget, _| design::rate(puzzle, style, budget))?;
    let rated = match (rated, &stop) {
        (Ok(rated), _) => Some(rated),
        (Err(RateError::Unsolvable), _) => None,
        (Err(_), Some(stop)) => return Err(raised::instead(py, stop.clone_ref(py))),
        (Err(RateError::Stopped(limit)), None) => {
            let message = "the puzzle was not rated within the limit";
            return Err(raised::stopped(limit_word(limit), message));
        }
        (Err(why), None) => return Err(raised::refused_for(&why.to_string())),
    };
    let subject = Subject::new(puzzle, style, file);
    Ok((json(&Shown { subject, result: &(rated, None) }.json()), stop))
}

/// What is asked of `improve`: any object with these attributes.
#[derive(FromPyObject)]
pub struct ImproveOptions {
    aim: String,
    pin: Vec<String>,
    rounds: Option<u64>,
    seed: u64,
}

impl ImproveOptions {
    fn request(&self, puzzle: &sliding::Puzzle) -> PyResult<ImproveRequest> {
        let mut wanted = ImproveRequest::new(match &self.aim[..] {
            "longer" => Aim::Longer,
            "harder" => Aim::Harder,
            "fewer-pieces" => Aim::FewerPieces,
            other => {
                let message = format!("no aim `{other}`: expected longer, harder or fewer-pieces");
                return Err(PyValueError::new_err(message));
            }
        });
        let pins = Pins::named(self.pin.iter().map(String::as_str), puzzle);
        wanted.pins = pins.map_err(|why| PyValueError::new_err(format!("pin {why}")))?;
        (wanted.rounds, wanted.seed) = (self.rounds, self.seed);
        Ok(wanted)
    }
}

/// The steps of an improvement, and the limit that ended it.
type Steps = (Vec<String>, Option<&'static str>);

/// Makes a puzzle better: each step is `sliding/make/1`, of which the listener hears as well.
#[pyfunction]
pub fn improve(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    options: ImproveOptions,
    effort: Effort,
    file: &str,
) -> PyResult<SearchOutcome<Steps>> {
    let (puzzle, style) = (&*puzzle.0, raised::style(style)?);
    let wanted = options.request(puzzle)?;
    let subject = Subject::new(puzzle, style, file);
    let mut steps = Vec::new();
    let (ended, stop) = run(py, &effort, |budget, board| {
        let each = &mut |step: &Improved| {
            let step = json(&Shown { subject, result: step }.json());
            steps.push(step.clone());
            board.report_text(step);
        };
        design::improve(puzzle, style, &wanted, budget, each)
    })?;
    match (ended, stop) {
        (Ok(limit), stop) => Ok(((steps, limit.map(limit_word)), stop)),
        (Err(_), Some(stop)) => Err(raised::instead(py, stop)),
        (Err(why), None) => Err(raised::refused_for(&why.to_string())),
    }
}
