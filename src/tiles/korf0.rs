//! Korf's iterative deepening on the sum of all distances, written plainly, after Knuth's
//! 15PUZZLE-KORF0.
//!
//! A pass looks for a solution with a given number of happy and of sad moves. Both numbers are held
//! in one, the quota, so that one comparison tells whether a move is still allowed.

use crate::puzzle::Direction;

use super::Tiles;
use super::deepening::{Found, Homes, PassEnd, TooLarge, Watch, by_size, deepen};

/// The order in which the blank tries its ways.
const ORDER: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

/// A happy move in the quota.
const HAPPY: u32 = 1;
/// A sad move in the quota.
const SAD: u32 = 1 << 16;

/// So many positions are visited between two questions whether to go on.
const PATIENCE: u64 = 1 << 20;

/// A shortest solution of a tile puzzle, up to 5 x 5, in no more moves than `max_moves`.
///
/// The memory is a board and the way. The time grows about 5.7-fold with each sad move on a 4 x 4
/// board.
///
/// # Errors
///
/// Where the board is too large.
///
/// ```
/// use sliding::tiles::{Tiles, deepening::Ending, korf0, notation};
///
/// let (size, start) = notation::board("1234567809abdefc", None).unwrap();
/// let tiles = Tiles { size, start, goal: notation::blank_last(size) };
/// let Ending::Solved(way) = korf0::solve(&tiles, None, &mut ()).unwrap().ending else { panic!() };
/// assert_eq!(tiles.moved(&way), [9, 10, 11, 12]);
/// ```
pub fn solve(
    tiles: &Tiles,
    max_moves: Option<u64>,
    watch: &mut dyn Watch,
) -> Result<Found, TooLarge> {
    let start = Homes::of(tiles)?;
    let least = start.distances;
    Ok(deepen(tiles, least, max_moves, watch, |happy, sad, watch| {
        let quota = happy * HAPPY + sad * SAD;
        by_size!(start.rows, start.cols, pass(&start, quota, watch))
    }))
}

fn pass<const ROWS: usize, const COLS: usize>(
    start: &Homes,
    quota: u32,
    watch: &mut dyn Watch,
) -> (PassEnd, u64) {
    let mut board = [0; 25];
    board[..start.homes.len()].copy_from_slice(&start.homes);
    let mut search: Search<ROWS, COLS> =
        Search { board, way: Vec::new(), positions: 0, is_over: false, watch };
    let is_solved = search.go_on(start.blank, usize::MAX, quota);
    (PassEnd::of(is_solved, search.is_over, search.way), search.positions)
}

struct Search<'a, const ROWS: usize, const COLS: usize> {
    /// Where the tile on each cell belongs.
    board: [u8; 25],
    /// The moves of the blank, the last one first; empty until there is a solution.
    way: Vec<Direction>,
    positions: u64,
    is_over: bool,
    watch: &'a mut dyn Watch,
}

impl<const ROWS: usize, const COLS: usize> Search<'_, ROWS, COLS> {
    /// Tries all ways on, except back to the cell that the blank came from.
    fn go_on(&mut self, blank: usize, from: usize, quota: u32) -> bool {
        self.positions += 1;
        if self.positions.is_multiple_of(PATIENCE) {
            self.is_over |= self.watch.is_over();
        }
        for direction in ORDER {
            let Some(next) = Self::step(blank, direction).filter(|&next| next != from) else {
                continue;
            };
            let home = self.board[next];
            let cost = if Self::is_happy(usize::from(home), next, direction) { HAPPY } else { SAD };
            if quota <= cost {
                if quota == cost {
                    self.way.push(direction);
                    return true;
                }
                continue;
            }
            self.board[blank] = home;
            if self.go_on(next, blank, quota - cost) {
                self.way.push(direction);
                return true;
            }
            self.board[next] = home;
            if self.is_over {
                return false;
            }
        }
        false
    }

    fn step(blank: usize, direction: Direction) -> Option<usize> {
        let (row, col) = (blank / COLS, blank % COLS);
        match direction {
            Direction::Right => (col + 1 < COLS).then(|| blank + 1),
            Direction::Up => (row > 0).then(|| blank - COLS),
            Direction::Left => (col > 0).then(|| blank - 1),
            Direction::Down => (row + 1 < ROWS).then(|| blank + COLS),
        }
    }

    /// Whether a tile comes nearer to its home when the blank steps to its cell in a direction.
    fn is_happy(home: usize, cell: usize, direction: Direction) -> bool {
        match direction {
            Direction::Right => home % COLS < cell % COLS,
            Direction::Up => home / COLS > cell / COLS,
            Direction::Left => home % COLS > cell % COLS,
            Direction::Down => home / COLS < cell / COLS,
        }
    }
}
