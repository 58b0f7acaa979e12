//! The source of the subtrees of a pass, and which of them are searched.
//!
//! The longer a pass, the farther from the start are the roots of its subtrees. Of all ways to the same
//! root only the first is followed: the machine for duplicate ways knows short ones only, and at 24
//! steps there are 1.4 times as many ways as roots. All these ways are equally
//! long, so a shortest solution by any of them has one by the first as well, which is earlier.

use std::collections::BTreeMap;

use super::deepening::{CELLS, Homes, MOST_CELLS};
use super::ida::IdaData;
use super::lane::{Lane, LaneTurn};
use crate::engine::host::mixed;
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
    plan: PassPlan,
    /// Subtrees from this number on are not searched.
    pub limit: usize,
    /// The steps to the root of the next one.
    steps: Lane<'a, V>,
    /// Its number.
    next: usize,
    /// The roots of those that were reached, if a second way to a root does not count: the homes on
    /// all cells, with five bits each.
    passed: Option<Vec<u128>>,
    /// Those searched before this pass was resumed, with their positions.
    known: BTreeMap<usize, u64>,
    /// Those searched by this process.
    pub searched: Vec<(Option<usize>, u64)>,
    /// The solution that comes first, or in a list all, in their order.
    pub solutions: Vec<Vec<Direction>>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(
        data: &'a IdaData<'a, V>,
        start: &Homes,
        moves: u64,
        plan: PassPlan,
        known: BTreeMap<usize, u64>,
    ) -> Trunk<'a, V> {
        let mut steps = Lane::new(data, moves);
        steps.begin(start, moves);
        Trunk {
            plan,
            limit: usize::MAX,
            steps,
            next: 0,
            passed: plan.roots.map(|bits| vec![0; 1 << bits]),
            known,
            searched: Vec::new(),
            solutions: Vec::new(),
            up_to_solution: 0,
        }
    }

    /// Begins the next subtree in a lane, after the whole of the one before. Returns whether its root
    /// is the goal, or whether no subtree is left.
    pub fn begin_next(&mut self, lane: &mut Lane<'a, V>) -> LaneTurn {
        self.searched.extend(lane.end_subtree());
        let steps = &mut self.steps;
        loop {
            let end = steps.turn();
            if matches!(end, LaneTurn::Done) || self.next >= self.limit {
                return LaneTurn::Done;
            }
            if steps.depth <= self.plan.trunk && !matches!(end, LaneTurn::Solved) {
                continue;
            }
            let is_new = |roots: &mut Vec<u128>| insert(roots, &steps.board, steps.blank());
            if !self.passed.as_mut().is_none_or(is_new) {
                steps.prune();
                continue;
            }
            self.next += 1;
            if self.known.contains_key(&(self.next - 1)) {
                steps.prune();
                continue;
            }
            lane.begin_subtree(self.next - 1, steps);
            return end;
        }
    }

    /// Takes the solution that a lane has reached, unless an earlier subtree has one: two threads may
    /// have a solution at once.
    pub fn take_solution(&mut self, lane: &mut Lane<'a, V>) {
        if let Some(number) = lane.subtree
            && number < self.limit
        {
            if !self.plan.is_list {
                self.limit = number;
                self.solutions.clear();
            }
            self.solutions.push(lane.path());
            self.up_to_solution = lane.positions_so_far();
        }
        lane.prune();
    }

    /// Returns the positions of the pass, of which `visited` are in subtrees and were visited by
    /// this process. Subtrees after that with the solution do not count.
    pub fn positions(&self, visited: u64) -> u64 {
        let known = self.known.iter().map(|(&number, &positions)| (Some(number), positions));
        if self.solutions.is_empty() || self.plan.is_list {
            let known: u64 = known.map(|(_, positions)| positions).sum();
            return self.steps.positions + known + visited;
        }
        let before = known.chain(self.searched.iter().copied());
        let before = before.filter(|&(number, _)| number < Some(self.limit));
        self.up_to_solution + before.map(|(_, positions)| positions).sum::<u64>()
    }
}
