//! Loads a pack of levels and plays each by its solution: `cargo run --example pack`. The pack is made by
//! `sliding generate --board 5x5 --shapes cars --pieces 4-7 -s slide --ramp 2-8 -n 4 --title 'Level {n}'
//! --with-solutions --format json -o examples/levels.json`.

use std::error::Error;

use serde_json::Value;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Direction, Puzzle, Style};

/// Plays all levels. Where this program reads the solution, a game asks its player.
pub fn main() -> Result<(), Box<dyn Error>> {
    let pack: Value = serde_json::from_str(&std::fs::read_to_string("examples/levels.json")?)?;
    let style =
        pack["style"].as_u64().and_then(|number| Style::new(number as u8)).ok_or("style")?;
    for level in pack["levels"].as_array().ok_or("levels")? {
        let puzzle: Puzzle = level["text"].as_str().ok_or("text")?.parse()?;
        let mut game: Game = Game::new(puzzle, style);
        // The piece with the id 1 is the first of the start, and so on.
        let mut places = game.position().placements().to_vec();
        println!("{}", level["title"]);
        for step in level["solution"].as_array().ok_or("solution")? {
            let id = step["pieces"][0]["id"].as_u64().ok_or("an id")? as usize;
            let mut pieces = vec![places[id - 1]];
            for word in step["steps"].as_array().ok_or("steps")? {
                let way = Direction::ALL.into_iter().find(|way| word == way.word());
                pieces = game.push(&pieces, way.ok_or("a direction")?)?;
            }
            places[id - 1] = pieces[0];
        }
        println!("solved in {} moves: {}", game.moves().len(), game.is_solved());
        assert!(game.is_solved() && game.moves().len() as u64 == level["moves"]);
    }
    Ok(())
}
