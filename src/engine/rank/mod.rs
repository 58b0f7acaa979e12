//! A perfect ranking of placements: all placements of a puzzle's pieces on its board, reachable or
//! not, are numbered from 0 without gaps.
//!
//! Kinds with the same cells, the same lock and the same gates share a *shape*. A position consists
//! of a *skeleton*, the shapes and their cells, and an *order* for each shape, the sequence of
//! kinds of its pieces row by row. Both are numbered separately, and the two numbers are combined.
//!
//! `docs/internals/engines.md` has an example in pictures.

pub mod cut;
mod demands;
mod meeting;
mod orders;
mod path;
mod skeletons;

use num_bigint::BigUint;

use crate::engine::board::PieceShapes;
use crate::puzzle::{Configuration, Placement, Puzzle};

pub use demands::{GoalDemands, OrderDemands};
pub use meeting::{each_meeting, meeting, meeting_any};
pub use orders::Class;
pub use path::SkeletonPath;
pub use skeletons::Skeletons;

/// There are too many skeletons, or the board is too large, to count within the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Why placements are not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingError {
    /// They exceed the memory limit, or the time that is worth spending.
    TooMany,
    /// The callback stopped it.
    Stopped,
}

/// Stands for a symbol that no shape has.
const NO_SYMBOL: u8 = 63;

/// The ranking of all placements of a puzzle's pieces.
pub struct Ranking {
    /// The ranking of skeletons: the cells of each shape.
    pub skeletons: Skeletons,
    /// The pieces of each shape.
    pub classes: Vec<Class>,
    /// For each kind on the board, its shape and its letter in that shape's class.
    pub letters: Vec<Option<(u8, u8)>>,
    /// For each code of a kind, the symbol of its shape; 0 for an empty cell.
    symbols: [u8; 64],
    /// Number of orders, if it fits 64 bits.
    orders: Option<u64>,
    total: BigUint,
}

impl Ranking {
    /// Counts the placements of a puzzle with about `most_bytes` of memory at most.
    pub fn new(puzzle: &Puzzle, most_bytes: u64) -> Result<Self, TooMany> {
        let shapes = PieceShapes::new(puzzle);
        let counts = puzzle.counts();
        let skeletons = Skeletons::new(puzzle, &shapes, most_bytes)?;
        let mut letters = vec![None; puzzle.kinds().len()];
        let mut symbols = [NO_SYMBOL; 64];
        symbols[0] = 0;
        for (shape, kinds) in shapes.list().iter().map(|shape| &shape.kinds).enumerate() {
            for (letter, &kind) in kinds.iter().enumerate() {
                letters[usize::from(kind)] = Some((shape as u8, letter as u8));
                symbols[usize::from(kind) + 1] = shape as u8 + 1;
            }
        }
        let classes: Vec<Class> = shapes
            .list()
            .iter()
            .map(|shape| {
                let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
                Class::new(shape.kinds.clone(), counts.collect())
            })
            .collect();
        let orders: BigUint = classes.iter().map(Class::orders).product();
        let total = skeletons.total() * &orders;
        let orders = u64::try_from(orders).ok();
        Ok(Self { skeletons, classes, letters, symbols, orders, total })
    }

    /// Returns the number of placements.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Returns the number of orders of each skeleton, if it fits 64 bits.
    pub fn orders(&self) -> Option<u64> {
        self.orders
    }

    /// Returns the number of a position; `None` if it does not belong to the puzzle. The total must
    /// fit 64 bits.
    pub fn rank(&self, configuration: &Configuration) -> Option<u64> {
        let mut letters = vec![Vec::new(); self.classes.len()];
        self.rank_cells(contents(configuration), &mut letters)
    }

    /// Like [`Ranking::rank`], for a board given by `contents`: 1 plus the number of the kind whose
    /// piece has its origin in a cell, or 0 if there is none. It is called for one cell after the
    /// other, except those covered by earlier pieces. `letters` is scratch space with a list for
    /// each class.
    #[inline(always)]
    pub fn rank_cells(
        &self,
        mut contents: impl FnMut(u32) -> u8,
        letters: &mut [Vec<u8>],
    ) -> Option<u64> {
        if self.orders == Some(1) {
            return self.skeleton_of_cells(contents);
        }
        letters.iter_mut().for_each(Vec::clear);
        let skeleton = self.skeletons.rank(|cell| {
            let content = usize::from(contents(cell));
            let kind = content.checked_sub(1);
            if let Some((shape, letter)) = kind.and_then(|kind| self.letters[kind]) {
                letters[usize::from(shape)].push(letter);
            }
            self.symbols[content]
        });
        Some(skeleton? * self.orders? + self.rank_order(letters))
    }

    /// Returns the number of a position's skeleton.
    pub fn skeleton(&self, configuration: &Configuration) -> Option<u64> {
        self.skeleton_of_cells(contents(configuration))
    }

    /// Like [`Ranking::skeleton`], for a board given as in [`Ranking::rank_cells`].
    #[inline(always)]
    pub fn skeleton_of_cells(&self, mut contents: impl FnMut(u32) -> u8) -> Option<u64> {
        self.skeletons.rank(|cell| self.symbols[usize::from(contents(cell))])
    }

    /// Returns the position with a number, the inverse of [`Ranking::rank`].
    pub fn unrank(&self, rank: u64) -> Configuration {
        let (mut letters, mut pieces) = (vec![Vec::new(); self.classes.len()], Vec::new());
        self.unrank_pieces(rank, &mut letters, &mut pieces);
        Configuration::new(pieces)
    }

    /// Like [`Ranking::unrank`], as a list of pieces by ascending cell. `pieces` and the list that
    /// `letters` has for each class are overwritten.
    #[inline(always)]
    pub fn unrank_pieces(&self, rank: u64, letters: &mut [Vec<u8>], pieces: &mut Vec<Placement>) {
        let orders = self.orders.expect("the total fits 64 bits");
        let skeleton = if orders == 1 { rank } else { rank / orders };
        if orders > 1 {
            self.unrank_order(rank % orders, letters);
        }
        self.list_pieces(skeleton, letters, pieces);
    }

    /// Returns the position with a skeleton and an order, given as letters for each class.
    pub fn configuration_of(&self, skeleton: u64, letters: &[Vec<u8>]) -> Configuration {
        let mut pieces = Vec::new();
        self.list_pieces(skeleton, letters, &mut pieces);
        Configuration::new(pieces)
    }

    #[inline(always)]
    fn list_pieces(&self, skeleton: u64, letters: &[Vec<u8>], pieces: &mut Vec<Placement>) {
        let mut used = [0; 64];
        pieces.clear();
        self.skeletons.unrank(skeleton, |cell, symbol| {
            let Some(shape) = usize::from(symbol).checked_sub(1) else { return };
            let letter = letters[shape].get(used[shape]).copied().unwrap_or(0);
            used[shape] += 1;
            let kind = self.classes[shape].kinds()[usize::from(letter)];
            pieces.push(Placement { cell, kind });
        });
    }

    /// Writes the letters of all classes for an order. Classes of one kind stay empty.
    pub fn unrank_order(&self, mut order: u64, letters: &mut [Vec<u8>]) {
        for (class, letters) in self.classes.iter().zip(letters).rev() {
            letters.clear();
            if class.kinds().len() > 1 {
                let orders = class.order_count();
                class.unrank(order % orders, letters);
                order /= orders;
            }
        }
    }

    /// Returns the number of the order with these letters, the inverse of
    /// [`Ranking::unrank_order`].
    pub fn rank_order(&self, letters: &[Vec<u8>]) -> u64 {
        self.classes.iter().zip(letters).fold(0, |order, (class, letters)| {
            if class.kinds().len() == 1 {
                return order;
            }
            order * class.order_count() + class.rank(letters)
        })
    }
}

/// Returns the contents of a position's cells, for [`Ranking::rank_cells`].
fn contents(configuration: &Configuration) -> impl FnMut(u32) -> u8 {
    let mut placements = configuration.placements().iter().peekable();
    move |cell| placements.next_if(|piece| piece.cell == cell).map_or(0, |piece| piece.kind + 1)
}
