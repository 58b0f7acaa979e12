//! The manifest of a search by several processes, from which it can be resumed.
//!
//! It is in the folder of process 0: lines as in the manifest of a search by one process
//! (`engine/disk/manifest.rs`), with its own label. Each list has what is needed to identify it,
//! wherever it is. Folders on other machines contain only the first lines, so that they are not
//! mistaken for anything else.

use crate::engine::disk::folder::{DiskError, Folder};
use crate::engine::disk::manifest::{self, Identity, Purpose};
use crate::puzzle::{Puzzle, Style};

/// The first line: the format and its version. The version also covers the assignment of codes to
/// shards.
const LABEL: &str = "sliding-cluster 2";

/// The line that says that another process has the state.
const ELSEWHERE: &str = "state: in the folder of process 0\n";

/// Returns the lines that identify the search.
pub fn head(puzzle: &Puzzle, style: Style) -> String {
    format!("{LABEL}\n{}", Identity::new(puzzle, style, Purpose::Count))
}

/// A list of codes: all of a shard at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ListEntry {
    pub distance: u64,
    /// The number of its file at that distance.
    pub file: u32,
    pub shard: u32,
    /// The first of its blocks in the file, and their number.
    pub from: u32,
    pub blocks: u32,
    pub count: u64,
    pub bytes: u64,
    pub sum: u32,
}

/// The state of a search after some level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterState {
    /// The number of shards, a power of two.
    pub shards: u32,
    /// The number of positions at each distance.
    pub counts: Vec<u64>,
    /// The distance of the first goals, and the smallest code of them.
    pub goal: Option<(u64, Vec<u64>)>,
    /// The lists of the last two levels.
    pub lists: Vec<ListEntry>,
}

impl ClusterState {
    /// Replaces the manifest.
    pub fn write(&self, folder: &Folder, head: &str) -> Result<(), DiskError> {
        manifest::replace(folder, format!("{head}{}", self.text()))
    }

    /// Reads the manifest, if it is of this search.
    pub fn read(folder: &Folder, head: &str) -> Result<Self, DiskError> {
        let text = manifest::body(folder, head)?;
        if text == ELSEWHERE {
            let what = "the state of the search is not here, but in the folder that process 0 had";
            return Err(DiskError::Unsuited {
                path: folder.path().to_owned(),
                what: what.to_owned(),
            });
        }
        let damaged = || {
            let what = "its lines make no sense".to_owned();
            DiskError::Damaged { path: folder.manifest(), what }
        };
        Self::of_text(&text).filter(ClusterState::is_sound).ok_or_else(damaged)
    }

    /// Returns the state as text.
    pub fn text(&self) -> String {
        let numbers = |numbers: &mut dyn Iterator<Item = u64>| {
            numbers.fold(String::new(), |text, number| format!("{text} {number}"))
        };
        let mut text = format!("shards: {}\n", self.shards);
        text += &format!("counts:{}\n", numbers(&mut self.counts.iter().copied()));
        if let Some((distance, code)) = &self.goal {
            let goal = &mut [*distance].into_iter().chain(code.iter().copied());
            text += &format!("goal:{}\n", numbers(goal));
        }
        for ListEntry { distance, file, shard, from, blocks, count, bytes, sum } in &self.lists {
            text +=
                &format!("list: {distance} {file} {shard} {from} {blocks} {count} {bytes} {sum}\n");
        }
        text
    }

    /// Parses the state from text.
    pub fn of_text(text: &str) -> Option<Self> {
        let mut state = ClusterState::default();
        for line in text.lines() {
            let (name, rest) = line.split_once(':')?;
            let numbers: Option<Vec<u64>> =
                rest.split_whitespace().map(|number| number.parse().ok()).collect();
            match (name, &numbers?[..]) {
                ("shards", &[shards]) => state.shards = shards.try_into().ok()?,
                ("counts", counts) => state.counts = counts.to_vec(),
                ("goal", [distance, code @ ..]) => state.goal = Some((*distance, code.to_vec())),
                ("list", &[distance, file, shard, from, blocks, count, bytes, sum]) => {
                    let [file, shard, from, blocks, sum] =
                        [file, shard, from, blocks, sum].map(u32::try_from);
                    state.lists.push(ListEntry {
                        distance,
                        file: file.ok()?,
                        shard: shard.ok()?,
                        from: from.ok()?,
                        blocks: blocks.ok()?,
                        count,
                        bytes,
                        sum: sum.ok()?,
                    });
                }
                _ => return None,
            }
        }
        Some(state)
    }

    /// Whether its parts are consistent.
    fn is_sound(&self) -> bool {
        let levels = self.counts.len() as u64;
        let total = |distance: u64| -> u64 {
            let lists = self.lists.iter().filter(|list| list.distance == distance);
            lists.map(|list| list.count).sum()
        };
        let agrees = |distance: u64| total(distance) == self.counts[distance as usize];
        let is_kept = |list: &ListEntry| list.distance + 2 >= levels && list.distance < levels;
        self.shards.is_power_of_two()
            && self.shards > 1
            && levels > 0
            && (levels.saturating_sub(2)..levels).all(agrees)
            && self.lists.iter().all(|list| is_kept(list) && list.shard < self.shards)
    }
}

/// Checks that a folder belongs to this search, whatever else it has.
pub fn check(folder: &Folder, head: &str) -> Result<(), DiskError> {
    manifest::body(folder, head).map(|_| ())
}

/// Writes the first lines to a folder on another machine, which identify the search.
pub fn mark(folder: &Folder, head: &str) -> Result<(), DiskError> {
    manifest::replace(folder, format!("{head}{ELSEWHERE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_as_they_were_written() {
        let list = |distance, shard, count| ListEntry {
            distance,
            file: 1,
            shard,
            from: 7,
            blocks: 2,
            count,
            bytes: 9,
            sum: 3,
        };
        let state = ClusterState {
            shards: 64,
            counts: vec![1, 2, 3],
            goal: Some((1, vec![u64::MAX, 0])),
            lists: vec![list(1, 0, 2), list(2, 5, 1), list(2, 63, 2)],
        };
        assert_eq!(ClusterState::of_text(&state.text()).as_ref(), Some(&state));
        assert!(state.is_sound());
        for (from, to) in
            [(" 63 ", " 64 "), ("counts: 1 2 3", "counts: 1 2 4"), ("list: 1", "list: 0")]
        {
            let other = ClusterState::of_text(&state.text().replace(from, to)).unwrap();
            assert!(!other.is_sound(), "{to}");
        }
        for broken in ["shards", "shards: -1\n", "list: 1 2 3 4 5\n", "other: 1\n"] {
            assert_eq!(ClusterState::of_text(broken), None, "{broken}");
        }
    }
}
