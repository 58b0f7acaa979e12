//! The lines of a proof, read as a stream, counted and hashed.

use std::io::{BufRead, Read};
use std::ops::Range;

use super::refused::{Reason, Refused};

/// No line of a proof is longer: what goes on for ever must not fill the memory.
const LONGEST: u64 = 1 << 24;

/// The hash is given so many bytes at a time, or more.
const AT_ONCE: usize = 1 << 16;

pub struct Lines<'a> {
    source: &'a mut dyn BufRead,
    hasher: blake3::Hasher,
    /// What was read and not hashed yet, and where in it the last line begins.
    text: Vec<u8>,
    last: usize,
    /// The number of the last line, from 1.
    number: u64,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a mut dyn BufRead) -> Self {
        let hasher = blake3::Hasher::new();
        Self { source, hasher, text: Vec::new(), last: 0, number: 0 }
    }

    /// The number of the last line that was read.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Refuses the proof for what stands in the last line.
    pub fn refuse(&self, reason: Reason) -> Refused {
        Refused { line: self.number, reason }
    }

    /// The next line, without its end.
    pub fn next(&mut self) -> Result<&str, Refused> {
        self.forget();
        let line = self.read()?;
        let number = self.number;
        std::str::from_utf8(&self.text[line])
            .map_err(|_| Refused { line: number, reason: Reason::NotText })
    }

    /// Reads so many lines. Returns a text, and where in it each of them stands, without its end.
    pub fn take(&mut self, count: usize) -> Result<(&[u8], Vec<Range<usize>>), Refused> {
        self.forget();
        let mut lines = Vec::with_capacity(count);
        for _ in 0..count {
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
    pub fn is_at_end(&mut self) -> Result<bool, Refused> {
        let line = self.number + 1;
        let rest = self.source.fill_buf();
        rest.map(<[u8]>::is_empty).map_err(|error| Refused { line, reason: error.into() })
    }

    /// Looks at the source between two pieces of work. One that was told to stop gives an error, and ends the check.
    pub fn look(&mut self) -> Result<(), Refused> {
        self.is_at_end().map(drop)
    }

    /// Hashes what was read, once it is worth it. The last line may turn out to be the one that is not hashed.
    fn forget(&mut self) {
        if self.text.len() >= AT_ONCE {
            self.hasher.update(&self.text);
            self.text.clear();
        }
    }

    fn read(&mut self) -> Result<Range<usize>, Refused> {
        self.last = self.text.len();
        self.number += 1;
        let read = (&mut *self.source).take(LONGEST).read_until(b'\n', &mut self.text);
        let refuse = |reason| Refused { line: self.number, reason };
        match read {
            Err(error) => Err(refuse(error.into())),
            Ok(_) if self.text.last() != Some(&b'\n') || self.text.len() == self.last => {
                let is_long = (self.text.len() - self.last) as u64 == LONGEST;
                Err(refuse(if is_long { Reason::LongLine } else { Reason::CutOff }))
            }
            Ok(_) => Ok(self.last..self.text.len() - 1),
        }
    }
}
