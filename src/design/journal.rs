//! The journal of a hunt: a line for each result, from which an interrupted hunt resumes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::HardestBoard;
use crate::engine::host::JournalFile;

/// The first words: the file type, and the version of the format. Increase it when the meaning of a
/// line changes, or the order of members, which are identified by their numbers.
const LABEL: &str = "sliding-hunt 2";

/// The result for a member, or for a random board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// The number of pieces; 0 if there is no board.
    pub pieces: u32,
    pub configurations: u64,
    pub moves: Option<u64>,
    pub is_proven: bool,
}

impl JournalEntry {
    /// Random pieces that did not fit the board.
    pub const NO_BOARD: Self = Self { pieces: 0, configurations: 0, moves: None, is_proven: true };

    /// Returns the result without the puzzle, which can be found again.
    pub fn of(found: &HardestBoard) -> Self {
        let HardestBoard { pieces, configurations, moves, is_proven, .. } = *found;
        Self { pieces, configurations, moves, is_proven }
    }
}

/// An open journal, or none.
pub struct Journal {
    file: Option<JournalFile>,
}

impl Journal {
    /// Creates a journal without a file.
    pub fn none() -> Self {
        Self { file: None }
    }

    /// Opens the journal of a hunt, which `hunt` describes, and returns its entries; creates it if
    /// there is none.
    ///
    /// # Errors
    ///
    /// As for [`JournalFile::open`].
    pub fn open(path: &Path, hunt: &str) -> io::Result<(Self, BTreeMap<u64, JournalEntry>)> {
        let (file, entries) = JournalFile::open(path, "hunt", &format!("{LABEL} {hunt}"), entry)?;
        Ok((Self { file: Some(file) }, entries.into_iter().collect()))
    }

    /// Appends a result.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system.
    pub fn add(&mut self, number: u64, entry: JournalEntry) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let JournalEntry { pieces, configurations, moves, is_proven } = entry;
        let moves = moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
        let proven = if is_proven { "" } else { " +" };
        file.append(&format!("{number} {pieces} {configurations} {moves}{proven}\n"))
    }
}

fn entry(line: &str) -> Option<(u64, JournalEntry)> {
    let mut words = line.split(' ');
    let number = words.next()?.parse().ok()?;
    let pieces = words.next()?.parse().ok()?;
    let configurations = words.next()?.parse().ok()?;
    let moves = match words.next()? {
        "-" => None,
        moves => Some(moves.parse().ok()?),
    };
    let is_proven = match words.next() {
        None => true,
        Some("+") => false,
        Some(_) => return None,
    };
    words
        .next()
        .is_none()
        .then_some((number, JournalEntry { pieces, configurations, moves, is_proven }))
}
