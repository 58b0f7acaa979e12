//! `sliding graph`: the positions of a puzzle and the moves between them.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sliding::Puzzle;
use sliding::analyse::{Graph, graph};
use sliding::files::{PendingFile, with_path};
use sliding::report::draw::Appearance;
use sliding::report::graph::{ARRAYS, graph_sheet, json, write_array, write_dot, write_graphml};
use sliding::solve::Engine;

use super::failure::{CommandResult, Failure};
use super::format::Format::{self, *};
use super::format::among;
use super::input::Input;
use super::output::Output;
use super::progress::ProgressObserver;
use super::query::{SearchSettings, run_query};
use super::{Verdict, options, picture, read_as, write_json};

const FORMATS: &[Format] = &[Dot, Graphml, Json, Svg, Pdf, Npy];

const EXAMPLES: &str = "\
Exit codes: 0 the graph is complete, 2 bad input or usage, 3 stopped by a limit;
nothing is written then.

Examples:
  sliding graph puzzles/classics/dads-puzzler.txt | dot -Tsvg > dads.svg
  sliding graph --format json puzzles/tiles/2x2.txt | jq '.nodes | length'
  sliding graph --format npy --output dads puzzles/classics/dads-puzzler.txt
  sliding graph --format svg --style 0 puzzles/tiles/3x2.txt > tiles.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        value_parser = among(FORMATS),
        help = "dot (default), graphml, json, svg, pdf, or npy: arrays in several files"
    )]
    format: Option<Format>,
    /// Refuse graphs of more than N positions
    #[arg(long = "limit", value_name = "N", default_value = "10000")]
    max_nodes: u32,
    /// auto, or table
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[Engine::Auto, Engine::Table]))]
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
    let format = arguments.output.format(arguments.format, FORMATS);
    // The names of arrays only begin with that of the output, and end in .npy.
    if format != Npy {
        arguments.output.check(format, FORMATS)?;
    } else if arguments.output.path().is_none() {
        return Err(Failure::input(
            "--format npy writes several files: name what they begin with, as in --output klotski",
        ));
    }
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
            if format != Json {
                read_as::note(input);
            }
            arguments.output.write(out, |out| write(arguments, format, input, &graph, out))
        },
    )
}

/// Writes the arrays, one file each, whose names begin with that of the output. No file has exactly
/// that name.
fn write_arrays(arguments: &Arguments, puzzle: &Puzzle, graph: &Graph) -> CommandResult {
    let Some(prefix) = arguments.output.path() else { return Ok(Verdict::BadInput) };
    let mut drafts = Vec::new();
    for name in ARRAYS {
        let path = PathBuf::from(format!("{}.{name}.npy", prefix.display()));
        let written = PendingFile::of(&path).and_then(|draft| {
            let mut out = BufWriter::new(draft);
            write_array(&mut out, name, puzzle, graph)?;
            Ok(out.into_inner()?)
        });
        let draft = written.map_err(|error| with_path(&path, &error))?;
        drafts.push((draft, path));
    }
    for (draft, path) in drafts {
        draft.commit().map_err(|error| with_path(&path, &error))?;
    }
    Ok(Verdict::Fine)
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
        Graphml => write_graphml(out, puzzle, name, graph)?,
        Json => write_json(out, &json(&input.subject(style), graph))?,
        Npy => return write_arrays(arguments, puzzle, graph),
        _ => {
            let svg =
                |appearance: Appearance| graph_sheet(puzzle, name, style, graph, appearance.theme);
            let appearance = arguments.theme.appearance();
            return picture::emit(out, format, appearance, (input, Some(name)), svg);
        }
    }
    Ok(Verdict::Fine)
}
