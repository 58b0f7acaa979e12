//! Quick construction of a good solution of a tile puzzle of any size.
//!
//! Cells get their tiles one after the other, from the rim of the board inwards; a last small
//! rectangle is solved by search. Small boards are solved in several ways, of which the shortest is
//! kept. `docs/internals/tiles.md` describes the method, the reasons and the results.

mod board;
mod carry;
mod last;
mod marks;
mod pair;
mod peel;
mod shape;
mod walk;

use rand_pcg::{Pcg64, rand_core::Rng};

use super::Tiles;
use super::deepening::{PassObserver, TileSearchEnd};
use super::parity::Parity;
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

/// The longest side of the last rectangle.
const CORE: u32 = 3;

/// Constructs a solution of a tile puzzle.
///
/// The result is deterministic. It is not the shortest solution, but has about 1.7 n^3 moves for a
/// large square of side n, and fewer for a small one. The time is proportional to the number of
/// moves, and about a tenth of a second is spent at least on boards from 10 x 10 on. It ends as
/// [`TileSearchEnd::Constructed`], [`TileSearchEnd::Unsolvable`] or [`TileSearchEnd::Stopped`].
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::tiles::{Tiles, construct::construct, deepening::TileSearchEnd};
///
/// let size = Size { rows: 2, cols: 3 };
/// let tiles = |start| Tiles::new(size, start, vec![1, 2, 3, 4, 5, 0]);
/// let way = vec![Direction::Right, Direction::Right];
/// assert_eq!(construct(&tiles(vec![1, 2, 3, 0, 4, 5])?, &()), TileSearchEnd::Constructed(way));
/// assert_eq!(construct(&tiles(vec![2, 1, 3, 4, 5, 0])?, &()), TileSearchEnd::Unsolvable);
/// # Ok::<(), sliding::tiles::BoardError>(())
/// ```
pub fn construct(tiles: &Tiles, observer: &dyn PassObserver) -> TileSearchEnd {
    let size = tiles.size;
    let (from, to) = (Tiles::places(&tiles.start), Tiles::places(&tiles.goal));
    if !Parity::of(tiles).is_solvable() {
        return TileSearchEnd::Unsolvable;
    }
    if let Some(path) = tiles.line_path() {
        return TileSearchEnd::Constructed(path);
    }
    let job = ConstructTask { size, from: &from, to: &to, observer };
    let Some(first) = job.attempt(0, usize::MAX) else {
        // Sound regions can always be reduced, so there is no other reason.
        return TileSearchEnd::Stopped;
    };
    if size.rows <= CORE && size.cols <= CORE {
        return TileSearchEnd::Constructed(first);
    }
    TileSearchEnd::Constructed(job.best(first))
}

/// The problem: the cell of each tile at the start and at the end.
struct ConstructTask<'a> {
    size: Size,
    from: &'a [usize],
    to: &'a [usize],
    observer: &'a dyn PassObserver,
}

impl ConstructTask<'_> {
    /// Returns the shortest of several solutions, of which the first is given.
    fn best(&self, first: Vec<Direction>) -> Vec<Direction> {
        let mut moves = first.len();
        let mut best = first;
        for number in 1..TRIES {
            if moves >= MOVES {
                break;
            }
            let attempt = self.attempt(number, best.len());
            moves += best.len();
            best = attempt.unwrap_or(best);
        }
        best
    }

    /// Returns one solution with fewer moves than given, if this try finds one.
    ///
    /// The first try has the last rectangle in the middle of the board and uses no randomness.
    fn attempt(&self, number: u64, most: usize) -> Option<Vec<Direction>> {
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
        if !Peeler::new(&board, plan).run(&mut board, most, self.observer) {
            return None;
        }
        last::finish(&mut board, core)?;
        tail.into_iter().rev().for_each(|direction| board.step(direction.opposite()));
        (board.path.len() < most).then_some(board.path)
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
