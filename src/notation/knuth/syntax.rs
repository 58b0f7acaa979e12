//! What is wrong with a text in this notation, and with the puzzles of all notations.

use crate::notation::problem::{Cause, Problem};
use crate::notation::text::TextSpan;
use crate::puzzle::{MAX_CELLS, MAX_GOAL_CELLS, Violation};

/// Why a text cannot be understood. A text that is understood but is not a valid puzzle is a
/// [`Violation`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "report",
    derive(serde::Serialize),
    serde(tag = "code", content = "args", rename_all = "kebab-case")
)]
pub enum Syntax {
    /// The first line does not start with `ROWS x COLS`.
    #[error(
        "the board's size is missing or malformed; expected the board's size as `ROWS x COLS`, \
         for example `5 x 4`; or another notation, which `--as` names"
    )]
    BadSize,
    /// Blank lines or comments before the first meaningful line.
    #[error(
        "a blank line or a comment above the board's size; expected the size on the first line, \
         comments below the goals"
    )]
    AboveSize,
    /// A definition of a kind without exactly one blank on both sides of `=`, or with a name of
    /// several characters.
    ///
    /// With what was probably meant, if that is clear.
    #[error(
        "malformed definition of a kind; expected `{}`: one character, and exactly one blank on \
         both sides of `=`",
        .0.as_deref().unwrap_or("K = PATTERN")
    )]
    MalformedKind(Option<String>),
    /// A pattern with a character other than `0`, `1` and `/`.
    #[error(
        "illegal character `{0}` in a pattern; expected rows of `0` and `1` joined by `/`, at \
         the end perhaps ` h` or ` v`"
    )]
    BadPattern(char),
    /// A comment or fact above the stop line.
    #[error(
        "a `#` line above the start and stop lines; expected such lines only below the stop \
         line"
    )]
    EarlyNote,
    /// The file ends before the start line.
    #[error("the start line is missing; expected a start configuration below the kinds")]
    NoStart,
    /// There is no stop line below the start line.
    #[error("the stop line is missing; expected a stop configuration on the line after the start")]
    NoStop,
    /// A position has an unknown character.
    #[error(
        "illegal character `{0}` in a configuration; expected `0`, `x`, the name of a kind, or \
         in a goal `?`"
    )]
    IllegalCharacter(char),
    /// A position has a blank between its characters.
    #[error(
        "a blank in a configuration; expected one line without blanks: each character fills the \
         first free cell"
    )]
    Blank,
    /// A `?` in the start line.
    #[error("`?` in the start line; expected `?` in goals only")]
    OpenStart,
    /// A position uses a kind that is not defined.
    #[error(
        "kind `{0}` is used but never defined; expected a line `{0} = PATTERN` above the start \
         line"
    )]
    Undefined(char),
    /// A position goes on after the last cell of the board.
    #[error(
        "the configuration is longer than the board; expected no character once every cell is \
         filled"
    )]
    TooLong,
    /// A stop line differs from the start line in a wall. Rows and columns are counted from 1.
    #[error(
        "start and stop differ in their blocked cells, at row {row}, column {col}; expected `x` \
         in the same cells of start and stop (or `?` in the stop line)"
    )]
    BlockedDiffers {
        /// The row.
        row: u32,
        /// The column.
        col: u32,
    },
    /// The mask of a gate has an unknown character.
    #[error(
        "illegal character `{0}` in the mask of a gate; expected `-` for a cell of the gate, \
         `.` for any other, `/` where a row ends"
    )]
    BadMask(char),
    /// The mask of a gate goes on after the last cell of the board.
    #[error(
        "the mask is longer than the board; expected no more rows and columns than the board \
         has"
    )]
    MaskTooLong,
    /// An invalid `expect:` line.
    #[error(
        "malformed expectation; expected `expect: STYLE MOVES [STATES]`: a style 0 to 5, a \
         number or `none`, a number"
    )]
    BadExpectation,
    /// Warning: a kind is defined again.
    #[error(
        "kind `{0}` is defined again; this definition is ignored; expected one definition a \
         kind"
    )]
    Redefined(char),
    /// Warning: a line below the stop line that is no goal, no gate and no fact.
    #[error(
        "this line is ignored; expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, \
         or nothing"
    )]
    Ignored,
}

impl Cause {
    /// Returns what is wrong, and what was expected.
    fn words(&self) -> (String, String) {
        use Violation::*;
        let message = self.to_string();
        let violation = match self {
            Cause::Violation(violation) => violation,
            Cause::Syntax(_) => {
                let (message, expected) = message.split_once("; expected ").unwrap_or_default();
                return (message.to_owned(), expected.to_owned());
            }
        };
        let expected = match violation {
            NoCells => "at least one row and one column",
            BoardTooLarge => &format!("at most {MAX_CELLS} cells"),
            BadName(_) => "`1`-`9`, `a`-`z` without `x`, or `A`-`Z`",
            EmptyKind(_) => "at least one `1`",
            KindTooLarge(_) => &format!("at most {MAX_CELLS} rows and as many columns"),
            NoPieces => "at least one piece in the start line",
            LeavesBoard(_) => "all cells of the piece on the board",
            Overlap { .. } => "every cell to be filled at most once",
            CountDiffers { start, goal, .. } if goal < start => {
                "the same pieces in start and stop; or `?` at the end of the goal, if the other \
                 pieces may lie anywhere"
            }
            CountDiffers { .. } => {
                "the same pieces in start and stop (in a goal with `?`: no more than there are)"
            }
            OtherPieces { .. } => "the pieces of the puzzle",
            Closed { .. } => "a start that the gates allow",
            TooManyGates => &format!("at most {MAX_GOAL_CELLS} cells over all gates together"),
            TooManyGoals => &format!("at most {MAX_GOAL_CELLS} cells over all goals together"),
            RepeatedExpectation(_) => "one `expect:` line a style",
            // This notation has no other violations.
            _ => "a puzzle",
        };
        (message, expected.to_owned())
    }
}

impl TextSpan<'_> {
    /// Returns a problem in machine-readable form at this place.
    pub fn fault(&self, cause: impl Into<Cause>) -> Problem {
        let cause = cause.into();
        let (message, expected) = cause.words();
        Problem { cause: Some(Box::new(cause)), ..self.wrong(message, expected) }
    }
}
