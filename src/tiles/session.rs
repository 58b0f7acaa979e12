//! Databases that many puzzles share.

use std::sync::{Arc, Mutex};

use super::Tiles;
use super::choice::{Databases, solver};
use super::deepening::TooLarge;
use super::observer::TileObserver;
use super::request::{TileRequest, bytes, family};
use crate::engine::host::lock;
use crate::puzzle::Size;

/// The databases of several puzzles: those of the same size and goal of the blank share theirs.
#[derive(Default)]
pub(super) struct Session(Mutex<Vec<OpenDatabases>>);

struct OpenDatabases {
    key: (Size, usize),
    bytes: u64,
    /// `None` if an observer stopped the building.
    databases: Option<Arc<Databases>>,
}

impl Session {
    /// Returns the databases for a puzzle, and builds them if they are not open. Waits while others
    /// build. `None` if an observer stopped the building, now or before: for as long as they are
    /// waited for, no board gets an answer.
    pub fn databases(
        &self,
        tiles: &Tiles,
        request: &TileRequest,
        observer: &mut dyn TileObserver,
    ) -> Result<Option<Arc<Databases>>, TooLarge> {
        let mut all = lock(&self.0);
        let key = (tiles.size, Tiles::blank(&tiles.goal));
        if let Some(open) = all.iter().find(|open| open.key == key) {
            return Ok(open.databases.clone());
        }
        let bytes = bytes(tiles, request, family(tiles, request)).unwrap_or(0);
        let sum = all.iter().map(|open| open.bytes).sum::<u64>() + bytes;
        if request.memory.is_some_and(|memory| sum > memory) {
            all.clear();
        }
        let databases = solver(tiles, request, observer)?.map(Arc::new);
        all.push(OpenDatabases { key, bytes, databases: databases.clone() });
        Ok(databases)
    }
}
