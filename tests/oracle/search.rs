//! Searches as the tests ask for them: a query without its puzzle, and a budget.

use std::num::NonZeroUsize;

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{
    self, Answer, BeamOptions, Budget, Disk, Layout, Observer, Query, Refusal, Until, solve,
};

/// An engine as tests ask for it: the dense one in each of its layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    Auto,
    Ring,
    Sparse,
    Disk,
    Meet,
    Rows,
    Matrices,
    Beam,
}

impl Engine {
    pub fn ask(self, query: &mut Query) {
        let dense = |layout| (solve::Engine::Dense, Some(layout));
        (query.engine, query.layout) = match self {
            Engine::Auto => (solve::Engine::Auto, None),
            Engine::Ring => (solve::Engine::Ring, None),
            Engine::Sparse | Engine::Disk => (solve::Engine::Sparse, None),
            Engine::Meet => (solve::Engine::Meet, None),
            Engine::Rows => dense(Layout::Rows),
            Engine::Matrices => dense(Layout::Matrices),
            Engine::Beam => (solve::Engine::Beam, None),
        };
    }
}

/// What is asked, of whatever puzzle.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub style: Style,
    pub engine: Engine,
    pub until: Until,
    pub wants_solution: bool,
    pub ring_words: Option<u64>,
    pub uses_symmetry: bool,
    pub beam: Option<BeamOptions>,
    pub budget: Budget,
}

impl SearchRequest {
    pub fn new(style: Style) -> Self {
        Self {
            style,
            engine: Engine::Auto,
            until: Until::Solved,
            wants_solution: true,
            ring_words: None,
            uses_symmetry: true,
            beam: None,
            budget: Budget::default(),
        }
    }

    pub fn by(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    pub fn exhausted(mut self) -> Self {
        self.until = Until::Exhausted;
        self
    }

    pub fn threads(mut self, threads: usize) -> Self {
        self.budget.threads = NonZeroUsize::new(threads);
        self
    }

    pub fn memory(mut self, bytes: u64) -> Self {
        self.budget.memory = bytes;
        self
    }

    pub fn query<'a>(&self, puzzle: &'a Puzzle) -> Query<'a> {
        let mut query = Query::new(puzzle, self.style);
        self.engine.ask(&mut query);
        query.until = self.until;
        (query.wants_solution, query.ring_words) = (self.wants_solution, self.ring_words);
        (query.beam, query.uses_symmetry) = (self.beam, self.uses_symmetry);
        query
    }
}

/// Searches a puzzle; on disk, in a temporary folder.
pub fn search(
    puzzle: &Puzzle,
    ask: &SearchRequest,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let mut query = ask.query(puzzle);
    let folder = (ask.engine == Engine::Disk).then(|| tempfile::tempdir().expect("a folder"));
    query.disk = folder.as_ref().map(|folder| Disk::new(folder.path()));
    solve(&query, &ask.budget, observer)
}
