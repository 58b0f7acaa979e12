//! Options that several commands share, and how their values are read.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use sliding::MAX_RING_WORDS;
use sliding::puzzle::Style;
use sliding::report::boxes::Ink;
use sliding::report::draw::motion::Speed;
use sliding::solve::{Engine, Limits, Refusal, Request, RingSize, Stopped};
use sliding::tiles::choice as tiles;

use super::{Verdict, progress};

/// How much memory the positions may take.
#[derive(Args, Clone, Copy)]
pub struct Ring {
    /// Memory for positions, with a unit: 512MiB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    /// The same in 32-bit words: a power of two
    #[arg(long, value_name = "N", value_parser = ring_words, conflicts_with = "memory")]
    ring_words: Option<u64>,
}

impl Ring {
    /// The size that was asked for, else `default`.
    pub fn size(self, default: RingSize) -> RingSize {
        let memory = self.memory.map(RingSize::Memory);
        memory.or(self.ring_words.map(RingSize::Words)).unwrap_or(default)
    }
}

/// The puzzle that a command is about, and its moves.
#[derive(Args)]
pub struct Subject {
    /// A puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The meaning of one move, 0 to 5
    #[arg(short, long, value_name = "S", default_value = "2", value_parser = style)]
    pub style: Style,
}

/// How much a search may take, and how it is watched.
#[derive(Args, Clone, Copy)]
pub struct Effort {
    /// Memory that the program may take, with a unit: 512MiB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
}

/// How fast a search goes, how long, and how it is watched.
#[derive(Args, Clone, Copy)]
pub struct Pace {
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Give up after so long, each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    #[arg(long, value_name = "FORM", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "auto: a bar if standard error is a terminal; none; json: lines")]
    pub progress: progress::Form,
}

impl Effort {
    /// A request for as much as this.
    pub fn request(self, style: Style, max_moves: Option<u64>) -> Request {
        let mut request = Request::new(style);
        request.threads = self.pace.threads;
        request.limits = limits(max_moves, self.pace.time_limit);
        if let Some(memory) = self.memory {
            request.ring = RingSize::Memory(memory);
        }
        request
    }
}

impl Pace {
    /// So much time, and nothing told.
    pub fn quiet(time_limit: Duration) -> Pace {
        Pace { threads: None, time_limit: Some(time_limit), progress: progress::Form::None }
    }
}

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Where standard output is a terminal that has them, and `NO_COLOR` is not set.
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colours.
    pub fn is_wanted(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }
}

/// How a report for people looks.
#[derive(Args, Clone, Copy)]
pub struct Paint {
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Colours: auto, where the terminal has them; always; never")]
    pub color: Color,
}

impl Paint {
    /// With which means boards are drawn on standard output.
    pub fn ink(self) -> Ink {
        if self.color.is_wanted() { Ink::Colored } else { Ink::Plain }
    }
}

/// Reads a style.
pub fn style(text: &str) -> Result<Style, String> {
    text.parse().ok().and_then(Style::new).ok_or_else(|| "a style is a number from 0 to 5".into())
}

fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) => Ok(size.as_u64()),
        Err(_) => Err("expected a number of bytes, perhaps with a unit, as in 512MiB".into()),
    }
}

/// Reads the size of a ring.
pub fn ring_words(text: &str) -> Result<u64, String> {
    let words = text.parse().ok().filter(|words: &u64| words.is_power_of_two());
    let words = words.filter(|words| (2..=MAX_RING_WORDS).contains(words));
    words.ok_or_else(|| format!("expected a power of two from 2 to {MAX_RING_WORDS}"))
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
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

/// The limits of a search that begins now.
pub fn limits(max_moves: Option<u64>, time: Option<Duration>) -> Limits {
    // A time beyond all clocks is no limit.
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    Limits { max_moves, deadline }
}

/// Says which limit stopped a search, and the way out. `None` where nobody needs to be told.
pub fn way_out(limit: Stopped, ring: RingSize) -> Option<String> {
    match limit {
        Stopped::Moves(moves) => {
            Some(format!("stopped at --max-moves {moves}; a larger one searches on"))
        }
        Stopped::Memory => Some(match ring {
            RingSize::Words(words) => {
                let more = match words.checked_mul(2).filter(|&words| words <= MAX_RING_WORDS) {
                    Some(words) => format!("try --ring-words {words} or more, or --memory"),
                    None => "there is no larger one".to_owned(),
                };
                format!("a ring of {words} words is too small for this puzzle; {more}")
            }
            RingSize::Memory(bytes) => {
                let (had, more) = (size(bytes), size(bytes.saturating_mul(2)));
                format!("{had} are too small for this puzzle; try --memory {more} or more")
            }
        }),
        Stopped::Time => Some("stopped at --time-limit; a longer one searches on".to_owned()),
        Stopped::Cancelled => Some("interrupted".to_owned()),
    }
}

fn size(bytes: u64) -> String {
    ByteSize(bytes).display().iec().to_string().replace(' ', "")
}

/// Says why a search could not begin, and what that makes of the run.
pub fn refusal(error: &Refusal, request: &Request) -> (String, Verdict) {
    match error {
        Refusal::RingWords(_) | Refusal::OnlyRing(_) | Refusal::Unsuited(_) => {
            (error.to_string(), Verdict::BadInput)
        }
        Refusal::TooLittleMemory { needed, .. } => {
            (format!("{error}; try --memory {needed}B or more"), Verdict::BadInput)
        }
        Refusal::TooManyPlacements { needed, .. } => {
            // Beyond 2^40 bytes there is no machine to try it on.
            let more = match u64::try_from(&**needed) {
                Ok(needed @ ..0x100_0000_0000) => format!("--memory {needed}B or more, or "),
                _ => String::new(),
            };
            (format!("{error}; try {more}another engine"), Verdict::Stopped)
        }
        Refusal::Uncountable { .. } => (format!("{error}; try another engine"), Verdict::Stopped),
        Refusal::NoRoom { source, .. } => {
            let place = match &request.ring_folder {
                Some(folder) => format!(" in {}", folder.display()),
                None => String::new(),
            };
            (format!("{error}{place}: {source}; try a smaller --memory"), Verdict::Stopped)
        }
    }
}

/// The engines by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum EngineName {
    Auto,
    Ring,
    Table,
    Meet,
    Index,
}

/// The engines of `sliding solve` by name: those of [`EngineName`], and those for tile puzzles.
#[derive(Clone, Copy, ValueEnum)]
pub enum SolveEngine {
    Auto,
    Ring,
    Table,
    Meet,
    Index,
    Korf0,
    Korf1,
    Pdb,
    Construct,
}

impl SolveEngine {
    /// The engine for any puzzle, or else the one for tile puzzles.
    pub fn engine(self) -> Result<Engine, tiles::Engine> {
        match self {
            SolveEngine::Auto => Ok(Engine::Auto),
            SolveEngine::Ring => Ok(Engine::Ring),
            SolveEngine::Table => Ok(Engine::Table),
            SolveEngine::Meet => Ok(Engine::Meet),
            SolveEngine::Index => Ok(Engine::Index),
            SolveEngine::Korf0 => Err(tiles::Engine::Korf0),
            SolveEngine::Korf1 => Err(tiles::Engine::Korf1),
            SolveEngine::Pdb => Err(tiles::Engine::Pdb),
            SolveEngine::Construct => Err(tiles::Engine::Construct),
        }
    }
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Auto => Engine::Auto,
            EngineName::Ring => Engine::Ring,
            EngineName::Table => Engine::Table,
            EngineName::Meet => Engine::Meet,
            EngineName::Index => Engine::Index,
        }
    }
}
