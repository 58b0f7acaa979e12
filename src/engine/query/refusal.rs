//! Why a search could not begin.

use std::io;
use std::sync::Arc;

use super::Stopped;

/// Why a search could not begin.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The ring's size is not a power of two, too small, or too large.
    #[error("a ring of {0} words: expected a power of two from 2 to 2147483648")]
    RingWords(u64),
    /// The memory limit is too small for any ring, or for the requested pattern databases.
    #[error("{allowed} bytes are too few for this puzzle: expected at least {needed}")]
    TooLittleMemory {
        /// The memory limit, in bytes.
        allowed: u64,
        /// The least memory limit that would do, in bytes.
        needed: u64,
    },
    /// The requested engine does not support the query.
    #[error("{0}")]
    Unsuited(&'static str),
    /// Only the ring engine supports the puzzle.
    #[error("only the ring engine takes {0}")]
    OnlyRing(&'static str),
    /// The requested tile engine always searches, and the board is too large for that.
    #[error("{0}")]
    TooLarge(String),
    /// The bits of all placements, for the dense engine or a survey, exceed the memory limit.
    #[error(
        "not enough memory for bits of {placements} positions: they need {needed} bytes, the limit \
         is {allowed}"
    )]
    TooManyPlacements {
        /// The number of placements, reachable or not.
        placements: Box<num_bigint::BigUint>,
        /// Bytes that the marks need.
        needed: Box<num_bigint::BigUint>,
        /// The memory limit, in bytes.
        allowed: u64,
    },
    /// Numbering the placements exceeds the memory limit.
    #[error(
        "not enough memory to number the positions ({allowed} bytes): the board is too large, or \
         its pieces have too many shapes"
    )]
    Uncountable {
        /// The memory limit, in bytes.
        allowed: u64,
    },
    /// The folder of a search on disk cannot be used, for this reason.
    #[error("{0}")]
    Folder(String),
    /// The system refused memory.
    #[error("no room for {bytes} bytes")]
    NoRoom {
        /// The size in bytes.
        bytes: u64,
        /// The system's error.
        source: Arc<io::Error>,
    },
}

impl Refusal {
    /// Returns what the system's error becomes where it refuses this many bytes.
    pub(crate) fn no_room(bytes: u64) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Refusal::NoRoom { bytes, source: Arc::new(error) }
    }

    /// Returns the limit that prevented the search. If it was no limit, returns the refusal as an
    /// error.
    pub(crate) fn limit(self) -> Result<Stopped, Self> {
        match self {
            Refusal::TooLittleMemory { .. }
            | Refusal::TooManyPlacements { .. }
            | Refusal::Uncountable { .. }
            | Refusal::NoRoom { .. } => Ok(Stopped::Memory),
            Refusal::RingWords(_)
            | Refusal::Unsuited(_)
            | Refusal::OnlyRing(_)
            | Refusal::TooLarge(_)
            | Refusal::Folder(_) => Err(self),
        }
    }
}
