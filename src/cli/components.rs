//! `sliding components`: all positions of a puzzle's pieces, and how they are connected.

use std::io::Write;

use clap::Args;
use sliding::analyse;
use sliding::report::survey;
use sliding::solve::Engine;

use super::failure::CommandResult;
use super::options;
use super::output::ReportOptions;
use super::query::{SearchSettings, run_query};

const EXAMPLES: &str = "\
Exit codes: 0 all positions were searched, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding components puzzles/classics/klotski.txt
  sliding components --limit 1 --format json @klotski | jq .sizes";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// Describe the N largest components, besides those of start and goal
    #[arg(long = "limit", value_name = "N", default_value = "3")]
    most: usize,
    #[command(flatten)]
    effort: options::LimitOptions,
    /// auto, sparse or dense
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[Engine::Auto, Engine::Sparse, Engine::Dense]))]
    engine: Engine,
    #[command(flatten)]
    report: ReportOptions,
    #[command(flatten)]
    paint: options::ColorOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let target = arguments.report.target()?;
    run_query(
        &arguments.subject,
        SearchSettings::new(style, arguments.effort, false),
        |mut query, budget, watch| {
            query.engine = arguments.engine;
            analyse::survey(&query, budget, arguments.most, watch)
        },
        out,
        |input, found, out| {
            let (subject, ink) = (&input.subject(style), target.ink(arguments.paint));
            let text = |out: &mut dyn Write| survey::write_text(out, subject, &found, ink);
            target.report(out, input, text, || survey::json(subject, &found))
        },
    )
}
