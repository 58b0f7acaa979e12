//! Puzzles: read, made of data, written, drawn.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sliding::analyse::first_moves;
use sliding::analyse::other_styles;
use sliding::notation::transcript;
use sliding::notation::{self, NOTATIONS, Notation, ReadOptions};
use sliding::puzzle::advice::advise;
use sliding::puzzle::{
    self, Assumption, AssumptionSource, Cell, Demand, Gate, GoalSetup, KindSetup, Lock, Note,
    Origin, Placement, ReadAs, Setup, Size, Want,
};
use sliding::report::Report;
use sliding::report::json::{read_as, step};
use sliding::report::puzzle::PuzzleReport;
use sliding::report::puzzle::sheet::puzzle_sheet;

use crate::json;
use crate::raised::{self, ProblemTuple};
use crate::solved::appearance;

/// A valid puzzle.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Puzzle(pub Arc<puzzle::Puzzle>);

impl From<puzzle::Puzzle> for Puzzle {
    fn from(puzzle: puzzle::Puzzle) -> Self {
        Puzzle(Arc::new(puzzle))
    }
}

/// A kind: its name, its cells, the axis that it is locked to.
type KindData = (char, Vec<(i32, i32)>, Option<String>);

/// A piece: the cell of its origin, and the index of its kind.
type PieceData = (u32, u8);

/// The text of a puzzle, the names of its pieces, and how its text was read: a convention, and what was
/// assumed, whether by an option, and the options that state it.
type PuzzleState = (String, Vec<String>, Option<(String, Vec<(String, bool, String)>)>);

/// A goal: whether its pieces are all that there are; and what is wanted of cells, where no kind stands for
/// an empty one.
type GoalData = (bool, Vec<(u32, Option<u8>)>);

/// A gate: the indices of the kinds that may pass, and its cells.
type GateData = (Vec<u8>, Vec<u32>);

/// Options by their names, which say how to read a text.
pub fn read_options(stated: HashMap<String, String>) -> PyResult<ReadOptions> {
    let mut options = ReadOptions::default();
    for (option, value) in stated {
        options.set(&option, value).map_err(PyValueError::new_err)?;
    }
    Ok(options)
}

/// The notation of this name, if it is written.
fn notation(name: &str) -> PyResult<&'static Notation> {
    Notation::named(name).filter(|notation| notation.is_written()).ok_or_else(|| {
        let names = NOTATIONS.iter().filter(|known| known.is_written()).map(|known| known.name);
        let names = Vec::from_iter(names).join(", ");
        PyValueError::new_err(format!("no notation `{name}`: expected one of {names}"))
    })
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
    let piece = |(cell, kind): &(u32, Option<u8>)| Some(placement((*cell, (*kind)?)));
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
        Ok((puzzle.into(), warnings.iter().map(raised::remark).collect()))
    }

    /// How the text was understood, as `read_as` of the objects; null if it says everything.
    fn read_as(&self) -> String {
        json(&read_as(&self.0))
    }

    /// Makes a puzzle of data.
    #[staticmethod]
    fn make(
        board: (u32, u32),
        kinds: Vec<KindData>,
        blocked: Vec<u32>,
        start: Vec<PieceData>,
        goals: Vec<GoalData>,
        gates: Vec<GateData>,
        notes: Vec<(String, String)>,
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
        let gates = gates.into_iter();
        setup.gates = gates.map(|(kinds, cells)| Gate { kinds, cells }).collect();
        let notes = notes.into_iter();
        setup.notes = notes.map(|(key, value)| Note { key, value }).collect();
        setup.validate().map(Puzzle::from).map_err(|faults| raised::faulty(&faults))
    }

    /// The same puzzle from another configuration, which may be written in any way.
    fn starting_at(&self, position: &str) -> PyResult<Puzzle> {
        let moved = transcript::start(&self.0, position);
        moved.map(Puzzle::from).map_err(|error| raised::unreadable("start", &error))
    }

    /// All that makes the same puzzle again.
    fn state(&self) -> PuzzleState {
        let Origin { names, read_as, .. } = self.0.origin();
        let assumption = |one: &Assumption| {
            (one.text.clone(), one.source == AssumptionSource::Option, one.options.clone())
        };
        let read_as = read_as.as_ref().map(|read_as| {
            let assumptions = read_as.assumptions.iter().map(assumption);
            (read_as.convention.to_string(), assumptions.collect())
        });
        (self.0.to_string(), names.iter().map(|name| name.to_string()).collect(), read_as)
    }

    /// The puzzle that had this state.
    #[staticmethod]
    fn restored(state: PuzzleState) -> PyResult<Puzzle> {
        let (text, names, read_as) = state;
        let read = NOTATIONS[0].parse(&text);
        let (puzzle, _) = read.map_err(|error| raised::unparsed("<state>", &text, &error))?;
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
        setup.validate().map(Puzzle::from).map_err(|faults| raised::faulty(&faults))
    }

    /// Writes it in a notation.
    fn write(&self, notation: &str) -> PyResult<String> {
        let notation = self::notation(notation)?;
        notation.write(&self.0).map_err(|error| raised::refused_for(&error.to_string()))
    }

    /// The object `sliding/check/1`.
    fn check(&self, file: &str) -> String {
        let (puzzle, advice) = (&*self.0, advise(&self.0));
        let other_styles = other_styles::other_styles_if_unsolvable(puzzle);
        let other_styles = other_styles.as_ref();
        let (name, advice, warnings) = ("", &advice[..], &[][..]);
        json(&PuzzleReport { puzzle, name, file, advice, warnings, other_styles }.json())
    }

    /// The start and the goals as a picture.
    fn svg(&self, theme: &str, labels: bool) -> PyResult<String> {
        Ok(puzzle_sheet(&self.0, self.0.name(), appearance(theme, labels)?).svg())
    }

    /// The moves that can be made at the start, as in `solution` of `sliding/solve/1`.
    fn moves(&self, style: u8, limit: usize) -> PyResult<String> {
        let (puzzle, style) = (&*self.0, raised::style(style)?);
        let moves = first_moves(puzzle, style, limit).map_err(|error| raised::refused(&error))?;
        let moves = moves.ok_or_else(|| {
            raised::stopped("moves", &format!("more than {limit} moves can be made"))
        })?;
        let names = puzzle.names();
        Ok(json(&moves.iter().map(|one| step(&names, one)).collect::<Vec<_>>()))
    }

    /// What lies on each cell at the start, row by row: the number of a kind from 1, 0 for nothing, 255
    /// where it is blocked; and 1 where pieces have their origins.
    fn cells<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (puzzle, start) = (&*self.0, self.0.start());
        let pieces = start.placements();
        let content = |cell: &Cell| match *cell {
            Cell::Piece(index) => pieces[index as usize].kind + 1,
            Cell::Blocked => u8::MAX,
            Cell::Empty | Cell::Any => 0,
        };
        let board: Vec<u8> = puzzle.board(start).cells().iter().map(content).collect();
        let mut origins = vec![0; board.len()];
        pieces.iter().for_each(|piece| origins[piece.cell as usize] = 1);
        (PyBytes::new(py, &board), PyBytes::new(py, &origins))
    }

    /// Whether the start meets a goal.
    fn is_solved(&self) -> bool {
        self.0.is_solved_by(self.0.start())
    }

    /// Its name, which may be empty.
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Rows and columns.
    fn size(&self) -> (u32, u32) {
        let Size { rows, cols } = self.0.size();
        (rows, cols)
    }

    /// The start in shorthand.
    fn start(&self) -> String {
        self.0.shorthand(self.0.start())
    }

    fn __eq__(&self, other: &Puzzle) -> bool {
        self.0 == other.0
    }
}
