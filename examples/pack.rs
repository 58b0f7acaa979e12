//! Loads a pack of levels and plays each by its solution: `cargo run --example pack`. The pack is made by
//! `sliding generate --board 5x5 --shapes cars --pieces 4-7 -s slide --ramp 2-8 -n 4 --title 'Level {n}'
//! --with-solutions --format json -o examples/levels.json`.

use std::error::Error;

use serde_json::Value;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Direction, Placement, Puzzle, Style};

/// Plays all levels. Where this program reads the solution, a game asks its player.
pub fn main() -> Result<(), Box<dyn Error>> {
    let pack: Value = serde_json::from_str(&std::fs::read_to_string("examples/levels.json")?)?;
    let style =
        pack["style"].as_u64().and_then(|number| Style::new(number as u8)).ok_or("style")?;
    for level in pack["levels"].as_array().ok_or("levels")? {
        let puzzle: Puzzle = level["text"].as_str().ok_or("text")?.parse()?;
        let cols = u64::from(puzzle.size().cols);
        let mut game: Game = Game::new(puzzle, style);
        println!("{}", level["title"]);
        for step in level["solution"].as_array().ok_or("solution")? {
            let piece = &step["pieces"][0];
            let (row, col) = piece["row"].as_u64().zip(piece["col"].as_u64()).ok_or("a place")?;
            let cell = ((row - 1) * cols + col - 1) as u32;
            let kind = game.position().kind_at(cell).ok_or("no piece is here")?;
            let mut pieces = vec![Placement { cell, kind }];
            for word in step["steps"].as_array().ok_or("steps")? {
                let way = Direction::ALL.into_iter().find(|way| word == way.word());
                pieces = game.push(&pieces, way.ok_or("a direction")?)?;
            }
        }
        println!("solved in {} moves: {}", game.moves().len(), game.is_solved());
        assert!(game.is_solved() && game.moves().len() as u64 == level["moves"]);
    }
    Ok(())
}
