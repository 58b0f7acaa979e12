//! Syntax errors of this notation.

/// Why a text cannot be understood. A text that is understood but is not a valid puzzle is a
/// [`Violation`](crate::puzzle::Violation).
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
