//! All problems of a text, or the ways to understand it.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

use super::Parsed;
use super::options::ReadOptions;
use super::problem::{Problem, ProblemEffect, ProblemText, Warning};
use super::text::TextSpan;
use crate::puzzle::{Fault, Puzzle, Setup, SetupPlace};

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

/// Collects the problems of a text, and says when to stop reading.
pub(super) struct ProblemCollector<'a> {
    text: &'a str,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    problems: Vec<Problem>,
    warnings: Vec<Warning>,
}

impl<'a> ProblemCollector<'a> {
    pub fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, lines, problems: Vec::new(), warnings: Vec::new() }
    }

    /// Reports an error in these bytes of the text.
    pub fn fault(&mut self, words: ProblemText, span: Range<usize>) {
        let problem = self.problem(words, ProblemEffect::Fatal, span);
        self.problems.push(problem);
    }

    /// Reports a warning about these bytes of the text.
    pub fn warn(&mut self, words: ProblemText, effect: ProblemEffect, span: Range<usize>) {
        let warning = self.problem(words, effect, span);
        self.warnings.push(warning);
    }

    /// Whether the limit on problems is reached, so that reading should stop.
    pub fn is_full(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    /// Validates the setup read from the text. `explain` gives each fault its words and its place
    /// in the text, or none if the fault only follows from a part of the text that was not
    /// understood.
    pub fn finish(
        mut self,
        setup: &Setup,
        explain: impl Fn(&Fault) -> Option<(ProblemText, Range<usize>)>,
    ) -> Parsed {
        let mut found = Vec::new();
        let mut unplaced = None;
        let puzzle = setup.examine(&mut |fault| {
            match explain(&fault) {
                Some((words, span)) => found.push(self.problem(words, ProblemEffect::Fatal, span)),
                None => unplaced = unplaced.take().or(Some(fault)),
            }
            if found.len() < MAX_PROBLEMS { Continue(()) } else { Break(()) }
        });
        found.append(&mut self.problems);
        if let (Some(puzzle), true) = (puzzle, found.is_empty()) {
            return Ok((puzzle, self.warnings));
        }
        if let (Some(fault), true) = (unplaced, found.is_empty()) {
            // It does not follow from another problem, so it is reported, even if only with its
            // place in the setup.
            let words = ProblemText::new(fault.to_string(), "a puzzle");
            found.push(self.problem(words, ProblemEffect::Fatal, 0..0));
        }
        found.sort_by_key(|problem| problem.span.start);
        found.truncate(MAX_PROBLEMS);
        Err(ParseError { problems: found, questions: Vec::new() })
    }

    fn problem(&self, words: ProblemText, effect: ProblemEffect, span: Range<usize>) -> Problem {
        let line = self.lines.partition_point(|&start| start <= span.start);
        let before = &self.text[self.lines[line - 1]..span.start];
        let column = before.trim_start_matches('\u{feff}').chars().count() + 1;
        let ProblemText { message, expected, cause, picture } = words;
        Problem { message, expected, cause, effect, line, column, span, picture }
    }
}
