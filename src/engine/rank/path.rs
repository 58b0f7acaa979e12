//! Enumerates skeletons incrementally, and ranks their neighbours.

use super::skeletons::{FINISHED, NOTHING, Skeletons};

/// The path of one skeleton through the graph of [`Skeletons`], which can be advanced to the next
/// ones.
///
/// Consecutive skeletons share most of their paths, and so do neighbours: after a move, the path
/// leaves this one where the piece was, and returns to it soon after the piece's new place.
pub struct SkeletonPath<'a> {
    skeletons: &'a Skeletons,
    steps: Vec<PathNode>,
    number: u64,
    /// For each cell the symbol of the piece with its origin there, or 0.
    symbols: Vec<u8>,
    /// For each cell the index of the step that decides it, if there is one.
    deciders: Vec<u32>,
    /// The symbols of the pieces being moved.
    lifted: Vec<u8>,
}

/// A node of the path.
struct PathNode {
    node: u32,
    symbol: u8,
    /// Number of skeletons before those that share the path to this node.
    before: u64,
}

impl<'a> SkeletonPath<'a> {
    /// Builds the path of the first skeleton on a board of `cells` cells.
    pub fn new(skeletons: &'a Skeletons, cells: usize) -> Self {
        let (symbols, deciders) = (vec![0; cells], vec![0; cells]);
        let (steps, lifted) = (Vec::new(), Vec::new());
        let mut path = Self { skeletons, steps, number: 0, symbols, deciders, lifted };
        path.seek(0);
        path
    }

    /// Goes to the skeleton with a number below the total.
    pub fn seek(&mut self, number: u64) {
        self.steps.clear();
        self.symbols.fill(0);
        let (mut node, mut before) = (self.skeletons.root(), 0);
        while node != FINISHED {
            let branches = self.skeletons.branches(node).iter().enumerate();
            let leads = branches
                .rev()
                .find(|(_, branch)| branch.child != NOTHING && before + branch.before <= number);
            let (symbol, branch) = leads.expect("the number is a skeleton's");
            self.push(PathNode { node, symbol: symbol as u8, before });
            (node, before) = (branch.child, before + branch.before);
        }
        self.number = number;
    }

    /// Goes on to the next skeleton. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        while let Some(PathNode { node, symbol, before }) = self.steps.pop() {
            self.symbols[self.skeletons.cell(node) as usize] = 0;
            if self.descend(node, usize::from(symbol) + 1, before) {
                self.number += 1;
                return true;
            }
        }
        false
    }

    /// Follows the first path from a node whose first symbol is at least `least`. Returns false if
    /// there is none.
    fn descend(&mut self, mut node: u32, mut least: usize, mut before: u64) -> bool {
        while node != FINISHED {
            let branches = self.skeletons.branches(node).iter().enumerate().skip(least);
            let mut leads = branches.filter(|(_, branch)| branch.child != NOTHING);
            let Some((symbol, branch)) = leads.next() else { return false };
            let (child, through) = (branch.child, branch.before);
            self.push(PathNode { node, symbol: symbol as u8, before });
            (node, before, least) = (child, before + through, 0);
        }
        true
    }

    fn push(&mut self, step: PathNode) {
        let cell = self.skeletons.cell(step.node) as usize;
        self.symbols[cell] = step.symbol;
        self.deciders[cell] = self.steps.len() as u32;
        self.steps.push(step);
    }

    /// Returns the pieces: their origins, ascending, and 1 plus the number of their shape.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u8)> {
        let pieces = self.steps.iter().filter(|step| step.symbol != 0);
        pieces.map(|step| (self.skeletons.cell(step.node), step.symbol))
    }

    /// Returns the number of the skeleton after the pieces with these origins, ascending, have
    /// moved by a difference of cells.
    pub fn moved(&mut self, origins: &[u32], by: i32) -> u64 {
        let (Some(&first), Some(&last)) = (origins.first(), origins.last()) else {
            return self.number;
        };
        let Self { symbols, lifted, .. } = self;
        // All leave before any arrives, as one may enter the place of another.
        lifted.clear();
        lifted.extend(origins.iter().map(|&at| std::mem::take(&mut symbols[at as usize])));
        let there = |at: u32| at.wrapping_add_signed(by) as usize;
        origins.iter().zip(&*lifted).for_each(|(&at, &symbol)| symbols[there(at)] = symbol);
        // A piece that moved backwards may have entered a cell that the path does not decide.
        let leaves = (by > 0).then(|| self.deciders[first as usize] as usize);
        let number = self.number_with_changes(leaves.unwrap_or(0), last.max(there(last) as u32));
        let Self { symbols, lifted, .. } = self;
        origins.iter().for_each(|&at| symbols[there(at)] = 0);
        origins.iter().zip(lifted).for_each(|(&at, symbol)| symbols[at as usize] = *symbol);
        number
    }

    /// Returns the number of the skeleton with the current symbols, which differ from those of the
    /// path only between step `from` and cell `last`.
    fn number_with_changes(&self, from: usize, last: u32) -> u64 {
        let Some(leaves) = self.steps.get(from) else { return self.number };
        let (mut node, mut before) = (leaves.node, leaves.before);
        while node != FINISHED {
            let cell = self.skeletons.cell(node);
            if cell > last {
                let step = self.steps.get(self.deciders[cell as usize] as usize);
                if let Some(step) = step.filter(|step| step.node == node) {
                    return before + (self.number - step.before);
                }
            }
            let symbol = usize::from(self.symbols[cell as usize]);
            let branch = &self.skeletons.branches(node)[symbol];
            (node, before) = (branch.child, before + branch.before);
        }
        before
    }
}
