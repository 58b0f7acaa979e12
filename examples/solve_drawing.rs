//! Solves a drawing and prints every move: `cargo run --example solve_drawing`.

use std::error::Error;

use sliding::check;
use sliding::notation::parse;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Query, solve};

const DONKEY: &str = "\
ABBC
ABBC
DEEF
DGHF
I..J
goal:
....
....
....
.BB.
.BB.
";

/// Solves the drawing.
pub fn main() -> Result<(), Box<dyn Error>> {
    let (puzzle, warnings) = parse(DONKEY)?;
    assert!(warnings.is_empty());

    let style = Style::WALK;
    let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
    let Some(solution) = &answer.solution else { return Err("no solution".into()) };
    println!("solved in {} moves ({})", solution.moves.len(), style.meaning());

    // Names follow their pieces from move to move.
    puzzle.names().follow_all(solution, |names, step| {
        let pieces: Vec<_> = step.pieces.iter().map(|&piece| names.name(piece)).collect();
        println!("{}: {:?}", pieces.join(" and "), step.steps);
    });

    // Independent code replays the solution.
    check::verify(&puzzle, style, solution)?;
    Ok(())
}
