//! The shortest path home on the last few cells, by IDA* with the Manhattan distance.

use super::board::CarryBoard;
use crate::puzzle::Direction;

/// Maximum number of cells.
const CELLS: usize = 9;

/// The greatest distance of two positions on at most 3 x 3 cells.
const LONGEST: u32 = 31;

/// A few cells of a board, numbered from 0.
struct FewCells {
    cells: Vec<usize>,
    steps: [[Option<u8>; 4]; CELLS],
    distance: [[u8; CELLS]; CELLS],
}

/// The content of each cell, identified by its target cell.
type Arrangement = [u8; CELLS];

impl FewCells {
    fn new(board: &CarryBoard, cells: Vec<usize>) -> Self {
        let mut field = Self { steps: [[None; 4]; CELLS], distance: [[0; CELLS]; CELLS], cells };
        for (i, &cell) in field.cells.iter().enumerate() {
            field.steps[i] =
                Direction::ALL.map(|direction| field.index(board.next(cell, direction)));
            for (j, &other) in field.cells.iter().enumerate() {
                field.distance[i][j] = board.distance(cell, other) as u8;
            }
        }
        field
    }

    fn index(&self, cell: usize) -> Option<u8> {
        self.cells.iter().position(|&other| other == cell).map(|index| index as u8)
    }

    /// Returns the shortest path of the blank that brings all tiles home.
    fn solve(&self, board: &CarryBoard) -> Option<Vec<Direction>> {
        let mut tiles = [0; CELLS];
        for (index, &cell) in self.cells.iter().enumerate() {
            tiles[index] = self.index(board.tile[cell] as usize)?;
        }
        let blank = self.index(board.blank)?;
        let apart = (0..self.cells.len()).filter(|&cell| cell != usize::from(blank));
        let far: u32 =
            apart.map(|cell| u32::from(self.distance[cell][usize::from(tiles[cell])])).sum();
        let mut search = LastSearch { field: self, tiles, path: Vec::new() };
        // Every move changes the sum by one, so the numbers of moves are all even or all odd.
        let mut bound = far;
        while bound <= LONGEST {
            if search.deepen(blank, None, far, bound) {
                return Some(search.path);
            }
            bound += 2;
        }
        None
    }
}

/// Brings all tiles home on a few cells that hold them and the blank. `None` if that is impossible.
pub(super) fn finish(board: &mut CarryBoard, cells: Vec<usize>) -> Option<()> {
    let way = FewCells::new(board, cells).solve(board)?;
    way.into_iter().for_each(|direction| board.step(direction));
    Some(())
}

struct LastSearch<'a> {
    field: &'a FewCells,
    tiles: Arrangement,
    path: Vec<Direction>,
}

impl LastSearch<'_> {
    fn deepen(&mut self, blank: u8, last: Option<Direction>, far: u32, left: u32) -> bool {
        if far == 0 {
            return true;
        }
        let here = usize::from(blank);
        for (which, &direction) in Direction::ALL.iter().enumerate() {
            let Some(next) = self.field.steps[here][which] else { continue };
            let there = usize::from(next);
            let tile = usize::from(self.tiles[there]);
            let distance = &self.field.distance;
            let after = far + u32::from(distance[here][tile]) - u32::from(distance[there][tile]);
            if last == Some(direction.opposite()) || after >= left {
                continue;
            }
            self.tiles.swap(here, there);
            self.path.push(direction);
            if self.deepen(next, Some(direction), after, left - 1) {
                return true;
            }
            self.path.pop();
            self.tiles.swap(here, there);
        }
        false
    }
}
