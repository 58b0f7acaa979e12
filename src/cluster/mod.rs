//! Searches by several processes, on one machine or on many.
//!
//! Every process has some of the codes of each level as sorted lists in a folder. Codes that one
//! finds for another go over a dataflow ([`flow`]) built with the crate `timely`; a level is a
//! timestamp there. `docs/internals/cluster.md` explains the whole: the messages between processes,
//! the contents of their folders, and the loss of a process.

mod connect;
mod flow;
mod hello;
mod hosts;
mod level;
mod lists;
mod manifest;
mod member;
mod place;
mod processes;
mod shards;
#[cfg(test)]
mod tests;
mod wire;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;

pub use hosts::{Hosts, HostsError, MOST_PROCESSES};
pub use processes::{Cluster, ClusterError};

use self::connect::Peers;
use self::flow::{Flow, Halt};
use self::hello::Hello;
use self::level::LevelWorker;
use self::member::{ClusterMember, Gathered, MemberOptions};
use self::place::ProcessFolder;
use self::wire::{Connection, ConnectionState};
use crate::analyse::Distances;
use crate::engine::compiled::{Compiled, CompiledJob, check_puzzle, with_compiled};
use crate::engine::disk::folder::DiskError;
use crate::engine::host::Instant;
use crate::engine::layers::{Run, SearchOutcome, drive};
use crate::engine::query::{Budget, Disk, Observer, Query, Refusal, Stopped, Until};

/// Grace period after losing a peer, so that others report the same peer and not this process.
const WAKE: Duration = Duration::from_millis(500);

/// The result of an exhaustive search by several processes.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ClusterOutcome {
    /// What stopped the search, if it is not complete.
    pub stopped: Option<Stopped>,
    /// Distances from the start. Only process 0 knows some of the farthest positions.
    pub from_start: Distances,
    /// The least number of moves to a goal, if one was reached.
    pub moves: Option<u64>,
    /// Bytes that all processes have sent. Only process 0 knows them.
    pub sent: u64,
    /// The number of processes.
    pub processes: usize,
    /// The number of threads of each process.
    pub threads: usize,
    /// The time taken, including that until all had come.
    pub elapsed: Duration,
}

impl ClusterOutcome {
    /// Returns the number of positions.
    pub fn states(&self) -> u64 {
        self.from_start.levels.iter().sum()
    }
}

/// Takes part in a search from a puzzle's start. Every process must call it with the same puzzle,
/// style and `until`, and with a folder in `query.disk`, which several may share. All get the
/// counts. At most `most` of the farthest positions are returned.
///
/// The budget is for this process. `max_moves` has to be the same for all; the smallest number of
/// threads applies to all. If a process is interrupted or out of time, all stop.
///
/// # Errors
///
/// Where a process does not come, has another search, or is lost on the way; and where a folder
/// cannot be used. After that, all can resume from the last checkpoint.
pub fn explore(
    query: &Query,
    budget: &Budget,
    cluster: &Cluster,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<ClusterOutcome, ClusterError> {
    check_puzzle(query.puzzle)?;
    let disk = query.disk.as_ref();
    let Some((disk, folder)) = disk.and_then(|disk| Some((disk, disk.folder.as_deref()?))) else {
        return Err(Refusal::Unsuited("processes that share a search need a folder").into());
    };
    let started = Instant::now();
    let job = ProcessJob {
        query,
        disk,
        folder,
        budget,
        cluster,
        most,
        observer,
        started,
        tune: TestLimits::default(),
    };
    with_compiled(query.puzzle, query.style, job)
}

/// A change of a worker's memory limits before it begins.
#[derive(Clone, Copy, Default)]
struct TestLimits {
    #[cfg(test)]
    squeezes: bool,
}

impl TestLimits {
    fn tune<const W: usize>(self, bench: &mut LevelWorker<W>) {
        #[cfg(test)]
        if self.squeezes {
            bench.shrink_limits();
        }
        #[cfg(not(test))]
        let _ = bench;
    }
}

/// A process's share in a search.
struct ProcessJob<'a> {
    query: &'a Query<'a>,
    disk: &'a Disk,
    folder: &'a Path,
    budget: &'a Budget,
    cluster: &'a Cluster,
    most: usize,
    observer: &'a mut dyn Observer,
    started: Instant,
    tune: TestLimits,
}

/// The result of a worker.
type WorkerResult = Result<(SearchOutcome, Gathered), Halt>;

impl CompiledJob for ProcessJob<'_> {
    type Output = Result<ClusterOutcome, ClusterError>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let ProcessJob { query, disk, folder, budget, cluster, .. } = self;
        let process = cluster.process;
        let head = manifest::head(query.puzzle, query.style);
        let mut place = ProcessFolder::open(folder, disk.limit, process).map_err(refusal)?;
        let mine = self.hello(&head, &place);
        let refuses = |hellos: &[Hello], place: &mut ProcessFolder| {
            place.settle(hellos, &head, disk.resumes).err().map(|trouble| trouble.to_string())
        };
        let Peers { sockets, hellos } =
            connect::connect(cluster, &mine, budget, &mut place, refuses)?;
        let threads = hellos.iter().map(|hello| hello.threads).min().unwrap_or(1);
        let wires = Arc::new(ConnectionState::default());
        let builders = workers(sockets, process, threads, &wires)?;
        let terms = MemberOptions {
            place: &place,
            head: &head,
            resumes: disk.resumes,
            memory: budget.room() / threads as u64,
            is_limited: disk.limit.is_some(),
            most: self.most,
        };
        let work = |builder, observer: &mut dyn Observer| {
            let flow = Flow::new(builder, threads, &wires);
            let mut run = Run { budget, observer };
            let tune = |bench: &mut LevelWorker<W>| self.tune.tune(bench);
            let mut member = ClusterMember::new(compiled, &terms, flow, &tune)?;
            let outcome =
                drive(&mut member, query.until, &mut run, &mut |_, _| ControlFlow::Continue(()));
            let gathered = member.finish(&mut run).map_err(|why| Halt::of(&why))?;
            Ok((outcome, gathered))
        };
        let mut builders = builders.into_iter();
        let first = builders.next().expect("there is a worker");
        let found: WorkerResult = thread::scope(|scope| {
            let others: Vec<_> = builders.map(|one| scope.spawn(|| work(one, &mut ()))).collect();
            let found = work(first, self.observer);
            for other in others {
                let ended: WorkerResult = other.join().expect("no worker panics");
                // Any failure is also known to the first worker.
                drop(ended);
            }
            found
        });
        let processes = hellos.len();
        wires.close(processes - 1);
        // What all have agreed on is valid, even if a process has left since.
        if let (Err(Halt::Cancelled), Some((process, why))) = (&found, wires.lost()) {
            sleep(WAKE);
            let address = cluster.hosts.addresses()[process].clone();
            return Err(ClusterError::Lost { process, address, why });
        }
        let (outcome, Gathered { farthest, sent }) = found.map_err(|halt| match halt {
            Halt::Error(why) => ClusterError::Refused(why),
            halt => ClusterError::Stopped(halt.stopped()),
        })?;
        let from_start = Distances { levels: outcome.levels, farthest };
        let elapsed = self.started.elapsed();
        let (stopped, moves) = (outcome.stopped, outcome.met);
        Ok(ClusterOutcome { stopped, from_start, moves, sent, processes, threads, elapsed })
    }
}

impl ProcessJob<'_> {
    /// Returns the introduction of this process.
    fn hello(&self, head: &str, place: &ProcessFolder) -> Hello {
        let most = self.budget.max_moves.map_or("any".to_owned(), |most| most.to_string());
        let until = match self.query.until {
            Until::Solved => "a goal",
            Until::Exhausted => "all is found",
        };
        let resumes = if self.disk.resumes { "is resumed" } else { "is new" };
        let processes = self.cluster.hosts.addresses().len();
        let search = format!(
            "{head}until: {until}\nmoves: {most}\nsearch: it {resumes}\nprocesses: {processes}"
        );
        let (process, threads) = (self.cluster.process, self.budget.threads());
        Hello { search, process, threads, leads: place.leads, folder: String::new() }
    }
}

/// Returns what timely needs to build each worker of this process.
fn workers(
    sockets: Vec<Option<std::net::TcpStream>>,
    process: usize,
    threads: usize,
    wires: &Arc<ConnectionState>,
) -> Result<Vec<TcpBuilder>, ClusterError> {
    let hooks = Hooks::default();
    let within = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let wire = |(peer, socket): (usize, Option<std::net::TcpStream>)| {
        socket.map(|socket| Connection::new(socket, peer, wires)).transpose()
    };
    let sockets: Vec<_> = sockets.into_iter().enumerate().map(wire).collect::<Result<_, _>>()?;
    let (builders, threads) =
        initialize_networking_from_sockets(within, sockets, process, threads, hooks)?;
    // Dropping it would join its threads; these end when all connections are closed, which may
    // never happen after a process is lost.
    std::mem::forget(threads);
    Ok(builders)
}

fn refusal(trouble: DiskError) -> ClusterError {
    match trouble {
        DiskError::Stopped(stopped) => ClusterError::Stopped(stopped),
        trouble => ClusterError::Query(Refusal::Folder(trouble.to_string())),
    }
}
