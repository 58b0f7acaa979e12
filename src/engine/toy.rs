//! A search as simple as possible: every level is a sorted list, and all levels are kept. It shows
//! what an engine has to implement, and passes the same tests as the others.

use std::ops::ControlFlow;

use super::compiled::{Compiled, CompiledJob, with_compiled};
use super::layers::{Layers, Level, Retraces, Run, answer};
use crate::engine::board::Code;
use crate::engine::query::{Answer, Budget, Engine, Query, Status, Stopped, Until};
use crate::puzzle::{Configuration, Puzzle, Style};

struct Toy<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    levels: Vec<Vec<Code<W>>>,
    goal: Option<Code<W>>,
}

impl<const W: usize> Toy<'_, W> {
    fn push(&mut self, level: Vec<Code<W>>) -> Level {
        let is_goal = |code: &&Code<W>| self.compiled.meets_a_goal(code);
        self.goal = self.goal.or_else(|| level.iter().find(is_goal).copied());
        self.levels.push(level);
        let found = self.levels[self.levels.len() - 1].len() as u64;
        Level { found, has_goal: self.goal.is_some(), stopped: None }
    }

    fn neighbours(&self, code: &Code<W>) -> Vec<Code<W>> {
        self.compiled.neighbours_of(&mut *self.compiled.neighbours(), code, usize::MAX)
    }
}

impl<const W: usize> Layers for Toy<'_, W> {
    fn begin(&mut self, _: &mut Run) -> Level {
        self.push(vec![self.compiled.encode(self.compiled.puzzle.start())])
    }

    fn advance(&mut self, distance: u64, _: &mut Run) -> Level {
        let last = &self.levels[distance as usize - 1];
        let mut next: Vec<_> = last.iter().flat_map(|code| self.neighbours(code)).collect();
        next.sort_unstable();
        next.dedup();
        let recent = self.levels.iter().rev().take(2);
        recent.for_each(|level| next.retain(|code| level.binary_search(code).is_err()));
        self.push(next)
    }
}

impl<const W: usize> Retraces for Toy<'_, W> {
    type Stored = Code<W>;

    fn goal(&self) -> Option<Code<W>> {
        self.goal
    }

    fn follow(&mut self, at: u64, path: &mut Vec<Code<W>>, _: &Budget) -> ControlFlow<Stopped> {
        for level in self.levels[..at as usize].iter().rev() {
            let beside = self.neighbours(&path[path.len() - 1]);
            let before = beside.into_iter().find(|code| level.binary_search(code).is_ok());
            path.push(before.expect("it was reached from the level before"));
        }
        ControlFlow::Continue(())
    }

    fn decode(&self, known: &Code<W>) -> Configuration {
        self.compiled.decode(known)
    }
}

/// The toy's search.
struct ToyJob<'a>(&'a Query<'a>);

impl CompiledJob for ToyJob<'_> {
    type Output = Answer;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Answer {
        let mut toy = Toy { compiled, levels: Vec::new(), goal: None };
        let mut run = Run { budget: &Budget::default(), observer: &mut () };
        answer(&mut toy, self.0, Engine::Auto, &mut run)
    }
}

/// Puzzles with more positions take too long here.
const MOST: u64 = 30_000;

#[test]
fn the_toy_reproduces_the_signatures() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = 0;
    for line in include_str!("../../tests/data/signature.tsv").lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [name, style, levels] = parts[..] else { panic!("{line}: three columns") };
        let levels: Vec<u64> = levels.split(' ').map(|level| level.parse().unwrap()).collect();
        if levels.iter().sum::<u64>() > MOST {
            continue;
        }
        let text = std::fs::read_to_string(root.join("puzzles").join(format!("{name}.txt")));
        let puzzle: Puzzle = text.unwrap().parse().unwrap();
        let style = Style::new(style.parse().unwrap()).unwrap();
        let mut query = Query::new(&puzzle, style);
        query.until = Until::Exhausted;
        let found = with_compiled(&puzzle, style, ToyJob(&query));
        assert_eq!(found.counted.levels(), levels, "{name} in style {style}");
        let expected = puzzle.expectations().iter().find(|e| e.style == style);
        let expected = expected.expect("every puzzle has its numbers");
        assert_eq!(found.moves, expected.moves, "{name} in style {style}");
        assert_eq!(found.status == Status::Solved, expected.moves.is_some());
        if let Some(solution) = &found.solution {
            crate::check::verify(&puzzle, style, solution).unwrap();
        }
        cases += 1;
    }
    assert!(cases > 200, "only {cases} cases");
}
