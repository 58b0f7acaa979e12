//! The source of the subtrees of a pass, and which of them are searched.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use super::deepening::Homes;
use super::ida::{BoardView, IdaData};
use super::lanes::Lane;
use crate::engine::host::lock;

/// A callback for subtrees that were searched, by their numbers, with their positions.
type Recorder<'a> = dyn FnMut(&[(usize, u64)]) -> ControlFlow<()> + 'a;

/// What is recorded of a pass, so that another process can resume it.
pub(super) struct PassRecord<'a> {
    /// The subtrees that are already searched, by their numbers, with their positions.
    pub known: BTreeMap<usize, u64>,
    /// Callback for the subtrees that were searched since the last call. `Break` stops the search.
    pub add: &'a mut Recorder<'a>,
}

/// The source of the subtrees, in their order.
pub(super) struct Trunk<'a, const V: usize> {
    pub subtrees: Mutex<Subtrees<'a, V>>,
    /// Subtrees from this number on are not searched.
    pub limit: AtomicUsize,
}

/// Which subtrees are searched.
pub(super) struct Subtrees<'a, const V: usize> {
    /// The steps to the root of the next one.
    pub lane: Lane<'a, V>,
    /// Its number.
    pub next: usize,
    /// Those searched before this pass was resumed, with their positions.
    pub known: BTreeMap<usize, u64>,
    /// Those searched by this process.
    pub searched: Vec<(usize, u64)>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    pub up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(
        ground: &'a IdaData<'a>,
        views: [&'a BoardView; V],
        start: &Homes,
        moves: u32,
        known: BTreeMap<usize, u64>,
    ) -> Trunk<'a, V> {
        let mut lane = Lane::new(ground, views, moves);
        lane.begin(start, moves);
        let subtrees = Subtrees { lane, next: 0, known, searched: Vec::new(), up_to_solution: 0 };
        Trunk { subtrees: Mutex::new(subtrees), limit: AtomicUsize::new(usize::MAX) }
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
