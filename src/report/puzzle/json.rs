//! A puzzle's file, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::PuzzleReport;
use crate::analyse::other_styles::OtherStyles;
use crate::notation::{Cause, ParseError, Problem, Question};
use crate::puzzle::advice::{Exclusion, PuzzleAdvice};
use crate::puzzle::{Gate, Kind, Lock, Note, Puzzle};
use crate::report::advice::sentence;
use crate::report::json::{self, JsonExpectation, JsonPiece, JsonReadAs, JsonSize, stated};
use crate::report::other_styles::remark_for_check;
use crate::report::schema::{self, Schema};

/// An error or a warning about a puzzle's text.
#[derive(Clone, Debug, Serialize)]
pub struct JsonProblem {
    line: usize,
    column: usize,
    message: String,
    expected: String,
    #[serde(flatten)]
    cause: Option<Box<Cause>>,
}

impl From<&Problem> for JsonProblem {
    fn from(problem: &Problem) -> Self {
        JsonProblem {
            line: problem.line,
            column: problem.column,
            message: problem.message.to_string(),
            expected: problem.expected.to_string(),
            cause: problem.cause.clone(),
        }
    }
}

/// A file that is not a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct RejectedFile {
    schema: Schema,
    file: String,
    valid: bool,
    problems: Vec<JsonProblem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Interpretation>,
}

impl RejectedFile {
    /// Describes what is wrong with `file`, or open in it.
    pub fn new(file: &str, error: &ParseError) -> Self {
        RejectedFile {
            schema: schema::CHECK,
            file: file.to_owned(),
            valid: false,
            problems: error.problems().iter().map(JsonProblem::from).collect(),
            readings: error.questions().iter().map(Interpretation::from).collect(),
        }
    }
}

/// One way to understand a text that leaves something open.
#[derive(Clone, Debug, Serialize)]
pub struct Interpretation {
    text: String,
    options: BTreeMap<&'static str, String>,
    #[serde(flatten)]
    puzzle: Option<SizedPuzzle>,
}

/// A puzzle with the size of its board.
#[derive(Clone, Debug, Serialize)]
struct SizedPuzzle {
    size: JsonSize,
    #[serde(flatten)]
    puzzle_object: PuzzleObject,
}

impl From<&Question> for Interpretation {
    fn from(question: &Question) -> Self {
        let puzzle = question.puzzle.as_ref();
        Interpretation {
            text: question.text.to_string(),
            options: stated(&question.options),
            puzzle: puzzle.map(|puzzle| SizedPuzzle {
                size: json::size(puzzle),
                puzzle_object: PuzzleObject::new(puzzle),
            }),
        }
    }
}

/// A kind of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct JsonKind {
    name: char,
    called: Option<String>,
    color: Option<String>,
    pieces: u32,
    cells: usize,
    shape: Vec<(i32, i32)>,
    lock: Option<&'static str>,
    definition: String,
}

impl JsonKind {
    fn new(puzzle: &Puzzle, index: u8, kind: &Kind, pieces: u32) -> Self {
        let lock = match kind.lock() {
            Lock::Free => None,
            Lock::Horizontal => Some("horizontal"),
            Lock::Vertical => Some("vertical"),
        };
        JsonKind {
            name: kind.name(),
            called: puzzle.kind_label(index).map(str::to_owned),
            color: puzzle.color(index).map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")),
            pieces,
            cells: kind.cells().len(),
            shape: kind.cells().to_vec(),
            lock,
            definition: kind.to_string(),
        }
    }
}

/// A goal.
#[derive(Clone, Debug, Serialize)]
pub struct JsonGoal {
    configuration: String,
    complete: bool,
    pieces: Vec<JsonPiece>,
}

/// Cells that only pieces of some kinds may cover.
#[derive(Clone, Debug, Serialize)]
pub struct JsonGate {
    kinds: String,
    mask: String,
}

impl JsonGate {
    fn new(puzzle: &Puzzle, gate: &Gate) -> Self {
        let name = |&kind: &u8| puzzle.kinds()[usize::from(kind)].name();
        JsonGate { kinds: gate.kinds.iter().map(name).collect(), mask: puzzle.mask(&gate.cells) }
    }
}

/// A note in a puzzle file.
#[derive(Clone, Debug, Serialize)]
pub struct JsonNote {
    key: String,
    value: String,
}

/// A puzzle as data, complete enough to draw it and to read it again.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleObject {
    kinds: Vec<JsonKind>,
    blocked: Vec<(u32, u32)>,
    start: String,
    goals: Vec<JsonGoal>,
    gates: Vec<JsonGate>,
    notes: Vec<JsonNote>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<JsonReadAs>,
}

impl PuzzleObject {
    /// Builds the data of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let kinds = (0..).zip(puzzle.kinds()).zip(puzzle.counts());
        let place = |&cell: &u32| {
            let (row, col) = puzzle.size().row_col(cell);
            (row + 1, col + 1)
        };
        let goals = puzzle.goals().iter().map(|goal| {
            let demanded = goal.demanded();
            JsonGoal {
                configuration: puzzle.goal_shorthand(goal),
                complete: goal.is_complete(),
                pieces: JsonPiece::all(&puzzle.names_at(&demanded), &demanded),
            }
        });
        let fact = |note: &Note| JsonNote { key: note.key.clone(), value: note.value.clone() };
        PuzzleObject {
            kinds: kinds
                .map(|((index, kind), pieces)| JsonKind::new(puzzle, index, kind, pieces))
                .collect(),
            blocked: puzzle.blocked().iter().map(place).collect(),
            start: puzzle.shorthand(puzzle.start()),
            goals: goals.collect(),
            gates: puzzle.gates().iter().map(|gate| JsonGate::new(puzzle, gate)).collect(),
            notes: puzzle.notes().iter().map(fact).collect(),
            read_as: JsonReadAs::of(puzzle),
        }
    }
}

/// One piece of advice for an author.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JsonAdvice {
    about: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<JsonPiece>,
    /// The number of cells or pieces that the goal needs, and the possible number.
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    available: Option<usize>,
    /// The row or column of pieces that are locked to it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    col: Option<u32>,
}

impl JsonAdvice {
    fn new(puzzle: &Puzzle, advice: &PuzzleAdvice) -> Self {
        let mut hint = JsonAdvice { message: sentence(puzzle, advice), ..JsonAdvice::default() };
        let piece = |piece| Some(JsonPiece::new(&puzzle.names(), piece));
        match *advice {
            PuzzleAdvice::UnusedKind(kind) => {
                (hint.about, hint.kind) = ("unused-kind", Some(puzzle.kinds()[kind].name()));
            }
            PuzzleAdvice::NothingMoves => hint.about = "nothing-moves",
            PuzzleAdvice::NeverMoves(stuck) => {
                (hint.about, hint.piece) = ("never-moves", piece(stuck))
            }
            PuzzleAdvice::SolvedAlready(goal) => {
                (hint.about, hint.goal) = ("solved-already", Some(goal + 1));
            }
            PuzzleAdvice::Excluded(goal, ref reason) => {
                hint.goal = Some(goal + 1);
                match *reason {
                    Exclusion::TooEmpty { wanted, available } => {
                        hint.about = "too-empty";
                        (hint.wanted, hint.available) = (Some(wanted), Some(available));
                    }
                    Exclusion::Rigid(stuck) => (hint.about, hint.piece) = ("rigid", piece(stuck)),
                    Exclusion::CutOff { piece: one, wanted, available } => {
                        (hint.about, hint.piece) = ("cut-off", piece(one));
                        hint.wanted = Some(wanted as usize);
                        hint.available = Some(available as usize);
                    }
                    Exclusion::Gate(kept) => (hint.about, hint.piece) = ("gate", piece(kept)),
                    Exclusion::Order { lock: Lock::Vertical, line } => {
                        (hint.about, hint.col) = ("order", Some(line + 1));
                    }
                    Exclusion::Order { line, .. } => {
                        (hint.about, hint.row) = ("order", Some(line + 1));
                    }
                    Exclusion::Parity => hint.about = "parity",
                }
            }
            PuzzleAdvice::Hopeless => hint.about = "hopeless",
        }
        hint
    }

    /// Returns the result for the styles, unless other hints give it.
    fn of_styles(puzzle: &Puzzle, other_styles: &OtherStyles) -> Option<Self> {
        let about = match other_styles {
            OtherStyles::Together(_) => "elsewhere",
            OtherStyles::Unsolvable(_) => "no-style",
        };
        let message = remark_for_check(puzzle, other_styles)?;
        Some(JsonAdvice { about, message, ..JsonAdvice::default() })
    }
}

/// The report on a puzzle without a search.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    schema: Schema,
    file: String,
    valid: bool,
    puzzle: String,
    size: JsonSize,
    pieces: usize,
    start_pieces: Vec<JsonPiece>,
    empty_cells: usize,
    blocked_cells: usize,
    #[serde(flatten)]
    puzzle_object: PuzzleObject,
    expectations: Vec<JsonExpectation>,
    advice: Vec<JsonAdvice>,
    warnings: Vec<JsonProblem>,
}

impl PuzzleReport<'_> {
    fn hints(&self) -> Vec<JsonAdvice> {
        let advice = self.advice.iter().map(|advice| JsonAdvice::new(self.puzzle, advice));
        let styles = self.other_styles.and_then(|found| JsonAdvice::of_styles(self.puzzle, found));
        advice.chain(styles).collect()
    }

    /// Returns the JSON report; `file` is the source of the puzzle.
    pub fn json(&self, file: &str) -> CheckReport {
        let puzzle = self.puzzle;
        CheckReport {
            schema: schema::CHECK,
            file: file.to_owned(),
            valid: true,
            puzzle: puzzle.name().to_owned(),
            size: json::size(puzzle),
            pieces: puzzle.start().placements().len(),
            start_pieces: JsonPiece::all(&puzzle.names(), puzzle.start()),
            empty_cells: puzzle.empty_cells(),
            blocked_cells: puzzle.blocked().len(),
            puzzle_object: PuzzleObject::new(puzzle),
            expectations: puzzle.expectations().iter().map(JsonExpectation::from).collect(),
            advice: self.hints(),
            warnings: self.warnings.iter().map(JsonProblem::from).collect(),
        }
    }
}
