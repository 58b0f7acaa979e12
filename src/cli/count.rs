//! `sliding count`: how many shortest solutions there are.

use std::io::{self, Write};

use clap::Args;
use sliding::analyse::count;
use sliding::report::count::CountReport;

use super::given::{Format, Given};
use super::progress::Watch;
use super::query::{Asked, run_query};
use super::{Verdict, options, read_as, write_json};

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

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let style = arguments.subject.style;
    let budget = arguments.effort.budget(None);
    let watch = Watch::new(arguments.effort.pace.progress, arguments.verbose);
    arguments.given.write(out, |out| {
        run_query(
            &arguments.subject,
            Asked::new(style, budget, watch),
            |mut query, budget, watch| {
                query.engine = arguments.way.engine;
                count(&query, budget, watch)
            },
            out,
            |input, count, out| {
                let report = CountReport { puzzle: &input.puzzle, style, count: &count };
                match arguments.given.format() {
                    Format::Text => {
                        read_as::write(out, &input.puzzle)?;
                        report.write_text(out, input.name(), !arguments.quiet)?;
                    }
                    Format::Json => write_json(out, &report.json(&input.file))?,
                }
                Ok(Verdict::Fine)
            },
        )
    })
}
