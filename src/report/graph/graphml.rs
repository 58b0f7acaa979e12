//! The graph of a puzzle as GraphML.

use std::io::{self, Write};

use crate::analyse::Graph;
use crate::puzzle::Puzzle;
use crate::report::escape::escape;

/// Writes a graph as GraphML. Its nodes have the data `configuration`, `from_start` and, where a
/// goal can be reached, `to_goal`.
///
/// # Errors
///
/// Those of `out`.
pub fn write_graphml(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    name: &str,
    graph: &Graph,
) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (key, form) in [("configuration", "string"), ("from_start", "long"), ("to_goal", "long")] {
        let names = format!("id=\"{key}\" for=\"node\" attr.name=\"{key}\"");
        writeln!(out, "<key {names} attr.type=\"{form}\"/>")?;
    }
    writeln!(out, "<graph id=\"configurations\" edgedefault=\"undirected\">")?;
    writeln!(out, "<desc>{}</desc>", escape(name))?;
    for (i, node) in graph.nodes.iter().enumerate() {
        let label = escape(&puzzle.shorthand(&node.configuration));
        write!(out, "<node id=\"n{i}\"><data key=\"configuration\">{label}</data>")?;
        write!(out, "<data key=\"from_start\">{}</data>", node.from_start)?;
        if let Some(to_goal) = node.to_goal {
            write!(out, "<data key=\"to_goal\">{to_goal}</data>")?;
        }
        writeln!(out, "</node>")?;
    }
    for (one, other) in &graph.edges {
        writeln!(out, "<edge source=\"n{one}\" target=\"n{other}\"/>")?;
    }
    writeln!(out, "</graph>\n</graphml>")
}
