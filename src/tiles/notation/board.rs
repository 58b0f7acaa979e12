//! Boards as people and programs write them.
//!
//! A board is hex digits (`159d26ae37bf48c0`) or numbers separated by commas or blanks. Rows are
//! separated by slashes or line ends, or are in brackets: `8 2 0/4 6 1/3 7 5`,
//! `[8,2,0],[4,6,1],[3,7,5]`. A list without rows is a square. The gap is `0`, `x`, `_` or `.`.

use std::fmt::Display;

use crate::puzzle::Size;
use crate::tiles::BoardError;

/// What is wrong with the text of a board or a scramble.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TileTextError(pub(super) String);

impl From<BoardError> for TileTextError {
    fn from(error: BoardError) -> Self {
        TileTextError(error.to_string())
    }
}

fn fail<T>(message: impl Into<String>) -> Result<T, TileTextError> {
    Err(TileTextError(message.into()))
}

/// Reads a board: its size, and the content of each cell. `size` is for numbers without rows; if it
/// is given, line ends do not separate rows.
///
/// # Errors
///
/// Returns an error if the text is not a board, or one of fewer than two cells.
///
/// ```
/// use sliding::tiles::notation::board;
///
/// let (size, cells) = board("8 2 0/4 6 1/3 7 5", None).unwrap();
/// assert_eq!((size.rows, size.cols), (3, 3));
/// assert_eq!(cells, [8, 2, 0, 4, 6, 1, 3, 7, 5]);
/// assert_eq!(board("820461375", None).unwrap(), (size, cells.clone()));
/// assert_eq!(board("[8,2,x],[4,6,1],[3,7,5]", None).unwrap(), (size, cells));
/// assert!(board("1 2 3", None).is_err());
/// ```
pub fn board(text: &str, size: Option<Size>) -> Result<(Size, Vec<u32>), TileTextError> {
    let text = unbracketed(text)?;
    let lines: Vec<&str> = match size {
        Some(_) => vec![&text],
        None => text.lines().filter(|line| !line.trim_matches(is_between).is_empty()).collect(),
    };
    let rows = lines.iter().flat_map(|line| line.split('/'));
    let rows: Vec<Vec<&str>> =
        rows.map(|row| row.split(is_between).filter(|word| !word.is_empty()).collect()).collect();
    let rows = match rows.iter().all(|row| row.len() == 1) {
        true => digits(&rows.concat())?,
        false => {
            let read = |row: &Vec<&str>| row.iter().map(|word| number(word)).collect();
            rows.iter().map(read).collect::<Result<Vec<Vec<u64>>, TileTextError>>()?
        }
    };
    let size = if rows.len() > 1 {
        in_rows(&rows)?
    } else {
        listed(rows.first().map_or(0, Vec::len), size)?
    };
    Ok((size, permutation(&rows.concat())?))
}

/// Returns the text after the number of an instance, if a text is a line of Korf's list: `1 14 13
/// 15 7 ...`. The goal of these boards has the gap first.
///
/// ```
/// use sliding::tiles::notation::instance;
///
/// assert_eq!(instance("7 3 1 2 0", None), Some("3 1 2 0"));
/// assert_eq!(instance("3 1 2 0", None), None);
/// ```
pub fn instance(text: &str, size: Option<Size>) -> Option<&str> {
    let text = text.trim();
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '\t');
    let cells = text.split_whitespace().count().checked_sub(1)?;
    let is_full = match size {
        Some(size) => size.cells() == cells,
        None => cells >= 4 && cells.isqrt().pow(2) == cells,
    };
    let (_, board) = text.split_once(char::is_whitespace)?;
    (is_plain && is_full).then_some(board.trim_start())
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

const BRACKETS: &str = "expected each row in brackets, as in [1,2,3],[4,5,0]";

/// Replaces brackets by slashes.
fn unbracketed(text: &str) -> Result<String, TileTextError> {
    if !text.contains(['[', ']']) {
        return Ok(text.to_owned());
    }
    let is_empty = |row: &str| row.trim_matches(is_between).is_empty();
    let (mut rows, mut row, mut depth) = (Vec::new(), String::new(), 0);
    for c in text.chars() {
        match c {
            // A list may have its own brackets round those of its rows.
            '[' if depth < 2 && is_empty(&row) => depth += 1,
            ']' if depth > 0 => {
                depth -= 1;
                if !is_empty(&row) {
                    rows.push(std::mem::take(&mut row));
                }
            }
            '[' | ']' => return fail(BRACKETS),
            _ if is_between(c) => row.push(' '),
            _ if depth == 0 => return fail(BRACKETS),
            _ => row.push(c),
        }
    }
    if depth == 0 { Ok(rows.join("/")) } else { fail(BRACKETS) }
}

/// Returns the numbers of rows of single digits without separators.
fn digits(rows: &[&str]) -> Result<Vec<Vec<u64>>, TileTextError> {
    let has_gap = rows.iter().any(|row| row.contains(['0', '_', '.']));
    let cells: usize = rows.iter().map(|row| row.chars().count()).sum();
    // On large boards x is a tile as well.
    let is_gap = |c: char| "_.".contains(c) || !has_gap && cells <= 33 && "xX".contains(c);
    let digit = |c: char| match c.to_digit(36) {
        _ if is_gap(c) => Ok(0),
        Some(digit) => Ok(u64::from(digit)),
        None => no_number(c),
    };
    if cells > 0 && !rows.iter().any(|row| row.contains(|c: char| c.is_ascii_digit() || is_gap(c)))
    {
        return no_number(rows.join(" "));
    }
    rows.iter().map(|row| row.chars().map(digit).collect()).collect()
}

fn number(word: &str) -> Result<u64, TileTextError> {
    match word {
        "x" | "X" | "_" | "." => Ok(0),
        _ => word.parse().or_else(|_| no_number(word)),
    }
}

fn no_number<T>(word: impl Display) -> Result<T, TileTextError> {
    fail(format!(
        "`{word}` is no number of a tile; expected a board, as in `1 2 3/4 5 0`, or hex digits"
    ))
}

/// Returns the numbers as tiles, if each occurs once.
fn permutation(numbers: &[u64]) -> Result<Vec<u32>, TileTextError> {
    let cells = numbers.len();
    let mut seen = vec![false; cells];
    for &number in numbers {
        let place = usize::try_from(number).ok().and_then(|number| seen.get_mut(number));
        match place {
            None => {
                let last = cells - 1;
                return fail(format!(
                    "{number} is too large: a board of {cells} cells has the tiles 0 to {last}"
                ));
            }
            Some(true) if number == 0 => return fail("the gap is there twice"),
            Some(true) => return fail(format!("tile {number} is there twice")),
            Some(seen) => *seen = true,
        }
    }
    Ok(numbers.iter().map(|&number| number as u32).collect())
}

/// Returns the size of a board given row by row.
fn in_rows(rows: &[Vec<u64>]) -> Result<Size, TileTextError> {
    let expected = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != expected) {
        let (row, cells) = (row + 1, rows[row].len());
        return fail(format!("row {row} has {cells} cells, and the first has {expected}"));
    }
    sized(rows.len(), expected)
}

/// Returns the size of a board given as a list: the requested one, else a square.
fn listed(cells: usize, size: Option<Size>) -> Result<Size, TileTextError> {
    match size {
        Some(size) if size.cells() == cells => sized(size.rows as usize, size.cols as usize),
        Some(Size { rows, cols }) => {
            fail(format!("{cells} numbers do not fill a board of {rows} x {cols}"))
        }
        None if cells.isqrt().pow(2) == cells => sized(cells.isqrt(), cells.isqrt()),
        None => fail(format!(
            "{cells} numbers fill no square board; write rows, as in `1 2 3/4 5 0`, or give the size"
        )),
    }
}

fn sized(rows: usize, cols: usize) -> Result<Size, TileTextError> {
    let (rows, cols) = (rows as u32, cols as u32);
    if rows.min(cols) == 0 || rows.max(cols) == 1 {
        return Err(BoardError::TooSmall { rows, cols }.into());
    }
    Ok(Size { rows, cols })
}
