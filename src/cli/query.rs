//! The frame of all commands that search: a puzzle is read and searched, the result is written, and
//! refusals and limits are reported on standard error.

use std::io::Write;

use sliding::analyse::why::Why;
use sliding::analyse::{Count, Graph, Map, Proof, ProveError, SpaceError, Survey};
use sliding::design::{ImproveError, RateError};
use sliding::puzzle::Style;
use sliding::solve::{Answer, Budget, FLOOR, Query, Refusal, Status, Stopped};

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::progress::ProgressObserver;
use super::{Verdict, complain, options};

/// The settings of a command's search, for any puzzle.
pub struct SearchSettings {
    pub style: Style,
    pub budget: Budget,
    pub watch: ProgressObserver,
}

impl SearchSettings {
    /// Returns settings with this style and effort.
    pub fn new(style: Style, effort: options::LimitOptions, verbose: bool) -> SearchSettings {
        let watch = ProgressObserver::new(effort.run_options.progress.form, verbose);
        SearchSettings::within(style, effort.budget(None), watch)
    }

    /// Returns settings with this style and budget.
    pub fn within(style: Style, budget: Budget, watch: ProgressObserver) -> SearchSettings {
        SearchSettings { style, budget, watch }
    }

    pub fn limit_advice(&self, stopped: Stopped) -> String {
        options::limit_advice(stopped, self.budget.memory)
    }
}

/// The result of a search.
pub trait SearchResult {
    /// Returns its verdict, ignoring limits.
    fn verdict(&self) -> Verdict {
        Verdict::Fine
    }

    /// Returns what stopped the search before its end.
    fn stopped(&self) -> Option<Stopped>;

    /// Returns advice on how to get farther than this limit.
    fn limit_advice(&self, stopped: Stopped, settings: &SearchSettings) -> String {
        settings.limit_advice(stopped)
    }
}

impl SearchResult for Answer {
    fn verdict(&self) -> Verdict {
        match self.status {
            Status::Unsolvable => Verdict::Negative,
            Status::Solved | Status::Stopped(_) => Verdict::Fine,
        }
    }

    fn stopped(&self) -> Option<Stopped> {
        match self.status {
            Status::Stopped(stopped) => Some(stopped),
            Status::Solved | Status::Unsolvable => None,
        }
    }
}

impl SearchResult for Map {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl SearchResult for Count {
    fn verdict(&self) -> Verdict {
        if self.moves.is_none() { Verdict::Negative } else { Verdict::Fine }
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl SearchResult for Survey {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    fn limit_advice(&self, stopped: Stopped, settings: &SearchSettings) -> String {
        let placements = match (stopped, &self.placements) {
            (Stopped::Memory, Some(placements)) if self.sizes.is_empty() => placements,
            _ => return settings.limit_advice(stopped),
        };
        // A bit for each, in half of the memory. What else is stored depends on the puzzle.
        let needed = u64::try_from(placements / 4_u8 + FLOOR).unwrap_or(u64::MAX);
        let needed = match needed {
            options::MOST.. => {
                "more memory than machines have; `sliding explore` searches what the start leads to"
                    .to_owned()
            }
            _ if needed <= settings.budget.memory => "more memory".to_owned(),
            _ => format!("at least --memory {}", options::at_least(needed)),
        };
        format!("the {placements} positions were only counted: searching them takes {needed}")
    }
}

impl SearchResult for Why {
    fn verdict(&self) -> Verdict {
        self.count.verdict()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl SearchResult for Proof {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

/// A graph is complete, or there is none.
impl SearchResult for Graph {
    fn stopped(&self) -> Option<Stopped> {
        None
    }
}

/// Why there is no result.
pub trait Explain {
    /// Returns the reason for people, and the verdict of the run.
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict);
}

impl Explain for Refusal {
    fn explain(&self, _: &SearchSettings) -> (String, Verdict) {
        options::refusal(self)
    }
}

impl Explain for ProveError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            ProveError::Refused(error) => error.explain(settings),
            _ => (format!("cannot write: {self}"), Verdict::Unwritten),
        }
    }
}

impl Explain for RateError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            RateError::Refused(error) => error.explain(settings),
            _ => (self.to_string(), Verdict::BadInput),
        }
    }
}

impl Explain for ImproveError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            ImproveError::Stopped(stopped) => (settings.limit_advice(*stopped), Verdict::Stopped),
            ImproveError::Refused(error) => error.explain(settings),
            _ => (self.to_string(), Verdict::BadInput),
        }
    }
}

impl Explain for SpaceError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            SpaceError::Stopped(stopped) => (settings.limit_advice(*stopped), Verdict::Stopped),
            SpaceError::Search(error) => error.explain(settings),
            _ => (format!("{self}: raise --limit"), Verdict::Stopped),
        }
    }
}

/// Runs the search `find`.
pub fn run_search<T, E: Explain>(
    input: &Input,
    settings: &mut SearchSettings,
    find: impl FnOnce(Query, &Budget, &mut ProgressObserver) -> Result<T, E>,
) -> Result<T, Failure> {
    let query = Query::new(&input.puzzle, settings.style);
    let found = find(query, &settings.budget, &mut settings.watch);
    // The bar is removed before anything is written.
    settings.watch.clear();
    found.map_err(|error| {
        let (message, verdict) = error.explain(settings);
        Failure::Message(format!("{}: {message}", input.file), verdict)
    })
}

/// Reports a limit, after the name of the puzzle.
pub fn stopped(name: &str, limit_advice: &str) -> Verdict {
    complain(&format!("{name}: {limit_advice}"));
    Verdict::Stopped
}

/// Runs the search `find` on a puzzle, and writes the result with `write`.
pub fn run_query_on<T: SearchResult, E: Explain>(
    input: &Input,
    mut settings: SearchSettings,
    find: impl FnOnce(Query, &Budget, &mut ProgressObserver) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(T, &mut dyn Write) -> CommandResult,
) -> CommandResult {
    let found = run_search(input, &mut settings, find)?;
    let verdict = found.verdict();
    let limit_advice = found.stopped().map(|stopped| found.limit_advice(stopped, &settings));
    let written = write(found, out).or_else(Failure::report)?;
    out.flush()?;
    let limited =
        limit_advice.map_or(Verdict::Fine, |limit_advice| stopped(&input.file, &limit_advice));
    Ok(verdict.max(written).max(limited))
}

/// Reads a puzzle, runs the search `find` on it, and writes the result with `write`.
pub fn run_query<T: SearchResult, E: Explain>(
    subject: &options::SubjectOptions,
    settings: SearchSettings,
    find: impl FnOnce(Query, &Budget, &mut ProgressObserver) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(&Input, T, &mut dyn Write) -> CommandResult,
) -> CommandResult {
    let input = subject.puzzle.read()?;
    run_query_on(&input, settings, find, out, |found, out| write(&input, found, out))
}
