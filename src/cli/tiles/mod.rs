//! `sliding tiles`: tile puzzles without a file, and their databases.

mod boards;
mod build;
pub mod korf;
mod solve;

use clap::Subcommand;

use crate::*;

const EXAMPLES: &str = "\
Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit; of several boards, the worst: 2, then 3, then 1.

Examples:
  sliding tiles solve d68cfe0ab7459132
  sliding tiles solve --goal gap-first '8 2 0/4 6 1/3 7 5' --moves blank
  sliding tiles solve --size 4x4 R2D2LU
  sliding tiles solve --batch boards.txt --format csv > solved.csv
  sliding tiles solve --style step+ --random 5 --seed 1 --size 4x4
  sliding tiles solve --all --limit 20 '8 6 7/2 5 4/3 0 1'
  sliding tiles build";

/// The message for a board that is too large for slides.
const TOO_LARGE_FOR_SLIDES: &str = "--style step+ takes boards of up to 25 cells";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Build(build::Arguments),
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    match &arguments.command {
        Command::Solve(arguments) => solve::run(arguments, console),
        Command::Build(arguments) => build::run(arguments, console),
    }
}
