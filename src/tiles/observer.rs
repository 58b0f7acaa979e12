//! The observer of searches of tile puzzles.

use super::deepening::PassObserver;
use super::optimal::BuildEvent;
use crate::engine::host::Instant;
use crate::engine::query::Engine;

/// Observer of a search, and of building its databases.
pub trait TileObserver: PassObserver {
    /// This search begins.
    fn engine_chosen(&mut self, _engine: Engine, _why: &str) {}

    /// Databases are being built.
    fn building(&mut self, _building: &BuildEvent) {}

    /// The search with small databases will take long, and large ones exist for this board.
    fn is_slow(&mut self) {}

    /// The search does without databases, as these need `needed` bytes.
    fn lacks_memory(&mut self, _needed: u64) {}

    /// A shorter solution is known, in `moves` moves. No solution has fewer than `at_least`.
    fn improved(&mut self, _moves: u64, _at_least: u64) {}

    /// Returns the moment from which on [`should_stop`](PassObserver::should_stop) stops the
    /// search, if there is one. Beams are as wide as the time until then allows.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Whether the user has cancelled. A search whose time is up still gives an answer.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl TileObserver for () {}
