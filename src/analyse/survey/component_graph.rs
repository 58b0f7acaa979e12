//! One component as a graph in memory, for repeated exhaustive searches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ahash::AHashMap;

use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::host::Pool;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours};
use crate::engine::query::{Budget, Stopped};

/// Sources per task of a thread.
const TASK: usize = 1 << 11;

/// The positions of a component, ascending by code, with their neighbours.
pub struct ComponentGraph<const W: usize> {
    pub codes: Vec<Code<W>>,
    numbers: AHashMap<Code<W>, u32>,
    /// The neighbours of all positions, if they fit in memory.
    adjacency: Option<Adjacency>,
}

/// Where the neighbours of each position begin in one list of all, with its end, and the list.
type Adjacency = (Vec<usize>, Vec<u32>);

/// Searches a component, one search at a time, and keeps the results of the last one.
pub struct ComponentSearch<const W: usize> {
    /// The distance of each from the sources of the search, or [`FAR`].
    pub distances: Vec<u32>,
    /// All positions, the nearest first.
    queue: Vec<u32>,
    neighbours: Vec<u32>,
    /// Finds neighbours that are not stored.
    lister: NeighbourLister<W>,
}

const FAR: u32 = u32::MAX;

/// Per-thread state to find neighbours.
struct NeighbourWorker<const W: usize> {
    lister: NeighbourLister<W>,
    /// For each task, the number of each source's neighbours, and these.
    tasks: Vec<(usize, Vec<u32>, Vec<u32>)>,
}

impl<const W: usize> ComponentGraph<W> {
    /// Bytes for this number of positions, without their neighbours.
    pub fn bytes(placements: u64) -> u64 {
        // The map's capacity is up to twice its size. Two searches run at the same time.
        placements * (3 * size_of::<Code<W>>() as u64 + 48)
    }

    /// Builds the component of these positions, with up to `bytes` bytes for neighbours.
    pub fn new(
        compiled: &Compiled<W>,
        mut codes: Vec<Code<W>>,
        budget: &Budget,
        most_bytes: u64,
    ) -> Result<Self, Stopped> {
        codes.sort_unstable();
        let numbers: AHashMap<Code<W>, u32> = codes.iter().copied().zip(0..).collect();
        let adjacency = find_all(compiled, &codes, &numbers, budget, most_bytes / 8)?;
        Ok(Self { codes, numbers, adjacency })
    }

    /// Creates a seeker for this component.
    pub fn search_state(&self, compiled: &Compiled<W>) -> ComponentSearch<W> {
        ComponentSearch {
            distances: vec![FAR; self.codes.len()],
            queue: Vec::new(),
            neighbours: Vec::new(),
            lister: NeighbourLister::new(compiled),
        }
    }

    /// Returns the number of a position of the component.
    pub fn number(&self, code: &Code<W>) -> u32 {
        self.numbers[code]
    }

    /// Searches from some positions. Returns the greatest distance, and the first position at it.
    pub fn search(&self, search_state: &mut ComponentSearch<W>, from: &[u32]) -> (u32, u32) {
        let Self { codes, numbers, adjacency } = self;
        let ComponentSearch { distances, queue, neighbours, lister } = search_state;
        distances.fill(FAR);
        queue.clear();
        queue.extend(from);
        from.iter().for_each(|&at| distances[at as usize] = 0);
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let distance = distances[at as usize] + 1;
            let there = match adjacency {
                Some((begins, all)) => &all[begins[at as usize]..begins[at as usize + 1]],
                None => {
                    neighbours.clear();
                    let code = &codes[at as usize];
                    lister.each(code, |code| neighbours.push(numbers[code]));
                    &neighbours[..]
                }
            };
            for &to in there {
                if distances[to as usize] == FAR {
                    distances[to as usize] = distance;
                    queue.push(to);
                }
            }
        }
        let far = queue.last().map_or(0, |&last| distances[last as usize]);
        let last = queue.iter().rev().take_while(|&&at| distances[at as usize] == far).min();
        (far, last.copied().unwrap_or(0))
    }
}

/// Finds neighbours. Its list is reused, as allocating one per position takes longer than filling
/// it.
struct NeighbourLister<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    list: Vec<Neighbour<W>>,
}

impl<const W: usize> NeighbourLister<W> {
    fn new(compiled: &Compiled<W>) -> Self {
        Self {
            neighbours: compiled.neighbours(),
            list: Vec::with_capacity(Batch::<Neighbour<W>>::MOST),
        }
    }

    /// Calls `visit` with the neighbours of a position, some perhaps several times.
    fn each(&mut self, code: &Code<W>, mut visit: impl FnMut(&Code<W>)) {
        let mut hand_on = |found: &mut Vec<Neighbour<W>>| {
            found.drain(..).for_each(|(code, _)| visit(&code));
            true
        };
        let mut batch = Batch::new(&mut self.list, &mut hand_on);
        self.neighbours.list(&[*code], &[LastMove::UNKNOWN], &mut batch);
        batch.flush();
    }
}

/// Finds the neighbours of all positions, unless they exceed a limit.
fn find_all<const W: usize>(
    compiled: &Compiled<W>,
    codes: &[Code<W>],
    numbers: &AHashMap<Code<W>, u32>,
    budget: &Budget,
    most: u64,
) -> Result<Option<Adjacency>, Stopped> {
    let worker = || NeighbourWorker { lister: NeighbourLister::new(compiled), tasks: Vec::new() };
    let mut workers: Vec<NeighbourWorker<W>> = (0..budget.threads()).map(|_| worker()).collect();
    let all = AtomicU64::new(0);
    let work = |worker: &mut NeighbourWorker<W>, task: usize| {
        let (mut counts, mut adjacency) = (Vec::new(), Vec::new());
        for code in &codes[task * TASK..((task + 1) * TASK).min(codes.len())] {
            let before = adjacency.len();
            worker.lister.each(code, |to| adjacency.push(numbers[to]));
            counts.push((adjacency.len() - before) as u32);
        }
        all.fetch_add(adjacency.len() as u64, Relaxed);
        worker.tasks.push((task, counts, adjacency));
    };
    // Too many are no reason to stop: they are then computed each time.
    let mut pool = Pool::new(workers.len());
    let ended = pool.share(&mut workers, codes.len().div_ceil(TASK), work, &mut |_| {
        budget.look().map_err(Some)?;
        if all.load(Relaxed) > most { Err(None) } else { Ok(()) }
    });
    match ended {
        Err(Some(stopped)) => return Err(stopped),
        Err(None) => return Ok(None),
        Ok(()) => {}
    }
    let mut tasks: Vec<_> = workers.into_iter().flat_map(|worker| worker.tasks).collect();
    tasks.sort_unstable_by_key(|&(task, ..)| task);
    let (mut begins, mut all) = (vec![0], Vec::new());
    for (_, counts, adjacency) in tasks {
        let mut begin = all.len();
        begins.extend(counts.iter().map(|&count| {
            begin += count as usize;
            begin
        }));
        all.extend(adjacency);
    }
    Ok(Some((begins, all)))
}
