//! Engines against each other, and their solutions against the checker.

use std::num::NonZeroUsize;

use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{
    Answer, Budget, Counted, Engine, FLOOR, Interrupt, Observer, Query, Refusal, Status, Stopped,
    Until, solve,
};

use super::bytes::Bytes;
use super::small;

/// More than any of these puzzles takes.
const PLENTY: u64 = 256 << 20;

/// Whatever engine searches a small puzzle, with however many threads: it finds the same. Under
/// limits, it says what it knows by then, and no more.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let style = bytes.pick(&Style::ALL);
    let Some(puzzle) = small::puzzle(&mut bytes) else { return };
    let truth = Expected::of(&puzzle, style);
    for engine in Engine::all() {
        for threads in if truth.is_tiny() { 1..=2 } else { 1..=1 } {
            for until in [Until::Solved, Until::Exhausted] {
                truth.holds_for(Search { engine, threads, until, limit: None });
            }
        }
        let limit = Some(limit(&mut bytes));
        let until = bytes.pick(&[Until::Solved, Until::Exhausted]);
        truth.holds_for(Search { engine, threads: 1 + bytes.below(3), until, limit });
    }
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug)]
struct Search {
    engine: Engine,
    threads: usize,
    until: Until,
    limit: Option<Limit>,
}

/// What may stop a search.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Memory(u64),
    Moves(u64),
    /// A request to stop when the level at this distance begins.
    Interrupt(u64),
}

fn limit(bytes: &mut Bytes) -> Limit {
    match bytes.below(3) {
        // Below half of the floor there is no room at all.
        0 => {
            let room = u64::from(bytes.number()) >> bytes.pick(&[10, 12, 14, 16]);
            Limit::Memory(bytes.pick(&[FLOOR / 2, 0, FLOOR]) + room)
        }
        1 => Limit::Moves(bytes.below(20) as u64),
        _ => Limit::Interrupt(bytes.below(20) as u64),
    }
}

/// Asks to stop.
struct InterruptingObserver {
    level: u64,
    interrupt: Interrupt,
}

impl Observer for InterruptingObserver {
    fn level_begins(&mut self, distance: u64) {
        if distance >= self.level {
            self.interrupt.set();
        }
    }
}

impl Search {
    fn ask(self, puzzle: &Puzzle, style: Style) -> Result<Answer, Refusal> {
        let mut query = Query::new(puzzle, style);
        (query.engine, query.until) = (self.engine, self.until);
        let mut budget = Budget::default();
        budget.memory = PLENTY;
        budget.threads = NonZeroUsize::new(self.threads);
        let mut observer =
            InterruptingObserver { level: u64::MAX, interrupt: budget.interrupt.clone() };
        match self.limit {
            Some(Limit::Memory(bytes)) => budget.memory = bytes,
            Some(Limit::Moves(moves)) => budget.max_moves = Some(moves),
            Some(Limit::Interrupt(level)) => observer.level = level,
            None => {}
        }
        solve(&query, &budget, &mut observer)
    }
}

/// What there is to be found.
struct Expected<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    answer: Answer,
}

impl<'a> Expected<'a> {
    fn of(puzzle: &'a Puzzle, style: Style) -> Self {
        let (engine, until) = (Engine::Sparse, Until::Exhausted);
        let search = Search { engine, threads: 1, until, limit: None };
        let answer = search.ask(puzzle, style).expect("the table takes small puzzles");
        assert!(!matches!(answer.status, Status::Stopped(_)), "{:?}\n{puzzle}", answer.status);
        Self { puzzle, style, answer }
    }

    /// Whether threads cost more than the search.
    fn is_tiny(&self) -> bool {
        self.answer.counted.total() < 2000
    }

    fn holds_for(&self, search: Search) {
        let name = || format!("{search:?}, style {}\n{}", self.style, self.puzzle);
        match search.ask(self.puzzle, self.style) {
            Ok(answer) => self.agrees(&search, &answer, &name),
            // Each engine takes only some puzzles and questions; the default takes all.
            Err(Refusal::Unsuited(_)) if search.engine != Engine::Auto => {}
            Err(_) if matches!(search.limit, Some(Limit::Memory(_))) => {}
            Err(refusal) => panic!("{refusal}: {}", name()),
        }
    }

    fn agrees(&self, search: &Search, answer: &Answer, name: &dyn Fn() -> String) {
        match (answer.status, search.limit) {
            (Status::Solved, _) => assert!(answer.moves.is_some(), "{}", name()),
            (Status::Unsolvable, _) => assert_eq!(self.answer.moves, None, "{}", name()),
            (Status::Stopped(Stopped::Memory), Some(Limit::Memory(_)))
            | (Status::Stopped(Stopped::Moves(_)), Some(Limit::Moves(_)))
            | (Status::Stopped(Stopped::Cancelled), Some(Limit::Interrupt(_))) => {}
            (status, _) => panic!("{status:?}: {}", name()),
        }
        if answer.is_shortest {
            let is_right = answer.moves.is_none() || answer.moves == self.answer.moves;
            assert!(is_right, "{:?} moves: {}", answer.moves, name());
        } else {
            assert!(self.answer.moves.is_some(), "{}", name());
            assert!(answer.moves >= self.answer.moves, "{}", name());
        }
        self.counts_agree(search, answer, name);
        if answer.status == Status::Solved {
            assert!(answer.solution.is_some(), "no solution: {}", name());
        }
        if let Some(solution) = &answer.solution {
            assert_eq!(verify(self.puzzle, self.style, solution), Ok(()), "{}", name());
            assert_eq!(Some(solution.moves.len() as u64), answer.moves, "{}", name());
        }
    }

    /// The levels are the first ones of all, and not more are missing than the question leaves out.
    fn counts_agree(&self, search: &Search, answer: &Answer, name: &dyn Fn() -> String) {
        let all = &self.answer.counted;
        let levels = answer.counted.levels();
        let levels = &levels[..levels.iter().rposition(|&count| count > 0).map_or(0, |at| at + 1)];
        assert!(all.levels().starts_with(levels), "{levels:?}: {}", name());
        let Counted::Reached { configurations, .. } = answer.counted else { return };
        assert!(configurations <= all.total(), "{configurations} configurations: {}", name());
        if search.until == Until::Exhausted && search.limit.is_none() {
            assert_eq!(answer.counted, *all, "{}", name());
        }
    }
}
