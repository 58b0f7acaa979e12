//! `sliding count`: counts the shortest solutions, or lists them.

use std::io::Write;

use clap::Args;
use sliding::analyse;
use sliding::report::count;

use super::failure::CommandResult;
use super::output::ReportOptions;
use super::query::{SearchSettings, run_query};
use super::{options, solutions};

const EXAMPLES: &str = "\
Exit codes: 0 counted or listed, 1 proven unsolvable, 2 bad input or usage,
3 stopped by a time or memory limit.

Examples:
  sliding count puzzles/classics/klotski.txt
  sliding count --style step --format json - < klotski.txt | jq .solutions
  sliding count --list 3 puzzles/classics/klotski.txt
  sliding count --list 10 --format json silly.txt | jq .solution";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// List up to N solutions, move by move, instead of the counts
    #[arg(long, value_name = "N")]
    list: Option<u64>,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    engine_option: options::EngineOption,
    #[command(flatten)]
    report: ReportOptions,
    /// Print only the numbers, not each step
    #[arg(short, long, conflicts_with = "list")]
    quiet: bool,
    /// Report the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let target = arguments.report.target()?;
    let mut settings = SearchSettings::new(style, arguments.effort, arguments.verbose);
    let engine = arguments.engine_option.engine;
    if let Some(most) = arguments.list {
        let input = arguments.subject.puzzle.read()?;
        return solutions::list(&input, &mut settings, (engine, most), &target, out);
    }
    run_query(
        &arguments.subject,
        settings,
        |mut query, budget, watch| {
            query.engine = engine;
            analyse::count(&query, budget, watch)
        },
        out,
        |input, found, out| {
            let (subject, steps) = (&input.subject(style), !arguments.quiet);
            let text = |out: &mut dyn Write| count::write_text(out, subject, &found, steps);
            target.report(out, input, text, || count::json(subject, &found))
        },
    )
}
