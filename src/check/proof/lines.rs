//! The lines of a proof, read as a stream, counted and hashed.

use std::io::{BufRead, Read};
use std::ops::Range;

use super::refused::{Reason, Refused, Unproven};
use super::watch::Watch;
use crate::engine::query::Stopped;

/// Bytes of the longest line above the levels, and of all lines of a puzzle together.
pub const MOST_TEXT: usize = 1 << 20;

/// The hasher gets at least so many bytes at a time.
const AT_ONCE: usize = 1 << 16;

pub struct Lines<'a> {
    source: &'a mut dyn BufRead,
    pub watch: Watch<'a>,
    hasher: blake3::Hasher,
    /// What was read and not hashed yet, and where in it the last line begins.
    text: Vec<u8>,
    last: usize,
    /// The number of the last line, from 1.
    number: u64,
    /// Bytes that a line may have.
    longest: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a mut dyn BufRead, watch: Watch<'a>) -> Self {
        let hasher = blake3::Hasher::new();
        Self { source, watch, hasher, text: Vec::new(), last: 0, number: 0, longest: MOST_TEXT }
    }

    /// Bounds the lines from here on: a proof that goes on for ever must not fill the memory.
    pub fn bound(&mut self, longest: usize) {
        self.longest = longest;
    }

    /// The number of the last line that was read.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Refuses the proof for what stands in the last line.
    pub fn refuse(&self, reason: Reason) -> Unproven {
        Refused { line: self.number, reason }.into()
    }

    /// Looks at the budget between two pieces of work, and at the source: one that fails ends the check.
    pub fn look(&mut self) -> Result<(), Unproven> {
        self.watch.look().map_err(|stopped| self.stop(stopped))?;
        self.is_at_end().map(drop)
    }

    /// Ends the check at a limit.
    pub fn stop(&self, limit: Stopped) -> Unproven {
        Unproven::Stopped { line: self.number, limit }
    }

    /// The next line, without its end.
    pub fn next(&mut self) -> Result<&str, Unproven> {
        self.forget();
        let line = self.read()?;
        let number = self.number;
        std::str::from_utf8(&self.text[line])
            .map_err(|_| Refused { line: number, reason: Reason::NotText }.into())
    }

    /// Reads up to `count` lines, and no more once these have `bytes`; one at least. Returns a text, and
    /// where in it each of them stands, without its end.
    pub fn take(
        &mut self,
        count: usize,
        bytes: usize,
    ) -> Result<(&[u8], Vec<Range<usize>>), Unproven> {
        self.forget();
        let begun = self.text.len();
        let mut lines = Vec::new();
        while lines.len() < count && self.text.len() - begun < bytes {
            lines.push(self.read()?);
        }
        Ok((&self.text, lines))
    }

    /// The hash of all lines before the last.
    pub fn hash_before(&mut self) -> blake3::Hash {
        self.hasher.update(&self.text[..self.last]);
        self.text.drain(..self.last);
        self.last = 0;
        self.hasher.finalize()
    }

    /// Whether nothing is behind the last line.
    pub fn is_at_end(&mut self) -> Result<bool, Unproven> {
        let line = self.number + 1;
        let rest = self.source.fill_buf();
        rest.map(<[u8]>::is_empty).map_err(|error| Refused { line, reason: error.into() }.into())
    }

    /// Hashes what was read, once it is worth it. The last line may turn out to be the one that is not hashed.
    fn forget(&mut self) {
        if self.text.len() >= AT_ONCE {
            self.hasher.update(&self.text);
            self.text.clear();
        }
    }

    fn read(&mut self) -> Result<Range<usize>, Unproven> {
        self.watch.beat().map_err(|stopped| self.stop(stopped))?;
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
        Err(self.refuse(if is_long { Reason::LongLine(self.longest) } else { Reason::CutOff }))
    }
}
