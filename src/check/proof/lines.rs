//! The lines of a proof, read as a stream, counted and hashed.

use std::io::{BufRead, Read};
use std::ops::Range;

use super::refused::{CheckError, InvalidProof, ProofFault};
use super::watchdog::Watchdog;
use crate::engine::query::Stopped;

/// Maximum bytes of a line above the levels, and of all lines of a puzzle together.
pub const MOST_TEXT: usize = 1 << 20;

/// Minimum bytes per call of the hasher.
const AT_ONCE: usize = 1 << 16;

pub struct ProofLines<'a> {
    source: &'a mut dyn BufRead,
    pub watch: Watchdog<'a>,
    hasher: blake3::Hasher,
    /// Text that was read and not hashed yet, and the offset of the last line in it.
    text: Vec<u8>,
    last: usize,
    /// The number of the last line, from 1.
    number: u64,
    /// Maximum bytes of a line.
    longest: usize,
}

impl<'a> ProofLines<'a> {
    pub fn new(source: &'a mut dyn BufRead, watch: Watchdog<'a>) -> Self {
        let hasher = blake3::Hasher::new();
        Self { source, watch, hasher, text: Vec::new(), last: 0, number: 0, longest: MOST_TEXT }
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
        self.forget();
        let line = self.read()?;
        let number = self.number;
        std::str::from_utf8(&self.text[line])
            .map_err(|_| InvalidProof { line: number, reason: ProofFault::NotText }.into())
    }

    /// Reads up to `count` lines, or fewer once these have `bytes` bytes, but at least one. Returns
    /// a text, and the range of each line in it, without its end.
    pub fn take(
        &mut self,
        count: usize,
        bytes: usize,
    ) -> Result<(&[u8], Vec<Range<usize>>), CheckError> {
        self.forget();
        let length = self.text.len();
        let mut lines = Vec::new();
        while lines.len() < count && self.text.len() - length < bytes {
            lines.push(self.read()?);
        }
        Ok((&self.text, lines))
    }

    /// Returns the hash of all lines before the last.
    pub fn hash_before(&mut self) -> blake3::Hash {
        self.hasher.update(&self.text[..self.last]);
        self.text.drain(..self.last);
        self.last = 0;
        self.hasher.finalize()
    }

    /// Whether the last line is the end.
    pub fn is_at_end(&mut self) -> Result<bool, CheckError> {
        let line = self.number + 1;
        let rest = self.source.fill_buf();
        rest.map(<[u8]>::is_empty)
            .map_err(|error| InvalidProof { line, reason: error.into() }.into())
    }

    /// Hashes the text read so far, once there is enough. The last line is kept, as it may be the
    /// one that is not hashed.
    fn forget(&mut self) {
        if self.text.len() >= AT_ONCE {
            self.hasher.update(&self.text);
            self.text.clear();
        }
    }

    fn read(&mut self) -> Result<Range<usize>, CheckError> {
        self.watch.check_sometimes().map_err(|stopped| self.stop(stopped))?;
        self.last = self.text.len();
        self.number += 1;
        // One byte more is the end of the line.
        let most = self.longest as u64 + 1;
        let read = (&mut *self.source).take(most).read_until(b'\n', &mut self.text);
        if let Err(error) = read {
            return Err(self.refuse(error.into()));
        }
        if self.text.len() > self.last && self.text.last() == Some(&b'\n') {
            return Ok(self.last..self.text.len() - 1);
        }
        let is_long = self.text.len() - self.last > self.longest;
        Err(self.refuse(if is_long {
            ProofFault::LongLine(self.longest)
        } else {
            ProofFault::CutOff
        }))
    }
}
