//! The moves from one skeleton after the other, and their effect on orders.

use crate::engine::moves::{MoveLister, Moved, moves};
use crate::engine::rank::Ranking;
use crate::puzzle::{Placement, Puzzle, Style};

/// Lists the moves from skeletons.
pub struct SkeletonMoves<'a> {
    ranking: &'a Ranking,
    moves: MoveLister,
    /// Whether moves to lower cells are left out. They are the reverses of the others.
    forward_only: bool,
    /// The pieces of the skeleton, each as the first kind of its shape.
    pieces: Vec<Placement>,
    /// The origins of the pieces that have a [place](crate::engine::rank::Class::places), by place.
    origins: Vec<u32>,
    /// For each cell the symbol of the piece with its origin there, or 0; the same after a move.
    symbols: Vec<u8>,
    after: Vec<u8>,
    map: Vec<u32>,
}

impl<'a> SkeletonMoves<'a> {
    /// Builds a lister for the moves of a style.
    pub fn new(puzzle: &Puzzle, ranking: &'a Ranking, style: Style, forward_only: bool) -> Self {
        let cells = puzzle.size().cells();
        Self {
            ranking,
            moves: moves(puzzle, style),
            forward_only,
            pieces: Vec::new(),
            origins: Vec::new(),
            symbols: vec![0; cells],
            after: vec![0; cells],
            map: Vec::new(),
        }
    }

    /// Calls `visit` for every move from a skeleton, with the skeleton that it leads to, and the
    /// place where the piece of each place is then, if any changes its place.
    #[inline(always)]
    pub fn each(&mut self, skeleton: u64, mut visit: impl FnMut(u64, Option<&[u32]>) -> bool) {
        self.read(skeleton);
        let Self { ranking, moves, forward_only, pieces, origins, symbols, after, map } = self;
        moves(pieces, &mut |moved| {
            if *forward_only && moved.by < 0 {
                return true;
            }
            // All leave before any arrives, as one may enter the place of another.
            after.copy_from_slice(symbols);
            for &origin in moved.origins {
                after[origin as usize] = 0;
            }
            for &origin in moved.origins {
                after[origin.wrapping_add_signed(moved.by) as usize] = symbols[origin as usize];
            }
            let to = ranking.skeletons.rank(|cell| after[cell as usize]);
            let changes = trace(ranking, origins, &moved, map);
            visit(to.expect("a move leads to a skeleton"), changes.then_some(&map[..]))
        });
    }

    /// Reads the pieces of a skeleton.
    fn read(&mut self, skeleton: u64) {
        self.pieces.clear();
        self.origins.clear();
        self.symbols.fill(0);
        for (cell, shape) in self.ranking.skeletons.pieces(skeleton) {
            self.symbols[cell as usize] = shape as u8 + 1;
            let kind = self.ranking.classes[shape].kinds[0];
            self.pieces.push(Placement { cell, kind });
        }
        for class in &self.ranking.classes {
            for piece in &self.pieces {
                if !class.places.is_empty() && piece.kind == class.kinds[0] {
                    self.origins.push(piece.cell);
                }
            }
        }
    }
}

/// Finds the place of the piece of each place after a move. Returns whether any changes.
#[inline(always)]
fn trace(ranking: &Ranking, origins: &[u32], moved: &Moved, map: &mut Vec<u32>) -> bool {
    let after = |&origin: &u32| {
        let by = if moved.origins.contains(&origin) { moved.by } else { 0 };
        origin.wrapping_add_signed(by)
    };
    map.clear();
    map.extend(0..origins.len() as u32);
    let mut changes = false;
    for class in &ranking.classes {
        let places = &class.places;
        let origins = &origins[places.clone()];
        if origins.is_sorted_by_key(after) {
            continue;
        }
        changes = true;
        for (own, origin) in map[places.clone()].iter_mut().zip(origins) {
            let end = after(origin);
            let before = origins.iter().filter(|other| after(other) < end).count();
            *own = (places.start + before) as u32;
        }
    }
    changes
}
