//! `sliding components`: all positions of a puzzle's pieces, and how they are connected.

use clap::Args;
use sliding::analyse::{Survey, survey};
use sliding::report::Shown;
use sliding::solve::{Engine, FLOOR, Stopped};

use super::Console;
use super::failure::{CommandResult, MOST, at_least, stopped};
use super::options::{Searches, WHOLE, engine};
use super::output::TEXT_OR_JSON;
use super::run::Run;

const EXAMPLES: &str = "\
Exit codes: 0 all positions were searched, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding components puzzles/classics/klotski.txt
  sliding components --limit 1 --format json @klotski | jq .sizes";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    /// Describe the N largest components, besides those of start and goal
    #[arg(long = "limit", value_name = "N", default_value = "3")]
    most: usize,
    /// auto, sparse or dense
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine(WHOLE))]
    engine: Engine,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    Run::new(&arguments.searches, TEXT_OR_JSON, console)?.each(|search, run| {
        search.query.engine = arguments.engine;
        let most = arguments.most;
        let found = survey(&search.query, &search.budget, most, &mut search.watch);
        let survey = search.ended(found)?;
        run.target.report(search.input, &Shown { subject: search.subject(), result: &survey })?;
        Ok(match only_counted(&survey, search.budget.memory) {
            Some(advice) => stopped(&search.input.file, &advice),
            None => search.verdict(survey.stopped, false),
        })
    })
}

/// Says how much memory a search takes that could only count the positions; `None` if a search did
/// more.
fn only_counted(survey: &Survey, memory: u64) -> Option<String> {
    let is_only_counted = survey.stopped == Some(Stopped::Memory) && survey.sizes.is_empty();
    let placements = survey.placements.as_ref().filter(|_| is_only_counted)?;
    // A bit for each, in half of the memory. What else is stored depends on the puzzle.
    let needed = match u64::try_from(placements / 4_u8 + FLOOR).unwrap_or(u64::MAX) {
        MOST.. => {
            "more memory than machines have; `sliding explore` searches what the start leads to"
                .to_owned()
        }
        needed if needed <= memory => "more memory".to_owned(),
        needed => format!("at least --memory {}", at_least(needed)),
    };
    Some(format!("the {placements} positions were only counted: searching them takes {needed}"))
}
