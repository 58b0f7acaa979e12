//! The dataflow: messages between workers, and detecting the end of a level.
//!
//! There is one exchange, which routes every message to its worker. A level is a timestamp: when
//! timely's progress has passed it, every message of it has been received. Agreements between
//! levels work the same way, with timestamps of their own: all workers report to worker 0, which
//! sends an order. As all workers take the same steps, they are at the same timestamp whenever a
//! level begins.

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

use super::manifest::ListEntry;
use super::wire::ConnectionState;
use crate::engine::disk::folder::DiskError;
use crate::engine::host::Instant;
use crate::engine::query::Stopped;

/// How long an idle worker sleeps before it checks whether a process is lost.
const NAP: Duration = Duration::from_millis(20);

/// Some codes of a shard, ascending, in the format of `engine/disk/block.rs`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parcel {
    pub shard: u32,
    pub count: u32,
    /// The CRC-32 of the bytes.
    pub sum: u32,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A worker's report to worker 0 when it has done its part.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WorkerReport {
    /// The lists that it has made, or has.
    pub lists: Vec<ListEntry>,
    /// The smallest goal, as a code.
    pub goal: Option<Vec<u64>>,
    /// Some of its codes at the greatest distance.
    pub farthest: Vec<Vec<u64>>,
    /// Bytes that its process has on disk, and has sent; reported by the first worker of each
    /// process.
    pub used: u64,
    pub sent: u64,
    /// What stopped it from doing its part.
    pub halt: Option<Halt>,
}

/// The reports of all workers, with their numbers.
pub type Reports = Vec<(u32, WorkerReport)>;

/// Worker 0's order to all workers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WorkerCommand {
    /// The state to begin with, as text.
    pub state: Option<String>,
    /// The number of codes at the new distance, and the smallest goal among them.
    pub found: u64,
    pub goal: Option<Vec<u64>>,
    /// Whether to flush everything to disk and write a checkpoint.
    pub commits: bool,
    /// What stops the search.
    pub halt: Option<Halt>,
}

/// What stops a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halt {
    /// Something is wrong with a folder or with received data.
    Error(String),
    /// The time limit.
    Time,
    /// The search was cancelled.
    Cancelled,
    /// Another worker had to stop.
    OtherWorker,
}

impl Halt {
    /// Converts a trouble of this process.
    pub fn of(trouble: &DiskError) -> Self {
        match trouble {
            DiskError::Stopped(Stopped::Time) => Halt::Time,
            DiskError::Stopped(_) => Halt::Cancelled,
            trouble => Halt::Error(trouble.to_string()),
        }
    }

    pub fn stopped(&self) -> Stopped {
        match self {
            Halt::Error(_) => Stopped::Disk,
            Halt::Time => Stopped::Time,
            Halt::Cancelled | Halt::OtherWorker => Stopped::Cancelled,
        }
    }
}

/// A message to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Envelope {
    to: u32,
    content: Payload,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Payload {
    Parcel(Parcel),
    Report(u32, WorkerReport),
    Order(WorkerCommand),
    /// Stop your work, and report.
    Stop,
}

/// Messages that have arrived and are not processed yet.
#[derive(Default)]
struct Inbox {
    /// With their timestamps.
    parcels: Vec<(u64, Parcel)>,
    reports: Reports,
    order: Option<WorkerCommand>,
    is_stop_requested: bool,
}

/// A worker's end of the dataflow.
pub struct Flow {
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Envelope>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<Inbox>>,
    wires: Arc<ConnectionState>,
    /// Number of workers per process.
    threads: usize,
    /// The timestamp of messages sent now, and that of the level.
    now: u64,
    level: u64,
}

impl Flow {
    /// Joins the dataflow, with `threads` workers in each process.
    pub fn new(builder: TcpBuilder, threads: usize, wires: &Arc<ConnectionState>) -> Self {
        let allocator = Allocator::Tcp(builder.build());
        // While a worker waits, others compute, often on the same processors, so it must not spin.
        // Without a clock timely's workers never sleep.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let mut input = InputHandle::new();
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let taking = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            let letters = scope.input_from(&mut input);
            let exchange = Exchange::new(|letter: &Envelope| u64::from(letter.to));
            let taken = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                exchange,
                "Take",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|time, letters| {
                            let level = *time.stamp().least().expect("letters have a time");
                            let mut inbox = taking.borrow_mut();
                            letters.drain(..).for_each(|letter| inbox.receive(level, letter));
                        });
                    }
                },
            );
            taken.probe().0
        });
        Self { worker, input, probe, inbox, wires: Arc::clone(wires), threads, now: 0, level: 0 }
    }

    /// Returns the number of this worker, and the number of all workers.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    pub fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// Whether this is the first worker of its process, which reports for the process.
    pub fn is_first(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// Returns the bytes that this process has sent.
    pub fn sent(&self) -> u64 {
        self.wires.written()
    }

    /// Returns the bytes that wait to be sent.
    pub fn waiting(&self) -> u64 {
        self.wires.waiting()
    }

    /// Sends codes to the worker that owns their shard.
    pub fn send(&mut self, to: usize, parcel: Parcel) {
        if to / self.threads != self.index() / self.threads {
            self.wires.count_queued(parcel.bytes.len() as u64);
        }
        self.input.send(Envelope { to: to as u32, content: Payload::Parcel(parcel) });
    }

    /// Receives what has arrived; waits a moment if there is nothing.
    ///
    /// # Errors
    ///
    /// Where a process is lost.
    pub fn step(&mut self, waits: bool) -> Result<(), DiskError> {
        self.worker.step_or_park(Some(if waits { NAP } else { Duration::ZERO }));
        match self.wires.lost() {
            // The wires know which process it was.
            Some(_) => Err(DiskError::Stopped(Stopped::Cancelled)),
            None => Ok(()),
        }
    }

    /// Whether another worker asked all to stop their work.
    pub fn is_stop_requested(&self) -> bool {
        self.inbox.borrow().is_stop_requested
    }

    /// Asks all other workers to stop their work. They learn of it when this worker ends its part
    /// of the level, or reports.
    pub fn request_stop(&mut self) {
        let index = self.index();
        for to in (0..self.workers()).filter(|&to| to != index) {
            self.input.send(Envelope { to: to as u32, content: Payload::Stop });
        }
    }

    /// Returns the parcels of this level that have arrived.
    pub fn parcels(&mut self) -> Vec<Parcel> {
        let (level, parcels) = (self.level, &mut self.inbox.borrow_mut().parcels);
        parcels.extract_if(.., |(of, _)| *of == level).map(|(_, parcel)| parcel).collect()
    }

    /// Sends what is in timely's buffers, and goes on to the next timestamp.
    fn advance(&mut self) {
        self.now += 1;
        self.input.advance_to(self.now);
    }

    /// Begins a new level: later messages belong to it.
    pub fn begin_level(&mut self) {
        self.level = self.now;
    }

    /// Declares that this worker sends nothing more for this level.
    pub fn end_level(&mut self) {
        if self.now == self.level {
            self.advance();
        }
    }

    /// Whether all messages of this level have arrived, at all workers.
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
        report: WorkerReport,
        decide: &mut dyn FnMut(Reports) -> WorkerCommand,
    ) -> Result<WorkerCommand, DiskError> {
        // After a process is lost, messages may belong to an agreement that never ends: they must
        // not be taken for another one.
        self.step(false)?;
        let index = self.index() as u32;
        self.input.send(Envelope { to: 0, content: Payload::Report(index, report) });
        self.advance();
        if index == 0 {
            while self.inbox.borrow().reports.len() < self.workers() {
                self.step(true)?;
            }
            let mut reports = std::mem::take(&mut self.inbox.borrow_mut().reports);
            reports.sort_by_key(|&(worker, _)| worker);
            let order = decide(reports);
            for to in 0..self.workers() as u32 {
                self.input.send(Envelope { to, content: Payload::Order(order.clone()) });
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

    /// Ends the dataflow, once there is nothing left to agree on. No process leaves before all have
    /// reached this point, as a process that leaves looks lost to the others. One that is gone by
    /// now has only been faster.
    pub fn end(mut self) {
        std::mem::replace(&mut self.input, InputHandle::new()).close();
        while self.worker.has_dataflows() && self.step(true).is_ok() {}
    }
}

impl Inbox {
    fn receive(&mut self, level: u64, letter: Envelope) {
        match letter.content {
            Payload::Parcel(parcel) => self.parcels.push((level, parcel)),
            Payload::Report(worker, report) => self.reports.push((worker, report)),
            Payload::Order(order) => self.order = Some(order),
            Payload::Stop => self.is_stop_requested = true,
        }
    }
}
