//! The rows of N. Bickford's SbpUtilities: numbers, equal ones a piece.

use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{Case, read_blocks, setup_of};
use super::sheet::{Block, Label};
use super::text::{Part, full_lines, number};
use super::unsayable::{board, cells, no_gates, no_locks, no_walls, target, unless};
use super::{Notation, Reader, Written};
use crate::puzzle::{Cell, Puzzle, Setup, Size};

/// A board on one line, or by rows.
pub const NOTATION: Notation = Notation {
    name: "bickford",
    about: "N. Bickford's SbpUtilities: numbers, equal ones a piece; the corner piece to the other",
    read: Some(Reader::Lines { line: by_line, are_lines }),
    write,
};

/// Whether each line is a board, and not a row.
fn are_lines(text: &str) -> bool {
    full_lines(text)
        .all(|line| size_of_line(line.words().count()).is_some_and(|size| size.cells() > 8))
}

/// Whether a line has the numbers of a board.
pub fn is_line(line: &Part) -> bool {
    let count = line.words().count();
    count > 8 && size_of_line(count).is_some() && line.words().all(|word| number(&word).is_ok())
}

/// The size of a board on one line.
fn size_of_line(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    match cells {
        20 => Some(Size { rows: 5, cols: 4 }),
        _ if side > 0 && side * side == cells => {
            Some(Size { rows: side as u32, cols: side as u32 })
        }
        _ => None,
    }
}

fn by_line(line: Part) -> Result<Setup, Problem> {
    let numbers: Vec<_> = line.words().collect();
    let Some(size) = size_of_line(numbers.len()) else {
        let message = format!("{} cells are no square", numbers.len());
        return Err(line.wrong(message, "a square or 20 cells, or rows on lines of their own"));
    };
    for part in &numbers {
        number(part)?;
    }
    let rows: Vec<Vec<Part>> = numbers.chunks(size.cols as usize).map(<[Part]>::to_vec).collect();
    let mut block = Block::new(Label::None, line);
    block.lines = rows.iter().map(|row| row[0]).collect();
    block.cells = rows.into_iter().map(Some).collect();
    let options = ReadOptions::with("as", "bickford");
    setup_of(read_blocks(&Case::new(block, &options)), line)
}

/// Where the origin of a piece is when the box around it is in the lower right corner.
fn in_last_corner(cells: &[u32], size: Size) -> u32 {
    let last_col = cells.iter().map(|cell| cell % size.cols).max().unwrap_or(0);
    let last_row = cells.iter().map(|cell| cell / size.cols).max().unwrap_or(0);
    let (down, right) = (size.rows - 1 - last_row, size.cols - 1 - last_col);
    cells[0] + down * size.cols + right
}

/// Whether a piece touches the top row and the left column.
fn starts(cells: &[u32], size: Size) -> bool {
    cells[0] < size.cols && cells.iter().any(|cell| cell % size.cols == 0)
}

fn write(puzzle: &Puzzle) -> Written {
    no_walls(puzzle)?;
    no_locks(puzzle)?;
    no_gates(puzzle)?;
    let size = puzzle.size();
    let (own, exit) = target(puzzle)?;
    let own_cells = cells(puzzle, own);
    let other = "its goal is the piece of the upper left corner in the lower right one";
    unless(exit != in_last_corner(&own_cells, size), other)?;
    let pieces = puzzle.start().placements();
    let starters = pieces.iter().filter(|&&piece| starts(&cells(puzzle, piece), size));
    let only = |mut found: Vec<_>| found.pop() == Some(&own) && found.is_empty();
    let on_corner = pieces.iter().find(|piece| piece.cell == 0);
    let is_target = on_corner.map_or_else(|| only(starters.collect()), |&piece| piece == own);
    unless(!is_target, other)?;
    let numbers: Vec<_> = board(puzzle)
        .iter()
        .map(|&cell| match cell {
            Cell::Piece(index) => (index + 1).to_string(),
            _ => "0".to_owned(),
        })
        .collect();
    if size_of_line(numbers.len()) == Some(size) {
        return Ok(numbers.join(" ") + "\n");
    }
    unless(size.rows < 2 || size.cols < 2, "its boards have at least two rows and columns")?;
    Ok(numbers.chunks(size.cols as usize).map(|row| row.join(" ") + "\n").collect())
}
