//! Speed of the ways to solve tile puzzles. `cargo bench --bench tiles` runs them.
//!
//! Figures beside Knuth's programs are in `docs/internals/performance.md`.

use std::num::NonZeroUsize;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sliding::solve::{Budget, Engine};
use sliding::tiles::{
    DatabaseFamily, Databases, Metric, Run, Tiles, construct, korf, notation, patterns,
};

/// The first of Korf's instances that takes 57 moves.
const KORF: &str = "d68cfe0ab7459132";

/// One that takes 42.
const EASY: &str = "16a8ec42db3597f0";

fn board(text: &str) -> Tiles {
    let (size, start) = notation::board(text, None).unwrap();
    Tiles::new(size, start, notation::blank_last(size)).unwrap()
}

/// Runs a search with a number of threads, or all.
fn run<T>(threads: Option<usize>, search: impl FnOnce(&mut Run) -> T) -> T {
    let mut budget = Budget::default();
    budget.threads = threads.and_then(NonZeroUsize::new);
    search(&mut Run { budget: &budget, observer: &mut () })
}

/// Searches for a shortest solution, so that the figure is positions a second.
fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles");
    group.sample_size(10);
    let easy = board(EASY);
    let plain = |engine| run(Some(1), |run| korf::solve(&easy, engine, run)).unwrap();
    group.throughput(Throughput::Elements(plain(Engine::Korf1).positions));
    for engine in [Engine::Korf0, Engine::Korf1] {
        group.bench_function(engine.name(), |b| b.iter(|| plain(engine)));
    }
    let korf = board(KORF);
    let family = DatabaseFamily::Small;
    let open = |run: &mut Run| Databases::open(Metric::Steps, korf.size(), 15, family, None, run);
    let databases = run(None, open).unwrap();
    let search = || run(Some(1), |run| databases.solve(&korf, u64::MAX, run));
    group.throughput(Throughput::Elements(search().positions));
    group.bench_function("pdb-small", |b| b.iter(search));
    group.finish();
}

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles/build");
    group.sample_size(10);
    let size = board(KORF).size();
    let pattern = &patterns(Metric::Steps, size, 15, DatabaseFamily::Small).unwrap()[0];
    group.bench_function("six tiles of 4x4", |b| {
        b.iter(|| {
            let one = vec![vec![pattern.clone()]];
            run(None, |run| Databases::with_partitions(Metric::Steps, size, 15, one, None, run))
                .is_ok()
        })
    });
    group.finish();
}

/// Boards turned by half, which are far from their goals.
fn constructing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles/construct");
    group.sample_size(10);
    for side in [4, 10, 30] {
        let size = sliding::puzzle::Size { rows: side, cols: side };
        let goal = notation::blank_last(size);
        let start = goal.iter().rev().copied().collect();
        let tiles = Tiles::new(size, start, goal).unwrap();
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter(|| run(None, |run| construct(&tiles, run)))
        });
    }
    group.finish();
}

criterion_group!(benches, searching, building, constructing);
criterion_main!(benches);
