//! Unlike pieces: the orders of each reachable skeleton, side by side.
//!
//! A *row* has a bit for each order of one skeleton; it is a block with a row for each of its lines. A
//! move maps all orders of one row to all orders of another, one to one. So one operation moves many
//! bits. If rows have two colours so that each move changes the colour, those of one colour are one half
//! of the placements, those of the other the other.

mod actions;
mod graph;
mod moves;
mod scatter;

use num_bigint::BigUint;

use self::actions::Actions;
pub use self::actions::MOST_ORDERS;
use self::graph::RowGraph;
pub use self::moves::SkeletonMoves;
use self::scatter::OrderBits;
use super::goals::{GoalBlock, Wanted};
use super::layout::{Arranged, Arrangement, Layout};
use super::level::TileWorker;
use super::planes::{BitPlace, Block, Blocks, LastLevel};
use super::{BuildError, Keep, too_many};
use crate::engine::compiled::check_board_size;
use crate::engine::folder::manifest::sum;
use crate::engine::query::{Budget, Query, Refusal, Stopped};
use crate::engine::rank::{Orders, Ranking};
use crate::engine::store::ones;
use crate::puzzle::{Configuration, Goal, Puzzle};

/// Approximate size in bytes of a row of the graph with its arcs.
const BYTES_OF_ROW: u64 = 128;

/// Bytes of a row's blocks in both halves, with their sets of lines and flags.
const BYTES_OF_BLOCKS: usize = 2 * size_of::<Block>() + 16;

/// Limits for the ranking of all skeletons, which cannot be interrupted: this fraction of the
/// memory, and a number of bytes.
const RANKING_PART: u64 = 4;
const MOST_RANKING: u64 = 1 << 28;

/// Lines have at most `1 << LINE` words, and are empty or not: longer ones would be so less often.
const LINE: u32 = 5;

/// The most words of a row that may be added so that lines are longer: one part in `SPARE`.
const SPARE: usize = 16;

/// The rows of a puzzle, and the moves between them.
pub struct Rows {
    ranking: Ranking,
    pub graph: RowGraph,
    actions: Actions,
    /// Whether each row is in the odd half.
    colours: Vec<bool>,
    /// Whether the orders of each row are odd, if that matters.
    odd: Vec<bool>,
    /// A line has `1 << shift` words.
    shift: u32,
}

impl Rows {
    /// Finds the rows of a puzzle and a style.
    ///
    /// # Errors
    ///
    /// Where there is no memory for them, and where a limit stops it.
    pub fn arrange(query: &Query, keep: Keep, budget: &Budget) -> Result<Arranged, BuildError> {
        check_board_size(query.puzzle)?;
        let most = (budget.memory / RANKING_PART).min(MOST_RANKING);
        let uncountable = Refusal::Uncountable { allowed: budget.memory };
        let ranking = Ranking::new(query.puzzle, most).ok_or(uncountable)?;
        for class in &ranking.classes {
            if !class.is_distinct() && class.orders > MOST_ORDERS.into() {
                Err(Refusal::Unsuited("equal pieces have too many orders for rows"))?;
            }
        }
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        // If the orders of one row exceed the memory at half a bit each, do not try many rows.
        let may_fit = ranking.orders().is_some_and(|orders| orders.total / 16 <= left);
        let most = if may_fit { left / 2 } else { 0 };
        match RowGraph::explore(query.puzzle, &ranking, query.style, most, budget) {
            Ok(graph) => Ok(Self::over(graph, ranking, query.puzzle, keep, left, budget)?),
            Err(Stopped::Memory) => {
                Err(too_many(&ranking.total, bytes_of_all(&ranking), left, budget).into())
            }
            Err(stopped) => Err(BuildError::Stopped(stopped)),
        }
    }

    /// Arranges the rows of a graph with at most `left` bytes.
    fn over(
        graph: RowGraph,
        ranking: Ranking,
        puzzle: &Puzzle,
        keep: Keep,
        left: u64,
        budget: &Budget,
    ) -> Result<Arranged, Refusal> {
        let (taken, rows) = (graph.bytes(), graph.skeletons.len());
        let (halved, odd) = match graph.halves(&ranking, &ranking.letters_of(puzzle.start())) {
            Some((shape, odd)) => (Some(shape), odd),
            None => (None, vec![false; rows]),
        };
        // Two colours, so that each move changes the colour, if there are such.
        let colours = graph.colours(false, &vec![true; graph.maps.len()]);
        let bits = keep.bits(colours.is_some());
        let orders = Orders::new(&ranking.classes, halved).expect("the orders fit the memory");
        let words = orders.total.div_ceil(64) as usize;
        let row = (words * 8 * bits + words / 128 + BYTES_OF_BLOCKS) as u128;
        let bytes = row * rows as u128 + (words * 9 * budget.threads()) as u128;
        let allowed = left.saturating_sub(taken);
        if bytes > allowed.into() || words >= 1 << 26 {
            return Err(too_many(&ranking.total, bytes + u128::from(taken), left, budget));
        }
        let bytes = bytes as u64;
        let Some(actions) = Actions::new(orders, &graph.maps, allowed - bytes) else {
            return Err(too_many(
                &ranking.total,
                BigUint::from(allowed) * 2_u8 + taken,
                left,
                budget,
            ));
        };
        let spare = |shift: &u32| words.next_multiple_of(1 << shift) - words <= words / SPARE;
        let shift = (0..=LINE).rev().find(spare).unwrap_or(0);
        let bytes = bytes + taken + actions.bytes() + ranking.skeletons.bytes();
        let mut blocks = Blocks::with_room(2 * rows);
        let alternates = colours.is_some();
        let colours = colours.unwrap_or_else(|| vec![false; rows]);
        for half in [false, true] {
            for &colour in &colours {
                let lines = if colour == half { words.div_ceil(1 << shift) } else { 0 };
                blocks.push(lines, 1 << shift);
            }
        }
        let layout = Self { ranking, graph, actions, colours, odd, shift };
        Ok(Arranged { layout: Layout::Rows(Box::new(layout)), blocks, alternates, bytes })
    }

    /// Returns the block of a row. Each row has one in both halves, one of them empty.
    #[inline(always)]
    fn block(&self, row: usize) -> usize {
        if self.colours[row] { row + self.colours.len() } else { row }
    }

    /// Returns the row of a block.
    fn row(&self, block: usize) -> usize {
        block % self.colours.len()
    }

    /// Finds the blocks that moves from the last level lead to.
    pub fn wanted(&self, last: &LastLevel) -> Vec<bool> {
        let mut wanted = vec![false; last.filled.len()];
        for (block, _) in last.filled.iter().enumerate().filter(|(_, filled)| **filled) {
            for arc in self.graph.arcs(self.row(block)) {
                wanted[self.block(arc.from as usize)] = true;
            }
        }
        wanted
    }

    /// Gathers all that leads into the row of a block.
    #[inline(always)]
    pub fn gather(&self, last: &LastLevel, block: usize, worker: &mut TileWorker) {
        let TileWorker { rows: words, touched, .. } = worker;
        let mut target = OrderBits { words, touched, shift: self.shift };
        for arc in self.graph.arcs(self.row(block)) {
            let from = arc.from as usize;
            let Some(source) = last.lines(self.block(from)) else { continue };
            let steps = self.actions.steps(arc.action);
            target.add_moved(source, &self.actions, steps, self.odd[from]);
        }
    }
}

impl Arrangement for Rows {
    fn place(&self, configuration: &Configuration) -> Option<BitPlace> {
        let row = self.graph.row(self.ranking.skeleton(configuration)?)?;
        let letters = self.ranking.letters_of(configuration);
        let order = self.actions.orders.rank(&letters, self.odd[row])?;
        Some(BitPlace { block: self.block(row), bit: order as usize })
    }

    fn configuration(&self, BitPlace { block, bit: order }: BitPlace) -> Configuration {
        let row = self.row(block);
        let letters = self.actions.orders.unrank(order as u64, self.odd[row]);
        self.ranking.configuration(self.graph.skeletons[row], &letters)
    }

    /// Skeletons have numbers whatever the start is.
    fn precedence(&self, block: usize) -> u64 {
        self.graph.skeletons[self.row(block)]
    }

    fn goal(&self, goal: &Goal, puzzle: &Puzzle) -> Vec<GoalBlock> {
        let only = goal.is_complete().then(|| self.ranking.skeleton(&goal.demanded()));
        let mut blocks = Vec::new();
        for (row, &skeleton) in self.graph.skeletons.iter().enumerate() {
            if only.is_some_and(|only| only != Some(skeleton)) {
                continue;
            }
            if let Some(letters) = self.ranking.demands(puzzle, goal, skeleton) {
                let wanted = Wanted::Letters(letters);
                blocks.push(GoalBlock { block: self.block(row), wanted });
            }
        }
        blocks
    }

    /// Returns the number of orders, and a checksum of the rows.
    fn numbering(&self) -> Vec<u64> {
        vec![self.actions.orders.total, sum(self.graph.skeletons.iter().copied())]
    }

    fn meeting(&self, goal: &GoalBlock, word: usize, bits: u64) -> u64 {
        let Wanted::Letters(wanted) = &goal.wanted else { return 0 };
        if wanted.is_empty() {
            return bits;
        }
        let (orders, is_odd) = (&self.actions.orders, self.odd[self.row(goal.block)]);
        if wanted.len() == self.ranking.all_places() {
            // Only one order meets it.
            let mut letters = vec![0; wanted.len()];
            for &(place, letter) in wanted {
                letters[place] = letter;
            }
            let order = orders.rank(&letters, is_odd).unwrap_or(u64::MAX);
            return if order / 64 == word as u64 { bits & 1 << (order % 64) } else { 0 };
        }
        let mut met = 0;
        for bit in ones(bits) {
            let order = (word * 64) as u64 + u64::from(bit);
            let letters = orders.unrank(order, is_odd);
            if wanted.iter().all(|&(place, letter)| letters[place] == letter) {
                met |= 1 << bit;
            }
        }
        met
    }
}

/// Estimates the memory of all rows, reachable or not: four bits for each order, and a graph of at
/// most half that size.
fn bytes_of_all(ranking: &Ranking) -> BigUint {
    let row = (ranking.all_orders() + 63_u8) / 64_u8 * 32_u8 + 2 * BYTES_OF_ROW;
    &ranking.skeletons.total * row
}
