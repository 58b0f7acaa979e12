//! Explores every position of a puzzle: `cargo run --example whole_map`.

use std::error::Error;

use sliding::analyse::{MapOrigin, explore_each};
use sliding::puzzle::{Puzzle, Style};
use sliding::solve::{Budget, Query};

/// Prints the numbers of the map, and the positions with one distance.
pub fn main() -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string("puzzles/classics/dads-puzzler.txt")?;
    let puzzle: Puzzle = text.parse()?;
    let query = Query::new(&puzzle, Style::WALK);

    let mut farthest = Vec::new();
    let origin = MapOrigin::Goals;
    let map =
        explore_each(&query, &Budget::default(), 12, &mut (), origin, &mut |position, left| {
            if left == 78 {
                farthest.push(puzzle.shorthand(position));
            }
        })?;
    let from_goals = map.from_goals.as_ref().ok_or("no goal can be reached")?;

    println!("{} positions", map.states());
    if let Some(degrees) = &map.degrees {
        println!("{} pairs of neighbours", degrees.edges());
    }
    println!("{:?} moves from the start to the goal", map.moves);
    println!("{} moves from the farthest positions: {farthest:?}", from_goals.depth());
    for (distance, positions) in map.from_start.levels.iter().enumerate() {
        println!("{distance},{positions}");
    }
    assert_eq!((map.states(), from_goals.depth(), farthest.len()), (1398, 78, 1));
    Ok(())
}
