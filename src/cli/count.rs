//! `sliding count`: counts the shortest solutions, or lists them.

use std::ops::ControlFlow;

use sliding::analyse::{count, solutions};
use sliding::report::count::{ListedSolution, write_end};

use super::*;

const FORMATS: &[Format] = &[Text, Json, Csv];

const EXAMPLES: &str = "\
Exit codes: 0 counted or listed, 1 proven unsolvable, 2 bad input or usage,
3 stopped by a time or memory limit.

Examples:
  sliding count puzzles/classics/klotski.txt
  sliding count --style step --format json - < klotski.txt | jq .solutions
  sliding count --list 3 puzzles/classics/klotski.txt
  sliding count --list 10 --format json silly.txt | jq .solution";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    /// List up to N solutions instead
    #[arg(long, value_name = "N", conflicts_with = "quiet")]
    list: Option<u64>,
    /// auto (default), sparse, dense: see docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    #[arg(value_parser = engine(WHOLE))]
    engine: Engine,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.searches.each(FORMATS, console, |search, target| {
        search.query.engine = arguments.engine;
        if let Some(most) = arguments.list {
            return list(most, search, target);
        }
        let found = count(&search.query, &search.budget, &mut search.watch);
        let count = search.ended(found)?;
        search.show(&count, target)?;
        Ok(search.verdict(count.stopped, count.moves.is_none()))
    })
}

/// Lists up to `most` shortest solutions of a puzzle, as they are found.
fn list(most: u64, search: &mut Search, target: &mut Target) -> CommandResult {
    let subject = search.subject();
    if target.format == Text {
        target.write_reading(search.input)?;
    }
    let (mut number, mut written) = (0, Ok(()));
    let found =
        solutions(&search.query, &search.budget, &mut search.watch, &mut |count, solution| {
            if number == most {
                return ControlFlow::Break(());
            }
            number += 1;
            written = target.write(&ListedSolution { subject, number, count, solution: &solution });
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    written?;
    let count = search.ended(found)?;
    if target.format == Text {
        write_end(&mut target.out, Shown { subject, result: &count }, number)?;
    }
    target.out.flush()?;
    Ok(search.verdict(count.stopped, count.moves.is_none()))
}
