//! `sliding why`: what makes a puzzle hard.

use std::io::{self, Write};

use clap::Args;
use sliding::report::why::WhyReport;
use sliding::why::why;

use super::given::{Format, Given};
use super::progress::Watch;
use super::query::{Asked, run_query};
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 told, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding why @klotski
  sliding why --style 1 --format json rush-hour.txt | jq '.pieces[] | select(.always)'";

/// Tell what makes a puzzle hard
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[command(flatten)]
    effort: options::Effort,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let style = arguments.subject.style;
    let budget = arguments.effort.budget(None);
    let watch = Watch::new(arguments.effort.pace.progress, false);
    run_query(
        &arguments.subject,
        Asked::new(style, budget, watch),
        |query, budget, watch| why(&query, budget, watch),
        out,
        |input, why, out| {
            let report = WhyReport { puzzle: &input.puzzle, style, why: &why };
            arguments.given.write(out, |out| {
                match arguments.given.format() {
                    Format::Text => report.write_text(out, input.name())?,
                    Format::Json => write_json(out, &report.json(&input.file))?,
                }
                Ok(Verdict::Fine)
            })
        },
    )
}
