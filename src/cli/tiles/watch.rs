//! Watching a search of a tile puzzle.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use sliding::report::schema;
use sliding::report::words::counted;
use sliding::tiles::batch::Overseer;
use sliding::tiles::choice::Observer;
use sliding::tiles::deepening::{Pass, Watch};
use sliding::tiles::optimal::Building;

use crate::cli::options::{Pace, limits};
use crate::cli::progress::{Form, INTERVAL, SOON, catch_interrupts, is_interrupted, spinner};
use crate::cli::{complain, note};

/// Draws a bar on standard error, or writes lines there, and knows when to stop.
pub struct Progress {
    form: Form,
    /// Whether the engine and each pass are told.
    verbose: bool,
    deadline: Option<Instant>,
    begun: Instant,
    told: Instant,
    bar: Option<ProgressBar>,
    /// Whether it was told that large databases would be faster.
    is_warned: bool,
    /// Whether a database could not be kept.
    is_lost: bool,
}

impl Progress {
    /// Whose time begins now.
    pub fn new(pace: Pace, verbose: bool) -> Progress {
        let now = Instant::now();
        let deadline = limits(None, pace.time_limit).deadline;
        Progress {
            form: pace.progress,
            verbose,
            deadline,
            begun: now,
            told: now,
            bar: None,
            is_warned: false,
            is_lost: false,
        }
    }

    /// Whether a database could not be kept.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    fn draw(&mut self, message: String) {
        if self.begun.elapsed() < SOON {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| spinner(self.begun));
        bar.set_message(message);
        bar.tick();
    }

    /// For those who want to know everything.
    fn say(&self, line: &str) {
        if self.verbose {
            note(&format!("{line}\n"));
        }
    }

    fn tell(&mut self, line: &serde_json::Value) {
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            note(&format!("{line}\n"));
        }
    }
}

impl Progress {
    fn boards_done(&mut self, done: usize, boards: usize) {
        match self.form {
            Form::Auto => self.draw(format!("{done} of {}", counted(boards as u64, "board"))),
            Form::None => {}
            Form::Json => self.tell(&serde_json::json!({
                "schema": schema::TILES_PROGRESS,
                "done": done,
                "boards": boards,
            })),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn pass_ends(&mut self, pass: &Pass) {
        let moves = pass.happy + pass.sad;
        let positions = counted(pass.positions, "position");
        self.say(&format!("no solution in {moves} moves: {positions}"));
        match self.form {
            Form::Auto => self.draw(format!("more than {moves} moves: {positions}")),
            Form::None => {}
            Form::Json => self.tell(&serde_json::json!({
                "schema": schema::TILES_PROGRESS,
                "moves": moves,
                "positions": pass.positions,
            })),
        }
    }

    fn is_over(&self) -> bool {
        if self.begun.elapsed() >= SOON {
            catch_interrupts();
        }
        is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

impl Observer for Progress {
    fn is_slow(&mut self) {
        if !std::mem::replace(&mut self.is_warned, true) {
            complain("this takes long; after `sliding tiles build`, once, it takes some seconds");
        }
    }

    fn engine_chosen(&mut self, engine: &'static str, why: &str) {
        self.say(&format!("engine {engine}: {why}"));
    }

    fn building(&mut self, building: &Building) {
        match building {
            Building::NotKept(_, why) => {
                // One reason is enough.
                if !std::mem::replace(&mut self.is_lost, true) {
                    complain(&format!("databases are not kept: {why}"));
                }
            }
            Building::Refused(_, why) => complain(&format!("building a database anew: {why}")),
            Building::Progress(pattern, built) => match self.form {
                Form::Auto => self.draw(format!(
                    "database of {} tiles: {}%",
                    pattern.homes.len(),
                    100 * built.placements / built.total
                )),
                Form::None => {}
                Form::Json => self.tell(&serde_json::json!({
                    "schema": schema::TILES_PROGRESS,
                    "building": pattern.homes,
                    "placements": built.placements,
                    "total": built.total,
                })),
            },
        }
    }
}

/// Watches many searches: of one board as [`Progress`] does, of more how many are done.
pub struct Many {
    boards: usize,
    /// How many are done.
    watched: Mutex<(usize, Progress)>,
}

impl Many {
    /// The time of each board is not looked at here.
    pub fn new(pace: Pace, verbose: bool, boards: usize) -> Many {
        let progress = Progress::new(Pace { time_limit: None, ..pace }, verbose);
        Many { boards, watched: Mutex::new((0, progress)) }
    }

    fn lock(&self) -> MutexGuard<'_, (usize, Progress)> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Overseer for Many {
    fn engine_chosen(&self, number: usize, engine: &'static str, why: &str) {
        match self.boards {
            1 => self.lock().1.engine_chosen(engine, why),
            _ => self.lock().1.say(&format!("board {}: engine {engine}: {why}", number + 1)),
        }
    }

    fn pass_ends(&self, _number: usize, pass: &Pass) {
        if self.boards == 1 {
            self.lock().1.pass_ends(pass);
        }
    }

    fn building(&self, building: &Building) {
        self.lock().1.building(building);
    }

    fn is_slow(&self, _number: usize) {
        self.lock().1.is_slow();
    }

    fn answered(&self, _number: usize) {
        let (done, progress) = &mut *self.lock();
        *done += 1;
        if self.boards > 1 {
            progress.boards_done(*done, self.boards);
        }
    }

    fn is_over(&self) -> bool {
        is_interrupted() || self.lock().1.is_over()
    }
}
