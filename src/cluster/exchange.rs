//! What the workers of all processes send to each other, over one dataflow of timely's.
//!
//! A worker is a thread of a process. Each has an input, whose messages go to the workers that they
//! name. Time has stages, and rounds within them: a stage ends when all workers have ended it and all of
//! its messages have arrived. Timely's probe reports that.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact;
use timely::dataflow::operators::core::input::Handle;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;

use crate::engine::query::{Budget, Stopped};

/// The number of the worker that a message is for, whether it is a report, what has stopped the sender,
/// and words: the sender's part of what all have to know in a report, codes in other messages.
type Message = (usize, bool, Option<Stopped>, Vec<u64>);
type Messages = CapacityContainerBuilder<Vec<Message>>;

/// Rounds of a stage.
const ROUNDS: u64 = 1 << 32;

/// A waiting worker looks at the clock and the interrupt this often.
const TICK: Duration = Duration::from_millis(50);

/// A worker's connection to all others.
pub struct Exchange<'a> {
    pub worker: Worker,
    budget: &'a Budget,
    input: Handle<u64, Messages>,
    probe: probe::Handle<u64>,
    inbox: Rc<RefCell<Vec<Message>>>,
    /// The words of codes that have arrived.
    pub arrived: Vec<Vec<u64>>,
    reports: Vec<(Option<Stopped>, Vec<u64>)>,
    stopped: Option<Stopped>,
}

impl<'a> Exchange<'a> {
    /// Builds the dataflow. All workers have to do it.
    pub fn new(mut worker: Worker, budget: &'a Budget) -> Self {
        let inbox: Rc<RefCell<Vec<Message>>> = Rc::default();
        let received = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow(|scope| {
            let (input, stream) = scope.new_input::<Vec<Message>>();
            let by_target = pact::Exchange::new(|(to, ..): &Message| *to as u64);
            let receive = stream.unary::<Messages, _, _, _>(by_target, "receive", |_, _| {
                move |input, _| input.for_each(|_, records| received.borrow_mut().append(records))
            });
            (input, receive.probe().0)
        });
        Self {
            worker,
            budget,
            input,
            probe,
            inbox,
            arrived: Vec::new(),
            reports: Vec::new(),
            stopped: None,
        }
    }

    /// Whether this worker or another one is stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Stops all workers. What they do until the next report is void.
    pub fn stop(&mut self, why: Stopped) {
        if self.stopped.is_none() {
            self.stopped = Some(why);
            self.send_all(false, &[]);
            self.input.flush();
        }
    }

    fn send_all(&mut self, is_report: bool, words: &[u64]) {
        for to in 0..self.worker.peers() {
            self.input.send((to, is_report, self.stopped, words.to_vec()));
        }
    }

    /// Sends the words of codes to a worker.
    pub fn send(&mut self, to: usize, words: Vec<u64>) {
        self.input.send((to, false, None, words));
    }

    /// Ends a stage with a report to all workers. Returns the reports of all, in any order; if one was
    /// stopped before its report, the reason, which is the same for all.
    pub fn agree(&mut self, report: &[u64]) -> Result<Vec<Vec<u64>>, Stopped> {
        self.send_all(true, report);
        self.end(true);
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

    /// Ends a stage, and waits until it has arrived everywhere. Or ends a round, and waits for the round
    /// before it, so little is on the way.
    pub fn end(&mut self, is_stage: bool) {
        let now = *self.input.time();
        let stage = (now / ROUNDS + 1) * ROUNDS;
        let (next, time) = if is_stage { (stage, stage) } else { (now + 1, now) };
        self.input.advance_to(next);
        self.worker.step();
        loop {
            for (_, is_report, stopped, words) in self.inbox.take() {
                if is_report {
                    self.reports.push((stopped, words));
                } else {
                    self.stopped = self.stopped.max(stopped);
                    self.arrived.push(words);
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
