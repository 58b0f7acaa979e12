//! Parts that are not public, for this project's own tests.

pub use crate::engine::bitmap::BuildError;
pub use crate::engine::board::Code;
pub use crate::engine::dense::{Census, Dense, Keep};
pub use crate::engine::disk::{Folder, WorkerLimits, block, search_within};
pub use crate::engine::guard::Guard;
#[cfg(target_os = "linux")]
pub use crate::engine::host::free_below;
pub use crate::engine::host::{JournalFile, PartialFile, Team, map, share, sweep};
pub use crate::engine::rank::Ranking;
pub use crate::engine::store::{Mark, Marks};
pub use crate::engine::toy;
pub use crate::knuth::search_coded;
pub use crate::tiles::near::beam_time;
