//! A good solution of a tile puzzle of any size, in a moment.
//!
//! Cells get their tiles one after the other, from the rim of the board inwards; a last small
//! rectangle is solved by search. Boards that take little time are done in several ways, of which
//! the shortest is kept and then made shorter piece by piece. `docs/TILES.md` tells how and
//! why, and what it comes to.

mod board;
mod carry;
mod last;
mod marks;
mod pair;
mod peel;
mod shape;
mod shorten;
#[cfg(test)]
mod tests;
mod walk;

use rand_pcg::{Pcg64, rand_core::Rng};
use thiserror::Error;

use super::Tiles;
use super::deepening::{Ending, Watch};
use super::parity::Parity;
use crate::puzzle::{Direction, MAX_CELLS, Size};
use board::Board;
use peel::{Peeler, Plan};

/// The most tries.
const TRIES: u64 = 100;

/// No more tries are made once so many moves have been made in all of them. A move takes about
/// 0.6 microseconds.
const MOVES: usize = 300_000;

/// The most that chance adds to the cost of closing a cell, in moves. With 6, 4 x 4 boards take
/// 63.1 moves instead of 60.9, and from 8 x 8 on it makes no difference.
const CHANCE: u32 = 24;

/// Longer solutions are not made shorter: it takes too long and gains too little, one move in 200.
const LONG: usize = 50_000;

/// Nodes that may be looked at to make the solution shorter.
const NODES: u64 = 4_000_000;

/// Cells of the rectangles in which stretches of the solution are replaced, in turn.
const AREAS: [usize; 3] = [9, 12, 16];

/// The most rows or columns, as rows and columns are kept in 16 bits.
const LINE: u32 = 60_000;

/// The longest side of the last rectangle.
const CORE: u32 = 3;

/// Why something is no board of a tile puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadBoard {
    /// Less than two rows or columns.
    #[error("a board of {rows} x {cols} is too small: two rows and two columns are the least")]
    TooSmall {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
    },
    /// More cells than a board may have, or more than 60,000 in a line.
    #[error("a board of {rows} x {cols} is too large: {MAX_CELLS} cells are the most")]
    TooLarge {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
    },
    /// Not one entry for each cell.
    #[error("there are {found} entries, but {expected} cells")]
    Count {
        /// Number of entries.
        found: usize,
        /// Number of cells.
        expected: usize,
    },
    /// A tile that is too large or there twice; so some other is missing.
    #[error("tile {0} is too large a number, or there twice")]
    Tile(u32),
}

/// Constructs a solution of a tile puzzle.
///
/// The same boards have the same solution every time. It is not the shortest, but about 1.7 n^3 moves
/// for a large square of side n, and less for a small one. The time is proportional to the number of
/// moves, and at least some tenths of a second are spent on boards from 10 x 10 on. It ends as
/// [`Ending::Constructed`], [`Ending::Unsolvable`] or [`Ending::Stopped`].
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::tiles::{Tiles, construct::construct, deepening::Ending};
///
/// let size = Size { rows: 2, cols: 3 };
/// let mut tiles = Tiles { size, start: vec![1, 2, 3, 0, 4, 5], goal: vec![1, 2, 3, 4, 5, 0] };
/// let way = vec![Direction::Right, Direction::Right];
/// assert_eq!(construct(&tiles, &())?, Ending::Constructed(way));
/// tiles.start = vec![2, 1, 3, 4, 5, 0];
/// assert_eq!(construct(&tiles, &())?, Ending::Unsolvable);
/// tiles.start = vec![1, 1, 3, 4, 5, 0];
/// assert!(construct(&tiles, &()).is_err());
/// # Ok::<(), sliding::tiles::construct::BadBoard>(())
/// ```
///
/// # Errors
///
/// [`BadBoard`] if the size will not do, or start or goal is no arrangement of all tiles.
pub fn construct(tiles: &Tiles, watch: &dyn Watch) -> Result<Ending, BadBoard> {
    let size = tiles.size;
    check_size(size)?;
    let (from, to) = (positions(size, &tiles.start)?, positions(size, &tiles.goal)?);
    if !Parity::of(tiles).is_solvable() {
        return Ok(Ending::Unsolvable);
    }
    let job = Job { size, from: &from, to: &to, watch };
    let Some(first) = job.attempt(0, usize::MAX) else {
        // Sound regions can always be made smaller, so nothing else can be the reason.
        return Ok(Ending::Stopped);
    };
    if size.rows <= CORE && size.cols <= CORE {
        return Ok(Ending::Constructed(first));
    }
    Ok(Ending::Constructed(job.shortened(job.best(first))))
}

fn check_size(size: Size) -> Result<(), BadBoard> {
    let Size { rows, cols } = size;
    if rows < 2 || cols < 2 {
        return Err(BadBoard::TooSmall { rows, cols });
    }
    if rows.max(cols) > LINE || size.cells() > MAX_CELLS {
        return Err(BadBoard::TooLarge { rows, cols });
    }
    Ok(())
}

/// The cell of each tile.
fn positions(size: Size, board: &[u32]) -> Result<Vec<usize>, BadBoard> {
    if board.len() != size.cells() {
        return Err(BadBoard::Count { found: board.len(), expected: size.cells() });
    }
    let mut cells = vec![None; board.len()];
    for (cell, &tile) in board.iter().enumerate() {
        match cells.get_mut(tile as usize) {
            Some(entry @ None) => *entry = Some(cell),
            _ => return Err(BadBoard::Tile(tile)),
        }
    }
    Ok(cells.into_iter().flatten().collect())
}

/// What is to be solved: the cell of each tile at the start and at the end.
struct Job<'a> {
    size: Size,
    from: &'a [usize],
    to: &'a [usize],
    watch: &'a dyn Watch,
}

impl Job<'_> {
    /// The shortest of several solutions, one of which is there already.
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

    /// One solution with fewer moves than given, if this try comes to one.
    ///
    /// The first try has the last rectangle in the middle of the board and leaves nothing to
    /// chance.
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
        let plan = Plan { core: &core, centre, chance: &chance };
        if !Peeler::new(&board, plan).run(&mut board, most, self.watch) {
            return None;
        }
        last::finish(&mut board, core)?;
        tail.into_iter().rev().for_each(|direction| board.step(direction.opposite()));
        (board.path.len() < most).then_some(board.path)
    }

    /// The start, with tiles named for a goal that has the blank on some cell; and the moves that
    /// bring the blank there from where it belongs, in the true goal.
    ///
    /// So the blank may belong anywhere, and the last rectangle be elsewhere.
    fn board(&self, centre: usize) -> (Board, Vec<Direction>) {
        let mut end = Board::new(self.size);
        end.blank = end.inner(self.size, self.to[0]);
        let centre = end.inner(self.size, centre);
        while end.blank != centre {
            let nearest = Direction::ALL
                .into_iter()
                .min_by_key(|&direction| end.distance(end.next(end.blank, direction), centre));
            nearest.into_iter().for_each(|direction| end.step(direction));
        }
        let mut board = Board::new(self.size);
        for (&from, &to) in self.from.iter().zip(self.to) {
            let name = end.cell[board.inner(self.size, to)];
            let cell = board.inner(self.size, from);
            board.tile[cell] = name;
            board.cell[name as usize] = cell as u32;
        }
        board.blank = board.inner(self.size, self.from[0]);
        (board, end.path)
    }

    fn shortened(&self, mut way: Vec<Direction>) -> Vec<Direction> {
        if way.len() > LONG {
            return way;
        }
        let mut nodes = NODES;
        let start = self.board(self.to[0]).0;
        for area in AREAS {
            let mut before = usize::MAX;
            while nodes > 0 && way.len() < before {
                before = way.len();
                way = shorten::shorten(start.clone(), &way, area, &mut nodes);
            }
        }
        way
    }
}
