//! The journal of a hunt: a line for each result, from which an interrupted hunt resumes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::HardestBoard;

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

/// An open journal.
pub struct Journal {
    file: Option<(File, PathBuf)>,
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
    /// Returns the errors of the file system; [`ResourceBusy`](io::ErrorKind::ResourceBusy) if
    /// another hunt is writing it; and [`InvalidData`](io::ErrorKind::InvalidData) if it is not a
    /// journal, or is the journal of another hunt. The file is unchanged then.
    pub fn open(path: &Path, hunt: &str) -> io::Result<(Self, BTreeMap<u64, JournalEntry>)> {
        let failed = |error: &io::Error| named(path, error);
        let mut file = locked(path).map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        let (entries, whole) = read(bytes, hunt).map_err(|found| {
            let path = path.display();
            let message = format!(
                "{path}: it is not the journal of this hunt: found `{found}`, expected `{LABEL} \
                {hunt}`"
            );
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        let begin = |file: &mut File| {
            file.set_len(whole)?;
            if whole == 0 { file.write_all(format!("{LABEL} {hunt}\n").as_bytes()) } else { Ok(()) }
        };
        begin(&mut file).map_err(|error| failed(&error))?;
        Ok((Self { file: Some((file, path.to_owned())) }, entries))
    }

    /// Appends a result.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system.
    pub fn add(&mut self, number: u64, entry: JournalEntry) -> io::Result<()> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        let JournalEntry { pieces, configurations, moves, is_proven } = entry;
        let moves = moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
        let proven = if is_proven { "" } else { " +" };
        // A single call writes the whole line, so that it is there completely or not at all.
        let line = format!("{number} {pieces} {configurations} {moves}{proven}\n");
        file.write_all(line.as_bytes()).map_err(|error| named(path, &error))
    }
}

/// Opens a file and locks it, before it is read or truncated, so that no other process writes it
/// from then on.
fn locked(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Reads the journal of a hunt, and returns its valid length in bytes: an incomplete last line does
/// not count.
///
/// # Errors
///
/// Returns what was found instead.
fn read(bytes: Vec<u8>, hunt: &str) -> Result<(BTreeMap<u64, JournalEntry>, u64), String> {
    let text = String::from_utf8(bytes).map_err(|_| "no text".to_owned())?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let expected = format!("{LABEL} {hunt}");
    match lines.next() {
        Some(head) if head != expected => return Err(head.to_owned()),
        // The first line may be incomplete as well.
        None if !expected.starts_with(&text) => return Err(text),
        _ => {}
    }
    let entries = lines.map(|line| entry(line).ok_or_else(|| line.to_owned()));
    Ok((entries.collect::<Result<_, _>>()?, whole as u64))
}

/// Returns an error with the name of the file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::ResourceBusy => "another hunt is writing it".to_owned(),
        kind => kind.to_string(),
    };
    io::Error::new(error.kind(), format!("{}: {why}", path.display()))
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_journal_in_use_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut first, _) = Journal::open(&path, "this hunt").unwrap();
        let entry = JournalEntry { pieces: 3, configurations: 12, moves: Some(4), is_proven: true };
        first.add(0, entry).unwrap();
        // In the middle of a line.
        let mut writer = OpenOptions::new().append(true).open(&path).unwrap();
        writer.write_all(b"1 3").unwrap();
        let before = fs::read_to_string(&path).unwrap();
        for hunt in ["this hunt", "another hunt"] {
            let error = Journal::open(&path, hunt).err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
            assert!(error.to_string().contains("another hunt is writing it"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), before);
        }
        drop(first);
        let (_, entries) = Journal::open(&path, "this hunt").unwrap();
        assert_eq!(entries, BTreeMap::from([(0, entry)]));
    }

    #[test]
    fn a_journal_with_an_incomplete_first_line_is_restarted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for text in ["", &LABEL[..5], &format!("{LABEL} this hunt")] {
            fs::write(&path, text).unwrap();
            assert!(Journal::open(&path, "this hunt").unwrap().1.is_empty());
            let head = format!("{LABEL} this hunt\n");
            assert_eq!(fs::read_to_string(&path).unwrap(), head, "{text}");
        }
    }

    #[test]
    fn other_files_are_rejected_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let head = format!("{LABEL} this hunt");
        for text in
            ["a letter", "a letter\n", &format!("{LABEL} that\n1"), &format!("{head}\nx\n1")]
        {
            fs::write(&path, text).unwrap();
            let error = Journal::open(&path, "this hunt").err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
