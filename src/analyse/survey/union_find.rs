//! The components of all positions in one pass: neighbours are joined in a union-find forest that
//! several threads grow together.
//!
//! Positions are visited skeleton by skeleton, in the order of their numbers. Only single steps
//! matter, as longer moves are made of them, and of these only the ones to higher cells, as the
//! others are their reverses. If a move keeps the sequences of pieces, the orders of one skeleton
//! are joined with those of the other one by one; otherwise a table says which order becomes which.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ahash::AHashMap;

use super::components::{ComponentSpan, ComponentTally};
use crate::analyse::forest::Forest;
use crate::engine::dense::SkeletonMoves;
use crate::engine::drive::Run;
use crate::engine::host::Pool;
use crate::engine::query::{Progress, Stopped};
use crate::engine::rank::{Orders, Ranking};
use crate::puzzle::{Movers, Puzzle, Style};

/// Approximate number of positions per task of a thread.
const TASK: u64 = 1 << 14;

/// Maximum number of entries of the tables of a thread, unless there is only one.
const MOST_ENTRIES: u64 = 1 << 22;

/// Marks the size of a component, stored in place of its root's parent.
const ROOT: u32 = 1 << 31;

/// Returns the bytes needed; `None` if there are too many positions.
pub fn bytes(ranking: &Ranking, threads: usize) -> Option<u64> {
    let placements = u64::try_from(&ranking.total).ok().filter(|&all| all < ROOT.into())?;
    let orders = ranking.orders()?.total;
    let tables = if orders == 1 { 0 } else { 4 * orders.max(MOST_ENTRIES) };
    Some(4 * placements + threads as u64 * tables)
}

/// Finds the components, for a number of positions that [`bytes`] supports. The goals' numbers are
/// ascending.
pub fn find(
    puzzle: &Puzzle,
    style: Style,
    ranking: &Ranking,
    goals: &[u64],
    components: &mut ComponentTally,
    run: &mut Run,
) -> Result<(), Stopped> {
    let skeletons = u64::try_from(&ranking.skeletons.total).expect("they are few");
    let orders = ranking.orders().expect("they are few");
    let forest = Forest::new((skeletons * orders.total) as u32);
    let threads = run.budget.threads();
    // Longer moves are made of these.
    let style = match style.movers() {
        Movers::Single => Style::STEP,
        Movers::Super => Style::SUPER_STEP,
    };
    let mut workers = Vec::new();
    for _ in 0..threads {
        let moves = SkeletonMoves::new(puzzle, ranking, style, true);
        workers.push(JoinWorker { orders, moves, tables: AHashMap::new() });
    }
    let each = (TASK / orders.total).max(1);
    let done = AtomicU64::new(0);
    let work = |worker: &mut JoinWorker, task: usize| {
        let begin = task as u64 * each;
        let range = begin..(begin + each).min(skeletons);
        done.fetch_add((range.end - range.start) * orders.total, Relaxed);
        worker.join(range, &forest);
    };
    let tasks = skeletons.div_ceil(each) as usize;
    Pool::new(threads).share(&mut workers, tasks, work, &mut |_| {
        let states = done.load(Relaxed);
        let progress = Progress { distance: 0, frontier: states, states, bytes: None, part: None };
        run.observer.progress(&progress);
        run.budget.look()
    })?;
    let start = ranking.rank(puzzle.start()).expect("the start is a placement");
    count(forest, start, goals, components);
    Ok(())
}

/// Counts the members of each tree.
fn count(forest: Forest, start: u64, goals: &[u64], components: &mut ComponentTally) {
    let mut trees = forest.into_parents();
    // A position's parent has a smaller number, so it was visited before: it is a root, which
    // has its size by now, or it leads straight to one.
    for at in 0..trees.len() {
        let next = trees[at] as usize;
        if next == at {
            trees[at] = ROOT | 1;
            continue;
        }
        let root = if trees[next] & ROOT != 0 { next as u32 } else { trees[next] };
        trees[at] = root;
        trees[root as usize] += 1;
    }
    for (at, &tree) in trees.iter().enumerate().filter(|(_, tree)| **tree & ROOT != 0) {
        components.add(ComponentSpan { first: at as u64, size: u64::from(tree ^ ROOT) });
    }
    let component_of = |number: u64| {
        let tree = trees[number as usize];
        let first = if tree & ROOT != 0 { number } else { tree.into() };
        ComponentSpan { first, size: u64::from(trees[first as usize] ^ ROOT) }
    };
    components.start = Some(component_of(start));
    components.set_goals(goals.iter().map(|&goal| (component_of(goal), goal)).collect());
}

/// Per-thread state.
struct JoinWorker<'a> {
    orders: &'a Orders,
    moves: SkeletonMoves<'a>,
    /// For some moves the order that each order becomes, by the place where the piece of each place is
    /// after the move.
    tables: AHashMap<Vec<u32>, Vec<u32>>,
}

impl JoinWorker<'_> {
    /// Joins the positions of some skeletons with all their neighbours.
    fn join(&mut self, skeletons: Range<u64>, forest: &Forest) {
        let Self { orders, moves, tables } = self;
        for skeleton in skeletons {
            moves.each(skeleton, |other, map| {
                let shift = map.map(|map| table(orders, tables, map));
                for order in 0..orders.total {
                    let to = shift.map_or(order, |table| table[order as usize].into());
                    let (from, to) = (skeleton * orders.total + order, other * orders.total + to);
                    forest.join(from as u32, to as u32);
                }
                true
            });
        }
    }
}

/// Returns the table of a move, which is new if there is none yet.
fn table<'t>(
    orders: &Orders,
    tables: &'t mut AHashMap<Vec<u32>, Vec<u32>>,
    map: &[u32],
) -> &'t [u32] {
    if !tables.contains_key(map) {
        if (tables.len() as u64 + 1) * orders.total > MOST_ENTRIES {
            tables.clear();
        }
        let table = (0..orders.total).map(|order| moved(orders, order, map) as u32);
        tables.insert(map.to_vec(), table.collect());
    }
    &tables[map]
}

/// Returns an order after a move.
fn moved(orders: &Orders, order: u64, map: &[u32]) -> u64 {
    let letters = orders.unrank(order, false);
    let mut after = letters.clone();
    for (&letter, &place) in letters.iter().zip(map) {
        after[place as usize] = letter;
    }
    orders.rank(&after, false).expect("no shape is halved")
}
