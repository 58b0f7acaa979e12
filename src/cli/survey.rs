//! `sliding survey`: all placements of a puzzle's pieces.

use std::io::Write;

use clap::Args;
use sliding::analyse;
use sliding::report::survey;
use sliding::solve::Engine;

use super::failure::Ended;
use super::options;
use super::output::Given;
use super::query::{Asked, run_query};

const EXAMPLES: &str = "\
Exit codes: 0 the survey is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding survey puzzles/classics/klotski.txt
  sliding survey --most 1 --format json puzzles/classics/klotski.txt | jq .sizes";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    /// Describe the N largest components, besides those of the start and the goal
    #[arg(long, value_name = "N", default_value = "3")]
    most: usize,
    #[command(flatten)]
    effort: options::Effort,
    /// The way of searching: auto, table, or index
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[Engine::Auto, Engine::Table, Engine::Index]))]
    engine: Engine,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    paint: options::Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let style = arguments.subject.style;
    let form = arguments.given.form()?;
    run_query(
        &arguments.subject,
        Asked::new(style, arguments.effort, false),
        |mut query, budget, watch| {
            query.engine = arguments.engine;
            analyse::survey(&query, budget, arguments.most, watch)
        },
        out,
        |input, found, out| {
            let (subject, ink) = (&input.subject(style), form.ink(arguments.paint));
            let text = |out: &mut dyn Write| survey::write_text(out, subject, &found, ink);
            form.report(out, input, text, || survey::json(subject, &found))
        },
    )
}
