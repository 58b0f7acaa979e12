//! Symmetries of a puzzle: maps of all positions that preserve moves.
//!
//! Kinds of one shape with equally many pieces may be renamed, and a board may be rotated or
//! mirrored if its walls, its gates and the shapes of its pieces are the same afterwards. Symmetric
//! positions have equal eccentricity.

use crate::engine::board::{BoardSymmetry, KindImage};
use crate::engine::rank::Ranking;
use crate::puzzle::{Configuration, Placement, Puzzle};

/// The symmetries of a puzzle. Goals do not matter.
pub struct Symmetries<'a> {
    ranking: &'a Ranking,
    counts: Vec<u32>,
    turns: Vec<ShapeSymmetry>,
}

/// A rotation or reflection of the board.
struct ShapeSymmetry {
    /// For each shape its image.
    shapes: Vec<usize>,
    /// For each shape and each origin of a piece the image of the origin.
    origins: Vec<Vec<u32>>,
}

impl<'a> Symmetries<'a> {
    /// Finds the symmetries.
    pub fn new(puzzle: &Puzzle, ranking: &'a Ranking) -> Self {
        let counts = puzzle.counts();
        let turns = BoardSymmetry::all()
            .filter_map(|mirror| ShapeSymmetry::new(puzzle, ranking, &counts, mirror))
            .collect();
        Self { ranking, counts, turns }
    }

    /// Whether there is only the identity.
    pub fn are_trivial(&self) -> bool {
        let may_rename = self.ranking.classes.iter().any(|class| {
            let counts = counts_of(&self.counts, &class.kinds);
            counts.windows(2).any(|pair| pair[0] == pair[1])
        });
        self.turns.len() == 1 && !may_rename
    }

    /// Returns the smallest number among the images of a position.
    pub fn least(&self, placement: &Configuration) -> u64 {
        let turned = self.turns.iter().map(|turn| self.renamed(turn, placement));
        turned.filter_map(|placement| self.ranking.rank(&placement)).min().unwrap_or(0)
    }

    /// Returns a position after a turn. Of the kinds that may be renamed, the first to appear gets
    /// the first name.
    fn renamed(&self, turn: &ShapeSymmetry, placement: &Configuration) -> Configuration {
        let mut pieces = Vec::with_capacity(placement.placements().len());
        for piece in placement.placements() {
            let Some((shape, _)) = self.ranking.letters[usize::from(piece.kind)] else { continue };
            let (shape, cell) = (usize::from(shape), piece.cell as usize);
            pieces.push((turn.origins[shape][cell], turn.shapes[shape], piece.kind));
        }
        pieces.sort_unstable();
        let count = |kind: u8| self.counts[usize::from(kind)];
        let (mut names, mut is_used) = ([None; 64], [false; 64]);
        let mut placements = Vec::with_capacity(pieces.len());
        for (cell, shape, kind) in pieces {
            let may_be = |to: u8| count(to) == count(kind) && !is_used[usize::from(to)];
            let mut free = self.ranking.classes[shape].kinds.iter().copied();
            let name = names[usize::from(kind)].or_else(|| free.find(|&to| may_be(to)));
            if let Some(to) = name {
                (names[usize::from(kind)], is_used[usize::from(to)]) = (name, true);
                placements.push(Placement { cell, kind: to });
            }
        }
        Configuration::new(placements)
    }
}

impl ShapeSymmetry {
    /// Returns `None` if the puzzle is not the same afterwards.
    fn new(
        puzzle: &Puzzle,
        ranking: &Ranking,
        counts: &[u32],
        mirror: BoardSymmetry,
    ) -> Option<Self> {
        if !mirror.keeps_board(puzzle) {
            return None;
        }
        let (mut shapes, mut origins) = (Vec::new(), Vec::new());
        for class in &ranking.classes {
            let turned = KindImage::new(puzzle, class.kinds[0], mirror)?;
            let own = counts_of(counts, &class.kinds);
            let is_it =
                |kinds: &[u8]| turned.is_like(puzzle, kinds[0]) && counts_of(counts, kinds) == own;
            shapes.push(ranking.classes.iter().position(|other| is_it(&other.kinds))?);
            let cells = 0..puzzle.size().cells() as u32;
            origins.push(cells.map(|at| turned.origin(at).unwrap_or(0)).collect());
        }
        Some(Self { shapes, origins })
    }
}

/// Returns the number of pieces of each of some kinds, ascending.
fn counts_of(counts: &[u32], kinds: &[u8]) -> Vec<u32> {
    let mut counts: Vec<u32> = kinds.iter().map(|&kind| counts[usize::from(kind)]).collect();
    counts.sort_unstable();
    counts
}
