//! Puzzles with the graph that brute force draws of them, for all that says more than a search: maps, counts, surveys.

use sliding::Puzzle;
use sliding::puzzle::{Movers, Style};
use sliding::solve::Refusal;

use super::reference::{Reference, graph::Graph};
use super::search::SearchRequest;
use super::{Engine, MAPPERS, each, random, read};

/// A puzzle in one style with its graph.
pub struct GraphCase {
    pub name: String,
    pub puzzle: Puzzle,
    pub style: Style,
    pub graph: Graph,
}

impl GraphCase {
    /// The component of the start, unless it has more than `most` positions.
    pub fn new(name: &str, puzzle: &Puzzle, style: Style, most: usize) -> Option<GraphCase> {
        let graph = Reference::new(puzzle).component(style, most)?;
        let name = format!("{name}, style {style}\n{puzzle}");
        Some(GraphCase { name, puzzle: puzzle.clone(), style, graph })
    }

    /// A request for each engine that draws maps, for one thread and for two; for one also without symmetries.
    pub fn requests(&self) -> Vec<SearchRequest> {
        let is_taken =
            |engine: &Engine| *engine != Engine::Matrices || self.style.movers() == Movers::Single;
        let engines = MAPPERS.into_iter().filter(is_taken);
        let ask = |engine| SearchRequest::new(self.style).by(engine);
        let requests = engines.flat_map(|engine| {
            [(1, true), (1, false), (2, true)].map(|(threads, uses_symmetry)| SearchRequest {
                uses_symmetry,
                ..ask(engine).threads(threads)
            })
        });
        // The table alone uses symmetries.
        requests.filter(|ask| ask.uses_symmetry || ask.engine == Engine::Sparse).collect()
    }
}

/// Does `work` on random puzzles of all sorts in all styles, but those of more than `most` positions. One graph at a time
/// is kept for each core.
pub fn each_random<R: Send>(
    seeds: &[u64],
    most: usize,
    work: impl Fn(&GraphCase) -> R + Sync,
) -> Vec<R> {
    let results = each(seeds, |&seed| {
        let name = format!("seed {seed}");
        let puzzle = read(&random::any(seed));
        let cases = Style::ALL.into_iter();
        let cases = cases.filter_map(|style| GraphCase::new(&name, &puzzle, style, most));
        cases.map(|case| work(&case)).collect::<Vec<_>>()
    });
    results.into_iter().flatten().collect()
}

/// What an engine made of a case: nothing if the puzzle does not suit it.
pub fn suited<T>(made: Result<T, Refusal>) -> Option<T> {
    match made {
        Err(Refusal::Unsuited(_)) => None,
        made => Some(made.unwrap_or_else(|error| panic!("{error}"))),
    }
}

/// Whether this was seen more often.
pub fn has_more(seen: &[&str], what: &str, least: usize) {
    let count = seen.iter().filter(|&&own| own == what).count();
    assert!(count > least, "{what}: {count}");
}

/// How many cases are so.
pub fn count(of: &[bool]) -> usize {
    of.iter().filter(|&&is| is).count()
}
