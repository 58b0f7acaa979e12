//! One drawing: rows of characters.

use std::collections::BTreeMap;

use super::{BLOCKED, EMPTY, WANTED_EMPTY};
use crate::notation::knuth::Line;

/// The rows of a drawing, as they stand in the text.
#[derive(Default)]
pub struct Grid<'a> {
    pub rows: Vec<Line<'a>>,
}

/// What a drawing shows.
pub struct Shown {
    /// The cells of each piece, ascending, in row-major order.
    pub pieces: BTreeMap<char, Vec<u32>>,
    pub blocked: Vec<u32>,
    /// Those that are to be empty.
    pub wanted_empty: Vec<u32>,
}

impl Grid<'_> {
    pub fn cols(&self) -> usize {
        self.rows.first().map_or(0, |row| row.text.chars().count())
    }

    /// What is drawn, if all rows are as long as the first.
    pub fn shown(&self) -> Shown {
        let (mut pieces, mut blocked, mut wanted_empty) = (BTreeMap::new(), Vec::new(), Vec::new());
        let cells = self.rows.iter().flat_map(|row| row.text.chars());
        for (cell, c) in (0..).zip(cells) {
            match c {
                EMPTY => {}
                BLOCKED => blocked.push(cell),
                WANTED_EMPTY => wanted_empty.push(cell),
                name => pieces.entry(name).or_insert_with(Vec::new).push(cell),
            }
        }
        Shown { pieces, blocked, wanted_empty }
    }

    /// Where a cell stands in the text.
    pub fn span(&self, cell: u32) -> std::ops::Range<usize> {
        let cols = self.cols().max(1);
        let row = self.rows[(cell as usize / cols).min(self.rows.len() - 1)];
        match row.text.char_indices().nth(cell as usize % cols) {
            Some((at, c)) => row.span(at..at + c.len_utf8()),
            None => row.whole(),
        }
    }
}
