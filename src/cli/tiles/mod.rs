//! `sliding tiles`: random boards of tiles, and the databases with which they are solved.

mod build;
pub mod korf;
mod random;

use clap::Subcommand;
use sliding::design::board;
use sliding::tiles::notation;

use crate::*;

const EXAMPLES: &str = "\
Boards are solved by `sliding solve`, several at once.

Examples:
  sliding tiles build
  sliding tiles random --size 6x6 --number 100 | sliding solve --quiet -
  sliding solve '1 2 3/4 5 6/7 0 8'";

const USAGE: &str = "sliding tiles <COMMAND>
       sliding solve BOARD...    (to solve boards)";

#[derive(Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Arguments),
    Random(random::Arguments),
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments, console),
        Command::Random(arguments) => random::run(arguments, console),
    }
}

// A size with a goal.
#[derive(Args)]
struct GoalOptions {
    /// Rows x columns [default: those of the goal, else 4x4]
    #[arg(long, value_name = "RxC", value_parser = board)]
    size: Option<Size>,
    /// The goal: ordered, gap-first, spiral, reverse, or a board
    #[arg(long, value_name = "GOAL", default_value = "ordered")]
    goal: String,
}

impl GoalOptions {
    /// Returns the size, and the tile on each cell of the goal.
    fn goal(&self) -> Result<(Size, Vec<u32>), Failure> {
        let drawn = notation::board(&self.goal, None).map(|(size, _)| size).ok();
        let size = self.size.or(drawn).unwrap_or(Size { rows: 4, cols: 4 });
        Ok((size, notation::goal(&self.goal, size).map_err(Failure::input)?))
    }
}
