//! Positions by number, with their neighbours and their distances from the goals.

use crate::analyse::SpaceError;
use crate::analyse::graph::position_graph;
use crate::analyse::state_graph::{FAR, PositionGraph};
use crate::engine::compiled::Compiled;
use crate::engine::drive::Run;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Configuration;

/// Bytes for the distance of a position, and for the pieces of a shortest solution from it.
const POSITION: usize = 128;

/// All reachable positions.
pub struct Space<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    graph: PositionGraph<W>,
    /// The distance of each position from the goals.
    distances: Vec<u32>,
    /// The number of the start.
    pub start: u32,
}

impl<'a, const W: usize> Space<'a, W> {
    /// Finds all reachable positions and their distances from the goals. Stops for lack of memory if
    /// there are more than `most`, or more than fit in the memory.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        most: usize,
        budget: &Budget,
    ) -> Result<Space<'a, W>, Stopped> {
        let run = &mut Run { budget, observer: &mut () };
        let graph = match position_graph(compiled, run, most as u64, POSITION) {
            Err(SpaceError::Stopped(stopped)) => return Err(stopped),
            built => built.map_err(|_| Stopped::Memory)?,
        };
        let numbers = 0..graph.codes.len() as u32;
        let is_goal = |&at: &u32| compiled.meets_a_goal(&graph.codes[at as usize]);
        let goals: Vec<u32> = numbers.filter(is_goal).collect();
        let distances = graph.graph.search_while(&goals, || budget.look())?.distances;
        let start = compiled.encode(compiled.puzzle.start());
        let start = graph.codes.binary_search(&start).expect("it is reachable") as u32;
        Ok(Self { compiled, graph, distances, start })
    }

    /// Returns the neighbours of a position, each once, in a fixed order.
    pub fn neighbours(&self, position: u32) -> &[u32] {
        self.graph.graph.neighbours(position)
    }

    /// Returns a position.
    pub fn configuration(&self, position: u32) -> Configuration {
        self.compiled.decode(&self.graph.codes[position as usize])
    }

    /// Returns the fewest moves from a position to a goal, or [`FAR`] if none is reachable.
    pub fn distance(&self, position: u32) -> u32 {
        self.distances[position as usize]
    }

    /// Whether no goal is reachable.
    pub fn is_unsolvable(&self) -> bool {
        self.distances[self.start as usize] == FAR
    }
}
