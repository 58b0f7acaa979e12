//! The journal of a search with pattern databases, from which an interrupted one resumes.
//!
//! After the first line, which describes the search, each line is a subtree that was searched
//! without a solution, or a whole pass:
//!
//! ```text
//! MOVES SUBTREE POSITIONS CHECKSUM
//! MOVES all POSITIONS CHECKSUM
//! ```
//!
//! The checksum is the CRC-32 of the first line and the rest of this one: a wrong number would leave
//! out a subtree that has a solution.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::partitions::{DatabaseFamily, patterns};
use super::pdb::Pattern;
use super::{Metric, Tiles};
use crate::engine::host::JournalFile;
use crate::engine::query::Stopped;
use crate::puzzle::Size;

/// The first words: the file type, and the version of the format. Increase it when subtrees get
/// other numbers or other positions.
const LABEL: &str = "sliding-tiles 3";

/// The journal of the search for a shortest solution of one board, in single steps.
///
/// It is open, and locked, until it is dropped.
#[derive(Debug)]
pub struct SearchJournal {
    file: JournalFile,
    /// The first line.
    head: String,
    /// What was searched, with the positions.
    searched: BTreeMap<Part, u64>,
    error: Option<io::Error>,
}

/// The moves of a pass, and the number of a subtree if it is not the whole pass.
type Part = (u64, Option<usize>);

impl SearchJournal {
    /// Opens the journal of a search by the databases of a family, or creates it.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system, with the name of the file;
    /// [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another search is writing it;
    /// [`InvalidData`](io::ErrorKind::InvalidData) if it is damaged, or that of another board or of
    /// other databases; and [`InvalidInput`](io::ErrorKind::InvalidInput) if boards of this size
    /// have no databases. An existing file is unchanged then.
    ///
    /// ```
    /// use sliding::tiles::{DatabaseFamily::Small, SearchJournal, Tiles, notation};
    ///
    /// let (size, start) = notation::board("8 6 7/2 5 4/3 0 1", None).unwrap();
    /// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("journal");
    /// let journal = SearchJournal::open(&file, &tiles, Small)?;
    /// assert!(SearchJournal::open(&file, &tiles, Small).is_err(), "it is in use");
    /// # drop(journal);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(path: &Path, tiles: &Tiles, family: DatabaseFamily) -> io::Result<SearchJournal> {
        let patterns = patterns(Metric::Steps, tiles.size, Tiles::blank(&tiles.goal), family)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let head = head(tiles, patterns.iter());
        let read = |line: &str| entry(&head, line);
        let (file, entries) = JournalFile::open(path, "search", &head, read)?;
        let searched = entries.into_iter().collect();
        Ok(SearchJournal { file, head, searched, error: None })
    }

    /// Returns the error that has stopped the search because the journal could not be written.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Whether this is the journal of the search of a board by the databases of some patterns.
    pub(super) fn is_of<'a>(
        &self,
        tiles: &Tiles,
        patterns: impl Iterator<Item = &'a Pattern>,
    ) -> bool {
        self.head == head(tiles, patterns)
    }

    /// Returns the positions of a pass that has ended without a solution.
    pub(super) fn pass(&self, moves: u64) -> Option<u64> {
        self.searched.get(&(moves, None)).copied()
    }

    /// Returns the subtrees that were searched in a pass.
    pub(super) fn subtrees(&self, moves: u64) -> BTreeMap<usize, u64> {
        let searched = self.searched.range((moves, Some(0))..(moves + 1, None));
        searched.filter_map(|(&(_, subtree), &positions)| Some((subtree?, positions))).collect()
    }

    /// Records subtrees of a pass with their positions; `None` is the whole pass.
    pub(super) fn add(
        &mut self,
        moves: u64,
        searched: &[(Option<usize>, u64)],
    ) -> Result<(), Stopped> {
        let line = |&(subtree, positions): &(Option<usize>, u64)| {
            let subtree = subtree.map_or_else(|| WHOLE.to_owned(), |number| number.to_string());
            let words = format!("{moves} {subtree} {positions}");
            format!("{words} {:08x}\n", checksum(&self.head, &words))
        };
        let lines: String = searched.iter().map(line).collect();
        self.file.append(&lines).map_err(|error| {
            self.error = Some(error);
            Stopped::Disk
        })
    }
}

/// What stands in the place of a subtree's number for a whole pass.
const WHOLE: &str = "all";

/// Describes a search: its board, goal and databases.
fn head<'a>(tiles: &Tiles, patterns: impl Iterator<Item = &'a Pattern>) -> String {
    fn joined<T: ToString>(numbers: &[T]) -> String {
        numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
    }
    let Size { rows, cols } = tiles.size;
    let (start, goal) = (joined(&tiles.start), joined(&tiles.goal));
    let databases: Vec<String> = patterns.map(|pattern| joined(pattern.homes())).collect();
    let databases = databases.join(" ");
    format!("{LABEL} {rows}x{cols} start {start} goal {goal} databases {databases}")
}

fn checksum(head: &str, words: &str) -> u32 {
    crc32fast::hash([head, words].concat().as_bytes())
}

fn entry(head: &str, line: &str) -> Option<(Part, u64)> {
    let (words, sum) = line.rsplit_once(' ')?;
    if u32::from_str_radix(sum, 16).ok()? != checksum(head, words) {
        return None;
    }
    let mut words = words.split(' ');
    let moves = words.next()?.parse().ok()?;
    let subtree = match words.next()? {
        WHOLE => None,
        number => Some(number.parse().ok()?),
    };
    Some(((moves, subtree), words.next()?.parse().ok()?))
}
