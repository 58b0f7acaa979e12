//! `sliding hint`: the next move of a solution.

use std::io::Write;

use clap::Args;
use sliding::files::database_folder;
use sliding::report::hint;
use sliding::solve::{BeamOptions, solve};

use super::failure::CommandResult;
use super::format::Format;
use super::input::Input;
use super::output::{ReportOptions, ReportTarget};
use super::query::{SearchSettings, run_query_on};
use super::read_as::ReadAsLog;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 there is a move, or the puzzle is solved already; 1 proven
unsolvable, 2 bad input or usage, 3 stopped by a limit; of several puzzles, the
worst: 2, then 3, then 1.

Examples:
  sliding hint puzzles/classics/klotski.txt
  sliding hint --start 1221/1221/1331/1441/4040 --style 0 klotski.txt
  sliding hint --format json - < levels.txt | jq .next";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subjects: options::SubjectFiles,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    target.write(out, |out| {
        let hinted = arguments
            .subjects
            .puzzles
            .each(|_, input, log| hint_one(arguments, &target, &input, log, out));
        Ok(hinted?)
    })
}

fn hint_one(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    log: &mut ReadAsLog,
    out: &mut dyn Write,
) -> CommandResult {
    let style = arguments.subjects.style;
    run_query_on(
        input,
        SearchSettings::new(style, arguments.effort, false),
        |mut query, budget, watch| {
            query.databases = database_folder(None);
            query.beam = Some(BeamOptions::default());
            solve(&query, budget, watch)
        },
        out,
        |outcome, out| {
            let subject = &input.subject(style);
            if target.format == Format::Json {
                write_json(out, &hint::json(subject, &outcome))?;
            } else {
                log.write(out, &input.puzzle)?;
                hint::write_text(out, subject, &outcome)?;
            }
            Ok(Verdict::Fine)
        },
    )
}
