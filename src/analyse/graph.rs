//! The state space position by position: as a graph, with the distances of each position from the
//! start and to the nearest goal, or as a table of the latter.
//!
//! One breadth-first search lists every position. For a graph, the neighbours of each are listed next,
//! and two searches go through these lists: from the start, and from all goals. Time and memory are in
//! proportion to the edges, so this is for spaces of some million positions. A table takes a second
//! breadth-first search, from all goals, and the memory of all positions.

use super::state_graph::{FAR, PositionGraph};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::{Run, drive};
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped, Until};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::Configuration;

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
    dispatch!(few (query.puzzle, query.style, &[]), compiled => draw(compiled, run, most))
}

/// Lists everything that can be reached from the start, if it is not more than `most` positions.
fn reachable<const W: usize>(
    compiled: &Compiled<W>,
    run: &mut Run,
    most: u64,
) -> Result<Vec<Code<W>>, SpaceError> {
    let mut codes = Vec::new();
    let mut table = TableSearch::from_start(compiled, run.budget);
    let outcome = drive(&mut table, Until::Exhausted, run, &mut |table, _| {
        codes.reserve_exact(table.width());
        codes.extend(table.codes());
        // The next level may be twice as wide.
        let next = 2 * table.width() * size_of::<Code<W>>();
        table.others = (size_of_val(&codes[..]) + next) as u64;
        if codes.len() as u64 > most { Err(Stopped::Memory) } else { Ok(()) }
    });
    if codes.len() as u64 > most {
        return Err(SpaceError::TooMany { most });
    }
    outcome.finished().map_err(SpaceError::Stopped)?;
    Ok(codes)
}

/// Lists the same with the neighbours, and leaves half of the memory besides. In that, `beside` bytes
/// are used for each position.
pub(crate) fn position_graph<const W: usize>(
    compiled: &Compiled<W>,
    run: &mut Run,
    most: u64,
    beside: usize,
) -> Result<PositionGraph<W>, SpaceError> {
    let codes = reachable(compiled, run, most)?;
    let held = PositionGraph::<W>::bytes(codes.len() as u64) + (codes.len() * beside) as u64;
    let left = run.budget.room().checked_sub(held).ok_or(SpaceError::Stopped(Stopped::Memory))?;
    PositionGraph::new(compiled, codes, run.budget, left / 2).map_err(SpaceError::Stopped)
}

fn draw<const W: usize>(
    compiled: &Compiled<W>,
    mut run: Run,
    most: u32,
) -> Result<Graph, SpaceError> {
    // A node of the graph, and what the allocator adds. Each edge is listed from both ends, and then
    // as a pair.
    let node = size_of::<Node>() + size_of_val(compiled.puzzle.start().placements()) + 32;
    let PositionGraph { codes, graph } = position_graph(compiled, &mut run, most.into(), node)?;
    let start = compiled.encode(compiled.puzzle.start());
    let start = codes.binary_search(&start).expect("it can be reached") as u32;
    let from_start = graph.search(&[start], run.budget).map_err(SpaceError::Stopped)?;
    let goals = (0..).zip(&codes).filter(|(_, code)| compiled.meets_a_goal(code));
    let goals = Vec::from_iter(goals.map(|(at, _)| at));
    let to_goals = graph.search(&goals, run.budget).map_err(SpaceError::Stopped)?.distances;
    let (mut numbers, mut drawn) = (vec![0; codes.len()], Graph::default());
    for (number, &at) in (0..).zip(&from_start.order) {
        numbers[at as usize] = number;
        let at = at as usize;
        let to_goal = (to_goals[at] != FAR).then_some(to_goals[at].into());
        let from_start = from_start.distances[at].into();
        drawn.nodes.push(Node { configuration: compiled.decode(&codes[at]), from_start, to_goal });
    }
    for (&at, number) in from_start.order.iter().zip(0..) {
        let neighbours = graph.neighbours(at).iter().map(|&to| numbers[to as usize]);
        drawn.edges.extend(neighbours.filter(|&to| to > number).map(|to| (number, to)));
    }
    drawn.edges.sort_unstable();
    Ok(drawn)
}

/// Every position reachable from a puzzle's start, with its distance to the nearest goal in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceTable {
    /// The positions in no particular order, each once, with their distances. Empty if no goal is
    /// reachable.
    pub distances: Vec<(Configuration, u64)>,
}

/// Finds the distance to the nearest goal from every position.
///
/// Of the query, the puzzle and the style matter. Takes about as long as two exhaustive searches,
/// and memory for all positions; detects more than `most` positions soon after finding that many.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, if more than `most` positions are
/// reachable, or if a limit stopped the search.
///
/// ```
/// use sliding::analyse::{SpaceError, distance_table};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::STEP);
/// let budget = Budget::default();
/// let table = distance_table(&query, &budget, 4, &mut ()).unwrap();
/// let mut distances = table.distances;
/// distances.sort();
/// let distances: Vec<u64> = distances.into_iter().map(|(_, distance)| distance).collect();
/// assert_eq!(distances, [3, 2, 1, 0]);
///
/// let too_many = distance_table(&query, &budget, 3, &mut ()).unwrap_err();
/// assert!(matches!(too_many, SpaceError::TooMany { most: 3 }));
/// ```
pub fn distance_table(
    query: &Query,
    budget: &Budget,
    most: u64,
    observer: &mut dyn Observer,
) -> Result<DistanceTable, SpaceError> {
    check_puzzle(query.puzzle)?;
    let run = Run { budget, observer };
    dispatch!(few (query.puzzle, query.style, &[]), compiled => tabulate(compiled, run, most))
}

/// Finds all goals from the start, then all positions from all goals at once.
fn tabulate<const W: usize>(
    compiled: &Compiled<W>,
    mut run: Run,
    most: u64,
) -> Result<DistanceTable, SpaceError> {
    let mut goals = reachable(compiled, &mut run, most)?;
    goals.retain(|code| compiled.meets_a_goal(code));
    let mut distances = Vec::new();
    let mut table = TableSearch::new(compiled, run.budget, goals, SearchTarget::Nothing);
    let outcome = drive(&mut table, Until::Exhausted, &mut run, &mut |table, distance| {
        distances.extend(table.codes().map(|code| (compiled.decode(code), distance)));
        Ok(())
    });
    outcome.finished().map_err(SpaceError::Stopped)?;
    Ok(DistanceTable { distances })
}
