//! `sliding rate`: how hard puzzles feel.

use std::io::Write;

use clap::Args;
use sliding::design::{RateError, rate};
use sliding::puzzle::Style;
use sliding::report::rating;
use sliding::solve::{Budget, Ring};

use super::failure::{CommandResult, Failure};
use super::format::Format;
use super::input::Input;
use super::output::{ReportOptions, ReportTarget};
use super::query::stopped;
use super::read_as::ReadAsLog;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
A simulated player plays each puzzle 1,000 times. Felt difficulty is its mean
number of moves, divided by the fewest. On 33 Rush Hour boards that agrees with
the moves of people better than the fewest moves do: below 1.85, 4 of 100 gave
up; above 3.54, 30 of 100. About other puzzles nothing is known. See
docs/makers.md.

Exit codes: 0 rated, 1 there is no solution, 2 bad input or usage, 3 stopped by
a limit.

Examples:
  sliding rate --style slide puzzles/rush-hour/*.txt
  sliding rate --format json - < levels.txt | jq .rating.difficulty";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzles: options::PuzzleFiles,
    /// What is one move: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", default_value = "walk", value_parser = options::style)]
    style: Style,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    let budget = arguments.effort.budget(None);
    target.write(out, |out| {
        let rated = arguments
            .puzzles
            .each(|_, input, log| rate_one(arguments, &target, &input, &budget, log, out));
        Ok(rated?)
    })
}

fn rate_one(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    budget: &Budget,
    log: &mut ReadAsLog,
    out: &mut dyn Write,
) -> CommandResult {
    let subject = &input.subject(arguments.style);
    let rated = rate(&input.puzzle, arguments.style, budget);
    if target.format == Format::Json && matches!(rated, Ok(_) | Err(RateError::Unsolvable)) {
        write_json(out, &rating::json(subject, rated.as_ref()))?;
    } else if target.format == Format::Text {
        log.write(out, &input.puzzle)?;
    }
    match rated {
        Ok(rating) => {
            if target.format == Format::Text {
                rating::write_text(out, subject, &rating)?;
            }
            Ok(Verdict::Fine)
        }
        Err(RateError::Unsolvable) => {
            if target.format == Format::Text {
                writeln!(out, "{}: there is no solution", input.name())?;
            }
            Ok(Verdict::Negative)
        }
        Err(RateError::Stopped(limit)) => {
            let advice = options::limit_advice(limit, &Ring::default(), budget.memory);
            Ok(stopped(&input.file, &advice))
        }
        Err(RateError::Refused(refusal)) => {
            let (message, verdict) = options::refusal(&refusal, &Ring::default());
            Err(Failure::Message(format!("{}: {message}", input.file), verdict))
        }
        Err(other) => Err(Failure::input(format!("{}: {other}", input.file))),
    }
}
