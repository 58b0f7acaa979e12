//! The index engine: breadth-first search with four bits a configuration and nothing else.
//!
//! Every placement of the pieces has a number, so a configuration need not be stored to be known.
//! Two bits are a mark, its distance modulo 3; one bit each says whether it is in the last level
//! and in the next. Neighbours are at most one move farther or nearer, so the marks lead back from
//! a goal as well. `docs/ENGINES.md` tells the whole.
//!
//! There are two [distance tables](super::bitmap::DistanceTable): [`plain`](plain::Plain), by the numbers themselves, and
//! [`rows`](rows::Rows), where the orders of each skeleton that can be reached stand side by side.

mod actions;
mod bands;
mod cliques;
mod contents;
mod fields;
mod graph;
mod layout;
mod moves;
mod plain;
mod rows;
mod sheet;
mod spread;

use num_bigint::BigUint;

pub use self::actions::MOST_ORDERS;
pub use self::bands::{Bands, LEAST_LEAF, Map as MapByBands, Where, cut_of};
use self::cliques::Cliques;
use self::graph::{Graph, Stop};
use self::plain::Plain;
use self::rows::{Marking, Plan, Rows};
pub use self::spread::Spread;
use super::bitmap::{Charted, Job, count_in_table, in_table, not_begun};
use super::compiled::{takes, takes_board};
use super::disk::{Purpose, planes, purpose_of};
use super::layers::Run;
use crate::puzzle::{Goal, Puzzle};
use crate::query::{Answer, Budget, Disk, Engine, FLOOR, Observer, Query, Refusal, Stopped};
use crate::rank::Ranking;

/// The ranking of all skeletons may take this part of the memory, and no more than so many
/// bytes: it cannot be interrupted.
const RANKING_PART: u64 = 4;
const MOST_RANKING: u64 = 1 << 28;

/// Searches, if there is memory for a mark on every placement.
///
/// # Errors
///
/// Where there is not.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    struct Search<'a>(&'a Query<'a>, Run<'a>);
    impl Job for Search<'_> {
        type Output = Answer;

        fn run(self, table: &mut (impl Charted + Sync)) -> Answer {
            in_table(table, self.0, Engine::Index, self.1)
        }

        fn not_begun(self, stopped: Stopped) -> Answer {
            not_begun(self.0.puzzle, Engine::Index, stopped, self.1.observer)
        }
    }
    let marking = if wants_way(query) { Marking::Way } else { Marking::None };
    let mut needed = None;
    if marking == Marking::None && is_of_tiles(query.puzzle) {
        let ranking = ranking(query.puzzle, budget.memory)?;
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        match cliques_within(query, &ranking, left, budget)? {
            Found::Table(mut table) => {
                let run = Run { budget, observer };
                return Ok(count_in_table(&mut *table, query, Engine::Index, run));
            }
            Found::Stopped(stopped) => {
                return Ok(not_begun(query.puzzle, Engine::Index, stopped, observer));
            }
            Found::Needs(bytes) => needed = Some(bytes + (budget.memory - left)),
            Found::None => {}
        }
    }
    let answer = make_table(query, budget, marking, Search(query, Run { budget, observer }));
    answer.map_err(|refusal| needing_no_more(refusal, needed))
}

/// A refusal for want of memory, where less would do for something else.
fn needing_no_more(refusal: Refusal, than: Option<BigUint>) -> Refusal {
    match (refusal, than) {
        (Refusal::TooManyPlacements { placements, needed, allowed }, Some(than)) => {
            let needed = needed.min(Box::new(than));
            Refusal::TooManyPlacements { placements, needed, allowed }
        }
        (refusal, _) => refusal,
    }
}

/// Whether all pieces but one would fill the board with cells, one each.
fn is_of_tiles(puzzle: &Puzzle) -> bool {
    puzzle.empty_cells() == 1 && puzzle.kinds().iter().all(|kind| kind.cells().len() == 1)
}

/// Whether the way to a goal is wanted, and there may be one.
fn wants_way(query: &Query) -> bool {
    query.wants_solution && !query.puzzle.goals().is_empty()
}

/// Makes the distance table of a puzzle and a style, if there is memory for a mark on every placement,
/// and does the job. For a map with a single goal, it takes the word of whoever draws it that this was found when it
/// [gathers](super::bitmap::Charted::gather) the goals.
///
/// # Errors
///
/// Where there is not.
pub fn with_table<J: Job>(
    query: &Query,
    is_map: bool,
    budget: &Budget,
    job: J,
) -> Result<J::Output, Refusal> {
    let begins_at_one = is_map && has_one_goal(query.puzzle);
    make_table(query, budget, if begins_at_one { Marking::Way } else { Marking::All }, job)
}

/// Whether no more than one configuration is a goal.
fn has_one_goal(puzzle: &Puzzle) -> bool {
    puzzle.goals().len() <= 1 && puzzle.goals().iter().all(Goal::is_complete)
}

/// Makes one with marks, or perhaps without: then it can only count levels.
fn make_table<J: Job>(
    query: &Query,
    budget: &Budget,
    marking: Marking,
    job: J,
) -> Result<J::Output, Refusal> {
    takes_board(query.puzzle)?;
    let (puzzle, style, threads) = (query.puzzle, query.style, budget.threads());
    let allowed = budget.room();
    let ranking = ranking(puzzle, budget.memory)?;
    let left = allowed.saturating_sub(ranking.skeletons.bytes());
    let marks = u64::try_from(ranking.total()).map(plain::bytes);
    let mut needed = marks.map_or_else(|_| ranking.total() / 2_u8, BigUint::from);
    match rows_within(query, &ranking, marking, left, budget)? {
        Found::Table(mut rows) => return Ok(job.run(&mut *rows)),
        Found::Stopped(stopped) => return Ok(job.not_begun(stopped)),
        Found::Needs(bytes) => needed = needed.min(bytes),
        Found::None => {}
    }
    if marks.is_ok_and(|marks| marks <= left) {
        return Ok(job.run(&mut Plain::new(puzzle, style, &ranking, threads)?));
    }
    let placements = Box::new(ranking.total().clone());
    let needed = Box::new(needed + ranking.skeletons.bytes() + (budget.memory - allowed));
    Err(Refusal::TooManyPlacements { placements, needed, allowed: budget.memory })
}

/// The ranking of all skeletons, in its part of the memory.
fn ranking(puzzle: &Puzzle, memory: u64) -> Result<Ranking, Refusal> {
    let most = (memory / RANKING_PART).min(MOST_RANKING);
    Ranking::new(puzzle, most).map_err(|_| Refusal::Uncountable { allowed: memory })
}

/// What came of looking for a distance table.
enum Found<T> {
    Table(Box<T>),
    /// It takes so many bytes, or more, which is too much.
    Needs(BigUint),
    /// The skeletons take too much, or have one order each, or there is none of this sort.
    None,
    Stopped(Stopped),
}

/// The rows of a puzzle, if they take no more than so many bytes.
fn rows_within<'a>(
    query: &Query,
    ranking: &'a Ranking,
    marking: Marking,
    left: u64,
    budget: &Budget,
) -> Result<Found<Rows<'a>>, Refusal> {
    let (puzzle, threads) = (query.puzzle, budget.threads());
    let graph = match graph_within(query, ranking, left, budget) {
        Ok(graph) => graph,
        Err(found) => return Ok(found),
    };
    let taken = graph.bytes();
    match Plan::new(puzzle, ranking, graph, marking, threads, left - taken) {
        Ok(plan) => Ok(Found::Table(Box::new(Rows::new(plan, threads)?))),
        Err(bytes) => Ok(Found::Needs(bytes + taken)),
    }
}

/// The cliques of a puzzle of tiles, if there are any and they take no more than so many bytes.
fn cliques_within<'a>(
    query: &Query,
    ranking: &'a Ranking,
    left: u64,
    budget: &Budget,
) -> Result<Found<Cliques<'a>>, Refusal> {
    let graph = match graph_within(query, ranking, left, budget) {
        Ok(graph) => graph,
        Err(found) => return Ok(found),
    };
    let taken = graph.bytes();
    match cliques::Plan::new(query.puzzle, ranking, graph, budget.threads(), left - taken) {
        Ok(Some(plan)) => Ok(Found::Table(Box::new(Cliques::new(plan)?))),
        Ok(None) => Ok(Found::None),
        Err(bytes) => Ok(Found::Needs((bytes + taken).into())),
    }
}

/// The graph of the rows of a puzzle, or why there is none.
fn graph_within<T>(
    query: &Query,
    ranking: &Ranking,
    left: u64,
    budget: &Budget,
) -> Result<Graph, Found<T>> {
    // Orders that do not fit the memory in one row, with half a bit each, need not be tried in many.
    if !ranking.orders().is_some_and(|orders| orders > 1 && orders / 16 <= left) {
        return Err(Found::None);
    }
    let graph = Graph::explore(query.puzzle, ranking, query.style, left / 2, &mut || budget.look());
    graph.map_err(|stop| match stop {
        Stop::Stopped(stopped) => Found::Stopped(stopped),
        Stop::Memory => Found::None,
    })
}

/// Counts what is at each distance by rows, the last two levels of which are written down in a folder now and
/// then; or, where there is no memory for the rows, are there and nowhere else. Where the way to a goal is wanted, all levels
/// up to it are there and nowhere else.
///
/// # Errors
///
/// Where there is no memory for some rows, and where the folder does not suit.
pub fn search_and_keep(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    takes(query.puzzle)?;
    let ranking = ranking(query.puzzle, budget.memory)?;
    let left = budget.room().saturating_sub(ranking.skeletons.bytes());
    let mut run = Run { budget, observer };
    let there = disk.folder.as_deref().filter(|_| disk.resumes).and_then(purpose_of);
    let is_in_bands = matches!(there, Some(Purpose::CountByBands | Purpose::WayByBands));
    let rows = match wants_way(query) || is_in_bands {
        true => Found::None,
        false => rows_within(query, &ranking, Marking::None, left, budget)?,
    };
    let needed = match rows {
        Found::Table(mut rows) => {
            return Ok(planes::search(&mut *rows, Engine::Index, query, disk, &mut run)?);
        }
        Found::Stopped(stopped) => {
            return Ok(not_begun(query.puzzle, Engine::Index, stopped, run.observer));
        }
        Found::Needs(bytes) => Some(bytes + (budget.memory - left)),
        Found::None => None,
    };
    if let Some(answer) = bands::search(query, disk, &ranking, LEAST_LEAF, &mut run)? {
        return Ok(answer);
    }
    Err(match needed {
        Some(needed) => Refusal::TooManyPlacements {
            placements: Box::new(ranking.total().clone()),
            needed: Box::new(needed),
            allowed: budget.memory,
        },
        None => Refusal::Unsuited("there are no rows of these pieces that fit the memory"),
    })
}

/// Does something with the rows of a puzzle in bands; with `None` if they cannot be cut so that they fit the memory.
///
/// # Errors
///
/// What stopped it before there were any.
pub fn with_bands<R>(
    query: &Query,
    place: Where,
    budget: &Budget,
    act: impl FnOnce(Option<&Bands>) -> R,
) -> Result<R, Stopped> {
    match ranking(query.puzzle, budget.memory) {
        Ok(ranking) if ranking.orders() != Some(1) => {
            let bands = Bands::new(query.puzzle, query.style, &ranking, place, budget)?;
            Ok(act(bands.as_ref()))
        }
        _ => Ok(act(None)),
    }
}

/// The same for certain in bands, with leaves of so many orders at least.
#[cfg(test)]
pub fn search_in_bands(
    least_leaf: u64,
    query: &Query,
    disk: &Disk,
    run: &mut Run,
) -> Result<Answer, Refusal> {
    takes(query.puzzle)?;
    let ranking = ranking(query.puzzle, u64::MAX)?;
    let answer = bands::search(query, disk, &ranking, least_leaf, run)?;
    answer.ok_or(Refusal::Unsuited("rows cannot be cut"))
}

/// Bytes of memory with which a puzzle is searched for certain, where its placements are counted at
/// once: a mark on every placement, and what takes no more than so many bytes.
pub fn enough(puzzle: &Puzzle, most_ranking: u64) -> Option<u64> {
    takes_board(puzzle).ok()?;
    let ranking = Ranking::new(puzzle, most_ranking).ok()?;
    let marks = plain::bytes(u64::try_from(ranking.total()).ok()?);
    let all = marks.checked_add(ranking.skeletons.bytes())?.checked_add(FLOOR)?;
    Some(all.max(RANKING_PART * most_ranking))
}
