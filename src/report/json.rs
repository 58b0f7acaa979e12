//! Results for programs. `docs/JSON.md` describes every field.
//!
//! Each type here is one JSON object, which begins with its schema's name and version. Rows,
//! columns and goals count from 1 in all of them.

use std::time::Duration;

use serde::Serialize;

use super::text;
use crate::advice::{Advice, Reason};
use crate::notation::Problem;
use crate::puzzle::{self, Expectation, Kind, Lock, Move, Placement, Puzzle, Solution, Style};
use crate::query::{Answer, Status, Stopped};

/// The schema of [`Solve`].
pub const SOLVE: &str = "sliding/solve/1";
/// The schema of [`Check`] and of [`Rejected`].
pub const CHECK: &str = "sliding/check/1";
/// The schema of [`Corpus`].
pub const CORPUS: &str = "sliding/corpus/1";

/// Height and width of a board.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Size {
    rows: u32,
    cols: u32,
}

/// A piece: its kind's name and the place of its origin.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Piece {
    kind: char,
    row: u32,
    col: u32,
}

impl Piece {
    fn new(puzzle: &Puzzle, piece: Placement) -> Self {
        let (row, col) = puzzle.size().row_col(piece.cell);
        Piece { kind: puzzle.kinds()[piece.kind as usize].name(), row: row + 1, col: col + 1 }
    }
}

/// One move of a solution.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    pieces: Vec<Piece>,
    steps: Vec<&'static str>,
    after: String,
}

impl Step {
    /// A move of a puzzle.
    pub fn new(puzzle: &Puzzle, step: &Move) -> Self {
        Step {
            pieces: step.pieces.iter().map(|&piece| Piece::new(puzzle, piece)).collect(),
            steps: step.steps.iter().map(|direction| direction.word()).collect(),
            after: puzzle.shorthand(&step.after),
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Serialize)]
pub struct Solve {
    schema: &'static str,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<u64>,
    shortest: Option<bool>,
    levels: Vec<u64>,
    states: u64,
    elapsed_ms: f64,
    engine: &'static str,
    start: String,
    solution: Option<Vec<Step>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

impl Solve {
    /// The result of a search in `puzzle`, which was read from `file`. `verified` where the
    /// solution was to be checked.
    pub fn new(
        puzzle: &Puzzle,
        file: &str,
        style: Style,
        outcome: &Answer,
        verified: Option<bool>,
    ) -> Self {
        let steps = |solution: &Solution| {
            solution.moves.iter().map(|step| Step::new(puzzle, step)).collect()
        };
        Solve {
            schema: SOLVE,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: size(puzzle),
            style: style.number(),
            status: status(outcome.status),
            limit: limit(outcome.status),
            moves: outcome.moves,
            shortest: outcome.moves.map(|_| outcome.is_shortest),
            levels: outcome.counted.levels().to_vec(),
            states: outcome.counted.total(),
            elapsed_ms: milliseconds(outcome.elapsed),
            engine: outcome.engine.name(),
            start: puzzle.shorthand(puzzle.start()),
            solution: outcome.solution.as_ref().map(steps),
            verified,
        }
    }
}

impl From<puzzle::Size> for Size {
    fn from(size: puzzle::Size) -> Self {
        Size { rows: size.rows, cols: size.cols }
    }
}

/// Height and width of a puzzle's board.
pub fn size(puzzle: &Puzzle) -> Size {
    puzzle.size().into()
}

/// How a search ended, in a word.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Stopped(_) => "limit",
    }
}

/// A time in milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Which limit stopped a search, in a word.
pub fn limit(status: Status) -> Option<&'static str> {
    match status {
        Status::Stopped(limit) => Some(limit_word(limit)),
        Status::Solved | Status::Unsolvable => None,
    }
}

/// The word for a limit.
pub fn limit_word(limit: Stopped) -> &'static str {
    match limit {
        Stopped::Moves(_) => "moves",
        Stopped::Memory => "memory",
        Stopped::Time => "time",
        Stopped::Cancelled => "cancelled",
    }
}

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
    schema: &'static str,
    file: String,
    valid: bool,
    problems: Vec<Remark>,
}

impl Rejected {
    /// What is wrong with `file`.
    pub fn new(file: &str, problems: &[Problem]) -> Self {
        let problems = problems.iter().map(Remark::from).collect();
        Rejected { schema: CHECK, file: file.to_owned(), valid: false, problems }
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

/// A note in a puzzle file.
#[derive(Clone, Debug, Serialize)]
pub struct Fact {
    key: String,
    value: String,
}

/// What is expected of a search in one style.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Expected {
    style: u8,
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
}

impl From<&Expectation> for Expected {
    fn from(expectation: &Expectation) -> Self {
        let &Expectation { style, moves, states } = expectation;
        Expected { style: style.number(), moves, states }
    }
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
        Hint { about, message: text::advice(puzzle, advice), goal, kind, piece }
    }
}

/// What there is to say about a puzzle without searching it.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    schema: &'static str,
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
    notes: Vec<Fact>,
    expectations: Vec<Expected>,
    advice: Vec<Hint>,
    warnings: Vec<Remark>,
}

impl Check {
    /// The report on `puzzle`, which was read from `file` with these warnings.
    pub fn new(puzzle: &Puzzle, file: &str, advice: &[Advice], warnings: &[Problem]) -> Self {
        let kinds = puzzle.kinds().iter().zip(puzzle.counts());
        let goals = puzzle.goals().iter();
        let notes = puzzle.notes().iter();
        Check {
            schema: CHECK,
            file: file.to_owned(),
            valid: true,
            puzzle: puzzle.name().to_owned(),
            size: size(puzzle),
            pieces: puzzle.start().placements().len(),
            empty_cells: puzzle.empty_cells(),
            blocked_cells: puzzle.blocked().len(),
            kinds: kinds.map(|(kind, pieces)| KindOfPiece::new(kind, pieces)).collect(),
            start: puzzle.shorthand(puzzle.start()),
            goals: goals
                .map(|goal| Stop {
                    configuration: puzzle.goal_shorthand(goal),
                    complete: goal.is_complete(),
                })
                .collect(),
            notes: notes
                .map(|note| Fact { key: note.key.clone(), value: note.value.clone() })
                .collect(),
            expectations: puzzle.expectations().iter().map(Expected::from).collect(),
            advice: advice.iter().map(|advice| Hint::new(puzzle, advice)).collect(),
            warnings: warnings.iter().map(Remark::from).collect(),
        }
    }
}

/// How a case of a corpus ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// A limit came first.
    Skip,
}

/// One puzzle in one style.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The puzzle's file.
    pub file: String,
    /// The style of move.
    pub style: u8,
    /// How it ended.
    pub result: Verdict,
    /// What the file expects.
    pub expected: Expected,
    /// The least number of moves that was found.
    pub moves: Option<u64>,
    /// The number of configurations that can be reached, where it was counted.
    pub states: Option<u64>,
    /// Whether the solution was replayed step by step, and found right.
    pub verified: bool,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The time taken.
    pub elapsed_ms: f64,
}

/// Sums over a corpus.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Totals {
    /// Files with expectations in the chosen styles.
    pub puzzles: usize,
    /// Files without.
    pub puzzles_without: usize,
    /// Files that are no puzzles.
    pub rejected: usize,
    /// Cases that passed.
    pub pass: usize,
    /// Cases that failed.
    pub fail: usize,
    /// Cases that a limit stopped.
    pub skip: usize,
    /// The time taken by all, as the clock on the wall shows it.
    pub elapsed_ms: f64,
}

/// The run of a corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Corpus {
    schema: &'static str,
    cases: Vec<Case>,
    totals: Totals,
}

impl Corpus {
    /// The report on these cases.
    pub fn new(cases: Vec<Case>, totals: Totals) -> Self {
        Corpus { schema: CORPUS, cases, totals }
    }
}
