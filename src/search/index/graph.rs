//! The graph of skeletons: which can be reached, by which moves, and what these do to the orders.

use std::ops::ControlFlow;

use ahash::AHashMap;

use super::stepper::Stepper;
use crate::knuth::moves::Movement;
use crate::knuth::space::{Bits, Space};
use crate::puzzle::{Puzzle, Reach};
use crate::query::Stopped;
use crate::rank::Census;

/// Why there is no graph.
pub enum Stop {
    /// It takes more memory than is allowed.
    Memory,
    Limit(Stopped),
}

/// Between two looks at the clock so many rows are explored.
const PATIENCE: usize = 256;

/// A move into a row: from which row it comes, and its action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    pub from: u32,
    pub action: u32,
}

/// The skeletons that can be reached, as *rows* in the order of discovery.
pub struct Graph {
    /// The number of each row's skeleton.
    pub skeletons: Vec<u64>,
    /// For each skeleton 1 plus its row, or 0.
    rows: Vec<u32>,
    /// Where each row's arcs begin.
    first: Vec<usize>,
    arcs: Vec<Arc>,
    /// The shapes with several kinds.
    pub shapes: Vec<usize>,
    /// For each action the place that every place's piece comes from, for all `shapes` one behind
    /// the other. The first action changes nothing.
    pub maps: Vec<Vec<u32>>,
    numbers: AHashMap<Vec<u32>, u32>,
}

impl Graph {
    /// Memory for the table of rows, which is needed in any case.
    pub fn least_bytes(skeletons: u64) -> u64 {
        4 * skeletons
    }

    /// Explores all rows from the start's, taking about `most_bytes` of memory at most.
    pub fn explore<B: Bits, M: Movement<B>>(
        puzzle: &Puzzle,
        census: &Census,
        reach: Reach,
        most_bytes: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> Result<Self, Stop> {
        let skeletons = u64::try_from(census.skeletons.total()).map_err(|_| Stop::Memory)?;
        if skeletons >= u64::from(u32::MAX) || Self::least_bytes(skeletons) > most_bytes {
            return Err(Stop::Memory);
        }
        let shapes: Vec<usize> =
            (0..census.classes.len()).filter(|&c| census.classes[c].kinds().len() > 1).collect();
        let places: usize = shapes.iter().map(|&shape| census.classes[shape].pieces()).sum();
        let identity = shapes.iter().flat_map(|&s| 0..census.classes[s].pieces() as u32).collect();
        let start = census.skeleton(puzzle.start()).expect("the start is a placement");
        let mut graph = Self {
            skeletons: vec![start],
            rows: vec![0; skeletons as usize],
            first: vec![0],
            arcs: Vec::new(),
            shapes,
            maps: vec![identity],
            numbers: AHashMap::new(),
        };
        graph.numbers.insert(graph.maps[0].clone(), 0);
        graph.rows[start as usize] = 1;
        let merged = puzzle.by_shape();
        let space = Space::<B>::new(&merged, 0);
        let mut explorer = Explorer::<B, M> {
            stepper: Stepper::new(&space, reach),
            source: vec![0; space.packed_words()],
            target: vec![0; space.packed_words()],
            origins: vec![Vec::new(); census.classes.len()],
            map: Vec::new(),
        };
        let mut row = 0;
        while row < graph.skeletons.len() {
            if row % PATIENCE == 0
                && let ControlFlow::Break(limit) = pause()
            {
                return Err(Stop::Limit(limit));
            }
            explorer.arcs_of(&space, census, &mut graph, row);
            row += 1;
            let maps = graph.maps.len() * (8 * places + 100);
            let bytes = 12 * graph.rows.len().min(graph.skeletons.len() * 2) + 8 * graph.arcs.len();
            if (bytes + maps) as u64 + Self::least_bytes(skeletons) > most_bytes {
                return Err(Stop::Memory);
            }
        }
        Ok(graph)
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        let map = self.maps.first().map_or(0, Vec::len);
        let maps = self.maps.len() * (8 * map + 100);
        let arcs = self.arcs.len() * size_of::<Arc>();
        (4 * self.rows.len() + 16 * self.skeletons.len() + arcs + maps) as u64
    }

    /// The moves into a row. As every move can be taken back, they come from all its neighbours.
    #[inline(always)]
    pub fn arcs(&self, row: usize) -> &[Arc] {
        &self.arcs[self.first[row]..self.first[row + 1]]
    }

    /// The row of a skeleton, if it can be reached.
    pub fn row(&self, skeleton: u64) -> Option<usize> {
        (self.rows[skeleton as usize] as usize).checked_sub(1)
    }

    /// The part of an action for one of the shapes.
    fn part<'a>(&self, census: &Census, map: &'a [u32], shape: usize) -> &'a [u32] {
        let before = self.shapes.iter().take_while(|&&s| s != shape);
        let begin: usize = before.map(|&s| census.classes[s].pieces()).sum();
        &map[begin..begin + census.classes[shape].pieces()]
    }

    /// For a shape whose pieces all differ: whether each row's orders of it are odd, compared with
    /// the start's. `None` if a row has both kinds.
    pub fn parities(&self, census: &Census, shape: usize) -> Option<Vec<bool>> {
        let odd = |map: &Vec<u32>| super::actions::is_odd_sequence(self.part(census, map, shape));
        let odd: Vec<bool> = self.maps.iter().map(odd).collect();
        let mut colours: Vec<Option<bool>> = vec![None; self.skeletons.len()];
        colours[0] = Some(false);
        // Each row but the first was found from one before it, so that one arc leads back there.
        for row in 0..self.skeletons.len() {
            for arc in self.arcs(row) {
                let own = colours[row]?;
                let other = own ^ odd[arc.action as usize];
                if *colours[arc.from as usize].get_or_insert(other) != other {
                    return None;
                }
            }
        }
        colours.into_iter().collect()
    }
}

/// Finds the moves of one row after the other.
struct Explorer<B, M> {
    stepper: Stepper<B, M>,
    source: Vec<u32>,
    target: Vec<u32>,
    /// The origins of the row's pieces, by shape.
    origins: Vec<Vec<u32>>,
    map: Vec<u32>,
}

impl<B: Bits, M: Movement<B>> Explorer<B, M> {
    fn arcs_of(&mut self, space: &Space<B>, census: &Census, graph: &mut Graph, row: usize) {
        let Self { stepper, source, target, origins, map } = self;
        origins.iter_mut().for_each(Vec::clear);
        source.fill(0);
        let mut place = 0;
        census.skeletons.unrank(graph.skeletons[row], |cell, symbol| {
            space.put_symbol(source, place, symbol);
            place += 1;
            if let Some(shape) = usize::from(symbol).checked_sub(1) {
                origins[shape].push(cell);
            }
        });
        let begin = graph.arcs.len();
        stepper.each(space, source, |position, cells, moved| {
            let length = space.pack(position, target);
            let mut symbol = space.symbols(&target[..length]);
            let skeleton = census.skeletons.rank(|_| symbol()).expect("a move leads to a skeleton");
            let known = &mut graph.rows[skeleton as usize];
            if *known == 0 {
                graph.skeletons.push(skeleton);
                *known = graph.skeletons.len() as u32;
            }
            let from = *known - 1;
            let action = if trace(&graph.shapes, origins, cells, moved, map) {
                0
            } else if let Some(&number) = graph.numbers.get(map) {
                number
            } else {
                graph.maps.push(map.clone());
                graph.numbers.insert(map.clone(), graph.maps.len() as u32 - 1);
                graph.maps.len() as u32 - 1
            };
            graph.arcs.push(Arc { from, action });
        });
        let own = &mut graph.arcs[begin..];
        own.sort_unstable();
        let mut kept = begin;
        for at in begin..graph.arcs.len() {
            if at == begin || graph.arcs[at] != graph.arcs[kept - 1] {
                graph.arcs[kept] = graph.arcs[at];
                kept += 1;
            }
        }
        graph.arcs.truncate(kept);
        graph.first.push(kept);
    }
}

/// Writes down where the piece of every place lies after a move, as a place. Says whether nothing
/// changes.
///
/// The move is looked at backward, as one that leads into the row: then the piece of each place
/// comes from there.
#[inline(always)]
fn trace<B: Bits>(
    shapes: &[usize],
    origins: &[Vec<u32>],
    cells: &B,
    moved: isize,
    map: &mut Vec<u32>,
) -> bool {
    map.clear();
    let mut is_identity = true;
    for &shape in shapes {
        let origins = &origins[shape];
        let after = |&origin: &u32| {
            let by = if cells.contains(origin as usize) { moved } else { 0 };
            origin as isize + by
        };
        let begin = map.len();
        map.extend(0..origins.len() as u32);
        if origins.is_sorted_by_key(after) {
            continue;
        }
        is_identity = false;
        for (own, origin) in map[begin..].iter_mut().zip(origins) {
            let end = after(origin);
            *own = origins.iter().filter(|other| after(other) < end).count() as u32;
        }
    }
    is_identity
}
