//! Watching a search of a tile puzzle.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sliding::report::text::counted;
use sliding::tiles::choice::Observer;
use sliding::tiles::deepening::{Pass, Watch};
use sliding::tiles::optimal::Building;

use crate::cli::progress::{Form, is_interrupted};
use crate::cli::{complain, note};

/// What is over sooner is not worth a bar.
const SOON: Duration = Duration::from_millis(300);

/// The time between two lines for programs.
const INTERVAL: Duration = Duration::from_millis(500);

/// Draws a bar on standard error, or writes lines there, and knows when to stop.
pub struct Progress {
    form: Form,
    /// Whether the engine and each pass are told.
    verbose: bool,
    deadline: Option<Instant>,
    begun: Instant,
    told: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(form: Form, verbose: bool, deadline: Option<Instant>) -> Progress {
        let now = Instant::now();
        Progress { form, verbose, deadline, begun: now, told: now, bar: None }
    }

    fn draw(&mut self, message: String) {
        if self.begun.elapsed() < SOON {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner().with_elapsed(self.begun.elapsed());
            bar.set_style(
                ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                    .expect("the template is sound"),
            );
            bar
        });
        bar.set_message(message);
        bar.tick();
    }

    fn tell(&mut self, line: &serde_json::Value) {
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            note(&format!("{line}\n"));
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
        if self.verbose {
            note(&format!("no solution in {moves} moves: {positions}\n"));
        }
        match self.form {
            Form::Auto => self.draw(format!("more than {moves} moves: {positions}")),
            Form::None => {}
            Form::Json => self.tell(&serde_json::json!({
                "schema": "sliding/tiles-progress/1",
                "moves": moves,
                "positions": pass.positions,
            })),
        }
    }

    fn is_over(&self) -> bool {
        is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

impl Observer for Progress {
    fn engine_chosen(&mut self, engine: &'static str, why: &str) {
        if self.verbose {
            note(&format!("engine {engine}: {why}\n"));
        }
    }

    fn building(&mut self, building: &Building) {
        match building {
            Building::NotKept(_, why) => complain(&format!("the database is not kept: {why}")),
            Building::Refused(_, why) => complain(&format!("building a database anew: {why}")),
            Building::Progress(pattern, built) => match self.form {
                Form::Auto => self.draw(format!(
                    "database of {} tiles: {}%",
                    pattern.homes.len(),
                    100 * built.placements / built.total
                )),
                Form::None => {}
                Form::Json => self.tell(&serde_json::json!({
                    "schema": "sliding/tiles-progress/1",
                    "building": pattern.homes,
                    "placements": built.placements,
                    "total": built.total,
                })),
            },
        }
    }
}
