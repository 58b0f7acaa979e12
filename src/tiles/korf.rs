//! Korf's IDA* with the Manhattan distance, after Knuth's 15PUZZLE-KORF0 and 15PUZZLE-KORF1, which
//! try the directions in different orders.
//!
//! A pass searches for a solution with given numbers of moves and of sad moves. Both numbers are
//! packed into one, the quota, so that one comparison decides whether a move is still allowed. A
//! table, built before the search, lists where the blank can go from a cell, and for which tiles
//! that is sad. So the search itself does not use rows and columns.

use super::deepening::{CELLS, Grid, Homes, PassEnd, TileAnswer, TooLarge, deepen, is_searched};
use super::{Run, Tiles};
use crate::engine::query::{Engine, Stopped};
use crate::puzzle::{Direction, Size};

/// One move in the quota.
const MOVE: i64 = 1;
/// The additional cost of a sad move in the quota. The quota holds all moves, and in its upper half
/// the sad ones.
const SAD: i64 = 1 << 32;

/// Directions of the blank by their numbers.
const WAYS: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

/// The direction of a blank that has not moved yet.
const NOWHERE: usize = 4;

/// Positions visited between two checks for cancellation.
const PATIENCE: u64 = 1 << 20;

/// Finds a shortest solution of a tile puzzle of up to 25 cells.
///
/// The memory is a board and the path. The time grows about 5.7-fold with each sad move on a 4 x 4
/// board. The directions of [`Engine::Korf0`] are always right, up, left, down; those of all other
/// engines turn clockwise from the direction that the blank came from. In both orders the same
/// positions are visited until a solution is found, which may be another one of the same length.
///
/// # Errors
///
/// Returns an error if the board is too large.
///
/// ```
/// use sliding::solve::{Budget, Engine};
/// use sliding::tiles::{Run, Tiles, korf, notation};
///
/// let (size, start) = notation::board("1234567809abdefc", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
/// let answer = korf::solve(&tiles, Engine::Korf0, run).unwrap();
/// assert_eq!(tiles.moved(&answer.path.unwrap()), [9, 10, 11, 12]);
/// ```
pub fn solve(tiles: &Tiles, engine: Engine, run: &mut Run) -> Result<TileAnswer, TooLarge> {
    passes(tiles, engine, u64::MAX, run)
}

/// The directions to try, by the one that the blank came from and a number.
type Order = fn(usize, usize) -> usize;

/// As [`solve`], with passes of no more than about `longest` positions.
pub(super) fn passes(
    tiles: &Tiles,
    engine: Engine,
    longest: u64,
    run: &mut Run,
) -> Result<TileAnswer, TooLarge> {
    if !is_searched(tiles.size) {
        return Err(TooLarge(tiles.size));
    }
    let start = Homes::of(tiles);
    let order: Order = match engine {
        Engine::Korf0 => |_, number| number,
        _ => |from, number| (from + 7 - number) % 4,
    };
    let (steps, least) = (all_steps(tiles.size, order), (start.distances.into(), 2));
    Ok(deepen(tiles, engine, least, longest, run, |moves, run| pass(&start, &steps, moves, run)))
}

/// Returns a shortest solution of up to `most` moves, with the directions right, left, down, up.
pub(super) fn shortest(
    size: Size,
    start: &Homes,
    most: u64,
    run: &mut Run,
) -> Option<Vec<Direction>> {
    if start.distances == 0 {
        return Some(Vec::new());
    }
    let steps = all_steps(size, |_, number| [0, 2, 3, 1][number]);
    let all = (start.distances.into()..=most).step_by(2);
    all.map(|moves| pass(start, &steps, moves, run).0).find_map(|end| end.ok()?)
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
    /// [`SAD`], shifted by each home of a tile that it takes farther away.
    sad_homes: i64,
}

/// The possible steps from a cell for a direction that the blank came from, and their number.
type BlankSteps = ([BlankStep; 4], usize);

/// Returns the number of the steps from a cell for a direction that the blank came from.
fn number(cell: usize, from: usize) -> usize {
    cell * (NOWHERE + 1) + from
}

/// Lists the possible steps by [`number`].
fn all_steps(size: Size, order: Order) -> Vec<BlankSteps> {
    let grid = Grid::new(size);
    let mut all = vec![BlankSteps::default(); number(size.cells(), 0)];
    for (index, (steps, count)) in all.iter_mut().enumerate() {
        let (cell, from) = (index / (NOWHERE + 1), index % (NOWHERE + 1));
        for way in (0..4).map(|number| order(from, number)).filter(|&way| way != from) {
            let Some(next) = grid.step(cell, WAYS[way]) else { continue };
            // The tile comes from the blank's next cell to this one.
            let is_sad = |home: &usize| grid.distance[*home][cell] > grid.distance[*home][next];
            steps[*count] = BlankStep {
                way: way as u8,
                here: cell as u8,
                next: next as u8,
                after: number(next, (way + 2) % 4) as u8,
                sad_homes: (0..size.cells()).filter(is_sad).fold(0, |all, home| all | SAD << home),
            };
            *count += 1;
        }
    }
    all
}

/// Searches for a solution of a number of moves.
fn pass(start: &Homes, steps: &[BlankSteps], moves: u64, run: &mut Run) -> PassEnd {
    let mut board = [0; CELLS];
    board[..start.homes.len()].copy_from_slice(&start.homes);
    let mut search = KorfPass { steps, board, path: Vec::new(), positions: 0, stopped: None, run };
    let sad = (moves as i64 - i64::from(start.distances)) / 2;
    let is_over = search.search_from(number(start.blank, NOWHERE), moves as i64 * MOVE + sad * SAD);
    search.path.reverse();
    let end = search.stopped.map_or(Ok(is_over.then_some(search.path)), Err);
    (end, search.positions)
}

struct KorfPass<'a, 'b> {
    steps: &'a [BlankSteps],
    /// For each cell, the home of its tile. The entry for the blank's cell is unused.
    board: [u8; CELLS],
    /// The moves of the blank, the last one first; empty until there is a solution.
    path: Vec<Direction>,
    positions: u64,
    stopped: Option<Stopped>,
    run: &'a mut Run<'b>,
}

impl KorfPass<'_, '_> {
    /// Tries all steps with a number. Returns whether that ends the pass: with a solution, or
    /// because the budget is used up.
    fn search_from(&mut self, number: usize, quota: i64) -> bool {
        if self.positions.is_multiple_of(PATIENCE)
            && let Err(stopped) = self.run.look()
        {
            self.stopped = Some(stopped);
            return true;
        }
        self.positions += 1;
        let (steps, count) = &self.steps[number];
        // This loop is unrolled, and a slice of the steps would not be: a fifth slower.
        for at in 0..4 {
            if at == *count {
                break;
            }
            let step = &steps[at];
            let next = usize::from(step.next) % CELLS;
            let home = self.board[next];
            let left = quota - MOVE - (step.sad_homes >> home & SAD);
            if left < 0 {
                continue;
            }
            self.board[usize::from(step.here) % CELLS] = home;
            if left == 0 || self.search_from(usize::from(step.after), left) {
                self.path.push(WAYS[usize::from(step.way)]);
                return true;
            }
            self.board[next] = home;
        }
        false
    }
}
