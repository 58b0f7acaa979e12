//! A problem of a text, and its place.

use std::borrow::Cow;
use std::ops::Range;

use super::knuth::Syntax;
use crate::puzzle::Violation;

/// Something wrong with a text, or odd in it, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}; expected {expected}")]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// What was expected there, as the end of a sentence that begins with "expected".
    pub expected: Cow<'static, str>,
    /// The same in machine-readable form; `None` for problems that are neither
    /// mistakes in SLIDING's notation nor violations of what a puzzle is.
    pub cause: Option<Box<Cause>>,
    /// How much it matters.
    pub effect: ProblemEffect,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The bytes of the text concerned; empty if something is missing.
    pub span: Range<usize>,
    /// Lines that show how the text was understood there, if that helps; else empty.
    pub picture: String,
    /// How far the reading came that failed. Of several errors the one that came furthest is reported.
    pub(super) depth: u8,
}

impl Problem {
    /// Returns the same problem of a reading that came this far.
    pub(super) fn at_depth(self, depth: u8) -> Problem {
        Problem { depth, ..self }
    }

    /// Returns the problem of the reading that came further: the one before, if both came as far.
    pub(super) fn after(self, before: Option<Problem>) -> Problem {
        before.filter(|before| before.depth >= self.depth).unwrap_or(self)
    }
}

/// A problem in machine-readable form: in JSON a `code` and perhaps `args`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[cfg_attr(feature = "report", derive(serde::Serialize), serde(untagged))]
pub enum Cause {
    /// The text cannot be understood.
    Syntax(#[from] Syntax),
    /// It is understood, but not a valid puzzle.
    Violation(#[from] Violation),
}

/// A [`Problem`] that does not keep the text from being a puzzle.
pub type Warning = Problem;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemEffect {
    /// The text is not a valid puzzle.
    Fatal,
    /// A warning: part of the text states something that does not hold.
    Void,
    /// A warning: part of the text is ignored.
    Ignored,
}

/// A notation's words for a problem: what is wrong, and what was expected.
pub(super) struct ProblemText {
    pub message: Cow<'static, str>,
    pub expected: Cow<'static, str>,
    pub cause: Option<Box<Cause>>,
    /// As [`Problem::picture`].
    pub picture: String,
}

impl ProblemText {
    pub fn new(
        message: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (message, expected) = (message.into(), expected.into());
        ProblemText { message, expected, cause: None, picture: String::new() }
    }

    pub fn of(cause: Cause, expected: impl Into<Cow<'static, str>>) -> Self {
        let message = cause.to_string();
        ProblemText { cause: Some(Box::new(cause)), ..ProblemText::new(message, expected) }
    }
}
