//! `--start`: a puzzle from another of its configurations.

use std::path::Path;

use clap::Args;
use sliding::puzzle::Configuration;
use sliding::transcript::{self, Unreadable};

use super::input::{Input, Text};
use super::{Verdict, complain};

// Where to start instead.
#[derive(Args, Clone)]
pub struct Start {
    /// Start here instead: shorthand, rows with `/` between, JSON, or @FILE with any of these
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
}

impl Start {
    /// The puzzle from the configuration that was given, if one was. What is wrong with that is told
    /// on standard error.
    pub fn of(&self, input: Input) -> Result<Input, Verdict> {
        let Some(given) = &self.start else { return Ok(input) };
        let puzzle = read_with(given, "--start", |text| transcript::start(&input.puzzle, text))?;
        Ok(Input { puzzle, ..input })
    }
}

/// The position of a puzzle that was given with an option: itself, or `@` and the file that has it. What is
/// wrong with it is told on standard error.
pub fn read(given: &str, option: &str, input: &Input) -> Result<Configuration, Verdict> {
    read_with(given, option, |text| transcript::position(&input.puzzle, text))
}

fn read_with<T>(
    given: &str,
    option: &str,
    read: impl FnOnce(&str) -> Result<T, Unreadable>,
) -> Result<T, Verdict> {
    let (name, text) = match given.strip_prefix('@') {
        Some(file) => {
            let Text { name, content } = Text::read(Path::new(file))?;
            (name, content)
        }
        None => (option.to_owned(), given.to_owned()),
    };
    read(&text).map_err(|error| {
        complain(&format!("{name}, {}", place_and_reason(&error, &text)));
        Verdict::BadInput
    })
}

/// An error without its line, where there is only one.
fn place_and_reason(error: &Unreadable, text: &str) -> String {
    match text.trim_end().contains('\n') {
        true => error.to_string(),
        false => {
            let Unreadable { column, expected, found, .. } = error;
            format!("column {column}: expected {expected}, found {found}")
        }
    }
}
