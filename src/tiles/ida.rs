//! The bounds of IDA* with pattern databases, and the machine that prunes duplicate paths.
//!
//! The lower bound is the sum of all distances, plus twice the excesses from the databases. On a
//! square board it is computed a second time with board and tiles reflected, and the maximum
//! counts. A pass is in `lanes.rs`.
//!
//! Paths of the blank can be pruned if others lead to the same position: the finite-state machine of
//! Taylor and Korf. On a board without borders, all paths up to some length are walked from one
//! position. If two end
//! in the same one, the later is a duplicate: the longer one, or of two equally long ones that
//! which comes later in the order of the directions. It can be pruned wherever the earlier one is
//! possible, that is, wherever the earlier one does not reach farther in any direction. If a
//! duplicate is part of a longer path, replacing it by the earlier one makes that longer path
//! earlier too. So the earliest of all shortest solutions contains no duplicate, and is found.
//!
//! The duplicates become a machine that reads the path and rejects its next step (Aho and
//! Corasick).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::deepening::{CELLS, Grid, Homes, NONE};
use super::pdb::{Database, PatternState};
use crate::puzzle::{Direction, Size};

/// How many times as many positions a 24-puzzle has at each further step, in the long run.
const GROWTH: f64 = 2.368;

/// Maximum number of patterns of a board: a power of two.
pub const MOST_PATTERNS: usize = 8;

/// A view of the board: as it is, or reflected.
pub struct BoardView {
    /// The cell that each cell becomes.
    pub cell: [u8; CELLS],
    /// For the home of a tile, its pattern.
    pub pattern: [u8; CELLS],
}

/// Data shared by all positions of a puzzle, with the board in `V` views.
pub struct IdaData<'a, const V: usize> {
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

/// The state after a rejected step.
pub const REFUSED: u16 = u16::MAX;

/// A machine that knows, after any path, which steps would complete a duplicate.
pub struct Machine {
    /// The state after each step from each state. State 0 is the initial one.
    pub next: Vec<[u16; 4]>,
}

/// A cell of a board without borders, by row and column.
type FreeCell = (i32, i32);

/// Returns the tiles that some steps of the blank displace, by their cells, and how far the blank
/// reaches to the right, the left, down and up.
fn walked(path: &[u8]) -> (BTreeMap<FreeCell, FreeCell>, [i32; 4]) {
    let start = (0, 0);
    let (mut tiles, mut blank, mut reach) = (BTreeMap::new(), start, [0; 4]);
    for &step in path {
        let (down, right) = Direction::ALL[usize::from(step)].delta();
        let (row, col) = (blank.0 + down, blank.1 + right);
        let tile = tiles.insert((row, col), start).unwrap_or((row, col));
        tiles.insert(blank, tile);
        blank = (row, col);
        for (reach, now) in reach.iter_mut().zip([col, -col, row, -row]) {
            *reach = now.max(*reach);
        }
    }
    tiles.retain(|cell, tile| cell != tile);
    (tiles, reach)
}

impl Machine {
    /// Builds the machine that knows the duplicates of up to `length` steps. The time grows
    /// threefold with each step.
    pub fn new(length: usize) -> Machine {
        let mut duplicates = HashSet::new();
        // For each position, how far the paths to it reach.
        let mut known = HashMap::from([(BTreeMap::new(), vec![[0; 4]])]);
        let mut paths = vec![Vec::new()];
        for _ in 0..length {
            let mut longer = Vec::new();
            for (path, step) in paths.iter().flat_map(|path| (0..4).map(move |step| (path, step))) {
                let path = [&path[..], &[step]].concat();
                if (1..path.len()).any(|from| duplicates.contains(&path[from..])) {
                    continue;
                }
                let (tiles, reach) = walked(&path);
                let earlier: &mut Vec<[i32; 4]> = known.entry(tiles).or_default();
                let within = |other: &[i32; 4]| other.iter().zip(&reach).all(|(a, b)| a <= b);
                if earlier.iter().any(within) {
                    duplicates.insert(path);
                } else {
                    earlier.push(reach);
                    longer.push(path);
                }
            }
            paths = longer;
        }
        // A state is the longest end of the path that begins a duplicate.
        let begun = duplicates.iter().flat_map(|path| (0..path.len()).map(|end| &path[..end]));
        let mut states = Vec::from_iter(begun);
        states.sort_unstable();
        states.dedup();
        let next = |state: &[u8], step: u8| {
            let path = [state, &[step]].concat();
            let mut ends = (0..=path.len()).map(|from| &path[from..]);
            let next = ends.find_map(|end| match states.binary_search(&end) {
                Ok(state) => Some(state as u16),
                Err(_) => duplicates.contains(end).then_some(REFUSED),
            });
            next.expect("the empty path begins a duplicate")
        };
        let next = states.iter().map(|state| [0, 1, 2, 3].map(|step| next(state, step)));
        Machine { next: next.collect() }
    }
}
