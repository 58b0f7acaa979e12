//! The graph as arrays for NumPy, in the compressed sparse row format.

use std::io::{self, Write};

use crate::analyse::Graph;
use crate::puzzle::Puzzle;
use crate::report::npy::{origins, write_numbers};

/// The arrays of a graph, by their names.
pub const ARRAYS: [&str; 5] = ["indptr", "indices", "from_start", "to_goal", "pieces"];

/// Writes one of the [`ARRAYS`]. The neighbours of node `i` are those of `indices` from `indptr[i]`
/// on, up to `indptr[i + 1]`. `from_start` and `to_goal` have the distances of each node, -1 if no
/// goal is reachable. `pieces` has a row for each node: its [`origins`].
///
/// ```
/// use sliding::analyse::graph;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::graph::write_array;
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let graph = graph(&Query::new(&puzzle, Style::STEP), &Budget::default(), 9, &mut ())?;
/// let mut array = Vec::new();
/// write_array(&mut array, "indices", &puzzle, &graph)?;
/// // A path: 1 is beside 0 and 2.
/// let numbers = array[128..].chunks(8).map(|bytes| bytes[0]);
/// assert_eq!(numbers.collect::<Vec<_>>(), [1, 0, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_array(
    out: &mut dyn Write,
    name: &str,
    puzzle: &Puzzle,
    graph: &Graph,
) -> io::Result<()> {
    let (nodes, number) = (graph.nodes.iter(), graph.nodes.len());
    match name {
        "indptr" => write_numbers(out, number + 1, None, begins(graph).into_iter()),
        "indices" => write_numbers(out, 2 * graph.edges.len(), None, neighbours(graph).into_iter()),
        "from_start" => write_numbers(out, number, None, nodes.map(|node| node.from_start as i64)),
        "to_goal" => {
            let distance = |to_goal: Option<u64>| to_goal.map_or(-1, |distance| distance as i64);
            write_numbers(out, number, None, nodes.map(|node| distance(node.to_goal)))
        }
        _ => {
            let pieces = nodes.flat_map(|node| origins(puzzle, &node.configuration));
            let row = puzzle.start().placements().len();
            write_numbers(out, number, Some(row), pieces.map(i64::from))
        }
    }
}

/// Returns where the neighbours of each node begin, and where those of the last one end.
fn begins(graph: &Graph) -> Vec<i64> {
    let mut begins = vec![0; graph.nodes.len() + 1];
    for &(one, other) in &graph.edges {
        begins[one as usize + 1] += 1;
        begins[other as usize + 1] += 1;
    }
    for node in 0..graph.nodes.len() {
        begins[node + 1] += begins[node];
    }
    begins
}

/// Returns the neighbours of all nodes, ascending for each.
fn neighbours(graph: &Graph) -> Vec<i64> {
    let mut next = begins(graph);
    let mut neighbours = vec![0; 2 * graph.edges.len()];
    let mut add = |node: u32, neighbour: u32| {
        let place = &mut next[node as usize];
        neighbours[*place as usize] = i64::from(neighbour);
        *place += 1;
    };
    // Pairs ascend, the smaller first: so all smaller neighbours come before the greater ones.
    graph.edges.iter().for_each(|&(one, other)| add(other, one));
    graph.edges.iter().for_each(|&(one, other)| add(one, other));
    neighbours
}
