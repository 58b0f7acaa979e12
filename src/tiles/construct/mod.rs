//! Quick construction of a good solution of a tile puzzle of any size.
//!
//! Cells get their tiles one after the other, from the rim of the board inwards; a last small
//! rectangle is solved by search. Small boards are solved in several ways, of which the shortest is
//! kept. `docs/internals/tiles.md` describes the method, the reasons and the results.

mod board;
mod carry;
mod peel;
mod walk;

use rand_pcg::{Pcg64, rand_core::Rng};

use super::deepening::{Homes, TileAnswer};
use super::parity::Parity;
use super::{Run, Tiles, korf};
use crate::engine::query::{Engine, Status, Stopped};
use crate::puzzle::{Direction, Size};
use board::CarryBoard;
use peel::Peeler;

/// Maximum number of tries.
const TRIES: u64 = 100;

/// Limit on the moves in all tries together, after which no more tries are made. A move takes about
/// 0.6 microseconds.
const MOVES: usize = 300_000;

/// Maximum random addition to the cost of closing a cell, in moves. With 6, 4 x 4 boards took 63.1
/// moves instead of 60.9 (both shortened by a search afterwards, which is gone), and from 8 x 8 on
/// it made no difference.
const CHANCE: u32 = 24;

/// The longest side of the last rectangle, and the greatest distance of two positions on it.
const CORE: u32 = 3;
const LONGEST: u64 = 31;

/// Constructs a solution of a tile puzzle.
///
/// The result is deterministic. It is not the shortest solution, but has about 1.7 n^3 moves for a
/// large square of side n, and fewer for a small one. The time is proportional to the number of
/// moves, and about a tenth of a second is spent at least on boards from 10 x 10 on.
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::solve::{Budget, Status};
/// use sliding::tiles::{Run, Tiles, construct};
///
/// let size = Size { rows: 2, cols: 3 };
/// let tiles = |start| Tiles::new(size, start, vec![1, 2, 3, 4, 5, 0]);
/// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
/// let way = vec![Direction::Right, Direction::Right];
/// assert_eq!(construct(&tiles(vec![1, 2, 3, 0, 4, 5])?, run).path, Some(way));
/// assert_eq!(construct(&tiles(vec![2, 1, 3, 4, 5, 0])?, run).status, Status::Unsolvable);
/// # Ok::<(), sliding::tiles::BoardError>(())
/// ```
pub fn construct(tiles: &Tiles, run: &mut Run) -> TileAnswer {
    if !Parity::of(tiles).is_solvable() {
        return TileAnswer::new(Engine::Construct, Status::Unsolvable, 0);
    }
    if let Some(path) = tiles.line_path() {
        return TileAnswer::solved(Engine::Construct, path, tiles.distances());
    }
    let Some(mut best) = attempt(tiles, 0, usize::MAX, run) else {
        // Sound regions can always be reduced, so there is no other reason.
        let stopped = run.look().err().unwrap_or(Stopped::Time);
        let status = Status::Stopped(stopped);
        return TileAnswer::new(Engine::Construct, status, tiles.distances());
    };
    let mut moves = best.len();
    let tries = if tiles.size.rows.max(tiles.size.cols) <= CORE { 1 } else { TRIES };
    for number in 1..tries {
        if moves >= MOVES {
            break;
        }
        let shorter = attempt(tiles, number, best.len(), run);
        moves += best.len();
        best = shorter.unwrap_or(best);
    }
    TileAnswer::solved(Engine::Construct, best, tiles.distances())
}

/// Returns one solution with fewer moves than given, if this try finds one.
///
/// The first try has the last rectangle in the middle of the board and uses no randomness.
fn attempt(tiles: &Tiles, number: u64, most: usize, run: &mut Run) -> Option<Vec<Direction>> {
    let mut dice = Pcg64::new(number.into(), 0x5eed);
    let mut below = |bound: u32| ((dice.next_u64() >> 32) % u64::from(bound)) as u32;
    let Size { rows, cols } = tiles.size;
    let last = Size { rows: rows.min(CORE), cols: cols.min(CORE) };
    let (top, left) = match number {
        0 => ((rows - last.rows) / 2, (cols - last.cols) / 2),
        _ => (below(rows - last.rows + 1), below(cols - last.cols + 1)),
    };
    let at = |row, col| ((top + row) * cols + left + col) as usize;
    let middle = at(last.rows / 2, last.cols / 2);
    let (mut board, tail) = board(tiles, middle);
    let core = (0..last.cells() as u32).map(|cell| last.row_col(cell));
    let core = core.map(|(row, col)| board.inner(tiles.size, at(row, col)));
    let core = Vec::from_iter(core);
    let chance = match number {
        0 => vec![0; board.tile.len()],
        _ => board.tile.iter().map(|_| i64::from(below(CHANCE))).collect(),
    };
    let centre = board.inner(tiles.size, middle);
    if !Peeler::new(&board, &core, centre, &chance).run(&mut board, most, run) {
        return None;
    }
    let home = |cell: usize| core.iter().position(|&other| other == cell);
    let homes = core.iter().map(|&cell| Some(home(board.tile[cell] as usize)? as u8));
    let (homes, blank) = (homes.collect::<Option<Vec<u8>>>()?, home(board.blank)?);
    let distance = |(cell, &home): (usize, &u8)| Tiles::distance(last, cell, home.into());
    let others = homes.iter().enumerate().filter(|&(cell, _)| cell != blank);
    let distances = others.map(distance).sum::<usize>() as u32;
    let start = Homes { homes, blank, distances };
    for direction in korf::shortest(last, &start, LONGEST, run)? {
        board.step(direction);
    }
    tail.into_iter().rev().for_each(|direction| board.step(direction.opposite()));
    (board.path.len() < most).then_some(board.path)
}

/// Returns the start, with tiles named for a goal that has the blank on some cell; and the moves that
/// bring the blank there from its home in the true goal.
///
/// So the blank may belong anywhere, and the last rectangle may be elsewhere.
fn board(tiles: &Tiles, centre: usize) -> (CarryBoard, Vec<Direction>) {
    let mut end = CarryBoard::new(tiles.size);
    end.blank = end.inner(tiles.size, Tiles::blank(&tiles.goal));
    let centre = end.inner(tiles.size, centre);
    while end.blank != centre {
        let nearest = Direction::ALL
            .into_iter()
            .min_by_key(|&direction| end.distance(end.next(end.blank, direction), centre));
        nearest.into_iter().for_each(|direction| end.step(direction));
    }
    let mut board = CarryBoard::new(tiles.size);
    for (from, to) in tiles.homes().into_iter().enumerate() {
        let name = end.cell[board.inner(tiles.size, to)];
        let cell = board.inner(tiles.size, from);
        board.tile[cell] = name;
        board.cell[name as usize] = cell as u32;
    }
    board.blank = board.inner(tiles.size, Tiles::blank(&tiles.start));
    (board, end.path)
}
