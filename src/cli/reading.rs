//! How texts are read: options, and files with any number of puzzles.

use clap::{ArgMatches, Command, FromArgMatches};
use sliding::notation::{NOTATIONS, READ_OPTIONS, Stream};
use sliding::puzzle::ReadAs;
use sliding::tiles::notation::named_goal;

use super::input::announce;
use super::*;

/// Another name for SLIDING's notation: that of its author.
const KNUTH: &str = "knuth";

/// What the options of [`ReadOptions`] take, and their descriptions.
const OPTIONS: [[&str; 2]; READ_OPTIONS.len()] = [
    ["READING", "Read as tiles, rush, blocks, types, or a notation of `convert --list`"],
    ["GOAL", "Goal: ordered, gap-first, spiral, reverse, next (board), rows with /, or a file"],
    ["PIECE", "Target piece, which must reach the exit or the goal"],
    ["PLACE", "Where the target must go: R,C, bottom-middle, top, ..."],
    ["EXIT", "Exit: right, left, top, bottom, or a cell R,C"],
    ["SIGNS", "Characters that mean an empty cell"],
    ["SIGNS", "Characters that mean a wall"],
    ["VALUE", "How the blank among tiles is written, e.g. 16 or *"],
    ["WHICH", "Lock straight pieces to their direction, as cars are: all or none"],
    ["NAMES", "Columns of a list, e.g. \"name row col length dir -\""],
    ["SIZES", "Width x height of the pieces of a sign, e.g. 1=1x1,2=2x1"],
];

/// What `-h` says of them.
const SHORT_HELP: &str = "Reading a puzzle: --as, --goal, --target, --lock, ... are in --help.";

/// The options whose values may begin with a hyphen.
const HYPHENS: [&str; 5] = ["target", "empty", "wall", "gap", "columns"];

/// The most rows of a board of tiles.
const MAX_SIDE: usize = 255;

/// How to read a text.
#[derive(Clone)]
pub struct ReadingOptions(ReadOptions);

impl Args for ReadingOptions {
    fn augment_args(command: Command) -> Command {
        let options = READ_OPTIONS.into_iter().zip(OPTIONS).map(|(name, [value, help])| {
            Arg::new(name)
                .long(name)
                .value_name(value)
                .help(help)
                .help_heading("How to read the puzzle")
                .hide_short_help(true)
                .allow_hyphen_values(HYPHENS.contains(&name))
        });
        let command = command.args(options).after_help(SHORT_HELP);
        let command = command.mut_arg("lock", |lock| lock.value_parser(["all", "none"]));
        command.mut_arg("as", |reading| reading.value_parser(readings()).hide_possible_values(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ReadingOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = ReadingOptions(ReadOptions::default());
        options.update_from_arg_matches(matches).map(|()| options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for name in READ_OPTIONS {
            if let Some(value) = matches.get_one::<String>(name) {
                // The names are those of the options.
                let _ = self.0.set(name, value);
            }
        }
        Ok(())
    }
}

impl ReadingOptions {
    /// Returns the options for the library. Reads the goal if it is a file.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let mut options = self.0.clone();
        if let Some(goal) = options.goal.as_deref().filter(|goal| *goal != "next")
            && !is_goal_name(goal)
            && (Path::new(goal).is_file() || is_file_name(goal))
        {
            options.goal = Some(SourceText::read(Path::new(goal))?.content);
        }
        Ok(options)
    }
}

/// Whether this is meant as a file, and not as rows: it ends in a point and three letters.
fn is_file_name(text: &str) -> bool {
    let length = text.split('/').next().map_or(0, str::len);
    let are_rows = text.contains('/') && text.split('/').all(|row| row.len() == length);
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.len() == 3 && ending.chars().all(|c| c.is_ascii_lowercase()) && !are_rows
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

impl ReadingOptions {
    /// Reads the only puzzle of a file.
    pub fn only(&self, path: &Path) -> Result<Input, Failure> {
        input::puzzle(path, &self.options()?)
    }

    /// Passes the puzzles of a file to `take`, one after the other, reporting how each was read. If
    /// there are several, they are named `FILE:LINE`. Returns the most severe verdict; a failure is
    /// shown, and the next puzzle follows.
    pub fn each(
        &self,
        path: &Path,
        take: impl FnMut(Result<Input, Unreadable>) -> CommandResult,
    ) -> io::Result<Verdict> {
        self.each_chunk(path, take).or_else(Failure::report)
    }

    fn each_chunk(
        &self,
        path: &Path,
        mut take: impl FnMut(Result<Input, Unreadable>) -> CommandResult,
    ) -> CommandResult {
        let options = self.options()?;
        announce(path);
        let (name, source) = open(path)?;
        let goal = options.goal.clone();
        let (mut worst, mut is_first, mut before) = (Verdict::Fine, true, 0);
        for chunk in Stream::new(source, options) {
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
            let text = SourceText { name: name.clone(), content: chunk.text().to_owned() };
            // Each line is a puzzle, or a board may have a row in each.
            let most_rows = if chunk.is_whole() { MAX_SIDE } else { 1 };
            let (mut lines, mut at) = (text.content.lines(), before + 1);
            while let Some(Item { line, parsed, .. }) = items.next() {
                let is_only = chunk.is_whole() && is_first && items.peek().is_none();
                let line_of_many = (!is_only).then_some(line);
                let large = if parsed.is_err() {
                    lines.by_ref().take(line.saturating_sub(at)).for_each(drop);
                    at = at.max(line);
                    let file = line_of_many.map_or(name.clone(), |line| format!("{name}:{line}"));
                    LargeBoard::first(file, lines.clone().take(most_rows), goal.as_deref())
                } else {
                    None
                };
                let found = match large {
                    Some(board) => Err(Unreadable::Board(board)),
                    None => Input::new(&text, line_of_many, parsed),
                };
                let found = found.map(|input| Input { is_first, ..input });
                is_first = false;
                worst = worst.max(take(found).or_else(Failure::report)?);
            }
            before += chunk.text().matches('\n').count();
        }
        Ok(worst)
    }
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
        if let Some(line) = self.changed(input.puzzle.origin().read_as.as_ref())
            && !self.noted.contains(&line)
        {
            complain(&format!("{}: {line}", input.file));
            self.noted.push(line);
        }
    }

    /// Forgets the puzzles of the file before.
    fn begin(&mut self, input: &Input) {
        if input.is_first {
            *self = ReadAsLog::default();
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
