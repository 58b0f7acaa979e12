//! Why there is no answer, as an object.

use serde::Serialize;
#[cfg(feature = "texts")]
use sliding::notation::ParseError;
#[cfg(any(feature = "search", feature = "texts"))]
use sliding::notation::transcript::TranscriptError;
use sliding::report::puzzle::{Interpretation, JsonProblem};
#[cfg(feature = "search")]
use sliding::solve::Refusal;

/// What is thrown where a text is in another notation than is read there, or wrong.
#[cfg(feature = "search")]
pub const UNREAD: &str = "unread";

/// Why there is no answer.
pub enum AnswerError {
    /// The text is in another notation, or wrong.
    #[cfg(feature = "search")]
    OtherNotation,
    /// Something that can be told.
    ErrorObject(ErrorObject),
}

/// What is wrong, with its place where it is about one.
#[derive(Default, Serialize)]
pub struct ErrorObject {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    problems: Vec<JsonProblem>,
    /// The ways to understand a text, if there are several.
    readings: Vec<Interpretation>,
}

impl AnswerError {
    /// That has no place.
    pub fn of(message: String) -> AnswerError {
        AnswerError::ErrorObject(ErrorObject { message, ..ErrorObject::default() })
    }

    /// As the text that is thrown.
    pub fn thrown(&self) -> String {
        match self {
            #[cfg(feature = "search")]
            AnswerError::OtherNotation => UNREAD.to_owned(),
            AnswerError::ErrorObject(object) => crate::json(object),
        }
    }
}

#[cfg(feature = "texts")]
impl From<ParseError> for AnswerError {
    /// The first problem is the message.
    fn from(error: ParseError) -> Self {
        let first = &error.problems()[0];
        AnswerError::ErrorObject(ErrorObject {
            message: first.to_string(),
            line: Some(first.line),
            column: Some(first.column),
            problems: error.problems().iter().map(JsonProblem::from).collect(),
            readings: error.questions().iter().map(Interpretation::from).collect(),
        })
    }
}

#[cfg(any(feature = "search", feature = "texts"))]
impl From<TranscriptError> for AnswerError {
    /// Of a configuration, whose lines and columns are meant.
    fn from(error: TranscriptError) -> Self {
        let (line, column) = (Some(error.line), Some(error.column));
        let message = format!("start, {error}");
        AnswerError::ErrorObject(ErrorObject { message, line, column, ..ErrorObject::default() })
    }
}

#[cfg(feature = "search")]
impl From<Refusal> for AnswerError {
    fn from(refusal: Refusal) -> Self {
        AnswerError::of(refusal.to_string())
    }
}
