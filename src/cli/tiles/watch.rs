//! Progress of the search of several tile puzzles at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sliding::solve::{Advice, Engine, Observer};

use crate::cli::options::Globals;
use crate::cli::progress::ProgressObserver;

/// Progress of many searches: for one board its passes, for more the number finished.
pub struct TilesProgress {
    boards: usize,
    progress: Mutex<ProgressObserver>,
}

impl TilesProgress {
    pub fn new(globals: Globals, boards: usize) -> TilesProgress {
        TilesProgress { boards, progress: Mutex::new(ProgressObserver::new(globals)) }
    }

    fn lock(&self) -> MutexGuard<'_, ProgressObserver> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the number of finished boards.
    pub fn done(&self, done: usize) {
        if self.boards > 1 {
            self.lock().boards_done(done, self.boards);
        }
    }
}

/// Observer of the search of one board.
pub struct BoardObserver<'a> {
    pub number: usize,
    pub watch: &'a TilesProgress,
}

impl Observer for BoardObserver<'_> {
    fn waiting(&mut self) {
        self.watch.lock().waiting();
    }

    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        match self.watch.boards {
            1 => self.watch.lock().engine_chosen(engine, why),
            _ => {
                let line = format!("board {}: engine {engine}: {why}", self.number + 1);
                self.watch.lock().say(&line);
            }
        }
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        if self.watch.boards == 1 {
            self.watch.lock().pass_ends(moves, positions);
        }
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        self.watch.lock().building(homes, placements, total);
    }

    fn advised(&mut self, advice: &Advice) {
        self.watch.lock().advised(advice);
    }

    fn improved(&mut self, moves: u64, at_least: u64) {
        if self.watch.boards == 1 {
            self.watch.lock().improved(moves, at_least);
        }
    }
}
