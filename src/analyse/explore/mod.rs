//! The map of everything reachable from a puzzle's start: how many positions there are at each
//! distance from the start and from the nearest goal, which are farthest, and how many neighbours
//! they have.
//!
//! Two exhaustive breadth-first searches, one from the start and one from all goals that it has met,
//! by the sparse engine (frontier search: R. Korf, "Delayed duplicate detection", 2004), the dense
//! one, or in a folder. The cost is that of expanding each position twice; memory is that of the
//! engine.

mod on_disk;

pub use on_disk::{StoredDistances, stored_distances};

use std::time::Duration;

use crate::engine::choose::{self, Switch, Trial, report_fallback};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch, images};
use crate::engine::dense::{BuildError, Dense, Keep};
use crate::engine::drive::{Listed, OnLevel, Run, SearchOutcome, drive, way_back};
use crate::engine::handover::HandoverObserver;
use crate::engine::host::{IS_WASM, Instant};
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped, Until};
use crate::engine::table::{LevelCallback, SearchTarget, TableSearch};
use crate::puzzle::{Configuration, Solution};

/// The origin from which distances are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapOrigin {
    /// The start.
    #[default]
    Start,
    /// All positions at once that meet a goal.
    Goals,
}

/// Positions counted by their distance from some origin.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// The number of positions at each distance.
    pub levels: Vec<u64>,
    /// Some of the positions at the greatest distance, in the order of their codes.
    pub farthest: Vec<Configuration>,
}

impl Distances {
    /// Returns the greatest distance: the eccentricity of the origin.
    pub fn depth(&self) -> u64 {
        (self.levels.len() as u64).saturating_sub(1)
    }

    /// Returns the number of positions at the greatest distance.
    pub fn at_depth(&self) -> u64 {
        self.levels.last().copied().unwrap_or(0)
    }
}

/// Numbers of neighbours of the positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    /// The number of positions with each number of neighbours, from 0.
    pub counts: Vec<u64>,
}

impl Degrees {
    /// Returns the number of pairs of neighbours.
    pub fn edges(&self) -> u64 {
        self.neighbours() / 2
    }

    /// Returns the number of positions with one neighbour: the only move from there is back.
    pub fn dead_ends(&self) -> u64 {
        self.counts.get(1).copied().unwrap_or(0)
    }

    /// Returns the mean number of neighbours.
    pub fn mean(&self) -> f64 {
        self.neighbours() as f64 / self.counts.iter().sum::<u64>().max(1) as f64
    }

    /// Returns the greatest number of neighbours.
    pub fn most(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    fn neighbours(&self) -> u64 {
        self.counts.iter().enumerate().map(|(degree, count)| degree as u64 * count).sum()
    }
}

/// The positions up to symmetry: mirror images and rotations of the board, with kinds exchanged,
/// that leave the whole puzzle the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The number of symmetries, including the identity.
    pub images: usize,
    /// The number of positions up to symmetry.
    pub classes: u64,
}

/// A map of all positions reachable from a puzzle's start.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Map {
    /// What stopped the search, if it is not complete. Then `from_start` goes as far as the
    /// search did, `degrees` are those of its complete levels, and what was not reached is missing.
    pub stopped: Option<Stopped>,
    /// Distances from the start.
    pub from_start: Distances,
    /// The least number of moves to a goal.
    pub moves: Option<u64>,
    /// Numbers of neighbours. [`Engine::Sparse`] counts them, [`Engine::Dense`] does not.
    pub degrees: Option<Degrees>,
    /// The number of positions that meet a goal.
    pub goals: u64,
    /// Distances from the nearest goal, if there is one.
    pub from_goals: Option<Distances>,
    /// A shortest solution from the first of the positions farthest from all goals.
    pub hardest: Option<Solution>,
    /// The symmetries, if the search used them: [`Engine::Sparse`] does.
    pub symmetry: Option<Symmetry>,
    /// The time taken.
    pub elapsed: Duration,
}

impl Map {
    /// Returns the number of positions.
    pub fn states(&self) -> u64 {
        self.from_start.levels.iter().sum()
    }

    /// Returns this map of an engine that continued an earlier one's work; if a limit stopped it
    /// before it had as many levels, the earlier map.
    fn or_earlier(mut self, earlier: Map) -> Map {
        if self.stopped.is_none() {
            return self;
        }
        if earlier.from_start.levels.len() > self.from_start.levels.len() {
            return Map { stopped: self.stopped, ..earlier };
        }
        self.moves = self.moves.or(earlier.moves);
        self
    }
}

/// Computes the map of a puzzle. Lists up to `most` of the farthest positions, but at least one.
///
/// Of the query, the puzzle, the style, the engine and the disk matter. Maps are computed by
/// [`Engine::Sparse`] or [`Engine::Dense`]. [`Engine::Auto`] is the sparse engine if the query has a
/// folder. Otherwise it chooses the dense engine if pieces of equal shape can stand in many
/// orders and there is memory for its bits, else the sparse one, which hands over to the dense engine
/// if levels turn out wide or memory does not suffice. Every position is expanded once from the
/// start, and once more from the goals; and again if the sparse engine, short of memory, evicts the
/// path from the farthest starts, or hands over.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or if the requested engine cannot do
/// it.
///
/// ```
/// use sliding::analyse::explore;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::STEP);
/// let map = explore(&query, &Budget::default(), 10, &mut ()).unwrap();
/// assert_eq!(map.from_start.levels, [1, 1, 1, 1]);
/// let degrees = map.degrees.unwrap();
/// assert_eq!((degrees.edges(), degrees.dead_ends()), (3, 2));
/// ```
pub fn explore(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<Map, Refusal> {
    build(query, budget, most, observer, None)
}

/// Computes the map of a puzzle as [`explore`] does, and calls `each` for every position as it is
/// found, with its distance from an origin: the nearest first, and among those equally far in any
/// order. With the goals as origin, it is not called if none is reachable. If the search is
/// stopped, it is called for some of them only.
///
/// # Errors
///
/// As for [`explore`].
///
/// ```
/// use sliding::analyse::{MapOrigin, explore_each};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse().unwrap();
/// let (query, budget) = (Query::new(&puzzle, Style::STEP), Budget::default());
/// let mut reported = Vec::new();
/// explore_each(&query, &budget, 1, &mut (), MapOrigin::Goals, &mut |configuration, distance| {
///     reported.push((puzzle.shorthand(configuration), distance));
/// }).unwrap();
/// assert_eq!(reported, [("001".to_owned(), 0), ("01".to_owned(), 1), ("1".to_owned(), 2)]);
/// ```
pub fn explore_each(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
    origin: MapOrigin,
    each: &mut dyn FnMut(&Configuration, u64),
) -> Result<Map, Refusal> {
    build(query, budget, most, observer, Some(PositionSink { origin, each, reported: 0 }))
}

/// A callback for positions and their distances, and the origin of these.
struct PositionSink<'a> {
    origin: MapOrigin,
    each: &'a mut dyn FnMut(&Configuration, u64),
    /// Number of levels reported to it.
    reported: u64,
}

/// Shared state of the ways to compute a map.
struct MapBuilder<'a, 'b> {
    query: &'a Query<'a>,
    run: Run<'a>,
    /// Maximum number of farthest positions listed.
    most: usize,
    sink: Option<PositionSink<'b>>,
}

impl MapBuilder<'_, '_> {
    /// Reports the last level of a search, if that was not done before and is wanted.
    fn report(
        sink: &mut Option<PositionSink>,
        origin: MapOrigin,
        search: &mut dyn Listed,
        distance: u64,
    ) -> Result<(), Stopped> {
        let Some(sink) = sink else { return Ok(()) };
        if sink.origin != origin || distance < sink.reported {
            return Ok(());
        }
        sink.reported = distance + 1;
        search.list(distance, &mut |count, decode| {
            for at in 0..count {
                let mut pieces = Vec::new();
                decode(at, &mut pieces);
                (sink.each)(&Configuration::new(pieces), distance);
            }
        })
    }

    /// Searches from the start. `each` may end the search after a level.
    fn search_from_start<S: Listed>(&mut self, search: &mut S, each: &mut OnLevel<S>) -> Map {
        let outcome = drive(search, Until::Exhausted, &mut self.run, &mut |search, distance| {
            Self::report(&mut self.sink, MapOrigin::Start, search, distance)?;
            each(search, distance)
        });
        let mut map = Map { stopped: outcome.stopped, moves: outcome.met, ..Map::default() };
        map.from_start = self.distances(search, outcome, &mut map.stopped);
        map
    }

    /// Searches from all goals, and adds the distances to a map, with the path from the first of the
    /// farthest.
    fn add_from_goals<S: Listed>(&mut self, search: &mut S, map: &mut Map) {
        let outcome = drive(search, Until::Exhausted, &mut self.run, &mut |search, distance| {
            Self::report(&mut self.sink, MapOrigin::Goals, search, distance)
        });
        map.stopped = outcome.stopped;
        if outcome.stopped.is_some() {
            return;
        }
        let from_goals = self.distances(search, outcome, &mut map.stopped);
        if let Some(first) = from_goals.farthest.first() {
            match way_back(search, from_goals.depth(), first.clone(), &mut self.run) {
                Ok(mut path) => {
                    path.reverse();
                    let Query { puzzle, style, .. } = *self.query;
                    map.hardest = Some(solution_from_positions(puzzle, style, &path));
                }
                Err(stopped) => map.stopped = Some(stopped),
            }
        }
        map.from_goals = Some(from_goals);
    }

    /// Returns the levels of a search, and the first of the farthest positions if it is complete.
    fn distances(
        &self,
        search: &mut dyn Listed,
        outcome: SearchOutcome,
        stopped: &mut Option<Stopped>,
    ) -> Distances {
        let mut farthest = Vec::new();
        if outcome.stopped.is_none() {
            match search.farthest(outcome.levels.len() as u64 - 1, self.most) {
                Ok(first) => farthest = first,
                Err(why) => *stopped = Some(why),
            }
        }
        Distances { levels: outcome.levels, farthest }
    }
}

/// Runs the requested engine, or the one that suits.
fn build(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
    sink: Option<PositionSink>,
) -> Result<Map, Refusal> {
    check_puzzle(query.puzzle)?;
    let begun = Instant::now();
    let mut rest = HandoverObserver::new(observer);
    let run = Run { budget, observer: &mut rest };
    let mut builder = MapBuilder { query, run, most: most.max(1), sink };
    let map = match query.disk.as_ref().filter(|_| !IS_WASM) {
        None => builder.in_memory(),
        Some(disk) if matches!(query.engine, Engine::Auto | Engine::Sparse) => {
            builder.on_disk(disk)
        }
        Some(_) => Err(Refusal::Unsuited("only the engine sparse has a folder for maps")),
    };
    Ok(Map { elapsed: begun.elapsed(), ..map? })
}

impl MapBuilder<'_, '_> {
    /// Uses the requested engine, or the sparse one as long as the dense one is not better.
    ///
    /// # Errors
    ///
    /// Returns an error if the requested engine cannot do it.
    fn in_memory(&mut self) -> Result<Map, Refusal> {
        let (query, budget) = (self.query, self.run.budget);
        if let Some(mut dense) = choose::dense_for_map(query, Keep::Map, budget, self.run.observer)?
        {
            return Ok(self.by_bits(&mut dense));
        }
        if IS_WASM || query.engine != Engine::Auto {
            return Ok(self.by_table(&mut |_| Ok(())));
        }
        let mut trial = Trial::new(query.puzzle, query.style, Keep::Map, budget);
        let map = self.by_table(&mut |size| trial.look(size));
        let Some(switch) = trial.end(map.stopped) else { return Ok(map) };
        let is_late = matches!(switch, Switch::Memory);
        let next = match switch.build(query, Keep::Map, budget, self.run.observer) {
            Ok(mut dense) => self.by_bits(&mut dense),
            Err(_) if is_late => return Ok(map),
            Err(error) => {
                if let BuildError::Refused(refusal) = error {
                    report_fallback(&refusal, self.run.observer);
                }
                self.by_table(&mut |_| Ok(()))
            }
        };
        Ok(next.or_earlier(map))
    }

    /// Searches from the start, then from all goals, with the same bits.
    fn by_bits(&mut self, dense: &mut Dense) -> Map {
        let mut map = self.search_from_start(dense, &mut |_, _| Ok(()));
        // A stopped search still reports the number of goals it has met.
        let budget = map.stopped.is_none().then_some(self.run.budget);
        match dense.keep_goals(budget) {
            Ok(goals) => map.goals = goals,
            Err(stopped) => map.stopped = Some(stopped),
        }
        if map.goals > 0 && map.stopped.is_none() {
            dense.restart();
            self.add_from_goals(dense, &mut map);
        }
        map
    }

    /// Searches from the start, then from all goals, unless `continues` ends the first search after
    /// a level.
    fn by_table(&mut self, continues: &mut LevelCallback) -> Map {
        let images = images(self.query);
        dispatch!(all (self.query.puzzle, self.query.style, &images), compiled => {
            self.by_table_of(compiled, continues)
        })
    }

    fn by_table_of<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        continues: &mut LevelCallback,
    ) -> Map {
        let (mut goals, mut kept) = (Vec::new(), 0);
        let mut table = TableSearch::from_start(compiled, self.run.budget);
        table.count_degrees();
        let mut map = self.search_from_start(&mut table, &mut |table: &mut TableSearch<W>, _| {
            goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
            table.others = size_of_val(&goals[..]) as u64;
            kept += table.width() as u64;
            continues(table.size())
        });
        map.goals = compiled.count(goals.iter());
        let fold = compiled.fold.as_ref();
        map.symmetry = fold.map(|fold| Symmetry { images: fold.images(), classes: kept });
        map.degrees = Some(Degrees { counts: table.totals().degrees.clone() });
        drop(table);
        if !goals.is_empty() && map.stopped.is_none() {
            let nothing = SearchTarget::Nothing;
            let mut table = TableSearch::new(compiled, self.run.budget, goals, nothing);
            table.keeps_path(true);
            self.add_from_goals(&mut table, &mut map);
        }
        map
    }
}
