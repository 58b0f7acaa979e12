//! The level loop and the way back, common to all breadth-first searches.
//!
//! A search makes one level after the other, in its own way ([`Search`]). Reporting events and
//! checking for goals and limits is the same for all ([`drive`]), and so is the way back to where
//! the search began, even if that is partly forgotten ([`way_back`]).

use crate::engine::moves::solution_from_positions;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Status, Stopped, Until,
};
use crate::puzzle::{Configuration, Placement};

/// The limits of a search, and its observer.
pub struct Run<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// The observer.
    pub observer: &'a mut dyn Observer,
}

impl Run<'_> {
    /// Tells the observer that the search goes on, and checks the clock and the interrupt.
    pub fn look(&mut self) -> Result<(), Stopped> {
        self.observer.waiting();
        self.budget.look()
    }
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
pub trait Search {
    /// Makes the first level, at distance 0.
    fn begin(&mut self, run: &mut Run) -> Level;

    /// Makes the level at a distance, given that all before it are complete.
    fn advance(&mut self, distance: u64, run: &mut Run) -> Level;

    /// Returns the distance from the start of the level after those of some total distance, if it
    /// is on the start's side at all.
    fn distance_from_start(&self, distance: u64) -> Option<u64> {
        Some(distance)
    }

    /// Returns the first of the nearest goals.
    fn goal(&self) -> Option<Configuration> {
        None
    }

    /// Extends a path whose last position is at `distance` from where the search began, and is the
    /// goal if the search [forgets](Search::restart). Adds its predecessors, nearest first: all, or as
    /// far back as they are known. Of several predecessors it is the one with the smallest code, but in
    /// the ring.
    fn follow(
        &mut self,
        _distance: u64,
        _path: &mut Vec<Configuration>,
        _budget: &Budget,
    ) -> Result<(), Stopped> {
        unreachable!("only from a goal is there a way back");
    }

    /// Returns the positions from the start to the first goal, at this distance.
    fn path(&mut self, distance: u64, run: &mut Run) -> Result<Vec<Configuration>, Stopped> {
        let goal = self.goal().expect("a goal was reached");
        way_back(self, distance, goal, run)
    }

    /// Restarts with this position as the only goal. For searches that forget part of a path.
    fn restart(&mut self, _goal: &Configuration) {
        unreachable!("no part of the path is forgotten");
    }
}

/// Replaces a list by the pieces of the position at a place of a batch, cell by cell.
pub type Decode<'a> = dyn Fn(usize, &mut Vec<Placement>) + Sync + 'a;

/// Receives a batch of a given number of positions.
pub type OnBatch<'a> = dyn FnMut(usize, &Decode) + 'a;

/// Positions per batch.
pub const BATCH: usize = 1 << 16;

/// A search that lists the positions of its levels.
pub trait Listed: Search {
    /// Passes on the positions of the last level, at this distance, in any order.
    fn list(&mut self, distance: u64, on_batch: &mut OnBatch) -> Result<(), Stopped>;

    /// Returns the first positions, by code, at the greatest distance, when the search is complete.
    fn farthest(&mut self, distance: u64, most: usize) -> Result<Vec<Configuration>, Stopped>;

    /// Returns the bytes that others may use while the last level is listed: some for each position,
    /// if older levels can be forgotten for that.
    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64;
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
    /// What stopped it, and whether that was the callback.
    pub stopped: Option<Stopped>,
    pub is_ended: bool,
}

impl SearchOutcome {
    /// Returns what stopped the search as an error.
    pub fn finished(&self) -> Result<(), Stopped> {
        self.stopped.map_or(Ok(()), Err)
    }

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
pub type OnLevel<'a, S> = dyn FnMut(&mut S, u64) -> Result<(), Stopped> + 'a;

/// Makes level after level until a goal is reached, no positions are left, or a limit is hit.
/// Passes every complete level to `each`, which may end the search.
pub fn drive<S: Search + ?Sized>(
    search: &mut S,
    until: Until,
    run: &mut Run,
    each: &mut OnLevel<S>,
) -> SearchOutcome {
    let mut outcome = SearchOutcome::default();
    let mut start_distance = Some(0);
    run.observer.level_begins(0);
    let mut level = search.begin(run);
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
        let continues = each(search, distance);
        if let Some(start_distance) = start_distance {
            run.observer.level_ends(start_distance, level.found);
            outcome.levels.push(level.found);
        }
        outcome.is_ended = continues.is_err();
        outcome.stopped = continues.err();
        outcome.stopped = outcome.stopped.or(run.budget.allows(distance + 1).err());
        if outcome.stopped.is_some() {
            break;
        }
        start_distance = search.distance_from_start(distance + 1);
        if let Some(start_distance) = start_distance {
            run.observer.level_begins(start_distance);
        }
        level = search.advance(distance + 1, run);
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

/// Returns the positions from where a search began to one that it found at a distance. Where part
/// of the path is forgotten, searches again for the earliest position that is known.
pub fn way_back<S: Search + ?Sized>(
    search: &mut S,
    mut distance: u64,
    last: Configuration,
    run: &mut Run,
) -> Result<Vec<Configuration>, Stopped> {
    let mut path = vec![last];
    while distance > 0 {
        let known = path.len();
        search.follow(distance, &mut path, run.budget)?;
        for known in &path[known..] {
            distance -= 1;
            if distance > 0 {
                run.observer.retraced(distance, known);
            }
        }
        if distance > 0 {
            run.observer.forgotten(distance);
            search.restart(&path[path.len() - 1]);
            let outcome = drive(search, Until::Solved, run, &mut |_, _| Ok(()));
            if let Some(stopped) = outcome.stopped {
                return Err(stopped);
            }
        }
    }
    path.reverse();
    Ok(path)
}

/// Searches, and adds the path to the first goal if it is wanted.
pub fn answer(search: &mut dyn Search, query: &Query, engine: Engine, run: &mut Run) -> Answer {
    answer_while(search, query, engine, run, &mut |_, _| Ok(()))
}

/// Likewise; if the callback ends the search, without a path.
pub fn answer_while<S: Search + ?Sized>(
    search: &mut S,
    query: &Query,
    engine: Engine,
    run: &mut Run,
    each: &mut OnLevel<S>,
) -> Answer {
    let outcome = drive(search, query.until, run, each);
    let status = outcome.status();
    let SearchOutcome { levels, configurations, met, is_ended, .. } = outcome;
    let counted = Counted::Reached { levels, configurations };
    let mut answer = Answer { moves: met, ..Answer::new(status, engine, counted) };
    if let Some(distance) = met.filter(|_| query.wants_solution && !is_ended) {
        match search.path(distance, run) {
            Ok(path) => {
                answer.solution = Some(solution_from_positions(query.puzzle, query.style, &path));
            }
            Err(stopped) => answer.status = Status::Stopped(stopped),
        }
    }
    answer
}
