//! `sliding explore`: the whole map of a puzzle.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use sliding::analyse::{Origin, explore};
use sliding::report::map;
use sliding::solve::Stopped;

use super::progress::Watch;
use super::{Verdict, complain, input, options, picture, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 the map is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding explore puzzles/classics/klotski.txt
  sliding explore --from goal --style 0 puzzles/classics/century.txt
  sliding explore --csv puzzles/classics/klotski.txt > distances.csv
  sliding explore --format svg puzzles/classics/klotski.txt > distances.svg";

/// Map all that can be reached: distances, farthest, hardest start
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[arg(long, value_name = "ORIGIN", default_value = "start", hide_possible_values = true)]
    #[arg(help = "Measure distances from the start, or from the goal")]
    from: From,
    /// Draw no more than N farthest configurations
    #[arg(long, value_name = "N", default_value = "12")]
    most: usize,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text; json: an object on a line; svg: a plot of the distances")]
    format: Format,
    #[command(flatten)]
    theme: picture::Theme,
    #[command(flatten)]
    output: picture::Output,
    /// Only the numbers of configurations, as comma-separated values
    #[arg(long, conflicts_with = "format")]
    csv: bool,
    #[command(flatten)]
    paint: options::Paint,
    /// Tell each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

#[derive(Clone, Copy, ValueEnum)]
enum From {
    Start,
    Goal,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input = match input::puzzle(&arguments.subject.file) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let request = arguments.effort.request(arguments.subject.style, None);
    let mut watch = Watch::new(arguments.effort.pace.progress, arguments.verbose);
    let explored = explore(&input.puzzle, &request, arguments.most, &mut watch);
    drop(watch);
    let map = match explored {
        Ok(map) => map,
        Err(error) => {
            let (message, verdict) = options::refusal(&error, &request);
            complain(&format!("{}: {message}", input.file));
            return Ok(verdict);
        }
    };
    let origin = match arguments.from {
        From::Start => Origin::Start,
        From::Goal => Origin::Goals,
    };
    let view =
        map::View { puzzle: &input.puzzle, style: arguments.subject.style, map: &map, origin };
    let done = arguments.output.write(out, |out| {
        match arguments.format {
            _ if arguments.csv => view.write_csv(out)?,
            Format::Text => {
                view.write_text(out, input.name(), arguments.output.ink(arguments.paint))?
            }
            Format::Json => write_json(out, &view.json(&input.file))?,
            Format::Svg => {
                out.write_all(view.svg(input.name(), arguments.theme.theme()).as_bytes())?;
            }
        }
        out.flush()?;
        Ok(Verdict::Fine)
    })?;
    Ok(done.max(limited(map.stopped, &input, &request)))
}

/// Tells of a limit, and what it makes of the run.
pub fn limited(
    limit: Option<Stopped>,
    input: &input::Input,
    request: &sliding::search::Request,
) -> Verdict {
    let Some(limit) = limit else { return Verdict::Fine };
    if let Some(message) = options::way_out(limit, request.ring) {
        complain(&format!("{}: {message}", input.file));
    }
    Verdict::Stopped
}
