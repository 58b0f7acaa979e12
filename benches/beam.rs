//! Positions that a beam expands in a second of one thread, beside those that the table engine expands.
//!
//! `cargo bench --bench beam -- STYLE SECONDS FILE...` gives each engine SECONDS for each file, and
//! prints a table. The time of a beam is that of its levels, without building abstractions, shortening and lower
//! bounds. Figures are in `docs/internals/performance.md`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{
    BeamOptions, Budget, Engine, Interrupt, Observer, Progress, Query, Until, solve,
};

/// The width of the beam, where the figure no longer depends on it.
const WIDTH: u32 = 100_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [style, seconds, files @ ..] = &words[..] else {
        println!("skipped: expected STYLE SECONDS FILE...");
        return;
    };
    let style: Style = style.parse().expect("a style");
    let limit = Duration::from_secs_f64(seconds.parse().expect("seconds"));
    println!("| puzzle | table | beam | beam / table |");
    println!("| --- | ---: | ---: | ---: |");
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let [table, beam] = [Engine::Sparse, Engine::Beam]
            .map(|engine| positions_per_second(&puzzle, style, engine, limit));
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        println!("| {name} | {table:.0} | {beam:.0} | {:.2} |", beam / table);
    }
}

/// How many positions an engine expands in a second of one thread.
fn positions_per_second(puzzle: &Puzzle, style: Style, engine: Engine, limit: Duration) -> f64 {
    let mut query = Query::new(puzzle, style);
    query.engine = engine;
    if engine == Engine::Beam {
        let rounds = NonZeroU32::new(1);
        query.beam = Some(BeamOptions { seed: 0, rounds, width: WIDTH });
    } else {
        query.until = Until::Exhausted;
    }
    let mut budget = Budget::of_machine();
    budget.threads = NonZeroUsize::new(1);
    let interrupt = budget.interrupt.clone();
    let mut clock = Clock { limit, interrupt, first: None, last: None };
    let answer = solve(&query, &budget, &mut clock);
    assert!(answer.is_ok(), "the engine takes the puzzle");
    let ((begun, before), (ended, after)) =
        clock.first.zip(clock.last).expect("at least two levels");
    (after - before) as f64 / (ended - begun).as_secs_f64()
}

/// When levels ended, and how many positions had been expanded.
struct Clock {
    limit: Duration,
    interrupt: Interrupt,
    first: Option<(Instant, u64)>,
    last: Option<(Instant, u64)>,
}

impl Observer for Clock {
    fn progress(&mut self, progress: &Progress) {
        let now = (Instant::now(), progress.states - progress.frontier);
        let (begun, _) = *self.first.get_or_insert(now);
        self.last = Some(now);
        if now.0 - begun > self.limit {
            self.interrupt.set();
        }
    }

    fn improved(&mut self, _: u64, _: u64) {
        self.interrupt.set();
    }
}
