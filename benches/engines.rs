//! Each engine by itself against the one that is chosen.
//!
//! `cargo bench --bench engines` prints, for puzzles of the corpus with at least 10^4 known
//! configurations, how long `auto` takes and how long each of the engines does, to the end of the space and
//! to the goal. `cargo bench --bench engines -- 1000000` takes those with at least that many.
//! Engines are asked in turn; the least time of some counts. An engine that takes four times as long as
//! `auto` is stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine, Query, Status, Until, solve};

/// The engines for puzzles of any kind.
const ENGINES: [Engine; 4] = [Engine::Sparse, Engine::Dense, Engine::Meet, Engine::Ring];

/// Turns, unless these take too long.
const TURNS: usize = 5;
const ENOUGH: Duration = Duration::from_secs(3);

/// What is slower than this is too slow.
const TOO_SLOW: f64 = 1.2;

fn main() {
    // Cargo passes this to benchmarks.
    let least = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(10_000);
    println!("Milliseconds; a dash where an engine does not take it, or is stopped.\n");
    let names = ENGINES.map(Engine::name).join(" | ");
    println!("| puzzle | style | question | configurations | auto | {names} | auto / best |");
    println!("| --- | ---: | --- | ---: | ---: | {} ---: |", "---: | ".repeat(ENGINES.len()));
    let (mut compared, mut slow) = (0, 0);
    for path in puzzles(&Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles")) {
        let text = fs::read_to_string(&path).expect("a file");
        let Ok(puzzle) = text.parse::<Puzzle>() else { continue };
        for known in puzzle.expectations() {
            let Some(states) = known.states.filter(|&states| states >= least) else { continue };
            for until in [Until::Exhausted, Until::Solved] {
                let Some((auto, times)) = compare(&puzzle, known.style, until) else { continue };
                let ratio = auto / times.into_iter().fold(f64::INFINITY, f64::min);
                compared += 1;
                slow += usize::from(ratio > TOO_SLOW);
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let question = if until == Until::Exhausted { "all" } else { "goal" };
                let times = times.map(shown).join(" | ");
                println!(
                    "| {name} | {} | {question} | {states} | {} | {times} | {ratio:.2} |",
                    known.style,
                    shown(auto),
                );
            }
        }
    }
    println!("\n{slow} of {compared} take more than {TOO_SLOW} times as long as the best engine");
}

/// All puzzle files below a folder.
fn puzzles(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("one").path());
    let mut found = Vec::new();
    for path in entries {
        match path.is_dir() {
            true => found.extend(puzzles(&path)),
            false if path.extension().is_some_and(|end| end == "txt") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// Seconds as milliseconds.
fn shown(seconds: f64) -> String {
    if seconds.is_finite() { format!("{:.2}", 1e3 * seconds) } else { "-".to_owned() }
}

/// The times of `auto` and of each engine, in seconds; `None` if `auto` comes to no end.
fn compare(puzzle: &Puzzle, style: Style, until: Until) -> Option<(f64, [f64; ENGINES.len()])> {
    let (mut auto, mut times) = (f64::INFINITY, [f64::INFINITY; ENGINES.len()]);
    let begun = Instant::now();
    for turn in 0..TURNS {
        if turn > 0 && begun.elapsed() > ENOUGH {
            break;
        }
        auto = auto.min(time(puzzle, style, until, Engine::Auto, None)?);
        for (engine, best) in ENGINES.into_iter().zip(&mut times) {
            // Who was stopped once is not asked again.
            if turn == 0 || best.is_finite() {
                let limit = Duration::from_secs_f64(4.0 * auto + 1e-3);
                *best = best.min(time(puzzle, style, until, engine, Some(limit)).unwrap_or(*best));
            }
        }
    }
    Some((auto, times))
}

/// Seconds that a search takes; `None` if it does not begin or is stopped.
fn time(
    puzzle: &Puzzle,
    style: Style,
    until: Until,
    engine: Engine,
    limit: Option<Duration>,
) -> Option<f64> {
    let mut query = Query::new(puzzle, style);
    (query.engine, query.until) = (engine, until);
    let begun = Instant::now();
    let mut budget = Budget::of_machine();
    budget.deadline = limit.map(|limit| begun + limit);
    let answer = solve(&query, &budget, &mut ()).ok()?;
    let elapsed = begun.elapsed().as_secs_f64();
    (!matches!(answer.status, Status::Stopped(_))).then_some(elapsed)
}
