//! Levels by rows that are kept in files, with only some rows in memory at a time.
//!
//! Rows are [divided](cut) into bands, and the next level is made band by band (structured
//! duplicate detection). It gathers what leads there from the same band, of which all sheets are
//! read, and whole leaves from other bands; then it removes the last two levels. A level is a pure
//! function of the two before it, and a band of the one before the last is needed only until its
//! successor is made. So the disk holds two levels, each with one colour of rows if rows have two,
//! and a part.
//!
//! Leaves are coded as gaps, in hardly more bits than their entropy
//! ([`rice`](crate::engine::disk::rice)): a level with one of eight positions takes 0.56 bits for
//! each position that it might have.
//!
//! If a path to a goal is wanted, levels up to it are [kept](map), and for a map all are.

mod build;
mod cut;
mod goals;
mod map;
mod part;
mod rows;
mod search;
mod state;
mod worker;

pub use self::cut::LEAST_LEAF;
pub use self::map::BandMap;
use self::map::PathJob;
pub use self::rows::{Bands, DivisionChoice};
use self::search::BandSearch;
pub use self::state::cut_of;
use super::wants_path;
use crate::engine::bitmap::stopped_at_start;
use crate::engine::compiled::with_few_widths;
use crate::engine::disk::manifest::Identity;
use crate::engine::disk::{Checkpointed, DiskError, Folder, Purpose};
use crate::engine::layers::{Run, count_levels};
use crate::engine::query::{Answer, Disk, Engine, Query};
use crate::engine::rank::Ranking;

/// Counts the positions at each distance, and finds a path to the first goal if it is wanted, with
/// leaves of at least `least_leaf` orders. `None` if no division into bands fits the memory.
///
/// # Errors
///
/// Where the folder cannot be used.
pub fn search(
    query: &Query,
    disk: &Disk,
    ranking: &Ranking,
    least_leaf: u64,
    run: &mut Run,
) -> Result<Option<Answer>, DiskError> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let (puzzle, style, resumes) = (query.puzzle, query.style, disk.resumes);
    let purpose = if wants_path(query) { Purpose::PathByBands } else { Purpose::CountByBands };
    let stored = match resumes {
        true => Some(cut_of(&folder, &Identity::new(puzzle, style, purpose))?),
        false => None,
    };
    let cut =
        stored.as_deref().map_or(DivisionChoice::LeastLeaf(least_leaf), DivisionChoice::Stored);
    let bands = match Bands::new(puzzle, style, ranking, cut, run.budget) {
        Ok(Some(bands)) => bands,
        Ok(None) => return Ok(None),
        Err(stopped) => {
            return Ok(Some(stopped_at_start(puzzle, Engine::Index, stopped, run.observer)));
        }
    };
    if purpose == Purpose::PathByBands {
        let path = PathJob { query, bands: &bands, folder: &folder, resumes, run };
        return with_few_widths(puzzle, style, path).map(Some);
    }
    let mut search = BandSearch::open(&bands, query, &folder, purpose, resumes)?;
    search.begin_at(puzzle.start())?;
    let answer = count_levels(&mut search, query, Engine::Index, run);
    search.finish(run);
    Ok(Some(answer))
}
