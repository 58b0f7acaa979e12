//! `sliding rate`: how hard puzzles feel.

use clap::Args;
use sliding::design::{RateError, rate};

use super::Console;
use super::Format::{self, *};
use super::{CommandResult, Searches, formats};

const FORMATS: &[Format] = &[Text, Json, Csv];

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
  sliding rate --style slide --format csv puzzles/rush-hour/*.txt > ratings.csv
  sliding rate --format json - < levels.txt | jq .rating.difficulty";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.searches.each(FORMATS, console, |search, target| {
        let found = match rate(search.query.puzzle, search.query.style, &search.budget) {
            Err(RateError::Unsolvable) => Ok((None, None)),
            Err(RateError::Stopped(limit)) => Ok((None, Some(limit))),
            found => found.map(|rating| (Some(rating), None)),
        };
        let rated = search.ended(found)?;
        search.show(&rated, target)?;
        Ok(search.verdict(rated.1, rated.0.is_none()))
    })
}
