//! Files with any number of puzzles.

use std::io::{self, BufRead};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::notation::{
    Chunk, Item, NOTATIONS, Notation, ParseError, Problem, Question, ReadOptions, Stream, Weight,
};

use super::failure::{Ended, Failure};
use super::input::{self, Input, Text, announce, nothing_in, open, unreadable};
use super::{Verdict, complain};

/// SLIDING's notation under the name of its author.
const KNUTH: &str = "knuth";

// How a text is to be understood, with the place where the target goes.
#[derive(Args, Clone, Default)]
pub struct Reading {
    #[command(flatten)]
    told: Told,
    /// The place where the target goes: R,C, bottom-middle, top, ... (docs/notations.md)
    #[arg(long, value_name = "PLACE", requires = "target", help_heading = HEADING)]
    to: Option<String>,
}

const HEADING: &str = "How to read the puzzle";

// How a text is to be understood.
#[derive(Args, Clone, Default)]
pub struct Told {
    /// Read as tiles, rush, blocks, types, or a notation (docs/notations.md)
    #[arg(long = "as", value_name = "READING", value_parser = readings())]
    #[arg(hide_possible_values = true, help_heading = HEADING)]
    reading: Option<String>,
    /// The goal: a file, rows with / between, ordered, gap-first, spiral, reverse; next: the next board
    #[arg(long, value_name = "GOAL", help_heading = HEADING)]
    goal: Option<String>,
    /// The piece that the goal is about
    #[arg(long, value_name = "PIECE", help_heading = HEADING, allow_hyphen_values = true)]
    target: Option<String>,
    /// Where the target leaves: right, left, top, bottom, or a cell R,C
    #[arg(long, value_name = "EXIT", help_heading = HEADING)]
    exit: Option<String>,
    /// Signs of empty cells
    #[arg(long, value_name = "SIGNS", help_heading = HEADING, allow_hyphen_values = true)]
    empty: Option<String>,
    /// Signs of walls
    #[arg(long, value_name = "SIGNS", help_heading = HEADING, allow_hyphen_values = true)]
    wall: Option<String>,
    /// The gap among tiles, as in 16 or *
    #[arg(long, value_name = "VALUE", help_heading = HEADING, allow_hyphen_values = true)]
    gap: Option<String>,
    /// Straight pieces move along themselves only: all, or none
    #[arg(long, value_name = "WHICH", help_heading = HEADING)]
    #[arg(value_parser = ["all", "none"])]
    lock: Option<String>,
}

impl Told {
    /// Returns the options for the library, and reads a goal that is a file.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let Told { reading, goal, target, exit, empty, wall, gap, lock } = self.clone();
        let mut options = ReadOptions::default();
        (options.reading, options.target, options.exit) = (reading, target, exit);
        (options.empty, options.wall, options.gap, options.lock) = (empty, wall, gap, lock);
        options.goal = match goal {
            Some(file) if Path::new(&file).is_file() => Some(Text::read(Path::new(&file))?.content),
            other => other,
        };
        Ok(options)
    }
}

/// The names that `--as` takes.
fn readings() -> PossibleValuesParser {
    let names = NOTATIONS.iter().filter(|notation| notation.is_read()).map(|n| n.name);
    PossibleValuesParser::new(names.chain([KNUTH, "blocks", "types"]))
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
type Taker<'a> = &'a mut dyn FnMut(Result<Input, Unreadable>) -> Ended;

/// Returns the parts of a file, each with some puzzles.
pub fn chunks(
    path: &Path,
    options: ReadOptions,
) -> Result<(String, Stream<Box<dyn BufRead>>), Failure> {
    announce(path);
    let (name, source) = open(path)?;
    Ok((name, Stream::new(source, options)))
}

impl Reading {
    /// The same for the library.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let mut options = self.told.options()?;
        options.to.clone_from(&self.to);
        Ok(options)
    }

    /// The only puzzle of a file.
    pub fn only(&self, path: &Path) -> Result<Input, Failure> {
        announce(path);
        input::only(Text::read(path)?, &self.options()?)
    }

    /// Hands over the puzzles of a file, one after the other, and what is said to each. If there are
    /// several, they are called `FILE:LINE`. The heaviest verdict comes back; what fails is shown, and
    /// the others go on.
    pub fn each(&self, path: &Path, take: Taker) -> io::Result<Verdict> {
        self.each_chunk(path, take).or_else(Failure::shown)
    }

    fn each_chunk(&self, path: &Path, take: Taker) -> Ended {
        let (name, stream) = chunks(path, self.options()?)?;
        let mut worst = Verdict::Fine;
        for chunk in stream {
            worst = worst.max(match chunk {
                Ok(chunk) => each_of(&name, chunk, take)?,
                Err(error) => unreadable(&name, &error).shown()?,
            });
        }
        Ok(worst)
    }
}

fn each_of(name: &str, chunk: Chunk, take: Taker) -> Ended {
    let mut items = chunk.items().peekable();
    let Some(first) = items.next() else {
        let is_empty = chunk.is_whole();
        return if is_empty { Err(Failure::input(nothing_in(name))) } else { Ok(Verdict::Fine) };
    };
    if chunk.is_whole() && items.peek().is_none() {
        let text = Text { name: name.to_owned(), content: chunk.text().to_owned() };
        let input = input::judged(text, first.parsed);
        return take(input.map_err(|error| Unreadable { name: name.to_owned(), error }));
    }
    let mut worst = Verdict::Fine;
    for Item { line, parsed, .. } in std::iter::once(first).chain(items) {
        let file = format!("{name}:{line}");
        let taken = take(match parsed {
            Ok((puzzle, warnings)) => {
                let grave = warnings.iter().filter(|warning| warning.weight == Weight::Void);
                tell(name, grave);
                Ok(Input { file, line: Some(line), puzzle, warnings })
            }
            Err(error) => {
                tell(name, error.problems());
                choices(name, line, &error).for_each(|choice| complain(&choice));
                Err(Unreadable { name: file, error })
            }
        });
        worst = worst.max(taken.or_else(Failure::shown)?);
    }
    Ok(worst)
}

/// Tells problems, a line each: there may be a million of puzzles.
fn tell<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>) {
    problems.into_iter().for_each(|problem| complain(&in_a_line(name, problem)));
}

/// The ways to read a puzzle, a line each.
pub fn choices(name: &str, line: usize, error: &ParseError) -> impl Iterator<Item = String> {
    let choice = move |question: &Question| {
        format!("{name}:{line}: `{}`: {}", question.options, question.text)
    };
    error.questions().iter().map(choice)
}

/// A problem and its place.
pub fn in_a_line(name: &str, problem: &Problem) -> String {
    let Problem { line, column, message, expected, .. } = problem;
    format!("{name}:{line}:{column}: {message}; expected {expected}")
}
