//! The state space as a graph: all reachable positions and the moves between them, with the
//! distances of each position from the start and to the nearest goal.
//!
//! One breadth-first search that keeps every position and its neighbours, and one through the graph
//! from all goals. Time and memory are in proportion to the edges, so this is for spaces of some
//! million positions.

use ahash::AHashMap;

use super::state_graph::{FAR, StateGraph};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::{Level, Run, Search, drive};
use crate::engine::moves::Neighbours;
use crate::engine::query::{Budget, Engine, Observer, Progress, Query, Refusal, Stopped, Until};
use crate::puzzle::Configuration;

/// Interval, in positions, of calls to the observer and checks of the limits.
const PATIENCE: usize = 1024;

/// A position of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub configuration: Configuration,
    /// The least number of moves from the start.
    pub from_start: u64,
    /// The least number of moves to a goal; `None` if no goal is reachable.
    pub to_goal: Option<u64>,
}

/// The positions reachable from a puzzle's start, and its moves between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The positions by distance from the start, which is the first.
    pub nodes: Vec<Node>,
    /// The pairs of positions one move apart, as indices of nodes: the smaller one first, in
    /// ascending order, each pair once. Moves are reversible, so edges are undirected.
    pub edges: Vec<(u32, u32)>,
}

/// Why there is no graph, or no table of distances: both are complete or not there.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The search could not begin.
    #[error(transparent)]
    Search(#[from] Refusal),
    /// More positions are reachable than the limit.
    #[error("more than {most} positions can be reached")]
    TooMany {
        /// The limit.
        most: u64,
    },
    /// The search met a limit.
    #[error("stopped by a limit")]
    Stopped(Stopped),
}

/// Builds the graph of a puzzle, if it has no more than `most` positions.
///
/// Of the query, the puzzle, the style and the engine matter. All positions are kept, so only
/// [`Engine::Sparse`] builds graphs, requested or not. Takes time and memory in proportion to the
/// edges.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, if another engine is requested, or if
/// the graph would not be complete.
///
/// ```
/// use sliding::analyse::graph;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::SLIDE);
/// let graph = graph(&query, &Budget::default(), 100, &mut ()).unwrap();
/// assert_eq!(graph.nodes.len(), 4);
/// // The piece slides from anywhere to anywhere.
/// assert_eq!(graph.edges, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
/// assert_eq!(graph.nodes[0].to_goal, Some(1));
/// ```
pub fn graph(
    query: &Query,
    budget: &Budget,
    most: u32,
    observer: &mut dyn Observer,
) -> Result<Graph, SpaceError> {
    check_puzzle(query.puzzle)?;
    if !matches!(query.engine, Engine::Auto | Engine::Sparse) {
        return Err(Refusal::Unsuited("graphs are drawn by the engine sparse").into());
    }
    let run = Run { budget, observer };
    dispatch!(few (query.puzzle, query.style, &[]), compiled => reach(compiled, run, most))
}

fn reach<const W: usize>(
    compiled: &Compiled<W>,
    mut run: Run,
    most: u32,
) -> Result<Graph, SpaceError> {
    let room = usize::try_from(run.budget.room()).unwrap_or(usize::MAX);
    // Neighbours are listed before they are counted, so a list that does not fit in memory is not
    // completed either.
    let affordable = room / node_bytes(compiled);
    let mut drawing = GraphBuilder::new(compiled, affordable.min(most as usize));
    let outcome = drive(&mut drawing, Until::Exhausted, &mut run, &mut |_, _| Ok(()));
    if drawing.codes.len() > most as usize {
        return Err(SpaceError::TooMany { most: most.into() });
    }
    if let Some(stopped) = outcome.stopped {
        return Err(SpaceError::Stopped(stopped));
    }
    let GraphBuilder { codes, distances, graph, .. } = drawing;
    let all = 0..codes.len() as u32;
    let mut edges = Vec::with_capacity(graph.all_neighbours() / 2);
    for at in all.clone() {
        let after = graph.neighbours(at).iter().filter(|&&to| to > at);
        edges.extend(after.map(|&to| (at, to)));
    }
    edges.sort_unstable();
    let goals: Vec<u32> = all.filter(|&at| compiled.meets_a_goal(&codes[at as usize])).collect();
    let to_goals = graph.search(&goals).distances;
    let nodes = codes.iter().zip(distances).zip(to_goals).map(|((code, from_start), to_goal)| {
        let to_goal = (to_goal != FAR).then_some(to_goal.into());
        Node { configuration: compiled.decode(code), from_start, to_goal }
    });
    Ok(Graph { nodes: nodes.collect(), edges })
}

/// A search that keeps everything. A position's index is its place in the order of discovery.
struct GraphBuilder<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    neighbours: Box<dyn Neighbours<W>>,
    most: usize,
    codes: Vec<Code<W>>,
    distances: Vec<u64>,
    indices: AHashMap<Code<W>, u32>,
    /// The neighbours of the positions that are expanded.
    graph: StateGraph,
}

impl<'a, const W: usize> GraphBuilder<'a, W> {
    fn new(compiled: &'a Compiled<'a, W>, most: usize) -> Self {
        Self {
            compiled,
            neighbours: compiled.neighbours(),
            most,
            codes: Vec::new(),
            distances: Vec::new(),
            indices: AHashMap::new(),
            graph: StateGraph::default(),
        }
    }

    /// Returns the index of a position, which gets this distance if it is new.
    fn index(&mut self, code: Code<W>, distance: u64) -> u32 {
        *self.indices.entry(code).or_insert_with(|| {
            self.codes.push(code);
            self.distances.push(distance);
            self.codes.len() as u32 - 1
        })
    }

    /// Estimates the bytes in use, and those that the finished graph will need in addition: growing
    /// lists have up to twice the capacity they need.
    fn bytes(&self) -> u64 {
        let code = size_of::<Code<W>>();
        let held = self.codes.capacity() * (code + 8) + self.indices.capacity() * (code + 9);
        let neighbours = self.graph.all_neighbours() * 3 * size_of::<u32>();
        (held + neighbours + self.codes.len() * (node_bytes(self.compiled) + 8)) as u64
    }

    fn look(&self, run: &mut Run) -> Result<(), Stopped> {
        let (states, frontier) = (self.codes.len(), self.codes.len() - self.graph.len());
        run.observer.progress(&Progress {
            distance: self.distances[self.graph.len()] + 1,
            frontier: frontier as u64,
            states: states as u64,
            bytes: Some(self.bytes()),
            part: None,
        });
        if self.codes.len() > self.most || self.bytes() > run.budget.room() {
            return Err(Stopped::Memory);
        }
        run.budget.look()
    }
}

impl<const W: usize> Search for GraphBuilder<'_, W> {
    fn begin(&mut self, _: &mut Run) -> Level {
        let start = self.compiled.encode(self.compiled.puzzle.start());
        self.index(start, 0);
        Level { found: 1, ..Level::default() }
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let end = self.codes.len();
        while self.graph.len() < end {
            let at = self.graph.len();
            let is_due = at.is_multiple_of(PATIENCE) || self.codes.len() > self.most;
            let looked = if is_due { self.look(run) } else { Ok(()) };
            if let Err(stopped) = looked {
                return Level { stopped: Some(stopped), ..Level::default() };
            }
            let Self { compiled, neighbours, most, codes, .. } = self;
            let found = compiled.neighbours_of(&mut **neighbours, &codes[at], *most);
            let numbers: Vec<u32> =
                found.into_iter().map(|code| self.index(code, distance)).collect();
            self.graph.add(numbers);
        }
        Level { found: (self.codes.len() - end) as u64, ..Level::default() }
    }
}

/// Bytes of a node of the graph, including the allocator's overhead.
fn node_bytes<const W: usize>(compiled: &Compiled<W>) -> usize {
    size_of::<Node>() + size_of_val(compiled.puzzle.start().placements()) + 32
}
