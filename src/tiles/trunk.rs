//! The source of the subtrees of a pass, and which of them are searched.
//!
//! The longer a pass, the farther from the start are the roots of its subtrees. Of all ways to the same
//! root only the first is followed: the machine for duplicate ways knows short ones only, and at 24
//! steps there are 1.4 times as many ways as roots. All these ways are equally
//! long, so a shortest solution by any of them has one by the first as well, which is earlier.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use super::deepening::{CELLS, Homes, MOST_CELLS};
use super::ida::IdaData;
use super::lane::{Lane, LaneTurn};
use crate::engine::host::{lock, mixed};
use crate::puzzle::Direction;

/// Passes after one with fewer positions than this are done by one thread, and recorded as a whole:
/// they take some milliseconds.
const SHORT_PASS: u64 = 20_000;

/// How a pass is searched.
#[derive(Clone, Copy)]
pub(super) struct PassPlan {
    pub threads: usize,
    /// Steps from the start to the roots of the subtrees.
    pub trunk: usize,
    /// Binary logarithm of the number of roots that are remembered; `None` if all ways count.
    roots: Option<u32>,
    /// Whether all solutions are searched.
    pub is_list: bool,
    /// Whether the pass is not worth a record of its subtrees.
    pub is_short: bool,
}

impl PassPlan {
    /// A plan for a pass after one with some positions.
    pub fn after(positions: u64, threads: usize, is_list: bool) -> PassPlan {
        let (trunk, roots) = match positions {
            // No way to a root is left out of a list.
            _ if is_list => (14, None),
            0..10_000_000 => (14, None),
            10_000_000..50_000_000 => (20, Some(20)),
            _ => (24, Some(22)),
        };
        let is_short = positions < SHORT_PASS;
        let threads = if is_short || is_list { 1 } else { threads };
        PassPlan { threads, trunk, roots, is_list, is_short }
    }
}

/// Adds a position to the roots that were passed, given by the home of the tile on each cell. Returns
/// whether it is new, as far as there is room to know: a later one with the same remainder takes the
/// place of an earlier one.
fn insert(roots: &mut [u128], board: &[u8; CELLS], blank: usize) -> bool {
    let home = |cell: usize| if cell == blank { NO_HOME } else { board[cell].into() };
    let board = (0..MOST_CELLS).fold(0, |all, cell| all << 5 | home(cell));
    let place = mixed(board as u64 ^ mixed((board >> 64) as u64)) as usize % roots.len();
    std::mem::replace(&mut roots[place], board) != board
}

/// Stands for the blank among homes of five bits.
const NO_HOME: u128 = 31;

/// The source of the subtrees, in their order.
pub(super) struct Trunk<'a, const V: usize> {
    pub plan: PassPlan,
    pub subtrees: Mutex<Subtrees<'a, V>>,
    /// Subtrees from this number on are not searched.
    pub limit: AtomicUsize,
}

/// Which subtrees are searched.
pub(super) struct Subtrees<'a, const V: usize> {
    /// The steps to the root of the next one.
    lane: Lane<'a, V>,
    /// Its number.
    next: usize,
    /// The roots of those that were reached, if a second way to a root does not count: the homes on
    /// all cells, with five bits each.
    passed: Option<Vec<u128>>,
    /// Those searched before this pass was resumed, with their positions.
    known: BTreeMap<usize, u64>,
    /// Those searched by this process.
    searched: Vec<(usize, u64)>,
    /// The solution that comes first, or in a list all, in their order.
    pub solutions: Vec<Vec<Direction>>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    pub up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(
        data: &'a IdaData<'a, V>,
        start: &Homes,
        moves: u64,
        plan: PassPlan,
        known: BTreeMap<usize, u64>,
    ) -> Trunk<'a, V> {
        let mut lane = Lane::new(data, moves);
        lane.begin(start, moves);
        let passed = plan.roots.map(|bits| vec![0; 1 << bits]);
        let (searched, solutions) = (Vec::new(), Vec::new());
        let subtrees =
            Subtrees { lane, next: 0, passed, known, searched, solutions, up_to_solution: 0 };
        Trunk { plan, subtrees: Mutex::new(subtrees), limit: AtomicUsize::new(usize::MAX) }
    }

    /// Begins the next subtree in a lane, after the whole of the one before. Returns whether its root
    /// is the goal, or whether no subtree is left.
    pub fn begin_next(&self, lane: &mut Lane<'a, V>) -> LaneTurn {
        let Subtrees { lane: steps, next, passed, known, searched, .. } =
            &mut *lock(&self.subtrees);
        searched.extend(lane.end_subtree());
        loop {
            let end = steps.turn();
            if matches!(end, LaneTurn::Done) || *next >= self.limit.load(SeqCst) {
                return LaneTurn::Done;
            }
            if steps.depth <= self.plan.trunk && !matches!(end, LaneTurn::Solved) {
                continue;
            }
            if let Some(roots) = passed
                && !insert(roots, &steps.board, steps.blank())
            {
                steps.prune();
                continue;
            }
            let number = *next;
            *next += 1;
            if known.contains_key(&number) {
                steps.prune();
                continue;
            }
            lane.begin_subtree(number, steps);
            return end;
        }
    }

    /// Returns the searched subtrees from number `from` of their list on, which becomes its length.
    pub fn searched_from(&self, from: &mut usize) -> Vec<(Option<usize>, u64)> {
        let subtrees = lock(&self.subtrees);
        let new = subtrees.searched[*from..].iter();
        *from = subtrees.searched.len();
        new.map(|&(number, positions)| (Some(number), positions)).collect()
    }

    /// Returns the positions of the pass, of which `visited` are in subtrees and were visited by
    /// this process.
    pub fn positions(&self, is_solved: bool, visited: u64) -> u64 {
        let subtrees = lock(&self.subtrees);
        let known = subtrees.known.iter().map(|(&number, &positions)| (number, positions));
        if !is_solved {
            return subtrees.lane.positions
                + known.map(|(_, positions)| positions).sum::<u64>()
                + visited;
        }
        let limit = self.limit.load(SeqCst);
        let before = known.chain(subtrees.searched.iter().copied());
        let before = before.filter(|&(number, _)| number < limit);
        subtrees.up_to_solution + before.map(|(_, positions)| positions).sum::<u64>()
    }
}
