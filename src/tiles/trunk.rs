//! The source of the subtrees of a pass, and which of them are searched.
//!
//! The longer a pass, the farther from the start are the roots of its subtrees. Of all ways to the same
//! root only the first is followed: the machine for duplicate ways knows short ones only, and at 24
//! steps there are 1.4 times as many ways as roots. All these ways are equally
//! long, so a shortest solution by any of them has one by the first as well, which is earlier.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use super::deepening::{Homes, MOST_CELLS};
use super::ida::{BoardView, CELLS, IdaData};
use super::lane::{Lane, LaneTurn};
use crate::engine::host::{lock, mixed};

/// A callback for subtrees that were searched, by their numbers, with their positions.
type Recorder<'a> = dyn FnMut(&[(usize, u64)]) -> ControlFlow<()> + 'a;

/// What is recorded of a pass, so that another process can resume it.
pub(super) struct PassRecord<'a> {
    /// The subtrees that are already searched, by their numbers, with their positions.
    pub known: BTreeMap<usize, u64>,
    /// Callback for the subtrees that were searched since the last call. `Break` stops the search.
    pub add: &'a mut Recorder<'a>,
}

/// How a pass is searched.
#[derive(Clone, Copy)]
pub(super) struct PassPlan {
    pub threads: usize,
    /// Steps from the start to the roots of the subtrees.
    pub trunk: usize,
    /// Binary logarithm of the number of roots that are remembered; `None` if all ways count.
    roots: Option<u32>,
}

impl PassPlan {
    /// A plan for a pass after one with some positions.
    pub fn after(positions: u64, threads: usize) -> PassPlan {
        match positions {
            0..10_000_000 => PassPlan { threads, trunk: 14, roots: None },
            10_000_000..50_000_000 => PassPlan { threads, trunk: 20, roots: Some(20) },
            _ => PassPlan { threads, trunk: 24, roots: Some(22) },
        }
    }
}

/// The roots that were passed, as far as there is room for them: a later one with the same remainder
/// takes the place of an earlier one.
struct PassedRoots {
    /// The homes on all cells, with five bits each.
    boards: Vec<u128>,
}

impl PassedRoots {
    fn new(plan: PassPlan) -> Option<PassedRoots> {
        plan.roots.map(|bits| PassedRoots { boards: vec![0; 1 << bits] })
    }

    /// Adds a position, given by the home of the tile on each cell. Returns whether it is new.
    pub fn insert(&mut self, board: &[u8; CELLS], blank: usize) -> bool {
        let home = |cell: usize| if cell == blank { NO_HOME } else { board[cell].into() };
        let board = (0..MOST_CELLS).fold(0, |all, cell| all << 5 | home(cell));
        let place = mixed(board as u64 ^ mixed((board >> 64) as u64)) as usize % self.boards.len();
        std::mem::replace(&mut self.boards[place], board) != board
    }
}

/// Stands for the blank among homes of five bits.
const NO_HOME: u128 = 31;

/// The source of the subtrees, in their order.
pub(super) struct Trunk<'a, const V: usize> {
    plan: PassPlan,
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
    /// The roots of those that were reached, if a second way to a root does not count.
    passed: Option<PassedRoots>,
    /// Those searched before this pass was resumed, with their positions.
    known: BTreeMap<usize, u64>,
    /// Those searched by this process.
    searched: Vec<(usize, u64)>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    pub up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(
        data: &'a IdaData<'a>,
        views: [&'a BoardView; V],
        start: &Homes,
        moves: u32,
        plan: PassPlan,
        known: BTreeMap<usize, u64>,
    ) -> Trunk<'a, V> {
        let mut lane = Lane::new(data, views, moves);
        lane.begin(start, moves);
        let passed = PassedRoots::new(plan);
        let searched = Vec::new();
        let subtrees = Subtrees { lane, next: 0, passed, known, searched, up_to_solution: 0 };
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
            let is_new = |passed: &mut PassedRoots| passed.insert(&steps.board, steps.blank());
            if !passed.as_mut().is_none_or(is_new) {
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
    pub fn searched_from(&self, from: &mut usize) -> Vec<(usize, u64)> {
        let subtrees = lock(&self.subtrees);
        let new = subtrees.searched[*from..].to_vec();
        *from += new.len();
        new
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
