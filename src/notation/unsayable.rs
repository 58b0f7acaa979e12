//! What a notation has no words for, and the questions that writers ask.

use std::borrow::Cow;

use crate::puzzle::{Goal, Lock, Placement, Puzzle, Want};

/// Why a notation cannot say what a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsayable(pub(super) Cow<'static, str>);

/// A text, or why there is none.
pub type Written = Result<String, Unsayable>;

impl Unsayable {
    /// This reason.
    pub(super) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Unsayable(why.into())
    }
}

/// Nothing, unless something holds that cannot be said.
pub(super) fn unless(obstacle: bool, why: &'static str) -> Result<(), Unsayable> {
    if obstacle { Err(Unsayable::new(why)) } else { Ok(()) }
}

/// That all pieces on the board move in all directions.
pub(super) fn no_locks(puzzle: &Puzzle) -> Result<(), Unsayable> {
    let mut pieces = puzzle.start().placements().iter();
    let locked = pieces.any(|&piece| puzzle.kind(piece).lock() != Lock::Free);
    unless(locked, "it has no locked pieces")
}

/// That no cell is closed to some of the pieces.
pub(super) fn no_gates(puzzle: &Puzzle) -> Result<(), Unsayable> {
    unless(!puzzle.gates().is_empty(), "it has no gates")
}

/// That no cell is blocked.
pub(super) fn no_walls(puzzle: &Puzzle) -> Result<(), Unsayable> {
    unless(!puzzle.blocked().is_empty(), "it has no blocked cells")
}

/// The only goal.
pub(super) fn only_goal(puzzle: &Puzzle) -> Result<&Goal, Unsayable> {
    match puzzle.goals() {
        [goal] => Ok(goal),
        _ => Err(Unsayable::new("it has one way to stop only")),
    }
}

/// The pieces that a goal demands. Cells to be empty must follow from them.
pub(super) fn demanded(puzzle: &Puzzle, goal: &Goal) -> Result<Vec<Placement>, Unsayable> {
    let pieces = goal.demanded().placements().to_vec();
    let wants_gaps = goal.demands().iter().any(|demand| demand.want == Want::Empty);
    let is_all = pieces.len() == puzzle.start().placements().len();
    unless(wants_gaps && !is_all, "its goals do not ask for empty cells")?;
    Ok(pieces)
}

/// The one piece that the only goal is about, as it lies at the start, and where it shall be.
pub(super) fn target(puzzle: &Puzzle) -> Result<(Placement, u32), Unsayable> {
    let goal = only_goal(puzzle)?;
    let [wanted] = demanded(puzzle, goal)?[..] else {
        return Err(Unsayable::new("its goal is about one piece only"));
    };
    let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == wanted.kind);
    match (alike.next(), alike.next()) {
        (Some(&piece), None) => Ok((piece, wanted.cell)),
        _ => Err(Unsayable::new("its goal is about a piece of which there is only one")),
    }
}

/// The cells of a piece, in order. It lies on the board.
pub(super) fn cells(puzzle: &Puzzle, piece: Placement) -> Vec<u32> {
    puzzle.kind(piece).covers(piece.cell, puzzle.size()).flatten().collect()
}

/// What lies on each cell: nothing, a wall, or the piece with this index at the start.
pub(super) fn board(puzzle: &Puzzle) -> Vec<crate::puzzle::Cell> {
    puzzle.board(puzzle.start()).into_cells()
}
