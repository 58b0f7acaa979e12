//! Breadth-first search with bits for all placements: what such engines have in common.
//!
//! Every placement of the pieces has a number, so the search stores no positions. How the numbers come about, and how a
//! level is made of the one before, is the matter of a [`DistanceTable`]. A table is asked once a level or once a search,
//! so it is always a trait object.

use std::ops::ControlFlow;

use super::layers::{Layers, Level, Run, counts_and};
use crate::engine::moves::explained;
use crate::engine::query::{
    Answer, Counted, Engine, Found, Observer, Progress, Query, Status, Stopped,
};
use crate::engine::rank::meeting;
use crate::puzzle::{Configuration, Goal, Puzzle};

/// A partial goal with at most so many configurations is a list of them.
const MOST_GOALS: usize = 1 << 16;

/// Asks now and then whether to go on.
pub type Pause<'a> = dyn FnMut() -> ControlFlow<Stopped> + 'a;

/// What is known of every placement's distance, by its number.
pub trait DistanceTable: Sync {
    /// Returns the number of a configuration; `None` if it certainly cannot be reached.
    fn number(&self, configuration: &Configuration) -> Option<u64>;

    /// Returns the configuration with a number.
    fn configuration(&self, number: u64) -> Configuration;

    /// Orders numbers where several configurations would do: by skeleton, and then by order. It does not depend on the order
    /// in which they were found.
    fn precedence(&self, number: u64) -> (u64, u64);

    /// Puts a configuration into the first level.
    fn begin(&mut self, number: u64);

    /// Marks all configurations at a distance, given those before. Returns how many there are; some may be missing if it was
    /// stopped.
    fn level(&mut self, distance: u64, pause: &mut Pause) -> (u64, ControlFlow<Stopped>);

    /// Returns whether a configuration is in the last level, if it is in none before.
    fn is_last(&self, number: u64) -> bool;

    /// Returns whether a configuration was found at a distance, if it was found at no other but those next to it or next but
    /// one.
    fn is_at(&self, number: u64, distance: u64) -> bool;

    /// Calls `tell` for all that one move leads to, for some of it perhaps several times.
    fn each_neighbour(&self, number: u64, tell: &mut dyn FnMut(u64));

    /// Calls `tell` for every configuration of the last level, ascending.
    fn each_last(&self, tell: &mut dyn FnMut(u64));

    /// Calls `tell` for every configuration of the level before the last, ascending.
    fn each_before(&self, tell: &mut dyn FnMut(u64));

    /// Compiles goals that are too wide for a list, in place of those that it has.
    fn set_goals(&mut self, goals: &[&Goal], puzzle: &Puzzle);

    /// Of the last level's configurations that meet one of its goals, returns the first by precedence.
    fn first_goal(&self) -> Option<u64>;

    /// Returns numbers that differ where placements would be numbered in another way, by what they are made of.
    fn numbering(&self, start: &Configuration) -> Vec<u64>;

    /// Makes what it [began](DistanceTable::begin) with the level before the last; the last is at this distance, and begins
    /// next. For tables without marks, which go on with the last two levels of another one.
    fn turn_to(&mut self, distance: u64);

    /// Returns the memory that it takes.
    fn bytes(&self) -> u64;

    /// Counts the neighbours of what is found from now on, as far as levels are made from it. For tables that have not begun.
    fn count_degrees(&mut self);

    /// Returns the number of configurations with each number of neighbours, from 0, of all that were counted.
    fn degrees(&mut self, pause: &mut Pause) -> ControlFlow<Stopped, Vec<u64>>;

    /// Makes all configurations that were found and meet one of its goals, or are in a list, the last level. Returns how many
    /// there are. What was found of an unfinished level at a distance does not count.
    fn gather(
        &mut self,
        listed: &[u64],
        unfinished: Option<u64>,
        pause: &mut Pause,
    ) -> ControlFlow<Stopped, u64>;

    /// Forgets all but the last level, which is at distance 0 from now on, and counts no neighbours.
    fn begin_again(&mut self);
}

/// Searches with a distance table. The path is traced as soon as its level is complete: of a level
/// that is stopped later, placements that were not reached yet look as if they had another distance.
pub fn in_table(
    table: &mut dyn DistanceTable,
    query: &Query,
    engine: Engine,
    run: &mut Run,
) -> Answer {
    let mut bitmap = Bitmap::from_start(table, query.puzzle);
    let mut path = Vec::new();
    let trace = &mut |bitmap: &mut Bitmap<_>, distance: u64| {
        if query.wants_solution && path.is_empty() {
            path = bitmap.path(distance);
        }
        ControlFlow::Continue(())
    };
    let mut answer = counts_and(&mut bitmap, query, engine, run, trace);
    let Some(moves) = answer.moves.filter(|_| query.wants_solution) else { return answer };
    if path.is_empty() {
        path = bitmap.path(moves);
    }
    let path = bitmap.decoded(&path, run.observer);
    answer.solution = Some(explained(query.puzzle, query.style, &path));
    answer
}

/// The answer of a search that was stopped before it began.
pub fn not_begun(
    puzzle: &Puzzle,
    engine: Engine,
    stopped: Stopped,
    observer: &mut dyn Observer,
) -> Answer {
    tell_start(puzzle, observer);
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

/// Tells of the start.
pub fn tell_start(puzzle: &Puzzle, observer: &mut dyn Observer) {
    let configuration = puzzle.start().clone();
    observer.found(&Found { configuration, ordinal: 0, address: 1, parent: 0 });
}

/// Tells of all configurations that meet a goal, and gives the goals that too many meet.
pub fn spell_out(puzzle: &Puzzle, mut tell: impl FnMut(&Configuration)) -> Vec<&Goal> {
    let is_wide = |goal: &&Goal| match meeting(puzzle, goal, MOST_GOALS) {
        Some(list) => {
            list.iter().for_each(&mut tell);
            false
        }
        None => true,
    };
    puzzle.goals().iter().filter(is_wide).collect()
}

/// A search that keeps a distance table: any, or one of a type that is known.
pub struct Bitmap<'a, T: ?Sized = dyn DistanceTable + 'a> {
    puzzle: &'a Puzzle,
    pub table: &'a mut T,
    /// The numbers of goals that were spelt out, by precedence.
    pub listed: Vec<u64>,
    /// Where the table has begun already, the number of configurations at distance 0.
    begun: Option<u64>,
    /// The smallest number of the first goals.
    pub goal: Option<u64>,
    /// Number of configurations of the last level, and of all.
    found: u64,
    all: u64,
}

impl<'a, T: DistanceTable + ?Sized> Bitmap<'a, T> {
    /// From the puzzle's start, for its goals.
    pub fn from_start(table: &'a mut T, puzzle: &'a Puzzle) -> Self {
        let mut listed = Vec::new();
        let wide = spell_out(puzzle, |configuration| listed.extend(table.number(configuration)));
        listed.sort_unstable_by_key(|&number| table.precedence(number));
        table.set_goals(&wide, puzzle);
        Self { puzzle, table, listed, begun: None, goal: None, found: 0, all: 0 }
    }

    /// A search without goals, with a table that has begun at so many configurations.
    pub fn begun(table: &'a mut T, puzzle: &'a Puzzle, begun: u64) -> Self {
        table.set_goals(&[], puzzle);
        let listed = Vec::new();
        Self { puzzle, table, listed, begun: Some(begun), goal: None, found: 0, all: 0 }
    }

    /// Goes on with a table whose last level has `found` configurations, all levels `all`, and where this goal was met.
    pub fn go_on(&mut self, found: u64, all: u64, goal: Option<u64>) {
        (self.found, self.all, self.goal) = (found, all, goal);
    }

    /// Tells of the start.
    pub fn tell_start(&self, run: &mut Run) {
        tell_start(self.puzzle, run.observer);
    }

    fn level(&mut self, found: u64, stopped: Option<Stopped>) -> Level {
        (self.found, self.all) = (found, self.all + found);
        if self.goal.is_none() && found > 0 && stopped.is_none() {
            self.goal = self.first_goal();
        }
        Level { found, has_goal: self.goal.is_some(), stopped }
    }

    /// The number of the first goal by precedence in the last level, if none was found before.
    fn first_goal(&self) -> Option<u64> {
        let listed = self.listed.iter().copied().find(|&number| self.table.is_last(number));
        let both = listed.into_iter().chain(self.table.first_goal());
        both.min_by_key(|&number| self.table.precedence(number))
    }

    /// The path from the start to the goal in the last level, which is at this distance and complete;
    /// empty if there is no goal there. It goes back to the first neighbour by precedence, which does
    /// not depend on threads.
    pub fn path(&self, distance: u64) -> Vec<u64> {
        let mut path = Vec::from_iter(self.goal);
        let steps = if path.is_empty() { 0 } else { distance };
        for distance in (0..steps).rev() {
            let mut first: Option<u64> = None;
            self.table.each_neighbour(path[path.len() - 1], &mut |number| {
                if self.table.is_at(number, distance) {
                    let both = first.into_iter().chain([number]);
                    first = both.min_by_key(|&number| self.table.precedence(number));
                }
            });
            path.push(first.expect("it was reached by a move"));
        }
        path.reverse();
        path
    }

    /// The configurations of a path. The observer hears of those between its ends, backwards.
    pub fn decoded(&self, path: &[u64], observer: &mut dyn Observer) -> Vec<Configuration> {
        let path: Vec<_> = path.iter().map(|&number| self.table.configuration(number)).collect();
        for distance in (1..path.len().saturating_sub(1)).rev() {
            observer.retraced(distance as u64, &path[distance]);
        }
        path
    }
}

impl<T: DistanceTable + ?Sized> Layers for Bitmap<'_, T> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if let Some(begun) = self.begun {
            return self.level(begun, None);
        }
        tell_start(self.puzzle, run.observer);
        let start = self.table.number(self.puzzle.start()).expect("the start is a placement");
        self.table.begin(start);
        self.level(1, None)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let progress =
            Progress { distance, frontier: self.found, states: self.all, bytes: None, part: None };
        let (found, ended) = self.table.level(distance, &mut || {
            run.observer.progress(&progress);
            run.budget.look()
        });
        self.level(found, ended.break_value())
    }
}
