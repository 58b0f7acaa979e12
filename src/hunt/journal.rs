//! What a hunt has found so far, line by line in a file, so that it can go on after it was ended.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Hardest;

/// The first words: what this is, and in which version.
const LABEL: &str = "sliding-hunt 1";

/// What is known of a member, or of a board that was made by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of pieces; 0 where there is no board.
    pub pieces: u32,
    pub configurations: u64,
    pub moves: Option<u64>,
    pub is_proven: bool,
}

impl Entry {
    /// Pieces by chance that did not come to a board of the family.
    pub const NO_BOARD: Self = Self { pieces: 0, configurations: 0, moves: None, is_proven: true };

    /// What was found, without the puzzle, which can be found again.
    pub fn of(found: &Hardest) -> Self {
        let Hardest { pieces, configurations, moves, is_proven, .. } = *found;
        Self { pieces, configurations, moves, is_proven }
    }
}

/// A journal that is being kept.
pub struct Journal {
    file: Option<(File, PathBuf)>,
}

impl Journal {
    /// No file.
    pub fn none() -> Self {
        Self { file: None }
    }

    /// Opens a journal of a hunt that is told by a line, with what is in it; begins one where there is none.
    ///
    /// # Errors
    ///
    /// Those of the file system; and [`InvalidData`](io::ErrorKind::InvalidData) where it is a journal of another
    /// hunt, or none at all.
    pub fn open(path: &Path, hunt: &str) -> io::Result<(Self, BTreeMap<u64, Entry>)> {
        let failed = |error: &io::Error| named(path, error);
        let other = |found: &str| {
            let told = format!(
                "{}: it is not the journal of this hunt: found `{found}`, expected `{LABEL} {hunt}`",
                path.display()
            );
            io::Error::new(io::ErrorKind::InvalidData, told)
        };
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| other("no text"))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(&error)),
        };
        // A line that was not finished does not count.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let head = lines.next();
        if let Some(head) = head
            && head != format!("{LABEL} {hunt}")
        {
            return Err(other(head));
        }
        if head.is_none() && !text.is_empty() {
            return Err(other(&text));
        }
        let entries = lines.map(|line| entry(line).ok_or_else(|| other(line)));
        let entries = entries.collect::<io::Result<_>>()?;
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().append(true).create(true).open(path)?;
            file.set_len(whole as u64)?;
            if head.is_none() {
                writeln!(file, "{LABEL} {hunt}")?;
            }
            file.try_lock().map_err(|_| io::Error::from(io::ErrorKind::ResourceBusy))?;
            Ok(file)
        };
        let file = open().map_err(|error| failed(&error))?;
        Ok((Self { file: Some((file, path.to_owned())) }, entries))
    }

    /// Writes down what was found.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn add(&mut self, number: u64, entry: Entry) -> io::Result<()> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        let Entry { pieces, configurations, moves, is_proven } = entry;
        let moves = moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
        let proven = if is_proven { "" } else { " +" };
        // One call for a line, so that it is there as a whole or not.
        let line = format!("{number} {pieces} {configurations} {moves}{proven}\n");
        file.write_all(line.as_bytes()).map_err(|error| named(path, &error))
    }
}

/// An error with the name of the file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), error.kind()))
}

fn entry(line: &str) -> Option<(u64, Entry)> {
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
    words.next().is_none().then_some((number, Entry { pieces, configurations, moves, is_proven }))
}
