//! The problems of a text with their places, or the ways to understand it.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

use super::knuth::Syntax;
use super::options::ReadOptions;
use super::text::TextSpan;
use crate::puzzle::{Fault, Puzzle, Setup, SetupPlace, Violation};

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
    /// How far the reading came that failed. Of several errors the one that came furthest is reported.
    pub(super) depth: u8,
}

/// The result of reading a part of a text.
pub(super) type Result<T, E = Problem> = std::result::Result<T, E>;

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

/// Reading stops after this number of problems.
pub const MAX_PROBLEMS: usize = 20;

/// Everything wrong with a text (up to [`MAX_PROBLEMS`]), in the order of the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(super) problems: Vec<Problem>,
    pub(super) questions: Vec<Question>,
}

/// One way to understand a text that leaves something open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// Its meaning, such as "car X leaves to the right".
    pub text: Cow<'static, str>,
    /// The options that choose it.
    pub options: ReadOptions,
    /// The puzzle, unless something else is open, too.
    pub puzzle: Option<Puzzle>,
}

impl Question {
    pub(super) fn new(text: impl Into<Cow<'static, str>>, options: ReadOptions) -> Self {
        Question { text: text.into(), options, puzzle: None }
    }

    /// Creates an answer of one option.
    pub(super) fn one(
        text: impl Into<Cow<'static, str>>,
        name: &str,
        value: impl Into<String>,
    ) -> Self {
        Question::new(text, ReadOptions::with(name, value))
    }
}

impl ParseError {
    /// Returns the problems, at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the ways to understand the text; empty if the text is wrong, not open.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }
}

impl From<Problem> for ParseError {
    fn from(problem: Problem) -> Self {
        ParseError { problems: vec![problem], questions: Vec::new() }
    }
}

/// Returns the puzzle of a setup, or what is wrong with it and with its text. `place` returns where a
/// part of the setup is in the text; `None` if that was not understood.
pub(super) fn examine<'a>(
    setup: &Setup,
    mut problems: Vec<Problem>,
    place: impl Fn(SetupPlace) -> Option<TextSpan<'a>>,
) -> Result<Puzzle, ParseError> {
    let mut found = 0;
    let puzzle = setup.examine(&mut |Fault { place: at, violation }| {
        if let Some(at) = place(at) {
            problems.push(at.fault(violation));
            found += 1;
        }
        if found < MAX_PROBLEMS { Continue(()) } else { Break(()) }
    });
    if let (Some(puzzle), true) = (puzzle, problems.is_empty()) {
        return Ok(puzzle);
    }
    problems.sort_by_key(|problem| problem.span.start);
    problems.truncate(MAX_PROBLEMS);
    Err(ParseError { problems, questions: Vec::new() })
}

impl fmt::Display for ParseError {
    /// Writes one problem per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            write!(f, "{end}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseError {}
