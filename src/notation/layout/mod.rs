//! First stage of reading: what stands where, without its meaning.
//!
//! A text becomes blocks, each a grid of cells or a list of pieces, with the lines around it.
//! Frames of lines, brackets, quotes and separators are removed, whatever program wrote them.

mod cells;
mod lines;
mod tree;

use std::collections::HashMap;
use std::hash::Hash;

use super::text::TextSpan;
use crate::puzzle::{MAX_CELLS, Size};

pub use cells::{characters, rows_in_line};
pub use lines::{FACTS, heading, sheet as of_lines};
pub use tree::sheet as of_code;

/// A text in parts.
#[derive(Debug, Default)]
pub struct Sheet<'a> {
    pub blocks: Vec<Block<'a>>,
    /// Values beside the blocks that have a name, as in `"boardSize": [5, 4]`.
    pub facts: Vec<NamedFact<'a>>,
    /// Whether they stand in source code or data.
    pub is_code: bool,
}

/// A value, or a short list of values, with its name.
#[derive(Clone, Debug)]
pub struct NamedFact<'a> {
    pub name: TextSpan<'a>,
    pub values: Vec<TextSpan<'a>>,
}

/// Lines that belong together.
#[derive(Clone, Debug, Default)]
pub struct Block<'a> {
    pub label: BlockLabel,
    /// The heading that gave the label, else the first row.
    pub place: TextSpan<'a>,
    /// Lines above it, and below the last block those below it, that are neither rows nor
    /// statements.
    pub beside: Vec<TextSpan<'a>>,
    /// Lines such as `lock: A h` beside it.
    pub statements: Vec<TextSpan<'a>>,
    /// What it can be; the surest is the first.
    pub contents: Vec<Grid<'a>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockLabel {
    #[default]
    None,
    Start,
    Goal,
}

impl<'a> Block<'a> {
    pub fn new(label: BlockLabel, place: TextSpan<'a>, contents: Vec<Grid<'a>>) -> Self {
        Block { label, place, contents, ..Block::default() }
    }

    /// Creates a block that can only be this.
    pub fn of(label: BlockLabel, grid: Grid<'a>) -> Self {
        Block::new(label, grid.first(), vec![grid])
    }

    /// Returns the drawings that it can be.
    pub fn grids(&self) -> impl Iterator<Item = &Grid<'a>> {
        self.contents.iter().filter(|grid| !grid.is_list)
    }

    /// Returns its list of pieces, if it can be nothing else.
    pub fn list(&self) -> Option<&Grid<'a>> {
        self.contents.first().filter(|grid| grid.is_list && self.contents.len() == 1)
    }

    /// Returns a block of a part of it.
    pub fn part(&self, grid: Grid<'a>) -> Block<'a> {
        Block { place: grid.first(), contents: vec![grid], ..self.clone() }
    }
}

/// Rows of cells, or a list with a piece in each row. Cells behind the end of a short row are blank.
#[derive(Clone, Debug, Default)]
pub struct Grid<'a> {
    rows: Vec<Vec<TextSpan<'a>>>,
    pub size: Size,
    /// Whether cells are words, such as numbers; else each is a character.
    pub has_words: bool,
    /// Exits that are drawn beside the board, each with its row or column, from 0.
    pub exits: Vec<(Side, u32)>,
    /// The box in which each cell lies, row by row, if boxes are drawn round the pieces.
    pub boxes: Option<Vec<usize>>,
    pub is_list: bool,
    /// The names of the columns of a list; empty if the text has none. A field that holds a short
    /// list is one for each value, with its index.
    pub fields: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::Right, Side::Left, Side::Top, Side::Bottom];

    pub fn word(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    pub fn named(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.word() == word)
    }

    /// Whether pieces leave there along their row.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Side::Left | Side::Right)
    }
}

impl<'a> Grid<'a> {
    /// Creates a grid of these rows; `None` if it has no cell, or more than any board.
    pub fn new(rows: Vec<Vec<TextSpan<'a>>>, has_words: bool) -> Option<Self> {
        let cols = rows.iter().map(Vec::len).max()?;
        let count = rows.len().checked_mul(cols)?;
        let size = Size { rows: rows.len() as u32, cols: cols as u32 };
        let grid = Grid { rows, size, has_words, ..Grid::default() };
        (1..=MAX_CELLS).contains(&count).then_some(grid)
    }

    /// Creates a list of pieces.
    pub fn list(fields: Vec<String>, rows: Vec<Vec<TextSpan<'a>>>) -> Option<Self> {
        Some(Grid { is_list: true, fields, ..Grid::new(rows, true)? })
    }

    /// Creates a grid of cells, row by row.
    pub fn of_cells(cells: &[TextSpan<'a>], width: usize, has_words: bool) -> Option<Self> {
        Grid::new(cells.chunks(width).map(<[TextSpan]>::to_vec).collect(), has_words)
    }

    pub fn rows(&self) -> &[Vec<TextSpan<'a>>] {
        &self.rows
    }

    /// Returns the part of the text of a cell; empty behind the end of a short row.
    pub fn place(&self, cell: u32) -> TextSpan<'a> {
        let (row, col) = self.size.row_col(cell);
        let row = &self.rows[row as usize];
        match row.get(col as usize) {
            Some(part) => *part,
            None => row.last().map_or_else(|| self.first(), TextSpan::behind),
        }
    }

    pub fn first(&self) -> TextSpan<'a> {
        *self.rows.iter().flatten().next().expect("a grid has a cell")
    }

    /// Returns the text of a cell; empty if it is blank.
    pub fn at(&self, cell: u32) -> &'a str {
        self.place(cell).text().trim()
    }

    pub fn cells(&self) -> impl Iterator<Item = (u32, &'a str)> {
        (0..self.size.cells() as u32).map(|cell| (cell, self.at(cell)))
    }

    /// Returns the signs with their cells, in the order of their first cells.
    pub fn by_sign(&self) -> Vec<(&'a str, Vec<u32>)> {
        by_sign(self.cells())
    }

    pub fn has(&self, sign: &str) -> bool {
        self.cells().any(|(_, at)| at == sign)
    }

    /// Returns the sides of the board on which a cell lies.
    pub fn sides(&self, cell: u32) -> Vec<Side> {
        let (row, col) = self.size.row_col(cell);
        let Size { rows, cols } = self.size;
        let on = [col + 1 == cols, col == 0, row == 0, row + 1 == rows];
        Side::ALL.into_iter().zip(on).filter_map(|(side, is_on)| is_on.then_some(side)).collect()
    }

    pub fn is_rectangle(&self) -> bool {
        self.rows.iter().all(|row| row.len() == self.rows[0].len())
    }

    /// Whether its rows stand in one line of the text.
    pub fn is_folded(&self) -> bool {
        self.size.rows > 1 && self.place(self.size.cells() as u32 - 1).number == self.first().number
    }

    /// Returns parts of `height` rows each, from the top.
    pub fn parts(&self, height: usize) -> Option<Vec<Grid<'a>>> {
        let parts = self.rows.chunks(height.max(1));
        parts.map(|rows| Grid::new(rows.to_vec(), self.has_words)).collect()
    }

    /// Returns each row as a square.
    pub fn squares(&self) -> Option<Vec<Grid<'a>>> {
        let side = (self.size.cols as usize).isqrt();
        if side < 2 || side * side != self.size.cols as usize || !self.is_rectangle() {
            return None;
        }
        self.rows.iter().map(|row| Grid::of_cells(row, side, true)).collect()
    }

    /// Returns the signs of all cells, sorted.
    pub fn signs(&self) -> Vec<&'a str> {
        let mut signs: Vec<&str> = self.cells().map(|(_, sign)| sign).collect();
        signs.sort_unstable();
        signs
    }
}

/// Returns the cells of each sign, in their order; signs in the order of their first cells.
pub fn by_sign<T, S: Clone + Eq + Hash>(
    cells: impl IntoIterator<Item = (T, S)>,
) -> Vec<(S, Vec<T>)> {
    let mut found: Vec<(S, Vec<T>)> = Vec::new();
    let mut known = HashMap::new();
    for (cell, sign) in cells {
        let index = *known.entry(sign.clone()).or_insert(found.len());
        if index == found.len() {
            found.push((sign, Vec::new()));
        }
        found[index].1.push(cell);
    }
    found
}
