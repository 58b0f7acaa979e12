//! A worker's part of a level: a list of codes for each of its shards, in as few files as possible.
//!
//! A worker writes one file per level, however many shards it has: most levels of most spaces are
//! small, and a file costs more than thousands of codes.

use std::path::PathBuf;

use super::manifest::ListEntry;
use crate::engine::disk::list::CodeList;

/// The codes of each shard at a distance, one shard after the other, and the files that contain
/// them.
pub struct ClusterLists<const W: usize> {
    pub shards: Vec<ShardList<W>>,
    pub files: Vec<HeldFile>,
}

/// The codes of a shard.
pub struct ShardList<const W: usize> {
    pub number: u32,
    /// The number of their file, and of their first block in it.
    pub file: u32,
    pub from: u32,
    pub list: CodeList<W>,
}

/// A file, and the bytes that it uses in the folder.
pub struct HeldFile {
    pub path: PathBuf,
    pub bytes: u64,
}

impl<const W: usize> Default for ClusterLists<W> {
    fn default() -> Self {
        Self { shards: Vec::new(), files: Vec::new() }
    }
}

impl<const W: usize> ClusterLists<W> {
    /// Returns the codes of a shard, if there are any.
    pub fn of(&self, shard: u32) -> Option<&CodeList<W>> {
        self.shards.iter().find(|one| one.number == shard).map(|one| &one.list)
    }

    /// Returns the entries of a checkpoint for them.
    pub fn entries(&self, distance: u64) -> Vec<ListEntry> {
        let entry = |ShardList { number, file, from, list }: &ShardList<W>| ListEntry {
            distance,
            file: *file,
            shard: *number,
            from: *from,
            blocks: list.blocks.len() as u32,
            count: list.count,
            bytes: list.bytes,
            sum: list.sum(),
        };
        self.shards.iter().map(entry).collect()
    }
}
