//! The frame of all commands that search: a puzzle is read and searched, the result is written, and
//! refusals and limits are reported on standard error.

use std::io::Write;

use sliding::analyse::why::Why;
use sliding::analyse::{Count, Graph, GraphError, Map, Proof, ProveError, Survey};
use sliding::puzzle::Style;
use sliding::solve::{Answer, Budget, FLOOR, Query, Refusal, Ring, Status, Stopped};

use super::failure::{Ended, Failure};
use super::input::Input;
use super::progress::Watch;
use super::{Verdict, complain, options};

/// The settings of a command's search, for any puzzle.
pub struct Asked {
    pub style: Style,
    pub budget: Budget,
    pub ring: Ring,
    pub watch: Watch,
}

impl Asked {
    /// Returns settings with this style and effort.
    pub fn new(style: Style, effort: options::Effort, verbose: bool) -> Asked {
        let watch = Watch::new(effort.pace.progress, verbose);
        Asked::within(style, effort.budget(None), watch)
    }

    /// Returns settings with this style and budget.
    pub fn within(style: Style, budget: Budget, watch: Watch) -> Asked {
        Asked { style, budget, ring: Ring::default(), watch }
    }

    fn way_out(&self, stopped: Stopped) -> String {
        options::way_out(stopped, &self.ring, self.budget.memory)
    }
}

/// The result of a search.
pub trait Finding {
    /// Returns its verdict, ignoring limits.
    fn verdict(&self) -> Verdict {
        Verdict::Fine
    }

    /// Returns what stopped the search before its end.
    fn stopped(&self) -> Option<Stopped>;

    /// Returns advice on how to get farther than this limit.
    fn way_out(&self, stopped: Stopped, asked: &Asked) -> String {
        asked.way_out(stopped)
    }
}

impl Finding for Answer {
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

impl Finding for Map {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl Finding for Count {
    fn verdict(&self) -> Verdict {
        if self.moves.is_none() { Verdict::Negative } else { Verdict::Fine }
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl Finding for Survey {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    fn way_out(&self, stopped: Stopped, asked: &Asked) -> String {
        let placements = match (stopped, &self.placements) {
            (Stopped::Memory, Some(placements)) if self.sizes.is_empty() => placements,
            _ => return asked.way_out(stopped),
        };
        // A bit for each, in half of the memory.
        let needed = u64::try_from(placements / 4_u8).ok().filter(|&bytes| bytes < options::MOST);
        let needed = needed.map_or_else(
            || "more memory than machines have".to_owned(),
            |bytes| format!("--memory {} or more", options::at_least(bytes + FLOOR)),
        );
        format!("the {placements} positions were only counted: searching them takes {needed}")
    }
}

impl Finding for Why {
    fn verdict(&self) -> Verdict {
        self.count.verdict()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl Finding for Proof {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

/// A graph is complete, or there is none.
impl Finding for Graph {
    fn stopped(&self) -> Option<Stopped> {
        None
    }
}

/// Why there is no result.
pub trait Excuse {
    /// Returns the reason for people, and the verdict of the run.
    fn told(&self, asked: &Asked) -> (String, Verdict);
}

impl Excuse for Refusal {
    fn told(&self, asked: &Asked) -> (String, Verdict) {
        options::refusal(self, &asked.ring)
    }
}

impl Excuse for ProveError {
    fn told(&self, asked: &Asked) -> (String, Verdict) {
        match self {
            ProveError::Refused(error) => error.told(asked),
            _ => (format!("cannot write: {self}"), Verdict::Unwritten),
        }
    }
}

impl Excuse for GraphError {
    fn told(&self, asked: &Asked) -> (String, Verdict) {
        match self {
            GraphError::Stopped(stopped) => (asked.way_out(*stopped), Verdict::Stopped),
            GraphError::Search(error) => error.told(asked),
            _ => (format!("{self}: raise --limit"), Verdict::Stopped),
        }
    }
}

/// Runs the search `find`.
pub fn ask<T, E: Excuse>(
    input: &Input,
    asked: &mut Asked,
    find: impl FnOnce(Query, &Budget, &mut Watch) -> Result<T, E>,
) -> Result<T, Failure> {
    let mut query = Query::new(&input.puzzle, asked.style);
    query.ring = asked.ring.clone();
    let found = find(query, &asked.budget, &mut asked.watch);
    // The bar is removed before anything is written.
    asked.watch.clear();
    found.map_err(|error| {
        let (message, verdict) = error.told(asked);
        Failure::Because(format!("{}: {message}", input.file), verdict)
    })
}

/// Reports a limit, after the name of the puzzle.
pub fn stopped(name: &str, way_out: &str) -> Verdict {
    complain(&format!("{name}: {way_out}"));
    Verdict::Stopped
}

/// Runs the search `find` on a puzzle, and writes the result with `write`.
pub fn run_query_on<T: Finding, E: Excuse>(
    input: &Input,
    mut asked: Asked,
    find: impl FnOnce(Query, &Budget, &mut Watch) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(T, &mut dyn Write) -> Ended,
) -> Ended {
    let found = ask(input, &mut asked, find)?;
    let verdict = found.verdict();
    let way_out = found.stopped().map(|stopped| found.way_out(stopped, &asked));
    let written = write(found, out).or_else(Failure::shown)?;
    out.flush()?;
    let limited = way_out.map_or(Verdict::Fine, |way_out| stopped(&input.file, &way_out));
    Ok(verdict.max(written).max(limited))
}

/// Reads a puzzle, runs the search `find` on it, and writes the result with `write`.
pub fn run_query<T: Finding, E: Excuse>(
    subject: &options::Subject,
    asked: Asked,
    find: impl FnOnce(Query, &Budget, &mut Watch) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(&Input, T, &mut dyn Write) -> Ended,
) -> Ended {
    let input = subject.puzzle.read()?;
    run_query_on(&input, asked, find, out, |found, out| write(&input, found, out))
}
