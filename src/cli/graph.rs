//! `sliding graph`: the positions of a puzzle and the moves between them.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use sliding::analyse::{Graph, graph};
use sliding::report::graph::{graph_sheet, json, write_dot};
use sliding::solve::Engine;

use super::failure::CommandResult;
use super::format::Format::{self, *};
use super::format::among;
use super::input::Input;
use super::output::Output;
use super::progress::ProgressObserver;
use super::query::{SearchSettings, run_query};
use super::{Verdict, options, picture, read_as, write_json};

const FORMATS: &[Format] = &[Dot, Json, Svg, Png];

const EXAMPLES: &str = "\
Exit codes: 0 the graph is complete, 2 bad input or usage, 3 stopped by a limit;
nothing is written then.

Examples:
  sliding graph puzzles/classics/dads-puzzler.txt | dot -Tsvg > dads.svg
  sliding graph --format json puzzles/tiles/2x2.txt | jq '.nodes | length'
  sliding graph --format svg --style 0 puzzles/tiles/3x2.txt > tiles.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(value_parser = among(FORMATS), help = "dot (default), json, svg, png")]
    format: Option<Format>,
    /// Refuse graphs of more than N positions
    #[arg(long = "limit", value_name = "N", default_value = "10000")]
    max_nodes: u32,
    /// auto or sparse
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[Engine::Auto, Engine::Sparse]))]
    engine: Engine,
    /// Memory limit, e.g. 512MiB or 4GB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = options::memory)]
    memory: Option<u64>,
    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    progress: options::ProgressOption,
    #[command(flatten)]
    theme: picture::ThemeOption,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.output.target(arguments.format, FORMATS)?;
    let mut budget = options::within(arguments.time_limit);
    budget.memory = options::memory_or_half(arguments.memory);
    let watch = ProgressObserver::new(arguments.progress.form, false);
    run_query(
        &arguments.subject,
        SearchSettings::within(arguments.subject.style, budget, watch),
        |mut query, budget, watch| {
            query.engine = arguments.engine;
            graph(&query, budget, arguments.max_nodes, watch)
        },
        out,
        |input, graph, out| {
            if target.format != Json {
                read_as::note(input);
            }
            target.write(out, |out| write(arguments, target.format, input, &graph, out))
        },
    )
}

fn write(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    graph: &Graph,
    out: &mut dyn Write,
) -> CommandResult {
    let (puzzle, name, style) = (&input.puzzle, input.name(), arguments.subject.style);
    match format {
        Dot => write_dot(out, puzzle, name, graph)?,
        Json => write_json(out, &json(&input.subject(style), graph))?,
        _ => {
            let scene = graph_sheet(puzzle, name, style, graph, arguments.theme.theme());
            return picture::emit(out, format, &scene, (input, Some(name)));
        }
    }
    Ok(Verdict::Fine)
}
