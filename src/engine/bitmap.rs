//! The common part of all bitmap searches: breadth-first search with bits for all placements.
//!
//! Every placement of the pieces has a number, so the search stores no positions. Numbering and
//! making a level from the one before are the matter of a [`DistanceTable`]. Its methods are called
//! once per level or once per search, so it is always a trait object.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::compiled::coder;
use super::drive::{BATCH, Level, Listed, OnBatch, Run, Search, answer};
use super::guard::Guard;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Found, Observer, Progress, Query, Refusal, Status, Stopped,
};
use crate::engine::rank::meeting;
use crate::puzzle::{Configuration, Goal, Puzzle};

/// A partial goal with at most this many positions is expanded to a list of them.
const MOST_GOALS: usize = 1 << 16;

/// Checks whether to go on; called now and then.
pub type StopCheck<'a> = dyn FnMut() -> ControlFlow<Stopped> + 'a;

/// The same, called with the finished fraction of a level, from 0 to 1.
pub type ProgressCheck<'a> = dyn FnMut(f64) -> ControlFlow<Stopped> + 'a;

/// The known distances of all placements, by number.
pub trait DistanceTable: Sync {
    /// Returns the number of a position; `None` if it certainly cannot be reached.
    fn number(&self, configuration: &Configuration) -> Option<u64>;

    /// Returns the position with a number.
    fn configuration(&self, number: u64) -> Configuration;

    /// Returns a key that orders numbers where several positions would do: by skeleton, then by
    /// order. It does not depend on the order of discovery.
    fn precedence(&self, number: u64) -> (u64, u64);

    /// Adds a position to the first level.
    fn seed(&mut self, number: u64);

    /// Marks all positions at a distance, given those before. Returns their number; some may be
    /// missing if it was stopped.
    fn mark_level(
        &mut self,
        distance: u64,
        pause: &mut ProgressCheck,
    ) -> (u64, ControlFlow<Stopped>);

    /// Returns whether a position is in the last level, if it is in none before.
    fn is_last(&self, number: u64) -> bool;

    /// Returns whether a position was found at a distance, provided that it was not found at other
    /// distances within two of it.
    fn is_at(&self, number: u64, distance: u64) -> bool;

    /// Calls `visit` for all positions after one move, for some of them perhaps several times.
    fn each_neighbour(&self, number: u64, visit: &mut dyn FnMut(u64));

    /// Calls `visit` for every position of the last level, ascending.
    fn each_last(&self, visit: &mut dyn FnMut(u64));

    /// Calls `visit` for every position of the level before the last, ascending.
    fn each_before(&self, visit: &mut dyn FnMut(u64));

    /// Replaces the table's goals by compiled ones, for goals that are too wide for a list.
    fn set_goals(&mut self, goals: &[&Goal], puzzle: &Puzzle);

    /// Returns the first position of the last level, by precedence, that meets one of the table's
    /// goals.
    fn first_goal(&self) -> Option<u64>;

    /// Returns numbers that identify the numbering: they differ if placements would be numbered
    /// differently.
    fn numbering(&self, start: &Configuration) -> Vec<u64>;

    /// Turns the level that the table [began](DistanceTable::seed) with into the one before the
    /// last; the last level, at this distance, begins next. For tables without marks, which
    /// continue from the last two levels of another table.
    fn continue_from(&mut self, distance: u64);

    /// Returns the table's memory in bytes.
    fn bytes(&self) -> u64;

    /// Makes the found positions that meet one of the table's goals, or are in `listed`, the last
    /// level. Returns their number. Positions found in an unfinished level do not count.
    fn gather(
        &mut self,
        listed: &[u64],
        unfinished: Option<u64>,
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64>;

    /// Forgets all but the last level, which is at distance 0 from now on.
    fn restart(&mut self);
}

/// Why there is no table.
#[derive(Debug)]
pub enum BuildError {
    /// It is impossible.
    Refused(Refusal),
    /// A limit stopped it.
    Stopped(Stopped),
}

impl From<Refusal> for BuildError {
    fn from(refusal: Refusal) -> Self {
        BuildError::Refused(refusal)
    }
}

impl BuildError {
    /// Returns why placements were not numbered, given the guard of the budget.
    pub fn of(guard: &Guard, budget: &Budget) -> Self {
        match guard.verdict() {
            ControlFlow::Break(stopped) if stopped != Stopped::Memory => Self::Stopped(stopped),
            _ => Refusal::Uncountable { allowed: budget.memory }.into(),
        }
    }
}

/// Searches with a distance table.
pub fn search_table(
    table: &mut dyn DistanceTable,
    query: &Query,
    engine: Engine,
    run: &mut Run,
) -> Answer {
    let mut bitmap = Bitmap::from_start(table, query.puzzle);
    bitmap.keeps_path = query.wants_solution;
    answer(&mut bitmap, query, engine, run)
}

/// Returns the answer of a search that was stopped before it began.
pub fn stopped_at_start(
    puzzle: &Puzzle,
    engine: Engine,
    stopped: Stopped,
    observer: &mut dyn Observer,
) -> Answer {
    report_start(puzzle, observer);
    observer.level_ends(0, 1);
    Answer {
        status: Status::Stopped(stopped),
        moves: puzzle.is_solved_by(puzzle.start()).then_some(0),
        is_shortest: true,
        counted: Counted::Reached { levels: vec![1], configurations: 1 },
        solution: None,
        elapsed: Default::default(),
        engine,
    }
}

/// Reports the start to the observer.
pub fn report_start(puzzle: &Puzzle, observer: &mut dyn Observer) {
    let configuration = puzzle.start().clone();
    observer.found(&Found { configuration, ordinal: 0, address: 1, parent: 0 });
}

/// A search with a distance table: a trait object, or a known type.
pub struct Bitmap<'a, T: ?Sized = dyn DistanceTable + 'a> {
    puzzle: &'a Puzzle,
    pub table: &'a mut T,
    /// The numbers of the listed goals, by precedence.
    pub listed: Vec<u64>,
    /// The number of positions at distance 0, if the table is already seeded.
    seeded: Option<u64>,
    /// The first goal position reached, by precedence.
    pub goal: Option<u64>,
    /// Whether the way to the goal is kept. It is traced as soon as the goal's level is complete: if a
    /// later level is stopped, placements not reached yet would look as if they had another distance.
    pub keeps_path: bool,
    /// The way back from the goal, if it is kept.
    path: Vec<Configuration>,
    /// Number of positions of the last level, and of all levels.
    found: u64,
    all: u64,
}

impl<'a, T: DistanceTable + ?Sized> Bitmap<'a, T> {
    /// Builds a search from the puzzle's start for its goals.
    pub fn from_start(table: &'a mut T, puzzle: &'a Puzzle) -> Self {
        let (mut listed, mut wide) = (Vec::new(), Vec::new());
        for goal in puzzle.goals() {
            match meeting(puzzle, goal, MOST_GOALS) {
                Some(list) => listed.extend(list.iter().filter_map(|goal| table.number(goal))),
                None => wide.push(goal),
            }
        }
        listed.sort_unstable_by_key(|&number| table.precedence(number));
        table.set_goals(&wide, puzzle);
        Self { listed, ..Self::new(table, puzzle, None) }
    }

    /// Builds a search without goals over a table that is already seeded with `seeded` positions.
    pub fn seeded(table: &'a mut T, puzzle: &'a Puzzle, found: u64) -> Self {
        table.set_goals(&[], puzzle);
        Self::new(table, puzzle, Some(found))
    }

    fn new(table: &'a mut T, puzzle: &'a Puzzle, seeded: Option<u64>) -> Self {
        Self {
            puzzle,
            table,
            listed: Vec::new(),
            seeded,
            goal: None,
            keeps_path: false,
            path: Vec::new(),
            found: 0,
            all: 0,
        }
    }

    /// Continues with a table whose last level has `found` positions and all levels `all`, and with
    /// the goal if it was reached.
    pub fn resume(&mut self, found: u64, all: u64, goal: Option<u64>) {
        (self.found, self.all, self.goal) = (found, all, goal);
    }

    /// Reports the start to the observer.
    pub fn report_start(&self, run: &mut Run) {
        report_start(self.puzzle, run.observer);
    }

    fn level(&mut self, distance: u64, found: u64, stopped: Option<Stopped>) -> Level {
        (self.found, self.all) = (found, self.all + found);
        if self.goal.is_none() && found > 0 && stopped.is_none() {
            self.goal = self.first_goal();
            if self.keeps_path
                && let Some(goal) = self.goal()
            {
                self.path = self.path_from(distance, goal);
            }
        }
        Level { found, has_goal: self.goal.is_some(), stopped }
    }

    /// Returns the first goal by precedence in the last level, if none was found before.
    fn first_goal(&self) -> Option<u64> {
        let listed = self.listed.iter().copied().find(|&number| self.table.is_last(number));
        let both = listed.into_iter().chain(self.table.first_goal());
        both.min_by_key(|&number| self.table.precedence(number))
    }

    /// Returns the way back from a position at a distance, which comes first. Each step goes to the
    /// neighbour with the smallest code, as in the other searches.
    fn path_from(&self, distance: u64, last: Configuration) -> Vec<Configuration> {
        let coder = coder(self.puzzle);
        let mut path = vec![last];
        for distance in (0..distance).rev() {
            let last = self.table.number(&path[path.len() - 1]).expect("it was found");
            let mut first: Option<Vec<u64>> = None;
            self.table.each_neighbour(last, &mut |number| {
                if self.table.is_at(number, distance) {
                    let words = coder.words(&self.table.configuration(number));
                    if first.as_ref().is_none_or(|first| words < *first) {
                        first = Some(words);
                    }
                }
            });
            let first = first.expect("it was reached by a move");
            path.push(coder.configuration(&first));
        }
        path
    }
}

impl<T: DistanceTable + ?Sized> Search for Bitmap<'_, T> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if let Some(found) = self.seeded {
            return self.level(0, found, None);
        }
        report_start(self.puzzle, run.observer);
        let start = self.table.number(self.puzzle.start()).expect("the start is a placement");
        self.table.seed(start);
        self.level(0, 1, None)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let (frontier, states) = (self.found, self.all);
        let (found, ended) = self.table.mark_level(distance, &mut |part| {
            let part = Some(part);
            run.observer.progress(&Progress { distance, frontier, states, bytes: None, part });
            run.budget.look()
        });
        self.level(distance, found, ended.break_value())
    }

    fn goal(&self) -> Option<Configuration> {
        self.goal.map(|goal| self.table.configuration(goal))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> ControlFlow<Stopped> {
        let last = path.pop().expect("a path");
        if self.path.first() == Some(&last) {
            path.extend_from_slice(&self.path);
        } else {
            path.extend(self.path_from(distance, last));
        }
        ControlFlow::Continue(())
    }
}

impl<T: DistanceTable + ?Sized> Listed for Bitmap<'_, T> {
    fn list(&mut self, _: u64, on_batch: &mut OnBatch) -> ControlFlow<Stopped> {
        let table = &*self.table;
        let mut numbers = Vec::with_capacity(BATCH.min(self.found as usize));
        let mut pass_on = |numbers: &mut Vec<u64>| {
            on_batch(numbers.len(), &|at, pieces| {
                pieces.clear();
                pieces.extend_from_slice(table.configuration(numbers[at]).placements());
            });
            numbers.clear();
        };
        table.each_last(&mut |number| {
            numbers.push(number);
            if numbers.len() == BATCH {
                pass_on(&mut numbers);
            }
        });
        pass_on(&mut numbers);
        ControlFlow::Continue(())
    }

    fn farthest(&mut self, _: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        let (coder, mut first) = (coder(self.puzzle), BinaryHeap::new());
        self.table.each_before(&mut |number| {
            first.push(coder.words(&self.table.configuration(number)));
            if first.len() > most {
                first.pop();
            }
        });
        let first = first.into_sorted_vec();
        ControlFlow::Continue(first.iter().map(|words| coder.configuration(words)).collect())
    }

    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64 {
        budget.room().saturating_sub(self.table.bytes())
    }
}
