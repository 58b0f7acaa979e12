//! Boards that are drawn with a character a cell, and pieces that are all cells of one character.

use std::collections::HashMap;

use super::text::Part;
use crate::puzzle::{MAX_CELLS, Size};

/// Rows of characters, short ones to be filled up.
pub struct Sheet<'a> {
    rows: Vec<Part<'a>>,
    cells: Vec<Vec<char>>,
    pub size: Size,
}

impl<'a> Sheet<'a> {
    /// The rows as they stand. `None` if they are more than any board has.
    pub fn new(rows: Vec<Part<'a>>) -> Option<Self> {
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.text().chars().collect()).collect();
        let cols = cells.iter().map(Vec::len).max().unwrap_or(0);
        (rows.len().checked_mul(cols)? <= MAX_CELLS).then_some(())?;
        let size = Size { rows: rows.len() as u32, cols: cols as u32 };
        Some(Sheet { rows, cells, size })
    }

    /// What stands in a cell, blanks where a row is too short.
    pub fn at(&self, cell: u32) -> char {
        let (row, col) = self.size.row_col(cell);
        self.cells[row as usize].get(col as usize).copied().unwrap_or(' ')
    }

    /// All cells.
    pub fn all(&self) -> impl Iterator<Item = (u32, char)> {
        (0..self.size.cells() as u32).map(|cell| (cell, self.at(cell)))
    }

    /// Where a cell stands in the text.
    pub fn place(&self, cell: u32) -> Part<'a> {
        let (row, col) = self.size.row_col(cell);
        self.rows[row as usize].character(col as usize)
    }

    /// The cells of each character that is a piece, ascending; characters in the order of their
    /// first cells.
    pub fn pieces(&self, is_piece: impl Fn(char) -> bool) -> Vec<(char, Vec<u32>)> {
        let mut pieces: Vec<(char, Vec<u32>)> = Vec::new();
        let mut known = HashMap::new();
        for (cell, c) in self.all().filter(|&(_, c)| is_piece(c)) {
            let index = *known.entry(c).or_insert(pieces.len());
            if index == pieces.len() {
                pieces.push((c, Vec::new()));
            }
            pieces[index].1.push(cell);
        }
        pieces
    }
}

/// Whether two pieces are of one shape on a board of this width.
pub fn are_alike(a: &[u32], b: &[u32], size: Size) -> bool {
    let offset = |cells: &[u32], cell: u32| {
        let ((r0, c0), (r, c)) = (size.row_col(cells[0]), size.row_col(cell));
        (r - r0, i64::from(c) - i64::from(c0))
    };
    a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| offset(a, x) == offset(b, y))
}
