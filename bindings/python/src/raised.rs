//! What the library refuses, as the exceptions of `sliding.errors`.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use sliding::analyse::{ProveError, SpaceError};
use sliding::notation::transcript::TranscriptError;
use sliding::notation::{ParseError, Problem, Question};
use sliding::puzzle::Faults;
use sliding::report::boxes::Ink;
use sliding::report::json::limit_word;
use sliding::report::json::stated;
use sliding::report::puzzle::problems::{Severity, render};
use sliding::report::puzzle::render_questions;
use sliding::solve::{Engine, Stopped};

use crate::json;

// The classes are written in Python. They are looked up when the first of each is raised.
mod classes {
    pyo3::import_exception!(sliding.errors, ParseError);
    pyo3::import_exception!(sliding.errors, SetupError);
    pyo3::import_exception!(sliding.errors, RefusedError);
    pyo3::import_exception!(sliding.errors, LimitError);
    pyo3::import_exception!(sliding.errors, Interrupted);
}

/// Line, column, what is wrong, and what was expected there.
pub type ProblemTuple = (usize, usize, String, String);

/// A problem of a text as Python gets it.
pub fn remark(problem: &Problem) -> ProblemTuple {
    let (message, expected) = (problem.message.to_string(), problem.expected.to_string());
    (problem.line, problem.column, message, expected)
}

/// A text that is no puzzle, with all that is wrong shown at its place; or that could be several.
pub fn unparsed(name: &str, text: &str, error: &ParseError) -> PyErr {
    let shown = render(name, text, error.problems(), Severity::Error, false);
    let shown = shown + &render_questions(error.questions(), Ink::default());
    let problems: Vec<ProblemTuple> = error.problems().iter().map(remark).collect();
    let reading = |one: &Question| (one.text.to_string(), json(&stated(&one.options)));
    let readings: Vec<(String, String)> = error.questions().iter().map(reading).collect();
    classes::ParseError::new_err((shown.trim_end().to_owned(), problems, readings))
}

/// A configuration or a move that cannot be read.
pub fn unreadable(name: &str, error: &TranscriptError) -> PyErr {
    let TranscriptError { line, column, expected, found } = error;
    let problem: ProblemTuple = (*line, *column, format!("found {found}"), expected.clone());
    classes::ParseError::new_err((format!("{name}, {error}"), vec![problem]))
}

/// Data that are no puzzle.
pub fn faulty(faults: &Faults) -> PyErr {
    let all = faults.all().iter();
    let all = all.map(|fault| (fault.place.to_string(), fault.violation.to_string()));
    classes::SetupError::new_err((faults.to_string(), all.collect::<Vec<_>>()))
}

/// What cannot be done, such as a search that cannot begin.
pub fn refused(why: impl Display) -> PyErr {
    classes::RefusedError::new_err(why.to_string())
}

/// What is there only as a whole, and a limit came before: its name, and what that means.
pub fn stopped(limit: &str, message: &str) -> PyErr {
    classes::LimitError::new_err((message.to_owned(), limit.to_owned()))
}

/// What is there only as a whole, and a limit came before something.
pub fn before(event: &str, limit: Stopped) -> PyErr {
    let word = limit_word(limit);
    stopped(word, &format!("the limit of {word} came before {event}"))
}

/// A graph that is not whole.
pub fn no_graph(error: SpaceError) -> PyErr {
    match error {
        SpaceError::Search(refusal) => refused(refusal),
        SpaceError::Stopped(limit) => before("all positions were known", limit),
        _ => stopped("nodes", &format!("{error}; a larger max_nodes allows more")),
    }
}

/// What the system says of a file, with its number and the file, as `open` says it in Python. The
/// library may have put the file into the text, without a number.
pub fn system(error: &io::Error, path: Option<&Path>) -> PyErr {
    let text = error.to_string();
    match error.raw_os_error() {
        None => io::Error::new(error.kind(), text).into(),
        Some(number) => {
            let words = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, words, path.map(|path| path.as_os_str().to_owned())))
        }
    }
}

/// A proof that cannot be written.
pub fn unproven(error: ProveError) -> PyErr {
    match error {
        ProveError::Write(error) => system(&error, None),
        error => refused(error),
    }
}

/// What was raised during a search of which nothing is known. Ctrl-C has a class of its own.
pub fn instead(py: Python<'_>, stop: PyErr) -> PyErr {
    match stop.is_instance_of::<PyKeyboardInterrupt>(py) {
        true => classes::Interrupted::new_err(()),
        false => stop,
    }
}

/// An engine by its name.
pub fn engine(name: &str) -> PyResult<Engine> {
    let names = || Engine::all().map(Engine::name).collect::<Vec<_>>().join(", ");
    Engine::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("no engine `{name}`: expected {}", names())))
}
