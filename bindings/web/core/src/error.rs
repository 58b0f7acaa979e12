//! Why there is no answer, as an object.

use serde::Serialize;
#[cfg(feature = "texts")]
use sliding::notation::ParseError;
#[cfg(any(feature = "search", feature = "texts"))]
use sliding::notation::transcript::TranscriptError;
use sliding::report::json::Object;
#[cfg(feature = "texts")]
use sliding::report::puzzle::{problem, reading};
#[cfg(feature = "search")]
use sliding::solve::Refusal;

/// Thrown for a text that is not in SLIDING's notation.
#[cfg(any(feature = "levels", feature = "search", feature = "table"))]
pub const UNREAD: &str = "unread";

/// Why there is no answer.
pub enum AnswerError {
    /// The text is in another notation, or wrong.
    #[cfg(feature = "search")]
    OtherNotation,
    /// An error with a message.
    ErrorObject(ErrorObject),
}

/// A message, with its place if it has one.
#[derive(Default, Serialize)]
pub struct ErrorObject {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    problems: Vec<Object>,
    /// The ways to understand a text, if there are several.
    readings: Vec<Object>,
}

impl AnswerError {
    /// Builds an error without a place.
    pub fn of(message: String) -> AnswerError {
        AnswerError::ErrorObject(ErrorObject { message, ..ErrorObject::default() })
    }

    /// Returns the text that is thrown.
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
            problems: error.problems().iter().map(problem).collect(),
            readings: error.questions().iter().map(reading).collect(),
        })
    }
}

#[cfg(any(feature = "search", feature = "texts"))]
impl From<TranscriptError> for AnswerError {
    /// Lines and columns are those of the configuration.
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
