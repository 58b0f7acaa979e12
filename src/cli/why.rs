//! `sliding why`: what makes a puzzle hard.

use std::io::Write;

use clap::Args;
use sliding::analyse::why::why;
use sliding::report::why::WhyReport;

use super::failure::CommandResult;
use super::options;
use super::output::ReportOptions;
use super::query::{SearchSettings, run_query};

const EXAMPLES: &str = "\
Exit codes: 0 explained, 1 proven unsolvable, 2 bad input or usage, 3 stopped by
a limit.

Examples:
  sliding why @klotski
  sliding why --style 1 --format json rush-hour.txt | jq '.pieces[] | select(.always)'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    output: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let target = arguments.output.target()?;
    run_query(
        &arguments.subject,
        SearchSettings::new(style, arguments.effort, false),
        |query, budget, watch| why(&query, budget, watch),
        out,
        |input, why, out| {
            let report = WhyReport { subject: input.subject(style), why: &why };
            let text = |out: &mut dyn Write| report.write_text(out);
            target.report(out, input, text, || report.json())
        },
    )
}
