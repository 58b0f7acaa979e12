//! `sliding tiles random`: random solvable boards.

use sliding::tiles::{RandomBoards, notation};

use super::GoalOptions;
use crate::*;

/// Write random solvable boards, one a line
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    ground: GoalOptions,
    /// Number of boards
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    number: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Arguments { ground, number, seed } = arguments;
    let (size, goal) = ground.goal()?;
    let boards = RandomBoards::new(size, goal, *seed).map_err(Failure::input)?;
    for tiles in boards.take(*number) {
        writeln!(console.out, "{}", notation::rows(tiles.size(), tiles.start()))?;
    }
    Ok(Verdict::Fine)
}
