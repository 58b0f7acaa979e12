//! Progress of the search of several tile puzzles at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sliding::solve::{Budget, Engine, FLOOR};
use sliding::tiles::batch::BatchObserver;
use sliding::tiles::bridge::ObserverBridge;
use sliding::tiles::choice::TileObserver;
use sliding::tiles::deepening::{Pass, PassObserver as _};
use sliding::tiles::optimal::BuildEvent;

use crate::cli::complain;
use crate::cli::failure::at_least;
use crate::cli::options::{Globals, Limits};
use crate::cli::progress::ProgressObserver;

/// Observer of many searches: for one board it reports its progress, for more the number finished.
pub struct TilesProgress {
    boards: usize,
    /// The time limit of each board is not checked here.
    budget: Budget,
    /// Whether lack of memory was reported.
    lacks_memory: AtomicBool,
    /// The number finished.
    watched: Mutex<(usize, ProgressObserver)>,
}

impl TilesProgress {
    pub fn new(globals: Globals, boards: usize) -> TilesProgress {
        let watch = ProgressObserver::new(globals);
        let (budget, lacks_memory) = (Limits::default().budget(), AtomicBool::new(false));
        TilesProgress { boards, budget, lacks_memory, watched: Mutex::new((0, watch)) }
    }

    fn lock(&self) -> MutexGuard<'_, (usize, ProgressObserver)> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_bridge<T>(&self, what: impl FnOnce(&mut ObserverBridge) -> T) -> T {
        what(&mut ObserverBridge::new(&self.budget, &mut self.lock().1))
    }
}

impl BatchObserver for TilesProgress {
    fn engine_chosen(&self, number: usize, engine: Engine, why: &str) {
        match self.boards {
            1 => self.with_bridge(|bridge| bridge.engine_chosen(engine, why)),
            _ => self.lock().1.say(&format!("board {}: engine {engine}: {why}", number + 1)),
        }
    }

    fn pass_ends(&self, _number: usize, pass: &Pass) {
        if self.boards == 1 {
            self.with_bridge(|bridge| bridge.pass_ends(pass));
        }
    }

    fn building(&self, building: &BuildEvent) {
        self.with_bridge(|bridge| bridge.building(building));
    }

    fn is_slow(&self, _number: usize) {
        self.with_bridge(|bridge| bridge.is_slow());
    }

    fn lacks_memory(&self, _number: usize, needed: u64) {
        if !self.lacks_memory.swap(true, Relaxed) {
            let enough = at_least(needed.saturating_add(FLOOR / 2));
            complain(&format!(
                "too little memory for pattern databases, searching without; \
                 --memory {enough} is enough"
            ));
        }
    }

    fn improved(&self, _number: usize, moves: u64, at_least: u64) {
        if self.boards == 1 {
            self.with_bridge(|bridge| bridge.improved(moves, at_least));
        }
    }

    fn answered(&self, _number: usize) {
        let (done, watch) = &mut *self.lock();
        *done += 1;
        if self.boards > 1 {
            watch.boards_done(*done, self.boards);
        }
    }

    fn should_stop(&self) -> bool {
        self.with_bridge(|bridge| bridge.should_stop())
    }
}
