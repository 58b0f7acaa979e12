//! `sliding STYLE [VERBOSITY] < PUZZLE`: SLIDING's behaviour, byte for byte on standard output.

use std::io::Write;
use std::path::Path;

use clap::Args;
use sliding::notation::ReadOptions;
use sliding::puzzle::Style;
use sliding::report::classic::Classic;
use sliding::solve::{Budget, Engine, Query, Ring, Status, solve};

use super::failure::{CommandResult, Failure};
use super::{Verdict, complain, input, options};

/// The options of this form, which may come before the style.
pub const OPTIONS: [&str; 3] = ["--max-moves", "--memory", "--ring-words"];

#[derive(Args)]
#[command(override_usage = "sliding STYLE [VERBOSITY] [OPTIONS] < PUZZLE")]
pub struct Arguments {
    /// What is one move, 0 to 5
    #[arg(allow_negative_numbers = true)]
    style: Style,
    /// Negative: no boards; positive: every position
    #[arg(default_value = "0", hide_default_value = true)]
    #[arg(allow_negative_numbers = true, value_parser = verbosity)]
    verbosity: i32,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    #[command(flatten)]
    ring: options::RingOptions,
}

fn verbosity(text: &str) -> Result<i32, String> {
    let number: Option<i64> = text.parse().ok();
    let within = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let expected = "expected a whole number; the puzzle is read from standard input";
    number.map(within).ok_or_else(|| expected.into())
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let ring = arguments.ring;
    let input = input::puzzle(Path::new("-"), &ReadOptions::default())?;
    let mut classic = Classic::new(&input.puzzle, arguments.verbosity, &mut *out);
    let mut budget = Budget::default();
    budget.max_moves = arguments.max_moves;
    budget.interrupt = classic.interrupt();
    let mut query = Query::new(&input.puzzle, arguments.style);
    query.engine = Engine::Ring;
    query.wants_solution = arguments.verbosity >= 0;
    query.ring.words = match ring.is_default() {
        true => Some(Ring::CLASSIC),
        false => ring.apply(&mut budget),
    };

    classic.begin(arguments.style);
    let outcome = solve(&query, &budget, &mut classic).map_err(|error| {
        let (message, verdict) = options::refusal(&error, &query.ring);
        Failure::Message(message, verdict)
    })?;
    classic.end(&outcome)?;
    Ok(match outcome.status {
        Status::Solved => Verdict::Fine,
        Status::Unsolvable => Verdict::Negative,
        Status::Stopped(stopped) => {
            complain(&options::limit_advice(stopped, &query.ring, budget.memory));
            Verdict::Stopped
        }
    })
}
