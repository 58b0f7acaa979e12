//! The search of `korf0`, unrolled: a function for each cell of the blank and each direction that it
//! came from, after Knuth's 15PUZZLE-KORF1.
//!
//! Each function knows where the blank is and where it came from. So no test for the border is
//! left, and none for going back: on a 4 x 4 board there are 48 functions with 104 moves in them.
//! (Knuth counts 48 more, which undo a move; here the board before a move is still there.) The
//! functions are made by the compiler from one, whose type parameters are the row, the column, and
//! the direction.
//!
//! The board is one number, with a digit for each cell: where its tile belongs, and 0 where the
//! blank is. A move takes a digit from one fixed place and puts it to another. Whether it is happy
//! is a bit of a constant for that place and direction, at the digit's number.

use std::ops::{BitAnd, BitXor, Shl, Shr};

use crate::puzzle::Direction;

use super::Tiles;
use super::deepening::{Found, Homes, PassEnd, TooLarge, Watch, by_size, deepen};

/// A move in the quota.
const MOVE: i64 = 1;
/// What makes a move in the quota a sad one. The quota holds all moves, and above them the sad ones.
const SAD: i64 = 1 << 32;

/// From a count of positions on, it means that there is a solution.
const WON: u64 = 1 << 63;

/// Directions as they are tried: the next one is one less, after 0 comes 3.
const WAYS: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
const EAST: usize = 0;
const NORTH: usize = 1;
const WEST: usize = 2;
const SOUTH: usize = 3;

/// Moves from the start that are made one by one, with a question whether to go on after each.
const FIRST_MOVES: u32 = 12;

/// A shortest solution of a tile puzzle, up to 5 x 5, in no more moves than `max_moves`.
///
/// It visits the same positions as [`korf0::solve`](super::korf0::solve) until it finds a solution,
/// which may be another one of the same length.
///
/// # Errors
///
/// Where the board is too large.
///
/// ```
/// use sliding::tiles::{Tiles, deepening::Ending, korf1, notation};
///
/// let (size, start) = notation::board("1 2 3 4/5 6 0 7", None).unwrap();
/// let tiles = Tiles { size, start, goal: notation::blank_last(size) };
/// let Ending::Solved(way) = korf1::solve(&tiles, None, &mut ()).unwrap().ending else { panic!() };
/// assert_eq!(tiles.moved(&way), [7]);
/// ```
pub fn solve(
    tiles: &Tiles,
    max_moves: Option<u64>,
    watch: &mut dyn Watch,
) -> Result<Found, TooLarge> {
    let start = Homes::of(tiles)?;
    let least = start.distances;
    Ok(deepen(tiles, least, max_moves, watch, |happy, sad, watch| {
        let quota = i64::from(happy + sad) * MOVE + i64::from(sad) * SAD;
        by_size!(start.rows, start.cols, pass(&start, quota, watch))
    }))
}

fn pass<const ROWS: usize, const COLS: usize>(
    start: &Homes,
    quota: i64,
    watch: &mut dyn Watch,
) -> (PassEnd, u64) {
    if ROWS * COLS <= 16 {
        Opening::<u64, ROWS, COLS>::pass(start, quota, watch)
    } else {
        Opening::<u128, ROWS, COLS>::pass(start, quota, watch)
    }
}

/// A board as a number.
trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits of a digit.
    const BITS: u32;

    fn from_home(home: u8) -> Self;
    fn low_digit(self) -> u32;

    /// The digit of a cell.
    fn digit(self, cell: usize) -> u32 {
        (self >> (cell as u32 * Self::BITS)).low_digit()
    }

    /// The board after the tile on `from` has gone to `to`.
    fn moved(self, from: usize, to: usize) -> Self {
        let home = Self::from_home(self.digit(from) as u8);
        self ^ (home << (from as u32 * Self::BITS)) ^ (home << (to as u32 * Self::BITS))
    }
}

impl Word for u64 {
    const BITS: u32 = 4;

    fn from_home(home: u8) -> Self {
        home.into()
    }

    fn low_digit(self) -> u32 {
        self as u32 & 15
    }
}

impl Word for u128 {
    const BITS: u32 = 5;

    fn from_home(home: u8) -> Self {
        home.into()
    }

    fn low_digit(self) -> u32 {
        self as u32 & 31
    }
}

/// A row or a column as a type, with its neighbours.
trait Coordinate {
    const AT: usize;
    type Less: Coordinate;
    type More: Coordinate;
}

struct On<const AT: usize>;
/// Beyond the border of any board.
struct Off;

macro_rules! coordinate {
    ($type:ty, $at:expr, $less:ty, $more:ty) => {
        impl Coordinate for $type {
            const AT: usize = $at;
            type Less = $less;
            type More = $more;
        }
    };
}
coordinate!(On<0>, 0, Off, On<1>);
coordinate!(On<1>, 1, On<0>, On<2>);
coordinate!(On<2>, 2, On<1>, On<3>);
coordinate!(On<3>, 3, On<2>, On<4>);
coordinate!(On<4>, 4, On<3>, Off);
coordinate!(Off, 9, Off, Off);

/// For each home, whether it is sad for its tile that the blank comes to the tile's cell in a
/// direction: [`SAD`], shifted left by the home's number.
const fn sad_homes(cols: usize, row: usize, col: usize, way: usize) -> i64 {
    let mut sad = 0;
    let mut home = 0;
    while home < 5 * cols {
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

/// Tries a way of the blank to the cell at row `$row` and column `$col`.
macro_rules! try_way {
    ($way:ident, $row:ty, $col:ty, $back:ident, $board:ident, $quota:ident, $found:ident, $positions:ident) => {
        let (here, next) = (R::AT * COLS + C::AT, <$row>::AT * COLS + <$col>::AT);
        let sad_homes = const { sad_homes(COLS, <$row>::AT, <$col>::AT, $way) };
        let left = $quota - MOVE - (sad_homes >> $board.digit(next) & SAD);
        if left > 0 {
            let board = $board.moved(next, here);
            $positions += go_on::<W, ROWS, COLS, $row, $col, $back>(board, left, $found);
            if $positions >= WON {
                $found.push(WAYS[$way]);
                return $positions;
            }
        } else if left == 0 {
            $found.push(WAYS[$way]);
            return $positions + WON;
        }
    };
}

/// Searches on with the blank on a cell, which it came to from direction `FROM`. Gives the number of
/// positions, and adds [`WON`] if there is a solution. Then `way` gets the moves of the blank, the
/// last one first.
fn go_on<
    W: Word,
    const ROWS: usize,
    const COLS: usize,
    R: Coordinate,
    C: Coordinate,
    const FROM: usize,
>(
    board: W,
    quota: i64,
    way: &mut Vec<Direction>,
) -> u64 {
    let mut positions = 1;
    // Nobody comes here; but without it functions for cells off the board would be made.
    if R::AT >= ROWS || C::AT >= COLS {
        return 0;
    }
    for turn in 1..4 {
        match (FROM + 4 - turn) % 4 {
            EAST if C::AT + 1 < COLS => {
                try_way!(EAST, R, C::More, WEST, board, quota, way, positions);
            }
            NORTH if R::AT > 0 => {
                try_way!(NORTH, R::Less, C, SOUTH, board, quota, way, positions);
            }
            WEST if C::AT > 0 => {
                try_way!(WEST, R, C::Less, EAST, board, quota, way, positions);
            }
            SOUTH if R::AT + 1 < ROWS => {
                try_way!(SOUTH, R::More, C, NORTH, board, quota, way, positions);
            }
            _ => {}
        }
    }
    positions
}

type GoOn<W> = fn(W, i64, &mut Vec<Direction>) -> u64;

/// The function for a cell and a direction that the blank came from.
fn at_row<W: Word, const ROWS: usize, const COLS: usize>(cell: usize, from: usize) -> GoOn<W> {
    match cell / COLS {
        0 => at_col::<W, ROWS, COLS, On<0>>(cell % COLS, from),
        1 => at_col::<W, ROWS, COLS, On<1>>(cell % COLS, from),
        2 => at_col::<W, ROWS, COLS, On<2>>(cell % COLS, from),
        3 => at_col::<W, ROWS, COLS, On<3>>(cell % COLS, from),
        _ => at_col::<W, ROWS, COLS, On<4>>(cell % COLS, from),
    }
}

fn at_col<W: Word, const ROWS: usize, const COLS: usize, R: Coordinate>(
    col: usize,
    from: usize,
) -> GoOn<W> {
    match col {
        0 => coming_from::<W, ROWS, COLS, R, On<0>>(from),
        1 => coming_from::<W, ROWS, COLS, R, On<1>>(from),
        2 => coming_from::<W, ROWS, COLS, R, On<2>>(from),
        3 => coming_from::<W, ROWS, COLS, R, On<3>>(from),
        _ => coming_from::<W, ROWS, COLS, R, On<4>>(from),
    }
}

fn coming_from<W: Word, const ROWS: usize, const COLS: usize, R: Coordinate, C: Coordinate>(
    from: usize,
) -> GoOn<W> {
    match from {
        EAST => go_on::<W, ROWS, COLS, R, C, EAST>,
        NORTH => go_on::<W, ROWS, COLS, R, C, NORTH>,
        WEST => go_on::<W, ROWS, COLS, R, C, WEST>,
        _ => go_on::<W, ROWS, COLS, R, C, SOUTH>,
    }
}

/// The first moves, before the functions take over.
struct Opening<'a, W, const ROWS: usize, const COLS: usize> {
    board: W,
    /// The moves of the blank, the last one first.
    way: Vec<Direction>,
    positions: u64,
    is_over: bool,
    watch: &'a mut dyn Watch,
}

impl<W: Word, const ROWS: usize, const COLS: usize> Opening<'_, W, ROWS, COLS> {
    fn pass(start: &Homes, quota: i64, watch: &mut dyn Watch) -> (PassEnd, u64) {
        let mut board = W::from_home(0);
        for (cell, &home) in start.homes.iter().enumerate() {
            if cell != start.blank {
                board = board ^ (W::from_home(home) << (cell as u32 * W::BITS));
            }
        }
        let mut opening: Opening<'_, W, ROWS, COLS> =
            Opening { board, way: Vec::new(), positions: 0, is_over: false, watch };
        let is_solved = opening.go_on(start.blank, None, quota, 0);
        (PassEnd::of(is_solved, opening.is_over, opening.way), opening.positions)
    }

    /// What the functions do, with tests for everything.
    fn go_on(&mut self, blank: usize, from: Option<usize>, quota: i64, depth: u32) -> bool {
        if let Some(from) = from.filter(|_| depth == FIRST_MOVES) {
            self.is_over |= self.watch.is_over();
            let positions = at_row::<W, ROWS, COLS>(blank, from)(self.board, quota, &mut self.way);
            self.positions += positions % WON;
            return positions >= WON;
        }
        self.positions += 1;
        for turn in 1..=4 {
            // The first move tries south first.
            let way = (from.unwrap_or(0) + 4 - turn) % 4;
            let Some(next) = Self::step(blank, way).filter(|_| from != Some(way)) else { continue };
            let home = self.board.digit(next);
            let sad_homes = sad_homes(COLS, next / COLS, next % COLS, way);
            let left = quota - MOVE - (sad_homes >> home & SAD);
            if left < 0 {
                continue;
            }
            let before = self.board;
            self.board = before.moved(next, blank);
            if left == 0 || self.go_on(next, Some((way + 2) % 4), left, depth + 1) {
                self.way.push(WAYS[way]);
                return true;
            }
            self.board = before;
            if self.is_over {
                break;
            }
        }
        false
    }

    fn step(blank: usize, way: usize) -> Option<usize> {
        let (row, col) = (blank / COLS, blank % COLS);
        match way {
            EAST => (col + 1 < COLS).then(|| blank + 1),
            NORTH => (row > 0).then(|| blank - COLS),
            WEST => (col > 0).then(|| blank - 1),
            _ => (row + 1 < ROWS).then(|| blank + COLS),
        }
    }
}
