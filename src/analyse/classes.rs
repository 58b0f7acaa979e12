//! How many shortest solutions there are if the order of moves that commute is left out.
//!
//! Two neighbouring moves commute where they can be exchanged: what was moved second makes its move
//! first, then what was moved first makes its own, both are moves of the style, and the pieces lie as
//! before. Solutions that become each other by such exchanges are of one class.
//!
//! Classes are counted level by level, without the solutions, of which there may be very many more.
//! A way to a configuration is a way to one before it and a move. So each pair of a class of ways to
//! the one before and this move is a class of its own, unless the last two moves can be exchanged:
//! this makes two pairs one, for each class of ways to the configuration two moves before.

use std::ops::ControlFlow;

use ahash::AHashMap;

use super::count::Stage;
use super::solutions::onward;
use crate::engine::compiled::Compiled;
use crate::engine::moves::explained;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Configuration, Placement, Puzzle};

/// Classes before moves that are dealt with, over all levels; where there are more, nobody counts them.
const MOST: usize = 1 << 20;

/// A configuration on the way.
struct Node {
    configuration: Configuration,
    before: Vec<Edge>,
    /// The number of classes of ways to it.
    classes: usize,
}

/// A move to a configuration.
struct Edge {
    /// The index of the configuration before it.
    from: usize,
    pieces: Vec<Placement>,
    /// By how many rows and columns these are moved.
    by: (i64, i64),
    /// What becomes of each class of ways to the configuration before.
    classes: Vec<u32>,
}

/// The configurations at one distance.
#[derive(Default)]
struct Level {
    nodes: Vec<Node>,
    index: AHashMap<Configuration, usize>,
}

/// Counts the classes of the ways through the stages. `None` where they are too many, or take more
/// memory than is `left`.
pub(super) fn classes<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    left: u64,
) -> ControlFlow<Stopped, Option<u64>> {
    let puzzle = compiled.puzzle;
    let (mut earlier, mut level) = (Level::default(), Level::default());
    let mut codes = Vec::new();
    for code in stages[0].keys() {
        level.add(compiled.decode(code)).classes = 1;
        codes.push(*code);
    }
    // A node has its configuration twice; an edge is not larger than a node.
    let node = size_of::<Node>() + 2 * size_of_val(puzzle.start().placements());
    let mut size = 0;
    for stage in &stages[1..] {
        let mut next = Level::default();
        let mut next_codes = Vec::new();
        for (from, code) in codes.iter().enumerate() {
            budget.look()?;
            let here = &level.nodes[from];
            for onward in onward(compiled, code, stage) {
                size += here.classes.max(1);
                if size > MOST || (3 * size * node) as u64 > left {
                    return ControlFlow::Continue(None);
                }
                let after = compiled.decode(&onward);
                let way = [here.configuration.clone(), after.clone()];
                let step = explained(puzzle, compiled.style, &way).moves.swap_remove(0);
                let by = step.steps.iter().fold((0, 0), |(rows, cols), step| {
                    let (down, right) = step.delta();
                    (rows + i64::from(down), cols + i64::from(right))
                });
                let edge = Edge { from, pieces: step.pieces, by, classes: Vec::new() };
                let known = next.nodes.len();
                next.add(after).before.push(edge);
                if next.nodes.len() > known {
                    next_codes.push(onward);
                }
            }
        }
        for node in &mut next.nodes {
            budget.look()?;
            node.classify(puzzle, &earlier, &level);
        }
        (earlier, level, codes) = (level, next, next_codes);
    }
    let number = level.nodes.iter().map(|node| node.classes as u64).sum();
    ControlFlow::Continue(Some(number))
}

impl Level {
    /// The node of a configuration, which may be new.
    fn add(&mut self, configuration: Configuration) -> &mut Node {
        let index = *self.index.entry(configuration.clone()).or_insert(self.nodes.len());
        if index == self.nodes.len() {
            self.nodes.push(Node { configuration, before: Vec::new(), classes: 0 });
        }
        &mut self.nodes[index]
    }
}

impl Node {
    /// Finds the classes of ways to it, where all is known of the two levels before.
    fn classify(&mut self, puzzle: &Puzzle, earlier: &Level, level: &Level) {
        let mut firsts = Vec::with_capacity(self.before.len());
        let mut total = 0;
        for edge in &self.before {
            firsts.push(total);
            total += level.nodes[edge.from].classes;
        }
        let mut parts = Parts::new(total);
        for (second, first) in self.before.iter().zip(&firsts) {
            for before in &level.nodes[second.from].before {
                let start = &earlier.nodes[before.from].configuration;
                let Some(between) = exchanged(puzzle, start, before, second) else { continue };
                let Some(&between) = level.index.get(&between) else { continue };
                let other = self.before.iter().position(|edge| edge.from == between);
                let mut others = level.nodes[between].before.iter();
                let to_other = others.find(|edge| edge.from == before.from);
                let (Some(other), Some(to_other)) = (other, to_other) else { continue };
                for (one, two) in before.classes.iter().zip(&to_other.classes) {
                    parts.join(first + *one as usize, firsts[other] + *two as usize);
                }
            }
        }
        let (names, number) = parts.names();
        for (edge, first) in self.before.iter_mut().zip(firsts) {
            edge.classes = names[first..first + level.nodes[edge.from].classes].to_vec();
        }
        self.classes = number;
    }
}

/// What lies between two moves after they are exchanged, if pieces can lie like that at all.
fn exchanged(
    puzzle: &Puzzle,
    start: &Configuration,
    first: &Edge,
    second: &Edge,
) -> Option<Configuration> {
    let size = puzzle.size();
    let moved = |piece: &Placement, (rows, cols): (i64, i64)| {
        let (row, col) = size.row_col(piece.cell);
        let cell = size.cell(i64::from(row) + rows, i64::from(col) + cols)?;
        Some(Placement { cell, ..*piece })
    };
    // Who makes the second move, where they lie before the first.
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

/// A set in parts that are joined.
struct Parts {
    parents: Vec<u32>,
}

impl Parts {
    fn new(size: usize) -> Self {
        Parts { parents: (0..size as u32).collect() }
    }

    fn part(&mut self, mut member: usize) -> usize {
        while self.parents[member] as usize != member {
            let parent = self.parents[member] as usize;
            self.parents[member] = self.parents[parent];
            member = parent;
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.part(one), self.part(other));
        self.parents[one.max(other)] = one.min(other) as u32;
    }

    /// The number of each member's part, and how many parts there are.
    fn names(&mut self) -> (Vec<u32>, usize) {
        let mut names: Vec<u32> = Vec::with_capacity(self.parents.len());
        let mut number = 0;
        for member in 0..self.parents.len() {
            // The head of a part is its first member.
            let part = self.part(member);
            names.push(if part == member { number } else { names[part] });
            number += u32::from(part == member);
        }
        (names, number as usize)
    }
}
