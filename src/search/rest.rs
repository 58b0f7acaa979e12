//! Where an engine goes on for another: nobody hears of a level twice.

use crate::puzzle::Configuration;
use crate::query::{Advice, Engine, Found, Observer, Progress};

/// Tells on what has not been told.
pub struct Rest<'a> {
    observer: &'a mut dyn Observer,
    /// Levels that were told to begin and to end.
    begun: u64,
    ended: u64,
    is_met: bool,
    /// Whether the engine that was chosen last has begun.
    is_under_way: bool,
}

impl<'a> Rest<'a> {
    /// For somebody who has heard of nothing yet.
    pub fn new(observer: &'a mut dyn Observer) -> Self {
        Self { observer, begun: 0, ended: 0, is_met: false, is_under_way: false }
    }
}

impl Observer for Rest<'_> {
    fn wants_every(&self) -> bool {
        self.observer.wants_every()
    }

    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.is_under_way = false;
        self.observer.engine_chosen(engine, why);
    }

    fn waiting(&mut self) {
        self.observer.waiting();
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.distance >= self.ended {
            self.observer.progress(progress);
        }
    }

    fn level_begins(&mut self, distance: u64) {
        // The same engine searches for something else.
        if std::mem::replace(&mut self.is_under_way, true) && distance == 0 {
            (self.begun, self.ended, self.is_met) = (0, 0, false);
        }
        if distance >= self.begun {
            self.begun = distance + 1;
            self.observer.level_begins(distance);
        }
    }

    fn found(&mut self, found: &Found) {
        if self.ended == 0 {
            self.observer.found(found);
        }
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        if distance >= self.ended {
            self.ended = distance + 1;
            self.observer.level_ends(distance, configurations);
        }
    }

    fn goal_met(&mut self, distance: u64) {
        if !std::mem::replace(&mut self.is_met, true) {
            self.observer.goal_met(distance);
        }
    }

    fn retraced(&mut self, distance: u64, configuration: &Configuration) {
        self.observer.retraced(distance, configuration);
    }

    fn forgotten(&mut self, distance: u64) {
        self.observer.forgotten(distance);
    }

    fn advised(&mut self, advice: &Advice) {
        self.observer.advised(advice);
    }
}
