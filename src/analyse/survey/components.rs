//! The components of all positions, in one pass or one after the other, and a summary of them.
//!
//! In one pass, neighbours are joined in a union-find forest that several threads grow together.
//! Positions are visited skeleton by skeleton, in the order of their numbers. Only single steps
//! matter, as longer moves are made of them, and of these only the ones to higher cells, as the
//! others are their reverses. If a move keeps the sequences of pieces, the orders of one skeleton
//! are joined with those of the other one by one; otherwise a table says which order becomes which.
//!
//! One after the other, components take a bit for each position and a search for each: the method that
//! needs least memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ahash::AHashMap;

use super::Surveyor;
use crate::analyse::forest::Forest;
use crate::engine::dense::SkeletonMoves;
use crate::engine::drive::Run;
use crate::engine::host::Pool;
use crate::engine::query::{Progress, Stopped};
use crate::engine::rank::{Orders, Ranking};
use crate::puzzle::{Movers, Puzzle, Style};

/// A component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentSpan {
    /// The number of its first position.
    pub first: u64,
    /// The number of its positions.
    pub size: u64,
}

impl ComponentSpan {
    /// Returns a sort key: larger components come first, then those with smaller numbers.
    pub fn precedence(&self) -> impl Ord + use<> {
        (std::cmp::Reverse(self.size), self.first)
    }
}

/// All components: counted, and those of interest one by one.
pub struct ComponentTally {
    /// The number of largest components that are of interest.
    most: usize,
    /// The number of components of each size.
    pub sizes: BTreeMap<u64, u64>,
    /// The largest, and perhaps some more.
    largest: Vec<ComponentSpan>,
    /// That of the start.
    pub start: Option<ComponentSpan>,
    /// The positions that meet a goal, each with its component; by component, and by number.
    pub goals: Vec<(ComponentSpan, u64)>,
}

impl ComponentTally {
    /// Starts empty. The `most` largest components are of interest.
    pub fn new(most: usize) -> Self {
        let (sizes, largest) = (BTreeMap::new(), Vec::new());
        Self { most, sizes, largest, start: None, goals: Vec::new() }
    }

    /// Adds a component.
    pub fn add(&mut self, component: ComponentSpan) {
        *self.sizes.entry(component.size).or_default() += 1;
        self.largest.push(component);
        // Sorting only now and then keeps the cost of each low.
        if self.largest.len() / 2 > self.most.max(64) {
            self.largest();
        }
    }

    /// Returns the largest ones, by [precedence](ComponentSpan::precedence).
    pub fn largest(&mut self) -> &[ComponentSpan] {
        self.largest.sort_unstable_by_key(ComponentSpan::precedence);
        self.largest.truncate(self.most);
        &self.largest
    }

    /// Sets the positions that meet a goal, each with its component.
    fn set_goals(&mut self, mut goals: Vec<(ComponentSpan, u64)>) {
        goals.sort_unstable_by_key(|&(component, number)| (component.first, number));
        goals.dedup();
        self.goals = goals;
    }

    /// Returns the components that have a goal, each with its goals.
    pub fn with_goals(&self) -> impl Iterator<Item = (ComponentSpan, &[(ComponentSpan, u64)])> {
        self.goals.chunk_by(|goal, next| goal.0 == next.0).map(|goals| (goals[0].0, goals))
    }

    /// Returns the goals of a component.
    pub fn goals_of(&self, component: ComponentSpan) -> &[(ComponentSpan, u64)] {
        let mut all = self.with_goals();
        all.find(|(other, _)| *other == component).map_or(&[], |(_, goals)| goals)
    }
}

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

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Finds all components, by the numbers of their first positions. If it is stopped, those found
    /// so far.
    pub(super) fn find_slowly(
        &mut self,
        goals: &[u64],
        components: &mut ComponentTally,
    ) -> Result<(), Stopped> {
        let total = u64::try_from(&self.ranking.total).unwrap_or(u64::MAX);
        let start = self.ranking.rank(self.compiled.puzzle.start());
        let mut seen = vec![0u64; total.div_ceil(64) as usize];
        self.table.others += total / 8;
        let (mut found, mut finished) = (Vec::new(), Ok(()));
        for first in 0..total {
            if seen[first as usize / 64] >> (first % 64) & 1 != 0 {
                continue;
            }
            let code = self.compiled.encode(&self.ranking.unrank(first));
            let (ranking, compiled) = (self.ranking, self.compiled);
            let (mut own, mut has_start) = (Vec::new(), false);
            let outcome = self.sweep(&[code], &mut |level| {
                for code in level.codes() {
                    let rank = ranking.rank(&compiled.decode(code));
                    let rank = rank.expect("moves lead from placement to placement");
                    seen[rank as usize / 64] |= 1 << (rank % 64);
                    has_start |= Some(rank) == start;
                    own.extend(goals.binary_search(&rank).is_ok().then_some(rank));
                }
            });
            finished = outcome.finished();
            if finished.is_err() {
                break;
            }
            let component = ComponentSpan { first, size: outcome.configurations };
            found.extend(own.into_iter().map(|goal| (component, goal)));
            components.add(component);
            if has_start {
                components.start = Some(component);
            }
        }
        self.table.others -= total / 8;
        components.set_goals(found);
        finished
    }
}
