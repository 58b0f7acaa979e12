//! Reads positions and moves of a puzzle: as text, as the JSON of the reports, and in the notations
//! of other programs.
//!
//! The results are well formed and have only the puzzle's kinds and cells. [`check`](crate::check)
//! says whether a move is legal.

mod grammars;
#[cfg(feature = "report")]
mod json;
mod position;
mod scripts;

use std::fmt::Display;

use super::problem::Problem;
use super::text::TextSpan;
use crate::puzzle::{Configuration, Direction, Placement, Puzzle};

use position::NamedPosition;

pub use scripts::{SCRIPTS, Script, ScriptError};

/// Why a text cannot be read: the first unexpected part. Lines and columns count from 1, columns in
/// characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct TranscriptError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

impl From<Problem> for TranscriptError {
    fn from(Problem { line, column, expected, message, .. }: Problem) -> Self {
        TranscriptError { line, column, expected: expected.into(), found: message.into() }
    }
}

/// A move as written: its pieces and their steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedMove {
    /// Its line, from 1; `None` in JSON.
    pub line: Option<usize>,
    /// The pieces that move, at their places before the move.
    pub pieces: Vec<Placement>,
    /// The steps that they make together.
    pub steps: Vec<Direction>,
    /// The position afterwards, if given.
    pub after: Option<Configuration>,
}

/// Reads a position of a puzzle. It may be written
///
/// - in shorthand, as the start in a puzzle file: `121131444004`;
/// - as a board, row by row, separated by `/` or line ends: every cell has the name of the piece
///   that covers it, `0` or `.` if it is empty, or `x` if it is blocked. A board of one row is read
///   as shorthand. Names are those that the text of the puzzle gives to pieces, such as `F` or
///   `15`, separated by blanks if they have several characters; or those of kinds;
/// - as the drawing of a board in a report;
/// - with the feature `report`, in JSON: a string in shorthand, or an object that has one as its
///   field `after`, `start` or `configuration`.
///
/// # Errors
///
/// Returns the first error. Pieces other than those of the puzzle's start are reported at the first
/// column.
///
/// ```
/// use sliding::{Puzzle, notation::transcript};
///
/// let puzzle: Puzzle = "2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n".parse()?;
/// let shorthand = transcript::position(&puzzle, "2001")?;
/// assert_eq!(transcript::position(&puzzle, "200/210")?, shorthand);
/// let error = transcript::position(&puzzle, "20y").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 3: expected `0` or one of `1`, `2`, found `y`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position(puzzle: &Puzzle, text: &str) -> Result<Configuration, TranscriptError> {
    Ok(named_position(puzzle, text)?.0)
}

fn named_position(puzzle: &Puzzle, text: &str) -> Result<NamedPosition, TranscriptError> {
    #[cfg(feature = "report")]
    if json::is_json(text) {
        return json::position(puzzle, text);
    }
    Ok(position::read(puzzle, text)?)
}

/// Reads a position as [`position`] does, and returns the puzzle that starts there. If it has
/// individual names of alike pieces, each of them keeps its name.
///
/// # Errors
///
/// As for [`position`].
///
/// ```
/// use sliding::{Puzzle, notation::transcript};
///
/// let puzzle: Puzzle = "EF.\nXX.\n\ngoal:\n...\n.XX\n".parse()?;
/// let moved = transcript::start(&puzzle, "F.E/XX.")?;
/// assert_eq!(moved.piece_names(), ["F", "E", "X"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn start(puzzle: &Puzzle, text: &str) -> Result<Puzzle, TranscriptError> {
    let (start, names) = named_position(puzzle, text)?;
    let names = if names.is_empty() { puzzle.names_at(&start).into_names() } else { names };
    Ok(puzzle.starting_with(start, names))
}

/// Reads letters that say where the gap of a tile puzzle goes: `LLDR`. [`moves`] reads such letters
/// as directions of tiles. `None` if the text is something else.
///
/// # Errors
///
/// As for [`moves`].
///
/// ```
/// use sliding::{Puzzle, notation::transcript};
///
/// let puzzle: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
/// let of_gap = transcript::moves_of_gap(&puzzle, "R").ok_or("they are letters")??;
/// assert_eq!(of_gap, transcript::moves(&puzzle, "L")?);
/// assert!(transcript::moves_of_gap(&puzzle, "RIGHT").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves_of_gap(
    puzzle: &Puzzle,
    text: &str,
) -> Option<Result<Vec<ParsedMove>, TranscriptError>> {
    grammars::are_letters(text).then(|| Ok(grammars::read(puzzle, text, true)?))
}

/// Reads moves, one per line, in the words of the reports, optionally numbered as in `12. `: `piece
/// 3 at row 4, column 1: right 2, up`. Blank lines are skipped. With the feature `report` also from
/// JSON: the object of a solution, or the list of its moves. Moves of other programs are recognised
/// by their form; [`SCRIPTS`] lists them. If these do not determine the path of a piece, it takes a
/// shortest one. The last move may be an illegal one: the rest of the text is not read.
///
/// # Errors
///
/// Returns the first error.
///
/// ```
/// use sliding::{Puzzle, notation::transcript, puzzle::Direction};
///
/// let puzzle: Puzzle = "2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n".parse()?;
/// let read = transcript::moves(&puzzle, "piece 1 at row 1, column 2: right, down\n")?;
/// assert_eq!(read[0].pieces, [puzzle.start().placements()[1]]);
/// assert_eq!(read[0].steps, [Direction::Right, Direction::Down]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    #[cfg(feature = "report")]
    if json::is_json(text) {
        return json::moves(puzzle, text);
    }
    Ok(grammars::read(puzzle, text, false)?)
}

/// Reports that the text goes on otherwise.
fn unexpected(at: TextSpan, expected: impl Into<String>) -> Problem {
    let found = match at.text().split_whitespace().next() {
        None => "nothing".to_owned(),
        Some(word) => format!("`{}`", word.chars().take(20).collect::<String>()),
    };
    at.wrong(found, expected.into())
}

fn quoted<T: Display>(names: impl IntoIterator<Item = T>) -> String {
    Vec::from_iter(names.into_iter().map(|name| format!("`{name}`"))).join(", ")
}
