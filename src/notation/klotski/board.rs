//! Huarong Dao: five rows of four, one 2 x 2, and small pieces around it.

use crate::notation::draft::Draft;
use crate::notation::problem::Problem;
use crate::notation::text::Part;
use crate::puzzle::{Setup, Size};

pub const CELLS: u32 = 20;
const COLS: u32 = 4;
/// The upper left cells of the 2 x 2, ascending.
pub const SQUARES: [u32; 12] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14];

/// What begins at a cell that nothing covers so far, in the order of the codes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Block {
    Gap,
    Lying,
    Standing,
    Single,
}

impl Block {
    pub const ALL: [Block; 4] = [Block::Gap, Block::Lying, Block::Standing, Block::Single];

    pub fn of_code(code: u32) -> Block {
        Self::ALL[code as usize & 3]
    }

    pub fn code(self) -> u8 {
        self as u8
    }

    /// The cells that it covers if it begins at a cell, as bits; `None` where it does not fit
    /// between the covered ones. A gap covers its cell, too.
    pub fn covers(self, cell: u32, covered: u32) -> Option<u32> {
        let own = 1 << cell;
        let mask = match self {
            Block::Gap | Block::Single => own,
            Block::Lying if cell % COLS + 1 < COLS => own | own << 1,
            Block::Standing if cell + COLS < CELLS => own | own << COLS,
            _ => return None,
        };
        (covered & mask == 0).then_some(mask)
    }
}

/// The cells of a 2 x 2 with this upper left cell, as bits.
pub fn square_mask(square: u32) -> u32 {
    0b11_0011 << square
}

/// A board that is filled in the order of its cells.
pub struct Board {
    square: u32,
    blocks: Vec<Block>,
    cells: Vec<u32>,
    covered: u32,
}

impl Board {
    /// A board with the 2 x 2 alone, if it can be there.
    pub fn with_square(square: u32) -> Option<Board> {
        let covered = SQUARES.contains(&square).then(|| square_mask(square))?;
        Some(Board { square, blocks: Vec::new(), cells: Vec::new(), covered })
    }

    /// The first cell that nothing covers.
    pub fn next(&self) -> Option<u32> {
        let cell = self.covered.trailing_ones();
        (cell < CELLS).then_some(cell)
    }

    /// Puts a block on that cell. Whether it fits.
    pub fn put(&mut self, cell: u32, block: Block) -> bool {
        let Some(mask) = block.covers(cell, self.covered) else { return false };
        self.covered |= mask;
        self.blocks.push(block);
        self.cells.push(cell);
        true
    }

    pub fn square(&self) -> u32 {
        self.square
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn gaps(&self) -> usize {
        self.blocks.iter().filter(|&&block| block == Block::Gap).count()
    }

    /// The puzzle: the 2 x 2 has to reach the bottom centre.
    pub fn setup(&self, place: Part) -> Result<Setup, Problem> {
        let mut draft = Draft::new(Size { rows: CELLS / COLS, cols: COLS }, place);
        let square = [self.square, self.square + 1, self.square + COLS, self.square + COLS + 1];
        draft.add("", square.to_vec(), place);
        for (&block, &cell) in self.blocks.iter().zip(&self.cells) {
            let cells = match block {
                Block::Gap => continue,
                Block::Single => vec![cell],
                Block::Lying => vec![cell, cell + 1],
                Block::Standing => vec![cell, cell + COLS],
            };
            draft.add("", cells, place);
        }
        draft.aim(0, &[13]);
        draft.unnamed()
    }
}
