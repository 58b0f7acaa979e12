//! `sliding convert`: puzzles from one notation into another.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use sliding::notation::{Item, NOTATIONS, Notation, recognise};

use super::input::Text;
use super::{Verdict, complain};

const EXAMPLES: &str = "\
Puzzles that cannot be read or written are told on standard error; the others go on.
Exit codes: 0 all were written, 2 some were not.

Examples:
  sliding convert rush.txt --to sliding
  sliding convert my-puzzle.txt --to klotski";

/// SLIDING's notation under the name of its author.
const KNUTH: &str = "knuth";

/// Convert puzzles between the notations of other programs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files with any number of puzzles; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The notation to write
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(names(|_| true)))]
    to: String,
    /// The notation to read, if its looks do not tell
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = PossibleValuesParser::new(names(Notation::is_read)))]
    from: Option<String>,
}

/// What notations may be called.
fn names(is_meant: fn(&Notation) -> bool) -> Vec<&'static str> {
    let all = NOTATIONS.iter().filter(|notation| is_meant(notation));
    all.map(|notation| notation.name).chain([KNUTH]).collect()
}

/// The notation of this name, which clap knows to be one.
fn named(name: &str) -> &'static Notation {
    Notation::named(name).unwrap_or(&NOTATIONS[0])
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut worst = Verdict::Fine;
    let mut writer = Writer { to: named(&arguments.to), is_first: true, out };
    for file in &arguments.files {
        let text = match Text::read(file) {
            Ok(text) => text,
            Err(verdict) => {
                worst = worst.max(verdict);
                continue;
            }
        };
        let from = arguments.from.as_deref().map_or_else(|| recognise(text.content()), named);
        let mut items = from.items(text.content()).peekable();
        if items.peek().is_none() {
            complain(&format!("{}: there is no puzzle", text.name));
            worst = worst.max(Verdict::BadInput);
        }
        for item in items {
            worst = worst.max(writer.item(&text.name, item)?);
        }
    }
    Ok(worst)
}

struct Writer<'a> {
    to: &'static Notation,
    is_first: bool,
    out: &'a mut dyn Write,
}

impl Writer<'_> {
    fn item(&mut self, file: &str, item: Item) -> io::Result<Verdict> {
        let (puzzle, warnings) = match item.parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                tell(file, error.problems());
                return Ok(Verdict::BadInput);
            }
        };
        tell(file, &warnings);
        match self.to.write(&puzzle) {
            Ok(text) => {
                // Texts of several lines are kept apart.
                if !self.is_first && text.matches('\n').nth(1).is_some() {
                    writeln!(self.out)?;
                }
                self.is_first = false;
                self.out.write_all(text.as_bytes())?;
                Ok(Verdict::Fine)
            }
            Err(why) => {
                let name = self.to.name;
                complain(&format!("{file}:{}: {name} cannot say this: {why}", item.line));
                Ok(Verdict::BadInput)
            }
        }
    }
}

/// Tells problems, a line each: there may be a million of puzzles.
fn tell(file: &str, problems: &[sliding::notation::Problem]) {
    for problem in problems {
        let (line, column) = (problem.line, problem.column);
        let (message, expected) = (&problem.message, &problem.expected);
        complain(&format!("{file}:{line}:{column}: {message}; expected {expected}"));
    }
}
