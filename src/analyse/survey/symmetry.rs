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
        let turns = BoardSymmetry::all()
            .filter_map(|mirror| ShapeSymmetry::new(puzzle, ranking, mirror))
            .collect();
        Self { ranking, counts: puzzle.counts(), turns }
    }

    /// Whether there is only the identity.
    pub fn are_trivial(&self) -> bool {
        let may_rename = self.ranking.classes.iter().any(|class| {
            let mut counts: Vec<u32> =
                class.kinds.iter().map(|&kind| self.counts[usize::from(kind)]).collect();
            counts.sort_unstable();
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
            let name = &mut names[usize::from(kind)];
            if name.is_none() {
                for &to in &self.ranking.classes[shape].kinds {
                    if count(to) == count(kind) && !is_used[usize::from(to)] {
                        *name = Some(to);
                        is_used[usize::from(to)] = true;
                        break;
                    }
                }
            }
            if let Some(kind) = *name {
                placements.push(Placement { cell, kind });
            }
        }
        Configuration::new(placements)
    }
}

impl ShapeSymmetry {
    /// Returns `None` if the puzzle is not the same afterwards.
    fn new(puzzle: &Puzzle, ranking: &Ranking, mirror: BoardSymmetry) -> Option<Self> {
        if !mirror.keeps_board(puzzle) {
            return None;
        }
        let (mut shapes, mut origins) = (Vec::new(), Vec::new());
        for class in &ranking.classes {
            let turned = KindImage::new(puzzle, class.kinds[0], mirror)?;
            let is_it = |kinds: &[u8]| {
                turned.is_like(puzzle, kinds[0])
                    && counts(puzzle, kinds) == counts(puzzle, &class.kinds)
            };
            shapes.push(ranking.classes.iter().position(|other| is_it(&other.kinds))?);
            let cells = 0..puzzle.size().cells() as u32;
            origins.push(cells.map(|at| turned.origin(at).unwrap_or(0)).collect());
        }
        Some(Self { shapes, origins })
    }
}

/// Returns the number of pieces of each of some kinds, ascending.
fn counts(puzzle: &Puzzle, kinds: &[u8]) -> Vec<u32> {
    let all = puzzle.counts();
    let mut counts: Vec<u32> = kinds.iter().map(|&kind| all[usize::from(kind)]).collect();
    counts.sort_unstable();
    counts
}
