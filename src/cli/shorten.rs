//! `sliding shorten`: makes a written solution shorter.

use std::path::PathBuf;

use clap::Args;
use sliding::report::solution::{SolutionReport, write_moves};
use sliding::solve::{Status, shorten};

use super::failure::{CommandResult, Failure};
use super::options::{Limits, Subject};
use super::output::{Output, TEXT_OR_JSON};
use super::run::Search;
use super::verify::{read_both, replay};
use super::{Console, Verdict};

const EXAMPLES: &str = "\
SOLUTION is a file of moves in any notation that `sliding verify` reads. The
program searches the neighbourhood of its positions, in ever larger tunnels,
until they do not help or reach a quarter of the memory. The result may not be
the shortest solution: `sliding solve` finds that.

Exit codes: 0 it prints a solution, 1 SOLUTION does not solve the puzzle, 2 bad
input or usage.

Examples:
  sliding shorten klotski.txt my-solution.txt
  sliding shorten --style step --time-limit 60 --moves klotski.txt my-solution.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// File of moves; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    limits: Limits,
    /// Print only the moves, one per line
    #[arg(long, conflicts_with = "format")]
    moves: bool,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let globals = console.globals;
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    let Arguments { subject, solution, limits, .. } = arguments;
    let (input, text) = read_both(&subject.puzzle, solution)?;
    let given = replay(&input, subject.style, &text)?;
    if !given.solves() {
        target.report(&input, &given)?;
        return target.end(Verdict::Negative);
    }
    if let Err(number) = given.replay.moves(subject.style) {
        return Err(Failure::input(format!(
            "{}: move {number} is of several pieces: choose --style step+, slide+ or walk+",
            text.name
        )));
    }
    let mut search = Search::new(&input, subject.style, *limits, globals);
    let found = shorten(&search.query, &given.positions(), &search.budget, &mut search.watch);
    let answer = search.ended(found)?;
    match &answer.solution {
        Some(solution) if arguments.moves => {
            target.write_reading(&input)?;
            write_moves(&mut target.out, &input.puzzle, solution)?;
        }
        _ => {
            let report = SolutionReport::new(search.subject(), &answer);
            target.report(&input, &report)?;
        }
    }
    target.end(search.verdict(answer.status.stopped(), answer.status == Status::Unsolvable))
}
