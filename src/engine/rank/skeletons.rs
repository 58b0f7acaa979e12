//! Ranking of skeletons: the cells of each shape.
//!
//! A skeleton is a sequence of symbols: for the first undecided cell, whether it stays empty or
//! which shape has its origin there, and so on. Two prefixes that leave the same cells undecided
//! and the same pieces to be placed have the same continuations. So all skeletons are the paths
//! through an acyclic graph whose nodes are such *prospects* (broken-profile dynamic programming).
//! Each node stores for each symbol how many skeletons go through smaller ones; the sum of these
//! along a path is the skeleton's number.

use std::collections::VecDeque;

use ahash::AHashMap;
use num_bigint::BigUint;

use crate::engine::board::PieceShape;
use crate::puzzle::Size;

/// All skeletons of a board.
pub struct Skeletons {
    /// The first undecided cell of each node.
    cells: Vec<u32>,
    /// For each node, the branch of each symbol: 0 for an empty cell, `1 + s` for shape `s`. All
    /// nodes have the same number, which is faster than storing how many there are.
    branches: Vec<SkeletonBranch>,
    /// Number of symbols.
    symbols: usize,
    root: u32,
    total: BigUint,
}

/// The node where all pieces have been placed.
const FINISHED: u32 = 0;

/// The child of a branch without skeletons.
const NOTHING: u32 = u32::MAX;

/// The edge for one symbol.
#[derive(Clone)]
struct SkeletonBranch {
    /// Number of skeletons through the same node with smaller symbols.
    before: u64,
    child: u32,
}

/// A node on the path of a skeleton.
#[derive(Clone, Copy)]
pub struct SkeletonStep {
    pub node: u32,
    /// The cell that the node decides, and the skeleton's symbol there.
    pub cell: u32,
    pub symbol: u8,
    /// Number of skeletons before those that share the path to this node.
    pub before: u64,
}

impl Skeletons {
    /// Counts the skeletons of `counts` pieces of each kind on a board with some closed cells, with
    /// about `most_bytes` of memory at most; `None` if that is too little.
    pub fn new(
        size: Size,
        closed: &[u32],
        shapes: &[PieceShape],
        counts: &[u32],
        most_bytes: u64,
    ) -> Option<Self> {
        let mut builder = GraphBuilder::new(size, closed, shapes, counts, most_bytes)?;
        let root = builder.explore()?;
        Some(builder.counted(root))
    }

    /// Returns the number of skeletons.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * size_of::<u32>() + self.branches.len() * size_of::<SkeletonBranch>())
            as u64
    }

    /// Returns the branch of each symbol at a node.
    #[inline(always)]
    fn branches(&self, node: u32) -> &[SkeletonBranch] {
        &self.branches[node as usize * self.symbols..][..self.symbols]
    }

    /// Returns the number of a skeleton, given symbol by symbol: for each undecided cell `symbol`
    /// returns 0 if it stays empty, and 1 plus the number of the shape with its origin there.
    /// Returns `None` if the puzzle has no such skeleton. The total must fit 64 bits.
    #[inline(always)]
    pub fn rank(&self, symbol: impl FnMut(u32) -> u8) -> Option<u64> {
        self.rank_from(self.root, 0, symbol)
    }

    /// Like [`Skeletons::rank`], from a node on, given the number of skeletons before those that
    /// share the path to it.
    #[inline(always)]
    pub fn rank_from(
        &self,
        mut node: u32,
        mut before: u64,
        mut symbol: impl FnMut(u32) -> u8,
    ) -> Option<u64> {
        while node != FINISHED {
            let symbol = symbol(self.cells[node as usize]);
            let branch = self.branches(node).get(usize::from(symbol))?;
            if branch.child == NOTHING {
                return None;
            }
            (node, before) = (branch.child, before + branch.before);
        }
        Some(before)
    }

    /// Returns the node where all paths begin.
    #[inline(always)]
    pub fn root(&self) -> u32 {
        self.root
    }

    /// Returns the path of the skeleton with a number below the total, up to the last piece.
    #[inline(always)]
    pub fn path(&self, number: u64) -> impl Iterator<Item = SkeletonStep> {
        let (mut node, mut before) = (self.root, 0);
        std::iter::from_fn(move || {
            if node == FINISHED {
                return None;
            }
            let mut branches = self.branches(node).iter().enumerate().rev();
            let (symbol, branch) = branches
                .find(|(_, branch)| branch.child != NOTHING && before + branch.before <= number)
                .expect("the number is a skeleton's");
            let step = SkeletonStep {
                node,
                cell: self.cells[node as usize],
                symbol: symbol as u8,
                before,
            };
            (node, before) = (branch.child, before + branch.before);
            Some(step)
        })
    }

    /// Returns the pieces of the skeleton with a number below the total: their origins, ascending,
    /// and their shapes.
    #[inline(always)]
    pub fn pieces(&self, number: u64) -> impl Iterator<Item = (u32, usize)> {
        let pieces = self.path(number).filter(|step| step.symbol != 0);
        pieces.map(|step| (step.cell, usize::from(step.symbol) - 1))
    }
}

/// The identity of a node among those with the same first undecided cell: a bit set of covered
/// cells beyond it, followed by the packed numbers of pieces left of each shape.
type NodeKey = Box<[u64]>;

/// The graph under construction.
struct GraphBuilder<'a> {
    size: Size,
    shapes: &'a [PieceShape],
    /// The number on the board of each open cell. Open cells are numbered in row-major order
    /// without the closed ones, so that walls cost nothing.
    open: Vec<u32>,
    /// The inverse of `open`; `None` for closed cells.
    numbers: Vec<Option<u32>>,
    most_bytes: u64,
    /// Resources used so far: bytes of memory, and cells visited.
    bytes: u64,
    effort: u64,
    /// Number of words of a key for covered cells; those for the remaining pieces follow.
    cover_words: usize,
    /// For each shape, the word and bit where its number of remaining pieces begins, and a mask.
    fields: Vec<(usize, u32, u64)>,
    /// The known nodes, for each first undecided cell from the current one on.
    ahead: VecDeque<AHashMap<NodeKey, u32>>,
    /// The nodes by number, as in [`Skeletons`].
    cells: Vec<u32>,
    branches: Vec<SkeletonBranch>,
    /// The nodes in the order in which they were expanded.
    order: Vec<u32>,
    start: NodeKey,
}

impl<'a> GraphBuilder<'a> {
    fn new(
        size: Size,
        closed: &[u32],
        shapes: &'a [PieceShape],
        counts: &[u32],
        most_bytes: u64,
    ) -> Option<Self> {
        let mut numbers = vec![Some(0); size.cells()];
        closed.iter().for_each(|&cell| numbers[cell as usize] = None);
        let mut open = Vec::new();
        for (cell, number) in (0..).zip(&mut numbers) {
            if let Some(number) = number {
                *number = open.len() as u32;
                open.push(cell);
            }
        }
        // No piece spans more than the distance of its cells on the whole board.
        let offsets = shapes.iter().flat_map(|shape| &shape.offsets);
        let span = offsets.copied().max().unwrap_or(0) as usize;
        let cover_words = span.min(open.len()) / 64 + 1;
        let (mut start, mut bit) = (vec![0; cover_words + 1], 0);
        let mut fields = Vec::new();
        for shape in shapes {
            let count: u32 = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]).sum();
            let bits = u32::BITS - count.leading_zeros();
            if bit + bits > u64::BITS {
                start.push(0);
                bit = 0;
            }
            let word = start.len() - 1;
            start[word] |= u64::from(count) << bit;
            fields.push((word, bit, (1 << bits) - 1));
            bit += bits;
        }
        let mut builder = Self {
            size,
            shapes,
            most_bytes,
            bytes: 0,
            effort: 0,
            cover_words,
            fields,
            ahead: VecDeque::new(),
            cells: Vec::new(),
            branches: Vec::new(),
            order: Vec::new(),
            start: start.into(),
            open,
            numbers,
        };
        builder.add_node(0);
        builder.spend(4 * (builder.numbers.len() + builder.open.len()) as u64)?;
        Some(builder)
    }

    fn spend(&mut self, bytes: u64) -> Option<()> {
        self.bytes += bytes;
        // Visiting a cell takes about as long as writing a byte.
        (self.bytes.max(self.effort) <= self.most_bytes).then_some(())
    }

    /// Adds a node that decides a cell of the board.
    fn add_node(&mut self, cell: u32) -> u32 {
        self.cells.push(cell);
        let branch = SkeletonBranch { before: 0, child: NOTHING };
        self.branches.extend(std::iter::repeat_n(branch, self.shapes.len() + 1));
        self.cells.len() as u32 - 1
    }

    /// Finds all nodes, cell by cell. Returns the number of the first; `None` beyond the limit.
    fn explore(&mut self) -> Option<u32> {
        let root = self.node(0, 0, self.start.clone())?;
        for cell in 0..self.open.len() {
            let Some(layer) = self.ahead.pop_front() else { break };
            if layer.is_empty() {
                continue;
            }
            let reaches: Vec<_> = (0..self.shapes.len()).map(|s| self.reach(cell, s)).collect();
            // The order of a hash map must not affect results.
            let mut layer: Vec<(NodeKey, u32)> = layer.into_iter().collect();
            layer.sort_unstable_by_key(|&(_, node)| node);
            for (key, node) in layer {
                self.order.push(node);
                self.branch(cell, node, &key, &reaches)?;
            }
        }
        Some(root)
    }

    /// Returns the offsets from open cell `at` of the cells of a piece with its origin there;
    /// `None` if it does not fit the board.
    fn reach(&mut self, at: usize, shape: usize) -> Option<Vec<usize>> {
        let (row, col) = self.size.row_col(self.open[at]);
        let shape = &self.shapes[shape];
        let mut reach = Vec::new();
        for &(r, c) in &shape.pattern {
            self.effort += 1;
            let cell =
                self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c))?;
            let number = self.numbers[cell as usize]?;
            if shape.closed.binary_search(&cell).is_ok() {
                return None;
            }
            reach.push(number as usize - at);
        }
        Some(reach)
    }

    fn left(&self, key: &NodeKey, shape: usize) -> u64 {
        let (word, bit, mask) = self.fields[shape];
        key[word] >> bit & mask
    }

    /// Finds the children of a node.
    fn branch(
        &mut self,
        cell: usize,
        node: u32,
        key: &NodeKey,
        reaches: &[Option<Vec<usize>>],
    ) -> Option<()> {
        let covered: u32 = key[..self.cover_words].iter().map(|word| word.count_ones()).sum();
        let room = self.open.len() - cell - covered as usize;
        let shapes = self.shapes.iter().enumerate();
        let area: usize = shapes.map(|(s, of)| self.left(key, s) as usize * of.pattern.len()).sum();
        let first = node as usize * (self.shapes.len() + 1);
        if room > area {
            self.branches[first].child = self.child(cell, key.clone())?;
        }
        for (shape, reach) in reaches.iter().enumerate() {
            let Some(reach) = reach else { continue };
            self.effort += reach.len() as u64;
            let is_covered = |&by: &usize| key[by / 64] >> (by % 64) & 1 != 0;
            if self.left(key, shape) == 0 || reach.iter().any(is_covered) {
                continue;
            }
            let mut next = key.clone();
            reach.iter().for_each(|by| next[by / 64] |= 1 << (by % 64));
            let (word, bit, _) = self.fields[shape];
            next[word] -= 1 << bit;
            self.branches[first + shape + 1].child = self.child(cell, next)?;
        }
        Some(())
    }

    /// Skips the current cell, which is decided now, and all covered cells after it.
    fn child(&mut self, cell: usize, mut key: NodeKey) -> Option<u32> {
        let cover = &mut key[..self.cover_words];
        let mut by = 1;
        while by / 64 < cover.len() && cover[by / 64] >> (by % 64) & 1 != 0 {
            by += 1;
        }
        let (whole, part) = (by / 64, by % 64);
        for at in 0..cover.len() {
            let word = |i: usize| cover.get(i).copied().unwrap_or(0);
            let high = if part == 0 { 0 } else { word(at + whole + 1) << (64 - part) };
            cover[at] = word(at + whole) >> part | high;
        }
        self.effort += self.cover_words as u64;
        self.node(cell + by, by - 1, key)
    }

    /// Returns the node of a key whose first undecided cell is an open one, `layers` layers ahead.
    fn node(&mut self, cell: usize, layers: usize, key: NodeKey) -> Option<u32> {
        if key[self.cover_words..].iter().all(|&word| word == 0) {
            return Some(FINISHED);
        }
        while self.ahead.len() <= layers {
            self.ahead.push_back(AHashMap::new());
        }
        if let Some(&node) = self.ahead[layers].get(&key) {
            return Some(node);
        }
        let bytes = 8 * key.len() + size_of::<SkeletonBranch>() * (self.shapes.len() + 1) + 120;
        // Beyond the last cell there are no branches.
        let node = self.add_node(self.open.get(cell).copied().unwrap_or(0));
        self.ahead[layers].insert(key, node);
        self.spend(bytes as u64)?;
        Some(node)
    }

    /// Counts backwards how many skeletons each node has.
    fn counted(self, root: u32) -> Skeletons {
        let Self { cells, mut branches, order, .. } = self;
        let symbols = self.shapes.len() + 1;
        let mut totals = vec![0_u64; cells.len()];
        totals[FINISHED as usize] = 1;
        for &node in order.iter().rev() {
            let mut before: u64 = 0;
            for branch in &mut branches[node as usize * symbols..][..symbols] {
                let through = totals.get(branch.child as usize).copied().unwrap_or(0);
                if through == 0 {
                    branch.child = NOTHING;
                }
                branch.before = before;
                before = before.saturating_add(through);
            }
            totals[node as usize] = before;
        }
        let small = totals[root as usize];
        let total = if small < u64::MAX { small.into() } else { total(&order, &branches, symbols) };
        Skeletons { cells, branches, symbols, root, total }
    }
}

/// Returns the number of skeletons of the first of some nodes, whose children are after it.
fn total(order: &[u32], branches: &[SkeletonBranch], symbols: usize) -> BigUint {
    let mut totals = AHashMap::from([(FINISHED, BigUint::from(1_u8))]);
    for &node in order.iter().rev() {
        let branches = &branches[node as usize * symbols..][..symbols];
        let total = branches.iter().filter_map(|branch| totals.get(&branch.child)).sum();
        totals.insert(node, total);
    }
    order.first().and_then(|root| totals.remove(root)).unwrap_or_default()
}
