//! Parts that are not public, for this project's own tests.

pub use crate::engine::board::Code;
pub use crate::engine::dense::{BuildError, Census, Dense, Keep};
pub use crate::engine::folder::{CodeWriter, Folder};
pub use crate::engine::guard::Guard;
pub use crate::engine::host::{JournalFile, PartialFile, Pool, free_below, map, sweep};
pub use crate::engine::rank::Ranking;
pub use crate::engine::toy;
pub use crate::tiles::query::beam_time;
