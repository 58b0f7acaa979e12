//! `sliding hint`: the next move of a solution.

use std::io::Write;

use clap::Args;
use sliding::files::database_folder;
use sliding::report::hint;
use sliding::solve::{BeamOptions, solve};

use super::failure::CommandResult;
use super::options;
use super::output::ReportOptions;
use super::query::{SearchSettings, run_query};

const EXAMPLES: &str = "\
Exit codes: 0 there is a move, or the puzzle is solved already; 1 proven
unsolvable, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding hint puzzles/classics/klotski.txt
  sliding hint --start 1221/1221/1331/1441/4040 --style 0 klotski.txt
  sliding hint --format json - < klotski.txt | jq .next";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let target = arguments.report.target()?;
    run_query(
        &arguments.subject,
        SearchSettings::new(style, arguments.effort, false),
        |mut query, budget, watch| {
            query.databases = database_folder(None);
            query.beam = Some(BeamOptions::default());
            solve(&query, budget, watch)
        },
        out,
        |input, outcome, out| {
            let subject = &input.subject(style);
            let text = |out: &mut dyn Write| hint::write_text(out, subject, &outcome);
            target.report(out, input, text, || hint::json(subject, &outcome))
        },
    )
}
