//! The search of `korf0` on a board of 4 x 4, unrolled: a function for each cell of the blank and
//! each direction that it came from, after Knuth's 15PUZZLE-KORF1.
//!
//! Each function knows where the blank is and where it came from. So there is no test for the
//! border, and none for going back: there are 48 functions with 104 moves in them. (Knuth counts 48
//! more, which undo a move; here the board before a move is still there.) The compiler generates
//! the functions from one, whose type parameters are the row, the column, and the direction.
//!
//! The board is one number, with a digit for each cell: the home of its tile, and 0 for the blank.
//! A move takes a digit from one fixed place to another. A bit of a constant for that place and
//! direction, at the digit's number, says whether the move is happy.
//!
//! Boards of other sizes are searched in the same order by the plain code of `plain.rs`.

use crate::puzzle::Direction;

use super::Tiles;
use super::deepening::{Homes, PassObserver, TileSearchResult, TooLarge, deepen};
use super::plain::{
    self, DirectionOrder, EAST, MOVE, NORTH, PlainBoard, Relay, SAD, SOUTH, WAYS, WEST, sad_homes,
};

/// Rows and columns of the board of the functions.
const SIDE: usize = 4;

/// Counts of positions from here on mean that there is a solution.
const WON: u64 = 1 << 63;

/// The functions, used after the first moves, which are made one by one, with a check for
/// cancellation after each.
const UNROLLED: Relay = Relay { after: 12, run: unrolled };

/// Finds a shortest solution of a tile puzzle of up to 25 cells, in no more moves than `max_moves`.
///
/// It visits the same positions as [`korf0::solve`](super::korf0::solve) until it finds a solution,
/// which may be another one of the same length.
///
/// # Errors
///
/// Returns an error if the board is too large.
///
/// ```
/// use sliding::tiles::{Tiles, deepening::TileSearchEnd, korf1, notation};
///
/// let (size, start) = notation::board("1 2 3 4/5 6 0 7", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let found = korf1::solve(&tiles, None, &mut ()).unwrap();
/// let TileSearchEnd::Solved(way) = found.ending else { panic!() };
/// assert_eq!(tiles.moved(&way), [7]);
/// ```
pub fn solve(
    tiles: &Tiles,
    max_moves: Option<u64>,
    observer: &mut dyn PassObserver,
) -> Result<TileSearchResult, TooLarge> {
    let start = Homes::of(tiles)?;
    let least = start.distances;
    let relay = ((start.rows, start.cols) == (SIDE, SIDE)).then_some(UNROLLED);
    Ok(deepen(tiles, least, max_moves, observer, |happy, sad, observer| {
        plain::pass(&start, (happy, sad), DirectionOrder::Turning, relay, observer)
    }))
}

/// A board as a number.
#[derive(Clone, Copy)]
struct Digits(u64);

impl Digits {
    fn of(board: &PlainBoard, blank: usize) -> Digits {
        let digit = |cell: usize| if cell == blank { 0 } else { u64::from(board[cell]) };
        Digits((0..SIDE * SIDE).fold(0, |digits, cell| digits | digit(cell) << (4 * cell)))
    }

    /// Returns the digit of a cell.
    #[inline(always)]
    fn digit(self, cell: usize) -> u64 {
        self.0 >> (4 * cell) & 15
    }

    /// Returns the board after the tile on `from` has moved to `to`.
    #[inline(always)]
    fn moved(self, from: usize, to: usize) -> Digits {
        let home = self.digit(from);
        Digits(self.0 ^ home << (4 * from) ^ home << (4 * to))
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
coordinate!(On<3>, 3, On<2>, Off);
coordinate!(Off, 9, Off, Off);

/// Tries to move the blank to the cell at row `$row` and column `$col`.
macro_rules! try_step {
    (
        $path:ident, $row:ty, $col:ty, $back:ident,
        $board:ident, $quota:ident, $found:ident, $positions:ident
    ) => {
        let (here, next) = (R::AT * SIDE + C::AT, <$row>::AT * SIDE + <$col>::AT);
        let sad_homes = const { sad_homes(SIDE, <$row>::AT, <$col>::AT, $path) };
        let left = $quota - MOVE - (sad_homes >> $board.digit(next) & SAD);
        if left > 0 {
            let board = $board.moved(next, here);
            $positions += search_from::<$row, $col, $back>(board, left, $found);
            if $positions >= WON {
                $found.push(WAYS[$path]);
                return $positions;
            }
        } else if left == 0 {
            $found.push(WAYS[$path]);
            return $positions + WON;
        }
    };
}

/// Continues the search with the blank on a cell, which it entered from direction `FROM`. Returns
/// the number of positions, plus [`WON`] if there is a solution. Then `path` receives the moves of
/// the blank, the last one first.
fn search_from<R: Coordinate, C: Coordinate, const FROM: usize>(
    board: Digits,
    quota: i64,
    path: &mut Vec<Direction>,
) -> u64 {
    let mut positions = 1;
    // Unreachable; but without it functions for cells off the board would be generated.
    if R::AT >= SIDE || C::AT >= SIDE {
        return 0;
    }
    for turn in 1..4 {
        match (FROM + 4 - turn) % 4 {
            EAST if C::AT + 1 < SIDE => {
                try_step!(EAST, R, C::More, WEST, board, quota, path, positions);
            }
            NORTH if R::AT > 0 => {
                try_step!(NORTH, R::Less, C, SOUTH, board, quota, path, positions);
            }
            WEST if C::AT > 0 => {
                try_step!(WEST, R, C::Less, EAST, board, quota, path, positions);
            }
            SOUTH if R::AT + 1 < SIDE => {
                try_step!(SOUTH, R::More, C, NORTH, board, quota, path, positions);
            }
            _ => {}
        }
    }
    positions
}

type UnrolledFn = fn(Digits, i64, &mut Vec<Direction>) -> u64;

/// The functions by row and column of the blank and the direction that it came from.
static FUNCTIONS: [[[UnrolledFn; 4]; SIDE]; SIDE] =
    [in_row::<On<0>>(), in_row::<On<1>>(), in_row::<On<2>>(), in_row::<On<3>>()];

const fn in_row<R: Coordinate>() -> [[UnrolledFn; 4]; SIDE] {
    [on_cell::<R, On<0>>(), on_cell::<R, On<1>>(), on_cell::<R, On<2>>(), on_cell::<R, On<3>>()]
}

const fn on_cell<R: Coordinate, C: Coordinate>() -> [UnrolledFn; 4] {
    [
        search_from::<R, C, EAST>,
        search_from::<R, C, NORTH>,
        search_from::<R, C, WEST>,
        search_from::<R, C, SOUTH>,
    ]
}

/// Continues the search with the functions.
fn unrolled(
    board: &PlainBoard,
    blank: usize,
    from: usize,
    quota: i64,
    path: &mut Vec<Direction>,
) -> (u64, bool) {
    let positions =
        FUNCTIONS[blank / SIDE][blank % SIDE][from](Digits::of(board, blank), quota, path);
    (positions % WON, positions >= WON)
}
