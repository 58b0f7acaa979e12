//! Reads files with any number of puzzles.

use std::io::{self, BufRead};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::notation::{
    Chunk, Item, NOTATIONS, Notation, ParseError, Problem, ProblemEffect, Question, ReadOptions,
    Stream,
};
use sliding::puzzle::Size;
use sliding::tiles::notation::named_goal;

use super::failure::{CommandResult, Failure};
use super::input::{self, Input, SourceText, announce, empty_input_message, open, unreadable};
use super::{Verdict, complain};

/// Another name for SLIDING's notation: that of its author.
const KNUTH: &str = "knuth";

/// The heading of these options in the help.
pub const HEADING: &str = "How to read the puzzle";

// How to read a text.
#[derive(Args, Clone, Default)]
pub struct ReadingOptions {
    /// Read as tiles, rush, blocks, types, or a notation of `convert --list`
    #[arg(long = "as", value_name = "READING", value_parser = readings())]
    #[arg(hide_possible_values = true, help_heading = HEADING)]
    reading: Option<String>,
    /// Goal: ordered, gap-first, spiral, reverse, next (board), rows with /, or a file
    #[arg(long, value_name = "GOAL", help_heading = HEADING)]
    goal: Option<String>,
    /// Target piece, which must reach the exit or the goal
    #[arg(long, value_name = "PIECE", help_heading = HEADING, allow_hyphen_values = true)]
    target: Option<String>,
    /// Where the target must go: R,C, bottom-middle, top, ...
    #[arg(long, value_name = "PLACE", help_heading = HEADING)]
    to: Option<String>,
    /// Exit: right, left, top, bottom, or a cell R,C
    #[arg(long, value_name = "EXIT", help_heading = HEADING)]
    exit: Option<String>,
    /// Characters that mean an empty cell
    #[arg(long, value_name = "SIGNS", help_heading = HEADING, allow_hyphen_values = true)]
    empty: Option<String>,
    /// Characters that mean a wall
    #[arg(long, value_name = "SIGNS", help_heading = HEADING, allow_hyphen_values = true)]
    wall: Option<String>,
    /// How the blank among tiles is written, e.g. 16 or *
    #[arg(long, value_name = "VALUE", help_heading = HEADING, allow_hyphen_values = true)]
    gap: Option<String>,
    /// Lock straight pieces to their direction, as cars are: all or none
    #[arg(long, value_name = "WHICH", help_heading = HEADING)]
    #[arg(value_parser = ["all", "none"])]
    lock: Option<String>,
    /// Columns of a list, e.g. "name row col length dir -"
    #[arg(long, value_name = "NAMES", help_heading = HEADING, allow_hyphen_values = true)]
    columns: Option<String>,
    /// Width x height of the pieces of a sign, e.g. 1=1x1,2=2x1
    #[arg(long, value_name = "SIZES", help_heading = HEADING)]
    sizes: Option<String>,
}

impl ReadingOptions {
    /// Returns the options for the library. Reads the goal if it is a file.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let ReadingOptions {
            reading,
            goal,
            target,
            to,
            exit,
            empty,
            wall,
            gap,
            lock,
            columns,
            sizes,
        } = self.clone();
        let mut options = ReadOptions::default();
        (options.reading, options.target, options.to) = (reading, target, to);
        options.exit = exit;
        (options.empty, options.wall, options.gap, options.lock) = (empty, wall, gap, lock);
        (options.columns, options.sizes) = (columns, sizes);
        options.goal = match goal {
            Some(file) if file != "next" && !is_goal_name(&file) && Path::new(&file).is_file() => {
                Some(SourceText::read(Path::new(&file))?.content)
            }
            other => other,
        };
        Ok(options)
    }
}

/// Whether this is the name of a goal of tiles, whatever files there are.
pub fn is_goal_name(text: &str) -> bool {
    named_goal(text, Size { rows: 2, cols: 2 }).is_some()
}

/// Returns the names that `--as` accepts.
fn readings() -> PossibleValuesParser {
    let names = NOTATIONS.iter().map(|notation| notation.name);
    PossibleValuesParser::new(names.chain([KNUTH, "blocks", "types"]))
}

/// Reads the name of a notation that is written.
pub fn notation() -> impl TypedValueParser<Value = &'static Notation> {
    let written = NOTATIONS.iter().filter(|notation| notation.is_written());
    let names = written.map(|notation| notation.name).chain([KNUTH]);
    // Every value that clap accepts is one of the names.
    PossibleValuesParser::new(names).map(|name| Notation::named(&name).unwrap_or(&NOTATIONS[0]))
}

/// An invalid puzzle, which was reported on standard error.
pub struct InvalidPuzzle {
    /// The file, and the line if it has several puzzles.
    pub name: String,
    pub error: ParseError,
}

/// Callback for the puzzles of a file.
type InputCallback<'a> = &'a mut dyn FnMut(Result<Input, InvalidPuzzle>) -> CommandResult;

/// Returns the parts of a file, each with some puzzles.
pub fn chunks(
    path: &Path,
    options: ReadOptions,
) -> Result<(String, Stream<Box<dyn BufRead>>), Failure> {
    announce(path);
    let (name, source) = open(path)?;
    Ok((name, Stream::new(source, options)))
}

impl ReadingOptions {
    /// Reads the only puzzle of a file.
    pub fn only(&self, path: &Path) -> Result<Input, Failure> {
        announce(path);
        input::only(SourceText::read(path)?, &self.options()?)
    }

    /// Passes the puzzles of a file to `take`, one after the other, reporting how each was read. If
    /// there are several, they are named `FILE:LINE`. Returns the most severe verdict; a failure is
    /// shown, and the next puzzle follows.
    pub fn each(&self, path: &Path, take: InputCallback) -> io::Result<Verdict> {
        self.each_chunk(path, take).or_else(Failure::report)
    }

    fn each_chunk(&self, path: &Path, take: InputCallback) -> CommandResult {
        let (name, stream) = chunks(path, self.options()?)?;
        let mut worst = Verdict::Fine;
        for chunk in stream {
            worst = worst.max(match chunk {
                Ok(chunk) => each_of(&name, chunk, take)?,
                Err(error) => unreadable(&name, &error).report()?,
            });
        }
        Ok(worst)
    }
}

fn each_of(name: &str, chunk: Chunk, take: InputCallback) -> CommandResult {
    let mut items = chunk.items().peekable();
    let Some(first) = items.next() else {
        let is_empty = chunk.is_whole();
        return if is_empty {
            Err(Failure::input(empty_input_message(name)))
        } else {
            Ok(Verdict::Fine)
        };
    };
    if chunk.is_whole() && items.peek().is_none() {
        let text = SourceText { name: name.to_owned(), content: chunk.text().to_owned() };
        let input = input::judged(text, first.parsed);
        return take(input.map_err(|error| InvalidPuzzle { name: name.to_owned(), error }));
    }
    let mut worst = Verdict::Fine;
    for Item { line, parsed, .. } in std::iter::once(first).chain(items) {
        let file = format!("{name}:{line}");
        let taken = take(match parsed {
            Ok((puzzle, warnings)) => {
                let grave = warnings.iter().filter(|warning| warning.effect == ProblemEffect::Void);
                report_problems(name, grave);
                Ok(Input { file, line: Some(line), puzzle, warnings })
            }
            Err(error) => {
                report_problems(name, error.problems());
                choices(name, line, &error).for_each(|choice| complain(&choice));
                Err(InvalidPuzzle { name: file, error })
            }
        });
        worst = worst.max(taken.or_else(Failure::report)?);
    }
    Ok(worst)
}

/// Reports problems, one per line: there may be a million puzzles.
fn report_problems<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>) {
    problems.into_iter().for_each(|problem| complain(&in_a_line(name, problem)));
}

/// Returns the ways to read a puzzle, one per line.
pub fn choices(name: &str, line: usize, error: &ParseError) -> impl Iterator<Item = String> {
    let choice = move |question: &Question| {
        format!("{name}:{line}: `{}`: {}", question.options, question.text)
    };
    error.questions().iter().map(choice)
}

/// Formats a problem and its place.
pub fn in_a_line(name: &str, problem: &Problem) -> String {
    let Problem { line, column, message, expected, .. } = problem;
    format!("{name}:{line}:{column}: {message}; expected {expected}")
}
