//! `sliding STYLE [VERBOSITY] < PUZZLE`: what SLIDING does, byte for byte on standard output.

use std::io::Write;
use std::path::Path;

use clap::{Args, CommandFactory};
use sliding::notation::ReadOptions;
use sliding::puzzle::Style;
use sliding::report::classic::Classic;
use sliding::solve::{Budget, Engine, Query, Ring, Status, solve};

use super::failure::{Ended, Failure};
use super::{CommandLine, Verdict, complain, input, options};

#[derive(Args)]
pub struct Arguments {
    /// The meaning of one move, 0 to 5
    #[arg(value_parser = style)]
    style: Style,
    /// Negative: no boards; positive: every configuration
    #[arg(default_value = "0", hide_default_value = true)]
    #[arg(allow_negative_numbers = true, value_parser = verbosity)]
    verbosity: i32,
    /// Give up beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
}

/// Whoever writes something else here meant a command, or forgot one.
fn style(text: &str) -> Result<Style, String> {
    options::style(text).map_err(|_| match command_like(text) {
        _ if Path::new(text).is_file() => {
            format!("expected a command before a file, as in `sliding solve {text}`")
        }
        Some(command) => format!("there is no such command; did you mean `{command}`?"),
        None => "expected a style, 0 to 5, or a command: solve, check, corpus".to_owned(),
    })
}

/// The command whose name is most like a word, if it is like one at all.
fn command_like(word: &str) -> Option<String> {
    let line = CommandLine::command();
    let names = line.get_subcommands().map(|command| command.get_name());
    options::most_like(word, names).map(str::to_owned)
}

fn verbosity(text: &str) -> Result<i32, String> {
    let number: Option<i64> = text.parse().ok();
    let within = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let expected = "expected a whole number; the puzzle is read from standard input";
    number.map(within).ok_or_else(|| expected.into())
}

pub fn run(arguments: &Arguments, ring: options::Ring, out: &mut dyn Write) -> Ended {
    let input = input::puzzle(Path::new("-"), &ReadOptions::default())?;
    let mut classic = Classic::new(&input.puzzle, arguments.verbosity, &mut *out);
    let mut budget = Budget::default();
    budget.max_moves = arguments.max_moves;
    budget.interrupt = classic.interrupt();
    let mut query = Query::new(&input.puzzle, arguments.style);
    query.engine = Engine::Ring;
    query.wants_solution = arguments.verbosity >= 0;
    query.ring.words = match ring.is_open() {
        true => Some(Ring::CLASSIC),
        false => ring.apply(&mut budget),
    };

    classic.begin(arguments.style);
    let outcome = solve(&query, &budget, &mut classic).map_err(|error| {
        let (message, verdict) = options::refusal(&error, &query.ring);
        Failure::Because(message, verdict)
    })?;
    classic.end(&outcome)?;
    Ok(match outcome.status {
        Status::Solved => Verdict::Fine,
        Status::Unsolvable => Verdict::Negative,
        Status::Stopped(stopped) => {
            complain(&options::way_out(stopped, &query.ring, budget.memory));
            Verdict::Stopped
        }
    })
}
