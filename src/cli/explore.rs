//! `sliding explore`: the whole map of a puzzle.

use std::io::Write;

use clap::{Args, ValueEnum};
use sliding::analyse::{Map, MapOrigin, StoredDistances, explore, explore_each, stored_distances};
use sliding::puzzle::Configuration;
use sliding::report::map::MapReport;
use sliding::solve::{Budget, Engine, Query, Refusal, Stopped};

use super::dump::{DumpTarget, DumpWriter};
use super::failure::CommandResult;
use super::format::Format::{self, *};
use super::format::among;
use super::input::Input;
use super::output::{Output, ReportTarget};
use super::progress::ProgressObserver;
use super::query::{SearchResult, SearchSettings, run_query_on};
use super::{Verdict, complain, options, picture, read_as, start};

const FORMATS: &[Format] = &[Text, Json, Svg, Png, Csv];

const EXAMPLES: &str = "\
Exit codes: 0 the map is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding explore puzzles/classics/klotski.txt
  sliding explore --origin goal --style 0 puzzles/classics/century.txt
  sliding explore --format csv puzzles/classics/klotski.txt > distances.csv
  sliding explore --origin goal --dump klotski.npy puzzles/classics/klotski.txt
  sliding explore --disk map --disk-limit 50GB @2x5
  sliding explore --disk map --resume --distance-of 123456789 @2x5
  sliding explore --format svg puzzles/classics/klotski.txt > distances.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[arg(long, value_name = "ORIGIN", default_value = "start", hide_possible_values = true)]
    #[arg(help = "Measure distances from: start, or goal (the farthest is the hardest start)")]
    origin: OriginName,
    /// Draw up to N of the farthest positions
    #[arg(long = "limit", value_name = "N", default_value = "12")]
    most: usize,
    #[command(flatten)]
    effort: options::LimitOptions,
    /// auto, sparse or dense: see docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[
        Engine::Auto, Engine::Sparse, Engine::Dense,
    ]))]
    engine: Engine,
    #[command(flatten)]
    symmetry: options::SymmetryOptions,
    #[command(flatten)]
    disk: options::DiskOptions,
    /// Look up this position's distances in the folder given by --disk
    #[arg(long, value_name = "POSITION", requires = "disk")]
    distance_of: Vec<String>,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        value_parser = among(FORMATS),
        help = "text (default); json; svg, png: a plot of positions per distance; csv: its numbers"
    )]
    format: Option<Format>,
    #[command(flatten)]
    theme: picture::ThemeOption,
    #[command(flatten)]
    output: Output,
    /// Also write every position with its distance, to FILE.csv or FILE.npy
    #[arg(long, value_name = "FILE", value_parser = DumpTarget::read)]
    dump: Option<DumpTarget>,
    #[command(flatten)]
    paint: options::ColorOptions,
    /// Report the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum OriginName {
    Start,
    Goal,
}

/// A map, and what the folder has about the requested positions.
struct Explored {
    map: Map,
    positions: Vec<(Configuration, StoredDistances)>,
}

impl SearchResult for Explored {
    fn stopped(&self) -> Option<Stopped> {
        self.map.stopped
    }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.output.target(arguments.format, FORMATS)?;
    let input = arguments.subject.puzzle.read()?;
    let positions =
        arguments.distance_of.iter().map(|given| start::read(given, "--distance-of", &input));
    let positions = positions.collect::<Result<Vec<_>, _>>()?;
    let origin = match arguments.origin {
        OriginName::Start => MapOrigin::Start,
        OriginName::Goal => MapOrigin::Goals,
    };
    let settings =
        SearchSettings::new(arguments.subject.style, arguments.effort, arguments.verbose);
    let interrupt = settings.budget.interrupt.clone();
    let mut dump = match &arguments.dump {
        Some(target) => Some(target.begin(&input.puzzle, origin, interrupt)?),
        None => None,
    };
    let mut is_complete = false;
    let verdict = run_query_on(
        &input,
        settings,
        |query, budget, watch| {
            let found = search(arguments, query, budget, watch, &positions, origin, dump.as_mut());
            is_complete = found.as_ref().is_ok_and(|found| found.map.stopped.is_none());
            found
        },
        out,
        |found, out| write(arguments, &target, &input, &found, origin, out),
    );
    // The report's reader may have closed the pipe; the dump is complete nevertheless.
    if let Some(dump) = dump {
        dump.failure()?;
        match is_complete {
            true => dump.end()?,
            false => complain(&format!("{} is not written: the map is incomplete", dump.name())),
        }
    }
    verdict
}

fn search(
    arguments: &Arguments,
    mut query: Query,
    budget: &Budget,
    watch: &mut ProgressObserver,
    positions: &[Configuration],
    origin: MapOrigin,
    dump: Option<&mut DumpWriter>,
) -> Result<Explored, Refusal> {
    query.engine = arguments.engine;
    query.uses_symmetry = arguments.symmetry.is_used();
    query.disk = arguments.disk.to_disk();
    let map = match dump {
        None => explore(&query, budget, arguments.most, watch),
        Some(dump) => {
            let mut each = |configuration: &_, distance| dump.add(configuration, distance);
            explore_each(&query, budget, arguments.most, watch, origin, &mut each)
        }
    }?;
    let mut distances = Vec::new();
    if !positions.is_empty() {
        query.disk.iter_mut().for_each(|disk| disk.resumes = true);
        let stored = stored_distances(&query, budget, positions)?;
        distances.extend(positions.iter().cloned().zip(stored));
    }
    Ok(Explored { map, positions: distances })
}

fn write(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    found: &Explored,
    origin: MapOrigin,
    out: &mut dyn Write,
) -> CommandResult {
    let (subject, Explored { map, positions }) = (input.subject(arguments.subject.style), found);
    let report = MapReport { subject, map, origin, positions };
    if let Text | Json = target.format {
        let ink = target.ink(arguments.paint);
        let text = |out: &mut dyn Write| report.write_text(out, ink);
        return target.report(out, input, text, || report.json());
    }
    read_as::note(input);
    target.write(out, |out| {
        if target.format == Csv {
            report.write_csv(out)?;
            return Ok(Verdict::Fine);
        }
        let scene = report.scene(arguments.theme.theme());
        picture::emit(out, target.format, &scene, (input, Some(input.name())))
    })
}
