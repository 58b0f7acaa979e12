//! Generates levels that get harder: `cargo run --example levels`.

use std::error::Error;

use sliding::design::{Family, Requirements, Rule, Shape, generate};
use sliding::puzzle::{Size, Style};
use sliding::solve::Budget;

/// Prints a level for each number of moves, in the format of puzzle files.
pub fn main() -> Result<(), Box<dyn Error>> {
    let size = Size { rows: 6, cols: 6 };
    let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(8..=11);
    let mut levels = Vec::new();
    for moves in [3, 5, 7, 9] {
        // The same seed makes the same level on every machine.
        let mut wanted = Requirements::new(moves..=moves);
        wanted.seed = moves;
        let budget = Budget::default();
        let mut keep = |made: sliding::design::Generated| levels.push((made.moves, made.puzzle));
        generate(&family, &wanted, Style::SLIDE, &budget, &mut |_, _| (), &mut keep)?;
    }
    for (moves, puzzle) in &levels {
        println!("{puzzle}# title: {moves} moves\n");
    }
    assert_eq!(levels.iter().map(|&(moves, _)| moves).collect::<Vec<_>>(), [3, 5, 7, 9]);
    Ok(())
}
