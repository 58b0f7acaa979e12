//! Which engine searches a puzzle whose query leaves that open.

use std::path::Path;

use num_bigint::BigUint;

use crate::engine::compiled::check_puzzle;
use crate::engine::disk::{self, Purpose};
use crate::engine::host::IS_WASM;
use crate::engine::meet;
use crate::engine::query::{Budget, Engine, Query, Refusal, Until};
use crate::engine::rank::{Ranking, meeting_any};
use crate::engine::whole::{self, Orders};
use crate::puzzle::{Configuration, Puzzle};

/// Beyond this number of goals, the backward side of a bidirectional search starts too wide.
pub const FEW_GOALS: usize = 64;

/// Up to this many positions a search from one end takes less than a millisecond, and counts the
/// positions at each distance. Counting them may use `COUNTING_BYTES`, which takes less than a
/// tenth of a millisecond.
const FEW_PLACEMENTS: u32 = 10_000;
const COUNTING_BYTES: u64 = 1 << 16;

/// On larger boards codes have 96 words, and the ring's positions a few.
const SHORT_CODES: usize = 128;

/// Chooses an engine by the query and the puzzle, and says why.
pub fn choose(query: &Query) -> (Engine, String) {
    let puzzle = query.puzzle;
    if let Some(folder) = query.disk.as_ref().map(|disk| &disk.folder) {
        return in_folder(query, folder);
    }
    if let Err(error) = check_puzzle(puzzle) {
        return (Engine::Ring, error.to_string());
    }
    match query.until {
        Until::Solved => match (!IS_WASM).then(|| few_placements(puzzle)).flatten() {
            Some(total) => (Engine::Table, format!("there are only {total} positions")),
            None if puzzle.size().cells() > SHORT_CODES && !IS_WASM => {
                (Engine::Ring, "the board has more than 128 cells".to_owned())
            }
            None if has_few_goals(puzzle) => {
                (Engine::Meet, "there are many positions, and few meet the goal".to_owned())
            }
            None => (Engine::Table, "many positions meet the goal".to_owned()),
        },
        Until::Exhausted => (Engine::Table, "it shows soon whether another is better".to_owned()),
    }
}

/// Chooses for a folder: resumes the search it holds; a query for numbers of positions uses rows
/// where pieces have many orders.
fn in_folder(query: &Query, folder: &Path) -> (Engine, String) {
    match disk::purpose_of(folder) {
        Some(Purpose::CountByRows) => {
            (Engine::Index, "there is its search in the folder".to_owned())
        }
        Some(Purpose::CountByCut) => (Engine::Cut, "there is its search in the folder".to_owned()),
        None if is_count(query) && whole::many_orders(query.puzzle, Orders::Unlike).is_some() => {
            (Engine::Index, "there is a folder for it, and pieces have many orders".to_owned())
        }
        _ => (Engine::Disk, disk::CHOSEN.to_owned()),
    }
}

/// Whether only the number at each distance is wanted.
pub fn is_count(query: &Query) -> bool {
    let wants_path = query.wants_solution && !query.puzzle.goals().is_empty();
    !wants_path && query.until == Until::Exhausted
}

/// Returns the number of positions, if it can be counted quickly and is small.
fn few_placements(puzzle: &Puzzle) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, COUNTING_BYTES)?;
    (*ranking.total() <= FEW_PLACEMENTS.into()).then(|| ranking.total().clone())
}

/// Whether there are goals, and few enough to search back from.
fn has_few_goals(puzzle: &Puzzle) -> bool {
    meeting_any(puzzle, FEW_GOALS).is_some_and(|goals| !goals.is_empty())
}

/// Returns the goals from which the bidirectional search starts.
pub fn goals(query: &Query, budget: &Budget) -> Result<Vec<Configuration>, Refusal> {
    if query.until == Until::Exhausted {
        return Err(Refusal::Unsuited("the meet engine stops at the goal"));
    }
    meet::goals(query.puzzle, budget)
}
