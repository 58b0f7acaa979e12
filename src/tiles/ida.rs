//! The bounds of IDA* with pattern databases.
//!
//! The lower bound is the sum of all distances, plus twice the excesses from the databases. On a
//! square board it is computed a second time with board and tiles reflected, and the maximum
//! counts. The machine prunes duplicate paths. A pass is in `lanes.rs`.

use std::collections::BTreeSet;

use super::deepening::{CELLS, Grid, Homes, NONE};
use super::duplicates::Machine;
use super::pdb::{Database, PatternState};
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
        let mut homes = [NONE; CELLS];
        for (cell, &home) in view.cell.iter().zip(&start.homes) {
            homes[usize::from(*cell)] = view.cell[usize::from(home)];
        }
        let mut seen = [PatternState::default(); MOST_PATTERNS];
        for (known, database) in seen.iter_mut().zip(&self.databases) {
            *known = database.state(&homes, view.cell[start.blank]);
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
    pub fn effort(&self, passed: &BTreeSet<Homes>) -> f64 {
        passed.iter().map(|position| GROWTH.powi(-(self.bound(position) as i32))).sum()
    }

    /// Returns all positions in which the blank has made some steps from a start without going
    /// back to a position of two steps before.
    pub fn after(&self, steps: usize, start: &Homes) -> BTreeSet<Homes> {
        let (mut before, mut level) = (BTreeSet::new(), BTreeSet::from([start.clone()]));
        for _ in 0..steps {
            let next = level.iter().flat_map(|at| Direction::ALL.map(|step| self.moved(at, step)));
            let next = next.flatten().filter(|made| !before.contains(made)).collect();
            before = std::mem::replace(&mut level, next);
        }
        level
    }

    /// Returns the position after a step of the blank; `None` off the board.
    fn moved(&self, position: &Homes, step: Direction) -> Option<Homes> {
        let to = self.grid.step(position.blank, step)?;
        let mut made = position.clone();
        let distance = &self.grid.distance[usize::from(made.homes[to])];
        made.distances += u32::from(distance[made.blank]);
        made.distances -= u32::from(distance[to]);
        made.homes.swap(made.blank, to);
        made.blank = to;
        Some(made)
    }
}

impl BoardView {
    fn new(size: Size, databases: &[&Database], is_reflected: bool) -> BoardView {
        let mut view = BoardView { cell: [0; CELLS], pattern: [0; CELLS] };
        let cells = size.cells() as u32;
        for (cell, seen) in (0..cells).zip(&mut view.cell) {
            let (row, col) = size.row_col(cell);
            *seen = if is_reflected { col * size.rows + row } else { cell } as u8;
        }
        for (number, database) in (0..).zip(databases) {
            for home in database.pattern.homes() {
                let home = view.cell.iter().position(|cell| cell == home).expect("it is a cell");
                view.pattern[home] = number;
            }
        }
        view
    }
}
