//! Sets of pieces that can take a step together: with every piece, each contains those that it
//! bumps into.

use crate::engine::board::Cells;

/// Pieces that move together.
#[derive(Clone, Copy)]
pub struct PieceSet<const N: usize> {
    pub origins: Cells<N>,
    pub cells: Cells<N>,
    /// The origins of the pieces that they bump into.
    pub bumps: Cells<N>,
}

impl<const N: usize> PieceSet<N> {
    pub const EMPTY: Self =
        Self { origins: Cells::EMPTY, cells: Cells::EMPTY, bumps: Cells::EMPTY };

    /// Returns the pieces of both sets.
    #[inline(always)]
    pub fn with(self, other: &Self) -> Self {
        Self {
            origins: self.origins | other.origins,
            cells: self.cells | other.cells,
            bumps: self.bumps | other.bumps,
        }
    }
}

/// Finds which pieces each piece bumps into.
#[inline(always)]
pub fn find_bumps<const N: usize>(pieces: &mut [PieceSet<N>], by: i32, empty: Cells<N>) {
    for at in 0..pieces.len() {
        let cells = pieces[at].cells;
        let entered = cells.shifted(by) & !cells & !empty;
        let mut bumps = Cells::EMPTY;
        if !entered.is_empty() {
            for piece in &*pieces {
                if !(piece.cells & entered).is_empty() {
                    bumps = bumps | piece.origins;
                }
            }
        }
        pieces[at].bumps = bumps;
    }
}

/// Sorts pieces so that each bumps only into those before it, and merges pieces that bump into each
/// other in a cycle.
#[inline(never)]
pub fn sort<const N: usize>(pieces: &mut Vec<PieceSet<N>>) {
    loop {
        // A piece that bumps only into pieces before it comes next.
        let (mut sorted, mut before) = (0, Cells::EMPTY);
        while let Some(next) = (sorted..pieces.len()).find(|&at| pieces[at].bumps.is_within(before))
        {
            before = before | pieces[next].origins;
            pieces.swap(sorted, next);
            sorted += 1;
        }
        if sorted == pieces.len() {
            return;
        }
        // All remaining pieces lead into cycles: follow the bumps until one closes.
        let mut path = vec![sorted];
        let from = loop {
            let last = &pieces[path[path.len() - 1]];
            let bumped = last.bumps & !before;
            let next = (sorted..pieces.len()).find(|&at| !(pieces[at].origins & bumped).is_empty());
            let next = next.expect("each piece left bumps into one of them");
            if let Some(first) = path.iter().position(|&at| at == next) {
                break first;
            }
            path.push(next);
        };
        let mut circle = path.split_off(from);
        circle.sort_unstable();
        let mut joined = PieceSet::EMPTY;
        for at in circle.into_iter().rev() {
            joined = joined.with(&pieces.swap_remove(at));
        }
        joined.bumps = joined.bumps & !joined.origins;
        pieces.push(joined);
    }
}
