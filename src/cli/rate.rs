//! `sliding rate`: how hard puzzles feel.

use std::io::Write;

use clap::Args;
use sliding::design::{RateError, Rating, rate};
use sliding::report::rating;
use sliding::solve::{Budget, Query, Stopped};

use super::failure::CommandResult;
use super::format::Format;
use super::input::Input;
use super::output::{ReportOptions, ReportTarget};
use super::query::{SearchResult, SearchSettings, run_query_on};
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
    subjects: options::SubjectFiles,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    target.write(out, |out| {
        let rated = arguments.subjects.puzzles.each(|_, input, log| {
            // The time limit is for each puzzle.
            let settings = SearchSettings::new(arguments.subjects.style, arguments.effort, false);
            rate_one(&target, &input, settings, log, out)
        });
        Ok(rated?)
    })
}

fn rate_one(
    target: &ReportTarget,
    input: &Input,
    settings: SearchSettings,
    log: &mut ReadAsLog,
    out: &mut dyn Write,
) -> CommandResult {
    if target.format == Format::Text {
        log.write(out, &input.puzzle)?;
    }
    let style = settings.style;
    let find = |query: Query, budget: &Budget, _: &mut _| match rate(query.puzzle, style, budget) {
        Err(RateError::Unsolvable) => Ok(Rated { rating: None, stopped: None }),
        Err(RateError::Stopped(limit)) => Ok(Rated { rating: None, stopped: Some(limit) }),
        rated => rated.map(|rating| Rated { rating: Some(rating), stopped: None }),
    };
    run_query_on(input, settings, find, out, |Rated { rating, stopped }, out| {
        let subject = &input.subject(style);
        match &rating {
            _ if target.format == Format::Json => {
                write_json(out, &rating::json(subject, rating.as_ref(), stopped))?
            }
            Some(rating) => rating::write_text(out, subject, rating)?,
            None if stopped.is_some() => {}
            None => writeln!(out, "{}", subject.result("no solution"))?,
        }
        Ok(Verdict::Fine)
    })
}

struct Rated {
    rating: Option<Rating>,
    stopped: Option<Stopped>,
}

impl SearchResult for Rated {
    fn verdict(&self) -> Verdict {
        if self.rating.is_none() && self.stopped.is_none() {
            Verdict::Negative
        } else {
            Verdict::Fine
        }
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}
