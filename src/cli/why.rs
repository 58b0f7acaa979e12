//! `sliding why`: what makes a puzzle hard.

use sliding::analyse::why::why;

use super::*;

const FORMATS: &[Format] = &[Text, Json, Csv];

const EXAMPLES: &str = "\
Exit codes: 0 explained, 1 proven unsolvable, 2 bad input or usage, 3 stopped by
a limit.

Examples:
  sliding why @klotski
  sliding why --style 1 --format json rush-hour.txt | jq '.pieces[] | select(.always)'";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.searches.each(FORMATS, console, |search, target| {
        let found = why(&search.query, &search.budget, &mut search.watch);
        let why = search.ended(found)?;
        search.show(&why, target)?;
        Ok(search.verdict(why.stopped, why.count.moves.is_none()))
    })
}
