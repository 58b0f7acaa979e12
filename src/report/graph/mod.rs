//! The graph of a puzzle's positions and moves: JSON and DOT for other programs, and a picture.

mod picture;

use std::io::{self, Write};

use serde::Serialize;

use crate::analyse::Graph;
use crate::puzzle::Puzzle;
use crate::report::json::SubjectFields;
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::plain;

pub use picture::graph_sheet;

/// Returns the graph as JSON.
pub fn json(subject: &Subject, graph: &Graph) -> impl Serialize {
    let nodes = graph.nodes.iter().map(|node| State {
        configuration: subject.puzzle.shorthand(&node.configuration),
        from_start: node.from_start,
        to_goal: node.to_goal,
    });
    StateGraph {
        schema: schema::GRAPH,
        about: SubjectFields::new(subject),
        nodes: nodes.collect(),
        edges: &graph.edges,
    }
}

#[derive(Serialize)]
struct StateGraph<'a> {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    nodes: Vec<State>,
    edges: &'a [(u32, u32)],
}

#[derive(Serialize)]
struct State {
    configuration: String,
    from_start: u64,
    to_goal: Option<u64>,
}

/// Writes a graph in the language of Graphviz. Each node has the attributes `label`, which is its
/// position in shorthand, `from_start` and, if a goal is reachable, `to_goal`. The start is a box,
/// and goals have a double border.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::graph::write_dot;
/// use sliding::analyse::graph;
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 2\n1 = 1\n1\n01\n".parse()?;
/// let graph = graph(&Query::new(&puzzle, Style::STEP), &Budget::default(), 9, &mut ())?;
/// let mut dot = Vec::new();
/// write_dot(&mut dot, &puzzle, "Easy", &graph)?;
/// assert!(String::from_utf8(dot)?.ends_with("\n  0 -- 1;\n}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_dot(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    name: &str,
    graph: &Graph,
) -> io::Result<()> {
    let name = plain(name).replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "graph \"{name}\" {{")?;
    for (i, node) in graph.nodes.iter().enumerate() {
        let label = puzzle.shorthand(&node.configuration);
        write!(out, "  {i} [label=\"{label}\", from_start={}", node.from_start)?;
        if let Some(to_goal) = node.to_goal {
            write!(out, ", to_goal={to_goal}")?;
        }
        let shape = if i == 0 { ", shape=box" } else { "" };
        let border = if node.to_goal == Some(0) { ", peripheries=2" } else { "" };
        writeln!(out, "{shape}{border}];")?;
    }
    for (one, other) in &graph.edges {
        writeln!(out, "  {one} -- {other};")?;
    }
    writeln!(out, "}}")
}
