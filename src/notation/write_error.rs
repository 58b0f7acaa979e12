//! What a notation cannot express, and the checks that writers share.

use std::borrow::Cow;

use crate::puzzle::{Goal, Lock, Placement, Puzzle, Want};

/// The reason why a notation cannot express a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub(super) Cow<'static, str>);

/// A text, or the reason why there is none.
pub type WriteResult = Result<String, WriteError>;

impl WriteError {
    pub(super) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        WriteError(why.into())
    }
}

/// Fails with `why` if `obstacle` holds.
pub(super) fn refuse_if(obstacle: bool, why: &'static str) -> Result<(), WriteError> {
    if obstacle { Err(WriteError::new(why)) } else { Ok(()) }
}

/// Checks that all pieces on the board move in all directions.
pub(super) fn no_locks(puzzle: &Puzzle) -> Result<(), WriteError> {
    let mut pieces = puzzle.start().placements().iter();
    let locked = pieces.any(|&piece| puzzle.kind(piece).lock() != Lock::Free);
    refuse_if(locked, "it has no locked pieces")
}

/// Checks that no cell is closed to some of the pieces.
pub(super) fn no_gates(puzzle: &Puzzle) -> Result<(), WriteError> {
    refuse_if(!puzzle.gates().is_empty(), "it has no gates")
}

pub(super) fn no_walls(puzzle: &Puzzle) -> Result<(), WriteError> {
    refuse_if(!puzzle.blocked().is_empty(), "it has no blocked cells")
}

pub(super) fn only_goal(puzzle: &Puzzle) -> Result<&Goal, WriteError> {
    match puzzle.goals() {
        [goal] => Ok(goal),
        _ => Err(WriteError::new("it has one way to stop only")),
    }
}

/// Returns the pieces that a goal demands. Cells to be empty must follow from them.
pub(super) fn demanded(puzzle: &Puzzle, goal: &Goal) -> Result<Vec<Placement>, WriteError> {
    let pieces = goal.demanded().placements().to_vec();
    let wants_gaps = goal.demands().iter().any(|demand| demand.want == Want::Empty);
    let is_all = pieces.len() == puzzle.start().placements().len();
    refuse_if(wants_gaps && !is_all, "its goals do not ask for empty cells")?;
    Ok(pieces)
}

/// Returns the one piece that the only goal is about, at its start, and its target cell.
pub(super) fn target(puzzle: &Puzzle) -> Result<(Placement, u32), WriteError> {
    let goal = only_goal(puzzle)?;
    let [wanted] = demanded(puzzle, goal)?[..] else {
        return Err(WriteError::new("its goal is about one piece only"));
    };
    let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == wanted.kind);
    match (alike.next(), alike.next()) {
        (Some(&piece), None) => Ok((piece, wanted.cell)),
        _ => Err(WriteError::new("its goal is about a piece of which there is only one")),
    }
}

/// Returns the cells of a piece on the board, in order.
pub(super) fn cells(puzzle: &Puzzle, piece: Placement) -> Vec<u32> {
    puzzle.kind(piece).covers(piece.cell, puzzle.size()).flatten().collect()
}

/// Returns the sign of each cell: one for empty, one for a wall, or that of the piece there.
pub(super) fn signs<S: Copy>(
    puzzle: &Puzzle,
    [empty, wall]: [S; 2],
    pieces: impl IntoIterator<Item = (Placement, S)>,
) -> Vec<S> {
    let mut signs = vec![empty; puzzle.size().cells()];
    puzzle.blocked().iter().for_each(|&cell| signs[cell as usize] = wall);
    for (piece, sign) in pieces {
        cells(puzzle, piece).into_iter().for_each(|cell| signs[cell as usize] = sign);
    }
    signs
}

/// Returns the signs of the start, with one for each piece.
pub(super) fn start<S: Copy>(puzzle: &Puzzle, other: [S; 2], own: &[S]) -> Vec<S> {
    signs(puzzle, other, puzzle.start().placements().iter().copied().zip(own.iter().copied()))
}

/// Returns the pieces that a goal demands, each with the sign of a piece of its kind at the start.
pub(super) fn with_signs<S: Copy>(
    puzzle: &Puzzle,
    wanted: &[Placement],
    own: &[S],
) -> Vec<(Placement, S)> {
    let mut left: Vec<(Placement, S)> =
        puzzle.start().placements().iter().copied().zip(own.iter().copied()).collect();
    let like = |&piece: &Placement| {
        let at = left.iter().position(|(start, _)| start.kind == piece.kind);
        let at = at.expect("a goal has no more pieces of a kind than the start");
        (piece, left.remove(at).1)
    };
    wanted.iter().map(like).collect()
}

/// Returns rows of signs, without blanks at their ends.
pub(super) fn rows(puzzle: &Puzzle, signs: &[char]) -> String {
    let rows = signs.chunks(puzzle.size().cols as usize);
    rows.map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

/// A puzzle about one target piece, and cells that only it may enter.
pub(super) struct ReservedCells<'a> {
    pub target: Placement,
    /// The places of the target at the goals.
    pub exits: Vec<u32>,
    pub cells: &'a [u32],
}

impl ReservedCells<'_> {
    pub fn of(puzzle: &Puzzle) -> Result<ReservedCells<'_>, WriteError> {
        no_locks(puzzle)?;
        let about = || WriteError::new("its goals are about one piece of which there is only one");
        let exits = puzzle.goals().iter().map(|goal| match goal.demands() {
            [demand] if demand.want != Want::Empty => Ok(goal.demanded().placements()[0]),
            _ => Err(about()),
        });
        let exits = exits.collect::<Result<Vec<_>, _>>()?;
        let kind = exits[0].kind;
        let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == kind);
        let (Some(&target), None) = (alike.next(), alike.next()) else { return Err(about()) };
        refuse_if(exits.iter().any(|exit| exit.kind != kind), "its goals are all about one piece")?;
        let others = || puzzle.start().placements().iter().filter(|piece| piece.kind != kind);
        let cells = others().next().map_or(&[][..], |piece| puzzle.closed_to(piece.kind));
        let is_own = puzzle.closed_to(kind).is_empty()
            && others().all(|piece| puzzle.closed_to(piece.kind) == cells);
        refuse_if(!is_own, "its gates let only the target piece pass")?;
        Ok(ReservedCells { target, exits: exits.iter().map(|exit| exit.cell).collect(), cells })
    }
}
