//! Places on a board: cells, sides and corners, by the words that people use.

use super::draft::{PuzzleDraft, extent};
use super::layout::Side;
use super::problem::Result;
use crate::puzzle::Lock;

/// Returns row and column of `r,c`, from 0.
fn row_col(text: &str) -> Option<(u32, u32)> {
    let (row, col) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<u32>().ok()?.checked_sub(1);
    Some((number(row)?, number(col)?))
}

/// Returns the first cell of a piece at a place.
pub fn place_cell(draft: &PuzzleDraft, piece: usize, place: &str) -> Result<u32> {
    let extent = draft.extent(piece);
    let corner = match row_col(place) {
        Some(corner) => Some(corner),
        None => named_corner(draft, piece, place),
    };
    let cell = corner.and_then(|(top, left)| draft.first_cell(piece, top, left));
    cell.ok_or_else(|| {
        draft.place.wrong(
            format!("no place `{place}` for a piece of {} x {}", extent.height, extent.width),
            "row and column of its upper left corner, as in `4,2`, or `top`, `bottom`, \
                        `left`, `right`, `bottom-middle`, `bottom-right` and so on",
        )
    })
}

/// Returns the corner of a piece at a place such as `bottom-middle`, inside a frame of walls.
fn named_corner(draft: &PuzzleDraft, piece: usize, place: &str) -> Option<(u32, u32)> {
    let own = draft.extent(piece);
    let free: Vec<u32> = (0..draft.size.cells() as u32)
        .filter(|cell| draft.walls.binary_search(cell).is_err())
        .collect();
    let area = extent(&free, draft.size.cols);
    let (mut top, mut left) = (own.top, own.left);
    let rows = area.height.checked_sub(own.height)?;
    let cols = area.width.checked_sub(own.width)?;
    let middle = |gap: u32| gap.is_multiple_of(2).then_some(gap / 2);
    for (index, word) in place.split('-').enumerate() {
        match word {
            "top" => top = area.top,
            "bottom" => top = area.top + rows,
            "left" => left = area.left,
            "right" => left = area.left + cols,
            "middle" | "center" | "centre" if index > 0 => {
                if place.starts_with("top") || place.starts_with("bottom") {
                    left = area.left + middle(cols)?;
                } else {
                    top = area.top + middle(rows)?;
                }
            }
            _ => return None,
        }
    }
    Some((top, left))
}

/// Returns the first cells of a piece that leaves at a side or covers a cell.
pub fn exit_cells(draft: &PuzzleDraft, piece: usize, exit: &str) -> Result<Vec<u32>> {
    if Side::named(exit).is_some() {
        return place_cell(draft, piece, exit).map(|cell| vec![cell]);
    }
    let Some((row, col)) = row_col(exit) else {
        return draft
            .place
            .fail(format!("--exit {exit}"), "`right`, `left`, `top`, `bottom` or a cell `r,c`");
    };
    let cell = draft.size.cell(row.into(), col.into());
    let cells = cell.map_or(Vec::new(), |cell| covering(draft, piece, &[cell]));
    if cells.is_empty() {
        let name = &draft.pieces[piece].name;
        return draft.place.fail(
            format!("piece `{name}` cannot cover row {}, column {}", row + 1, col + 1),
            "a cell that it can reach",
        );
    }
    Ok(cells)
}

/// Maximum number of cells of a large piece that are tried on an exit.
const MOST_TRIED: usize = 1024;

/// Returns the first cells of a piece that covers these cells, as far as its lock and the walls on other
/// cells allow.
pub fn covering(draft: &PuzzleDraft, piece: usize, exit: &[u32]) -> Vec<u32> {
    let own = &draft.pieces[piece];
    let at = |cell: u32| draft.size.row_col(cell);
    let fits = |first: &u32| {
        let (from, to) = (at(own.cells[0]), at(*first));
        let on_axis = match own.lock {
            Lock::Free => true,
            Lock::Horizontal => from.0 == to.0,
            Lock::Vertical => from.1 == to.1,
        };
        let cells = draft.cells_at(piece, *first).filter(|_| on_axis);
        cells.is_some_and(|cells| {
            cells.iter().all(|cell| exit.contains(cell) || draft.walls.binary_search(cell).is_err())
                && exit.iter().all(|cell| cells.contains(cell))
        })
    };
    // Any of its cells may be the one on the exit.
    let pattern = draft.pattern(&own.cells);
    let tried = pattern.iter().take(MOST_TRIED);
    let firsts = tried.filter_map(|&(r, c)| draft.size.shifted(exit[0], (-r, -c)));
    let mut cells: Vec<u32> = firsts.filter(fits).collect();
    cells.sort_unstable();
    cells
}
