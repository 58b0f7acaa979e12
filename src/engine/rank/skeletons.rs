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

use super::TooMany;
use crate::engine::board::PieceShapes;
use crate::puzzle::{Puzzle, Size};

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
pub(super) const FINISHED: u32 = 0;

/// The child of a branch without skeletons.
pub(super) const NOTHING: u32 = u32::MAX;

/// The edge for one symbol.
#[derive(Clone)]
pub(super) struct SkeletonBranch {
    /// Number of skeletons through the same node with smaller symbols.
    pub(super) before: u64,
    pub(super) child: u32,
}

impl Skeletons {
    /// Counts the skeletons of a puzzle with about `most_bytes` of memory at most.
    pub fn new(puzzle: &Puzzle, shapes: &PieceShapes, most_bytes: u64) -> Result<Self, TooMany> {
        let mut survey = GraphBuilder::new(puzzle, shapes, most_bytes)?;
        let root = survey.explore()?;
        Ok(survey.counted(root))
    }

    /// Returns the number of skeletons.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Returns the node where all paths begin.
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// Returns the cell that a node decides.
    #[inline(always)]
    pub(super) fn cell(&self, node: u32) -> u32 {
        self.cells[node as usize]
    }

    /// Returns the branch of each symbol at a node.
    #[inline(always)]
    pub(super) fn branches(&self, node: u32) -> &[SkeletonBranch] {
        &self.branches[node as usize * self.symbols..][..self.symbols]
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * size_of::<u32>() + self.branches.len() * size_of::<SkeletonBranch>())
            as u64
    }

    /// Returns the number of a skeleton, given symbol by symbol: for each undecided cell `symbol`
    /// returns 0 if it stays empty, and 1 plus the number of the shape with its origin there.
    /// Returns `None` if the puzzle has no such skeleton. The total must fit 64 bits.
    #[inline(always)]
    pub fn rank(&self, mut symbol: impl FnMut(u32) -> u8) -> Option<u64> {
        let (mut at, mut rank) = (self.root, 0);
        while at != FINISHED {
            let symbol = usize::from(symbol(self.cells[at as usize]));
            if symbol >= self.symbols {
                return None;
            }
            let branch = &self.branches[at as usize * self.symbols + symbol];
            if branch.child == NOTHING {
                return None;
            }
            rank += branch.before;
            at = branch.child;
        }
        Some(rank)
    }

    /// Calls `visit` with each cell and its symbol, up to the last piece, of the skeleton with a
    /// number below the total.
    #[inline(always)]
    pub fn unrank(&self, mut rank: u64, mut visit: impl FnMut(u32, u8)) {
        let mut at = self.root;
        while at != FINISHED {
            let first = at as usize * self.symbols;
            let branches = self.branches[first..first + self.symbols].iter().enumerate();
            let leads = |(_, branch): &(usize, &SkeletonBranch)| {
                branch.child != NOTHING && branch.before <= rank
            };
            let (symbol, branch) = branches.rev().find(leads).expect("the number is a skeleton's");
            visit(self.cells[at as usize], symbol as u8);
            rank -= branch.before;
            at = branch.child;
        }
    }
}

/// The open cells of a board, and the places of pieces in terms of them. Open cells are numbered in
/// row-major order without the blocked ones, so that walls cost nothing.
struct SkeletonBoard {
    size: Size,
    /// The number on the board of each open cell.
    open: Vec<u32>,
    /// The inverse of `open`; `u32::MAX` for blocked cells.
    numbers: Vec<u32>,
    patterns: Vec<Vec<(i32, i32)>>,
    /// For each shape, the cells that gates bar to it, ascending.
    closed: Vec<Vec<u32>>,
}

impl SkeletonBoard {
    fn new(puzzle: &Puzzle, shapes: &PieceShapes) -> Self {
        let mut numbers = vec![0; puzzle.size().cells()];
        puzzle.blocked().iter().for_each(|&cell| numbers[cell as usize] = u32::MAX);
        let mut open = Vec::new();
        for (cell, number) in numbers.iter_mut().enumerate().filter(|(_, n)| **n == 0) {
            *number = open.len() as u32;
            open.push(cell as u32);
        }
        let patterns = shapes.list().iter().map(|shape| shape.pattern.clone()).collect();
        let closed = shapes.list().iter().map(|shape| shape.closed.clone()).collect();
        Self { size: puzzle.size(), open, numbers, patterns, closed }
    }

    /// Returns the offsets from open cell `at` of the cells of a piece with its origin there;
    /// `None` if it does not fit the board. Adds the number of cells visited to `effort`.
    fn reach(&self, at: usize, shape: usize, effort: &mut u64) -> Option<Vec<usize>> {
        let (row, col) = self.size.row_col(self.open[at]);
        let mut reach = Vec::new();
        for &(r, c) in &self.patterns[shape] {
            *effort += 1;
            let cell = self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c));
            let number = self.numbers[cell? as usize];
            if number == u32::MAX || self.closed[shape].binary_search(&cell?).is_ok() {
                return None;
            }
            reach.push(number as usize - at);
        }
        Some(reach)
    }
}

/// The identity of a node among those with the same first undecided cell: a bit set of covered
/// cells beyond it, followed by the packed numbers of pieces left of each shape.
type NodeKey = Box<[u64]>;

/// The graph under construction.
struct GraphBuilder {
    ground: SkeletonBoard,
    most_bytes: u64,
    /// Resources used so far: bytes of memory, and cells visited.
    bytes: u64,
    effort: u64,
    /// Number of cells of a piece of each shape.
    areas: Vec<usize>,
    /// Number of words of a prospect for covered cells; those for the remaining pieces follow.
    cover_words: usize,
    /// For each shape, the word and bit where its number of remaining pieces begins, and a mask.
    fields: Vec<(usize, u32, u64)>,
    start: NodeKey,
    /// The known prospects, for each first undecided cell from the current one on.
    ahead: VecDeque<AHashMap<NodeKey, u32>>,
    /// Nodes in the order in which they were expanded: cell, own number, and where their branches
    /// begin.
    sequence: Vec<(u32, u32, u32)>,
    /// Symbol and number of the child.
    branches: Vec<(u8, u32)>,
    nodes: u32,
}

impl GraphBuilder {
    fn new(puzzle: &Puzzle, shapes: &PieceShapes, most_bytes: u64) -> Result<Self, TooMany> {
        let ground = SkeletonBoard::new(puzzle, shapes);
        let of_kinds = puzzle.counts();
        let pieces = |kinds: &[u8]| kinds.iter().map(|&kind| of_kinds[usize::from(kind)]).sum();
        let counts: Vec<u32> = shapes.list().iter().map(|shape| pieces(&shape.kinds)).collect();
        let areas: Vec<usize> = ground.patterns.iter().map(Vec::len).collect();
        // No piece spans more than the distance of its cells on the whole board.
        let far =
            |&(row, col): &(i32, i32)| row as i64 * i64::from(puzzle.size().cols) + col as i64;
        let span = ground.patterns.iter().flatten().map(far).max().unwrap_or(0) as usize;
        let cover_words = span.min(ground.open.len()) / 64 + 1;
        let (mut word, mut bit) = (cover_words, 0);
        let mut fields = Vec::new();
        for &count in &counts {
            let bits = u32::BITS - count.leading_zeros();
            if bit + bits > 64 {
                (word, bit) = (word + 1, 0);
            }
            fields.push((word, bit, (1 << bits) - 1));
            bit += bits;
        }
        let mut start = vec![0; word + 1].into_boxed_slice();
        for (&count, &(word, bit, _)) in counts.iter().zip(&fields) {
            start[word] |= u64::from(count) << bit;
        }
        let mut survey = Self {
            most_bytes,
            bytes: 0,
            effort: 0,
            areas,
            cover_words,
            fields,
            start,
            ahead: VecDeque::new(),
            sequence: vec![(0, FINISHED, 0)],
            branches: Vec::new(),
            nodes: 1,
            ground,
        };
        survey.spend(4 * (survey.ground.numbers.len() + survey.ground.open.len()) as u64)?;
        Ok(survey)
    }

    fn spend(&mut self, bytes: u64) -> Result<(), TooMany> {
        self.bytes += bytes;
        // Visiting a cell takes about as long as writing a byte.
        if self.bytes.max(self.effort) > self.most_bytes { Err(TooMany) } else { Ok(()) }
    }

    /// Finds all nodes, cell by cell. Returns the number of the first.
    fn explore(&mut self) -> Result<u32, TooMany> {
        let start = self.start.clone();
        if self.is_finished(&start) {
            return Ok(FINISHED);
        }
        let root = self.node(0, start)?;
        for cell in 0..self.ground.open.len() {
            let Some(layer) = self.ahead.pop_front() else { break };
            if layer.is_empty() {
                continue;
            }
            let mut reaches = Vec::new();
            for shape in 0..self.areas.len() {
                reaches.push(self.ground.reach(cell, shape, &mut self.effort));
            }
            // The order of a hash map must not affect results.
            let mut layer: Vec<(NodeKey, u32)> = layer.into_iter().collect();
            layer.sort_unstable_by_key(|&(_, node)| node);
            for (prospect, node) in layer {
                self.sequence.push((cell as u32, node, self.branches.len() as u32));
                self.branch(cell, &prospect, &reaches)?;
            }
        }
        Ok(root)
    }

    fn is_finished(&self, prospect: &NodeKey) -> bool {
        prospect[self.cover_words..].iter().all(|&word| word == 0)
    }

    fn left(&self, prospect: &NodeKey, shape: usize) -> u64 {
        let (word, bit, mask) = self.fields[shape];
        prospect[word] >> bit & mask
    }

    /// Finds the children of a prospect.
    fn branch(
        &mut self,
        cell: usize,
        prospect: &NodeKey,
        reaches: &[Option<Vec<usize>>],
    ) -> Result<(), TooMany> {
        let covered: u32 = prospect[..self.cover_words].iter().map(|word| word.count_ones()).sum();
        let room = self.ground.open.len() - cell - covered as usize;
        let area: usize = self
            .areas
            .iter()
            .enumerate()
            .map(|(s, area)| self.left(prospect, s) as usize * area)
            .sum();
        if room > area {
            let mut next = prospect.clone();
            let child = self.follow(&mut next)?;
            self.push(0, child)?;
        }
        for (shape, reach) in reaches.iter().enumerate() {
            let Some(reach) = reach else { continue };
            self.effort += reach.len() as u64;
            let is_covered = |&by: &usize| prospect[by / 64] >> (by % 64) & 1 != 0;
            if self.left(prospect, shape) == 0 || reach.iter().any(is_covered) {
                continue;
            }
            let mut next = prospect.clone();
            reach.iter().for_each(|by| next[by / 64] |= 1 << (by % 64));
            let (word, bit, _) = self.fields[shape];
            next[word] -= 1 << bit;
            let child = self.follow(&mut next)?;
            self.push(shape as u8 + 1, child)?;
        }
        Ok(())
    }

    fn push(&mut self, symbol: u8, child: u32) -> Result<(), TooMany> {
        self.branches.push((symbol, child));
        self.spend(size_of::<(u8, u32)>() as u64)
    }

    /// Skips the current cell, which is decided now, and all covered cells after it.
    fn follow(&mut self, next: &mut NodeKey) -> Result<u32, TooMany> {
        if self.is_finished(next) {
            return Ok(FINISHED);
        }
        let mut by = 1;
        while by / 64 < self.cover_words && next[by / 64] >> (by % 64) & 1 != 0 {
            by += 1;
        }
        let (whole, part) = (by / 64, by % 64);
        for at in 0..self.cover_words {
            let word = |i: usize| if i < self.cover_words { next[i] } else { 0 };
            let high = if part == 0 { 0 } else { word(at + whole + 1) << (64 - part) };
            next[at] = word(at + whole) >> part | high;
        }
        self.effort += self.cover_words as u64;
        self.node(by - 1, std::mem::take(next))
    }

    /// Returns the node of a prospect, `layers` layers ahead.
    fn node(&mut self, layers: usize, prospect: NodeKey) -> Result<u32, TooMany> {
        while self.ahead.len() <= layers {
            self.ahead.push_back(AHashMap::new());
        }
        let bytes = 8 * prospect.len() + size_of::<SkeletonBranch>() * (self.areas.len() + 1) + 96;
        let mut is_new = false;
        let node = *self.ahead[layers].entry(prospect).or_insert_with(|| {
            is_new = true;
            self.nodes += 1;
            self.nodes - 1
        });
        if is_new {
            self.spend(bytes as u64)?;
        }
        Ok(node)
    }

    /// Counts backwards how many skeletons each node has.
    fn counted(self, root: u32) -> Skeletons {
        let mut ends: Vec<u32> = self.sequence.iter().skip(1).map(|&(.., first)| first).collect();
        ends.push(self.branches.len() as u32);
        // Nodes are renumbered by their place in the sequence.
        let mut places = vec![0; self.nodes as usize];
        for (place, &(_, node, _)) in self.sequence.iter().enumerate() {
            places[node as usize] = place as u32;
        }
        let totals = self.count_below(&places, &ends);
        let symbols = self.areas.len() + 1;
        let nothing = SkeletonBranch { before: 0, child: NOTHING };
        let mut cells = Vec::with_capacity(self.sequence.len());
        let mut branches = vec![nothing; self.sequence.len() * symbols];
        let places = |child: u32| places[child as usize];
        let nodes = self.sequence.iter().zip(&ends).zip(branches.chunks_mut(symbols));
        for ((&(cell, _, begin), &end), branches) in nodes {
            cells.push(self.ground.open.get(cell as usize).copied().unwrap_or(0));
            let mut before: u64 = 0;
            for &(symbol, child) in &self.branches[begin as usize..end as usize] {
                let child = places(child);
                let through = totals.small[child as usize];
                if through > 0 {
                    branches[usize::from(symbol)] = SkeletonBranch { before, child };
                    before = before.saturating_add(through);
                }
            }
        }
        let root = places(root);
        Skeletons { cells, branches, symbols, root, total: totals.of(root) }
    }

    fn count_below(&self, places: &[u32], ends: &[u32]) -> NodeTotals {
        let mut small = vec![0_u64; self.sequence.len()];
        small[FINISHED as usize] = 1;
        let children = |place: usize| {
            let (.., begin) = self.sequence[place];
            let branches = &self.branches[begin as usize..ends[place] as usize];
            branches.iter().map(|&(_, child)| places[child as usize] as usize)
        };
        for place in (1..small.len()).rev() {
            small[place] = children(place).fold(0, |sum, child| sum.saturating_add(small[child]));
        }
        let mut large = Vec::new();
        if small.contains(&u64::MAX) {
            large = vec![BigUint::ZERO; small.len()];
            large[FINISHED as usize] = BigUint::from(1_u8);
            for place in (1..large.len()).rev() {
                large[place] = children(place).map(|child| &large[child]).sum();
            }
        }
        NodeTotals { small, large }
    }
}

/// The number of skeletons of each node: in 64 bits if it fits, else exactly.
struct NodeTotals {
    small: Vec<u64>,
    large: Vec<BigUint>,
}

impl NodeTotals {
    fn of(&self, place: u32) -> BigUint {
        match self.large.get(place as usize) {
            Some(large) => large.clone(),
            None => self.small[place as usize].into(),
        }
    }
}
