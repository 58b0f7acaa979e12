//! Skeletons one after the other, each with little work, and the numbers of those beside them.

use super::skeletons::{FINISHED, NOTHING, Skeletons};

/// The way of one skeleton through the graph of [`Skeletons`], to be led on to the next ones.
///
/// What follows a skeleton shares most of its way, and so does what a move makes of it: the way of
/// that leaves this one where the piece was, and comes back to it soon after where the piece is then.
pub struct Path<'a> {
    skeletons: &'a Skeletons,
    steps: Vec<Step>,
    number: u64,
    /// For each cell the symbol of the piece with its origin there, or 0.
    symbols: Vec<u8>,
    /// For each cell the index of the step that decides it, if there is one.
    deciders: Vec<u32>,
    /// The symbols of pieces that are on their way.
    lifted: Vec<u8>,
}

/// A node on the way.
struct Step {
    node: u32,
    symbol: u8,
    /// Number of skeletons before those that share the way to this node.
    before: u64,
}

impl<'a> Path<'a> {
    /// The way of the first skeleton on a board of so many cells.
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
            self.push(Step { node, symbol: symbol as u8, before });
            (node, before) = (branch.child, before + branch.before);
        }
        self.number = number;
    }

    /// Goes on to the next skeleton. False if there is none.
    pub fn advance(&mut self) -> bool {
        while let Some(Step { node, symbol, before }) = self.steps.pop() {
            self.symbols[self.skeletons.cell(node) as usize] = 0;
            if self.descend(node, usize::from(symbol) + 1, before) {
                self.number += 1;
                return true;
            }
        }
        false
    }

    /// Follows the first way on from a node, with this symbol at least. False if there is none.
    fn descend(&mut self, mut node: u32, mut least: usize, mut before: u64) -> bool {
        while node != FINISHED {
            let branches = self.skeletons.branches(node).iter().enumerate().skip(least);
            let mut leads = branches.filter(|(_, branch)| branch.child != NOTHING);
            let Some((symbol, branch)) = leads.next() else { return false };
            let (child, through) = (branch.child, branch.before);
            self.push(Step { node, symbol: symbol as u8, before });
            (node, before, least) = (child, before + through, 0);
        }
        true
    }

    fn push(&mut self, step: Step) {
        let cell = self.skeletons.cell(step.node) as usize;
        self.symbols[cell] = step.symbol;
        self.deciders[cell] = self.steps.len() as u32;
        self.steps.push(step);
    }

    /// The pieces: their origins, ascending, and 1 plus the number of their shape.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u8)> {
        let pieces = self.steps.iter().filter(|step| step.symbol != 0);
        pieces.map(|step| (self.skeletons.cell(step.node), step.symbol))
    }

    /// The number of the skeleton where the pieces with these origins, ascending, have gone on by a
    /// difference of cells.
    pub fn moved(&mut self, origins: &[u32], by: i32) -> u64 {
        let (Some(&first), Some(&last)) = (origins.first(), origins.last()) else {
            return self.number;
        };
        let Self { symbols, lifted, .. } = self;
        // All leave before any arrives, as one may go where another was.
        lifted.clear();
        lifted.extend(origins.iter().map(|&at| std::mem::take(&mut symbols[at as usize])));
        let there = |at: u32| at.wrapping_add_signed(by) as usize;
        origins.iter().zip(&*lifted).for_each(|(&at, &symbol)| symbols[there(at)] = symbol);
        // The cell that a piece has come to from behind may be one that the way says nothing of.
        let leaves = (by > 0).then(|| self.deciders[first as usize] as usize);
        let number = self.detour(leaves.unwrap_or(0), last.max(there(last) as u32));
        let Self { symbols, lifted, .. } = self;
        origins.iter().for_each(|&at| symbols[there(at)] = 0);
        origins.iter().zip(lifted).for_each(|(&at, symbol)| symbols[at as usize] = *symbol);
        number
    }

    /// The number of the skeleton with the symbols as they are now, which differ from those of the way
    /// from some step on, and up to some cell.
    fn detour(&self, from: usize, last: u32) -> u64 {
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
