//! Draws the board as a shorthand line has filled it, to show miscounted cells.

use std::fmt::Write;

use crate::puzzle::{Demand, GoalSetup, Placement, Setup, SetupPlace, Want};

/// Larger boards are not drawn, because the drawing would be unreadable.
const MAX_SIDE: u32 = 60;

/// Draws the board with the pieces laid so far, and returns where the piece of this place begins.
/// Cells where it overlaps are marked with `!`. `None` for places that are not pieces.
pub fn filled_board(place: SetupPlace, setup: &Setup) -> Option<String> {
    let (pieces, last) = pieces_before(place, setup)?;
    let size = setup.size;
    let kind = setup.kinds.get(usize::from(last.kind))?;
    let (row, col) = size.row_col(last.cell);
    let mut text = format!("`{}` stands at row {}, column {}", kind.name, row + 1, col + 1);
    if size.rows > MAX_SIDE || size.cols > MAX_SIDE {
        return Some(text);
    }
    text += " of the board, which is filled so far:\n";
    let mut cells = vec!['.'; size.cells()];
    setup.blocked.iter().for_each(|&cell| cells[cell as usize] = 'x');
    for piece in pieces {
        cover(setup, piece, |cell, name| cells[cell as usize] = name);
    }
    cover(setup, last, |cell, name| {
        let here = &mut cells[cell as usize];
        *here = if *here == '.' { name } else { '!' };
    });
    for row in cells.chunks(size.cols as usize) {
        let _ = writeln!(text, "  {}", row.iter().collect::<String>());
    }
    text.truncate(text.trim_end().len());
    Some(text)
}

/// Returns the pieces of a line before this one, and it.
fn pieces_before(place: SetupPlace, setup: &Setup) -> Option<(Vec<Placement>, Placement)> {
    let of_demands = |demands: &[Demand]| -> Vec<Placement> {
        let origin = |demand: &Demand| match demand.want {
            Want::Origin(kind) => Some(Placement { cell: demand.cell, kind }),
            Want::Empty => None,
        };
        demands.iter().filter_map(origin).collect()
    };
    let (mut pieces, index) = match place {
        SetupPlace::Piece(index) => (setup.start.clone(), index),
        SetupPlace::Demand { goal, demand } => match setup.goals.get(goal)? {
            GoalSetup::Complete(pieces) => (pieces.clone(), demand),
            GoalSetup::Partial(demands) => (of_demands(demands), demand),
        },
        _ => return None,
    };
    let last = *pieces.get(index)?;
    pieces.truncate(index);
    Some((pieces, last))
}

/// Calls `put` with each cell of the board that a piece covers, and the name of its kind.
fn cover(setup: &Setup, piece: Placement, mut put: impl FnMut(u32, char)) {
    let (row, col) = setup.size.row_col(piece.cell);
    let Some(kind) = setup.kinds.get(usize::from(piece.kind)) else { return };
    let Some(&(r0, c0)) = kind.cells.iter().min() else { return };
    for &(r, c) in &kind.cells {
        let (row, col) = (i64::from(row) + i64::from(r - r0), i64::from(col) + i64::from(c - c0));
        if let Some(cell) = setup.size.cell(row, col) {
            put(cell, kind.name);
        }
    }
}
