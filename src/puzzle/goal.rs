//! Goals: a complete configuration, or demands on some of the cells.

use super::{Board, Cell, Configuration, Placement, Puzzle};

/// What a goal wants of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Want {
    /// That nothing lies on it.
    Empty,
    /// That a piece of this kind (an index in [`Puzzle::kinds`]) has its origin there.
    Origin(u8),
}

/// One demand of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Demand {
    /// The cell.
    pub cell: u32,
    /// What is wanted there.
    pub want: Want,
}

/// A way to stop: a set of demands that a configuration meets or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    demands: Vec<Demand>,
    free: Vec<u32>,
}

impl Goal {
    /// A goal with `demands` and the unconstrained cells `free`, both by ascending cell; blocked
    /// cells belong to neither.
    pub(super) fn new(demands: Vec<Demand>, free: Vec<u32>) -> Self {
        Self { demands, free }
    }

    /// The demands by ascending cell.
    pub fn demands(&self) -> &[Demand] {
        &self.demands
    }

    /// The unconstrained cells, ascending, blocked ones left out.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Whether the goal leaves nothing open, so that exactly one configuration meets it.
    pub fn is_complete(&self) -> bool {
        self.free.is_empty()
    }

    /// The pieces that are demanded, as if they were all there is. For a goal that is not complete
    /// this is no configuration of the puzzle.
    pub fn demanded(&self) -> Configuration {
        let pieces = self.demands.iter().filter_map(|demand| match demand.want {
            Want::Origin(kind) => Some(Placement { cell: demand.cell, kind }),
            Want::Empty => None,
        });
        Configuration::new(pieces.collect())
    }

    /// The demands as a board, [`Cell::Any`] where the goal leaves a cell open. Its
    /// [`Cell::Piece`] indices are those of [`Goal::demanded`]. The goal should be one of `puzzle`;
    /// of another's, what does not fit the board is left out.
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

    /// Whether `configuration`, spelt out as `board`, meets every demand.
    pub fn is_met_by(&self, configuration: &Configuration, board: &Board) -> bool {
        self.demands.iter().all(|demand| match demand.want {
            Want::Empty => board.cells().get(demand.cell as usize) == Some(&Cell::Empty),
            Want::Origin(kind) => configuration.kind_at(demand.cell) == Some(kind),
        })
    }
}
