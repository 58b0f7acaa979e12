//! Quick construction of a good solution of a tile puzzle of any size.
//!
//! Cells get their tiles one after the other, from the rim of the board inwards; a last small
//! rectangle is solved by search. Small boards are solved in several ways, of which the shortest is
//! kept. `docs/internals/tiles.md` describes the method, the reasons and the results.

mod board;
mod carry;
mod marks;
mod pair;
mod peel;
mod shape;
mod walk;

use rand_pcg::{Pcg64, rand_core::Rng};

use super::deepening::{Homes, TileAnswer};
use super::parity::Parity;
use super::{Run, Tiles, korf};
use crate::engine::query::{Engine, Status, Stopped};
use crate::puzzle::{Direction, Size};
use board::CarryBoard;
use peel::{PeelOptions, Peeler};

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
    let Size { rows, cols } = tiles.size;
    let (from, to) = (Tiles::places(&tiles.start), Tiles::places(&tiles.goal));
    let mut task = ConstructTask { size: tiles.size, from: &from, to: &to, run };
    let Some(mut best) = task.attempt(0, usize::MAX) else {
        // Sound regions can always be reduced, so there is no other reason.
        let stopped = task.run.look().err().unwrap_or(Stopped::Time);
        let status = Status::Stopped(stopped);
        return TileAnswer::new(Engine::Construct, status, tiles.distances());
    };
    let mut moves = best.len();
    let tries = if rows.max(cols) <= CORE { 1 } else { TRIES };
    for number in 1..tries {
        if moves >= MOVES {
            break;
        }
        let shorter = task.attempt(number, best.len());
        moves += best.len();
        best = shorter.unwrap_or(best);
    }
    TileAnswer::solved(Engine::Construct, best, tiles.distances())
}

/// The problem: the cell of each tile at the start and at the end.
struct ConstructTask<'a, 'b> {
    size: Size,
    from: &'a [usize],
    to: &'a [usize],
    run: &'a mut Run<'b>,
}

impl ConstructTask<'_, '_> {
    /// Returns one solution with fewer moves than given, if this try finds one.
    ///
    /// The first try has the last rectangle in the middle of the board and uses no randomness.
    fn attempt(&mut self, number: u64, most: usize) -> Option<Vec<Direction>> {
        let mut dice = Pcg64::new(number.into(), 0x5eed);
        let mut below = |bound: u32| ((dice.next_u64() >> 32) % u64::from(bound)) as u32;
        let Size { rows, cols } = self.size;
        let (height, width) = (rows.min(CORE), cols.min(CORE));
        let (top, left) = match number {
            0 => ((rows - height) / 2, (cols - width) / 2),
            _ => (below(rows - height + 1), below(cols - width + 1)),
        };
        let at = |row, col| ((top + row) * cols + left + col) as usize;
        let centre = at(height / 2, width / 2);
        let (mut board, tail) = self.board(centre);
        let core: Vec<usize> = (0..height)
            .flat_map(|row| (0..width).map(move |col| (row, col)))
            .map(|(row, col)| board.inner(self.size, at(row, col)))
            .collect();
        let chance: Vec<i64> = match number {
            0 => vec![0; board.tile.len()],
            _ => board.tile.iter().map(|_| i64::from(below(CHANCE))).collect(),
        };
        let centre = board.inner(self.size, centre);
        let plan = PeelOptions { core: &core, centre, chance: &chance };
        if !Peeler::new(&board, plan).run(&mut board, most, self.run) {
            return None;
        }
        for direction in self.last_path(&board, Size { rows: height, cols: width }, &core)? {
            board.step(direction);
        }
        tail.into_iter().rev().for_each(|direction| board.step(direction.opposite()));
        (board.path.len() < most).then_some(board.path)
    }

    /// Returns the shortest path that brings all tiles home in the last rectangle.
    fn last_path(
        &mut self,
        board: &CarryBoard,
        size: Size,
        cells: &[usize],
    ) -> Option<Vec<Direction>> {
        let index = |cell: usize| cells.iter().position(|&other| other == cell);
        let home = |&cell: &usize| index(board.tile[cell] as usize).map(|home| home as u8);
        let (homes, blank) =
            (cells.iter().map(home).collect::<Option<Vec<u8>>>()?, index(board.blank)?);
        let distance = |(cell, &home): (usize, &u8)| Tiles::distance(size, cell, home.into());
        let tiles = homes.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let distances = tiles.map(distance).sum::<usize>() as u32;
        korf::shortest(&Homes { size, homes, blank, distances }, LONGEST, self.run)
    }

    /// Returns the start, with tiles named for a goal that has the blank on some cell; and the
    /// moves that bring the blank there from its home in the true goal.
    ///
    /// So the blank may belong anywhere, and the last rectangle may be elsewhere.
    fn board(&self, centre: usize) -> (CarryBoard, Vec<Direction>) {
        let mut end = CarryBoard::new(self.size);
        end.blank = end.inner(self.size, self.to[0]);
        let centre = end.inner(self.size, centre);
        while end.blank != centre {
            let nearest = Direction::ALL
                .into_iter()
                .min_by_key(|&direction| end.distance(end.next(end.blank, direction), centre));
            nearest.into_iter().for_each(|direction| end.step(direction));
        }
        let mut board = CarryBoard::new(self.size);
        for (&from, &to) in self.from.iter().zip(self.to) {
            let name = end.cell[board.inner(self.size, to)];
            let cell = board.inner(self.size, from);
            board.tile[cell] = name;
            board.cell[name as usize] = cell as u32;
        }
        board.blank = board.inner(self.size, self.from[0]);
        (board, end.path)
    }
}
