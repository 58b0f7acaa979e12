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
use super::level::{LastLevel, TileWorker};
use super::planes::{BitPlace, Block, HalfLayout};
use super::{BuildError, Keep, Parity};
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
    /// The half of each row; none if all are in the first.
    colours: Option<Vec<bool>>,
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
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        // If the orders of one row exceed the memory at half a bit each, do not try many rows.
        let may_fit = ranking.orders().is_some_and(|orders| orders.total() / 16 <= left);
        let most = if may_fit { left / 2 } else { 0 };
        match RowGraph::explore(query.puzzle, &ranking, query.style, most, budget) {
            Ok(graph) => Ok(Self::over(graph, ranking, query.puzzle, keep, left, budget)?),
            Err(Stopped::Memory) => {
                Err(too_many(&ranking, bytes_of_all(&ranking), left, budget).into())
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
        let colours = graph.two_colours();
        let bits = keep.bits(colours.is_some());
        let words = (ranking.all_orders() >> usize::from(halved.is_some())) + 63_u8;
        let words: BigUint = words / 64_u8;
        let bytes = (&words * (8 * bits) + &words / 128_u8 + BYTES_OF_BLOCKS) * rows
            + &words * 9_u8 * budget.threads();
        let allowed = left.saturating_sub(taken);
        let fits = bytes <= allowed.into() && words < (1_u32 << 26).into();
        let orders = if fits { Orders::new(&ranking.classes, halved) } else { None };
        let (Some(orders), Ok(bytes)) = (orders, u64::try_from(&bytes)) else {
            return Err(too_many(&ranking, bytes + taken, left, budget));
        };
        let words = orders.total().div_ceil(64) as usize;
        let Some(actions) = Actions::new(orders, &graph.maps, allowed - bytes) else {
            return Err(too_many(&ranking, BigUint::from(allowed) * 2_u8 + taken, left, budget));
        };
        let spare = |shift: &u32| words.next_multiple_of(1 << shift) - words <= words / SPARE;
        let shift = (0..=LINE).rev().find(spare).unwrap_or(0);
        let bytes = bytes + taken + actions.bytes() + ranking.skeletons.bytes();
        let rows_of = Self { ranking, graph, actions, colours, odd, shift };
        let mut halves = [HalfLayout::default(), HalfLayout::default()];
        halves.iter_mut().for_each(|half| half.blocks.reserve_exact(rows));
        for row in 0..rows {
            for half in Parity::BOTH {
                let lines = if half == rows_of.half(row) { words.div_ceil(1 << shift) } else { 0 };
                halves[half].push(lines, 1 << shift);
            }
        }
        let alternates = rows_of.colours.is_some();
        Ok(Arranged { layout: Layout::Rows(Box::new(rows_of)), halves, alternates, bytes })
    }

    #[inline(always)]
    fn half(&self, row: usize) -> Parity {
        match &self.colours {
            Some(colours) if colours[row] => Parity::Odd,
            _ => Parity::Even,
        }
    }

    /// Gathers all that leads into a row.
    #[inline(always)]
    pub fn gather(&self, last: &LastLevel, row: usize, worker: &mut TileWorker) {
        let TileWorker { rows: words, touched, .. } = worker;
        let mut target = OrderBits { words, touched, shift: self.shift };
        for arc in self.graph.arcs(row) {
            let from = arc.from as usize;
            let Some(last) = &last[self.half(from)] else { continue };
            let Some(source) = last.lines(from) else { continue };
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
        Some(BitPlace { half: self.half(row), block: row, bit: order as usize })
    }

    fn configuration(&self, BitPlace { block: row, bit: order, .. }: BitPlace) -> Configuration {
        let mut letters = Vec::new();
        self.actions.orders.unrank(order as u64, self.odd[row], &mut letters);
        self.ranking.configuration(self.graph.skeletons[row], &letters)
    }

    fn neighbours(&self, BitPlace { block: row, bit: order, .. }: BitPlace) -> Vec<BitPlace> {
        let mut places = Vec::new();
        for to in self.graph.arcs(row) {
            // Moves from here are those into the other row that come from here.
            let block = to.from as usize;
            for arc in self.graph.arcs(block).iter().filter(|arc| arc.from as usize == row) {
                let steps = self.actions.steps(arc.action);
                let bit = self.actions.apply(steps, self.odd[row], order as u32) as usize;
                places.push(BitPlace { half: self.half(block), block, bit });
            }
        }
        places
    }

    fn reach(&self, row: usize, wanted: &mut [bool]) {
        for arc in self.graph.arcs(row) {
            wanted[arc.from as usize] = true;
        }
    }

    /// Skeletons have numbers whatever the start is.
    fn precedence(&self, row: usize) -> u64 {
        self.graph.skeletons[row]
    }

    fn goal(&self, goal: &Goal, puzzle: &Puzzle, _: [&HalfLayout; 2]) -> Vec<GoalBlock> {
        let only = goal.is_complete().then(|| self.ranking.skeleton(&goal.demanded()));
        let rows = self.graph.skeletons.iter().enumerate();
        let rows = rows.filter(|(_, skeleton)| only.is_none_or(|only| only == Some(**skeleton)));
        let blocks = rows.filter_map(|(block, &skeleton)| {
            let letters = self.ranking.demands(puzzle, goal, skeleton)?;
            Some(GoalBlock { half: self.half(block), block, wanted: Wanted::Letters(letters) })
        });
        blocks.collect()
    }

    /// Returns the numbers of rows and orders, and a checksum of the rows and of the composition of
    /// their orders.
    fn numbering(&self) -> Vec<u64> {
        let orders = &self.actions.orders;
        let mut parts = Vec::new();
        for field in &orders.fields {
            let pieces = field.class.pieces() as u64;
            let numbers = [field.shape as u64, pieces, field.low, field.orders];
            parts.extend(numbers);
            parts.push(field.is_halved.into());
        }
        parts.extend(&self.graph.skeletons);
        parts.extend(self.odd.iter().map(|&is_odd| u64::from(is_odd)));
        vec![self.graph.skeletons.len() as u64, orders.total(), sum(parts)]
    }

    fn meeting(&self, goal: &GoalBlock, word: usize, bits: u64) -> u64 {
        let Wanted::Letters(wanted) = &goal.wanted else { return 0 };
        if wanted.is_empty() {
            return bits;
        }
        let mut letters = Vec::new();
        let met = ones(bits).filter(|&bit| {
            let order = (word * 64) as u64 + u64::from(bit);
            self.actions.orders.unrank(order, self.odd[goal.block], &mut letters);
            wanted.iter().all(|&(place, letter)| letters[place] == letter)
        });
        met.fold(0, |met, bit| met | 1 << bit)
    }
}

/// Returns the refusal of a search whose rows need some bytes, of which `left` are left.
fn too_many(ranking: &Ranking, bytes: BigUint, left: u64, budget: &Budget) -> Refusal {
    Refusal::TooManyPlacements {
        placements: Box::new(ranking.total().clone()),
        needed: Box::new(bytes + (budget.memory - left)),
        allowed: budget.memory,
    }
}

/// Estimates the memory of all rows, reachable or not: four bits for each order, and a graph of at
/// most half that size.
fn bytes_of_all(ranking: &Ranking) -> BigUint {
    let row = (ranking.all_orders() + 63_u8) / 64_u8 * 32_u8 + 2 * BYTES_OF_ROW;
    ranking.skeletons.total() * row
}
