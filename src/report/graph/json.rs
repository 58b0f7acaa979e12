//! The graph of a puzzle, for programs.

use serde::Serialize;

use crate::analyse::Graph;
use crate::puzzle::{Puzzle, Style};
use crate::report::json::About;
use crate::report::schema::{self, Schema};

/// A graph for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct StateGraph<'a> {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    nodes: Vec<State>,
    edges: &'a [(u32, u32)],
}

#[derive(Clone, Debug, Serialize)]
struct State {
    configuration: String,
    from_start: u64,
    to_goal: Option<u64>,
}

impl<'a> StateGraph<'a> {
    /// The graph of `puzzle`, which was read from `file`, in a style.
    pub fn new(puzzle: &'a Puzzle, file: &'a str, style: Style, graph: &'a Graph) -> Self {
        let nodes = graph.nodes.iter().map(|node| State {
            configuration: puzzle.shorthand(&node.configuration),
            from_start: node.from_start,
            to_goal: node.to_goal,
        });
        StateGraph {
            schema: schema::GRAPH,
            about: About::new(puzzle, file, style),
            nodes: nodes.collect(),
            edges: &graph.edges,
        }
    }
}
