//! The dataflow: letters between workers, and when all of a level have come.
//!
//! There is one exchange, in which every letter goes to the worker that it is for. A level is a timestamp: when
//! timely's progress has passed it, every letter of it has been taken in by whom it was for. What is agreed upon
//! between levels goes the same way, with timestamps of its own: everybody reports to worker 0, and it orders.
//! As all workers do the same one after the other, they are at the same timestamp whenever a level begins.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::manifest::Entry;
use super::wire::Wires;
use crate::engine::disk::folder::Trouble;
use crate::engine::host::Instant;
use crate::engine::query::Stopped;

/// How long a worker sleeps that has nothing to do, before it looks whether anybody is lost.
const NAP: Duration = Duration::from_millis(20);

/// Some codes of a shard, ascending, as `engine/disk/block.rs` writes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parcel {
    pub shard: u32,
    pub count: u32,
    /// The CRC-32 of the bytes.
    pub sum: u32,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// What a worker tells worker 0 when it has done its part.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The lists that it has made, or has.
    pub lists: Vec<Entry>,
    /// The smallest of the codes looked for.
    pub goal: Option<Vec<u64>>,
    /// Some of its codes at the greatest distance.
    pub farthest: Vec<Vec<u64>>,
    /// Bytes that its process has on disk, and has sent; told by the first worker of each process.
    pub used: u64,
    pub sent: u64,
    /// What kept it from doing its part.
    pub halt: Option<Halt>,
}

/// The reports of all workers, with their numbers.
pub type Reports = Vec<(u32, Report)>;

/// What worker 0 tells everybody then.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Order {
    /// The state to begin with, as text.
    pub state: Option<String>,
    /// The number of codes at the new distance, and the smallest of those looked for.
    pub found: u64,
    pub goal: Option<Vec<u64>>,
    /// Whether all is to be put on the disk and written down.
    pub commits: bool,
    /// What keeps the search from going on.
    pub halt: Option<Halt>,
}

/// What keeps a search from going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halt {
    /// Something is wrong with a folder or with what was sent.
    Trouble(String),
    /// The time is up.
    Time,
    /// Somebody wants it to end.
    Cancelled,
    /// Another worker could not go on.
    Called,
}

impl Halt {
    /// What becomes of a trouble that this process is in.
    pub fn of(trouble: &Trouble) -> Self {
        match trouble {
            Trouble::Stopped(Stopped::Time) => Halt::Time,
            Trouble::Stopped(_) => Halt::Cancelled,
            trouble => Halt::Trouble(trouble.to_string()),
        }
    }

    pub fn stopped(&self) -> Stopped {
        match self {
            Halt::Trouble(_) => Stopped::Disk,
            Halt::Time => Stopped::Time,
            Halt::Cancelled | Halt::Called => Stopped::Cancelled,
        }
    }
}

/// A letter to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Letter {
    to: u32,
    content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Content {
    Parcel(Parcel),
    Report(u32, Report),
    Order(Order),
    /// Leave off what you are doing, and report.
    Call,
}

/// What has come and was not taken yet.
#[derive(Default)]
struct Inbox {
    /// With their timestamps.
    parcels: Vec<(u64, Parcel)>,
    reports: Reports,
    order: Option<Order>,
    is_called: bool,
}

/// A worker's end of the dataflow.
pub struct Flow {
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Letter>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<Inbox>>,
    wires: Arc<Wires>,
    /// Workers of one process.
    threads: usize,
    /// The timestamp of what is sent now, and that of the level.
    now: u64,
    level: u64,
}

impl Flow {
    /// Takes part, with so many workers in each process.
    pub fn new(builder: TcpBuilder, threads: usize, wires: &Arc<Wires>) -> Self {
        let allocator = Allocator::Tcp(builder.build());
        // Whoever waits here waits for others to compute, on the same processors as likely as not. Without a clock
        // timely's workers never sleep.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let mut input = InputHandle::new();
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let taking = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            let letters = scope.input_from(&mut input);
            let exchange = Exchange::new(|letter: &Letter| u64::from(letter.to));
            let taken = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                exchange,
                "Take",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|time, letters| {
                            let level = *time.stamp().least().expect("letters have a time");
                            let mut inbox = taking.borrow_mut();
                            letters.drain(..).for_each(|letter| inbox.take(level, letter));
                        });
                    }
                },
            );
            taken.probe().0
        });
        Self { worker, input, probe, inbox, wires: Arc::clone(wires), threads, now: 0, level: 0 }
    }

    /// The number of this worker, and that of all.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    pub fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// Whether this is the first worker of its process, which speaks for it.
    pub fn is_first(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// Bytes that this process has sent.
    pub fn sent(&self) -> u64 {
        self.wires.written()
    }

    /// Bytes that wait to be sent.
    pub fn waiting(&self) -> u64 {
        self.wires.waiting()
    }

    /// Sends codes to the worker that has their shard.
    pub fn send(&mut self, to: usize, parcel: Parcel) {
        if to / self.threads != self.index() / self.threads {
            self.wires.give(parcel.bytes.len() as u64);
        }
        self.input.send(Letter { to: to as u32, content: Content::Parcel(parcel) });
    }

    /// Takes in what has come, for a moment if there is nothing.
    ///
    /// # Errors
    ///
    /// Where a process is lost.
    pub fn step(&mut self, waits: bool) -> Result<(), Trouble> {
        self.worker.step_or_park(Some(if waits { NAP } else { Duration::ZERO }));
        match self.wires.lost() {
            // Whoever asks the wires hears who.
            Some(_) => Err(Trouble::Stopped(Stopped::Cancelled)),
            None => Ok(()),
        }
    }

    /// Whether another worker wants everybody to leave off.
    pub fn is_called(&self) -> bool {
        self.inbox.borrow().is_called
    }

    /// Wants all others to leave off. They hear of it when this worker ends its part of the level, or reports.
    pub fn call(&mut self) {
        let index = self.index();
        for to in (0..self.workers()).filter(|&to| to != index) {
            self.input.send(Letter { to: to as u32, content: Content::Call });
        }
    }

    /// The parcels of this level that have come.
    pub fn parcels(&mut self) -> Vec<Parcel> {
        let (level, parcels) = (self.level, &mut self.inbox.borrow_mut().parcels);
        parcels.extract_if(.., |(of, _)| *of == level).map(|(_, parcel)| parcel).collect()
    }

    /// Sends what waits in timely's buffers, and goes on to the next timestamp.
    fn advance(&mut self) {
        self.now += 1;
        self.input.advance_to(self.now);
    }

    /// What is sent from now on is of a new level.
    pub fn begin_level(&mut self) {
        self.level = self.now;
    }

    /// There is nothing more of this level from this worker.
    pub fn end_level(&mut self) {
        if self.now == self.level {
            self.advance();
        }
    }

    /// Whether every letter of this level has come, everywhere.
    pub fn has_all(&mut self) -> bool {
        let has_all = !self.probe.less_than(&(self.level + 1));
        if has_all && self.is_first() {
            self.wires.all_arrived();
        }
        has_all
    }

    /// Reports to worker 0, where `decide` makes an order of all reports, and waits for the order.
    ///
    /// # Errors
    ///
    /// Where a process is lost.
    pub fn agree(
        &mut self,
        report: Report,
        decide: &mut dyn FnMut(Reports) -> Order,
    ) -> Result<Order, Trouble> {
        // Once somebody is lost, what came may be half of an agreement that nobody ends: it must not pass for
        // another one.
        self.step(false)?;
        let index = self.index() as u32;
        self.input.send(Letter { to: 0, content: Content::Report(index, report) });
        self.advance();
        if index == 0 {
            while self.inbox.borrow().reports.len() < self.workers() {
                self.step(true)?;
            }
            let mut reports = std::mem::take(&mut self.inbox.borrow_mut().reports);
            reports.sort_by_key(|&(worker, _)| worker);
            let order = decide(reports);
            for to in 0..self.workers() as u32 {
                self.input.send(Letter { to, content: Content::Order(order.clone()) });
            }
        }
        self.advance();
        loop {
            if let Some(order) = self.inbox.borrow_mut().order.take() {
                return Ok(order);
            }
            self.step(true)?;
        }
    }

    /// Ends the dataflow, once nothing is left to agree upon. No process leaves before all have come here, as one
    /// that leaves looks lost to the others. One that is gone by now has only been faster.
    pub fn end(mut self) {
        std::mem::replace(&mut self.input, InputHandle::new()).close();
        while self.worker.has_dataflows() && self.step(true).is_ok() {}
    }
}

impl Inbox {
    fn take(&mut self, level: u64, letter: Letter) {
        match letter.content {
            Content::Parcel(parcel) => self.parcels.push((level, parcel)),
            Content::Report(worker, report) => self.reports.push((worker, report)),
            Content::Order(order) => self.order = Some(order),
            Content::Call => self.is_called = true,
        }
    }
}
