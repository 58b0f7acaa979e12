//! The bounds of IDA* with pattern databases.
//!
//! The lower bound is the sum of all distances, plus twice the excesses from the databases. On a
//! square board it is computed a second time with board and tiles reflected, and the maximum
//! counts. The machine prunes duplicate paths. A pass is in `lanes.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::deepening::{CELLS, Grid, Homes};
use super::duplicates::Machine;
use super::pdb::{Database, Order};
use crate::puzzle::{Direction, Size};

/// How many times as many positions a 24-puzzle has at each further step, in the long run.
const GROWTH: f64 = 2.368;

/// Maximum number of patterns of a board: a power of two.
pub(super) const MOST_PATTERNS: usize = 8;

/// A view of the board: as it is, or reflected.
pub(super) struct BoardView {
    /// The cell that each cell becomes.
    pub cell: [u8; CELLS],
    /// For the home of a tile, its pattern.
    pub pattern: [u8; CELLS],
    /// For the home of a tile, its number in the pattern.
    tile: [u8; CELLS],
}

/// The state of the tiles of a pattern.
#[derive(Clone, Copy, Default)]
pub(super) struct PatternState {
    /// Their cells.
    pub cells: u32,
    /// Their order.
    pub order: Order,
    /// The offset of the order's row in the database, in half bytes.
    pub row: u32,
    /// The database's excess over the distances, halved.
    pub excess: u32,
}

/// Data shared by all positions of a puzzle, with the board in `V` views.
pub(super) struct IdaData<'a, const V: usize> {
    pub databases: Vec<&'a Database>,
    pub views: [BoardView; V],
    pub machine: &'a Machine,
    pub grid: Grid,
}

impl<'a, const V: usize> IdaData<'a, V> {
    /// Prepares a board of some size. The databases cover all of its tiles, each in one of them. In
    /// the second view they are looked up for the reflection.
    pub fn new(size: Size, databases: Vec<&'a Database>, machine: &'a Machine) -> Self {
        let views = std::array::from_fn(|view| BoardView::new(size, &databases, view == 1));
        IdaData { databases, views, machine, grid: Grid::new(size) }
    }

    /// Returns the state of each pattern in a view of a position.
    pub fn pattern_states(&self, view: &BoardView, start: &Homes) -> [PatternState; MOST_PATTERNS] {
        let mut seen = [PatternState::default(); MOST_PATTERNS];
        let tiles = start.homes.iter().enumerate().filter(|&(cell, _)| cell != start.blank);
        let mut tiles: Vec<(u8, usize)> =
            tiles.map(|(cell, &home)| (view.cell[cell], usize::from(home))).collect();
        tiles.sort_unstable();
        for (cell, home) in tiles {
            let known = &mut seen[usize::from(view.pattern[home])];
            known.order |= u32::from(view.tile[home]) << (3 * known.cells.count_ones());
            known.cells |= 1 << cell;
        }
        let blank = view.cell[start.blank];
        for (known, database) in seen.iter_mut().zip(&self.databases) {
            known.row = database.row(known.order);
            known.excess = database.entry(database.place(known.row, known.cells, blank));
        }
        seen
    }

    /// Returns a lower bound for the number of moves.
    pub fn bound(&self, start: &Homes) -> u32 {
        let excess = |view: &BoardView| {
            self.pattern_states(view, start).iter().map(|known| known.excess).sum::<u32>()
        };
        start.distances + 2 * self.views.iter().map(excess).max().unwrap_or(0)
    }

    /// Returns a measure of the positions of a search that passes some positions, all as many steps
    /// from its start: fewer, by a constant factor a move, where the bound is higher.
    pub fn effort(&self, passed: &[Homes]) -> f64 {
        passed.iter().map(|position| GROWTH.powi(-(self.bound(position) as i32))).sum()
    }

    /// Returns all positions in which the blank has made some steps from a start without going
    /// back to a position of two steps before.
    pub fn after(&self, steps: usize, start: &Homes) -> Vec<Homes> {
        let mut level = vec![start.clone()];
        let mut before = BTreeSet::new();
        for _ in 0..steps {
            let mut next = BTreeMap::new();
            for position in &level {
                let steps = Direction::ALL.into_iter();
                let ways = steps.filter_map(|step| self.grid.step(position.blank, step));
                let made = ways.map(|to| self.moved(position, to));
                next.extend(made.map(|made| (made.homes.clone(), made)));
            }
            next.retain(|homes, _| !before.contains(homes));
            let next = next.into_values().collect();
            let passed = std::mem::replace(&mut level, next);
            before = passed.into_iter().map(|position| position.homes).collect();
        }
        level
    }

    /// Returns the position after a step of the blank.
    fn moved(&self, position: &Homes, to: usize) -> Homes {
        let mut made = position.clone();
        let distance = &self.grid.distance[usize::from(made.homes[to])];
        made.distances += u32::from(distance[made.blank]);
        made.distances -= u32::from(distance[to]);
        made.homes.swap(made.blank, to);
        made.blank = to;
        made
    }
}

impl BoardView {
    fn new(size: Size, databases: &[&Database], is_reflected: bool) -> BoardView {
        let mut view = BoardView { cell: [0; CELLS], pattern: [0; CELLS], tile: [0; CELLS] };
        let cells = size.cells() as u32;
        for (cell, seen) in (0..cells).zip(&mut view.cell) {
            let (row, col) = size.row_col(cell);
            *seen = if is_reflected { col * size.rows + row } else { cell } as u8;
        }
        for (number, database) in databases.iter().enumerate() {
            for (tile, home) in database.pattern.homes().iter().enumerate() {
                let home = view.cell.iter().position(|cell| cell == home).expect("it is a cell");
                view.pattern[home] = number as u8;
                view.tile[home] = tile as u8;
            }
        }
        view
    }
}
