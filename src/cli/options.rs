//! Options that several commands share, and how their values are read.
//!
//! Structs of options that are part of a command have plain comments: clap would use doc comments
//! as the description of the command.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use bytesize::ByteSize;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};
use sliding::puzzle::{Style, UnknownStyle};
use sliding::report::boxes::Ink;
use sliding::report::solution::motion::Speed;
use sliding::solve::{Budget, Disk, Engine, Refusal, Stopped};

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::read_as::ReadAsLog;
use super::start::StartOption;
use super::stream::{InvalidPuzzle, ReadingOptions};
use super::{Verdict, progress};

// The puzzles of a command.
#[derive(Args)]
pub struct PuzzleFiles {
    /// Puzzle files, @NAME for a puzzle that comes with the program, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    start: StartOption,
}

impl PuzzleFiles {
    /// Reads the only puzzle of the first file.
    pub fn only(&self) -> Result<Input, Failure> {
        self.start.of(self.reading.only(&self.files[0])?)
    }

    /// Passes the puzzles on, one after the other, reporting how they were read.
    pub fn each(
        &self,
        mut take: impl FnMut(&Path, Input, &mut ReadAsLog) -> CommandResult,
    ) -> io::Result<Verdict> {
        self.each_text(|file, found, log| match found {
            Ok(input) => take(file, input, log),
            Err(_) => Ok(Verdict::BadInput),
        })
    }

    /// As `each`, with invalid puzzles as well.
    pub fn each_text(
        &self,
        mut take: impl FnMut(&Path, Result<Input, InvalidPuzzle>, &mut ReadAsLog) -> CommandResult,
    ) -> io::Result<Verdict> {
        let mut worst = Verdict::Fine;
        for file in &self.files {
            let mut log = ReadAsLog::default();
            worst = worst.max(self.reading.each(file, &mut |found| match found {
                Ok(input) => take(file, Ok(self.start.of(input)?), &mut log),
                Err(unreadable) => take(file, Err(unreadable), &mut log),
            })?);
        }
        Ok(worst)
    }
}

// The puzzles of a command, and its style of moves.
#[derive(Args)]
pub struct SubjectFiles {
    #[command(flatten)]
    pub puzzles: PuzzleFiles,
    /// What is one move: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", default_value = "walk")]
    pub style: Style,
}

// The puzzle of a command.
#[derive(Args)]
pub struct OnePuzzle {
    /// A puzzle file, @NAME, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadingOptions,
    #[command(flatten)]
    pub start: StartOption,
}

// The puzzle of a command, and its style of moves.
#[derive(Args)]
pub struct SubjectOptions {
    #[command(flatten)]
    pub puzzle: OnePuzzle,
    /// What is one move: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", default_value = "walk")]
    pub style: Style,
}

impl OnePuzzle {
    /// Reads the puzzle.
    pub fn read(&self) -> Result<Input, Failure> {
        self.start.of(self.reading.only(&self.file)?)
    }
}

// The limits of a search, and how its progress is reported.
#[derive(Args, Clone, Copy)]
pub struct LimitOptions {
    /// Memory limit, e.g. 512MiB or 4GB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub run_options: RunOptions,
}

// Where a search too large for memory stores its levels.
#[derive(Args, Clone)]
pub struct DiskOptions {
    /// Search on disk, in this folder, and keep the result there
    #[arg(long, value_name = "DIR")]
    pub disk: Option<PathBuf>,
    /// Limit of the files in that folder, e.g. 50GB
    #[arg(long, value_name = "SIZE", value_parser = memory, requires = "disk")]
    disk_limit: Option<u64>,
    /// Resume the search in the folder given by --disk
    #[arg(long, requires = "disk")]
    resume: bool,
}

impl DiskOptions {
    /// Returns the folder, if one was given. From then on, exceeding the system's file size limit is
    /// a write error that can be reported.
    pub fn to_disk(&self) -> Option<Disk> {
        let Self { disk, disk_limit, resume } = self;
        let folder = disk.clone()?;
        progress::catch_file_size_limits();
        Some(Disk { folder, limit: *disk_limit, resumes: *resume })
    }
}

// Whether a search counts mirror images as one.
#[derive(Args, Clone, Copy)]
pub struct SymmetryOptions {
    /// Do not use symmetry
    #[arg(long)]
    no_symmetry: bool,
}

impl SymmetryOptions {
    /// Whether the search may use the symmetries of the puzzle.
    pub fn is_used(self) -> bool {
        !self.no_symmetry
    }
}

// How a whole space is searched.
#[derive(Args, Clone, Copy)]
pub struct EngineOption {
    /// auto, sparse or dense: see docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine_of(&[Engine::Auto, Engine::Sparse, Engine::Dense]))]
    pub engine: Engine,
}

// The threads of a search.
#[derive(Args, Clone, Copy)]
pub struct ThreadsOption {
    /// Number of threads [default: all cores]
    #[arg(id = "threads", long, value_name = "N", value_parser = threads)]
    pub number: Option<NonZeroUsize>,
}

// How the progress of a search is reported.
#[derive(Args, Clone, Copy)]
pub struct ProgressOption {
    #[arg(id = "progress", long, value_name = "FORM", default_value = "auto")]
    #[arg(hide_possible_values = true)]
    #[arg(help = "auto (a bar on a terminal), none, or json (one object per line)")]
    pub form: progress::ProgressFormat,
}

// Threads and time limit of a search, and how its progress is reported.
#[derive(Args, Clone, Copy)]
pub struct RunOptions {
    #[command(flatten)]
    pub threads: ThreadsOption,
    /// Time limit per puzzle, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub progress: ProgressOption,
}

/// Describes `--time-limit` as a limit for the whole command.
pub fn whole_limit(time_limit: Arg) -> Arg {
    time_limit.help("Time limit for the whole command, in seconds")
}

impl LimitOptions {
    /// Returns a budget with these limits, whose time begins now.
    pub fn budget(self, max_moves: Option<u64>) -> Budget {
        let mut budget = self.run_options.budget();
        budget.max_moves = max_moves;
        budget.memory = memory_or_half(self.memory);
        budget
    }
}

impl RunOptions {
    /// Returns a budget with these limits, whose time begins now.
    pub fn budget(self) -> Budget {
        let mut budget = within(self.time_limit);
        budget.threads = self.threads.number;
        budget
    }
}

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Colours if standard output is a terminal that supports them and NO_COLOR is not set
    Auto,
    /// Always colours
    Always,
    /// No colours
    Never,
}

impl Color {
    /// Whether standard output gets colours.
    pub fn is_enabled(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }
}

// The look of a text report.
#[derive(Args, Clone, Copy)]
pub struct ColorOptions {
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Use colours: auto, always, never")]
    pub color: Color,
}

impl ColorOptions {
    /// Returns the ink for boards on standard output.
    pub fn ink(self) -> Ink {
        if self.color.is_enabled() { Ink::Colored } else { Ink::Plain }
    }
}

/// One style, or all six side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleChoice {
    One(Style),
    All,
}

/// Reads a style, or `all`.
pub fn styles(text: &str) -> Result<StyleChoice, UnknownStyle> {
    match text {
        "all" => Ok(StyleChoice::All),
        _ => text.parse().map(StyleChoice::One),
    }
}

/// Reads an amount of memory.
pub fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) => Ok(size.as_u64()),
        Err(_) => Err("expected a number of bytes, perhaps with a unit, as in 512MiB".into()),
    }
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of threads, at least 1".into())
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, as in 60 or 0.5".into())
}

/// Reads how fast moves follow one another.
pub fn speed(text: &str) -> Result<Speed, String> {
    let speed = text.parse().ok().and_then(Speed::new);
    speed.ok_or_else(|| "expected a number of moves a second, from 0.1 to 20".into())
}

/// Returns a budget for a search that begins now and that signals can end.
pub fn within(time: Option<Duration>) -> Budget {
    let mut budget = Budget::default();
    // A time beyond the clock's range is no limit.
    budget.deadline = time.and_then(|time| Instant::now().checked_add(time));
    budget.interrupt = progress::interrupt();
    budget
}

/// Returns the given memory, else half of what is free.
pub fn memory_or_half(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| Budget::of_machine().memory)
}

/// Says which limit stopped a search, and how to go on.
pub fn limit_advice(stopped: Stopped, memory: u64) -> String {
    match stopped {
        Stopped::Moves(moves) => {
            format!("stopped at --max-moves {moves}: raise it to search further")
        }
        Stopped::Memory => {
            let had = size(memory);
            let more = match Budget::free_memory() {
                Some(free) if free > memory => {
                    format!("raise --memory, {} are free, or try --disk DIR", size(free))
                }
                Some(free) => format!("only {} are free: try --disk DIR", size(free)),
                None => "raise --memory, or try --disk DIR".to_owned(),
            };
            format!("not enough memory ({had}): {more}")
        }
        // The reason has been printed: a limit, a full disk, or a damaged file.
        Stopped::Disk => {
            "stopped by its folder: once that is mended, or with a larger --disk-limit, run again \
             with --resume"
                .to_owned()
        }
        Stopped::Rounds => "stopped at --rounds: raise it to search further".to_owned(),
        Stopped::Time => "stopped at --time-limit: raise it to search further".to_owned(),
        // Nothing else stops a search so far.
        _ => "interrupted".to_owned(),
    }
}

/// Returns an amount of memory of at least `bytes` bytes, in the form of `--memory`.
pub fn at_least(bytes: u64) -> String {
    format!("{}MiB", bytes.div_ceil(1 << 20))
}

fn size(bytes: u64) -> String {
    ByteSize(bytes).display().iec().to_string().replace(' ', "")
}

/// More bytes than any machine has, so that suggesting them would be useless.
pub const MOST: u64 = 1 << 40;

/// Says why a search could not begin, with the verdict of the run.
pub fn refusal(error: &Refusal) -> (String, Verdict) {
    match error {
        Refusal::TooLittleMemory { needed, .. } => {
            (format!("{error}; try --memory {needed}B or more"), Verdict::BadInput)
        }
        Refusal::TooManyPlacements { needed, .. } => {
            let more = match u64::try_from(&**needed) {
                Ok(needed) if needed < MOST => format!("--memory {needed}B or more, or "),
                _ => String::new(),
            };
            (format!("{error}; try {more}another engine"), Verdict::Stopped)
        }
        Refusal::Uncountable { .. } => (format!("{error}; try another engine"), Verdict::Stopped),
        Refusal::NoRoom { source, .. } => {
            (format!("{error}: {source}; try a smaller --memory"), Verdict::Stopped)
        }
        _ => (error.to_string(), Verdict::BadInput),
    }
}

/// Reads any engine.
pub fn any_engine() -> impl TypedValueParser<Value = Engine> {
    engine(|_| true)
}

/// Reads one of these engines.
pub fn engine_of(engines: &'static [Engine]) -> impl TypedValueParser<Value = Engine> {
    engine(|engine| engines.contains(&engine))
}

/// Reads an engine for tile puzzles, or `auto`.
pub fn engine_for_tiles() -> impl TypedValueParser<Value = Engine> {
    engine(|engine| engine.is_for_tiles() || engine == Engine::Auto)
}

fn engine(is_taken: impl Fn(Engine) -> bool) -> impl TypedValueParser<Value = Engine> {
    let names = Engine::all().filter(move |&engine| is_taken(engine)).map(Engine::name);
    PossibleValuesParser::new(names).map(|name| Engine::named(&name).unwrap_or_default())
}
