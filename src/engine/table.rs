//! The sparse engine, which searches in memory or in a folder: see [`sparse`](super::sparse).

use super::compiled::{dispatch, images};
use super::drive::{Run, answer, answer_while};
use super::folder::{Folder, Keep};
use super::meet;
pub use super::sparse::{SearchSize, SearchTarget, TableSearch};
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal, Stopped};
use crate::puzzle::Configuration;

/// Receives the size of the search after each level, and says whether to go on.
pub type LevelCallback<'a> = dyn FnMut(SearchSize) -> Result<(), Stopped> + 'a;

/// Searches a puzzle that [`check_puzzle`](super::compiled::check_puzzle) accepts, from the start, and
/// from all positions that meet a goal as well if they are given. The callback may end the search after
/// a level; then it returns no solution.
pub fn search(
    query: &Query,
    goals: Option<&[Configuration]>,
    budget: &Budget,
    observer: &mut dyn Observer,
    continues: &mut LevelCallback,
) -> Answer {
    let images = images(query);
    let run = &mut Run { budget, observer };
    dispatch!(all (query.puzzle, query.style, &images), compiled => match goals {
        Some(goals) => meet::search(compiled, query, goals, run, continues),
        None => {
            let mut table = TableSearch::from_start(compiled, run.budget);
            table.keeps_path(query.wants_solution);
            let each = &mut |table: &mut TableSearch<_>, _| continues(table.size());
            answer_while(&mut table, query, Engine::Sparse, run, each)
        }
    })
}

/// Searches in a folder.
///
/// # Errors
///
/// Where the folder cannot be used, or belongs to another search.
pub fn search_in_folder(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let keep = if query.wants_solution { Keep::ToGoal } else { Keep::Last };
    let run = &mut Run { budget, observer };
    dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        let mut search = TableSearch::open(compiled, budget, &folder, keep, disk.resumes)?;
        let answer = answer(&mut search, query, Engine::Sparse, run);
        search.finish(run);
        Ok(answer)
    })
}
