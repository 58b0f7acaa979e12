//! What can be wrong with a puzzle's text, in words.

use super::MAX_CELLS;
use super::parse::MAX_GOAL_CELLS;

/// What can be wrong with a puzzle's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The first line does not start with `ROWS x COLS`.
    #[error("the board's size is missing or malformed")]
    BadSize,
    /// A dimension of the board is not positive.
    #[error("the board has no cells")]
    NoCells,
    /// The board has more than [`MAX_CELLS`] cells.
    #[error("the board is too large")]
    BoardTooLarge,
    /// A definition of a kind without exactly one blank on both sides of `=`, or with a name of
    /// several characters.
    #[error("malformed definition of a kind")]
    MalformedKind,
    /// A definition of a kind under a name that is none.
    #[error("`{0}` is no name for a kind")]
    BadName(char),
    /// A pattern with a character other than `0`, `1` and `/`.
    #[error("illegal character `{0}` in a pattern")]
    BadPattern(char),
    /// A pattern without a `1`.
    #[error("kind `{0}` occupies no cell")]
    EmptyPattern(char),
    /// A comment or fact above the stop line.
    #[error("a `#` line above the start and stop lines")]
    EarlyNote,
    /// The file ends before the start line.
    #[error("the start line is missing")]
    NoStart,
    /// There is no stop line below the start line.
    #[error("the stop line is missing")]
    NoStop,
    /// The start has no pieces.
    #[error("the puzzle has no pieces")]
    NoPieces,
    /// A configuration has a character that means nothing.
    #[error("illegal character `{0}` in a configuration")]
    IllegalCharacter(char),
    /// A `?` in the start line.
    #[error("`?` in the start line")]
    OpenStart,
    /// A configuration uses a kind that is not defined.
    #[error("kind `{0}` is used but never defined")]
    Undefined(char),
    /// A configuration goes on after the last cell of the board.
    #[error("the configuration is longer than the board")]
    TooLong,
    /// A piece sticks out of the board.
    #[error("piece `{0}` leaves the board")]
    LeavesBoard(char),
    /// A piece lies where another piece or a blocked cell already is.
    #[error("piece `{name}` overlaps {other} at row {row}, column {col}")]
    Overlap {
        /// The piece's kind.
        name: char,
        /// What is there.
        other: &'static str,
        /// Row from 1.
        row: u32,
        /// Column from 1.
        col: u32,
    },
    /// A stop line has a wall, or none, where the start line says otherwise.
    #[error("start and stop differ in their blocked cells, at row {row}, column {col}")]
    BlockedDiffers {
        /// Row from 1.
        row: u32,
        /// Column from 1.
        col: u32,
    },
    /// A stop line has too few or too many pieces of a kind.
    #[error("pieces of kind `{name}`: {start} in the start, but {goal} in the goal")]
    CountDiffers {
        /// The kind.
        name: char,
        /// Number in the start.
        start: u32,
        /// Number in the goal.
        goal: u32,
    },
    /// More goals than [`MAX_GOAL_CELLS`] allows on this board.
    #[error("too many goals for a board of this size")]
    TooManyGoals,
    /// An `expect:` line that cannot be understood.
    #[error("malformed expectation")]
    BadExpectation,
    /// Two `expect:` lines for one style.
    #[error("a second expectation for style {0}")]
    RepeatedExpectation(u8),
    /// Warning: a kind is defined once more.
    #[error("kind `{0}` is defined again; this definition is ignored")]
    Redefined(char),
    /// Warning: a line below the stop line that is no `or` and no `# key: value`.
    #[error("this line is ignored")]
    Ignored,
}

impl Fault {
    /// What should have stood there, as the end of a sentence that begins with "expected".
    pub fn expected(&self) -> String {
        match self {
            Fault::BadSize => "the board's size as `ROWS x COLS`, for example `5 x 4`".into(),
            Fault::NoCells => "at least one row and one column".into(),
            Fault::BoardTooLarge => format!("at most {MAX_CELLS} cells"),
            Fault::MalformedKind => {
                "`K = PATTERN`: one character, and exactly one blank on both sides of `=`".into()
            }
            Fault::BadName(_) => "`1`-`9`, `a`-`z` without `x`, or `A`-`Z`".into(),
            Fault::BadPattern(_) => {
                "rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`".into()
            }
            Fault::EmptyPattern(_) => "at least one `1`".into(),
            Fault::EarlyNote => "such lines only below the stop line".into(),
            Fault::NoStart => "a start configuration below the kinds".into(),
            Fault::NoStop => "a stop configuration on the line after the start".into(),
            Fault::NoPieces => "at least one piece in the start line".into(),
            Fault::IllegalCharacter(_) => "`0`, `x`, the name of a kind, or in a goal `?`".into(),
            Fault::OpenStart => "`?` in goals only".into(),
            Fault::Undefined(name) => format!("a line `{name} = PATTERN` above the start line"),
            Fault::TooLong => "no character once every cell is filled".into(),
            Fault::LeavesBoard(_) => "all cells of the piece on the board".into(),
            Fault::Overlap { .. } => "every cell to be filled at most once".into(),
            Fault::BlockedDiffers { .. } => {
                "`x` in the same cells of start and stop (or `?` in the stop line)".into()
            }
            Fault::CountDiffers { .. } => {
                "the same pieces in start and stop (in a goal with `?`: no more than there are)"
                    .into()
            }
            Fault::TooManyGoals => {
                format!("at most {MAX_GOAL_CELLS} cells over all goals together")
            }
            Fault::BadExpectation => {
                "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number"
                    .into()
            }
            Fault::RepeatedExpectation(_) => "one `expect:` line a style".into(),
            Fault::Redefined(_) => "one definition a kind".into(),
            Fault::Ignored => "`or CONFIGURATION`, `# key: value`, or nothing".into(),
        }
    }
}
