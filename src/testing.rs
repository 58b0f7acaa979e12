//! Parts that are not public, for this project's own tests.

pub use crate::engine::board::Code;
pub use crate::engine::disk::{Folder, WorkerLimits, block, search_within};
pub use crate::engine::guard::Guard;
#[cfg(target_os = "linux")]
pub use crate::engine::host::free_below;
pub use crate::engine::host::{JournalFile, PartialFile, Team, map, share, sweep};
pub use crate::engine::rank::cut::{Cut, Ground, Profiles};
pub use crate::engine::rank::{Ranking, RankingError};
pub use crate::engine::store::{Mark, Marks};
pub use crate::engine::toy;
pub use crate::knuth::search_coded;
