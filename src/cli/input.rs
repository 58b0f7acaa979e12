//! Reading puzzle files, and saying what is wrong with them.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use sliding::Puzzle;
use sliding::notation::{ParseError, Problem, Warning, Weight, parse};
use sliding::report::puzzle::problems::{Severity, render};

use super::{Verdict, complain, note};

/// No puzzle's text is longer. What goes on for ever must not fill the memory.
const MAX_BYTES: u64 = 1 << 28;

/// A text and where it is from.
pub struct Text {
    /// The file's path, or `<stdin>`.
    pub name: String,
    /// What stands in it.
    pub content: String,
}

/// A puzzle that was read from a file.
pub struct Input {
    /// The file's path, or `<stdin>`.
    pub file: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What the parser wondered about.
    pub warnings: Vec<Warning>,
}

impl Input {
    /// The puzzle's name, or else its file's.
    pub fn name(&self) -> &str {
        match self.puzzle.name() {
            "" => &self.file,
            name => name,
        }
    }
}

impl Text {
    /// Reads a file; `-` is standard input. Bytes that are no text become replacement characters,
    /// which no puzzle has. Failure is told on standard error.
    pub fn read(path: &Path) -> Result<Text, Verdict> {
        if path.as_os_str() == "-" {
            return Text::from(io::stdin().lock(), "<stdin>".to_owned());
        }
        let name = path.display().to_string();
        if path.is_dir() {
            complain(&format!("cannot read {name}: it is a directory"));
            return Err(Verdict::BadInput);
        }
        match File::open(path) {
            Ok(file) => Text::from(file, name),
            Err(error) => {
                complain(&format!("cannot read {name}: {error}"));
                Err(Verdict::BadInput)
            }
        }
    }

    /// What it says.
    pub fn content(&self) -> &str {
        &self.content
    }

    fn from(source: impl Read, name: String) -> Result<Text, Verdict> {
        let mut bytes = Vec::new();
        let failure = match source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
            Err(error) => error.to_string(),
            Ok(count) if count as u64 > MAX_BYTES => "it is too large for a puzzle".to_owned(),
            Ok(_) => {
                let content = String::from_utf8_lossy(&bytes).into_owned();
                return Ok(Text { name, content });
            }
        };
        complain(&format!("cannot read {name}: {failure}"));
        Err(Verdict::BadInput)
    }

    /// Reads a puzzle from the text. What is wrong with it, and kinds that are defined twice, are
    /// told on standard error.
    pub fn puzzle(self) -> Result<Input, ParseError> {
        match parse(&self.content) {
            Ok((puzzle, warnings)) => {
                let is_grave = |warning: &&Warning| warning.weight == Weight::Void;
                let grave: Vec<Warning> = warnings.iter().filter(is_grave).cloned().collect();
                self.show(&grave, Severity::Warning);
                Ok(Input { file: self.name, puzzle, warnings })
            }
            Err(error) => {
                match self.content.trim().is_empty() {
                    true => complain(&format!("{} is empty: expected a puzzle", self.name)),
                    false => self.show(error.problems(), Severity::Error),
                }
                Err(error)
            }
        }
    }

    fn show(&self, problems: &[Problem], severity: Severity) {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = io::stderr().is_terminal() && !no_colour;
        note(&render(&self.name, &self.content, problems, severity, colour));
    }
}

/// Reads a puzzle from a file. Failure is told on standard error.
pub fn puzzle(path: &Path) -> Result<Input, Verdict> {
    if path.as_os_str() == "-" && io::stdin().is_terminal() {
        complain("reading a puzzle from standard input; Ctrl-D on a line of its own ends it");
    }
    Text::read(path)?.puzzle().map_err(|_| Verdict::BadInput)
}
