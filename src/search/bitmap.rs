//! Breadth-first search with bits for all placements: what such engines have in common.
//!
//! Every placement of the pieces has a number, so a configuration need not be stored to be known.
//! How the numbers come about, and how a level is made of the one before, is the matter of a
//! [`DistanceTable`].

use std::ops::ControlFlow;

use super::layers::{Layers, Level, Run, counts_and};
use crate::moves::explained;
use crate::puzzle::{Configuration, Goal, Puzzle};
use crate::query::{Answer, Counted, Engine, Found, Observer, Progress, Query, Status, Stopped};
use crate::rank::meeting;

/// A partial goal with at most so many configurations is a list of them.
const MOST_GOALS: usize = 1 << 16;

/// What is known of every configuration's distance, by its number.
pub trait DistanceTable {
    /// A goal that is too wide for a list.
    type Goal;

    /// The number of a configuration; `None` if it certainly cannot be reached.
    fn number(&self, configuration: &Configuration) -> Option<u64>;

    /// What to choose by where several configurations would do: smaller numbers of skeletons, and
    /// then of orders. It does not hang on the order in which they were found.
    fn precedence(&self, number: u64) -> (u64, u64);

    /// Whether a configuration is in the last level, if it is in none before.
    fn is_last(&self, number: u64) -> bool;

    /// Puts a configuration into the level to begin with.
    fn begin(&mut self, number: u64);

    /// Marks all configurations at a distance, given those before. Gives their number, of which
    /// some may be missing if it was stopped.
    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (u64, ControlFlow<Stopped>);

    /// Compiles a goal.
    fn goal(&self, puzzle: &Puzzle, goal: &Goal) -> Self::Goal;

    /// Of the last level's configurations that meet a goal, the number of the first by precedence.
    fn first_meeting(&self, goal: &Self::Goal) -> Option<u64>;
}

/// A distance table that tells which configurations it has found.
pub trait Listed: DistanceTable {
    /// The configuration with a number.
    fn configuration(&self, number: u64) -> Configuration;

    /// Whether a configuration was found at a distance, if it was found at no other but
    /// those next to it or next but one.
    fn is_at(&self, number: u64, distance: u64) -> bool;

    /// Tells of what one move leads to, some of it perhaps several times. It may be more than memory holds.
    fn each_neighbour(&mut self, number: u64, tell: &mut dyn FnMut(&Self, u64));

    /// Tells of every configuration of the last level, ascending.
    fn each_last(&self, tell: &mut dyn FnMut(u64));

    /// Tells of every configuration of the level before the last, ascending.
    fn each_before(&self, tell: &mut dyn FnMut(u64));
}

/// A distance table that can go on with the last two levels of another, if it has no marks.
pub trait Resumable: Listed {
    /// What differs where placements would be numbered in another way, by what they are made of.
    fn numbering(&self, start: &Configuration) -> Vec<u64>;

    /// What it [began](DistanceTable::begin) with, is the level before the last from now on, and the last is at
    /// this distance. It begins with that next.
    fn turn_to(&mut self, distance: u64);
}

/// A distance table for maps: it counts neighbours, tells of whole levels, and can begin again at
/// many configurations.
pub trait Charted: Listed {
    /// Memory that it takes.
    fn bytes(&self) -> u64;

    /// For a table that has not begun: what is found from now on has its neighbours counted, as far as levels are
    /// made from it.
    fn count_degrees(&mut self);

    /// The number of configurations with each number of neighbours, from 0, of all that were counted.
    fn degrees(
        &mut self,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, Vec<u64>>;

    /// Of all configurations that were found, or of the last level if no other has goals, makes those that meet a goal the
    /// last level. Gives their number. What was found of an unfinished level at a distance does not count.
    fn gather(
        &mut self,
        goals: &Goals<Self::Goal>,
        unfinished: Option<u64>,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, u64>;

    /// Forgets all but the last level, which is at distance 0 from now on, and counts no neighbours.
    fn begin_again(&mut self);
}

/// What is to be done with a distance table.
pub trait Job {
    type Output;

    /// With one that has not begun.
    fn run(self, table: &mut (impl Charted + Sync)) -> Self::Output;

    /// Where a limit was met before there was one.
    fn not_begun(self, stopped: Stopped) -> Self::Output;
}

/// Searches with a distance table. The path is traced as soon as its level is complete: of a level
/// that is stopped later, placements that were not reached yet look as if they had another distance.
pub fn in_table(table: &mut impl Listed, query: &Query, engine: Engine, mut run: Run) -> Answer {
    let mut bitmap = Bitmap::from_start(table, query.puzzle);
    let mut path = Vec::new();
    let trace = &mut |bitmap: &mut Bitmap<_>, distance: u64| {
        if query.wants_solution && path.is_empty() {
            path = bitmap.path(distance);
        }
    };
    let mut answer = counts_and(&mut bitmap, query, engine, &mut run, trace);
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

/// The goals of a search, by number where possible.
pub struct Goals<G> {
    /// Those that were spelt out, by precedence.
    pub numbers: Vec<u64>,
    /// Goals that are too wide for that.
    pub others: Vec<G>,
}

impl<G> Goals<G> {
    fn new(table: &impl DistanceTable<Goal = G>, puzzle: &Puzzle) -> Self {
        let mut numbers = Vec::new();
        let wide = spell_out(puzzle, |configuration| numbers.extend(table.number(configuration)));
        numbers.sort_unstable_by_key(|&number| table.precedence(number));
        Self { numbers, others: wide.iter().map(|goal| table.goal(puzzle, goal)).collect() }
    }

    /// The number of the first goal by precedence in the last level, if none was found before.
    fn first_of(&self, table: &impl DistanceTable<Goal = G>) -> Option<u64> {
        let listed = self.numbers.iter().copied().find(|&number| table.is_last(number));
        let others = self.others.iter().filter_map(|goal| table.first_meeting(goal));
        listed.into_iter().chain(others).min_by_key(|&number| table.precedence(number))
    }
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

/// A search that keeps a distance table.
pub struct Bitmap<'a, T: DistanceTable> {
    puzzle: &'a Puzzle,
    pub table: &'a mut T,
    pub goals: Goals<T::Goal>,
    /// Where the table has begun already, the number of configurations at distance 0.
    begun: Option<u64>,
    /// The smallest number of the first goals.
    pub goal: Option<u64>,
    /// Number of configurations of the last level, and of all.
    found: u64,
    all: u64,
}

impl<'a, T: DistanceTable> Bitmap<'a, T> {
    /// From the puzzle's start, for its goals.
    pub fn from_start(table: &'a mut T, puzzle: &'a Puzzle) -> Self {
        let goals = Goals::new(table, puzzle);
        Self { puzzle, table, goals, begun: None, goal: None, found: 0, all: 0 }
    }

    /// For nothing, with a table that has begun at so many configurations.
    pub fn begun(table: &'a mut T, puzzle: &'a Puzzle, begun: u64) -> Self {
        let goals = Goals { numbers: Vec::new(), others: Vec::new() };
        Self { puzzle, table, goals, begun: Some(begun), goal: None, found: 0, all: 0 }
    }

    /// With a table that goes on where the last level has so many configurations, all have so many, and this goal
    /// was met.
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
            self.goal = self.goals.first_of(self.table);
        }
        Level { found, has_goal: self.goal.is_some(), stopped }
    }
}

impl<T: DistanceTable> Layers for Bitmap<'_, T> {
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

impl<T: Listed> Bitmap<'_, T> {
    /// The path from the start to the goal in the last level, which is at this distance and complete;
    /// empty if there is no goal there. It goes back to the first neighbour by precedence, which does
    /// not depend on threads.
    pub fn path(&mut self, distance: u64) -> Vec<u64> {
        let mut path = Vec::from_iter(self.goal);
        let steps = if path.is_empty() { 0 } else { distance };
        for distance in (0..steps).rev() {
            let mut first: Option<u64> = None;
            self.table.each_neighbour(path[path.len() - 1], &mut |table, number| {
                if table.is_at(number, distance) {
                    let both = first.into_iter().chain([number]);
                    first = both.min_by_key(|&number| table.precedence(number));
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
