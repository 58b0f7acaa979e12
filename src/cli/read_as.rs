//! `read as ...`: reports how the text of a puzzle was understood.

use std::io::{self, Write};

use sliding::Puzzle;
use sliding::puzzle::ReadAs;
use sliding::report::words::plain;

use super::complain;
use super::input::Input;

/// Reports how the puzzles of a file were read. A file may have a million puzzles, so a report
/// equal to the last one is not repeated.
#[derive(Default)]
pub struct ReadAsLog {
    last: Option<ReadAs>,
    /// The lines written to standard error.
    noted: Vec<String>,
}

impl ReadAsLog {
    /// Writes it above the report on a puzzle.
    pub fn write(&mut self, out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
        match self.changed(puzzle.origin().read_as.as_ref()) {
            Some(line) => writeln!(out, "{}", plain(&line)),
            None => Ok(()),
        }
    }

    /// Writes it to standard error, each line once.
    pub fn note(&mut self, file: &str, read_as: Option<&ReadAs>) {
        if let Some(line) = self.changed(read_as)
            && !self.noted.contains(&line)
        {
            complain(&format!("{file}: {line}"));
            self.noted.push(line);
        }
    }

    /// Returns the report, if it differs from the last one.
    fn changed(&mut self, read_as: Option<&ReadAs>) -> Option<String> {
        if self.last.as_ref() == read_as {
            return None;
        }
        self.last = read_as.cloned();
        read_as.map(ReadAs::to_string)
    }
}

/// Writes how a puzzle was read above its report.
pub fn write(out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
    ReadAsLog::default().write(out, puzzle)
}

/// Writes it to standard error, for a command whose output has no place for it.
pub fn note(input: &Input) {
    ReadAsLog::default().note(&input.file, input.read_as());
}
