//! A random walk with path compression, the method of many student projects, beside the beam
//! engine.
//!
//! `cargo bench --bench walk -- FILE STYLE SECONDS SEED` walks at random from the start until a goal
//! is met. The solution is a shortest path among the positions that the walk has visited. It begins
//! again until the time is over, and prints the length of each solution that is shorter than those
//! before. Figures are in `docs/internals/performance.md`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::puzzle::{Configuration, Style};

/// A walk that has visited this many positions begins again, so that they fit the memory.
const MOST: usize = 200_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [file, style, seconds, seed] = &words[..] else {
        println!("skipped: expected FILE STYLE SECONDS SEED");
        return;
    };
    let text = std::fs::read_to_string(file).expect("a file");
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let style: Style = style.parse().expect("a style");
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(seconds.parse().expect("seconds"));
    let mut random = Pcg64::new(seed.parse().expect("a seed"), 0);
    let (mut best, mut walks) = (None, 0);
    while Instant::now() < end {
        walks += 1;
        let Some(length) = walk(&puzzle, style, end, &mut random) else { continue };
        if best.is_none_or(|best| length < best) {
            best = Some(length);
            println!("{length} moves after {:.1} s", begun.elapsed().as_secs_f64());
        }
    }
    println!("{walks} walks, {}", best.map_or("no solution".to_owned(), |best| best.to_string()));
}

/// Returns the length of the solution of one walk, if it meets a goal.
fn walk(puzzle: &Puzzle, style: Style, end: Instant, random: &mut impl Rng) -> Option<usize> {
    let mut visited: HashMap<Configuration, Vec<Configuration>> = HashMap::new();
    let mut now = puzzle.start().clone();
    while !puzzle.is_solved_by(&now) {
        if visited.len() == MOST || Instant::now() >= end {
            return None;
        }
        let neighbours = match visited.entry(now.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(neighbours(puzzle, style, now)),
        };
        let chosen = random.next_u64() as usize % neighbours.len().max(1);
        now = neighbours.get(chosen)?.clone();
    }
    visited.insert(now.clone(), Vec::new());
    distance(puzzle.start(), &now, &visited)
}

fn neighbours(puzzle: &Puzzle, style: Style, from: Configuration) -> Vec<Configuration> {
    let here = puzzle.starting_from(from).expect("a position of the puzzle");
    let moves = first_moves(&here, style, usize::MAX).expect("a small board").unwrap_or_default();
    moves.into_iter().map(|step| step.after).collect()
}

/// Returns the distance of two visited positions by way of visited positions.
fn distance(
    start: &Configuration,
    goal: &Configuration,
    visited: &HashMap<Configuration, Vec<Configuration>>,
) -> Option<usize> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(here) = waiting.pop_front() {
        let distance = distances[here];
        if here == goal {
            return Some(distance);
        }
        for next in visited[here].iter().filter(|next| visited.contains_key(*next)) {
            if let Entry::Vacant(new) = distances.entry(next) {
                new.insert(distance + 1);
                waiting.push_back(next);
            }
        }
    }
    None
}
