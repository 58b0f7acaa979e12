//! Searches that Python waits for: with the lock of the interpreter released, and signals handled.
//!
//! The search has its own thread. The thread that called waits, and every tenth of a second lets
//! Python handle its signals, which only that thread may do if it is the main one. Whatever a
//! handler raises, as Ctrl-C does, stops the search; so does an error of the progress callback.

use std::io;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sliding::files;
use sliding::puzzle::{Style, UnknownStyle};
use sliding::report::json::Object;
use sliding::report::progress;
use sliding::solve::{BeamOptions, Budget, Disk, Observer, Progress, Query};

use crate::json;
use crate::puzzle::Puzzle;
use crate::raised;

/// Time between two checks for signals: too short to be noticed.
const PATIENCE: Duration = Duration::from_millis(10);

/// Least time between two reports of progress.
const PACE: Duration = Duration::from_millis(100);

/// Stack of the searching thread in bytes: as much as the main thread has on most systems.
const STACK: usize = 8 << 20;

/// How much a search may take: any object with these attributes, as the next two.
#[derive(FromPyObject)]
struct Limits {
    memory: Option<u64>,
    threads: Option<NonZeroUsize>,
    time: Option<f64>,
    moves: Option<u64>,
}

#[derive(FromPyObject)]
struct DiskOptions {
    folder: PathBuf,
    limit: Option<u64>,
    resume: bool,
}

/// What is asked besides the question itself.
#[derive(FromPyObject)]
pub struct Asked {
    style: Py<PyAny>,
    limits: Limits,
    progress: Option<Py<PyAny>>,
    pub engine: String,
    disk: Option<DiskOptions>,
}

/// Returns a style by its number or name.
pub fn style(named: &Bound<'_, PyAny>) -> PyResult<Style> {
    let unknown = |why: UnknownStyle| PyValueError::new_err(format!("no style `{named}`: {why}"));
    named.to_string().parse().map_err(unknown)
}

/// Returns the number of a style.
#[pyfunction]
pub fn style_number(named: Bound<'_, PyAny>) -> PyResult<u8> {
    style(&named).map(Style::number)
}

/// What came of a search, and what was raised meanwhile: then the search was cut short.
pub type Answered<T> = PyResult<(T, Option<PyErr>)>;

impl Asked {
    pub fn style(&self, py: Python<'_>) -> PyResult<Style> {
        style(self.style.bind(py))
    }

    /// Returns the query about a puzzle.
    pub fn query<'p>(&self, py: Python<'_>, puzzle: &'p Puzzle) -> PyResult<Query<'p>> {
        let mut query = Query::new(&puzzle.inner, self.style(py)?);
        query.engine = raised::engine(&self.engine)?;
        query.databases = files::database_folder(None);
        query.beam = Some(BeamOptions::default());
        query.disk = self.disk.as_ref().map(|disk| Disk {
            folder: disk.folder.clone(),
            limit: disk.limit,
            resumes: disk.resume,
        });
        Ok(query)
    }

    /// Returns a budget whose time begins now.
    fn budget(&self) -> Budget {
        let mut budget = Budget::default();
        budget.memory = self.limits.memory.unwrap_or_else(usual_memory);
        budget.threads = self.limits.threads;
        budget.max_moves = self.limits.moves;
        // A time beyond all clocks is no limit.
        let limit = self.limits.time.and_then(|time| Duration::try_from_secs_f64(time).ok());
        budget.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        budget
    }

    /// Lets a search run within the limits, and waits for it. After Ctrl-C, the reason why there is
    /// no result does not matter.
    pub fn run<T: Send, E: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce(&Budget, &ProgressBoard) -> Result<T, E> + Send,
        error: impl FnOnce(E) -> PyErr,
    ) -> Answered<T> {
        match self.wait(py, search)? {
            (Ok(found), stop) => Ok((found, stop)),
            (Err(_), Some(stop)) => Err(raised::instead(py, stop)),
            (Err(why), None) => Err(error(why)),
        }
    }

    /// Lets a search run in a thread, and waits for it.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce(&Budget, &ProgressBoard) -> T + Send,
    ) -> Answered<T> {
        let budget = self.budget();
        let board = ProgressBoard::default();
        let (begun, mut last_report) = (Instant::now(), Instant::now());
        let listener = self.progress.as_ref();
        let report = |py: Python<'_>| match (listener, board.take(begun)) {
            (Some(listener), Some(line)) => listener.call1(py, (line,)).map(drop),
            _ => Ok(()),
        };
        let mut look = || {
            Python::attach(|py| {
                py.check_signals()?;
                if listener.is_some() && last_report.elapsed() >= PACE {
                    last_report = Instant::now();
                    report(py)?;
                }
                Ok(())
            })
        };
        let searched = py.detach(|| {
            scope(|scope| {
                let (done, waiting) = channel();
                let (budget, board) = (&budget, &board);
                let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    // The receiver exists as long as this thread.
                    let _ = done.send(search(budget, board));
                })?;
                let mut raised = None;
                loop {
                    match waiting.recv_timeout(PATIENCE) {
                        // The thread may take a little longer to end; the scope waits for it.
                        Ok(found) => return Ok((found, raised)),
                        Err(RecvTimeoutError::Disconnected) => {
                            let panic =
                                thread.join().expect_err("it ends with an answer or a panic");
                            resume_unwind(panic);
                        }
                        Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                            raised = look().err();
                            if raised.is_some() {
                                budget.interrupt.set();
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                }
            })
        });
        let (found, raised) =
            searched.map_err(|error: io::Error| PyOSError::new_err(error.to_string()))?;
        // So a progress bar reaches its end.
        let raised = raised.or_else(|| report(py).err());
        Ok((found, raised))
    }
}

/// Half of what the machine has free, or had within the last second: to ask it takes as long as to
/// solve a small puzzle.
fn usual_memory() -> u64 {
    static KNOWN: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match *known {
        Some((asked, memory)) if asked.elapsed() < Duration::from_secs(1) => memory,
        _ => {
            let memory = Budget::of_machine().memory;
            *known = Some((Instant::now(), memory));
            memory
        }
    }
}

/// The last news of a search.
#[derive(Clone)]
enum ProgressEvent {
    Levels(Progress),
    Text(String),
}

/// The last progress of a search.
#[derive(Default)]
pub struct ProgressBoard(Mutex<Option<ProgressEvent>>);

impl ProgressBoard {
    fn put(&self, news: ProgressEvent) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(news);
    }

    /// Stores the progress of a tile puzzle.
    pub fn report(&self, line: &Object) {
        self.report_text(json(line));
    }

    /// Stores progress that is a JSON object already.
    pub fn report_text(&self, line: String) {
        self.put(ProgressEvent::Text(line));
    }

    /// Takes the last progress, as a line of `--progress json`.
    fn take(&self, begun: Instant) -> Option<String> {
        let news = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(match news {
            ProgressEvent::Levels(progress) => json(&progress::levels(&progress, begun.elapsed())),
            ProgressEvent::Text(line) => line,
        })
    }
}

/// Stores what a search reports.
pub struct ProgressObserver<'a>(pub &'a ProgressBoard);

impl Observer for ProgressObserver<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.put(ProgressEvent::Levels(*progress));
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        self.0.report(&progress::pass(moves, positions));
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        self.0.report(&progress::building(homes, placements, total));
    }
}
