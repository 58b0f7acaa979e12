//! The level loop, common to all breadth-first searches.
//!
//! A search makes one level after the other, in its own way ([`Layers`]). Reporting events and
//! checking for goals and limits is the same for all ([`drive`]), and so is finding the path to the
//! goal where it is partly forgotten ([`retrace`]).

use std::ops::ControlFlow;

use crate::engine::moves::solution_from_positions;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Status, Stopped, Until,
};
use crate::puzzle::Configuration;

/// The limits of a search, and its observer.
pub struct Run<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// The observer.
    pub observer: &'a mut dyn Observer,
}

/// The result of making a level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    /// Number of positions found.
    pub found: u64,
    /// Whether one of them meets a goal. Searches that stop there may leave the level incomplete.
    pub has_goal: bool,
    /// What prevented it from being complete.
    pub stopped: Option<Stopped>,
}

/// A search that goes level by level.
pub trait Layers {
    /// Makes the first level, at distance 0.
    fn begin(&mut self, run: &mut Run) -> Level;

    /// Makes the level at a distance, given that all before it are complete.
    fn advance(&mut self, distance: u64, run: &mut Run) -> Level;

    /// Returns the distance from the start of the level after those of some total distance, if it
    /// is on the start's side at all.
    fn distance_from_start(&self, distance: u64) -> Option<u64> {
        Some(distance)
    }
}

/// A search that can trace how it reached a position.
pub trait Retraces: Layers {
    /// A position as the search stores it.
    type Stored: Clone;

    /// Returns the first goal reached.
    fn goal(&self) -> Option<Self::Stored>;

    /// Extends a path whose last position is at `distance` from where the search began. Adds its
    /// predecessors, nearest first, as far back as they are stored, but at least one unless
    /// `distance` is 0.
    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Self::Stored>,
        budget: &Budget,
    ) -> ControlFlow<Stopped>;

    /// Restarts with this position as the only goal. For searches that forget part of a path.
    fn restart(&mut self, _goal: &Self::Stored) {
        unreachable!("no part of the path is forgotten");
    }

    /// Returns the position in its public form.
    fn decode(&self, known: &Self::Stored) -> Configuration;
}

/// The progress of a search at its end.
#[derive(Clone, Debug, Default)]
pub struct SearchOutcome {
    /// The number of positions at each distance from the start, as far as complete.
    pub levels: Vec<u64>,
    /// The number of all positions found.
    pub configurations: u64,
    /// The distance of the first goals.
    pub met: Option<u64>,
    /// What stopped it.
    pub stopped: Option<Stopped>,
}

impl SearchOutcome {
    /// Returns how the search ended.
    pub fn status(&self) -> Status {
        match (self.stopped, self.met) {
            (Some(stopped), _) => Status::Stopped(stopped),
            (None, Some(_)) => Status::Solved,
            (None, None) => Status::Unsolvable,
        }
    }
}

/// Receives each complete level with its distance, and says whether to go on.
pub type OnLevel<'a, L> = dyn FnMut(&mut L, u64) -> ControlFlow<Stopped> + 'a;

/// Makes level after level until a goal is reached, no positions are left, or a limit is hit.
/// Passes every complete level to `each`, which may end the search.
pub fn drive<L: Layers>(
    layers: &mut L,
    until: Until,
    run: &mut Run,
    each: &mut OnLevel<L>,
) -> SearchOutcome {
    let mut outcome = SearchOutcome::default();
    let mut start_distance = Some(0);
    run.observer.level_begins(0);
    let mut level = layers.begin(run);
    for distance in 0.. {
        outcome.configurations += level.found;
        outcome.stopped = level.stopped;
        if level.stopped.is_some() || level.found == 0 {
            break;
        }
        if outcome.met.is_none() && level.has_goal {
            outcome.met = Some(distance);
            run.observer.goal_met(distance);
            if until == Until::Solved {
                break;
            }
        }
        let continues = each(layers, distance);
        if let Some(start_distance) = start_distance {
            run.observer.level_ends(start_distance, level.found);
            outcome.levels.push(level.found);
        }
        outcome.stopped = continues.break_value();
        outcome.stopped = outcome.stopped.or(run.budget.allows(distance + 1).break_value());
        if outcome.stopped.is_some() {
            break;
        }
        start_distance = layers.distance_from_start(distance + 1);
        if let Some(start_distance) = start_distance {
            run.observer.level_begins(start_distance);
        }
        level = layers.advance(distance + 1, run);
    }
    outcome
}

/// Adds `more` to the count of `number` in a histogram.
pub fn tally(counts: &mut Vec<u64>, number: usize, more: u64) {
    if counts.len() <= number {
        counts.resize(number + 1, 0);
    }
    counts[number] += more;
}

/// Returns the sum of the histograms of several threads.
pub fn sums<'a>(lists: impl Iterator<Item = &'a [u64]>) -> Vec<u64> {
    lists.fold(Vec::new(), |mut sums, list| {
        sums.resize(sums.len().max(list.len()), 0);
        sums.iter_mut().zip(list).for_each(|(sum, number)| *sum += number);
        sums
    })
}

/// Returns the positions from where a search began to one that it found at a distance. Where part
/// of the path is forgotten, searches again for the earliest position that is known.
pub fn retrace<L: Retraces>(
    layers: &mut L,
    mut distance: u64,
    goal: L::Stored,
    run: &mut Run,
) -> ControlFlow<Stopped, Vec<L::Stored>> {
    let mut path = vec![goal];
    while distance > 0 {
        let known = path.len();
        layers.follow(distance, &mut path, run.budget)?;
        for known in &path[known..] {
            distance -= 1;
            if distance > 0 {
                run.observer.retraced(distance, &layers.decode(known));
            }
        }
        if distance > 0 {
            run.observer.forgotten(distance);
            layers.restart(&path[path.len() - 1].clone());
            let outcome = drive(layers, Until::Solved, run, &mut |_, _| ControlFlow::Continue(()));
            outcome.stopped.map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
            // The search may store it differently now, for instance at another address.
            let last = path.len() - 1;
            path[last] = layers.goal().expect("it was reached before");
        }
    }
    path.reverse();
    ControlFlow::Continue(path)
}

/// Returns the positions from the start to the first goal, which was reached at a distance; empty
/// if none was.
pub fn solution_path<L: Retraces>(
    layers: &mut L,
    met: Option<u64>,
    run: &mut Run,
) -> ControlFlow<Stopped, Vec<Configuration>> {
    let Some((distance, goal)) = met.zip(layers.goal()) else {
        return ControlFlow::Continue(Vec::new());
    };
    let path = retrace(layers, distance, goal, run)?;
    ControlFlow::Continue(path.iter().map(|known| layers.decode(known)).collect())
}

/// Searches, and counts the positions at each distance.
pub fn count_levels<L: Layers>(
    layers: &mut L,
    query: &Query,
    engine: Engine,
    run: &mut Run,
) -> Answer {
    count_levels_with(layers, query, engine, run, &mut |_, _| ControlFlow::Continue(()))
}

/// Searches, counts the positions at each distance, and passes every complete level to `each` as
/// [`drive`] does.
pub fn count_levels_with<L: Layers>(
    layers: &mut L,
    query: &Query,
    engine: Engine,
    run: &mut Run,
    each: &mut OnLevel<L>,
) -> Answer {
    let SearchOutcome { levels, configurations, met, stopped } =
        drive(layers, query.until, run, each);
    Answer {
        status: SearchOutcome { met, stopped, ..SearchOutcome::default() }.status(),
        moves: met,
        is_shortest: true,
        counted: Counted::Reached { levels, configurations },
        solution: None,
        elapsed: Default::default(),
        engine,
    }
}

/// Searches, and adds the path to the first goal if it is wanted.
pub fn answer<L: Retraces>(layers: &mut L, query: &Query, engine: Engine, run: &mut Run) -> Answer {
    let mut answer = count_levels(layers, query, engine, run);
    add_solution(layers, query, &mut answer, run);
    answer
}

/// Adds the path to the first goal, if it is wanted and there is one.
pub fn add_solution<L: Retraces>(
    layers: &mut L,
    query: &Query,
    answer: &mut Answer,
    run: &mut Run,
) {
    if query.wants_solution && answer.moves.is_some() {
        match solution_path(layers, answer.moves, run) {
            ControlFlow::Continue(path) => {
                answer.solution = Some(solution_from_positions(query.puzzle, query.style, &path));
            }
            ControlFlow::Break(stopped) => answer.status = Status::Stopped(stopped),
        }
    }
}
