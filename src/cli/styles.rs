//! `sliding styles`: all six meanings of a move side by side.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::styles::StylesReport;
use sliding::solve::{Engine, Until, solve};

use super::given::{Format, Given};
use super::progress::Watch;
use super::query::{Asked, Finding, ask, stopped};
use super::start::Start;
use super::stream::Reading;
use super::{Verdict, options, read_as, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all six styles were searched, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding styles puzzles/classics/klotski.txt
  sliding styles --format json puzzles/classics/klotski.txt | jq '.rows[].moves'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    start: Start,
    /// The way of searching: auto, ring, table, or index; cut takes styles 0 to 2
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_blocks())]
    engine: Engine,
    #[command(flatten)]
    effort: options::Effort,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    arguments.given.write(out, |out| compare(arguments, out))
}

fn compare(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input =
        match arguments.reading.only(&arguments.file).and_then(|input| arguments.start.of(input)) {
            Ok(input) => input,
            Err(verdict) => return Ok(verdict),
        };
    let mut verdict = Verdict::Fine;
    let mut found = Vec::new();
    for style in Style::ALL {
        let watch = Watch::new(arguments.effort.pace.progress, false);
        let mut asked = Asked::new(style, arguments.effort.budget(None), watch);
        let answer = ask(&input, &mut asked, |mut query, budget, watch| {
            query.engine = arguments.engine;
            query.until = Until::Exhausted;
            query.wants_solution = false;
            solve(&query, budget, watch)
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(refused) => return Ok(refused),
        };
        if let Some(by) = answer.stopped() {
            let name = format!("{}, style {style}", input.file);
            verdict = verdict.max(stopped(&name, &answer.way_out(by, &asked)));
        }
        found.push((style, answer));
    }
    let report = StylesReport { puzzle: &input.puzzle, found: &found };
    match arguments.given.format() {
        Format::Text => {
            read_as::write(out, &input.puzzle)?;
            report.write_text(out, input.name())?;
        }
        Format::Json => write_json(out, &report.json(&input.file))?,
    }
    Ok(verdict)
}
