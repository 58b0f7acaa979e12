//! The groups of options that commands share, and how their values are read.
//!
//! Structs of options that are part of a command have plain comments: clap would use doc comments
//! as the description of the command.

use anstream::{AutoStream, ColorChoice};
use bytesize::ByteSize;
use clap::ValueEnum;
use sliding::notation::transcript;
use sliding::report::scene::{Appearance, Theme};
use sliding::report::solution::motion::Speed;
use sliding::solve::Disk;

use super::*;

// What every command takes.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "In every command")]
pub struct Globals {
    /// One line for each puzzle, without its moves
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Report the engine and each completed distance
    #[arg(short, long, global = true)]
    pub verbose: bool,
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(global = true, help = "Colours: auto, always, never")]
    pub color: Color,
    /// Progress: auto, none, json
    ///
    /// On standard error: a bar on a terminal, nothing, or an object of JSON per line.
    #[arg(long, value_name = "FORM", default_value = "auto", hide_possible_values = true)]
    #[arg(global = true)]
    pub progress: ProgressFormat,
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

// The puzzles of a command.
#[derive(Args)]
pub struct Puzzles {
    /// Puzzle files, @NAME, or `-` for standard input
    ///
    /// @NAME is a puzzle that comes with the program: `sliding puzzles` lists them. A board of tiles
    /// may stand in place of a file: '1 2 3/4 5 6/7 0 8', or its size and a scramble: '4x4 R2D2LU'.
    /// Without FILE, a puzzle is read from standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Start from this position, as in 1221/1331/4040
    ///
    /// Rows with `/` between, SLIDING's shorthand, or a move of a solution in JSON.
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
    /// Start from the position in this file
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    start_file: Option<PathBuf>,
}

impl Puzzles {
    /// Returns the given files, else standard input.
    pub fn files(&self) -> Vec<&Path> {
        match &self.files[..] {
            [] => vec![Path::new("-")],
            files => files.iter().map(PathBuf::as_path).collect(),
        }
    }

    /// Whether files are given.
    pub fn are_given(&self) -> bool {
        !self.files.is_empty()
    }

    /// Reads the only puzzle.
    pub fn only(&self) -> Result<Input, Failure> {
        match self.files()[..] {
            [file] => self.started(self.reading.only(file)?),
            _ => Err(Failure::input("this is about one puzzle: expected one FILE")),
        }
    }

    /// Fails if the puzzle and this other file are both standard input.
    pub fn check_beside(&self, other: &Path) -> Result<(), Failure> {
        if other.as_os_str() == "-" && self.files().contains(&other) {
            return Err(Failure::input("only one of FILE and SOLUTION can be standard input"));
        }
        Ok(())
    }

    /// Passes the puzzles on, one after the other, with the file of each.
    pub fn each(&self, mut take: impl FnMut(&Path, Input) -> CommandResult) -> CommandResult {
        self.each_text(|file, found| take(file, found?))
    }

    /// Passes the puzzles on, and also what is no puzzle.
    pub fn each_text(
        &self,
        mut take: impl FnMut(&Path, Result<Input, Unreadable>) -> CommandResult,
    ) -> CommandResult {
        let mut worst = Verdict::Fine;
        for file in self.files() {
            worst = worst.max(self.reading.each(file, |found| match found {
                Ok(input) => take(file, Ok(self.started(input)?)),
                unreadable => take(file, unreadable),
            })?);
        }
        Ok(worst)
    }

    /// Returns the puzzle from the given position, if one was given.
    fn started(&self, input: Input) -> Result<Input, Failure> {
        let text = match (&self.start, &self.start_file) {
            (None, None) => return Ok(input),
            (_, Some(file)) => SourceText::read(file)?,
            (Some(given), _) => SourceText { name: "--start".into(), content: given.clone() },
        };
        let puzzle = text.position(|text| transcript::start(&input.puzzle, text))?;
        Ok(Input { puzzle, ..input })
    }
}

// The puzzles of a command, their style of moves, the limits of their searches, and the output.
#[derive(Args)]
pub struct Searches {
    #[command(flatten)]
    pub puzzles: Puzzles,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move, by name or by number, 0 to 5: `sliding --help` has a table.
    #[arg(short, long, value_name = "STYLE", default_value = "walk", hide_default_value = true)]
    pub style: Style,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

// The limits of a search.
#[derive(Args, Clone, Copy, Default)]
pub struct Limits {
    /// Memory limit [default: half of what is free]
    ///
    /// As in 512MiB or 4GB.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Time limit per puzzle: 90 (seconds), 1m30s, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
}

impl Limits {
    /// Returns a budget for a search that begins now and that signals can end.
    pub fn budget(self) -> Budget {
        let mut budget = Budget::default();
        // A time beyond the clock's range is no limit.
        budget.deadline = self.time_limit.and_then(|time| Instant::now().checked_add(time));
        budget.interrupt = interrupt();
        budget.threads = self.threads;
        budget.memory = self.memory.unwrap_or_else(|| Budget::of_machine().memory);
        budget
    }
}

/// Describes `--time-limit` as a limit for the whole command.
pub fn whole_limit(time_limit: Arg) -> Arg {
    time_limit.help("Time limit for all: 90 (seconds), 1m30s, 2h")
}

// Where a search too large for memory stores its levels.
#[derive(Args, Clone)]
pub struct DiskOptions {
    /// Search on disk, in this folder, and keep the result
    #[arg(long, value_name = "DIR")]
    pub disk: Option<PathBuf>,
    /// Limit of the files in that folder, e.g. 50GB
    #[arg(long, value_name = "SIZE", value_parser = memory, requires = "disk")]
    disk_limit: Option<u64>,
    /// Resume the search in the folder of --disk
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

// The look of pictures.
#[derive(Args, Clone, Copy, Default)]
pub struct PictureOptions {
    /// Names on pieces of pictures [default: on tiles]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub labels: Option<bool>,
    #[command(flatten)]
    pub theme: ThemeOption,
}

// Light or dark pictures.
#[derive(Args, Clone, Copy, Default)]
pub struct ThemeOption {
    #[arg(long, value_name = "THEME", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    #[arg(help = "Picture colours: auto (default), light, dark")]
    #[arg(value_parser = one_of(&[
        ("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark),
    ]))]
    pub theme: Theme,
}

impl PictureOptions {
    /// Returns the look of the pictures of a puzzle.
    pub fn appearance(self, puzzle: &Puzzle) -> Appearance {
        let appearance = Appearance::of(puzzle, self.theme.theme);
        Appearance { labels: self.labels.unwrap_or(appearance.labels), ..appearance }
    }
}

/// Reads an amount of memory.
pub fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) => Ok(size.as_u64()),
        Err(_) => Err("expected a number of bytes, perhaps with a unit, as in 512MiB".into()),
    }
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of threads, at least 1".into())
}

/// Reads a time: seconds, or hours, minutes and seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let mut time = Some(Duration::ZERO).filter(|_| !text.is_empty());
    for part in text.split_inclusive(['h', 'm', 's']) {
        let number = part.trim_end_matches(['h', 'm', 's']);
        let unit = match &part[number.len()..] {
            "h" => 3600.0,
            "m" => 60.0,
            _ => 1.0,
        };
        let seconds = unit * number.parse().unwrap_or(f64::NAN);
        let part = Duration::try_from_secs_f64(seconds).ok();
        time = time.zip(part).and_then(|(time, part)| time.checked_add(part));
    }
    time.ok_or_else(|| "expected seconds, or a time as in 1m30s or 2h".into())
}

/// Reads how fast moves follow one another.
pub fn speed(text: &str) -> Result<Speed, String> {
    let speed = text.parse().ok().and_then(Speed::new);
    speed.ok_or_else(|| "expected a number of moves a second, from 0.1 to 20".into())
}

/// Reads one of these values by its name.
pub fn one_of<T: Copy + Send + Sync>(
    values: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let named = move |name: String| values.iter().find(|value| value.0.eq_ignore_ascii_case(&name));
    // Every value that passes has a name.
    PossibleValuesParser::new(values.iter().map(|value| value.0))
        .map(move |name| named(name).unwrap_or(&values[0]).1)
}

/// Reads one of these engines, `auto` if nothing is given.
pub fn engine(engines: impl IntoIterator<Item = Engine>) -> impl TypedValueParser<Value = Engine> {
    let names: Vec<&str> = engines.into_iter().map(Engine::name).collect();
    PossibleValuesParser::new(names).map(|name| Engine::named(&name).unwrap_or_default())
}

/// The engines that find all positions.
pub const WHOLE: [Engine; 3] = [Engine::Auto, Engine::Sparse, Engine::Dense];
