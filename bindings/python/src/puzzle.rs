//! Puzzles: read, made of data, written, drawn.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::analyse::first_moves;
use sliding::analyse::other_styles::other_styles_if_unsolvable;
use sliding::notation::transcript;
use sliding::notation::{self, NOTATIONS, Notation, ReadOptions};
use sliding::puzzle::advice::advise;
use sliding::puzzle::{
    self, Assumption, AssumptionSource, Cell, Configuration, Demand, Gate, GoalSetup, KindSetup,
    Lock, Note, Origin, Placement, ReadAs, Setup, Size, Style, Want,
};
use sliding::report::boxes;
use sliding::report::json::{read_as, step};
use sliding::report::puzzle::PuzzleReport;
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::subject::Subject;
use sliding::report::{Report, Shown};

use crate::json;
use crate::pictures::appearance;
use crate::raised::{self, ProblemTuple, refused};
use crate::search::style;

/// A valid puzzle, and the path that it was read from.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Puzzle {
    pub inner: Arc<puzzle::Puzzle>,
    #[pyo3(get)]
    pub file: String,
}

/// A kind: its name, its cells, the axis that it is locked to.
type KindData = (char, Vec<(i32, i32)>, Option<String>);

/// A piece: the cell of its origin, and the index of its kind.
type PieceData = (u32, u8);

/// A goal: whether its pieces are all that there are; and what is wanted of cells, where no kind
/// stands for an empty one.
type GoalData = (bool, Vec<(u32, Option<u8>)>);

/// How a text was read: a convention, and what was assumed, whether by an option, and the options
/// that state it.
type ReadAsData = (String, Vec<(String, bool, String)>);

/// The path and the text of a puzzle, the names of its pieces, and how its text was read.
type PuzzleState = (String, String, Vec<String>, Option<ReadAsData>);

/// Returns the options for reading a text that have these names.
pub fn read_options(stated: HashMap<String, String>) -> PyResult<ReadOptions> {
    let mut options = ReadOptions::default();
    for (option, value) in stated {
        options.set(&option, value).map_err(PyValueError::new_err)?;
    }
    Ok(options)
}

fn lock(word: Option<&str>) -> PyResult<Lock> {
    match word {
        None => Ok(Lock::Free),
        Some("horizontal") => Ok(Lock::Horizontal),
        Some("vertical") => Ok(Lock::Vertical),
        Some(other) => Err(PyValueError::new_err(format!(
            "no lock `{other}`: expected horizontal, vertical or None"
        ))),
    }
}

fn placement((cell, kind): PieceData) -> Placement {
    Placement { cell, kind }
}

fn goal((is_complete, wanted): GoalData) -> GoalSetup {
    let piece = |&(cell, kind): &(u32, Option<u8>)| Some(placement((cell, kind?)));
    let pieces: Vec<Placement> = wanted.iter().filter_map(piece).collect();
    // Whatever else is wanted of a goal with all pieces, is said by these.
    if is_complete && pieces.len() == wanted.len() {
        return GoalSetup::Complete(pieces);
    }
    let demand = |(cell, kind): (u32, Option<u8>)| Demand {
        cell,
        want: kind.map_or(Want::Empty, Want::Origin),
    };
    GoalSetup::Partial(wanted.into_iter().map(demand).collect())
}

impl Puzzle {
    pub fn new(inner: puzzle::Puzzle, file: &str) -> Self {
        Puzzle { inner: Arc::new(inner), file: file.to_owned() }
    }

    /// Returns the puzzle of a setup, or an error that names what is wrong.
    fn valid(setup: &Setup, file: &str) -> PyResult<Puzzle> {
        let valid = setup.validate().map_err(|faults| raised::faulty(&faults))?;
        Ok(Puzzle::new(valid, file))
    }

    /// Returns the report on a result as JSON.
    pub fn shown<'a, T>(&'a self, style: Style, result: &'a T) -> String
    where
        Shown<'a, T>: Report,
    {
        json(&Shown { subject: self.subject(style), result }.json())
    }

    pub fn subject(&self, style: Style) -> Subject<'_> {
        Subject::new(&self.inner, style, &self.file)
    }
}

/// Returns what lies on each cell, row by row: the number of a kind from 1, 0 for nothing, 255
/// where it is blocked.
pub fn kinds_on_cells(puzzle: &puzzle::Puzzle, position: &Configuration) -> Vec<u8> {
    let pieces = position.placements();
    let content = |cell: &Cell| match *cell {
        Cell::Piece(index) => pieces[index as usize].kind + 1,
        Cell::Blocked => u8::MAX,
        Cell::Empty | Cell::Any => 0,
    };
    puzzle.board(position).cells().iter().map(content).collect()
}

#[pymethods]
impl Puzzle {
    /// Reads a puzzle as options of these names state; with the warnings.
    #[staticmethod]
    fn parse(
        py: Python<'_>,
        name: &str,
        text: &str,
        stated: HashMap<String, String>,
    ) -> PyResult<(Puzzle, Vec<ProblemTuple>)> {
        let options = read_options(stated)?;
        let parsed = py.detach(|| notation::read(text, &options));
        let (puzzle, warnings) = parsed.map_err(|error| raised::unparsed(name, text, &error))?;
        Ok((Puzzle::new(puzzle, name), warnings.iter().map(raised::remark).collect()))
    }

    /// Returns how the text was understood, as `read_as` of the objects; null if it says
    /// everything.
    fn read_as(&self) -> String {
        json(&read_as(&self.inner))
    }

    /// Makes a puzzle of data.
    #[staticmethod]
    fn make(
        board: (u32, u32),
        kinds: Vec<KindData>,
        blocked: Vec<u32>,
        start: Vec<PieceData>,
        goals: Vec<GoalData>,
        gates: Vec<(Vec<u8>, Vec<u32>)>,
        title: String,
    ) -> PyResult<Puzzle> {
        let mut setup = Setup::new(Size { rows: board.0, cols: board.1 });
        for (name, cells, locked) in kinds {
            let mut kind = KindSetup::new(name, cells);
            kind.lock = lock(locked.as_deref())?;
            setup.add_kind(kind);
        }
        setup.blocked = blocked;
        setup.start = start.into_iter().map(placement).collect();
        setup.goals = goals.into_iter().map(goal).collect();
        setup.gates = gates.into_iter().map(|(kinds, cells)| Gate { kinds, cells }).collect();
        if !title.is_empty() {
            setup.notes.push(Note { key: "title".to_owned(), value: title });
        }
        Puzzle::valid(&setup, "<string>")
    }

    /// Returns the same puzzle from another position, which may be written in any way.
    fn starting_at(&self, position: &str) -> PyResult<Puzzle> {
        let moved = transcript::start(&self.inner, position);
        let moved = moved.map_err(|error| raised::unreadable("start", &error))?;
        Ok(Puzzle::new(moved, &self.file))
    }

    /// Returns all that makes the same puzzle again.
    fn state(&self) -> PuzzleState {
        let Origin { names, read_as, .. } = self.inner.origin();
        let assumption = |one: &Assumption| {
            (one.text.clone(), one.source == AssumptionSource::Option, one.options.clone())
        };
        let read_as = read_as.as_ref().map(|read_as| {
            (read_as.convention.to_string(), read_as.assumptions.iter().map(assumption).collect())
        });
        (
            self.file.clone(),
            self.inner.to_string(),
            names.iter().map(|name| name.to_string()).collect(),
            read_as,
        )
    }

    /// Returns the puzzle that had this state.
    #[staticmethod]
    fn restored(
        file: &str,
        text: &str,
        names: Vec<String>,
        read_as: Option<ReadAsData>,
    ) -> PyResult<Puzzle> {
        let (puzzle, _) =
            NOTATIONS[0].parse(text).map_err(|error| raised::unparsed(file, text, &error))?;
        let mut setup = Setup::from(&puzzle);
        setup.origin.names = names.into_iter().map(Cow::from).collect();
        setup.origin.read_as = read_as.map(|(convention, assumptions)| {
            let assumption = |(text, is_option, options): (String, bool, String)| {
                let source =
                    if is_option { AssumptionSource::Option } else { AssumptionSource::Convention };
                Assumption::new(text, source, options)
            };
            ReadAs::new(convention, assumptions.into_iter().map(assumption).collect())
        });
        Puzzle::valid(&setup, file)
    }

    /// Writes it in a notation.
    fn write(&self, notation: &str) -> PyResult<String> {
        let named = Notation::named(notation).filter(|notation| notation.is_written()).ok_or_else(
            || {
                let written = NOTATIONS.iter().filter(|known| known.is_written());
                let names = Vec::from_iter(written.map(|known| known.name)).join(", ");
                PyValueError::new_err(format!("no notation `{notation}`: expected one of {names}"))
            },
        )?;
        named.write(&self.inner).map_err(refused)
    }

    /// Returns the object `sliding/check/1`.
    fn check(&self) -> String {
        let (puzzle, file, advice) = (&*self.inner, &*self.file, advise(&self.inner));
        let other_styles = other_styles_if_unsolvable(puzzle);
        let other_styles = other_styles.as_ref();
        json(
            &PuzzleReport { puzzle, name: "", file, advice: &advice, warnings: &[], other_styles }
                .json(),
        )
    }

    /// Returns the start and the goals as a picture.
    fn svg(&self, theme: &str, labels: bool) -> PyResult<String> {
        Ok(puzzle_sheet(&self.inner, self.inner.name(), appearance(theme, labels)?).svg())
    }

    /// Returns the start, drawn with characters.
    fn drawing(&self) -> String {
        boxes::draw_position(&self.inner, self.inner.start(), boxes::Ink::Plain)
    }

    /// Returns the moves that can be made at the start, as in `solution` of `sliding/solve/1`.
    fn moves(&self, named: Bound<'_, PyAny>, limit: usize) -> PyResult<String> {
        let moves = first_moves(&self.inner, style(&named)?, limit).map_err(refused)?;
        let moves = moves.ok_or_else(|| {
            raised::stopped("moves", &format!("more than {limit} moves can be made"))
        })?;
        let names = self.inner.names();
        Ok(json(&moves.iter().map(|one| step(&names, one)).collect::<Vec<_>>()))
    }

    /// Returns what lies on each cell at the start.
    fn board(&self) -> Cow<'_, [u8]> {
        kinds_on_cells(&self.inner, self.inner.start()).into()
    }

    /// Whether the start meets a goal.
    #[getter]
    fn is_solved(&self) -> bool {
        self.inner.is_solved_by(self.inner.start())
    }

    /// Its name, which may be empty.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// Rows and columns.
    #[getter]
    fn size(&self) -> (u32, u32) {
        let Size { rows, cols } = self.inner.size();
        (rows, cols)
    }

    /// The start in shorthand.
    #[getter]
    fn start(&self) -> String {
        self.inner.shorthand(self.inner.start())
    }

    fn __eq__(&self, other: &Puzzle) -> bool {
        self.inner == other.inner
    }
}
