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

/// Positions that get their numbers when they are met. The start is number 0.
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
        // The lists, and a table that has doubled.
        let lists = size_of::<Code<W>>() + size_of::<usize>() + 2 * size_of::<u32>();
        let bytes = lists + 2 * (size_of::<(Code<W>, u32)>() + 1);
        let room = budget.room() as usize;
        let mut space = Self {
            compiled,
            neighbours: compiled.neighbours(),
            codes: Vec::new(),
            numbers: AHashMap::new(),
            distances: Vec::new(),
            most: most.min(u32::MAX as usize / 2),
        };
        space.number(compiled.encode(compiled.puzzle.start()));
        let (mut graph, mut found) = (StateGraph::default(), Vec::new());
        while graph.len() < space.codes.len() && space.codes.len() <= space.most {
            if graph.len() % LOOK_EVERY == 0 {
                budget.look()?;
                let edges = graph.all_neighbours() * size_of::<u32>();
                if space.codes.len() * bytes + edges > room {
                    space.most = space.codes.len() - 1;
                }
            }
            space.neighbours(graph.len() as u32, &mut found);
            graph.add(found.iter().copied());
        }
        if graph.len() == space.codes.len() {
            let all = 0..graph.len() as u32;
            let goals: Vec<u32> = all.filter(|&position| space.is_goal(position)).collect();
            space.distances = graph.search_while(&goals, || budget.look())?.distances;
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

    /// Replaces a list by the neighbours of a position, each once, in a fixed order.
    pub fn neighbours(&mut self, position: u32, found: &mut Vec<u32>) {
        let code = self.codes[position as usize];
        let codes = self.compiled.neighbours_of(&mut *self.neighbours, &code, usize::MAX);
        found.clear();
        found.extend(codes.into_iter().map(|code| self.number(code)));
    }

    /// Returns a position.
    pub fn configuration(&self, position: u32) -> Configuration {
        self.compiled.decode(&self.codes[position as usize])
    }

    /// Whether a position meets a goal.
    pub fn is_goal(&self, position: u32) -> bool {
        self.compiled.meets_a_goal(&self.codes[position as usize])
    }

    /// Returns the fewest moves from a position to a goal; `None` if no goal is reachable, or if
    /// distances are unknown.
    pub fn distance(&self, position: u32) -> Option<u32> {
        self.distances.get(position as usize).copied().filter(|&distance| distance != FAR)
    }

    /// Whether all reachable positions and their distances are known.
    pub fn all_are_known(&self) -> bool {
        !self.distances.is_empty()
    }

    /// Forgets all positions but the start, if they are many and not all are known. Returns whether
    /// it did.
    pub fn forget(&mut self) -> bool {
        let forgets = !self.all_are_known() && self.codes.len() > self.most;
        if forgets {
            self.codes.truncate(1);
            self.numbers.retain(|_, number| *number == 0);
        }
        forgets
    }
}
