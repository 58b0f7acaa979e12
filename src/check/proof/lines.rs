//! The lines of a proof, read as a stream, counted and hashed.

use std::io::{BufRead, Read};

use super::refused::{CheckError, InvalidProof, ProofFault};
use super::watchdog::Watchdog;
use crate::engine::query::Stopped;

/// Maximum bytes of a line above the levels, and of all lines of a puzzle together.
pub const MOST_TEXT: usize = 1 << 20;

pub struct ProofLines<'a> {
    source: &'a mut dyn BufRead,
    pub watch: Watchdog<'a>,
    /// The hash of all lines before the last.
    hasher: blake3::Hasher,
    /// The last line, with its end.
    line: Vec<u8>,
    /// Its number, from 1.
    number: u64,
    /// Maximum bytes of a line.
    longest: usize,
}

impl<'a> ProofLines<'a> {
    pub fn new(source: &'a mut dyn BufRead, watch: Watchdog<'a>) -> Self {
        let hasher = blake3::Hasher::new();
        Self { source, watch, hasher, line: Vec::new(), number: 0, longest: MOST_TEXT }
    }

    /// Bounds the lines from here on: an endless proof must not fill memory.
    pub fn bound(&mut self, longest: usize) {
        self.longest = longest;
    }

    /// Returns the number of the last line read.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Rejects the proof because of the last line.
    pub fn refuse(&self, reason: ProofFault) -> CheckError {
        InvalidProof { line: self.number, reason }.into()
    }

    /// Checks the budget between two tasks, and the source: a failed read ends the check.
    pub fn look(&mut self) -> Result<(), CheckError> {
        self.watch.check().map_err(|stopped| self.stop(stopped))?;
        self.is_at_end().map(drop)
    }

    /// Ends the check at a limit.
    pub fn stop(&self, limit: Stopped) -> CheckError {
        CheckError::Stopped { line: self.number, limit }
    }

    /// Returns the next line, without its end.
    pub fn next(&mut self) -> Result<&str, CheckError> {
        let number = self.number + 1;
        std::str::from_utf8(self.next_bytes()?)
            .map_err(|_| InvalidProof { line: number, reason: ProofFault::NotText }.into())
    }

    /// Like [`next`](Self::next), of any bytes.
    pub fn next_bytes(&mut self) -> Result<&[u8], CheckError> {
        self.watch.check_sometimes().map_err(|stopped| self.stop(stopped))?;
        self.hasher.update(&self.line);
        self.line.clear();
        self.number += 1;
        // One byte more is the end of the line.
        let most = self.longest as u64 + 1;
        let read = (&mut *self.source).take(most).read_until(b'\n', &mut self.line);
        if let Err(error) = read {
            return Err(self.refuse(error.into()));
        }
        if self.line.last() == Some(&b'\n') {
            return Ok(&self.line[..self.line.len() - 1]);
        }
        let is_long = self.line.len() > self.longest;
        Err(self.refuse(if is_long {
            ProofFault::LongLine(self.longest)
        } else {
            ProofFault::CutOff
        }))
    }

    /// Returns the hash of all lines before the last.
    pub fn hash_before(&self) -> blake3::Hash {
        self.hasher.finalize()
    }

    /// Whether the last line is the end.
    pub fn is_at_end(&mut self) -> Result<bool, CheckError> {
        let line = self.number + 1;
        let rest = self.source.fill_buf();
        rest.map(<[u8]>::is_empty)
            .map_err(|error| InvalidProof { line, reason: error.into() }.into())
    }
}
