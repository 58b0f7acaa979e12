//! Huarong Dao: five rows of four, one 2 x 2, and small pieces around it.

use crate::puzzle::{Demand, GoalSetup, KindSetup, Placement, Setup, Size, Want};

pub const CELLS: u32 = 20;
const COLS: u32 = 4;
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

    pub fn of_code(code: u32) -> BlockCode {
        Self::ALL[code as usize & 3]
    }

    pub fn code(self) -> u8 {
        self as u8
    }

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
    square: u32,
    /// Each with its cell.
    blocks: Vec<(u32, BlockCode)>,
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
        self.blocks.push((cell, block));
        true
    }

    pub fn square(&self) -> u32 {
        self.square
    }

    pub fn blocks(&self) -> impl Iterator<Item = BlockCode> {
        self.blocks.iter().map(|&(_, block)| block)
    }

    pub fn gaps(&self) -> usize {
        self.blocks().filter(|&block| block == BlockCode::Gap).count()
    }

    /// Returns the puzzle: the 2 x 2 has to reach the bottom centre.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::new(Size { rows: CELLS / COLS, cols: COLS });
        let target = setup.add_kind(KindSetup::new('1', [(0, 0), (0, 1), (1, 0), (1, 1)]));
        setup.start.push(Placement { cell: self.square, kind: target });
        let mut kinds = [None; BlockCode::ALL.len()];
        for &(cell, block) in &self.blocks {
            let shape: &[(i32, i32)] = match block {
                BlockCode::Gap => continue,
                BlockCode::Single => &[(0, 0)],
                BlockCode::Lying => &[(0, 0), (0, 1)],
                BlockCode::Standing => &[(0, 0), (1, 0)],
            };
            let name = char::from(b'1' + setup.kinds.len() as u8);
            let kind = &mut kinds[usize::from(block.code())];
            let kind = *kind.get_or_insert_with(|| setup.add_kind(KindSetup::new(name, shape)));
            setup.start.push(Placement { cell, kind });
        }
        let demand = Demand { cell: 13, want: Want::Origin(target) };
        setup.goals.push(GoalSetup::Partial(vec![demand]));
        setup
    }
}
