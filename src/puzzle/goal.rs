//! Goals: a complete position, or demands on some of the cells.

use super::{Board, Cell, Configuration, Placement, Puzzle};

/// What a goal demands of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Want {
    /// The cell is empty.
    Empty,
    /// A piece of this kind (an index in [`Puzzle::kinds`]) has its origin there.
    Origin(u8),
}

/// One demand of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Demand {
    /// The cell.
    pub cell: u32,
    /// What must be there.
    pub want: Want,
}

/// A goal: a set of demands that a position meets or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    demands: Vec<Demand>,
    free: Vec<u32>,
}

impl Goal {
    /// Creates a goal with `demands` and the unconstrained cells `free`, both by ascending cell;
    /// blocked cells belong to neither.
    pub(super) fn new(demands: Vec<Demand>, free: Vec<u32>) -> Self {
        Self { demands, free }
    }

    /// Returns the demands by ascending cell.
    pub fn demands(&self) -> &[Demand] {
        &self.demands
    }

    /// Returns the unconstrained cells, ascending, without blocked ones.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Whether exactly one position meets the goal, because it leaves nothing open.
    pub fn is_complete(&self) -> bool {
        self.free.is_empty()
    }

    /// Returns the demanded pieces as if they were the whole position. For an incomplete goal this
    /// is not a valid position of the puzzle.
    pub fn demanded(&self) -> Configuration {
        let pieces = self.demands.iter().filter_map(|demand| match demand.want {
            Want::Origin(kind) => Some(Placement { cell: demand.cell, kind }),
            Want::Empty => None,
        });
        Configuration::new(pieces.collect())
    }

    /// Returns the demands as a board, with [`Cell::Any`] where the goal leaves a cell open. Its
    /// [`Cell::Piece`] indices are those of [`Goal::demanded`]. The goal should be one of `puzzle`;
    /// otherwise, what does not fit the board is left out.
    pub fn board(&self, puzzle: &Puzzle) -> Board {
        let mut board = Board::new(puzzle, &Configuration::new(Vec::new()));
        for &cell in &self.free {
            board.set(cell, Cell::Any);
        }
        for (index, &placement) in self.demanded().placements().iter().enumerate() {
            board.cover(puzzle, placement, index as u32);
        }
        board
    }

    /// Whether `configuration`, laid out as `board`, meets every demand.
    pub fn is_met_by(&self, configuration: &Configuration, board: &Board) -> bool {
        self.demands.iter().all(|demand| match demand.want {
            Want::Empty => board.cells().get(demand.cell as usize) == Some(&Cell::Empty),
            Want::Origin(kind) => configuration.kind_at(demand.cell) == Some(kind),
        })
    }
}
