//! The disk engine: breadth-first search whose levels are sorted lists in files.
//!
//! It takes every puzzle that the table engine takes, of whose configurations it keeps some megabytes in
//! memory and all others in a [folder]. What a level is made of is read and written in sequence ([`level`]).
//! After a level the state of the search is written down, so that a process which was killed, or had no more room,
//! can be followed by another ([`lists`]). A damaged file is an error that names it.
//! `docs/internals/engines.md` tells the whole.

pub mod block;
mod ending;
pub mod folder;
pub mod level;
pub mod list;
mod lists;
pub mod manifest;
pub mod merged;
pub mod planes;
pub mod rice;
mod small;
mod stored;
#[cfg(test)]
pub mod tests;
mod worker;

use std::time::Duration;

pub use self::ending::{Ended, Ending};
pub use self::folder::{Folder, Place, Trouble, name_of};
pub use self::lists::Lists;
pub use self::manifest::{Purpose, is_there, purpose_of};
pub use self::stored::{StoredLevels, follow, search_from_start};
use super::compiled::{Compiled, Job, with_compiled};
use super::layers::Run;
use crate::engine::host::Instant;
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal};

/// Why this engine is chosen where there is a folder, in words.
pub const CHOSEN: &str = "there is a folder for it";

/// Searches a puzzle that is [taken](super::compiled::takes).
///
/// # Errors
///
/// Where the folder cannot be used, or is not that of this search.
pub fn search(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    struct Search<'a>(&'a Query<'a>, &'a Disk, Run<'a>);
    impl Job for Search<'_> {
        type Output = Result<Answer, Trouble>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let Search(query, disk, mut run) = self;
            let place = Place::of(disk, run.observer)?;
            let folder = Folder::open(place.path(), disk.limit)?;
            let purpose = if query.wants_solution { Purpose::Way } else { Purpose::Count };
            let lists = Lists::open(compiled, &folder, purpose, disk.resumes, run.budget)?;
            search_from_start(lists, query, Engine::Disk, &mut run)
        }
    }
    let job = Search(query, disk, Run { budget, observer });
    with_compiled(query.puzzle, query.style, job).map_err(Refusal::from)
}

/// A state is written down when this time has passed since the last, and so many times as long as that took: a disk may be
/// slower than the search.
const PAUSE: Duration = Duration::from_millis(500);
const PATIENCE: u32 = 10;

/// Whether it is time to write down a state, if the last was written then and took so long.
pub fn is_due(written: Instant, took: Duration) -> bool {
    #[cfg(test)]
    if tests::WRITES_ALL.get() {
        return true;
    }
    written.elapsed() >= PAUSE.max(PATIENCE * took)
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Refusal::Folder(trouble.to_string())
    }
}
