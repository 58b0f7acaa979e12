//! Connects the solvers of tile puzzles to the observers of searches of any kind.

use std::cell::RefCell;

use super::choice;
use super::deepening::{Pass, PassObserver};
use super::optimal::BuildEvent;
use crate::engine::host::Instant;
use crate::engine::query::{Advice, Budget, Engine, Observer};

/// Forwards the events of tile solvers to an observer, and stops them when a budget is used up.
pub struct ObserverBridge<'a> {
    budget: &'a Budget,
    observer: RefCell<&'a mut dyn Observer>,
}

impl<'a> ObserverBridge<'a> {
    /// Connects a search's budget and its observer.
    pub fn new(budget: &'a Budget, observer: &'a mut dyn Observer) -> Self {
        Self { budget, observer: RefCell::new(observer) }
    }
}

impl PassObserver for ObserverBridge<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.get_mut().pass_ends(u64::from(pass.happy + pass.sad), pass.positions);
    }

    fn should_stop(&self) -> bool {
        // Called between two events, never within one, so the `RefCell` is free.
        self.observer.borrow_mut().waiting();
        self.budget.look().is_err()
    }
}

impl choice::TileObserver for ObserverBridge<'_> {
    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.observer.get_mut().engine_chosen(engine, why);
    }

    fn building(&mut self, building: &BuildEvent) {
        let observer = self.observer.get_mut();
        match building {
            BuildEvent::NotSaved(_, why) => observer.advised(&Advice::NotKept(why.to_string())),
            BuildEvent::Refused(_, why) => observer.advised(&Advice::BuiltAnew(why.to_string())),
            BuildEvent::Progress(pattern, built) => {
                observer.building(pattern.homes(), built.placements, built.total);
            }
        }
    }

    fn is_cancelled(&self) -> bool {
        self.budget.interrupt.is_set()
    }

    fn improved(&mut self, moves: u64, at_least: u64) {
        self.observer.get_mut().improved(moves, at_least);
    }

    fn deadline(&self) -> Option<Instant> {
        self.budget.deadline
    }

    fn is_slow(&mut self) {
        self.observer.get_mut().advised(&Advice::LargerDatabases);
    }
}
