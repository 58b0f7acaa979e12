//! Somebody who watches a search. The searches define what there is to see; reports and the command
//! line make something of it.

use std::path::PathBuf;

use super::Engine;
use crate::puzzle::Configuration;

/// A configuration that was just found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What lies where.
    pub configuration: Configuration,
    /// How many were found before it.
    pub ordinal: u64,
    /// Its address in the ring.
    pub address: u64,
    /// The address of the configuration that it was reached from; 0 for the start.
    pub parent: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The distance that is being generated.
    pub distance: u64,
    /// Number of configurations at the distance before.
    pub frontier: u64,
    /// Number of configurations that have been found, perhaps without the newest.
    pub states: u64,
    /// Bytes that the search holds, nearly; `None` where that does not change.
    pub bytes: Option<u64>,
    /// Which part of the work for this distance is done, from 0 to 1, nearly; `None` where that is not known.
    pub part: Option<f64>,
}

/// What a search has to say about its means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The search will take long; larger pattern databases, once built, make it short.
    LargerDatabases,
    /// A pattern database was built and could not be kept, for this reason.
    NotKept(String),
    /// A pattern database was there and could not be used, for this reason.
    BuiltAnew(String),
    /// The memory does not suffice, and the search goes on on disk.
    OnDisk,
    /// The files of a search on disk are in this folder, which is removed in the end: the query has none.
    SpareFolder(PathBuf),
    /// This is why a search on disk could not go on.
    Disk(String),
    /// A proof may be larger than need be: to look for a smaller one takes more memory.
    LargerProof,
}

/// Somebody who watches a search. All methods do nothing unless overridden.
///
/// To end the search from here, keep a clone of
/// [`Budget::interrupt`](super::Budget::interrupt) and set it.
pub trait Observer {
    /// Whether [`Observer::found`] is to be told of every configuration, not only of the first at
    /// each distance.
    fn wants_every(&self) -> bool {
        false
    }

    /// This engine searches, for this reason.
    fn engine_chosen(&mut self, _engine: Engine, _why: &str) {}

    /// The search goes on, and there is nothing to tell. Told now and then.
    fn waiting(&mut self) {}

    /// The search has come so far. Told now and then, often within a level if that is large.
    fn progress(&mut self, _progress: &Progress) {}

    /// The configurations at this distance come next.
    fn level_begins(&mut self, _distance: u64) {}

    /// A configuration was found at the distance that was begun last.
    fn found(&mut self, _found: &Found) {}

    /// All configurations at this distance have been found, so many.
    fn level_ends(&mut self, _distance: u64, _configurations: u64) {}

    /// A goal was met at this distance.
    fn goal_met(&mut self, _distance: u64) {}

    /// Looking back from the goal, this is the configuration at this distance.
    fn retraced(&mut self, _distance: u64, _configuration: &Configuration) {}

    /// What lay before this distance is forgotten, and is now searched for once more from the
    /// start.
    fn forgotten(&mut self, _distance: u64) {}

    /// A tile search found no solution of up to so many moves, and looked at so many positions.
    fn pass_ends(&mut self, _moves: u64, _positions: u64) {}

    /// A pattern database is being built, for the tiles that belong on these cells: so many
    /// placements of so many are done.
    fn building(&mut self, _homes: &[u8], _placements: u64, _total: u64) {}

    /// The search is over, and what it has found is handed on from now, piece by piece. Told only
    /// where answers come like that.
    fn search_ends(&mut self) {}

    /// There is something that whoever asked should know, though it changes no answer.
    fn advised(&mut self, _advice: &Advice) {}
}

/// An observer that watches nothing.
impl Observer for () {}
