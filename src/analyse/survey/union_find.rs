//! The components of all positions in one pass: neighbours are joined in a union-find forest that
//! several threads grow together.
//!
//! Positions are visited skeleton by skeleton, in the order of their numbers. Only single steps
//! matter, as longer moves are made of them, and of these only the ones to higher cells, as the
//! others are their reverses. If a move keeps the sequences of pieces, the orders of one skeleton
//! are joined with those of the other one by one; otherwise a table says which order becomes which.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::components::{ComponentSpan, ComponentTally};
use super::shifts::Shifts;
use crate::engine::dense::SkeletonMoves;
use crate::engine::drive::Run;
use crate::engine::host::Pool;
use crate::engine::query::{Observer, Progress, Stopped};
use crate::engine::rank::Ranking;
use crate::puzzle::{Movers, Puzzle, Style};

/// Approximate number of positions per task of a thread.
const TASK: u64 = 1 << 14;

/// Marks the size of a component, stored in place of its root's parent.
const ROOT: u32 = 1 << 31;

/// Returns the bytes needed; `None` if there are too many positions.
pub fn bytes(ranking: &Ranking, threads: usize) -> Option<u64> {
    let placements = u64::try_from(&ranking.total).ok().filter(|&all| all < ROOT.into())?;
    Some(4 * placements + threads as u64 * Shifts::bytes(ranking.orders()?.total))
}

/// Returns the style that connects the same positions with the fewest moves.
fn single_steps(style: Style) -> Style {
    match style.movers() {
        Movers::Single => Style::STEP,
        Movers::Super => Style::SUPER_STEP,
    }
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
    let all_orders = ranking.orders().expect("they are few");
    let orders = all_orders.total;
    let forest = Forest::new(skeletons * orders);
    let threads = run.budget.threads();
    let moves = || SkeletonMoves::new(puzzle, ranking, single_steps(style), true);
    let worker = || JoinWorker { orders, moves: moves(), shifts: Shifts::new(all_orders) };
    let mut workers: Vec<JoinWorker> = (0..threads).map(|_| worker()).collect();
    let each = (TASK / orders).max(1);
    let done = AtomicU64::new(0);
    let work = |worker: &mut JoinWorker, task: usize| {
        let begin = task as u64 * each;
        let range = begin..(begin + each).min(skeletons);
        done.fetch_add((range.end - range.start) * orders, Relaxed);
        worker.join(range, &forest);
    };
    let tasks = skeletons.div_ceil(each) as usize;
    Pool::new(threads).share(&mut workers, tasks, work, &mut |_| {
        report_states(run.observer, done.load(Relaxed));
        run.budget.look()
    })?;
    let start = ranking.rank(puzzle.start()).expect("the start is a placement");
    forest.count(start, goals, components);
    Ok(())
}

/// Reports the number of positions visited.
fn report_states(observer: &mut dyn Observer, states: u64) {
    observer.progress(&Progress { distance: 0, frontier: states, states, bytes: None, part: None });
}

/// Trees of connected positions. Each position stores a number not above its own: its own number at
/// the root, and one nearer to the root elsewhere.
struct Forest(Vec<AtomicU32>);

impl Forest {
    fn new(placements: u64) -> Self {
        Self((0..placements as u32).map(AtomicU32::new).collect())
    }

    /// Returns the root of a tree, halving the path to it.
    #[inline(always)]
    fn root(&self, mut at: u32) -> u32 {
        loop {
            let next = self.0[at as usize].load(Relaxed);
            if next == at {
                return at;
            }
            let over = self.0[next as usize].load(Relaxed);
            if over != next {
                // If another thread has changed it meanwhile, it leads to the root as well.
                let _ = self.0[at as usize].compare_exchange(next, over, Relaxed, Relaxed);
            }
            at = over;
        }
    }

    /// Joins two trees. The smaller root is the root of both.
    #[inline(always)]
    fn join(&self, mut low: u32, mut high: u32) {
        loop {
            (low, high) = (self.root(low), self.root(high));
            if low == high {
                return;
            }
            if low > high {
                (low, high) = (high, low);
            }
            // The compare-exchange fails if another thread has joined this root meanwhile.
            if self.0[high as usize].compare_exchange(high, low, Relaxed, Relaxed).is_ok() {
                return;
            }
        }
    }

    /// Counts the members of each tree.
    fn count(self, start: u64, goals: &[u64], components: &mut ComponentTally) {
        let mut trees: Vec<u32> = self.0.into_iter().map(AtomicU32::into_inner).collect();
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
}

/// Per-thread state.
struct JoinWorker<'a> {
    orders: u64,
    moves: SkeletonMoves<'a>,
    shifts: Shifts<'a>,
}

impl JoinWorker<'_> {
    /// Joins the positions of some skeletons with all their neighbours.
    fn join(&mut self, skeletons: Range<u64>, forest: &Forest) {
        let Self { orders, moves, shifts } = self;
        let orders = *orders;
        for skeleton in skeletons {
            moves.each(skeleton, |other, map| {
                let shift = map.map(|map| shifts.table(map));
                for order in 0..orders {
                    let to = shift.map_or(order, |table| table[order as usize].into());
                    forest.join((skeleton * orders + order) as u32, (other * orders + to) as u32);
                }
                true
            });
        }
    }
}
