//! Observers of a search. The engines define the events; reports and the command line present them.

use super::Engine;
use crate::puzzle::Configuration;

/// A position that was just found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The position.
    pub configuration: Configuration,
    /// How many positions were found before it.
    pub ordinal: u64,
    /// Its address in the ring.
    pub address: u64,
    /// The address of the position that it was reached from; 0 for the start.
    pub parent: u64,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The distance of the level in progress.
    pub distance: u64,
    /// Number of positions at the distance before.
    pub frontier: u64,
    /// Number of positions found so far, perhaps without the newest.
    pub states: u64,
    /// Bytes that the search holds, roughly; `None` if that does not change.
    pub bytes: Option<u64>,
    /// The finished fraction of the work for this distance, from 0 to 1, roughly; `None` if
    /// unknown.
    pub part: Option<f64>,
}

/// Advice about a search's resources.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The search has taken as long as building larger pattern databases, which are built now.
    LargerDatabases,
    /// A search goes on without pattern databases, as these need this many bytes.
    LittleMemory(u64),
    /// A pattern database was built but could not be saved, for this reason.
    NotKept(String),
    /// A pattern database existed but could not be used, for this reason.
    BuiltAnew(String),
    /// The reason why a search on disk could not go on.
    Disk(String),
}

/// An observer of a search. All methods do nothing unless overridden.
///
/// To end the search from here, keep a clone of [`Budget::interrupt`](super::Budget::interrupt) and
/// set it.
pub trait Observer {
    /// Whether to call [`Observer::found`] for every position, not only for the first at each
    /// distance.
    fn wants_every(&self) -> bool {
        false
    }

    /// The search uses this engine, for this reason.
    fn engine_chosen(&mut self, _engine: Engine, _why: &str) {}

    /// The search goes on without news. Called now and then.
    fn waiting(&mut self) {}

    /// Reports progress. Called now and then, often within a level if that is large.
    fn progress(&mut self, _progress: &Progress) {}

    /// The level at this distance begins.
    fn level_begins(&mut self, _distance: u64) {}

    /// A position was found in the level that began last.
    fn found(&mut self, _found: &Found) {}

    /// The level at this distance is complete; `_configurations` is its size.
    fn level_ends(&mut self, _distance: u64, _configurations: u64) {}

    /// A goal was reached at this distance.
    fn goal_met(&mut self, _distance: u64) {}

    /// A solution of this many moves was found, the shortest so far; none has fewer than
    /// `_at_least` moves. Called only by [`Engine::Beam`].
    fn improved(&mut self, _moves: u64, _at_least: u64) {}

    /// The solution has this position at this distance. Called backwards from the goal.
    fn retraced(&mut self, _distance: u64, _configuration: &Configuration) {}

    /// The levels before this distance were dropped; the search runs again from the start to find
    /// them.
    fn forgotten(&mut self, _distance: u64) {}

    /// A tile search found no solution of up to `_moves` moves after visiting `_positions`
    /// positions.
    fn pass_ends(&mut self, _moves: u64, _positions: u64) {}

    /// A pattern database is being built, for the tiles whose home cells are given: `_placements`
    /// of `_total` placements are done.
    fn building(&mut self, _homes: &[u8], _placements: u64, _total: u64) {}

    /// The search is over, and its results are reported one by one from now on. Called only by
    /// searches with such results.
    fn search_ends(&mut self) {}

    /// Gives advice that the user should see, though it changes no answer.
    fn advised(&mut self, _advice: &Advice) {}
}

/// An observer that ignores all events.
impl Observer for () {}
