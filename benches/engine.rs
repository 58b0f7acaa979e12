//! Speed of parsing, of whole components by each engine in each style, and of whole solutions.
//!
//! `cargo bench` runs all of them, `cargo bench klotski` those with that in their name. Dated
//! whole-process runs beside SLIDING are in `docs/internals/performance.md`.

#[path = "../tests/oracle/search.rs"]
#[allow(dead_code)]
mod search;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use search::{Engine, SearchRequest, search};
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::Until;

const KLOTSKI: &str = include_str!("../puzzles/classics/klotski.txt");
const CENTURY: &str = include_str!("../puzzles/classics/century.txt");
const TILES: &str = include_str!("../puzzles/tiles/8-puzzle-hardest.txt");
const LARGE_TILES: &str = include_str!("../puzzles/tiles/2x5.txt");
const RUSH: &str = include_str!("../puzzles/rush-hour/fifty-eight-slides.txt");

fn parsing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    for (name, text) in [("klotski", KLOTSKI), ("rush-hour", RUSH)] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| text.parse::<Puzzle>().unwrap()));
    }
    group.finish();
}

/// Whole components by each engine, so that the figure is configurations a second.
fn exhausting(criterion: &mut Criterion) {
    let all = [Engine::Ring, Engine::Sparse, Engine::Rows];
    for (name, text, engines) in [
        ("klotski", KLOTSKI, &all[..]),
        ("century", CENTURY, &all[..2]),
        ("8-puzzle", TILES, &all[..]),
        ("2x5-tiles", LARGE_TILES, &all[1..]),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for &engine in engines {
            let mut group = criterion.benchmark_group(format!("{engine:?}/{name}"));
            group.sample_size(10);
            for style in Style::ALL {
                let request = SearchRequest {
                    engine,
                    until: Until::Exhausted,
                    wants_solution: false,
                    ..SearchRequest::new(style).memory(1 << 30)
                };
                let states = search(&puzzle, &request, &mut ()).unwrap().counted.total();
                group.throughput(Throughput::Elements(states));
                group.bench_function(format!("style-{style}"), |bencher| {
                    bencher.iter(|| search(&puzzle, &request, &mut ()).unwrap().counted.total())
                });
            }
            group.finish();
        }
    }
}

/// From the puzzle to the list of moves.
fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    for (name, text, style) in
        [("klotski", KLOTSKI, 2), ("klotski", KLOTSKI, 5), ("rush-hour", RUSH, 1)]
    {
        let puzzle: Puzzle = text.parse().unwrap();
        for engine in [Engine::Ring, Engine::Sparse, Engine::Meet] {
            let request =
                SearchRequest { engine, ..SearchRequest::new(Style::new(style).unwrap()) };
            let name = format!("{name}/style-{style}/{engine:?}");
            group.bench_function(name, |bencher| {
                bencher.iter(|| search(&puzzle, &request, &mut ()).unwrap().moves)
            });
        }
    }
    group.finish();
}

criterion_group!(benches, parsing, exhausting, solving);
criterion_main!(benches);
