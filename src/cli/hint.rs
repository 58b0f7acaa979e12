//! `sliding hint`: the next move of a solution.

use sliding::report::hint::HintReport;

use super::*;

const EXAMPLES: &str = "\
Exit codes: 0 there is a move, or the puzzle is solved already; 1 proven
unsolvable, 2 bad input or usage, 3 stopped by a limit; of several puzzles, the
worst: 2, then 3, then 1.

Examples:
  sliding hint puzzles/classics/klotski.txt
  sliding hint --start 1221/1221/1331/1441/4040 --style 0 klotski.txt
  sliding hint --format json - < levels.txt | jq .next";

#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.searches.each(TEXT_OR_JSON, console, |search, target| {
        let answer = search.solution()?;
        let report = HintReport { subject: search.subject(), answer: &answer };
        target.report(search.input, &report)?;
        Ok(search.verdict(answer.status.stopped(), answer.status == Status::Unsolvable))
    })
}
