//! Reads puzzle files, and reports their problems.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use sliding::Puzzle;
use sliding::notation::{
    ParseError, Parsed, Problem, ProblemEffect, ReadOptions, Warning, decode, read,
};
use sliding::puzzle::{ReadAs, Style};
use sliding::report::boxes::Ink;
use sliding::report::puzzle::problems::{Severity, render};
use sliding::report::puzzle::render_questions;
use sliding::report::subject::Subject;
use sliding::tiles::notation;

use super::failure::Failure;
use super::{Verdict, complain, note, puzzles};

/// Maximum length of a text that is read at once: an endless one must not fill memory.
const MAX_BYTES: u64 = 1 << 28;

/// A text and its source.
pub struct SourceText {
    /// The file's path, or `<stdin>`.
    pub name: String,
    /// The text.
    pub content: String,
}

/// A puzzle that was read from a file.
pub struct Input {
    /// The file's path, or `<stdin>`.
    pub file: String,
    /// Its line, if the file has several puzzles.
    pub line: Option<usize>,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The parser's warnings.
    pub warnings: Vec<Warning>,
}

impl Input {
    /// Returns the puzzle's name, or else its file's.
    pub fn name(&self) -> &str {
        match self.puzzle.name() {
            "" => &self.file,
            name => name,
        }
    }

    /// Returns the subject of a report in this style.
    pub fn subject(&self, style: Style) -> Subject<'_> {
        Subject { name: self.name(), ..Subject::new(&self.puzzle, style, &self.file) }
    }

    /// Returns what its text left open.
    pub fn read_as(&self) -> Option<&ReadAs> {
        self.puzzle.origin().read_as.as_ref()
    }
}

impl SourceText {
    /// Reads a file; `-` is standard input.
    pub fn read(path: &Path) -> Result<SourceText, Failure> {
        let (name, source) = open(path)?;
        let mut bytes = Vec::new();
        let failure = match source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
            Err(error) => error,
            Ok(count) if count as u64 > MAX_BYTES => {
                io::Error::new(io::ErrorKind::FileTooLarge, "it is too large for a puzzle")
            }
            Ok(_) => return Ok(SourceText { name, content: decode(&bytes).into_owned() }),
        };
        Err(unreadable(&name, &failure))
    }

    fn show(&self, problems: &[Problem], severity: Severity) {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = io::stderr().is_terminal() && !no_colour;
        note(&render(&self.name, &self.content, problems, severity, colour));
    }
}

/// Opens a file, and returns its name and a reader; `-` is standard input, and `@NAME` a built-in
/// puzzle.
pub fn open(path: &Path) -> Result<(String, Box<dyn BufRead>), Failure> {
    if path.as_os_str() == "-" {
        return Ok(("<stdin>".to_owned(), Box::new(io::stdin().lock())));
    }
    if let Some(name) = path.to_str().and_then(|path| path.strip_prefix('@')) {
        let text = puzzles::content(name).map_err(Failure::input)?;
        return Ok((format!("@{name}"), Box::new(text.as_bytes())));
    }
    let name = path.display().to_string();
    let opened = match path.is_dir() {
        true => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")),
        false => File::open(path),
    };
    match opened {
        Ok(file) => Ok((name, Box::new(BufReader::new(file)))),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

/// Returns the failure for a file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> Failure {
    let is_board = error.kind() == io::ErrorKind::NotFound && notation::board(name, None).is_ok();
    let tip = if is_board { "; for a board of tiles: sliding tiles solve" } else { "" };
    Failure::input(format!("cannot read {name}: {error}{tip}"))
}

/// Returns the message for an empty file.
pub fn empty_input_message(name: &str) -> String {
    format!("{name} is empty: expected a puzzle")
}

/// Says on a terminal which input is expected.
pub fn announce(path: &Path) {
    if path.as_os_str() == "-" && io::stdin().is_terminal() {
        complain("reading a puzzle from standard input; Ctrl-D on a line of its own ends it");
    }
}

/// Reads the only puzzle of a text. Errors, and kinds that are defined twice, are reported on
/// standard error.
pub fn only(text: SourceText, options: &ReadOptions) -> Result<Input, Failure> {
    let parsed = read(&text.content, options);
    judged(text, parsed).map_err(|_| Failure::Reported(Verdict::BadInput))
}

/// Builds the input from the puzzle of a whole text.
pub fn judged(text: SourceText, parsed: Parsed) -> Result<Input, ParseError> {
    match parsed {
        Ok((puzzle, warnings)) => {
            let is_grave = |warning: &&Warning| warning.effect == ProblemEffect::Void;
            let grave: Vec<Warning> = warnings.iter().filter(is_grave).cloned().collect();
            text.show(&grave, Severity::Warning);
            Ok(Input { file: text.name, line: None, puzzle, warnings })
        }
        Err(error) => {
            match text.content.trim().is_empty() {
                true => complain(&empty_input_message(&text.name)),
                false => {
                    text.show(error.problems(), Severity::Error);
                    note(&render_questions(error.questions(), Ink::default()));
                }
            }
            Err(error)
        }
    }
}

/// Reads the only puzzle of a file.
pub fn puzzle(path: &Path, options: &ReadOptions) -> Result<Input, Failure> {
    announce(path);
    only(SourceText::read(path)?, options)
}
