//! The index engine: breadth-first bitmap search with one to four bits for each placement (two-bit
//! search: Cooperman and Finkelstein 1992, Korf 2008).
//!
//! Every placement of the pieces has a number, so the search stores no positions. Two bits are a
//! mark, the distance modulo 3; one bit each says whether a placement is in the last level and in
//! the next. The distances of neighbours differ by at most one, so the marks also lead back from a
//! goal. [`OrderRows`] holds the bits: those of the orders of each skeleton are adjacent.
//! `docs/internals/engines.md` explains the whole.

mod actions;
mod fields;
mod graph;
mod layout;
mod orders;
mod rows;

use num_bigint::BigUint;

pub use self::actions::MOST_ORDERS;
use self::graph::{RowGraph, RowGraphError};
use self::rows::{Marking, OrderRows, RowsPlan};
use super::bitmap::{DistanceTable, search_table, stopped_at_start};
use super::compiled::{check_board_size, check_puzzle};
use super::disk::planes;
use super::drive::Run;
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal, Stopped};
use crate::engine::rank::{Class, Ranking};
use crate::engine::store::PER_WORD;
use crate::puzzle::Puzzle;

/// Approximate size in bytes of a row of the graph with its arcs.
const BYTES_OF_ROW: u64 = 128;

/// Limits for the ranking of all skeletons, which cannot be interrupted: this fraction of the
/// memory, and a number of bytes.
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
    let marking = if wants_path(query) { Marking::Path } else { Marking::None };
    let mut run = Run { budget, observer };
    make_table(query, budget, marking, |made| match made {
        Ok(table) => search_table(table, query, Engine::Index, &mut run),
        Err(stopped) => stopped_at_start(query.puzzle, Engine::Index, stopped, run.observer),
    })
}

/// Whether a path to a goal is wanted and may exist.
fn wants_path(query: &Query) -> bool {
    query.wants_solution && !query.puzzle.goals().is_empty()
}

/// Builds the distance table of a puzzle and a style, if there is memory for a mark on every
/// placement, and passes it to the callback; or passes what stopped it.
///
/// # Errors
///
/// Where there is not.
pub fn with_table<R>(
    query: &Query,
    budget: &Budget,
    act: impl FnOnce(Result<&mut dyn DistanceTable, Stopped>) -> R,
) -> Result<R, Refusal> {
    make_table(query, budget, Marking::All, act)
}

/// Like [`with_table`], perhaps without marks: then the table can only count levels.
fn make_table<R>(
    query: &Query,
    budget: &Budget,
    marking: Marking,
    act: impl FnOnce(Result<&mut dyn DistanceTable, Stopped>) -> R,
) -> Result<R, Refusal> {
    check_board_size(query.puzzle)?;
    let ranking = ranking(query.puzzle, budget.memory)?;
    let left = budget.room().saturating_sub(ranking.skeletons.bytes());
    match rows_within(query, &ranking, marking, left, budget)? {
        TableResult::Table(mut rows) => Ok(act(Ok(&mut *rows))),
        TableResult::Stopped(stopped) => Ok(act(Err(stopped))),
        TableResult::Needs(bytes) => Err(Refusal::TooManyPlacements {
            placements: Box::new(ranking.total().clone()),
            needed: Box::new(bytes + (budget.memory - left)),
            allowed: budget.memory,
        }),
    }
}

/// Returns the ranking of all skeletons, within its part of the memory.
fn ranking(puzzle: &Puzzle, memory: u64) -> Result<Ranking, Refusal> {
    let most = (memory / RANKING_PART).min(MOST_RANKING);
    Ranking::new(puzzle, most).map_err(|_| Refusal::Uncountable { allowed: memory })
}

/// The result of building a distance table.
enum TableResult<'a> {
    Table(Box<OrderRows<'a>>),
    /// It needs about this many bytes, which is too much.
    Needs(BigUint),
    Stopped(Stopped),
}

/// Builds the rows of a puzzle, if they need at most `left` bytes.
fn rows_within<'a>(
    query: &Query,
    ranking: &'a Ranking,
    marking: Marking,
    left: u64,
    budget: &Budget,
) -> Result<TableResult<'a>, Refusal> {
    let (puzzle, threads) = (query.puzzle, budget.threads());
    let graph = match graph_within(query, ranking, left, budget) {
        Ok(graph) => graph,
        Err(found) => return Ok(found),
    };
    let taken = graph.bytes();
    match RowsPlan::new(puzzle, ranking, graph, marking, threads, left - taken) {
        Ok(plan) => Ok(TableResult::Table(Box::new(OrderRows::new(plan, threads)?))),
        Err(bytes) => Ok(TableResult::Needs(bytes + taken)),
    }
}

/// Explores the graph of the rows of a puzzle, or returns why there is none.
fn graph_within<'a>(
    query: &Query,
    ranking: &'a Ranking,
    left: u64,
    budget: &Budget,
) -> Result<RowGraph, TableResult<'a>> {
    // If the orders of one row exceed the memory at half a bit each, do not try many rows.
    if ranking.orders().is_none_or(|orders| orders / 16 > left) {
        return Err(TableResult::Needs(bytes_of_all(ranking)));
    }
    let graph =
        RowGraph::explore(query.puzzle, ranking, query.style, left / 2, &mut || budget.look());
    graph.map_err(|stop| match stop {
        RowGraphError::Stopped(stopped) => TableResult::Stopped(stopped),
        RowGraphError::Memory => TableResult::Needs(bytes_of_all(ranking)),
    })
}

/// Estimates the memory of all rows, reachable or not: four bits for each order, and a graph of at
/// most half that size.
fn bytes_of_all(ranking: &Ranking) -> BigUint {
    let orders: BigUint = ranking.classes.iter().map(Class::orders).product();
    let row = (orders + (PER_WORD - 1)) / PER_WORD * 32_u8 + 2 * BYTES_OF_ROW;
    ranking.skeletons.total() * row
}

/// Counts the positions at each distance, and writes the last two levels to a folder now and then.
///
/// # Errors
///
/// Where there is no memory for it, and where the folder cannot be used.
pub fn search_and_keep(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    check_puzzle(query.puzzle)?;
    let mut run = Run { budget, observer };
    make_table(query, budget, Marking::None, |made| match made {
        Ok(table) => Ok(planes::search(table, Engine::Index, query, disk, &mut run)?),
        Err(stopped) => Ok(stopped_at_start(query.puzzle, Engine::Index, stopped, run.observer)),
    })?
}
