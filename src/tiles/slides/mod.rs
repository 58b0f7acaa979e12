//! Shortest solutions where a move pushes any number of tiles along a row or a column.
//!
//! Two pushes along the same line are one push, or none. So in a shortest solution pushes along
//! columns and along rows alternate, and half of all pushes are of either kind. Twice a lower bound
//! for one kind is a lower bound for all: `reading.rs` describes what a push along a column
//! changes, and `table.rs` counts such pushes for a part of the tiles. The search is iterative
//! deepening.

mod reading;
mod search;
pub(super) mod table;

use super::deepening::{TileAnswer, deepen};
use super::pdb::Database;
use super::{Run, Tiles};
use crate::engine::query::Engine;
use crate::puzzle::Size;
use reading::BoardReading;
use search::SlideSearch;

/// Returns a lower bound on the number of slides: each brings a line of tiles one cell nearer.
pub(super) fn lower_bound(tiles: &Tiles) -> u64 {
    let Size { rows, cols } = tiles.size;
    tiles.distances().div_ceil(u64::from(rows.max(cols)) - 1)
}

/// Returns a solution with the fewest pushes, found by passes of no more than about `longest`
/// positions. A push is as many steps of the blank as it moves tiles.
///
/// Needs the databases of the board read by rows, and those by columns.
pub(super) fn search(
    tiles: &Tiles,
    databases: [&[Database]; 2],
    longest: u64,
    run: &mut Run,
) -> TileAnswer {
    let (rows, cols) = (tiles.size.rows as usize, tiles.size.cols as usize);
    let sides = [
        (tiles.size, databases[0]),
        (Size { rows: tiles.size.cols, cols: tiles.size.rows }, databases[1]),
    ];
    let by_rows = Vec::from_iter(0..tiles.size.cells());
    let by_cols = Vec::from_iter(by_rows.iter().map(|place| place % rows * cols + place / rows));
    let readings = [
        BoardReading::new(sides[0], tiles, &by_rows),
        BoardReading::new(sides[1], tiles, &by_cols),
    ];
    let least = (2 * readings[0].bound.max(readings[1].bound)).saturating_sub(1).max(1);
    deepen(tiles, Engine::Pdb, (least.into(), 1), longest, run, |pushes, run| {
        let mut search = SlideSearch { sides, run, positions: 0, path: Vec::new() };
        let mut pass = |side| search.pass(side, readings, pushes as u32);
        let end = pass(0).and_then(|is_solved| Ok(is_solved || pass(1)?));
        (end.map(|is_solved| is_solved.then_some(search.path)), search.positions)
    })
}
