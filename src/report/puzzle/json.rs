//! A puzzle's file, for programs.

use serde::Serialize;

use super::PuzzleReport;
use super::advice::sentence;
use crate::advice::{Advice, Reason};
use crate::notation::Problem;
use crate::puzzle::{Gate, Kind, Lock, Puzzle};
use crate::report::json::{self, Expected, Piece, Size};
use crate::report::schema::{self, Schema};

/// Something wrong, or odd, in a puzzle's text.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    line: usize,
    column: usize,
    message: String,
    expected: String,
}

impl From<&Problem> for Remark {
    fn from(problem: &Problem) -> Self {
        Remark {
            line: problem.line,
            column: problem.column,
            message: problem.message.to_string(),
            expected: problem.expected.to_string(),
        }
    }
}

/// A file that is no puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Rejected {
    schema: Schema,
    file: String,
    valid: bool,
    problems: Vec<Remark>,
}

impl Rejected {
    /// What is wrong with `file`.
    pub fn new(file: &str, problems: &[Problem]) -> Self {
        let problems = problems.iter().map(Remark::from).collect();
        Rejected { schema: schema::CHECK, file: file.to_owned(), valid: false, problems }
    }
}

/// A kind of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct KindOfPiece {
    name: char,
    pieces: u32,
    cells: usize,
    lock: Option<&'static str>,
    definition: String,
}

impl KindOfPiece {
    fn new(kind: &Kind, pieces: u32) -> Self {
        let lock = match kind.lock() {
            Lock::Free => None,
            Lock::Horizontal => Some("horizontal"),
            Lock::Vertical => Some("vertical"),
        };
        KindOfPiece {
            name: kind.name(),
            pieces,
            cells: kind.cells().len(),
            lock,
            definition: kind.to_string(),
        }
    }
}

/// A goal.
#[derive(Clone, Debug, Serialize)]
pub struct Stop {
    configuration: String,
    complete: bool,
}

/// Cells that only pieces of some kinds may cover.
#[derive(Clone, Debug, Serialize)]
pub struct Gated {
    kinds: String,
    mask: String,
}

impl Gated {
    fn new(puzzle: &Puzzle, gate: &Gate) -> Self {
        let name = |&kind: &u8| puzzle.kinds()[usize::from(kind)].name();
        Gated { kinds: gate.kinds.iter().map(name).collect(), mask: puzzle.mask(&gate.cells) }
    }
}

/// A note in a puzzle file.
#[derive(Clone, Debug, Serialize)]
pub struct Fact {
    key: String,
    value: String,
}

/// Something that an author would want to know.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    about: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<Piece>,
}

impl Hint {
    fn new(puzzle: &Puzzle, advice: &Advice) -> Self {
        let (about, goal, piece) = match advice {
            Advice::UnusedKind(_) => ("unused-kind", None, None),
            Advice::NeverMoves(piece) => ("never-moves", None, Some(*piece)),
            Advice::SolvedAlready(goal) => ("solved-already", Some(goal + 1), None),
            Advice::Excluded(goal, reason) => match reason {
                Reason::TooEmpty { .. } => ("too-empty", Some(goal + 1), None),
                Reason::Rigid(piece) => ("rigid", Some(goal + 1), Some(*piece)),
                Reason::CutOff { piece, .. } => ("cut-off", Some(goal + 1), Some(*piece)),
                Reason::Gate(piece) => ("gate", Some(goal + 1), Some(*piece)),
                Reason::Order { .. } => ("order", Some(goal + 1), None),
                Reason::Parity => ("parity", Some(goal + 1), None),
            },
            Advice::Hopeless => ("hopeless", None, None),
        };
        let kind = match advice {
            Advice::UnusedKind(kind) => Some(puzzle.kinds()[*kind].name()),
            _ => None,
        };
        let piece = piece.map(|piece| Piece::new(puzzle, piece));
        Hint { about, message: sentence(puzzle, advice), goal, kind, piece }
    }
}

/// What there is to say about a puzzle without searching it.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    schema: Schema,
    file: String,
    valid: bool,
    puzzle: String,
    size: Size,
    pieces: usize,
    empty_cells: usize,
    blocked_cells: usize,
    kinds: Vec<KindOfPiece>,
    start: String,
    goals: Vec<Stop>,
    gates: Vec<Gated>,
    notes: Vec<Fact>,
    expectations: Vec<Expected>,
    advice: Vec<Hint>,
    warnings: Vec<Remark>,
}

impl PuzzleReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Check {
        let puzzle = self.puzzle;
        let kinds = puzzle.kinds().iter().zip(puzzle.counts());
        let goals = puzzle.goals().iter().map(|goal| Stop {
            configuration: puzzle.goal_shorthand(goal),
            complete: goal.is_complete(),
        });
        let notes = puzzle.notes().iter();
        Check {
            schema: schema::CHECK,
            file: file.to_owned(),
            valid: true,
            puzzle: puzzle.name().to_owned(),
            size: json::size(puzzle),
            pieces: puzzle.start().placements().len(),
            empty_cells: puzzle.empty_cells(),
            blocked_cells: puzzle.blocked().len(),
            kinds: kinds.map(|(kind, pieces)| KindOfPiece::new(kind, pieces)).collect(),
            start: puzzle.shorthand(puzzle.start()),
            goals: goals.collect(),
            gates: puzzle.gates().iter().map(|gate| Gated::new(puzzle, gate)).collect(),
            notes: notes
                .map(|note| Fact { key: note.key.clone(), value: note.value.clone() })
                .collect(),
            expectations: puzzle.expectations().iter().map(Expected::from).collect(),
            advice: self.advice.iter().map(|advice| Hint::new(puzzle, advice)).collect(),
            warnings: self.warnings.iter().map(Remark::from).collect(),
        }
    }
}
