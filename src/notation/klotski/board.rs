//! Huarong Dao: five rows of four, one 2 x 2, and small pieces around it.

use std::iter::once;

use crate::notation::draft::PuzzleDraft;
use crate::notation::problem::Problem;
use crate::notation::text::TextSpan;
use crate::puzzle::{Setup, Size};

pub const CELLS: u32 = 20;
const COLS: u32 = 4;
/// The upper left cell of the 2 x 2 in the goal.
pub const EXIT: u32 = 13;
/// The upper left cells of the 2 x 2, ascending.
pub const SQUARES: [u32; 12] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14];

/// What begins at the first uncovered cell, in the order of the codes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BlockCode {
    Gap,
    Lying,
    Standing,
    Single,
}

impl BlockCode {
    pub const ALL: [BlockCode; 4] =
        [BlockCode::Gap, BlockCode::Lying, BlockCode::Standing, BlockCode::Single];

    /// Returns the cells that it covers if it begins at a cell, as bits; `None` if it does not fit
    /// between the covered ones. A gap covers its cell, too.
    pub fn covers(self, cell: u32, covered: u32) -> Option<u32> {
        let own = 1 << cell;
        let mask = match self {
            BlockCode::Gap | BlockCode::Single => own,
            BlockCode::Lying if cell % COLS + 1 < COLS => own | own << 1,
            BlockCode::Standing if cell + COLS < CELLS => own | own << COLS,
            _ => return None,
        };
        (covered & mask == 0).then_some(mask)
    }
}

/// Returns the cells of a 2 x 2 with this upper left cell, as bits.
pub fn square_mask(square: u32) -> u32 {
    0b11_0011 << square
}

/// A board that is filled in the order of its cells.
pub struct PackedBoard {
    /// The upper left cell of the 2 x 2.
    pub square: u32,
    /// Each with its cells, as bits.
    pub blocks: Vec<(u32, BlockCode)>,
    covered: u32,
}

impl PackedBoard {
    /// Creates a board with only the 2 x 2, if it can be there.
    pub fn with_square(square: u32) -> Option<PackedBoard> {
        let covered = SQUARES.contains(&square).then(|| square_mask(square))?;
        Some(PackedBoard { square, blocks: Vec::new(), covered })
    }

    /// Returns the first uncovered cell.
    pub fn next(&self) -> Option<u32> {
        let cell = self.covered.trailing_ones();
        (cell < CELLS).then_some(cell)
    }

    /// Puts a block on that cell. Returns whether it fits.
    pub fn put(&mut self, cell: u32, block: BlockCode) -> bool {
        let Some(mask) = block.covers(cell, self.covered) else { return false };
        self.covered |= mask;
        self.blocks.push((mask, block));
        true
    }

    pub fn gaps(&self) -> usize {
        self.blocks.iter().filter(|(_, block)| *block == BlockCode::Gap).count()
    }

    /// Returns the puzzle: the 2 x 2 has to reach the bottom centre.
    pub fn setup(&self, place: TextSpan) -> Result<Setup, Problem> {
        let mut draft = PuzzleDraft::new(Size { rows: CELLS / COLS, cols: COLS }, place);
        let blocks = self.blocks.iter().filter(|(_, block)| *block != BlockCode::Gap);
        for mask in once(square_mask(self.square)).chain(blocks.map(|(mask, _)| *mask)) {
            draft.add("", (0..CELLS).filter(|cell| mask >> cell & 1 == 1).collect(), place);
        }
        draft.aim(0, &[EXIT]);
        draft.unnamed()
    }
}
