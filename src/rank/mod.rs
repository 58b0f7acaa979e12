//! A perfect numbering of placements: all ways in which a puzzle's pieces can lie on its board,
//! whether they can be reached or not, are numbered from 0 without a gap.
//!
//! Kinds with the same cells and the same lock share a *shape*. A configuration is a *skeleton*,
//! what lies where by shape, together with an *order* for each shape, the sequence of kinds of its
//! pieces row by row. Both are numbered on their own, and the two numbers make one.
//!
//! `docs/INDEX.md` has an example in pictures.

mod meeting;
mod orders;
mod skeletons;
#[cfg(test)]
mod tests;
mod wanted;

use num_bigint::BigUint;

use crate::knuth::space::{Bits, Space};
use crate::puzzle::{Configuration, Placement, Puzzle};

pub use meeting::meeting;
pub use orders::Class;
pub use skeletons::Skeletons;
pub use wanted::{Letters, Wanted};

/// The skeletons of a board are too many, or the board is too large, to be counted within the
/// memory that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// What no shape has for a symbol.
const NO_SYMBOL: u8 = 63;

/// All placements of a puzzle's pieces.
pub struct Census {
    /// What lies where by shape.
    pub skeletons: Skeletons,
    /// The pieces of each shape.
    pub classes: Vec<Class>,
    /// For each kind on the board its shape and its letter in that shape's class.
    pub letters: Vec<Option<(u8, u8)>>,
    /// For each code of a kind the symbol of its shape; 0 for an empty cell.
    symbols: [u8; 64],
    /// Number of orders, if it fits 64 bits.
    orders: Option<u64>,
    total: BigUint,
}

impl Census {
    /// Counts the placements of a puzzle, taking about `most_bytes` of memory at most.
    pub fn new(puzzle: &Puzzle, most_bytes: u64) -> Result<Self, TooMany> {
        let skeletons = Skeletons::new(puzzle, most_bytes)?;
        let (count, shapes) = puzzle.shapes();
        let counts = puzzle.counts();
        let mut letters = vec![None; shapes.len()];
        let classes: Vec<Class> = (0..count as u8)
            .map(|shape| {
                let kinds = (0..shapes.len()).filter(|&kind| shapes[kind] == Some(shape));
                let kinds: Vec<u8> = kinds.map(|kind| kind as u8).collect();
                for (letter, &kind) in kinds.iter().enumerate() {
                    letters[kind as usize] = Some((shape, letter as u8));
                }
                let counts = kinds.iter().map(|&kind| counts[kind as usize]).collect();
                Class::new(kinds, counts)
            })
            .collect();
        let orders: BigUint = classes.iter().map(Class::orders).product();
        let total = skeletons.total() * &orders;
        let mut symbols = [0; 64];
        for (symbol, shape) in symbols[1..].iter_mut().zip(&shapes) {
            *symbol = shape.map_or(NO_SYMBOL, |shape| shape + 1);
        }
        let orders = u64::try_from(orders).ok();
        Ok(Self { skeletons, classes, letters, symbols, orders, total })
    }

    /// The number of placements.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The number of orders that each skeleton has, if it fits 64 bits.
    pub fn orders(&self) -> Option<u64> {
        self.orders
    }

    /// The number of a configuration; `None` if it is none of the puzzle. The total must fit 64
    /// bits.
    pub fn rank(&self, configuration: &Configuration) -> Option<u64> {
        Some(self.skeleton(configuration)? * self.orders? + self.order(configuration))
    }

    /// The number of a configuration's skeleton.
    pub fn skeleton(&self, configuration: &Configuration) -> Option<u64> {
        let mut placements = configuration.placements().iter().peekable();
        self.skeletons.rank(|cell| match placements.next_if(|p| p.cell == cell) {
            Some(p) => self.symbols[usize::from(p.kind) + 1],
            None => 0,
        })
    }

    /// The number of a configuration's order.
    pub fn order(&self, configuration: &Configuration) -> u64 {
        let mut letters = vec![Vec::new(); self.classes.len()];
        for placement in configuration.placements() {
            if let Some((shape, letter)) = self.letters[placement.kind as usize] {
                letters[shape as usize].push(letter);
            }
        }
        self.order_of(&letters)
    }

    /// The configuration with a number, the inverse of [`Census::rank`].
    pub fn unrank(&self, rank: u64) -> Configuration {
        let orders = self.orders.expect("the total fits 64 bits");
        self.configuration(rank / orders, rank % orders)
    }

    /// The configuration with a skeleton and an order.
    pub fn configuration(&self, skeleton: u64, order: u64) -> Configuration {
        let mut letters = vec![Vec::new(); self.classes.len()];
        self.spell(order, &mut letters);
        self.spelt(skeleton, &letters)
    }

    /// The configuration with a skeleton and an order that is spelt as letters for each class.
    pub fn spelt(&self, skeleton: u64, letters: &[Vec<u8>]) -> Configuration {
        let mut used = vec![0; self.classes.len()];
        let mut placements = Vec::new();
        self.skeletons.unrank(skeleton, |cell, symbol| {
            let Some(shape) = usize::from(symbol).checked_sub(1) else { return };
            let letter = letters[shape].get(used[shape]).copied().unwrap_or(0);
            used[shape] += 1;
            placements.push(Placement { cell, kind: self.classes[shape].kinds()[letter as usize] });
        });
        Configuration::new(placements)
    }

    /// The letters of all classes for an order. Those of classes of one kind stay empty.
    pub fn spell(&self, mut order: u64, letters: &mut [Vec<u8>]) {
        for (class, letters) in self.classes.iter().zip(letters).rev() {
            letters.clear();
            if class.kinds().len() > 1 {
                let orders = class.few_orders();
                class.unrank(order % orders, letters);
                order /= orders;
            }
        }
    }

    /// The number of the order with these letters.
    fn order_of(&self, letters: &[Vec<u8>]) -> u64 {
        self.classes.iter().zip(letters).fold(0, |order, (class, letters)| {
            if class.kinds().len() == 1 {
                return order;
            }
            order * class.few_orders() + class.rank(letters)
        })
    }

    /// The number of a packed position. `letters` has a list for each class, to be written over.
    #[inline(always)]
    pub fn rank_packed<B: Bits>(
        &self,
        space: &Space<B>,
        packed: &[u32],
        letters: &mut [Vec<u8>],
    ) -> Option<u64> {
        let mut symbol = space.symbols(packed);
        if self.orders == Some(1) {
            return self.skeletons.rank(|_| self.symbols[usize::from(symbol())]);
        }
        letters.iter_mut().for_each(Vec::clear);
        let skeleton = self.skeletons.rank(|_| {
            let code = usize::from(symbol());
            if let Some(Some((shape, letter))) = code.checked_sub(1).map(|kind| self.letters[kind])
            {
                letters[usize::from(shape)].push(letter);
            }
            self.symbols[code]
        });
        Some(skeleton? * self.orders? + self.order_of(letters))
    }

    /// Packs the position with a number. `letters` is as for [`Census::rank_packed`].
    #[inline(always)]
    pub fn unpack<B: Bits>(
        &self,
        space: &Space<B>,
        number: u64,
        letters: &mut [Vec<u8>],
        packed: &mut [u32],
    ) {
        let orders = self.orders.expect("the total fits 64 bits");
        let skeleton = if orders == 1 { number } else { number / orders };
        if orders > 1 {
            self.spell(number % orders, letters);
        }
        let mut used = [0; 64];
        let mut place = 0;
        packed.fill(0);
        self.skeletons.unrank(skeleton, |_, symbol| {
            if let Some(shape) = usize::from(symbol).checked_sub(1) {
                let letter = letters[shape].get(used[shape]).copied().unwrap_or(0);
                used[shape] += 1;
                let kind = self.classes[shape].kinds()[usize::from(letter)];
                space.put_symbol(packed, place, kind + 1);
            }
            place += 1;
        });
    }
}
