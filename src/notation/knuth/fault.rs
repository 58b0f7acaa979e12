//! Syntax errors of this notation, and their words.

use std::borrow::Cow;

use crate::notation::problem::ProblemText;
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
    #[error("the board's size is missing or malformed")]
    BadSize,
    /// Blank lines or comments before the first meaningful line.
    #[error("a blank line or a comment above the board's size")]
    AboveSize,
    /// A definition of a kind without exactly one blank on both sides of `=`, or with a name of
    /// several characters.
    ///
    /// With what was probably meant, if that is clear.
    #[error("malformed definition of a kind")]
    MalformedKind(Option<String>),
    /// A pattern with a character other than `0`, `1` and `/`.
    #[error("illegal character `{0}` in a pattern")]
    BadPattern(char),
    /// A comment or fact above the stop line.
    #[error("a `#` line above the start and stop lines")]
    EarlyNote,
    /// The file ends before the start line.
    #[error("the start line is missing")]
    NoStart,
    /// There is no stop line below the start line.
    #[error("the stop line is missing")]
    NoStop,
    /// A position has an unknown character.
    #[error("illegal character `{0}` in a configuration")]
    IllegalCharacter(char),
    /// A position has a blank between its characters.
    #[error("a blank in a configuration")]
    Blank,
    /// A `?` in the start line.
    #[error("`?` in the start line")]
    OpenStart,
    /// A position uses a kind that is not defined.
    #[error("kind `{0}` is used but never defined")]
    Undefined(char),
    /// A position goes on after the last cell of the board.
    #[error("the configuration is longer than the board")]
    TooLong,
    /// A stop line differs from the start line in a wall. Rows and columns are counted from 1.
    #[error("start and stop differ in their blocked cells, at row {row}, column {col}")]
    BlockedDiffers {
        /// The row.
        row: u32,
        /// The column.
        col: u32,
    },
    /// The mask of a gate has an unknown character.
    #[error("illegal character `{0}` in the mask of a gate")]
    BadMask(char),
    /// The mask of a gate goes on after the last cell of the board.
    #[error("the mask is longer than the board")]
    MaskTooLong,
    /// An invalid `expect:` line.
    #[error("malformed expectation")]
    BadExpectation,
    /// Warning: a kind is defined again.
    #[error("kind `{0}` is defined again; this definition is ignored")]
    Redefined(char),
    /// Warning: a line below the stop line that is no goal, no gate and no fact.
    #[error("this line is ignored")]
    Ignored,
}

impl From<Syntax> for ProblemText {
    fn from(syntax: Syntax) -> Self {
        let expected = match syntax {
            Syntax::BadSize => {
                "the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, \
                 which `--as` names"
            }
            Syntax::AboveSize => "the size on the first line, comments below the goals",
            Syntax::BadPattern(_) => {
                "rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`"
            }
            Syntax::EarlyNote => "such lines only below the stop line",
            Syntax::NoStart => "a start configuration below the kinds",
            Syntax::NoStop => "a stop configuration on the line after the start",
            Syntax::IllegalCharacter(_) => "`0`, `x`, the name of a kind, or in a goal `?`",
            Syntax::Blank => "one line without blanks: each character fills the first free cell",
            Syntax::OpenStart => "`?` in goals only",
            Syntax::TooLong => "no character once every cell is filled",
            Syntax::BlockedDiffers { .. } => {
                "`x` in the same cells of start and stop (or `?` in the stop line)"
            }
            Syntax::BadMask(_) => {
                "`-` for a cell of the gate, `.` for any other, `/` where a row ends"
            }
            Syntax::MaskTooLong => "no more rows and columns than the board has",
            Syntax::BadExpectation => {
                "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number"
            }
            Syntax::Redefined(_) => "one definition a kind",
            Syntax::Ignored => "`or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing",
            Syntax::MalformedKind(ref meant) => {
                let meant = meant.as_deref().unwrap_or("K = PATTERN");
                let expected =
                    format!("`{meant}`: one character, and exactly one blank on both sides of `=`");
                return ProblemText::of(syntax.into(), expected);
            }
            Syntax::Undefined(name) => {
                let expected = format!("a line `{name} = PATTERN` above the start line");
                return ProblemText::of(syntax.into(), expected);
            }
        };
        ProblemText::of(syntax.into(), expected)
    }
}

impl From<&Violation> for ProblemText {
    fn from(violation: &Violation) -> Self {
        let expected: Cow<'static, str> = match violation {
            Violation::NoCells => "at least one row and one column".into(),
            Violation::BoardTooLarge => format!("at most {MAX_CELLS} cells").into(),
            Violation::BadName(_) => "`1`-`9`, `a`-`z` without `x`, or `A`-`Z`".into(),
            Violation::EmptyKind(_) => "at least one `1`".into(),
            Violation::KindTooLarge(_) => {
                format!("at most {MAX_CELLS} rows and as many columns").into()
            }
            Violation::NoPieces => "at least one piece in the start line".into(),
            Violation::LeavesBoard(_) => "all cells of the piece on the board".into(),
            Violation::Overlap { .. } => "every cell to be filled at most once".into(),
            Violation::CountDiffers { start, goal, .. } if goal < start => {
                "the same pieces in start and stop; or `?` at the end of the goal, if the other \
                 pieces may lie anywhere"
                    .into()
            }
            Violation::CountDiffers { .. } => {
                "the same pieces in start and stop (in a goal with `?`: no more than there are)"
                    .into()
            }
            Violation::Closed { .. } => "a start that the gates allow".into(),
            Violation::TooManyGates => {
                format!("at most {MAX_GOAL_CELLS} cells over all gates together").into()
            }
            Violation::TooManyGoals => {
                format!("at most {MAX_GOAL_CELLS} cells over all goals together").into()
            }
            Violation::RepeatedExpectation(_) => "one `expect:` line a style".into(),
            // This notation has no other violations.
            _ => "a puzzle".into(),
        };
        ProblemText::of(violation.clone().into(), expected)
    }
}
