//! IDA* with the Manhattan distance, on a board of any size: the search of `korf0`, and of `korf1`
//! where it has no unrolled functions.
//!
//! A pass searches for a solution with given numbers of moves and of sad moves. Both numbers are
//! packed into one, the quota, so that one comparison decides whether a move is still allowed. A
//! table, built before the search, lists where the blank can go from a cell, and for which tiles
//! that is sad. So the search itself does not use rows and columns.

use crate::puzzle::Direction;

use super::deepening::{Homes, MOST_CELLS, PassEnd, PassObserver};

/// One move in the quota.
pub(super) const MOVE: i64 = 1;
/// The additional cost of a sad move in the quota. The quota holds all moves, and in its upper half
/// the sad ones.
pub(super) const SAD: i64 = 1 << 32;

/// Directions of the blank by their numbers.
pub(super) const WAYS: [Direction; 4] =
    [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
pub(super) const EAST: usize = 0;
pub(super) const NORTH: usize = 1;
pub(super) const WEST: usize = 2;
pub(super) const SOUTH: usize = 3;

/// The direction of a blank that has not moved yet.
const NOWHERE: usize = 4;

/// A board: for each cell, the home of its tile. The entry for the blank's cell is unused.
pub(super) type PlainBoard = [u8; MOST_CELLS];

/// Positions visited between two checks for cancellation.
const PATIENCE: u64 = 1 << 20;

/// The order in which the blank tries its directions.
#[derive(Clone, Copy)]
pub(super) enum DirectionOrder {
    /// Always the same: right, up, left, down.
    Fixed,
    /// Turning clockwise from the direction that it came from, which it does not go back to.
    Turning,
}

/// A faster search that continues after the first moves, in place of the plain one.
#[derive(Clone, Copy)]
pub(super) struct Relay {
    /// The number of moves after which it takes over.
    pub after: u32,
    /// The function that takes over.
    pub run: Runner,
}

/// Receives the board, the cell of the blank, the direction that it came from, the quota, and a
/// list for the moves of a solution, the last one first. Returns the number of positions, and
/// whether there is a solution.
type Runner = fn(&PlainBoard, usize, usize, i64, &mut Vec<Direction>) -> (u64, bool);

/// Returns, for each home, whether it is sad for its tile that the blank enters the tile's cell in
/// a direction: [`SAD`], shifted left by the home's number.
pub(super) const fn sad_homes(cols: usize, row: usize, col: usize, way: usize) -> i64 {
    let mut sad = 0;
    let mut home = 0;
    while home < MOST_CELLS {
        let (home_row, home_col) = (home / cols, home % cols);
        let is_happy = match way {
            EAST => home_col < col,
            NORTH => home_row > row,
            WEST => home_col > col,
            _ => home_row < row,
        };
        sad |= (!is_happy as i64 * SAD) << home;
        home += 1;
    }
    sad
}

/// A possible step from a cell.
#[derive(Clone, Copy, Default)]
struct BlankStep {
    /// Its number in [`WAYS`].
    way: u8,
    /// The cell that it leads to.
    next: u8,
    sad_homes: i64,
}

/// The possible steps from a cell for a direction that the blank came from.
#[derive(Clone, Copy, Default)]
struct BlankSteps {
    steps: [BlankStep; 4],
    count: usize,
}

/// The possible steps from each cell, for each direction that the blank came from.
struct StepTable(Vec<[BlankSteps; NOWHERE + 1]>);

impl StepTable {
    fn new(rows: usize, cols: usize, order: DirectionOrder) -> StepTable {
        let steps = |cell, from| {
            let turn = |number| match order {
                DirectionOrder::Fixed => number,
                DirectionOrder::Turning => (from + 7 - number) % 4,
            };
            let mut steps = BlankSteps::default();
            for way in (0..4).map(turn).filter(|&way| way != from) {
                if let Some(step) = BlankStep::new(rows, cols, cell, way) {
                    steps.steps[steps.count] = step;
                    steps.count += 1;
                }
            }
            steps
        };
        let cells = (0..rows * cols).map(|cell| std::array::from_fn(|from| steps(cell, from)));
        StepTable(cells.collect())
    }

    #[inline(always)]
    fn steps(&self, cell: usize, from: usize) -> &[BlankStep] {
        let steps = &self.0[cell][from];
        &steps.steps[..steps.count]
    }
}

impl BlankStep {
    fn new(rows: usize, cols: usize, cell: usize, way: usize) -> Option<BlankStep> {
        let (row, col) = (cell / cols, cell % cols);
        let (row, col) = match way {
            EAST => (row, (col + 1 < cols).then_some(col + 1)?),
            NORTH => (row.checked_sub(1)?, col),
            WEST => (row, col.checked_sub(1)?),
            _ => ((row + 1 < rows).then_some(row + 1)?, col),
        };
        let next = (row * cols + col) as u8;
        Some(BlankStep { way: way as u8, next, sad_homes: sad_homes(cols, row, col, way) })
    }
}

/// Searches for a solution with given numbers of happy and sad moves. Also returns the number of
/// positions.
pub(super) fn pass(
    start: &Homes,
    (happy, sad): (u32, u32),
    order: DirectionOrder,
    relay: Option<Relay>,
    observer: &mut dyn PassObserver,
) -> (PassEnd, u64) {
    let mut board = [0; MOST_CELLS];
    board[..start.homes.len()].copy_from_slice(&start.homes);
    let table = StepTable::new(start.rows, start.cols, order);
    let mut search = PlainSearch {
        table: &table,
        board,
        relay,
        path: Vec::new(),
        positions: 0,
        is_stopped: false,
        observer,
    };
    let quota = i64::from(happy + sad) * MOVE + i64::from(sad) * SAD;
    let is_solved = match relay {
        None => search.search_from::<false>(start.blank, NOWHERE, quota, 0),
        Some(_) => search.search_from::<true>(start.blank, NOWHERE, quota, 0),
    };
    (PassEnd::of(is_solved, search.is_stopped, search.path), search.positions)
}

struct PlainSearch<'a> {
    table: &'a StepTable,
    board: PlainBoard,
    relay: Option<Relay>,
    /// The moves of the blank, the last one first; empty until there is a solution.
    path: Vec<Direction>,
    positions: u64,
    is_stopped: bool,
    observer: &'a mut dyn PassObserver,
}

impl PlainSearch<'_> {
    /// Tries all steps with the blank on a cell, except back to where it came from.
    fn search_from<const HAS_RELAY: bool>(
        &mut self,
        blank: usize,
        from: usize,
        quota: i64,
        depth: u32,
    ) -> bool {
        if HAS_RELAY && let Some(relay) = self.relay.filter(|relay| relay.after == depth) {
            self.is_stopped |= self.observer.should_stop();
            let (positions, is_solved) =
                (relay.run)(&self.board, blank, from, quota, &mut self.path);
            self.positions += positions;
            return is_solved;
        }
        self.positions += 1;
        if self.positions.is_multiple_of(PATIENCE) {
            self.is_stopped |= self.observer.should_stop();
        }
        let table = self.table;
        for step in table.steps(blank, from) {
            let next = usize::from(step.next);
            let home = self.board[next];
            let left = quota - MOVE - (step.sad_homes >> home & SAD);
            if left < 0 {
                continue;
            }
            self.board[blank] = home;
            let back = usize::from(step.way + 2) % 4;
            if left == 0 || self.search_from::<HAS_RELAY>(next, back, left, depth + 1) {
                self.path.push(WAYS[usize::from(step.way)]);
                return true;
            }
            self.board[next] = home;
            if self.is_stopped {
                return false;
            }
        }
        false
    }
}
