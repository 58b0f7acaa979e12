//! The notation of Knuth's program SLIDING, with some additions. `docs/FORMAT.md` describes it.

mod fault;
mod filled;
pub(super) mod gate;
mod layout;
mod places;
mod print;
mod read;

use super::{Notation, Reader};

pub(super) use read::{is_kind, recognises};

pub(super) use print::write_facts;
pub use read::pattern;
pub(super) use read::{expectation, key_and_value, size_and_comment};

/// The notation of SLIDING.
pub const NOTATION: Notation = Notation {
    name: "sliding",
    about: "Knuth's SLIDING: the size, kinds as patterns of 0 and 1, start and goals in shorthand",
    read: Some(Reader::Text(|text| Box::new(read::items(text)))),
    write: |puzzle| Ok(puzzle.to_string()),
};
