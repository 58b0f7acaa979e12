//! `sliding count`: how many shortest solutions there are.

use std::io::Write;

use clap::Args;
use sliding::analyse;
use sliding::report::count;

use super::failure::Ended;
use super::options;
use super::output::Given;
use super::query::{Asked, run_query};

const EXAMPLES: &str = "\
Exit codes: 0 counted, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding count puzzles/classics/klotski.txt
  sliding count --style 0 --format json - < klotski.txt | jq .solutions";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[command(flatten)]
    effort: options::Effort,
    #[command(flatten)]
    way: options::Way,
    #[command(flatten)]
    given: Given,
    /// Only the numbers, without the steps
    #[arg(short, long)]
    quiet: bool,
    /// Tell the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let style = arguments.subject.style;
    let form = arguments.given.form()?;
    run_query(
        &arguments.subject,
        Asked::new(style, arguments.effort, arguments.verbose),
        |mut query, budget, watch| {
            query.engine = arguments.way.engine;
            analyse::count(&query, budget, watch)
        },
        out,
        |input, found, out| {
            let (subject, steps) = (&input.subject(style), !arguments.quiet);
            let text = |out: &mut dyn Write| count::write_text(out, subject, &found, steps);
            form.report(out, input, text, || count::json(subject, &found))
        },
    )
}
