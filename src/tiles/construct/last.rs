//! The shortest path from one position to another on a few cells, by IDA* with the Manhattan
//! distance.

use super::board::CarryBoard;
use crate::puzzle::Direction;

/// Maximum number of cells searched at once.
pub(super) const CELLS: usize = 16;

/// The greatest distance of two positions on at most 3 x 3 cells.
const LONGEST: usize = 31;

/// A few cells of a board, numbered from 0.
pub(super) struct FewCells {
    cells: Vec<usize>,
    steps: [[Option<u8>; 4]; CELLS],
    distance: [[u8; CELLS]; CELLS],
}

/// The content of each cell, identified by its target cell.
type Arrangement = [u8; CELLS];

impl FewCells {
    pub fn new(board: &CarryBoard, cells: Vec<usize>) -> Self {
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

    /// Returns the shortest path of the blank that takes everything from its cell in one list to
    /// its cell in the other, if it has at most `most` moves. Stops when `nodes` runs out.
    pub fn solve(
        &self,
        from: &[u32],
        to: &[u32],
        blank: usize,
        most: usize,
        nodes: &mut u64,
    ) -> Option<Vec<Direction>> {
        let wanted = |tile: u32| to.iter().position(|&other| other == tile);
        let mut tiles = [0; CELLS];
        for (cell, &tile) in from.iter().enumerate() {
            tiles[cell] = wanted(tile)? as u8;
        }
        let blank = self.index(blank)?;
        let apart = (0..from.len()).filter(|&cell| cell != usize::from(blank));
        let far: u32 =
            apart.map(|cell| u32::from(self.distance[cell][usize::from(tiles[cell])])).sum();
        let mut search = LastSearch { field: self, tiles, path: Vec::new(), nodes };
        // Every move changes the sum by one, so the numbers of moves are all even or all odd.
        let mut bound = far;
        while bound as usize <= most {
            if search.deepen(blank, None, far, bound) {
                return Some(search.path);
            }
            if *search.nodes == 0 {
                return None;
            }
            bound += 2;
        }
        None
    }
}

/// Brings all tiles home on a few cells that hold them and the blank. `None` if that is impossible.
pub(super) fn finish(board: &mut CarryBoard, cells: Vec<usize>) -> Option<()> {
    let lying: Vec<u32> = cells.iter().map(|&cell| board.tile[cell]).collect();
    let wanted: Vec<u32> = cells.iter().map(|&cell| cell as u32).collect();
    let field = FewCells::new(board, cells);
    let way = field.solve(&lying, &wanted, board.blank, LONGEST, &mut { u64::MAX })?;
    way.into_iter().for_each(|direction| board.step(direction));
    Some(())
}

struct LastSearch<'a> {
    field: &'a FewCells,
    tiles: Arrangement,
    path: Vec<Direction>,
    /// Remaining limit on nodes.
    nodes: &'a mut u64,
}

impl LastSearch<'_> {
    fn deepen(&mut self, blank: u8, last: Option<Direction>, far: u32, left: u32) -> bool {
        if far == 0 {
            return true;
        }
        if *self.nodes == 0 {
            return false;
        }
        *self.nodes -= 1;
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
