//! All configurations that can be reached, and who is whose neighbour: the map as a graph.

use std::ops::ControlFlow;

use ahash::AHashMap;

use crate::puzzle::{Configuration, Puzzle};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::{Limit, Observer, Progress, Request, SearchError};

/// After so many configurations, somebody is told, and asked whether to go on.
const PATIENCE: usize = 1024;

/// A configuration of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What lies where.
    pub configuration: Configuration,
    /// The least number of moves from the start.
    pub from_start: u64,
    /// The least number of moves to a goal; `None` where no goal can be reached.
    pub to_goal: Option<u64>,
}

/// The configurations that can be reached from a puzzle's start, and its moves between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The configurations by their distance from the start, which is the first of them.
    pub nodes: Vec<Node>,
    /// The pairs of configurations one move apart, as indices of nodes: the lesser one first, in
    /// ascending order, each pair once. Moves can be taken back, so edges have no direction.
    pub edges: Vec<(u32, u32)>,
}

/// Why there is no graph.
#[derive(Debug, thiserror::Error)]
pub enum GraphError {
    /// The search could not begin.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// More configurations can be reached than were allowed.
    #[error("more than {most} configurations can be reached")]
    TooMany {
        /// How many were allowed.
        most: u32,
    },
    /// The search met a limit.
    #[error("stopped by a limit")]
    Limit(Limit),
}

/// The graph of a puzzle, if it has no more than `most` configurations.
///
/// Of the request, the style and the deadline matter. Takes time and memory in proportion to the
/// edges.
///
/// # Errors
///
/// Where boards of this size are not taken, and where the graph would not be complete.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::analyse::graph;
/// use sliding::search::Request;
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let request = Request::new(Style::SLIDE);
/// let graph = graph(&puzzle, &request, 100, &mut ()).unwrap();
/// assert_eq!(graph.nodes.len(), 4);
/// // The piece slides from anywhere to anywhere.
/// assert_eq!(graph.edges, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
/// assert_eq!(graph.nodes[0].to_goal, Some(1));
/// ```
pub fn graph(
    puzzle: &Puzzle,
    request: &Request,
    most: u32,
    observer: &mut dyn Observer,
) -> Result<Graph, GraphError> {
    struct Run<'a>(&'a Request, u32, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Result<Graph, GraphError>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let Run(request, most, observer) = self;
            reach(compiled, request, most, observer)
        }
    }
    takes(puzzle)?;
    with_compiled(puzzle, request.style, Run(request, most, observer))
}

fn reach<const W: usize>(
    compiled: &Compiled<W>,
    request: &Request,
    most: u32,
    observer: &mut dyn Observer,
) -> Result<Graph, GraphError> {
    let start = compiled.encode(compiled.puzzle.start());
    // A configuration's index is its place in the order of discovery.
    let mut codes = vec![start];
    let mut distances = vec![0];
    let mut indices = AHashMap::from_iter([(start, 0u32)]);
    let mut edges = Vec::new();
    let mut neighbours = compiled.neighbours();
    let mut at = 0;
    while at < codes.len() {
        if at % PATIENCE == 0 {
            if let ControlFlow::Break(limit) = request.limits.pause(observer) {
                return Err(GraphError::Limit(limit));
            }
            let (distance, states) = (distances[at] + 1, codes.len() as u64);
            let frontier = states - at as u64;
            observer.progress(&Progress { distance, frontier, states, bytes: None });
        }
        for code in compiled.neighbours_of(&mut *neighbours, &codes[at]) {
            let other = *indices.entry(code).or_insert_with(|| {
                codes.push(code);
                distances.push(distances[at] + 1);
                codes.len() as u32 - 1
            });
            if at < other as usize {
                edges.push((at as u32, other));
            }
        }
        if codes.len() > most as usize {
            return Err(GraphError::TooMany { most });
        }
        at += 1;
    }
    edges.sort_unstable();
    let goals = (0..codes.len()).filter(|&i| compiled.meets_a_goal(&codes[i])).collect();
    let to_goal = distances_from(goals, codes.len(), &edges);
    let nodes = codes.iter().zip(distances).zip(to_goal).map(|((code, from_start), to_goal)| {
        Node { configuration: compiled.decode(code), from_start, to_goal }
    });
    Ok(Graph { nodes: nodes.collect(), edges })
}

/// The distance of each of so many nodes from the nearest of some.
fn distances_from(mut level: Vec<usize>, nodes: usize, edges: &[(u32, u32)]) -> Vec<Option<u64>> {
    let mut beside = vec![Vec::new(); nodes];
    for &(one, other) in edges {
        beside[one as usize].push(other as usize);
        beside[other as usize].push(one as usize);
    }
    let mut distances = vec![None; nodes];
    level.iter().for_each(|&node| distances[node] = Some(0));
    for distance in 1.. {
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for other in level.into_iter().flat_map(|node| beside[node].iter().copied()) {
            if distances[other].is_none() {
                distances[other] = Some(distance);
                next.push(other);
            }
        }
        level = next;
    }
    distances
}
