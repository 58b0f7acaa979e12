//! Watching searches of many tile puzzles at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sliding::solve::{Budget, Engine};
use sliding::tiles::batch::Overseer;
use sliding::tiles::bridge::Bridge;
use sliding::tiles::choice::Observer;
use sliding::tiles::deepening::{Pass, Watch as _};
use sliding::tiles::optimal::Building;

use crate::cli::options::{Pace, within};
use crate::cli::progress::Watch;

/// Watches many searches: of one board as any search is watched, of more how many are done.
pub struct Many {
    boards: usize,
    /// The time of each board is not looked at here.
    budget: Budget,
    /// How many are done.
    watched: Mutex<(usize, Watch)>,
}

impl Many {
    pub fn new(pace: Pace, verbose: bool, boards: usize) -> Many {
        let watch = Watch::new(pace.progress, verbose);
        Many { boards, budget: within(None), watched: Mutex::new((0, watch)) }
    }

    fn lock(&self) -> MutexGuard<'_, (usize, Watch)> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell<T>(&self, what: impl FnOnce(&mut Bridge) -> T) -> T {
        what(&mut Bridge::new(&self.budget, &mut self.lock().1))
    }
}

impl Overseer for Many {
    fn engine_chosen(&self, number: usize, engine: Engine, why: &str) {
        match self.boards {
            1 => self.tell(|bridge| bridge.engine_chosen(engine, why)),
            _ => self.lock().1.say(&format!("board {}: engine {engine}: {why}", number + 1)),
        }
    }

    fn pass_ends(&self, _number: usize, pass: &Pass) {
        if self.boards == 1 {
            self.tell(|bridge| bridge.pass_ends(pass));
        }
    }

    fn building(&self, building: &Building) {
        self.tell(|bridge| bridge.building(building));
    }

    fn is_slow(&self, _number: usize) {
        self.tell(|bridge| bridge.is_slow());
    }

    fn answered(&self, _number: usize) {
        let (done, watch) = &mut *self.lock();
        *done += 1;
        if self.boards > 1 {
            watch.boards_done(*done, self.boards);
        }
    }

    fn is_over(&self) -> bool {
        self.tell(|bridge| bridge.is_over())
    }
}
