//! `sliding explore`: the whole map of a puzzle.

use std::cell::RefCell;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use sliding::analyse::{Origin, explore, explore_each, stored_distances};
use sliding::report::map::MapReport;
use sliding::solve::{Engine, Refusal};

use super::dump::Target;
use super::input::Input;
use super::pixels::pdf;
use super::progress::Watch;
use super::query::{Asked, run_query_on};
use super::{Verdict, options, picture, read_as, start, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 the map is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding explore puzzles/classics/klotski.txt
  sliding explore --origin goal --style 0 puzzles/classics/century.txt
  sliding explore --csv puzzles/classics/klotski.txt > distances.csv
  sliding explore --origin goal --dump klotski.npy puzzles/classics/klotski.txt
  sliding explore --disk map --disk-limit 50GB puzzles/tiles/2x5.txt
  sliding explore --disk map --resume --distance-of 123456789 puzzles/tiles/2x5.txt
  sliding explore --format svg puzzles/classics/klotski.txt > distances.svg";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[arg(long, value_name = "ORIGIN", default_value = "start", hide_possible_values = true)]
    #[arg(help = "Measure distances from the start, or from the goal")]
    origin: OriginName,
    /// Draw no more than N farthest configurations
    #[arg(long, value_name = "N", default_value = "12")]
    most: usize,
    #[command(flatten)]
    effort: options::Effort,
    /// The way of searching: auto, table, index, cut (styles 0 to 2), or disk
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_maps())]
    engine: Engine,
    #[command(flatten)]
    images: options::Images,
    #[command(flatten)]
    disk: options::OnDisk,
    /// Tell how far this position is from start and goal, by what is in the folder
    #[arg(long, value_name = "POSITION", requires = "disk")]
    distance_of: Vec<String>,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        help = "text (default); json: an object on a line; svg, pdf: a plot of the distances; csv: its numbers"
    )]
    format: Option<Format>,
    #[command(flatten)]
    theme: picture::Theme,
    #[command(flatten)]
    output: picture::Output,
    /// Only the numbers of configurations, as comma-separated values
    #[arg(long, conflicts_with = "format")]
    csv: bool,
    /// Write all configurations and their distances to FILE.csv, .jsonl or .npy
    #[arg(long, value_name = "FILE", value_parser = Target::read)]
    dump: Option<Target>,
    #[command(flatten)]
    paint: options::Paint,
    /// Tell the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
    Pdf,
    Csv,
}

#[derive(Clone, Copy, ValueEnum)]
enum OriginName {
    Start,
    Goal,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let csv = arguments.csv.then_some(Format::Csv);
    let format = arguments.output.format(csv.or(arguments.format));
    if arguments.output.refuses(format) {
        return Ok(Verdict::BadInput);
    }
    let input = match arguments.subject.read() {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let style = arguments.subject.style;
    let budget = arguments.effort.budget(None);
    let watch = Watch::new(arguments.effort.pace.progress, arguments.verbose);
    let origin = match arguments.origin {
        OriginName::Start => Origin::Start,
        OriginName::Goal => Origin::Goals,
    };
    let mut dump = match &arguments.dump {
        Some(target) => Some(target.begin(&input.puzzle, origin, budget.interrupt.clone())?),
        None => None,
    };
    let mut is_complete = false;
    let positions =
        arguments.distance_of.iter().map(|given| start::read(given, "--distance-of", &input));
    let positions = match positions.collect::<Result<Vec<_>, _>>() {
        Ok(positions) => positions,
        Err(verdict) => return Ok(verdict),
    };
    let asked = RefCell::new(Vec::new());
    let verdict = run_query_on(
        &input,
        Asked::new(style, budget.clone(), watch),
        |mut query, budget, watch| {
            query.engine = arguments.engine;
            query.uses_symmetry = arguments.images.are_used();
            query.disk = arguments.disk.asked();
            let map = match &mut dump {
                None => explore(&query, budget, arguments.most, watch),
                Some(dump) => {
                    let mut each = |configuration: &_, distance| dump.add(configuration, distance);
                    let map =
                        explore_each(&query, budget, arguments.most, watch, origin, &mut each);
                    is_complete = map.as_ref().is_ok_and(|map| map.stopped.is_none());
                    map
                }
            }?;
            if !positions.is_empty() {
                query.disk.iter_mut().for_each(|disk| disk.resumes = true);
                let stored = stored_distances(&query, budget, &positions)?;
                asked.borrow_mut().extend(positions.iter().cloned().zip(stored));
            }
            Ok::<_, Refusal>(map)
        },
        out,
        |map, out| {
            let asked = asked.take();
            let report =
                MapReport { puzzle: &input.puzzle, style, map: &map, origin, asked: &asked };
            arguments.output.write(out, |out| write(arguments, format, &input, &report, out))
        },
    );
    // Whoever reads the report may have seen enough; the dump is whole nevertheless.
    if let Some(dump) = dump {
        dump.failure()?;
        if is_complete {
            dump.end()?;
        }
    }
    verdict
}

fn write(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    report: &MapReport,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    if !matches!(format, Format::Text | Format::Json) {
        read_as::note(input);
    }
    match format {
        Format::Csv => report.write_csv(out)?,
        Format::Text => {
            read_as::write(out, &input.puzzle)?;
            report.write_text(out, input.name(), arguments.output.ink(arguments.paint))?;
        }
        Format::Json => write_json(out, &report.json(&input.file))?,
        Format::Svg => {
            out.write_all(report.svg(input.name(), arguments.theme.theme()).as_bytes())?;
        }
        Format::Pdf => {
            let made = pdf(&report.svg(input.name(), arguments.theme.settled()));
            return picture::write_rendered(made, input, Some(input.name()), out);
        }
    }
    Ok(Verdict::Fine)
}
