//! Why there is no answer, as an object.

use serde::Serialize;
use sliding::notation::ParseError;
use sliding::report::puzzle::Remark;
use sliding::solve::Refusal;
use sliding::transcript::Unreadable;

/// What is wrong, with its place where it is about one.
#[derive(Serialize)]
pub struct Trouble {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    problems: Vec<Remark>,
}

impl Trouble {
    /// That has no place.
    pub fn of(message: String) -> Trouble {
        Trouble { message, line: None, column: None, problems: Vec::new() }
    }

    /// As the text that is thrown.
    pub fn thrown(&self) -> String {
        crate::json(self)
    }
}

impl From<ParseError> for Trouble {
    /// The first problem is the message.
    fn from(error: ParseError) -> Self {
        let first = &error.problems()[0];
        Trouble {
            message: first.to_string(),
            line: Some(first.line),
            column: Some(first.column),
            problems: error.problems().iter().map(Remark::from).collect(),
        }
    }
}

impl From<Unreadable> for Trouble {
    /// Of a configuration, whose lines and columns are meant.
    fn from(error: Unreadable) -> Self {
        let (line, column) = (Some(error.line), Some(error.column));
        Trouble { message: format!("start, {error}"), line, column, problems: Vec::new() }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::of(refusal.to_string())
    }
}
