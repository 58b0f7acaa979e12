//! Korf's IDA* with the Manhattan distance, after Knuth's 15PUZZLE-KORF0 and 15PUZZLE-KORF1, which
//! try the directions in different orders.
//!
//! A pass searches for a solution with given numbers of moves and of sad moves. Both numbers are
//! packed into one, the quota, so that one comparison decides whether a move is still allowed. A
//! table, built before the search, lists where the blank can go from a cell, and for which tiles
//! that is sad. So the search itself does not use rows and columns.

use crate::puzzle::Direction;

use super::Tiles;
use super::deepening::{
    Homes, MOST_CELLS, PassEnd, PassObserver, TileSearchResult, TooLarge, deepen,
};

/// One move in the quota.
const MOVE: i64 = 1;
/// The additional cost of a sad move in the quota. The quota holds all moves, and in its upper half
/// the sad ones.
const SAD: i64 = 1 << 32;

/// Directions of the blank by their numbers.
const WAYS: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
const EAST: usize = 0;
const NORTH: usize = 1;
const WEST: usize = 2;

/// The direction of a blank that has not moved yet.
const NOWHERE: usize = 4;

/// Entries of a board: a power of two, so that no index needs a test.
const ENTRIES: usize = MOST_CELLS.next_power_of_two();

/// Positions visited between two checks for cancellation.
const PATIENCE: u64 = 1 << 20;

/// The order in which the blank tries its directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectionOrder {
    /// Always the same: right, up, left, down. That of `korf0`.
    Fixed,
    /// Turning clockwise from the direction that it came from, which it does not go back to. That of
    /// `korf1`.
    Turning,
}

/// Finds a shortest solution of a tile puzzle of up to 25 cells, in no more moves than `max_moves`.
///
/// The memory is a board and the path. The time grows about 5.7-fold with each sad move on a 4 x 4
/// board. In both orders the same positions are visited until a solution is found, which may be
/// another one of the same length.
///
/// # Errors
///
/// Returns an error if the board is too large.
///
/// ```
/// use sliding::tiles::{Tiles, deepening::TileSearchEnd, korf, notation};
///
/// let (size, start) = notation::board("1234567809abdefc", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let found = korf::solve(&tiles, korf::DirectionOrder::Fixed, None, &mut ()).unwrap();
/// let TileSearchEnd::Solved(way) = found.ending else { panic!() };
/// assert_eq!(tiles.moved(&way), [9, 10, 11, 12]);
/// ```
pub fn solve(
    tiles: &Tiles,
    order: DirectionOrder,
    max_moves: Option<u64>,
    observer: &mut dyn PassObserver,
) -> Result<TileSearchResult, TooLarge> {
    let start = Homes::of(tiles)?;
    let steps = BlankSteps::all(start.rows, start.cols, order);
    Ok(deepen(tiles, start.distances, max_moves, observer, |happy, sad, observer| {
        pass(&start, &steps, (happy, sad), observer)
    }))
}

/// Returns, for each home, whether it is sad for its tile that the blank enters the tile's cell in
/// a direction: [`SAD`], shifted left by the home's number.
fn sad_homes(cols: usize, row: usize, col: usize, way: usize) -> i64 {
    let mut sad = 0;
    for home in 0..MOST_CELLS {
        let (home_row, home_col) = (home / cols, home % cols);
        let is_happy = match way {
            EAST => home_col < col,
            NORTH => home_row > row,
            WEST => home_col > col,
            _ => home_row < row,
        };
        sad |= (i64::from(!is_happy) * SAD) << home;
    }
    sad
}

/// A possible step of the blank.
#[derive(Clone, Copy, Default)]
struct BlankStep {
    /// Its number in [`WAYS`].
    way: u8,
    /// The cell that it begins on.
    here: u8,
    /// The cell that it leads to.
    next: u8,
    /// The number of the steps that are possible afterwards.
    after: u8,
    sad_homes: i64,
}

/// The possible steps from a cell for a direction that the blank came from.
#[derive(Clone, Copy, Default)]
struct BlankSteps {
    steps: [BlankStep; 4],
    count: usize,
}

impl BlankSteps {
    /// Returns the number of the steps from a cell for a direction that the blank came from.
    fn number(cell: usize, from: usize) -> usize {
        cell * (NOWHERE + 1) + from
    }

    /// Lists the possible steps by number.
    fn all(rows: usize, cols: usize, order: DirectionOrder) -> Vec<BlankSteps> {
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
        let cells = 0..rows * cols;
        cells.flat_map(|cell| (0..=NOWHERE).map(move |from| steps(cell, from))).collect()
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
        let next = row * cols + col;
        Some(BlankStep {
            way: way as u8,
            here: cell as u8,
            next: next as u8,
            after: BlankSteps::number(next, (way + 2) % 4) as u8,
            sad_homes: sad_homes(cols, row, col, way),
        })
    }
}

/// Searches for a solution with given numbers of happy and sad moves. Also returns the number of
/// positions.
fn pass(
    start: &Homes,
    steps: &[BlankSteps],
    (happy, sad): (u32, u32),
    observer: &mut dyn PassObserver,
) -> (PassEnd, u64) {
    let mut board = [0; ENTRIES];
    board[..start.homes.len()].copy_from_slice(&start.homes);
    let mut search =
        KorfPass { steps, board, path: Vec::new(), positions: 0, is_stopped: false, observer };
    let quota = i64::from(happy + sad) * MOVE + i64::from(sad) * SAD;
    let is_over = search.search_from(BlankSteps::number(start.blank, NOWHERE), quota);
    search.path.reverse();
    let end = match (is_over, search.is_stopped) {
        (false, _) => PassEnd::Fruitless,
        (true, false) => PassEnd::Solved(search.path),
        (true, true) => PassEnd::Stopped,
    };
    (end, search.positions)
}

struct KorfPass<'a> {
    steps: &'a [BlankSteps],
    /// For each cell, the home of its tile. The entry for the blank's cell is unused.
    board: [u8; ENTRIES],
    /// The moves of the blank, the last one first; empty until there is a solution.
    path: Vec<Direction>,
    positions: u64,
    is_stopped: bool,
    observer: &'a mut dyn PassObserver,
}

impl KorfPass<'_> {
    /// Tries all steps with a number. Returns whether that ends the pass: with a solution, or
    /// because the observer stops it.
    fn search_from(&mut self, number: usize, quota: i64) -> bool {
        if self.positions.is_multiple_of(PATIENCE) && self.observer.should_stop() {
            self.is_stopped = true;
            return true;
        }
        self.positions += 1;
        let BlankSteps { steps, count } = &self.steps[number];
        // This loop is unrolled, and a slice of the steps would not be: a fifth slower.
        for at in 0..4 {
            if at == *count {
                break;
            }
            let step = &steps[at];
            let next = usize::from(step.next) % ENTRIES;
            let home = self.board[next];
            let left = quota - MOVE - (step.sad_homes >> home & SAD);
            if left < 0 {
                continue;
            }
            self.board[usize::from(step.here) % ENTRIES] = home;
            if left == 0 || self.search_from(usize::from(step.after), left) {
                self.path.push(WAYS[usize::from(step.way)]);
                return true;
            }
            self.board[next] = home;
        }
        false
    }
}
