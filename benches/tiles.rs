//! Speed of the ways to solve tile puzzles. `cargo bench --bench tiles` runs them.
//!
//! Figures beside Knuth's programs are in `docs/internals/performance.md`.

use std::ops::ControlFlow::Continue;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sliding::tiles::construct::construct;
use sliding::tiles::korf::{
    self,
    DirectionOrder::{Fixed, Turning},
};
use sliding::tiles::optimal::{DatabaseFamily, StepSolver, patterns};
use sliding::tiles::pdb::Database;
use sliding::tiles::{Tiles, notation};

/// The first of Korf's instances that takes 57 moves.
const KORF: &str = "d68cfe0ab7459132";

/// One that takes 42.
const EASY: &str = "16a8ec42db3597f0";

fn board(text: &str) -> Tiles {
    let (size, start) = notation::board(text, None).unwrap();
    Tiles::new(size, start, notation::blank_last(size)).unwrap()
}

/// Searches for a shortest solution, so that the figure is positions a second.
fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles");
    group.sample_size(10);
    let easy = board(EASY);
    let positions = korf::solve(&easy, Turning, None, &mut ()).unwrap().positions;
    group.throughput(Throughput::Elements(positions));
    group.bench_function("korf0", |b| b.iter(|| korf::solve(&easy, Fixed, None, &mut ()).unwrap()));
    group.bench_function("korf1", |b| {
        b.iter(|| korf::solve(&easy, Turning, None, &mut ()).unwrap())
    });
    let korf = board(KORF);
    let solver =
        StepSolver::new(korf.size(), 15, DatabaseFamily::Small, None, None, &mut |_| Continue(()))
            .unwrap()
            .unwrap();
    let positions = solver.solve(&korf, None, 1, &mut ()).unwrap().positions;
    group.throughput(Throughput::Elements(positions));
    group
        .bench_function("pdb-small", |b| b.iter(|| solver.solve(&korf, None, 1, &mut ()).unwrap()));
    group.finish();
}

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles/build");
    group.sample_size(10);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pattern = &patterns(board(KORF).size(), 15, DatabaseFamily::Small).unwrap()[0];
    group.bench_function("six tiles of 4x4", |b| {
        b.iter(|| Database::build(pattern.clone(), threads, &mut |_| Continue(())).is_some())
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
        group.bench_function(format!("{side}x{side}"), |b| b.iter(|| construct(&tiles, &())));
    }
    group.finish();
}

criterion_group!(benches, searching, building, constructing);
criterion_main!(benches);
