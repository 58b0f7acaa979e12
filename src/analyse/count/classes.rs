//! The number of shortest solutions up to the order of moves that commute.
//!
//! Two neighbouring moves commute if they can be exchanged: the pieces of the second move make it
//! first, then those of the first make theirs, both are moves of the style, and the result is the
//! same position. Solutions that become each other by such exchanges are in one class.
//!
//! Classes are counted level by level, without listing the solutions, of which there may be very
//! many more. A path to a position is a path to its predecessor and a move. So each pair of this
//! move and a class of paths to the predecessor is a separate class, unless the last two moves
//! can be exchanged: this merges two pairs, for each class of paths to the position two moves
//! before.

use ahash::AHashMap;

use super::engines::{Stage, onward};
use crate::analyse::forest::Forest;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Configuration, Placement, Puzzle};

/// Upper limit on classes before moves, summed over all levels; beyond it the count is omitted.
const MOST: usize = 1 << 20;

/// A position on a shortest path.
struct PathNode<const W: usize> {
    code: Code<W>,
    configuration: Configuration,
    before: Vec<PathEdge>,
    /// The number of classes of paths to it.
    classes: usize,
}

/// A move to a position.
struct PathEdge {
    /// The index of the position before it.
    from: usize,
    pieces: Vec<Placement>,
    /// The number of rows and columns by which the pieces move.
    by: (i64, i64),
    /// The class that each class of paths to the position before becomes.
    classes: Vec<u32>,
}

/// The positions at one distance.
#[derive(Default)]
struct PathLevel<const W: usize> {
    nodes: Vec<PathNode<W>>,
    index: AHashMap<Configuration, usize>,
}

/// Counts the classes of the paths through the stages. `None` if there are too many, or if they
/// need more memory than is `left`.
pub fn count<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    left: u64,
) -> Result<Option<u64>, Stopped> {
    let puzzle = compiled.puzzle;
    let (mut earlier, mut level) = (PathLevel::default(), PathLevel::default());
    for code in stages[0].keys() {
        level.add(compiled, code).classes = 1;
    }
    // A node holds its position twice; an edge is not larger than a node.
    let node_bytes = size_of::<PathNode<W>>() + 2 * size_of_val(puzzle.start().placements());
    let mut size = 0;
    for stage in &stages[1..] {
        let mut next = PathLevel::default();
        for (from, node) in level.nodes.iter().enumerate() {
            budget.look()?;
            for code in onward(compiled, &node.code, stage) {
                size += node.classes.max(1);
                if size > MOST || (3 * size * node_bytes) as u64 > left {
                    return Ok(None);
                }
                let next = next.add(compiled, &code);
                let step = compiled.solution(&[node.code, code]).moves.swap_remove(0);
                let by = step.steps.iter().fold((0, 0), |(rows, cols), step| {
                    let (down, right) = step.delta();
                    (rows + i64::from(down), cols + i64::from(right))
                });
                next.before.push(PathEdge { from, pieces: step.pieces, by, classes: Vec::new() });
            }
        }
        for node in &mut next.nodes {
            budget.look()?;
            node.classify(puzzle, &earlier, &level);
        }
        (earlier, level) = (level, next);
    }
    let number = level.nodes.iter().map(|node| node.classes as u64).sum();
    Ok(Some(number))
}

impl<const W: usize> PathLevel<W> {
    /// Returns the node of a position, which may be new.
    fn add(&mut self, compiled: &Compiled<W>, code: &Code<W>) -> &mut PathNode<W> {
        let configuration = compiled.decode(code);
        let index = *self.index.entry(configuration.clone()).or_insert(self.nodes.len());
        if index == self.nodes.len() {
            let (code, before) = (*code, Vec::new());
            self.nodes.push(PathNode { code, configuration, before, classes: 0 });
        }
        &mut self.nodes[index]
    }
}

impl<const W: usize> PathNode<W> {
    /// Finds the classes of paths to it, given the two complete levels before.
    fn classify(&mut self, puzzle: &Puzzle, earlier: &PathLevel<W>, level: &PathLevel<W>) {
        let mut firsts = Vec::with_capacity(self.before.len());
        let mut total = 0;
        for edge in &self.before {
            firsts.push(total as u32);
            total += level.nodes[edge.from].classes;
        }
        let sets = Forest::new(total as u32);
        for (second, first) in self.before.iter().zip(&firsts) {
            for before in &level.nodes[second.from].before {
                let start = &earlier.nodes[before.from].configuration;
                let Some(between) = exchanged(puzzle, start, before, second) else { continue };
                let Some(&between) = level.index.get(&between) else { continue };
                let other = self.before.iter().position(|edge| edge.from == between);
                let mut others = level.nodes[between].before.iter();
                let to_other = others.find(|edge| edge.from == before.from);
                let (Some(other), Some(to_other)) = (other, to_other) else { continue };
                for (here, there) in before.classes.iter().zip(&to_other.classes) {
                    sets.join(first + here, firsts[other] + there);
                }
            }
        }
        // The number of each member's set, whose root is its first member.
        let mut names = Vec::with_capacity(total);
        for member in 0..total as u32 {
            let root = sets.root(member);
            let is_new = root == member;
            names.push(if is_new { self.classes as u32 } else { names[root as usize] });
            self.classes += usize::from(is_new);
        }
        let mut names = names.into_iter();
        for edge in &mut self.before {
            edge.classes = names.by_ref().take(level.nodes[edge.from].classes).collect();
        }
    }
}

/// Returns the position between two moves after they are exchanged, if it is valid.
fn exchanged(
    puzzle: &Puzzle,
    start: &Configuration,
    first: &PathEdge,
    second: &PathEdge,
) -> Option<Configuration> {
    let size = puzzle.size();
    let moved = |piece: &Placement, (rows, cols): (i64, i64)| {
        let (row, col) = size.row_col(piece.cell);
        let cell = size.cell(i64::from(row) + rows, i64::from(col) + cols)?;
        Some(Placement { cell, ..*piece })
    };
    // The pieces of the second move, at their places before the first.
    let before = |piece: &Placement| {
        let mut movers = first.pieces.iter();
        *movers.find(|mover| moved(mover, first.by) == Some(*piece)).unwrap_or(piece)
    };
    let movers: Vec<Placement> = second.pieces.iter().map(before).collect();
    let pieces = start.placements().iter().map(|piece| match movers.contains(piece) {
        true => moved(piece, second.by),
        false => Some(*piece),
    });
    Some(Configuration::new(pieces.collect::<Option<_>>()?))
}
