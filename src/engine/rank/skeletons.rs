//! Ranking of skeletons: the cells of each shape.
//!
//! A skeleton is a sequence of symbols: for the first undecided cell, whether it stays empty or
//! which shape has its origin there, and so on. Two prefixes that leave the same cells undecided
//! and the same pieces to be placed have the same continuations. So all skeletons are the paths
//! through an acyclic graph whose nodes are such *prospects* (broken-profile dynamic programming).
//! Each node stores for each symbol how many skeletons go through smaller ones; the sum of these
//! along a path is the skeleton's number.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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
    /// The number of skeletons.
    pub total: BigUint,
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
        let mut builder = GraphBuilder::new(size, closed, shapes, counts, most_bytes);
        let root = builder.explore()?;
        let GraphBuilder { cells, mut branches, .. } = builder;
        // Counts backwards how many skeletons each node has: children decide later cells.
        let symbols = shapes.len() + 1;
        let mut order: Vec<u32> = (FINISHED + 1..cells.len() as u32).collect();
        order.sort_unstable_by_key(|&node| Reverse(cells[node as usize]));
        let mut totals = vec![BigUint::ZERO; cells.len()];
        totals[FINISHED as usize] = 1_u8.into();
        for node in order {
            let mut before = BigUint::ZERO;
            for branch in &mut branches[node as usize * symbols..][..symbols] {
                branch.before = u64::try_from(&before).unwrap_or(u64::MAX);
                match totals.get(branch.child as usize) {
                    Some(through) if *through != BigUint::ZERO => before += through,
                    _ => branch.child = NOTHING,
                }
            }
            totals[node as usize] = before;
        }
        let total = totals.get_mut(root as usize).map(std::mem::take).unwrap_or_default();
        Some(Self { cells, branches, symbols, root, total })
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.cells[..]) + size_of_val(&self.branches[..])) as u64
    }

    /// Returns the branch of each symbol at a node.
    fn branches(&self, node: u32) -> &[SkeletonBranch] {
        &self.branches[node as usize * self.symbols..][..self.symbols]
    }

    /// Returns the number of a skeleton, given symbol by symbol: for each undecided cell `symbol`
    /// returns 0 if it stays empty, and 1 plus the number of the shape with its origin there.
    /// Returns `None` if the puzzle has no such skeleton. The total must fit 64 bits.
    #[inline(always)]
    pub fn rank(&self, mut symbol: impl FnMut(u32) -> u8) -> Option<u64> {
        let (mut node, mut before) = (self.root, 0);
        while node != FINISHED {
            let symbol = symbol(*self.cells.get(node as usize)?);
            let branch = self.branches(node).get(usize::from(symbol))?;
            (node, before) = (branch.child, before + branch.before);
        }
        Some(before)
    }

    /// Returns the pieces of the skeleton with a number below the total: their origins, ascending,
    /// and their shapes.
    pub fn pieces(&self, mut number: u64) -> Vec<(u32, usize)> {
        let (mut node, mut pieces) = (self.root, Vec::new());
        while node != FINISHED {
            // The last branch with skeletons of which the first is not beyond the number.
            let mut symbol = self.symbols - 1;
            let branches = self.branches(node);
            while branches[symbol].child == NOTHING || branches[symbol].before > number {
                symbol -= 1;
            }
            if let Some(shape) = symbol.checked_sub(1) {
                pieces.push((self.cells[node as usize], shape));
            }
            number -= branches[symbol].before;
            node = branches[symbol].child;
        }
        pieces
    }
}

/// The identity of a node among those with the same first undecided cell: the number of pieces left
/// of each shape, then the covered cells beyond it, ascending.
type NodeKey = Vec<u32>;

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
    /// Bytes of memory, and cells visited: visiting one takes about as long as writing a byte.
    spent: u64,
    /// The number of pieces of each shape.
    all: NodeKey,
    /// The known nodes, for each first undecided cell from the current one on.
    ahead: BTreeMap<u32, AHashMap<NodeKey, u32>>,
    /// The nodes by number, as in [`Skeletons`].
    cells: Vec<u32>,
    branches: Vec<SkeletonBranch>,
}

impl<'a> GraphBuilder<'a> {
    fn new(
        size: Size,
        closed: &[u32],
        shapes: &'a [PieceShape],
        counts: &[u32],
        most_bytes: u64,
    ) -> Self {
        let mut numbers = vec![Some(0); size.cells()];
        for &cell in closed {
            numbers[cell as usize] = None;
        }
        let (mut open, mut all) = (Vec::new(), vec![0; shapes.len()]);
        for (cell, number) in (0..).zip(&mut numbers) {
            if let Some(number) = number {
                *number = open.len() as u32;
                open.push(cell);
            }
        }
        for (all, shape) in all.iter_mut().zip(shapes) {
            for &kind in &shape.kinds {
                *all += counts[usize::from(kind)];
            }
        }
        Self {
            size,
            shapes,
            most_bytes,
            spent: 4 * (numbers.len() + open.len()) as u64,
            all,
            ahead: BTreeMap::new(),
            cells: vec![0],
            branches: vec![SkeletonBranch { before: 0, child: NOTHING }; shapes.len() + 1],
            open,
            numbers,
        }
    }

    /// Finds all nodes, cell by cell. Returns the number of the first; `None` beyond the limit.
    fn explore(&mut self) -> Option<u32> {
        let root = self.node(0, self.all.clone());
        while let Some((cell, layer)) = self.ahead.pop_first() {
            let mut places = Vec::new();
            for shape in self.shapes {
                places.push(self.covered(cell, shape));
            }
            // The order of a hash map must not affect results.
            let mut layer: Vec<(NodeKey, u32)> = layer.into_iter().collect();
            layer.sort_unstable_by_key(|&(_, node)| node);
            for (key, node) in layer {
                self.branch(cell, node, &key, &places);
                if self.spent > self.most_bytes {
                    return None;
                }
            }
        }
        (self.spent <= self.most_bytes).then_some(root)
    }

    /// Returns the open cells that a piece with its origin in an open cell covers; `None` if it does
    /// not fit the board.
    fn covered(&mut self, at: u32, shape: &PieceShape) -> Option<Vec<u32>> {
        let (row, col) = self.size.row_col(self.open[at as usize]);
        let mut covered = Vec::new();
        for &(r, c) in &shape.pattern {
            self.spent += 1;
            let cell =
                self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c))?;
            if shape.closed.binary_search(&cell).is_ok() {
                return None;
            }
            covered.push(self.numbers[cell as usize]?);
        }
        Some(covered)
    }

    /// Finds the children of a node.
    fn branch(&mut self, cell: u32, node: u32, key: &NodeKey, places: &[Option<Vec<u32>>]) {
        let (left, covered) = key.split_at(self.shapes.len());
        let mut area = covered.len();
        for (&left, shape) in left.iter().zip(self.shapes) {
            area += left as usize * shape.pattern.len();
        }
        let first = node as usize * (self.shapes.len() + 1);
        if self.open.len() - cell as usize > area {
            self.branches[first].child = self.node(cell + 1, key.clone());
        }
        for (shape, place) in places.iter().enumerate() {
            let Some(place) = place.as_ref().filter(|_| left[shape] > 0) else { continue };
            self.spent += place.len() as u64;
            if place.iter().any(|cell| covered.binary_search(cell).is_ok()) {
                continue;
            }
            let mut next = [&key[..], place].concat();
            next[shape] -= 1;
            next[self.shapes.len()..].sort_unstable();
            self.branches[first + shape + 1].child = self.node(cell + 1, next);
        }
    }

    /// Returns the node of a key whose first undecided cell is `cell`, or the first one after it that
    /// is not covered.
    fn node(&mut self, mut cell: u32, mut key: NodeKey) -> u32 {
        let shapes = self.shapes.len();
        if key[..shapes].iter().all(|&left| left == 0) {
            return FINISHED;
        }
        let mut decided = shapes;
        while key.get(decided).is_some_and(|&covered| covered <= cell) {
            cell += u32::from(key[decided] == cell);
            decided += 1;
        }
        key.drain(shapes..decided);
        let Some(&place) = self.open.get(cell as usize) else { return NOTHING };
        let new = self.cells.len() as u32;
        let bytes = 4 * key.len() + size_of::<SkeletonBranch>() * (shapes + 1) + 120;
        let node = *self.ahead.entry(cell).or_default().entry(key).or_insert(new);
        if node == new {
            self.spent += bytes as u64;
            self.cells.push(place);
            let branch = SkeletonBranch { before: 0, child: NOTHING };
            self.branches.resize(self.branches.len() + shapes + 1, branch);
        }
        node
    }
}
