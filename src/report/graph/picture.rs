//! The graph of a puzzle as a picture: a layer for each distance from the start, from left to
//! right.
//!
//! Edges join positions of one layer or of two neighbouring ones, as no move leads farther. Within
//! a layer, each position is put at the mean height of its neighbours, repeatedly from left to
//! right and back (the barycentre method of Sugiyama, Tagawa and Toda, 1981). A few rounds are
//! enough; further ones make no visible difference.

use crate::analyse::{Graph, Node};
use crate::report::scene::layout::{Heading, single};
use crate::report::*;

/// Number of rounds in which the layers are ordered, once from each side.
const ROUNDS: usize = 8;
/// The size of the picture without its margins, unless a large number of nodes needs more.
const WIDTH: f64 = 1100.0;
const HEIGHT: f64 = 720.0;

/// Room for the distances below.
const BELOW: f64 = 26.0;

/// Kinds of nodes by colour: others, goals, those on a shortest path.
const PLAIN: u8 = 0;
const GOAL: u8 = 1;
const WAY: u8 = 4;

/// Draws a graph. `name` is the heading.
///
/// Takes slightly more than linear time in the edges.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::{scene::Theme, graph::graph_sheet};
/// use sliding::analyse::graph;
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// let style = Style::STEP;
/// let graph = graph(&Query::new(&puzzle, style), &Budget::default(), 9, &mut ())?;
/// let svg = graph_sheet(&puzzle, "Easy", style, &graph, Theme::Auto).svg();
/// assert_eq!(svg.matches("class=\"piece").count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_sheet(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    graph: &Graph,
    theme: Theme,
) -> Scene {
    let layers = layers(graph);
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let step = (HEIGHT / widest).clamp(3.0, 28.0);
    let gap = (WIDTH / layers.len() as f64).clamp(12.0, 64.0);
    let radius = (step * 0.4).min(gap * 0.2).min(6.0);
    let height = (widest - 1.0) * step + 2.0 * radius;
    let width = (layers.len() as f64 - 1.0) * gap + 2.0 * radius;

    let mut places = vec![(0.0, 0.0); graph.nodes.len()];
    let mut numbers = Vec::new();
    // As many distances below as there is room for.
    let every = (28.0 / gap).ceil() as usize;
    for (distance, layer) in layers.iter().enumerate() {
        let x = radius + distance as f64 * gap;
        let top = (height - (layer.len() as f64 - 1.0) * step) / 2.0;
        for (i, &node) in layer.iter().enumerate() {
            places[node] = (x, top + i as f64 * step);
        }
        if distance % every == 0 {
            let at = (x, height + BELOW);
            numbers.push(Shape::text(Paint::Faint, at, 11.0, Anchor::Middle, distance));
        }
    }

    // Straight from layer to layer, bent within a layer.
    let mut edges = Path::default();
    for &(one, other) in &graph.edges {
        let (from, to) = (places[one as usize], places[other as usize]);
        let aside = (from.0 + gap * 0.4, (from.1 + to.1) / 2.0);
        match from.0 == to.0 {
            true => edges.add_line(&[from, aside, to], HEIGHT),
            false => edges.add_line(&[from, to], 0.0),
        }
    }
    let mut shapes = vec![Shape::path(Paint::Grid, edges, (radius * 0.25).max(0.4))];
    let shortest = graph.nodes.first().and_then(|start| start.to_goal);
    for (i, (node, &at)) in graph.nodes.iter().zip(&places).enumerate() {
        let (kind, size) = match node.to_goal {
            Some(0) => (GOAL, 1.35),
            Some(to_goal) if Some(node.from_start + to_goal) == shortest => (WAY, 1.15),
            _ => (PLAIN, 1.0),
        };
        let size = radius * if i == 0 { 1.6 } else { size };
        let corner = (at.0 - size, at.1 - size);
        let circle = Path::rectangle(corner, (2.0 * size, 2.0 * size), size);
        let circle = vec![Shape::path(Paint::Piece(kind), circle, radius * 0.2)];
        let (role, title) = (Role::Plain, title(puzzle, node));
        shapes.push(Shape::Group { role, at: (0.0, 0.0), title, shapes: circle });
    }
    shapes.extend(numbers);
    let drawing = Shape::group(Role::Plain, (0.0, 0.0), shapes);
    let (nodes, edges) = (graph.nodes.len(), graph.edges.len());
    let notes = [
        format!("{}, {}", counted(nodes, "position"), counted(edges, "edge")),
        format!("style {style}: {}", style.meaning()),
        "from left to right: distance from the start; orange: goals; violet: on a shortest way \
        there"
            .to_owned(),
    ];
    let heading = Heading { name, notes: &notes, is_bare: false };
    single(&heading, Colours::general(theme), drawing, (width, height + BELOW))
}

fn title(puzzle: &Puzzle, node: &Node) -> String {
    let position = puzzle.shorthand(&node.configuration);
    let to_goal = match node.to_goal {
        Some(distance) => format!("{distance} to a goal"),
        None => "no way to a goal".to_owned(),
    };
    format!("{position}: {} from the start, {to_goal}", node.from_start)
}

/// Returns the nodes at each distance, in an order with few crossings of edges: every node is at the
/// mean height of its neighbours in other layers.
fn layers(graph: &Graph) -> Vec<Vec<usize>> {
    let nodes = &graph.nodes;
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let distance = node.from_start as usize;
        layers.resize(layers.len().max(distance + 1), Vec::new());
        layers[distance].push(i);
    }
    let mut beside = vec![Vec::new(); nodes.len()];
    for &(one, other) in &graph.edges {
        let (one, other) = (one as usize, other as usize);
        if nodes[one].from_start != nodes[other].from_start {
            beside[one].push(other);
            beside[other].push(one);
        }
    }
    let mut heights = vec![0.0; nodes.len()];
    layers.iter().for_each(|layer| spread(layer, &mut heights));
    for round in 0..2 * ROUNDS {
        let count = layers.len();
        for i in 0..count {
            let layer = &mut layers[if round % 2 == 0 { i } else { count - 1 - i }];
            for &node in layer.iter().filter(|&&node| !beside[node].is_empty()) {
                let sum: f64 = beside[node].iter().map(|&i| heights[i]).sum();
                heights[node] = sum / beside[node].len() as f64;
            }
            // Nodes at equal heights keep their order.
            layer.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
            spread(layer, &mut heights);
        }
    }
    layers
}

/// Puts the nodes of a layer one below the other, around zero.
fn spread(layer: &[usize], heights: &mut [f64]) {
    let middle = (layer.len() as f64 - 1.0) / 2.0;
    layer.iter().enumerate().for_each(|(i, &node)| heights[node] = i as f64 - middle);
}
