//! Boards as numbers on one line: tile puzzles in rows (slidy), Korf's instances, and N. Bickford's
//! blocks.

use super::draft::PuzzleDraft;
use super::layout::{Grid, rows_in_line};
use super::options::ReadOptions;
use super::problem::Result;
use super::readings::draft_of;
use super::text::{Cursor, TextSpan, full_lines, number};
use super::write::{Written, refuse_if};
use super::{Notation, Reader};
use crate::puzzle::{Note, Puzzle};
use crate::tiles::Tiles;

pub const SLIDY: Notation = Notation {
    name: "tiles",
    about: "tile puzzles as rows of numbers between slashes or on lines, gap last (slidy)",
    read: Reader::Lines {
        line: |line| board(line, "tiles"),
        are_lines: |text| {
            let mut lines = full_lines(text);
            lines.next().is_some_and(|line| is_board_line(&line)) && lines.next().is_some()
        },
        meaning: Some("tiles: in order, the gap last"),
    },
    write: Some(write),
};

pub const KORF: Notation = Notation {
    name: "korf",
    about: "Korf's instances: a number, then the tiles row by row, gap first",
    read: Reader::Lines {
        line: instance,
        are_lines: |_| true,
        meaning: Some("Korf's list: a number, then tiles in order with the gap first"),
    },
    write: None,
};

pub const HACKERRANK: Notation = Notation {
    name: "hackerrank",
    about: "HackerRank's n-puzzle: the side, then a tile a line, gap first",
    read: Reader::Boards,
    write: None,
};

pub const BICKFORD: Notation = Notation {
    name: "bickford",
    about: "N. Bickford's SbpUtilities: numbers, equal ones a piece; the corner piece to the other",
    read: Reader::Lines {
        line: |line| board(line, "bickford"),
        are_lines: |text| full_lines(text).all(|line| is_bickford(&line)),
        meaning: Some(
            "N. Bickford's rows: the piece of the upper left corner goes to the lower right one",
        ),
    },
    write: None,
};

/// Reads the numbers of a board: in rows between slashes, or those of a square, or of the 5 x 4 that
/// N. Bickford writes.
fn board<'a>(line: TextSpan<'a>, notation: &str) -> Result<PuzzleDraft<'a>> {
    let cells = cells(line);
    let grid = match line.text().contains('/') {
        true => rows_in_line(line).filter(Grid::is_rectangle),
        false if has_size(cells.len()) => {
            Grid::of_cells(&cells, cells.len().isqrt(), line.text().contains(is_between))
        }
        false => None,
    };
    draft_of(grid, &ReadOptions::with("as", notation), line)
}

/// Returns the numbers or names of a line, or its characters if nothing is between them.
pub fn cells(line: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    let numbers = Vec::from_iter(line.split(is_between));
    if numbers.len() == 1 { line.characters().collect() } else { numbers }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || "/,".contains(c)
}

fn instance(line: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let mut cursor = Cursor::new(line);
    let title = cursor.word().unwrap_or(line);
    number(&title)?;
    let mut draft = board(cursor.rest.trimmed(), "korf")?;
    let value = format!("instance {}", title.text());
    draft.notes.push((title, Note { key: "title".to_owned(), value }));
    Ok(draft)
}

/// Whether a line is a board of tiles with its number before it.
pub fn is_instance(line: &TextSpan) -> bool {
    let mut numbers = line.words();
    let has_title = numbers.next().is_some_and(|title| number(&title).is_ok());
    let count = numbers.clone().count();
    has_title && count > 3 && is_square(count) && is_permutation(numbers)
}

/// Whether a line is a board of tiles, with at least two rows.
pub fn is_board_line(line: &TextSpan) -> bool {
    let cells = cells(*line);
    let has_rows = is_square(cells.len()) || line.text().contains('/');
    cells.len() > 3 && has_rows && is_permutation(cells.into_iter())
}

/// Whether a line has the numbers of blocks on a square or on 5 x 4 cells.
pub fn is_bickford(line: &TextSpan) -> bool {
    let count = line.words().count();
    count > 8 && has_size(count) && line.words().all(|word| number(&word).is_ok())
}

fn has_size(count: usize) -> bool {
    count == 20 || count > 3 && is_square(count)
}

pub fn is_square(count: usize) -> bool {
    count.isqrt().pow(2) == count
}

/// Whether these are the numbers from 0 on, each once, perhaps as digits to base 36.
pub fn is_permutation<'a>(cells: impl Iterator<Item = TextSpan<'a>>) -> bool {
    let mut tiles = Vec::from_iter(cells.map(|cell| match cell.value::<char>() {
        Some(sign) => sign.to_digit(36).map(u64::from),
        None => number(&cell).ok(),
    }));
    tiles.sort_unstable();
    (0..tiles.len() as u64).map(Some).eq(tiles)
}

/// Writes the numbers of a tile puzzle row by row. Tiles are numbered by their places in the goal.
fn write(puzzle: &Puzzle) -> Written {
    let other = "this, only tile puzzles: single cells, each of its own kind, and one gap";
    let tiles = Tiles::of(puzzle).ok_or(other)?;
    // Numbers on one line without slashes are those of a square.
    refuse_if(puzzle.size().rows == 1, "boards of one row")?;
    let is_gap_last = tiles.goal().last() == Some(&0);
    refuse_if(!is_gap_last, "goals with the gap elsewhere than in the lower right corner")?;
    let home =
        |tile: &u32| tiles.goal().iter().position(|there| there == tile).map_or(0, |at| at + 1);
    let rows = tiles.start().chunks(puzzle.size().cols as usize);
    let rows = rows.map(|row| {
        row.iter()
            .map(|tile| (home(tile) % puzzle.size().cells()).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    });
    Ok(rows.collect::<Vec<_>>().join("/") + "\n")
}
