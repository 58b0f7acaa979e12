//! `sliding styles`: all six meanings of a move side by side.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::styles::{Row, write_table};
use sliding::solve::{Status, Until, search};

use super::progress::Watch;
use super::{Format, Verdict, complain, input, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all six styles were searched, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding styles puzzles/classics/klotski.txt
  sliding styles --format json puzzles/classics/klotski.txt | jq '.rows[].moves'";

/// Compare the six meanings of a move side by side
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The way of searching: auto, ring, table, or index
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    engine: options::EngineName,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object on a line")]
    format: Format,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input = match input::puzzle(&arguments.file) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let mut verdict = Verdict::Fine;
    let mut rows = Vec::new();
    for style in Style::ALL {
        let mut request = arguments.effort.request(style, None);
        request.engine = arguments.engine.into();
        request.until = Until::Exhausted;
        request.want_solution = false;
        let mut watch = Watch::new(arguments.effort.pace.progress, false);
        let found = search(&input.puzzle, &request, &mut watch);
        drop(watch);
        match found {
            Ok(outcome) => {
                if let Status::Stopped(limit) = outcome.status {
                    verdict = verdict.max(Verdict::Stopped);
                    if let Some(message) = options::way_out(limit, request.ring) {
                        complain(&format!("{}, style {style}: {message}", input.file));
                    }
                }
                rows.push(Row::new(style, &outcome));
            }
            Err(error) => {
                let (message, refused) = options::refusal(&error, &request);
                complain(&format!("{}: {message}", input.file));
                return Ok(refused);
            }
        }
    }
    if arguments.format == Format::Json {
        write_json(out, &sliding::report::styles::Styles::new(&input.puzzle, &input.file, rows))?;
    } else {
        write_table(out, input.name(), &rows)?;
    }
    Ok(verdict)
}
