//! Why there is no answer, as an object.

use serde::Serialize;
#[cfg(feature = "texts")]
use sliding::notation::ParseError;
use sliding::notation::transcript::Unreadable;
use sliding::report::puzzle::{Interpretation, Remark};
#[cfg(feature = "search")]
use sliding::solve::Refusal;

/// What is thrown where a text is in another notation than is read there, or wrong.
#[cfg(feature = "search")]
pub const UNREAD: &str = "unread";

/// Why there is no answer.
pub enum Trouble {
    /// The text is in another notation, or wrong.
    #[cfg(feature = "search")]
    Unread,
    /// Something that can be told.
    Told(Told),
}

/// What is wrong, with its place where it is about one.
#[derive(Default, Serialize)]
pub struct Told {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    problems: Vec<Remark>,
    /// The ways to understand a text, if there are several.
    readings: Vec<Interpretation>,
}

impl Trouble {
    /// That has no place.
    pub fn of(message: String) -> Trouble {
        Trouble::Told(Told { message, ..Told::default() })
    }

    /// As the text that is thrown.
    pub fn thrown(&self) -> String {
        match self {
            #[cfg(feature = "search")]
            Trouble::Unread => UNREAD.to_owned(),
            Trouble::Told(told) => crate::json(told),
        }
    }
}

#[cfg(feature = "texts")]
impl From<ParseError> for Trouble {
    /// The first problem is the message.
    fn from(error: ParseError) -> Self {
        let first = &error.problems()[0];
        Trouble::Told(Told {
            message: first.to_string(),
            line: Some(first.line),
            column: Some(first.column),
            problems: error.problems().iter().map(Remark::from).collect(),
            readings: error.questions().iter().map(Interpretation::from).collect(),
        })
    }
}

impl From<Unreadable> for Trouble {
    /// Of a configuration, whose lines and columns are meant.
    fn from(error: Unreadable) -> Self {
        let (line, column) = (Some(error.line), Some(error.column));
        let message = format!("start, {error}");
        Trouble::Told(Told { message, line, column, ..Told::default() })
    }
}

#[cfg(feature = "search")]
impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::of(refusal.to_string())
    }
}
