//! Boards as people and programs write them, and scrambles.
//!
//! A board is hex digits (`159d26ae37bf48c0`) or numbers separated by commas or blanks. Rows are
//! separated by slashes or line ends, or are in brackets: `8 2 0/4 6 1/3 7 5`,
//! `[8,2,0],[4,6,1],[3,7,5]`. A list without rows is a square. The gap is `0`, `x`, `_` or `.`.
//!
//! A scramble is pushes that lead from the goal to a start. `R2D2LU`: each letter gives the direction
//! of tiles, and the number after it how many of them are pushed at once, by default one. Blanks are
//! ignored.

use std::fmt::Display;

use super::LETTERS;
use crate::puzzle::{Direction, Size};
use crate::tiles::{BoardError, Tiles, check};

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
        None => text.lines().filter(|line| !is_empty(line)).collect(),
    };
    let rows = lines.iter().flat_map(|line| line.split('/'));
    let rows: Vec<Vec<&str>> =
        rows.map(|row| row.split(is_between).filter(|word| !word.is_empty()).collect()).collect();
    let rows = if rows.iter().all(|row| row.len() == 1) {
        digits(&rows.concat())?
    } else {
        let numbers = |row: &Vec<&str>| row.iter().map(|word| number(word)).collect();
        rows.iter().map(numbers).collect::<Result<Vec<Vec<u32>>, TileTextError>>()?
    };
    let cells = rows.concat();
    let (count, expected) = (cells.len(), rows.first().map_or(0, Vec::len));
    if let Some(row) = rows.iter().position(|row| row.len() != expected) {
        let (row, cells) = (row + 1, rows[row].len());
        return fail(format!("row {row} has {cells} cells, and the first has {expected}"));
    }
    let side = count.isqrt();
    let size = match size {
        _ if rows.len() > 1 => Size { rows: rows.len() as u32, cols: expected as u32 },
        Some(size) if size.cells() == count => size,
        Some(Size { rows, cols }) => {
            return fail(format!("{count} numbers do not fill a board of {rows} x {cols}"));
        }
        None if side * side == count => Size { rows: side as u32, cols: side as u32 },
        None => return fail(format!("{count} numbers {NO_SQUARE}")),
    };
    check(size, &cells)?;
    Ok((size, cells))
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

fn is_empty(row: &str) -> bool {
    row.trim_matches(is_between).is_empty()
}

const NO_SQUARE: &str = "fill no square board; write rows, as in `1 2 3/4 5 0`, or give the size";
const BRACKETS: &str = "expected each row in brackets, as in [1,2,3],[4,5,0]";

/// Replaces brackets by slashes.
fn unbracketed(text: &str) -> Result<String, TileTextError> {
    if !text.contains(['[', ']']) {
        return Ok(text.to_owned());
    }
    let (mut depth, mut before) = (0, '[');
    for c in text.chars().filter(|&c| !is_between(c)) {
        match c {
            // A list may have its own brackets round those of its rows.
            '[' if depth < 2 && "[]".contains(before) => depth += 1,
            ']' if depth > 0 => depth -= 1,
            '[' | ']' => return fail(BRACKETS),
            _ if depth == 0 => return fail(BRACKETS),
            _ => {}
        }
        before = c;
    }
    let rows = text.split(['[', ']']).filter(|row| !is_empty(row));
    if depth == 0 { Ok(Vec::from_iter(rows).join("/").replace('\n', " ")) } else { fail(BRACKETS) }
}

/// Returns the numbers of rows of single digits without separators.
fn digits(rows: &[&str]) -> Result<Vec<Vec<u32>>, TileTextError> {
    let all = rows.concat();
    // On large boards x is a tile as well.
    let is_x = !all.contains(['0', '_', '.']) && all.chars().count() <= 33;
    let is_gap = |c: char| "_.".contains(c) || is_x && "xX".contains(c);
    let digit = |c: char| match c.to_digit(36) {
        _ if is_gap(c) => Ok(0),
        Some(digit) => Ok(digit),
        None => no_number(c),
    };
    if !all.is_empty() && !all.contains(|c: char| c.is_ascii_digit() || is_gap(c)) {
        return no_number(rows.join(" "));
    }
    rows.iter().map(|row| row.chars().map(digit).collect()).collect()
}

fn number(word: &str) -> Result<u32, TileTextError> {
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

/// Whether a text is a scramble. No board is one: a board with enough tiles for `D` to be one has
/// other tiles as well.
pub fn is_scramble(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(is_letter)
        && text.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c.is_whitespace())
}

/// Returns the start that a scramble makes of a goal.
///
/// # Errors
///
/// Returns an error if a push is impossible, or the goal is not a board.
pub fn scrambled(text: &str, size: Size, goal: &[u32]) -> Result<Vec<u32>, TileTextError> {
    let text: String = text.split_whitespace().collect();
    let mut tiles = Tiles::new(size, goal.to_vec(), goal.to_vec())?;
    let mut blank = Tiles::blank(goal);
    let starts = Vec::from_iter(text.match_indices(is_letter).map(|(at, _)| at));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (number, (&at, end)) in (1..).zip(starts.iter().zip(ends)) {
        let push = &text[at..end];
        let direction = LETTERS.iter().position(|&letter| push.starts_with(letter));
        let direction = Direction::ALL[direction.expect("a push begins with a letter")];
        // Tiles go where the blank comes from.
        let next = |cell: &usize| tiles.step(*cell, direction.opposite());
        let room = Vec::from_iter(std::iter::successors(next(&blank), next));
        let count = if push.len() == 1 { Some(1) } else { push[1..].parse().ok() };
        let cells = count.filter(|&count: &usize| count > 0).and_then(|count| room.get(..count));
        let Some(cells) = cells else {
            let tiles = if room.len() == 1 { "tile" } else { "tiles" };
            let room = room.len();
            let why =
                format!("push {number}, `{push}`, cannot be made: {room} {tiles} can go there");
            return Err(TileTextError(why));
        };
        for &cell in cells {
            tiles.start.swap(blank, cell);
            blank = cell;
        }
    }
    Ok(tiles.start)
}

fn is_letter(c: char) -> bool {
    LETTERS.contains(&c)
}
