//! The source of the subtrees of a pass, and which of them are searched.
//!
//! The longer a pass, the farther from the start are the roots of its subtrees. Of all ways to the same
//! root only the first is followed: the machine for duplicate ways knows short ones only, and at 24
//! steps there are 1.4 times as many ways as roots. All these ways are equally
//! long, so a shortest solution by any of them has one by the first as well, which is earlier.

use super::deepening::{CELLS, Homes, MOST_CELLS};
use super::ida::IdaData;
use super::lane::{Lane, LaneTurn};
use crate::engine::host::mixed;
use crate::puzzle::Direction;

/// Passes after one with fewer positions than this are done by one thread: they take some
/// milliseconds.
const SHORT_PASS: u64 = 20_000;

/// How a pass is searched.
#[derive(Clone, Copy)]
pub(super) struct PassPlan {
    pub threads: usize,
    /// Steps from the start to the roots of the subtrees.
    trunk: usize,
    /// Binary logarithm of the number of roots that are remembered; `None` if all ways count.
    roots: Option<u32>,
}

impl PassPlan {
    /// A plan for a pass after one with some positions.
    pub fn after(positions: u64, threads: usize) -> PassPlan {
        let (trunk, roots) = match positions {
            0..10_000_000 => (14, None),
            10_000_000..50_000_000 => (20, Some(20)),
            _ => (24, Some(22)),
        };
        PassPlan { threads: if positions < SHORT_PASS { 1 } else { threads }, trunk, roots }
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
    /// The searched subtrees, with their positions.
    searched: Vec<(usize, u64)>,
    /// The solution in the first subtree that has one.
    pub solution: Option<Vec<Direction>>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(data: &'a IdaData<'a, V>, start: &Homes, moves: u64, plan: PassPlan) -> Self {
        let mut steps = Lane::new(data, moves);
        steps.begin(start, moves);
        Trunk {
            plan,
            limit: usize::MAX,
            steps,
            next: 0,
            passed: plan.roots.map(|bits| vec![0; 1 << bits]),
            searched: Vec::new(),
            solution: None,
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
            lane.begin_subtree(self.next, steps);
            self.next += 1;
            return end;
        }
    }

    /// Takes the solution that a lane has reached, unless an earlier subtree has one: two threads may
    /// have a solution at once.
    pub fn take_solution(&mut self, lane: &mut Lane<'a, V>) {
        if let Some(number) = lane.subtree
            && number < self.limit
        {
            self.limit = number;
            self.solution = Some(lane.path());
            self.up_to_solution = lane.positions_so_far();
        }
        lane.prune();
    }

    /// Returns the positions of the pass, of which `visited` are in subtrees that have not ended.
    /// Subtrees after that with the solution do not count.
    pub fn positions(&self, visited: u64) -> u64 {
        let before = self.searched.iter().filter(|subtree| subtree.0 < self.limit);
        let before: u64 = before.map(|subtree| subtree.1).sum();
        before
            + match self.solution {
                Some(_) => self.up_to_solution,
                None => self.steps.positions + visited,
            }
    }
}
