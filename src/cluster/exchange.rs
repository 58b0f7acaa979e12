//! What the workers of all processes send to each other, over one dataflow of timely's.
//!
//! A worker is a thread of a process. Each has an input, whose messages go to the workers that they
//! name. Time has stages, and rounds within them: a stage ends when all workers have ended it and all of
//! its messages have arrived. Timely's probe reports that.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact;
use timely::dataflow::operators::core::input::Handle;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;

use crate::engine::query::{Budget, Stopped};

/// A message, after the number of the worker that it is for.
type Record = (usize, Message);
type Records = CapacityContainerBuilder<Vec<Record>>;

#[derive(Clone, Serialize, Deserialize)]
enum Message {
    /// The words of codes.
    Candidates(Vec<u64>),
    /// What stopped the sender, and its part of what all have to know.
    Report(Option<Stopped>, Vec<u64>),
    /// The sender is stopped: there is no need to go on.
    Stop(Stopped),
}

/// Rounds of a stage.
const ROUNDS: u64 = 1 << 32;

/// A waiting worker looks at the clock and the interrupt this often.
const TICK: Duration = Duration::from_millis(50);

/// A worker's connection to all others.
pub struct Exchange<'a> {
    pub worker: Worker,
    budget: &'a Budget,
    input: Handle<u64, Records>,
    probe: probe::Handle<u64>,
    inbox: Rc<RefCell<Vec<Record>>>,
    /// The words of codes that have arrived.
    pub arrived: Vec<Vec<u64>>,
    reports: Vec<(Option<Stopped>, Vec<u64>)>,
    stopped: Option<Stopped>,
}

impl<'a> Exchange<'a> {
    /// Builds the dataflow. All workers have to do it.
    pub fn new(mut worker: Worker, budget: &'a Budget) -> Self {
        let inbox: Rc<RefCell<Vec<Record>>> = Rc::default();
        let received = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow(|scope| {
            let (input, stream) = scope.new_input::<Vec<Record>>();
            let by_target = pact::Exchange::new(|(to, _): &Record| *to as u64);
            let receive = stream.unary::<Records, _, _, _>(by_target, "receive", |_, _| {
                move |input, _| input.for_each(|_, records| received.borrow_mut().append(records))
            });
            (input, receive.probe().0)
        });
        let (arrived, reports) = (Vec::new(), Vec::new());
        Self { worker, budget, input, probe, inbox, arrived, reports, stopped: None }
    }

    /// Whether this worker or another one is stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Stops all workers. What they do until the next report is void.
    pub fn stop(&mut self, why: Stopped) {
        if self.stopped.is_none() {
            self.stopped = Some(why);
            self.send_all(&Message::Stop(why));
            self.input.flush();
        }
    }

    fn send_all(&mut self, message: &Message) {
        for to in 0..self.worker.peers() {
            self.input.send((to, message.clone()));
        }
    }

    /// Sends the words of codes to a worker.
    pub fn send(&mut self, to: usize, words: Vec<u64>) {
        self.input.send((to, Message::Candidates(words)));
    }

    /// Ends a round. Waits until the round before it has arrived everywhere, so little is on the way.
    pub fn end_round(&mut self) {
        let time = *self.input.time();
        self.input.advance_to(time + 1);
        self.wait(time);
    }

    /// Ends a stage, and waits until it has arrived everywhere.
    pub fn end_stage(&mut self) {
        let time = (self.input.time() / ROUNDS + 1) * ROUNDS;
        self.input.advance_to(time);
        self.wait(time);
    }

    /// Ends a stage with a report to all workers. Returns the reports of all, in any order; if one was
    /// stopped before its report, the reason, which is the same for all.
    pub fn agree(&mut self, report: &[u64]) -> Result<Vec<Vec<u64>>, Stopped> {
        self.send_all(&Message::Report(self.stopped, report.to_vec()));
        self.end_stage();
        // Reports of the next stage may be there already, but after those of this one.
        let (stops, reports): (Vec<_>, _) = self.reports.drain(..self.worker.peers()).unzip();
        match stops.into_iter().max().flatten() {
            Some(why) => {
                // The path to a goal may still be found. A clock that has run out stops that, too.
                self.stopped = None;
                Err(why)
            }
            None => Ok(reports),
        }
    }

    /// Waits until all workers have come to a time.
    fn wait(&mut self, time: u64) {
        self.worker.step();
        loop {
            for (_, message) in self.inbox.take() {
                match message {
                    Message::Candidates(words) => self.arrived.push(words),
                    Message::Report(why, words) => self.reports.push((why, words)),
                    Message::Stop(why) => self.stopped = self.stopped.max(Some(why)),
                }
            }
            if let Err(why) = self.budget.look() {
                self.stop(why);
            }
            if !self.probe.less_than(&time) {
                return;
            }
            self.worker.step_or_park(Some(TICK));
        }
    }

    /// Ends the dataflow, when all workers do.
    pub fn close(self) {
        let Self { mut worker, input, .. } = self;
        drop(input);
        while worker.has_dataflows() {
            worker.step_or_park(None);
        }
    }
}
