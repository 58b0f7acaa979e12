//! Gives hints in a game: `cargo run --example hints`.

use std::error::Error;
use std::time::{Duration, Instant};

use sliding::puzzle::game::Game;
use sliding::puzzle::{Direction, Move, Puzzle, Style};
use sliding::solve::{Budget, Query, solve};

/// The next move of a shortest solution, and how many moves are left.
fn hint(game: &Game) -> Result<Option<(Move, u64)>, Box<dyn Error>> {
    let here = game.puzzle().starting_from(game.position().clone())?;
    let mut budget = Budget::default();
    budget.deadline = Some(Instant::now() + Duration::from_secs(5));
    let answer = solve(&Query::new(&here, game.style()), &budget, &mut ())?;
    let next = answer.solution.and_then(|solution| solution.moves.into_iter().next());
    Ok(next.zip(answer.moves))
}

/// Plays a move, then follows the hints to the goal.
pub fn main() -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string("puzzles/classics/quzzle.txt")?;
    let puzzle: Puzzle = text.parse()?;
    let mut game = Game::new(puzzle, Style::WALK);

    // The player pushes the first piece that can go down.
    let pieces = game.position().placements().to_vec();
    let pushed = pieces.iter().find(|&&piece| game.push(&[piece], Direction::Down).is_ok());
    println!("pushed: {pushed:?}");

    while !game.is_solved() {
        let Some((next, left)) = hint(&game)? else { return Err("no hint in time".into()) };
        println!("{left} moves left: {:?} {:?}", next.pieces, next.steps);
        game.make(&next)?;
    }
    println!("solved in {} moves", game.moves().len());
    Ok(())
}
