//! The lines of a proof, read as a stream, counted and hashed, within the limits of a check.

use std::io::{BufRead, Read};
use std::str::FromStr;

use super::refused::{CheckError, ProofFault};
use crate::engine::query::{Budget, Stopped};

/// Maximum bytes of a line above the levels, and of all lines of a puzzle together.
pub const MOST_TEXT: usize = 1 << 20;

/// Beats between two checks of the budget, as a check takes longer than finding a neighbour.
const BEATS: u32 = 64;

/// Stops a check at a limit of its budget. Each thread has one.
#[derive(Clone)]
pub struct Watchdog<'a> {
    pub budget: &'a Budget,
    /// The number of the last line read, from 1.
    pub line: u64,
    beats: u32,
}

impl Watchdog<'_> {
    /// Ends the check at a limit.
    pub fn stop(&self, limit: Stopped) -> CheckError {
        CheckError::Stopped { line: self.line, limit }
    }

    /// Checks the budget now and then. Call it for each small task.
    #[inline(always)]
    pub fn check_sometimes(&mut self) -> Result<(), CheckError> {
        self.beats += 1;
        if self.beats < BEATS {
            return Ok(());
        }
        self.beats = 0;
        self.budget.look().map_err(|stopped| self.stop(stopped))
    }
}

pub struct ProofLines<'a> {
    source: &'a mut dyn BufRead,
    pub watch: Watchdog<'a>,
    /// The hash of all lines before the last.
    hasher: blake3::Hasher,
    /// The last line, with its end.
    line: Vec<u8>,
    /// Maximum bytes of a line: an endless proof must not fill memory.
    pub longest: usize,
}

impl<'a> ProofLines<'a> {
    pub fn new(source: &'a mut dyn BufRead, budget: &'a Budget) -> Self {
        let watch = Watchdog { budget, line: 0, beats: 0 };
        let hasher = blake3::Hasher::new();
        Self { source, watch, hasher, line: Vec::new(), longest: MOST_TEXT }
    }

    /// Rejects the proof because of the last line.
    pub fn refuse(&self, reason: ProofFault) -> CheckError {
        reason.at(self.watch.line)
    }

    /// Rejects the proof because the last line is not what `wanted` says.
    pub fn expected(&self, wanted: &str) -> CheckError {
        self.refuse(ProofFault::Expected(wanted.to_owned()))
    }

    /// Returns what a parser finds in the next line, which has to be as `wanted` says.
    pub fn read<T>(
        &mut self,
        wanted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, CheckError> {
        parse(self.next()?).ok_or_else(|| self.expected(wanted))
    }

    /// Returns the next line, without its end.
    pub fn next(&mut self) -> Result<&str, CheckError> {
        let line = self.watch.line + 1;
        std::str::from_utf8(self.next_bytes()?).map_err(|_| ProofFault::NotText.at(line))
    }

    /// Like [`next`](Self::next), of any bytes.
    pub fn next_bytes(&mut self) -> Result<&[u8], CheckError> {
        self.watch.check_sometimes()?;
        self.hasher.update(&self.line);
        self.line.clear();
        self.watch.line += 1;
        // One byte more is the end of the line.
        let most = self.longest as u64 + 1;
        let read = (&mut *self.source).take(most).read_until(b'\n', &mut self.line);
        read.map_err(|error| self.refuse(error.into()))?;
        match self.line.last() {
            Some(b'\n') => Ok(&self.line[..self.line.len() - 1]),
            _ if self.line.len() > self.longest => {
                Err(self.refuse(ProofFault::LongLine(self.longest)))
            }
            _ => Err(self.refuse(ProofFault::CutOff)),
        }
    }

    /// Returns the hash of all lines before the last.
    pub fn hash_before(&self) -> blake3::Hash {
        self.hasher.finalize()
    }

    /// Checks that the last line is the end.
    pub fn end(&mut self) -> Result<(), CheckError> {
        let reason = match self.source.fill_buf() {
            Ok([]) => return Ok(()),
            Ok(_) => ProofFault::BehindEnd,
            Err(error) => error.into(),
        };
        Err(reason.at(self.watch.line + 1))
    }
}

/// Reads a number without a sign and without leading zeros.
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain && is_short)
}
