//! Observing a search that another engine continues: each level is reported once.

use crate::engine::query::{Advice, Engine, Found, Observer, Progress};
use crate::puzzle::Configuration;

/// Forwards events to an observer, dropping levels that it has already seen from the previous
/// engine.
pub struct HandoverObserver<'a> {
    observer: &'a mut dyn Observer,
    /// The events of each search that an engine makes, one after the other: a map has one from the
    /// start and one from the goals.
    searches: Vec<ForwardedEvents>,
    /// The index of the search that the current engine is in, once it has begun.
    at: Option<usize>,
}

/// The events of one search that were forwarded.
#[derive(Default)]
struct ForwardedEvents {
    /// Number of levels that have begun, and that have ended.
    begun_levels: u64,
    ended_levels: u64,
}

impl<'a> HandoverObserver<'a> {
    /// Wraps an observer that has seen no events yet.
    pub fn new(observer: &'a mut dyn Observer) -> Self {
        Self { observer, searches: vec![ForwardedEvents::default()], at: None }
    }

    fn forwarded(&mut self) -> &mut ForwardedEvents {
        &mut self.searches[self.at.unwrap_or(0)]
    }
}

impl Observer for HandoverObserver<'_> {
    fn wants_every(&self) -> bool {
        self.observer.wants_every()
    }

    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.at = None;
        self.observer.engine_chosen(engine, why);
    }

    fn waiting(&mut self) {
        self.observer.waiting();
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.distance >= self.forwarded().ended_levels {
            self.observer.progress(progress);
        }
    }

    fn level_begins(&mut self, distance: u64) {
        if distance == 0 {
            let at = self.at.map_or(0, |at| at + 1);
            self.at = Some(at);
            self.searches.resize_with(self.searches.len().max(at + 1), ForwardedEvents::default);
        }
        if distance >= self.forwarded().begun_levels {
            self.forwarded().begun_levels = distance + 1;
            self.observer.level_begins(distance);
        }
    }

    fn found(&mut self, found: &Found) {
        if self.forwarded().ended_levels == 0 {
            self.observer.found(found);
        }
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        if distance >= self.forwarded().ended_levels {
            self.forwarded().ended_levels = distance + 1;
            self.observer.level_ends(distance, configurations);
        }
    }

    fn goal_met(&mut self, distance: u64) {
        if distance >= self.forwarded().ended_levels {
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
