//! All problems of a text, or the ways to understand it.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use super::Parsed;
use super::options::ReadOptions;
use super::problem::{Problem, ProblemText};
use super::text::TextSpan;
use crate::puzzle::{Puzzle, Setup, SetupPlace};

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

    /// Moves all line numbers down by `lines`.
    pub(super) fn move_down(&mut self, lines: usize) {
        self.problems.iter_mut().for_each(|problem| problem.line += lines);
    }
}

impl From<Problem> for ParseError {
    fn from(problem: Problem) -> Self {
        ParseError { problems: vec![problem], questions: Vec::new() }
    }
}

/// Validates the setup read from a part of a text, or reports why it could not be read.
pub(super) fn judge(understood: Result<Setup, Problem>, part: &TextSpan) -> Parsed {
    let puzzle = examine(&understood?, |_| *part)?;
    Ok((puzzle, Vec::new()))
}

/// Returns the puzzle of a setup, or its faults at the places that `place` finds in the text.
pub(super) fn examine<'a>(
    setup: &Setup,
    place: impl Fn(SetupPlace) -> TextSpan<'a>,
) -> Result<Puzzle, ParseError> {
    let mut problems = Vec::new();
    let puzzle = setup.examine(&mut |fault| {
        let ProblemText { message, expected, cause, .. } = ProblemText::from(&fault.violation);
        problems.push(Problem { cause, ..place(fault.place).wrong(message, expected) });
        if problems.len() < MAX_PROBLEMS { Continue(()) } else { Break(()) }
    });
    problems.sort_by_key(|problem| problem.span.start);
    puzzle.ok_or(ParseError { problems, questions: Vec::new() })
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
