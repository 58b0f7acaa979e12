//! `sliding styles`: all six meanings of a move side by side.

use std::io::Write;

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::styles;
use sliding::solve::{Engine, Until, solve};

use super::failure::Ended;
use super::output::Given;
use super::query::{Asked, Finding, ask, stopped};
use super::{Verdict, options};

const EXAMPLES: &str = "\
Exit codes: 0 all six styles were searched, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding styles puzzles/classics/klotski.txt
  sliding styles --format json puzzles/classics/klotski.txt | jq '.rows[].moves'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: options::OnePuzzle,
    /// The way of searching: auto, ring, table, or index; cut takes styles 0 to 2
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_blocks())]
    engine: Engine,
    #[command(flatten)]
    effort: options::Effort,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let form = arguments.given.form()?;
    let input = arguments.puzzle.read()?;
    let mut verdict = Verdict::Fine;
    let mut found = Vec::new();
    for style in Style::ALL {
        let mut asked = Asked::new(style, arguments.effort, false);
        let answer = ask(&input, &mut asked, |mut query, budget, watch| {
            query.engine = arguments.engine;
            query.until = Until::Exhausted;
            query.wants_solution = false;
            solve(&query, budget, watch)
        })?;
        if let Some(by) = answer.stopped() {
            let name = format!("{}, style {style}", input.file);
            verdict = verdict.max(stopped(&name, &answer.way_out(by, &asked)));
        }
        found.push((style, answer));
    }
    let text = |out: &mut dyn Write| styles::write_text(out, input.name(), &found);
    let json = || styles::json(&input.puzzle, &input.file, &found);
    let written = form.report(out, &input, text, json)?;
    Ok(verdict.max(written))
}
