//! `sliding styles`: all six meanings of a move side by side.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::styles::StylesReport;
use sliding::search::{Until, search};

use super::progress::Watch;
use super::query::{Finding, ask, stopped};
use super::{Format, Verdict, input, options, write_json};

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
    let mut found = Vec::new();
    for style in Style::ALL {
        let mut request = arguments.effort.request(style, None);
        request.engine = arguments.engine.into();
        request.until = Until::Exhausted;
        request.want_solution = false;
        let watch = Watch::new(arguments.effort.pace.progress, false);
        let outcome = match ask(&input, &request, watch, |p, request, w| search(p, request, w)) {
            Ok(outcome) => outcome,
            Err(refused) => return Ok(refused),
        };
        if let Some(limit) = outcome.limit() {
            let name = format!("{}, style {style}", input.file);
            verdict = verdict.max(stopped(&name, &outcome.way_out(limit, &request)));
        }
        found.push((style, outcome));
    }
    let report = StylesReport { puzzle: &input.puzzle, found: &found };
    match arguments.format {
        Format::Text => report.write_text(out, input.name())?,
        Format::Json => write_json(out, &report.json(&input.file))?,
    }
    Ok(verdict)
}
