//! How tile puzzles are written: boards, goals and solutions.
//!
//! A board is hex digits (`159d26ae37bf48c0`), rows of numbers (`8 2 0/4 6 1/3 7 5`), or numbers
//! with commas or blanks between them, row by row. 0 is the blank.

use crate::puzzle::{Direction, Size};

use super::Tiles;

/// What is wrong with a board as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Something that is neither a number nor between numbers.
    #[error("`{0}` is no number of a tile")]
    NoNumber(String),
    /// Rows of different lengths.
    #[error("row {row} has {cells} cells, and the first has {expected}")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// A list of numbers that fills no square, with nothing to tell its rows.
    #[error("{0} numbers fill no square board; write rows, as in `1 2 3/4 5 0`, or give the size")]
    NoSquare(usize),
    /// As many numbers as the size does not have cells.
    #[error("{cells} numbers do not fill a board of {rows} x {cols}")]
    WrongSize {
        /// The numbers that are there.
        cells: usize,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// Fewer than two rows or columns.
    #[error("a board of {rows} x {cols} is too small: expected at least 2 x 2")]
    TooSmall {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// A tile that is there twice.
    #[error("tile {0} is there twice")]
    Twice(u32),
    /// A number that no tile of the board has.
    #[error("{number} is too large: a board of {cells} cells has the tiles 0 to {}", cells - 1)]
    TooLarge {
        /// The number.
        number: u64,
        /// Cells of the board.
        cells: usize,
    },
    /// Start and goal are of different sizes.
    #[error("start and goal are of different sizes")]
    Unlike,
}

/// Reads a board: its size, and what lies on each cell. `size` is for numbers without rows.
///
/// # Errors
///
/// Where the text is no board, or one of fewer than two rows or columns.
///
/// ```
/// use sliding::tiles::notation::board;
///
/// let (size, cells) = board("8 2 0/4 6 1/3 7 5", None).unwrap();
/// assert_eq!((size.rows, size.cols), (3, 3));
/// assert_eq!(cells, [8, 2, 0, 4, 6, 1, 3, 7, 5]);
/// assert_eq!(board("820461375", None).unwrap(), (size, cells));
/// assert!(board("1 2 3", None).is_err());
/// ```
pub fn board(text: &str, size: Option<Size>) -> Result<(Size, Vec<u32>), Error> {
    let between = |c: char| c.is_whitespace() || c == ',';
    let text = text.trim_matches(between);
    let is_digits = !text.contains(|c| between(c) || c == '/');
    let (size, numbers) = if is_digits {
        let numbers = text.chars().map(digit).collect::<Result<Vec<u64>, Error>>()?;
        (listed(numbers.len(), size)?, numbers)
    } else {
        let read = |row: &str| {
            let words = row.split(between).filter(|word| !word.is_empty());
            words.map(number).collect::<Result<Vec<u64>, Error>>()
        };
        let rows = text.split('/').map(read).collect::<Result<Vec<_>, Error>>()?;
        let size = if rows.len() > 1 { in_rows(&rows)? } else { listed(rows[0].len(), size)? };
        (size, rows.concat())
    };
    let cells = numbers.len();
    let mut seen = vec![false; cells];
    for &number in &numbers {
        let place = usize::try_from(number).ok().and_then(|number| seen.get_mut(number));
        match place {
            None => return Err(Error::TooLarge { number, cells }),
            Some(seen) if *seen => return Err(Error::Twice(number as u32)),
            Some(seen) => *seen = true,
        }
    }
    Ok((size, numbers.into_iter().map(|number| number as u32).collect()))
}

fn digit(c: char) -> Result<u64, Error> {
    c.to_digit(36).map(u64::from).ok_or_else(|| Error::NoNumber(c.to_string()))
}

fn number(word: &str) -> Result<u64, Error> {
    word.parse().map_err(|_| Error::NoNumber(word.to_owned()))
}

/// The size of a board that is given row by row.
fn in_rows(rows: &[Vec<u64>]) -> Result<Size, Error> {
    let expected = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != expected) {
        return Err(Error::Ragged { row: row + 1, cells: rows[row].len(), expected });
    }
    sized(rows.len(), expected)
}

/// The size of a board that is given as a list: the one that was asked for, else a square.
fn listed(cells: usize, size: Option<Size>) -> Result<Size, Error> {
    match size {
        Some(size) if size.cells() == cells => sized(size.rows as usize, size.cols as usize),
        Some(Size { rows, cols }) => Err(Error::WrongSize { cells, rows, cols }),
        None if cells.isqrt().pow(2) == cells => sized(cells.isqrt(), cells.isqrt()),
        None => Err(Error::NoSquare(cells)),
    }
}

fn sized(rows: usize, cols: usize) -> Result<Size, Error> {
    match (u32::try_from(rows), u32::try_from(cols)) {
        (Ok(rows @ 2..), Ok(cols @ 2..)) => Ok(Size { rows, cols }),
        _ => Err(Error::TooSmall { rows, cols }),
    }
}

/// The usual goal: the blank last, as Knuth has it.
pub fn blank_last(size: Size) -> Vec<u32> {
    (1..size.cells() as u32).chain([0]).collect()
}

/// Korf's goal: the blank first.
pub fn blank_first(size: Size) -> Vec<u32> {
    (0..size.cells() as u32).collect()
}

/// A start and a goal of the same size as a puzzle.
///
/// # Errors
///
/// Where the sizes differ.
pub fn puzzle(start: (Size, Vec<u32>), goal: (Size, Vec<u32>)) -> Result<Tiles, Error> {
    if start.0 != goal.0 {
        return Err(Error::Unlike);
    }
    Ok(Tiles { size: start.0, start: start.1, goal: goal.1 })
}

/// How the moves of a solution are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The numbers of the tiles that move: digits up to 36 cells, else numbers with blanks.
    Tiles,
    /// Where the blank goes: `L`, `R`, `U`, `D`.
    Blank,
    /// Where the tiles go: `L`, `R`, `U`, `D`.
    Directions,
}

/// Writes the moves of the blank, each of which stays on the board.
///
/// # Panics
///
/// If the blank leaves the board.
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::tiles::{Tiles, notation::{Moves, blank_last, moves}};
///
/// let size = Size { rows: 2, cols: 2 };
/// let tiles = Tiles { size, start: vec![0, 2, 1, 3], goal: blank_last(size) };
/// let way = [Direction::Down, Direction::Right];
/// assert_eq!(moves(&tiles, &way, Moves::Tiles), "13");
/// assert_eq!(moves(&tiles, &way, Moves::Blank), "DR");
/// assert_eq!(moves(&tiles, &way, Moves::Directions), "UL");
/// ```
pub fn moves(tiles: &Tiles, way: &[Direction], how: Moves) -> String {
    let letter = |direction: Direction| match direction {
        Direction::Right => 'R',
        Direction::Left => 'L',
        Direction::Down => 'D',
        Direction::Up => 'U',
    };
    match how {
        Moves::Blank => way.iter().map(|&direction| letter(direction)).collect(),
        Moves::Directions => way.iter().map(|direction| letter(direction.opposite())).collect(),
        Moves::Tiles => {
            let moved = tiles.moved(way);
            if tiles.size.cells() <= 36 {
                return moved.iter().filter_map(|&tile| char::from_digit(tile, 36)).collect();
            }
            moved.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_any_form_are_read() {
        let size = Size { rows: 2, cols: 3 };
        let cells = vec![1, 2, 3, 4, 5, 0];
        for text in ["1 2 3/4 5 0", "1,2,3/4,5,0", " 1 2 3 / 4 5 0 "] {
            assert_eq!(board(text, None), Ok((size, cells.clone())), "{text}");
        }
        for text in ["123450", "1 2 3 4 5 0", "1, 2, 3, 4, 5, 0", "1\t2 3\n4 5,0\n"] {
            assert_eq!(board(text, Some(size)), Ok((size, cells.clone())), "{text}");
            assert_eq!(board(text, None), Err(Error::NoSquare(6)), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text| board(text, None).unwrap_err();
        assert_eq!(error("1 2/3 x"), Error::NoNumber("x".into()));
        assert_eq!(error("12?0"), Error::NoNumber("?".into()));
        assert_eq!(error("1 2/3"), Error::Ragged { row: 2, cells: 1, expected: 2 });
        assert_eq!(error("1 2/3 3"), Error::Twice(3));
        assert_eq!(error("1 2/3 4"), Error::TooLarge { number: 4, cells: 4 });
        assert_eq!(error("1 2/3 99999999999999999999"), Error::NoNumber("9".repeat(20)));
        assert_eq!(error(""), Error::TooSmall { rows: 0, cols: 0 });
        assert_eq!(error("0"), Error::TooSmall { rows: 1, cols: 1 });
        assert_eq!(error("1/0"), Error::TooSmall { rows: 2, cols: 1 });
        assert_eq!(error("//"), Error::TooSmall { rows: 3, cols: 0 });
        let size = Some(Size { rows: 2, cols: 2 });
        assert_eq!(board("1 2 0", size), Err(Error::WrongSize { cells: 3, rows: 2, cols: 2 }));
    }
}
