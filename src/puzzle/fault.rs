//! Faults of a [`Setup`](super::Setup), with their places in it. These are independent of texts:
//! each notation maps places of a setup to places of its text.

use std::fmt;

use super::Style;

/// One reason why a [`Setup`](super::Setup) is not a valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {violation}")]
pub struct Fault {
    /// Where it is.
    pub place: SetupPlace,
    /// The rule that is broken.
    pub violation: Violation,
}

/// Everything wrong with a setup: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Faults(pub(super) Vec<Fault>);

impl Faults {
    /// Returns the faults: those of the board first, then of kinds, blocked cells, gates, start,
    /// goals and facts.
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    /// Writes one fault per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            write!(f, "{end}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A place in a [`Setup`](super::Setup). Numbers are indices in its lists, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupPlace {
    /// The size of the board.
    Size,
    /// The comment.
    Comment,
    /// A kind.
    Kind(usize),
    /// A blocked cell.
    Blocked(usize),
    /// The start as a whole, or that list of placements.
    Start,
    /// A piece of the start, or of the list of placements given to
    /// [`Puzzle::configuration`](super::Puzzle::configuration).
    Piece(usize),
    /// The list of goals as a whole.
    Goals,
    /// A goal as a whole.
    Goal(usize),
    /// A demand of a goal, or a piece of a complete one.
    Demand {
        /// The goal.
        goal: usize,
        /// The index in its list.
        demand: usize,
    },
    /// A gate.
    Gate(usize),
    /// A fact for people.
    Note(usize),
    /// An expectation.
    Expectation(usize),
}

impl fmt::Display for SetupPlace {
    /// Writes the place as in code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupPlace::Size => write!(f, "size"),
            SetupPlace::Comment => write!(f, "comment"),
            SetupPlace::Kind(kind) => write!(f, "kinds[{kind}]"),
            SetupPlace::Blocked(index) => write!(f, "blocked[{index}]"),
            SetupPlace::Start => write!(f, "start"),
            SetupPlace::Piece(piece) => write!(f, "start[{piece}]"),
            SetupPlace::Goals => write!(f, "goals"),
            SetupPlace::Goal(goal) => write!(f, "goals[{goal}]"),
            SetupPlace::Demand { goal, demand } => write!(f, "goals[{goal}][{demand}]"),
            SetupPlace::Gate(gate) => write!(f, "gates[{gate}]"),
            SetupPlace::Note(note) => write!(f, "notes[{note}]"),
            SetupPlace::Expectation(index) => write!(f, "expectations[{index}]"),
        }
    }
}

/// A rule that a [`Setup`](super::Setup) breaks. Rows and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(
    feature = "report",
    derive(serde::Serialize),
    serde(tag = "code", content = "args", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Violation {
    /// A dimension of the board is 0.
    #[error("the board has no cells")]
    NoCells,
    /// The board has more than [`MAX_CELLS`](super::MAX_CELLS) cells.
    #[error("the board is too large")]
    BoardTooLarge,
    /// The comment has several lines, or blanks around it.
    #[error("the commentary is not a line without blanks around it")]
    BadComment,
    /// A kind under an invalid name.
    #[error("`{0}` is no name for a kind")]
    BadName(char),
    /// Two kinds of one name.
    #[error("a second kind has the name `{0}`")]
    RepeatedName(char),
    /// A kind without cells.
    #[error("kind `{0}` occupies no cell")]
    EmptyKind(char),
    /// The cells of a kind are farther apart than any board allows.
    #[error("kind `{0}` is larger than any board")]
    KindTooLarge(char),
    /// A number beyond the last cell.
    #[error("there is no cell {0} on the board")]
    OffBoard(u32),
    /// The start has no pieces.
    #[error("the puzzle has no pieces")]
    NoPieces,
    /// An index beyond the last kind.
    #[error("there is no kind with index {0}")]
    UnknownKind(u8),
    /// A piece sticks out of the board.
    #[error("piece `{0}` leaves the board")]
    LeavesBoard(char),
    /// A piece lies where another piece or a blocked cell already is.
    #[error("piece `{name}` overlaps {other} at row {row}, column {col}")]
    Overlap {
        /// The piece's kind.
        name: char,
        /// What it overlaps.
        other: Occupant,
        /// Row from 1.
        row: u32,
        /// Column from 1.
        col: u32,
    },
    /// A piece lies on a cell that a gate closes to its kind.
    #[error("piece `{name}` lies on row {row}, column {col}, which a gate keeps it from")]
    Closed {
        /// The piece's kind.
        name: char,
        /// Row from 1.
        row: u32,
        /// Column from 1.
        col: u32,
    },
    /// All gates together have more than [`MAX_GOAL_CELLS`](super::MAX_GOAL_CELLS) cells.
    #[error("too many gates for a board of this size")]
    TooManyGates,
    /// A position has too few or too many pieces of a kind.
    #[error("pieces of kind `{name}`: {start} in the start, but {here} here")]
    OtherPieces {
        /// The kind.
        name: char,
        /// Number in the start.
        start: u32,
        /// Number in the position.
        here: u32,
    },
    /// There is no goal.
    #[error("the puzzle has no goal")]
    NoGoals,
    /// All goals together have more than [`MAX_GOAL_CELLS`](super::MAX_GOAL_CELLS) cells.
    #[error("too many goals for a board of this size")]
    TooManyGoals,
    /// A goal requires a cell to be empty that is blocked, or that a piece of the goal covers.
    #[error("row {row}, column {col} is to be empty, but there is {other}")]
    NeverEmpty {
        /// What occupies the cell.
        other: Occupant,
        /// Row from 1.
        row: u32,
        /// Column from 1.
        col: u32,
    },
    /// A goal has too many pieces of a kind; or too few, although it leaves no cell open.
    #[error("pieces of kind `{name}`: {start} in the start, but {goal} in the goal")]
    CountDiffers {
        /// The kind.
        name: char,
        /// Number in the start.
        start: u32,
        /// Number in the goal.
        goal: u32,
    },
    /// A fact whose key is empty, has a `:` or is `expect`; or whose key or value has several
    /// lines, or blanks around it.
    #[error("`{0}` is no fact of one line")]
    BadNote(String),
    /// Two expectations for one style.
    #[error("a second expectation for style {0}")]
    RepeatedExpectation(Style),
}

/// What can block a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "report", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Occupant {
    /// A piece.
    #[error("another piece")]
    Piece,
    /// A blocked cell.
    #[error("a blocked cell")]
    Wall,
}
