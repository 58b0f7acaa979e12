//! Watching a search: a bar on standard error, lines for programs, and Ctrl-C.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sliding::report::json;
use sliding::report::text::counted;
use sliding::solve::{Observer, Progress};

use super::note;

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A bar, where standard error is a terminal.
    Auto,
    /// Not at all.
    None,
    /// A line with an object, now and then.
    Json,
}

/// Searches that are over sooner are not worth a bar, and need not be interrupted.
pub const SOON: Duration = Duration::from_millis(300);

/// The time between two lines for programs.
pub const INTERVAL: Duration = Duration::from_millis(500);

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C ends a search with what is known so far; pressed twice, it ends the program.
///
/// That takes a thread, which would cost short runs more than their search.
pub fn catch_interrupts() {
    static CAUGHT: Once = Once::new();
    CAUGHT.call_once(|| {
        // Where the system does not allow it, Ctrl-C does what it always does.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether a search has been interrupted.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A bar for work whose end is not known, which began some time ago.
pub fn spinner(begun: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner()
        .with_elapsed(begun.elapsed())
        .with_style(style.expect("the template is sound"))
}

/// Watches a search.
pub struct Watch {
    form: Form,
    /// Whether completed distances are told one by one.
    levels: bool,
    begun: Instant,
    told: Instant,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// Tells of progress in some form, and if `levels` of every completed distance.
    pub fn new(form: Form, levels: bool) -> Self {
        let now = Instant::now();
        Self { form, levels, begun: now, told: now, bar: None }
    }

    fn draw(&mut self, progress: &Progress) {
        let bar = self.bar.get_or_insert_with(|| spinner(self.begun));
        let rate = progress.states as f64 / self.begun.elapsed().as_secs_f64();
        let held = progress.bytes.map(|bytes| format!(", {}", ByteSize(bytes).display().iec()));
        bar.set_message(format!(
            "distance {} from {}; {}, {:.1} million a second{}",
            progress.distance,
            progress.frontier,
            counted(progress.states, "configuration"),
            rate / 1e6,
            held.unwrap_or_default(),
        ));
        bar.tick();
    }

    fn tell(&mut self, progress: &Progress) {
        if self.told.elapsed() < INTERVAL {
            return;
        }
        self.told = Instant::now();
        let line = Line {
            schema: "sliding/progress/1",
            distance: progress.distance,
            frontier: progress.frontier,
            states: progress.states,
            bytes: progress.bytes,
            elapsed_ms: json::milliseconds(self.begun.elapsed()),
        };
        if let Ok(line) = serde_json::to_string(&line) {
            note(&format!("{line}\n"));
        }
    }
}

#[derive(Serialize)]
struct Line {
    schema: &'static str,
    distance: u64,
    frontier: u64,
    states: u64,
    bytes: Option<u64>,
    elapsed_ms: f64,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Watch {
    fn is_cancelled(&self) -> bool {
        is_interrupted()
    }

    fn progress(&mut self, progress: &Progress) {
        if self.begun.elapsed() < SOON {
            return;
        }
        catch_interrupts();
        match self.form {
            Form::Auto => self.draw(progress),
            Form::None => {}
            Form::Json => self.tell(progress),
        }
    }

    fn engine_chosen(&mut self, engine: &str, why: &str) {
        if self.levels {
            note(&format!("engine {engine}: {why}\n"));
        }
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        if self.levels {
            let configurations = counted(configurations, "configuration");
            note(&format!("distance {distance}: {configurations}\n"));
        }
    }

    fn forgotten(&mut self, distance: u64) {
        if self.levels {
            note(&format!("the way to distance {distance} is forgotten: searching again\n"));
        }
    }
}
