//! What writers share: the signs of cells, and what several notations cannot express.

use crate::puzzle::{Placement, Puzzle, Want};

/// A text, or what its notation cannot express, such as "walls".
pub type Written = Result<String, &'static str>;

/// Fails with `what` if the puzzle has it.
pub fn refuse_if(has: bool, what: &'static str) -> Result<(), &'static str> {
    if has { Err(what) } else { Ok(()) }
}

/// Returns the one piece that the only goal is about, at its start, and its target cell. Cells to
/// be empty must follow from it.
pub fn target(puzzle: &Puzzle) -> Result<(Placement, u32), &'static str> {
    let [goal] = puzzle.goals() else { return Err("several goals") };
    let wants_gaps = goal.demands().iter().any(|demand| demand.want == Want::Empty);
    refuse_if(wants_gaps && !goal.is_complete(), "goals that ask for empty cells")?;
    let &[Placement { cell, kind }] = goal.demanded().placements() else {
        return Err("goals that are not about exactly one piece");
    };
    let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == kind);
    match (alike.next(), alike.next()) {
        (Some(&piece), None) => Ok((piece, cell)),
        _ => Err("goals about one of several like pieces"),
    }
}

/// Returns the cells of a piece on the board, in order.
pub fn cells(puzzle: &Puzzle, piece: Placement) -> Vec<u32> {
    puzzle.kind(piece).covers(piece.cell, puzzle.size()).flatten().collect()
}

/// Returns the sign of each cell: one for empty, one for a wall, or that of the piece wanted there.
pub fn signs<S: Copy>(
    puzzle: &Puzzle,
    [empty, wall]: [S; 2],
    wanted: &[Placement],
    own: &[S],
) -> Vec<S> {
    let mut signs = vec![empty; puzzle.size().cells()];
    puzzle.blocked().iter().for_each(|&cell| signs[cell as usize] = wall);
    for (piece, sign) in with_signs(puzzle, wanted, own) {
        cells(puzzle, piece).into_iter().for_each(|cell| signs[cell as usize] = sign);
    }
    signs
}

/// Returns the pieces of the start or a goal, each with the sign of a piece of its kind at the start.
pub fn with_signs<S: Copy>(
    puzzle: &Puzzle,
    wanted: &[Placement],
    own: &[S],
) -> Vec<(Placement, S)> {
    let mut left: Vec<(Placement, S)> =
        puzzle.start().placements().iter().copied().zip(own.iter().copied()).collect();
    wanted
        .iter()
        .map(|&piece| {
            let at = left.iter().position(|(start, _)| start.kind == piece.kind);
            let at = at.expect("a goal has no more pieces of a kind than the start");
            (piece, left.remove(at).1)
        })
        .collect()
}
