//! Progress of a search: a bar on standard error, lines for programs, and signals that end it.

use std::mem::discriminant;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};

use bytesize::ByteSize;
use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use sliding::report::json::{Object, to_json};
use sliding::report::progress as lines;
use sliding::report::words::counted;
use sliding::solve::{Advice, FLOOR, Interrupt, Progress};

use super::failure::at_least;
use super::*;

#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;

/// How progress is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressFormat {
    /// A progress bar, if standard error is a terminal
    Auto,
    /// No progress reports
    None,
    /// JSON objects, one per line
    Json,
}

/// Shorter searches need no bar, and need not be interruptible.
const SOON: Duration = Duration::from_millis(300);

/// The time between two lines for programs.
const INTERVAL: Duration = Duration::from_millis(500);

/// Set by a signal that asks the program to end.
static SIGNALLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Makes Ctrl-C or a termination signal end a search with what is known so far; the second one ends
/// the program.
///
/// Before this call, either ends the program at once: a search that short has no partial answer
/// worth waiting for.
pub fn catch_interrupts() {
    static CAUGHT: Once = Once::new();
    CAUGHT.call_once(|| {
        for signal in [SIGINT, SIGTERM] {
            // If the system does not allow it, signals keep their default action.
            let _ = register_conditional_shutdown(signal, 130, Arc::clone(&SIGNALLED));
            let _ = register(signal, Arc::clone(&SIGNALLED));
        }
    });
}

/// Makes exceeding the file size limit a write error, which can be reported. Before, it ends the
/// program at once.
pub fn catch_file_size_limits() {
    #[cfg(unix)]
    let _ = register(SIGXFSZ, Arc::default());
}

/// Returns the interrupt for the budget of a search, which signals set.
pub fn interrupt() -> Interrupt {
    Interrupt::from(Arc::clone(&SIGNALLED))
}

/// Returns a bar for work of unknown length, which began some time ago.
fn spinner(begun: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner()
        .with_elapsed(begun.elapsed())
        .with_style(style.expect("the template is sound"))
}

/// Reports the progress of a search.
pub struct ProgressObserver {
    form: ProgressFormat,
    /// Whether completed distances are reported one by one.
    levels: bool,
    begun: Instant,
    last_report: Instant,
    /// The level in progress, and its start time.
    level: (u64, Instant),
    bar: Option<ProgressBar>,
    /// The shortest solution so far, in words.
    best: Option<String>,
}

/// The advice reported so far, about any puzzle.
static ADVISED: Mutex<Vec<Advice>> = Mutex::new(Vec::new());

/// Whether databases could not be kept.
pub fn are_databases_lost() -> bool {
    advised().iter().any(|advice| matches!(advice, Advice::NotKept(_)))
}

fn advised() -> MutexGuard<'static, Vec<Advice>> {
    ADVISED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ProgressObserver {
    /// Reports progress in some form, and every completed distance if the run is verbose.
    pub fn new(globals: Globals) -> Self {
        let now = Instant::now();
        Self {
            form: globals.progress,
            levels: globals.verbose,
            begun: now,
            last_report: now,
            level: (0, now),
            bar: None,
            best: None,
        }
    }

    fn is_soon(&self) -> bool {
        self.begun.elapsed() < SOON
    }

    fn draw(&mut self, message: String) {
        let bar = self.bar.get_or_insert_with(|| spinner(self.begun));
        bar.set_message(message);
        bar.tick();
    }

    fn draw_progress(&mut self, progress: &Progress) {
        let rate = progress.states as f64 / self.begun.elapsed().as_secs_f64();
        let held = progress.bytes.map(|bytes| format!(", {}", ByteSize(bytes).display().iec()));
        let forecast = self.forecast(progress);
        self.draw(format!(
            "{}distance {} from {}{}; {}, {:.1} million a second{}",
            self.best.as_deref().unwrap_or_default(),
            progress.distance,
            progress.frontier,
            forecast,
            counted(progress.states, "position"),
            rate / 1e6,
            held.unwrap_or_default(),
        ));
    }

    /// Returns the fraction of a level that is done, and the time at which it will be complete.
    fn forecast(&mut self, progress: &Progress) -> String {
        if self.level.0 != progress.distance {
            self.level = (progress.distance, Instant::now());
        }
        let Some(part) = progress.part.filter(|&part| part > 0.0) else { return String::new() };
        let left = self.level.1.elapsed().mul_f64((1.0 - part) / part);
        format!(", {:.0}% done, {} left", 100.0 * part, HumanDuration(left))
    }

    /// Shows progress: on a bar, unless the work began just now, or in a line for programs.
    fn show(&mut self, message: String, line: &Object) {
        match self.form {
            ProgressFormat::Auto if !self.is_soon() => self.draw(message),
            ProgressFormat::Json => self.write_line(line),
            ProgressFormat::Auto | ProgressFormat::None => {}
        }
    }

    /// Writes a line for programs, if it is time for one.
    fn write_line(&mut self, line: &Object) {
        if self.last_report.elapsed() < INTERVAL {
            return;
        }
        self.last_report = Instant::now();
        note(&format!("{}\n", to_json(line)));
    }

    /// Writes a line if `--verbose` is set.
    pub fn say(&self, line: &str) {
        if self.levels {
            note(&format!("{line}\n"));
        }
    }
}

impl ProgressObserver {
    /// Reports the number of finished boards of a batch.
    pub fn boards_done(&mut self, done: usize, boards: usize) {
        let message = format!("{done} of {}", counted(boards, "board"));
        self.show(message, &lines::boards(done, boards));
    }

    /// Reports the number of puzzles made, and of boards tried for them.
    pub fn puzzles_made(&mut self, made: usize, puzzles: usize, tried: u64) {
        let (all, boards) = (counted(puzzles as u64, "puzzle"), counted(tried, "board"));
        let message = format!("{made} of {all}, {boards} tried");
        self.show(message, &lines::boards(made, puzzles).with("tried", &tried));
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for ProgressObserver {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Observer for ProgressObserver {
    fn waiting(&mut self) {
        if !self.is_soon() {
            catch_interrupts();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if self.is_soon() {
            return;
        }
        catch_interrupts();
        match self.form {
            ProgressFormat::Auto => self.draw_progress(progress),
            ProgressFormat::None => {}
            ProgressFormat::Json => self.write_line(&lines::levels(progress, self.begun.elapsed())),
        }
    }

    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.say(&format!("engine {engine}: {why}"));
    }

    fn improved(&mut self, moves: u64, at_least: u64) {
        // From now on there is an answer worth waiting for.
        catch_interrupts();
        let bound = if at_least > 0 { format!(", at least {at_least}") } else { String::new() };
        self.best = Some(format!("{}{bound}; ", counted(moves, "move")));
        self.say(&format!("solved in {}{bound}", counted(moves, "move")));
        if self.form == ProgressFormat::Json {
            let line = lines::improved(moves, at_least, self.begun.elapsed());
            note(&format!("{}\n", to_json(&line)));
        }
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        self.say(&format!("distance {distance}: {}", counted(configurations, "position")));
    }

    fn forgotten(&mut self, distance: u64) {
        self.say(&format!("the path to distance {distance} was evicted: searching again"));
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        let count = counted(positions, "position");
        self.say(&format!("no solution in {moves} moves: {count}"));
        self.show(format!("more than {moves} moves: {count}"), &lines::pass(moves, positions));
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        let percent = 100 * placements / total;
        let message = format!("database of {} tiles: {percent}%", homes.len());
        self.show(message, &lines::building(homes, placements, total));
    }

    fn search_ends(&mut self) {
        self.clear();
    }

    fn advised(&mut self, advice: &Advice) {
        let is_same = |last_report: &Advice| discriminant(last_report) == discriminant(advice);
        // Of these, one reason is enough.
        let is_once = !matches!(advice, Advice::BuiltAnew(_));
        let mut advised = advised();
        if advised.iter().any(|last| last == advice || is_once && is_same(last)) {
            return;
        }
        advised.push(advice.clone());
        match advice {
            Advice::NotKept(why) => complain(&format!("databases are not kept: {why}")),
            Advice::Disk(why) => complain(why),
            Advice::BuiltAnew(why) => complain(&format!("rebuilding a database: {why}")),
            Advice::LittleMemory(needed) => {
                let enough = at_least(needed.saturating_add(FLOOR / 2));
                complain(&format!(
                    "too little memory for pattern databases, searching without; \
                     --memory {enough} is enough"
                ));
            }
            _ => complain("this takes long: building larger pattern databases to go on with"),
        }
    }
}
