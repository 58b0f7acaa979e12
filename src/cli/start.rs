//! `--start`: a puzzle from another of its positions.

use std::path::Path;

use clap::Args;
use sliding::notation::transcript::{self, TranscriptError};
use sliding::puzzle::Configuration;

use super::failure::Failure;
use super::input::{Input, SourceText};

// Another start position.
#[derive(Args, Clone)]
pub struct StartOption {
    /// Start from this position: rows with `/` between, shorthand, JSON, or @FILE
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
}

impl StartOption {
    /// Returns the puzzle from the given position, if one was given.
    pub fn of(&self, input: Input) -> Result<Input, Failure> {
        let Some(given) = &self.start else { return Ok(input) };
        let puzzle = read_with(given, "--start", |text| transcript::start(&input.puzzle, text))?;
        Ok(Input { puzzle, ..input })
    }
}

/// Reads the position given with an option: the position itself, or `@` and the file that contains
/// it.
pub fn read(given: &str, option: &str, input: &Input) -> Result<Configuration, Failure> {
    read_with(given, option, |text| transcript::position(&input.puzzle, text))
}

fn read_with<T>(
    given: &str,
    option: &str,
    read: impl FnOnce(&str) -> Result<T, TranscriptError>,
) -> Result<T, Failure> {
    let (name, text) = match given.strip_prefix('@') {
        Some(file) => {
            let SourceText { name, content } = SourceText::read(Path::new(file))?;
            (name, content)
        }
        None => (option.to_owned(), given.to_owned()),
    };
    let failed = |error| Failure::input(format!("{name}, {}", place_and_reason(&error, &text)));
    read(&text).map_err(failed)
}

/// Formats an error, without its line if there is only one.
fn place_and_reason(error: &TranscriptError, text: &str) -> String {
    match text.trim_end().contains('\n') {
        true => error.to_string(),
        false => {
            let TranscriptError { column, expected, found, .. } = error;
            format!("column {column}: expected {expected}, found {found}")
        }
    }
}
