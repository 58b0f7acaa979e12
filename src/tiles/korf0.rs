//! Korf's IDA* with the Manhattan distance, written plainly, after Knuth's 15PUZZLE-KORF0.
//! `plain.rs` describes a pass.

use super::Tiles;
use super::deepening::{Homes, PassObserver, TileSearchResult, TooLarge, deepen};
use super::plain::{self, DirectionOrder};

/// Finds a shortest solution of a tile puzzle of up to 25 cells, in no more moves than `max_moves`.
///
/// The memory is a board and the path. The time grows about 5.7-fold with each sad move on a 4 x 4
/// board.
///
/// # Errors
///
/// Returns an error if the board is too large.
///
/// ```
/// use sliding::tiles::{Tiles, deepening::TileSearchEnd, korf0, notation};
///
/// let (size, start) = notation::board("1234567809abdefc", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let found = korf0::solve(&tiles, None, &mut ()).unwrap();
/// let TileSearchEnd::Solved(way) = found.ending else { panic!() };
/// assert_eq!(tiles.moved(&way), [9, 10, 11, 12]);
/// ```
pub fn solve(
    tiles: &Tiles,
    max_moves: Option<u64>,
    observer: &mut dyn PassObserver,
) -> Result<TileSearchResult, TooLarge> {
    let start = Homes::of(tiles)?;
    let least = start.distances;
    Ok(deepen(tiles, least, max_moves, observer, |happy, sad, observer| {
        plain::pass(&start, (happy, sad), DirectionOrder::Fixed, None, observer)
    }))
}
