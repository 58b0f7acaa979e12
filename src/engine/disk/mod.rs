//! The disk engine: breadth-first search whose levels are sorted lists in files.
//!
//! It supports every puzzle that the table engine supports. It keeps some megabytes of positions in
//! memory and all others in a [folder]. Levels are made with sequential reads and writes only
//! ([`level`]). After a level the search writes a checkpoint if one is due, so that another process
//! can resume it after a kill or a full disk ([`lists`], [`checkpoints`]). A damaged file is an error that names it.
//! `docs/internals/engines.md` explains the whole.

mod batches;
pub mod block;
mod checkpoints;
mod folder;
mod footer;
mod level;
mod list;
mod lists;
pub mod manifest;
mod merged;
pub mod planes;
mod small;
mod worker;

pub use self::checkpoints::Checkpointed;
pub use self::folder::{DiskError, Folder};
pub use self::lists::ListSearch;
pub use self::manifest::{Purpose, exists, purpose_of, refuse_older};
pub use self::worker::WorkerLimits;
use super::compiled::{Compiled, dispatch};
use super::drive::{Run, answer};
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal};

/// The reason given for choosing this engine if there is a folder.
pub const CHOSEN: &str = "there is a folder for it";

/// Searches a puzzle that [`check_puzzle`](super::compiled::check_puzzle) accepts.
///
/// # Errors
///
/// Where the folder cannot be used, or belongs to another search.
pub fn search(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    search_within(query, disk, budget, observer, None)
}

/// Like `search`, perhaps with other limits than those of the memory.
pub fn search_within(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
    limits: Option<WorkerLimits>,
) -> Result<Answer, Refusal> {
    let run = &mut Run { budget, observer };
    let answer = dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        search_compiled(compiled, query, disk, run, limits)
    });
    answer.map_err(Refusal::from)
}

fn search_compiled<const W: usize>(
    compiled: &Compiled<W>,
    query: &Query,
    disk: &Disk,
    run: &mut Run,
    limits: Option<WorkerLimits>,
) -> Result<Answer, DiskError> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let purpose = if query.wants_solution { Purpose::Path } else { Purpose::Count };
    let mut lists = ListSearch::open(compiled, &folder, purpose, disk.resumes, run.budget)?;
    lists.builder.limit_to(limits);
    lists.begin_at_start()?;
    let answer = answer(&mut lists, query, Engine::Disk, run);
    lists.finish(run);
    Ok(answer)
}

impl From<DiskError> for Refusal {
    fn from(trouble: DiskError) -> Self {
        Refusal::Folder(trouble.to_string())
    }
}
