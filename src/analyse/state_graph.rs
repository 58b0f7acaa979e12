//! Positions by number with all their neighbours, in memory, for repeated exhaustive searches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ahash::AHashMap;

use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::host::map;
use crate::engine::query::{Budget, Stopped};

/// Positions between two looks at what may end a search.
const LOOK_EVERY: usize = 1 << 16;

/// The neighbours of each position, in one list of all.
#[derive(Default)]
pub struct StateGraph {
    /// Where those of each position end.
    ends: Vec<usize>,
    neighbours: Vec<u32>,
}

/// The result of a search through a graph.
pub struct Reached {
    /// The distance of each position from the nearest source, or [`FAR`].
    pub distances: Vec<u32>,
    /// The positions that are reached, the nearest first.
    pub order: Vec<u32>,
}

/// Not reached.
pub const FAR: u32 = u32::MAX;

impl StateGraph {
    /// Adds the neighbours of the next position.
    pub fn add(&mut self, neighbours: impl IntoIterator<Item = u32>) {
        self.neighbours.extend(neighbours);
        self.ends.push(self.neighbours.len());
    }

    /// Adds the positions of a graph whose numbers follow.
    fn append(&mut self, next: Self) {
        let before = self.neighbours.len();
        self.ends.extend(next.ends.iter().map(|end| before + end));
        self.neighbours.extend(next.neighbours);
    }

    /// Returns the number of positions whose neighbours are known.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the neighbours of a position.
    #[inline(always)]
    pub fn neighbours(&self, at: u32) -> &[u32] {
        let begin = if at == 0 { 0 } else { self.ends[at as usize - 1] };
        &self.neighbours[begin..self.ends[at as usize]]
    }

    /// Searches from some positions.
    pub fn search(&self, from: &[u32], budget: &Budget) -> Result<Reached, Stopped> {
        let (mut distances, mut order) = (vec![FAR; self.len()], from.to_vec());
        from.iter().for_each(|&at| distances[at as usize] = 0);
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            if next % LOOK_EVERY == 0 {
                budget.look()?;
            }
            next += 1;
            for &to in self.neighbours(at) {
                if distances[to as usize] == FAR {
                    distances[to as usize] = distances[at as usize] + 1;
                    order.push(to);
                }
            }
        }
        Ok(Reached { distances, order })
    }
}

impl Reached {
    /// Returns the greatest distance, and the first position at it.
    pub fn farthest(&self) -> (u32, u32) {
        let far = self.order.last().map_or(0, |&last| self.distances[last as usize]);
        let farthest =
            self.order.iter().rev().take_while(|&&at| self.distances[at as usize] == far);
        (far, farthest.min().copied().unwrap_or(0))
    }
}

/// Positions per task of a thread.
const TASK: usize = 1 << 11;

/// Some positions, ascending by code, with their neighbours, which are among them.
pub struct PositionGraph<const W: usize> {
    pub codes: Vec<Code<W>>,
    pub graph: StateGraph,
}

impl<const W: usize> PositionGraph<W> {
    /// Bytes for this number of positions, without their neighbours.
    pub fn bytes(positions: u64) -> u64 {
        // The map's capacity is up to twice its size. Two searches run at the same time.
        positions * (3 * size_of::<Code<W>>() as u64 + 48)
    }

    /// Lists the neighbours of these positions, if they need no more than `most` bytes.
    pub fn new(
        compiled: &Compiled<W>,
        mut codes: Vec<Code<W>>,
        budget: &Budget,
        most: u64,
    ) -> Result<Self, Stopped> {
        codes.sort_unstable();
        let numbers: AHashMap<Code<W>, u32> = codes.iter().copied().zip(0..).collect();
        let bytes = AtomicU64::new(0);
        let chunks = map(budget.threads(), codes.chunks(TASK), |codes| {
            budget.look()?;
            let (mut chunk, mut lister) = (StateGraph::default(), compiled.neighbours());
            for code in codes {
                let neighbours = compiled.neighbours_of(&mut *lister, code, usize::MAX);
                chunk.add(neighbours.iter().map(|code| numbers[code]));
            }
            // Lists grow by half of their size at a time, and all are there twice in the end.
            let listed = 8 * chunk.neighbours.len() as u64;
            let is_enough = bytes.fetch_add(listed, Relaxed) + listed <= most;
            if is_enough { Ok(chunk) } else { Err(Stopped::Memory) }
        });
        let mut graph = StateGraph::default();
        for chunk in chunks {
            graph.append(chunk?);
        }
        Ok(Self { codes, graph })
    }
}
