//! The notation of Knuth's program SLIDING, with some additions. `docs/internals/format.md`
//! describes it.

pub(super) mod gate;
mod print;
mod read;
mod syntax;

use super::{Notation, Parsed, Reader, only};

pub(super) use read::is_kind;

pub use gate::pattern;
pub(crate) use print::rows;
pub(super) use print::write_facts;
pub(super) use read::{expectation, key_and_value, size_and_comment};
pub use syntax::Syntax;

/// Reads a puzzle in SLIDING's notation only, as [`parse`](super::parse) does. For small binaries:
/// the readers of other texts are not linked.
///
/// # Errors
///
/// As for [`parse`](super::parse).
///
/// ```
/// use sliding::notation::knuth::read_only;
///
/// assert!(read_only("1 x 2\n1 = 1\n1\n01\n").is_ok());
/// assert!(read_only("1 2\n0 3\n").is_err());
/// ```
pub fn read_only(text: &str) -> Parsed {
    only(text, Box::new(read::items(text)), true)
}

/// The notation of SLIDING.
pub const NOTATION: Notation = Notation {
    name: "sliding",
    about: "Knuth's SLIDING: the size, kinds as patterns of 0 and 1, start and goals in shorthand",
    read: Reader::Text(|text| Box::new(read::items(text))),
    write: Some(|puzzle| Ok(puzzle.to_string())),
};
