//! Watches a search and stops it: `cargo run --example observer`.

use std::error::Error;

use sliding::puzzle::{Puzzle, Style};
use sliding::solve::{Budget, Engine, Interrupt, Observer, Query, Status, Stopped, solve};

/// Prints levels, and stops the search after 1000 positions.
struct LevelPrinter {
    positions: u64,
    interrupt: Interrupt,
}

impl Observer for LevelPrinter {
    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        println!("engine {engine:?}: {why}");
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        println!("positions at distance {distance}: {configurations}");
        self.positions += configurations;
        if self.positions >= 1000 {
            self.interrupt.set();
        }
    }
}

/// Stops a search of Klotski.
pub fn main() -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string("puzzles/classics/klotski.txt")?;
    let puzzle: Puzzle = text.parse()?;
    let budget = Budget::default();
    // Any thread may set a clone of the interrupt.
    let mut watcher = LevelPrinter { positions: 0, interrupt: budget.interrupt.clone() };
    let answer = solve(&Query::new(&puzzle, Style::WALK), &budget, &mut watcher)?;

    // A search that stops returns an answer, not an error.
    assert_eq!(answer.status, Status::Stopped(Stopped::Cancelled));
    println!("stopped after {} positions", watcher.positions);
    Ok(())
}
