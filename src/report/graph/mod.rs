//! The graph of a puzzle's positions and moves: JSON and DOT for other programs, and a picture.

mod picture;

use crate::analyse::Graph;
use crate::report::*;

pub use picture::graph_sheet;

impl Report for Shown<'_, Graph> {
    /// Writes it in the language of Graphviz.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        write_dot(out, self.subject.puzzle, self.subject.name, self.result)
    }

    fn json(&self) -> Object {
        let nodes = json::array(&self.result.nodes, |node| {
            object! {
                "position": self.subject.puzzle.shorthand(&node.configuration),
                "from_start": node.from_start,
                "to_goal": node.to_goal,
            }
        });
        let edges = &self.result.edges;
        self.subject.object("sliding/graph/1").and(object! { "nodes": nodes, "edges": edges })
    }

    fn picture(&self, Appearance { theme, .. }: Appearance) -> Option<Scene> {
        let Subject { puzzle, name, style, .. } = self.subject;
        Some(graph_sheet(puzzle, name, style, self.result, theme))
    }
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
