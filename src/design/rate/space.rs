//! Positions by number, with their neighbours and their distances from the goals.

use ahash::AHashMap;

use crate::analyse::state_graph::{FAR, StateGraph};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::Neighbours;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Configuration;

/// How often the clock is read, in positions.
const LOOK_EVERY: usize = 1024;

/// The neighbours of a position for which there is room: most boards have fewer on average.
const NEIGHBOURS: usize = 12;

/// Positions by number, whatever the width of their codes. The start is number 0.
pub trait Positions {
    /// Replaces a list by the neighbours of a position, each once, in a fixed order.
    fn neighbours(&mut self, position: u32, found: &mut Vec<u32>);

    /// Returns a position.
    fn configuration(&self, position: u32) -> Configuration;

    /// Whether a position meets a goal.
    fn is_goal(&self, position: u32) -> bool;

    /// Returns the fewest moves from a position to a goal; `None` if no goal is reachable, or if
    /// distances are unknown.
    fn distance(&self, position: u32) -> Option<u32>;

    /// Whether all reachable positions and their distances are known.
    fn all_are_known(&self) -> bool;

    /// Forgets all positions but the start, if they are many and not all are known. Returns whether
    /// it did.
    fn forget(&mut self) -> bool;
}

/// Positions that get their numbers when they are met.
pub struct Space<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    neighbours: Box<dyn Neighbours<W>>,
    codes: Vec<Code<W>>,
    numbers: AHashMap<Code<W>, u32>,
    /// The distance of each position; empty if not all positions are known.
    distances: Vec<u32>,
    /// The number of positions for which there is room.
    most: usize,
}

impl<'a, const W: usize> Space<'a, W> {
    /// Finds all reachable positions and their distances from the goals. If there are more than
    /// `most`, or more than fit in the memory, only the start has a number.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        most: usize,
        budget: &Budget,
    ) -> Result<Space<'a, W>, Stopped> {
        // Lists and tables double, and the old one is there until the new one is filled.
        let list = NEIGHBOURS * size_of::<u32>() + size_of::<usize>();
        let bytes = 3 * (2 * size_of::<Code<W>>() + 2 * size_of::<u32>() + list);
        let room = (budget.room() / bytes as u64).min(u64::from(u32::MAX / 2)) as usize;
        let most = most.min(room);
        let mut space = Self {
            compiled,
            neighbours: compiled.neighbours(),
            codes: Vec::new(),
            numbers: AHashMap::new(),
            distances: Vec::new(),
            most,
        };
        space.number(compiled.encode(compiled.puzzle.start()));
        let (mut graph, mut found) = (StateGraph::default(), Vec::new());
        while graph.len() < space.codes.len() && space.codes.len() <= most {
            if graph.len() % LOOK_EVERY == 0 {
                budget.look()?;
            }
            space.neighbours(graph.len() as u32, &mut found);
            graph.add(found.iter().copied());
        }
        if graph.len() == space.codes.len() {
            let all = 0..graph.len() as u32;
            let goals: Vec<u32> = all.filter(|&position| space.is_goal(position)).collect();
            space.distances = graph.search(&goals).distances;
        }
        space.forget();
        Ok(space)
    }

    fn number(&mut self, code: Code<W>) -> u32 {
        let next = self.codes.len() as u32;
        let number = *self.numbers.entry(code).or_insert(next);
        if number == next {
            self.codes.push(code);
        }
        number
    }
}

impl<const W: usize> Positions for Space<'_, W> {
    fn neighbours(&mut self, position: u32, found: &mut Vec<u32>) {
        let code = self.codes[position as usize];
        let codes = self.compiled.neighbours_of(&mut *self.neighbours, &code, usize::MAX);
        found.clear();
        found.extend(codes.into_iter().map(|code| self.number(code)));
    }

    fn configuration(&self, position: u32) -> Configuration {
        self.compiled.decode(&self.codes[position as usize])
    }

    fn is_goal(&self, position: u32) -> bool {
        self.compiled.meets_a_goal(&self.codes[position as usize])
    }

    fn distance(&self, position: u32) -> Option<u32> {
        self.distances.get(position as usize).copied().filter(|&distance| distance != FAR)
    }

    fn all_are_known(&self) -> bool {
        !self.distances.is_empty()
    }

    fn forget(&mut self) -> bool {
        let forgets = !self.all_are_known() && self.codes.len() > self.most;
        if forgets {
            self.codes.truncate(1);
            self.numbers.retain(|_, number| *number == 0);
        }
        forgets
    }
}
