//! Puzzles about one piece, and cells that it alone may enter.

use super::unsayable::{Unsayable, no_locks, unless};
use crate::puzzle::{Placement, Puzzle, Want};

/// The piece that all goals are about, its places there, and the cells that are its own.
pub struct Reserved<'a> {
    pub target: Placement,
    pub exits: Vec<u32>,
    pub cells: &'a [u32],
}

impl Reserved<'_> {
    /// What a puzzle is in these terms, if it can be said in them.
    pub fn of(puzzle: &Puzzle) -> Result<Reserved<'_>, Unsayable> {
        no_locks(puzzle)?;
        let about = || Unsayable::new("its goals are about one piece of which there is only one");
        let exits = puzzle.goals().iter().map(|goal| match goal.demands() {
            [demand] if demand.want != Want::Empty => Ok(goal.demanded().placements()[0]),
            _ => Err(about()),
        });
        let exits = exits.collect::<Result<Vec<_>, _>>()?;
        let kind = exits[0].kind;
        let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == kind);
        let (Some(&target), None) = (alike.next(), alike.next()) else { return Err(about()) };
        unless(exits.iter().any(|exit| exit.kind != kind), "its goals are all about one piece")?;
        let others = || puzzle.start().placements().iter().filter(|piece| piece.kind != kind);
        let cells = others().next().map_or(&[][..], |piece| puzzle.closed_to(piece.kind));
        let is_own = puzzle.closed_to(kind).is_empty()
            && others().all(|piece| puzzle.closed_to(piece.kind) == cells);
        unless(!is_own, "its gates let the piece of the goal pass, and nobody else")?;
        Ok(Reserved { target, exits: exits.iter().map(|exit| exit.cell).collect(), cells })
    }
}
