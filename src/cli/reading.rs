//! How texts are read: options, and files with any number of puzzles.

use std::io::{self, BufRead, Write};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::notation::transcript::TranscriptError;
use sliding::notation::{Item, NOTATIONS, Notation, ReadOptions, Stream};
use sliding::puzzle::{ReadAs, Size};
use sliding::report::words::plain;
use sliding::tiles::notation::named_goal;

use super::failure::{CommandResult, Failure};
use super::input::{
    self, Input, SourceText, Unreadable, announce, empty_input_message, open, unreadable,
};
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

/// Callback for the puzzles of a file.
type InputCallback<'a> = &'a mut dyn FnMut(Result<Input, Unreadable>) -> CommandResult;

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
        input::puzzle(path, &self.options()?)
    }

    /// Passes the puzzles of a file to `take`, one after the other, reporting how each was read. If
    /// there are several, they are named `FILE:LINE`. Returns the most severe verdict; a failure is
    /// shown, and the next puzzle follows.
    pub fn each(&self, path: &Path, take: InputCallback) -> io::Result<Verdict> {
        self.each_chunk(path, take).or_else(Failure::report)
    }

    fn each_chunk(&self, path: &Path, take: InputCallback) -> CommandResult {
        let (name, stream) = chunks(path, self.options()?)?;
        let (mut worst, mut is_first) = (Verdict::Fine, true);
        for chunk in stream {
            let chunk = match chunk {
                Ok(chunk) => chunk,
                Err(error) => {
                    worst = worst.max(unreadable(&name, &error).report()?);
                    continue;
                }
            };
            let mut items = chunk.items().peekable();
            if chunk.is_whole() && items.peek().is_none() {
                return Err(Failure::input(empty_input_message(&name)));
            }
            while let Some(Item { line, parsed, .. }) = items.next() {
                let found = if chunk.is_whole() && is_first && items.peek().is_none() {
                    let content = chunk.text().to_owned();
                    Input::whole(SourceText { name: name.clone(), content }, parsed)
                } else {
                    Input::of_line(&name, line, parsed).map(|input| Input { is_first, ..input })
                };
                is_first = false;
                worst = worst.max(take(found).or_else(Failure::report)?);
            }
        }
        Ok(worst)
    }
}

/// Reads what is given with an option: the text itself, or `@` and the file that contains it.
pub fn position<T>(
    given: &str,
    option: &str,
    read: impl FnOnce(&str) -> Result<T, TranscriptError>,
) -> Result<T, Failure> {
    let SourceText { name, content } = match given.strip_prefix('@') {
        Some(file) => SourceText::read(Path::new(file))?,
        None => SourceText { name: option.to_owned(), content: given.to_owned() },
    };
    read(&content).map_err(|error| {
        let TranscriptError { column, expected, found, .. } = &error;
        Failure::input(match content.trim_end().contains('\n') {
            true => format!("{name}, {error}"),
            false => format!("{name}, column {column}: expected {expected}, found {found}"),
        })
    })
}

/// Reports how the puzzles of a file were read. A file may have a million puzzles, so a report
/// equal to the last one is not repeated.
#[derive(Default)]
pub struct ReadAsLog {
    last: Option<ReadAs>,
    /// The lines written to standard error.
    noted: Vec<String>,
}

impl ReadAsLog {
    /// Writes it above the report on a puzzle.
    pub fn write(&mut self, out: &mut dyn Write, input: &Input) -> io::Result<()> {
        self.begin(input);
        match self.changed(input.puzzle.origin().read_as.as_ref()) {
            Some(line) => writeln!(out, "{}", plain(&line)),
            None => Ok(()),
        }
    }

    /// Writes it to standard error, each line once.
    pub fn note(&mut self, input: &Input) {
        self.begin(input);
        self.note_reading(&input.file, input.puzzle.origin().read_as.as_ref());
    }

    /// Forgets the puzzles of the file before.
    fn begin(&mut self, input: &Input) {
        if input.is_first {
            *self = ReadAsLog::default();
        }
    }

    /// Writes how a puzzle was read to standard error.
    pub fn note_reading(&mut self, file: &str, read_as: Option<&ReadAs>) {
        if let Some(line) = self.changed(read_as)
            && !self.noted.contains(&line)
        {
            complain(&format!("{file}: {line}"));
            self.noted.push(line);
        }
    }

    /// Returns the report, if it differs from the last one.
    fn changed(&mut self, read_as: Option<&ReadAs>) -> Option<String> {
        if self.last.as_ref() == read_as {
            return None;
        }
        self.last = read_as.cloned();
        read_as.map(ReadAs::to_string)
    }
}
