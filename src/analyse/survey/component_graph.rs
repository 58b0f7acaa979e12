//! One component as a graph in memory, for repeated exhaustive searches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ahash::AHashMap;

use crate::analyse::state_graph::StateGraph;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::host::map;
use crate::engine::query::{Budget, Stopped};

/// Positions per task of a thread.
const TASK: usize = 1 << 11;

/// The positions of a component, ascending by code, with their neighbours.
pub struct ComponentGraph<const W: usize> {
    pub codes: Vec<Code<W>>,
    pub graph: StateGraph,
}

impl<const W: usize> ComponentGraph<W> {
    /// Bytes for this number of positions, without their neighbours.
    pub fn bytes(positions: u64) -> u64 {
        // The map's capacity is up to twice its size. Two searches run at the same time.
        positions * (3 * size_of::<Code<W>>() as u64 + 48)
    }

    /// Builds the component of these positions; `None` if the neighbours need more than `most`
    /// bytes.
    pub fn new(
        compiled: &Compiled<W>,
        mut codes: Vec<Code<W>>,
        budget: &Budget,
        most: u64,
    ) -> Result<Option<Self>, Stopped> {
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
            let listed = 8 * chunk.all_neighbours() as u64;
            let is_enough = bytes.fetch_add(listed, Relaxed) + listed <= most;
            if is_enough { Ok(chunk) } else { Err(Stopped::Memory) }
        });
        let mut graph = StateGraph::default();
        for chunk in chunks {
            match chunk {
                Ok(chunk) => graph.append(chunk),
                Err(Stopped::Memory) => return Ok(None),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(Some(Self { codes, graph }))
    }

    /// Returns the number of a position of the component.
    pub fn number(&self, code: &Code<W>) -> u32 {
        self.codes.binary_search(code).expect("it is in the component") as u32
    }
}
