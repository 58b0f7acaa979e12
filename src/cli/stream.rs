//! Files with any number of puzzles.

use std::io::{self, BufRead};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::notation::{Chunk, Item, NOTATIONS, Notation, ParseError, Problem, Stream, Weight};

use super::input::{self, Input, Text, announce, empty, open, unreadable};
use super::start::Start;
use super::{Verdict, complain};

/// SLIDING's notation under the name of its author.
const KNUTH: &str = "knuth";

// In which notation puzzles are read.
#[derive(Args, Clone, Copy)]
pub struct From {
    /// The notation to read, if its looks do not tell (docs/NOTATIONS.md)
    #[arg(long, value_name = "NAME", value_parser = notation(Notation::is_read))]
    #[arg(hide_possible_values = true)]
    from: Option<&'static Notation>,
}

/// Reads the name of a notation.
pub fn notation(
    is_meant: fn(&Notation) -> bool,
) -> impl TypedValueParser<Value = &'static Notation> {
    let all = NOTATIONS.iter().filter(move |notation| is_meant(notation));
    let names = all.map(|notation| notation.name).chain([KNUTH]);
    // What clap lets pass is one of the names.
    PossibleValuesParser::new(names).map(|name| Notation::named(&name).unwrap_or(&NOTATIONS[0]))
}

/// What is no puzzle. It was told on standard error.
pub struct Unreadable {
    /// The file, and the line where there are several puzzles.
    pub name: String,
    pub error: ParseError,
}

/// Takes the puzzles of a file.
type Taker<'a> = &'a mut dyn FnMut(Result<Input, Unreadable>) -> io::Result<Verdict>;

impl From {
    /// The parts of a file, each with some puzzles. Failure is told on standard error.
    pub fn chunks(self, path: &Path) -> Result<(String, Stream<Box<dyn BufRead>>), Verdict> {
        announce(path);
        let (name, source) = open(path)?;
        Ok((name, Stream::new(source, self.from)))
    }

    /// The only puzzle of a file. Failure is told on standard error.
    pub fn only(self, path: &Path) -> Result<Input, Verdict> {
        announce(path);
        input::only(Text::read(path)?, self.from)
    }

    /// Hands over the puzzles of a file from where they shall start, those that are puzzles.
    pub fn each_from(
        self,
        path: &Path,
        start: &Start,
        take: &mut dyn FnMut(Input) -> io::Result<Verdict>,
    ) -> io::Result<Verdict> {
        self.each(path, &mut |found| match found.map(|input| start.of(input)) {
            Ok(Ok(input)) => take(input),
            Ok(Err(verdict)) => Ok(verdict),
            Err(_) => Ok(Verdict::BadInput),
        })
    }

    /// Hands over the puzzles of a file, one after the other, and what is said to each. If there are
    /// several, they are called `FILE:LINE`. The heaviest verdict comes back.
    pub fn each(self, path: &Path, take: Taker) -> io::Result<Verdict> {
        let (name, stream) = match self.chunks(path) {
            Ok(opened) => opened,
            Err(verdict) => return Ok(verdict),
        };
        let mut worst = Verdict::Fine;
        for chunk in stream {
            worst = worst.max(match chunk {
                Ok(chunk) => each_of(&name, chunk, take)?,
                Err(error) => unreadable(&name, &error),
            });
        }
        Ok(worst)
    }
}

fn each_of(name: &str, chunk: Chunk, take: Taker) -> io::Result<Verdict> {
    let mut items = chunk.items().peekable();
    let Some(first) = items.next() else {
        return Ok(if chunk.is_whole() { empty(name) } else { Verdict::Fine });
    };
    if chunk.is_whole() && items.peek().is_none() {
        let text = Text { name: name.to_owned(), content: chunk.text().to_owned() };
        let input = input::judged(text, first.parsed);
        return take(input.map_err(|error| Unreadable { name: name.to_owned(), error }));
    }
    let mut worst = Verdict::Fine;
    for Item { line, parsed, .. } in std::iter::once(first).chain(items) {
        let file = format!("{name}:{line}");
        worst = worst.max(take(match parsed {
            Ok((puzzle, warnings)) => {
                let grave = warnings.iter().filter(|warning| warning.weight == Weight::Void);
                tell(name, grave);
                Ok(Input { file, line: Some(line), puzzle, warnings })
            }
            Err(error) => {
                tell(name, error.problems());
                Err(Unreadable { name: file, error })
            }
        })?);
    }
    Ok(worst)
}

/// Tells problems, a line each: there may be a million of puzzles.
fn tell<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>) {
    problems.into_iter().for_each(|problem| complain(&in_a_line(name, problem)));
}

/// A problem and its place.
pub fn in_a_line(name: &str, problem: &Problem) -> String {
    let Problem { line, column, message, expected, .. } = problem;
    format!("{name}:{line}:{column}: {message}; expected {expected}")
}
