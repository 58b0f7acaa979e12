//! The graph of a puzzle as a picture: a layer for each distance from the start, from left to
//! right.
//!
//! Edges join positions of one layer or of two neighbouring ones, as no move leads farther. Within
//! a layer, each position is put at the mean height of its neighbours, repeatedly from left to
//! right and back (the barycentre method of Sugiyama, Tagawa and Toda, 1981). A few rounds are
//! enough; further ones make no visible difference.

use std::fmt::Write;

use crate::analyse::Graph;
use crate::puzzle::{Puzzle, Style};
use crate::report::draw::Theme;
use crate::report::draw::appearance::style_sheet;
use crate::report::draw::layout::{Heading, single};
use crate::report::draw::outline::number;
use crate::report::escape::escape;
use crate::report::palette::swatch;
use crate::report::words::counted;

/// Number of rounds in which the layers are ordered, once from each side.
const ROUNDS: usize = 8;
/// The size of the picture without its margins, unless a large number of nodes needs more.
const WIDTH: f64 = 1100.0;
const HEIGHT: f64 = 720.0;

/// Room for the distances below.
const BELOW: f64 = 26.0;

/// Kinds of nodes by colour: others, goals, those on a shortest path.
const PLAIN: usize = 0;
const GOAL: usize = 1;
const WAY: usize = 4;

/// Draws a graph as an SVG picture. `name` is the heading.
///
/// Takes slightly more than linear time in the edges.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::{draw::Theme, graph::graph_sheet};
/// use sliding::analyse::graph;
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// let style = Style::STEP;
/// let graph = graph(&Query::new(&puzzle, style), &Budget::default(), 9, &mut ())?;
/// let svg = graph_sheet(&puzzle, "Easy", style, &graph, Theme::Auto);
/// assert_eq!(svg.matches("<circle").count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_sheet(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    graph: &Graph,
    theme: Theme,
) -> String {
    let layers = Layers::new(graph);
    let plan = layers.plan();
    let (nodes, edges) = (graph.nodes.len() as u64, graph.edges.len() as u64);
    let notes = [
        format!("{}, {}", counted(nodes, "position"), counted(edges, "edge")),
        format!("style {style}: {}", style.meaning()),
        "from left to right: distance from the start; orange: goals; violet: on a shortest way \
        there"
            .to_owned(),
    ];
    let heading = Heading { name, notes: &notes };
    let colours = style_sheet([PLAIN, GOAL, WAY], swatch, theme);
    let extent = (plan.width, plan.height + BELOW);
    let (mut svg, (left, top)) = single(&heading, &colours, extent);
    let _ = writeln!(svg, "<g transform=\"translate({left} {})\">", number(top));
    write_edges(&mut svg, graph, &plan);
    write_nodes(&mut svg, puzzle, graph, &plan);
    // As many distances below as there is room for.
    let every = (28.0 / plan.gap).ceil() as usize;
    for distance in (0..layers.orders.len()).step_by(every) {
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{}\" y=\"{}\" font-size=\"11\" \
            text-anchor=\"middle\">{distance}</text>",
            number(plan.x(distance)),
            number(plan.height + BELOW)
        );
    }
    svg + "</g></svg>\n"
}

/// The nodes at each distance, in an order with few crossings of edges.
struct Layers<'a> {
    graph: &'a Graph,
    orders: Vec<Vec<usize>>,
}

/// The layout of the picture.
struct Plan {
    /// Across and down, for each node.
    places: Vec<(f64, f64)>,
    width: f64,
    height: f64,
    /// The distance between layers.
    gap: f64,
    /// The radius of a node.
    radius: f64,
}

impl Plan {
    fn x(&self, distance: usize) -> f64 {
        self.radius + distance as f64 * self.gap
    }
}

impl<'a> Layers<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut orders: Vec<Vec<usize>> = Vec::new();
        for (i, node) in graph.nodes.iter().enumerate() {
            let distance = node.from_start as usize;
            if orders.len() <= distance {
                orders.resize(distance + 1, Vec::new());
            }
            orders[distance].push(i);
        }
        let mut layers = Self { graph, orders };
        layers.settle();
        layers
    }

    /// Moves every node to the mean height of its neighbours in other layers, layer by layer.
    fn settle(&mut self) {
        let nodes = &self.graph.nodes;
        let mut beside = vec![Vec::new(); nodes.len()];
        for &(one, other) in &self.graph.edges {
            let (one, other) = (one as usize, other as usize);
            if nodes[one].from_start != nodes[other].from_start {
                beside[one].push(other);
                beside[other].push(one);
            }
        }
        let mut heights = vec![0.0; nodes.len()];
        let set = |order: &[usize], heights: &mut [f64]| {
            let middle = (order.len() - 1) as f64 / 2.0;
            order.iter().enumerate().for_each(|(i, &node)| heights[node] = i as f64 - middle);
        };
        self.orders.iter().for_each(|order| set(order, &mut heights));
        for round in 0..2 * ROUNDS {
            let count = self.orders.len();
            for i in 0..count {
                let order = &mut self.orders[if round % 2 == 0 { i } else { count - 1 - i }];
                let mean = |&node: &usize| match &beside[node][..] {
                    [] => heights[node],
                    others => others.iter().map(|&i| heights[i]).sum::<f64>() / others.len() as f64,
                };
                let mut means: Vec<(f64, usize)> =
                    order.iter().map(|node| (mean(node), *node)).collect();
                // Nodes at equal heights keep their order.
                means.sort_by(|a, b| a.0.total_cmp(&b.0));
                *order = means.into_iter().map(|(_, node)| node).collect();
                set(order, &mut heights);
            }
        }
    }

    fn plan(&self) -> Plan {
        let widest = self.orders.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let step = (HEIGHT / widest).clamp(3.0, 28.0);
        let gap = (WIDTH / self.orders.len() as f64).clamp(12.0, 64.0);
        let radius = (step * 0.4).min(gap * 0.2).min(6.0);
        let height = (widest - 1.0) * step + 2.0 * radius;
        let width = (self.orders.len() as f64 - 1.0) * gap + 2.0 * radius;
        let places = vec![(0.0, 0.0); self.graph.nodes.len()];
        let mut plan = Plan { places, width, height, gap, radius };
        for (distance, order) in self.orders.iter().enumerate() {
            let top = (height - (order.len() as f64 - 1.0) * step) / 2.0;
            for (i, &node) in order.iter().enumerate() {
                plan.places[node] = (plan.x(distance), top + i as f64 * step);
            }
        }
        plan
    }
}

/// Writes all edges as one path: straight from layer to layer, bent within a layer.
fn write_edges(svg: &mut String, graph: &Graph, plan: &Plan) {
    let width = number((plan.radius * 0.25).max(0.4));
    let _ = write!(
        svg,
        "<path class=\"line\" fill=\"none\" opacity=\".5\" stroke-width=\"{width}\" d=\""
    );
    for &(one, other) in &graph.edges {
        let ((x, y), (to_x, to_y)) = (plan.places[one as usize], plan.places[other as usize]);
        let _ = write!(svg, "M{} {}", number(x), number(y));
        let _ = match x == to_x {
            true => {
                let (aside, middle) = (number(x + plan.gap * 0.4), number((y + to_y) / 2.0));
                write!(svg, "Q{aside} {middle} {} {}", number(to_x), number(to_y))
            }
            false => write!(svg, "L{} {}", number(to_x), number(to_y)),
        };
    }
    svg.push_str("\"/>\n");
}

fn write_nodes(svg: &mut String, puzzle: &Puzzle, graph: &Graph, plan: &Plan) {
    let shortest = graph.nodes.first().and_then(|start| start.to_goal);
    for (i, (node, (x, y))) in graph.nodes.iter().zip(&plan.places).enumerate() {
        let through = node.to_goal.map(|to_goal| node.from_start + to_goal);
        let (kind, size) = match node.to_goal {
            Some(0) => (GOAL, 1.35),
            Some(_) if through == shortest => (WAY, 1.15),
            _ => (PLAIN, 1.0),
        };
        let size = if i == 0 { 1.6 } else { size };
        let to_goal = match node.to_goal {
            Some(distance) => format!("{distance} to a goal"),
            None => "no way to a goal".to_owned(),
        };
        let _ = writeln!(
            svg,
            "<circle class=\"piece k{kind}\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\">\
             <title>{}: {} from the start, {to_goal}</title></circle>",
            number(*x),
            number(*y),
            number(plan.radius * size),
            number(plan.radius * 0.2),
            escape(&puzzle.shorthand(&node.configuration)),
            node.from_start,
        );
    }
}
