//! `sliding graph`: the configurations of a puzzle and the moves between them.

use std::io::{self, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};
use sliding::analyse::{Graph, graph};
use sliding::report::graph::{StateGraph, graph_sheet, write_dot, write_graphml};

use super::format::Formats;
use super::input::Input;
use super::progress::{Form, Watch};
use super::query::{Asked, run_query};
use super::{Verdict, options, picture, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 the graph is complete, 2 bad input or usage, 3 stopped by a limit;
nothing is written then.

Examples:
  sliding graph puzzles/classics/dads-puzzler.txt | dot -Tsvg > dads.svg
  sliding graph --format json puzzles/tiles/2x2.txt | jq '.nodes | length'
  sliding graph --format svg --style 0 puzzles/tiles/3x2.txt > tiles.svg";

/// Write all configurations and the moves between them as a graph
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "dot (default), graphml, json: an object on a line, svg: a picture")]
    format: Option<Format>,
    /// Give up beyond N configurations
    #[arg(long, value_name = "N", default_value = "10000")]
    max_nodes: u32,
    /// Give up after so long
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    theme: picture::Theme,
    #[command(flatten)]
    output: picture::Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Dot,
    Graphml,
    Json,
    Svg,
}

impl Formats for Format {
    fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Dot => &["dot", "gv"],
            Format::Graphml => &["graphml"],
            Format::Json => &["json"],
            Format::Svg => &["svg"],
        }
    }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let format = arguments.output.format(arguments.format, Format::Dot);
    arguments.output.wonder(format);
    let budget = options::within(arguments.time_limit);
    let watch = Watch::new(Form::Auto, false);
    run_query(
        &arguments.subject,
        Asked::new(arguments.subject.style, budget, watch),
        |query, budget, watch| graph(&query, budget, arguments.max_nodes, watch),
        out,
        |input, graph, out| {
            arguments.output.write(out, |out| write(arguments, format, input, &graph, out))
        },
    )
}

fn write(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    graph: &Graph,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let (puzzle, name, style) = (&input.puzzle, input.name(), arguments.subject.style);
    match format {
        Format::Dot => write_dot(out, puzzle, name, graph)?,
        Format::Graphml => write_graphml(out, puzzle, name, graph)?,
        Format::Json => write_json(out, &StateGraph::new(puzzle, &input.file, style, graph))?,
        Format::Svg => {
            let svg = graph_sheet(puzzle, name, style, graph, arguments.theme.theme());
            out.write_all(svg.as_bytes())?;
        }
    }
    Ok(Verdict::Fine)
}
