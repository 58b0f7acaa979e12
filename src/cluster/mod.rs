//! Searches by several processes, on one machine or on several.
//!
//! Each thread of each process is a *worker*, and owns the positions whose hashes it is assigned. For a
//! level, workers list the neighbours of their own positions and send them to the owners ([`exchange`]);
//! these insert what is new ([`shard`]). Then all report what they have found, and come to the same
//! result ([`search`]): so every worker runs the one level loop, and all decide alike. Processes only
//! share the network. `docs/internals/cluster.md` is for users.

mod connect;
mod exchange;
mod files;
mod search;
mod shard;

use std::thread;
use std::time::Duration;

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::worker::Worker;

use crate::engine::compiled::{Compiled, check_puzzle, dispatch, images};
use crate::engine::drive::{Run, answer};
use crate::engine::host::{Instant, sweep};
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal, Status, Until};
use crate::puzzle::Configuration;

use exchange::Exchange;
use files::{ENDING, LevelFiles, Tally};
use search::ClusterSearch;
use shard::Shard;

/// The processes of a search, as one of them sees them.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The addresses at which the processes listen, as `host:port`. There is at least one.
    pub hosts: Vec<String>,
    /// The number of this process: its place among the hosts.
    pub process: usize,
    /// How long to wait for the others at the beginning.
    pub wait: Duration,
}

/// The result of a search by several processes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClusterAnswer {
    /// The same as on one machine.
    pub answer: Answer,
    /// The number of positions found that meet a goal.
    pub goals: u64,
    /// Some of the positions farthest from the start, if all were searched.
    pub farthest: Vec<Configuration>,
}

/// Why there is no result.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The search cannot begin.
    #[error(transparent)]
    Query(#[from] Refusal),
    /// The processes did not meet, for this reason.
    #[error("{0}")]
    Unmet(String),
}

/// Takes part in a search from a puzzle's start. Every process has to call this with the same query and
/// the same numbers of threads and `most`: that of the farthest positions to return. All get the same
/// result.
///
/// The limits are for this process, but if one is stopped, all are. With a folder, each process writes
/// its levels there, and all can resume from the last level that all of them have.
///
/// When a process is lost, threads of timely panic in the others. Their panic hook should end them:
/// [`lost_process`] says that it is so.
///
/// # Errors
///
/// If the folder cannot be used, and if a process does not come or has another query.
pub fn search(
    query: &Query,
    budget: &Budget,
    cluster: &Cluster,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<ClusterAnswer, ClusterError> {
    check_puzzle(query.puzzle)?;
    let started = Instant::now();
    let (processes, threads) = (cluster.hosts.len(), budget.threads());
    let images = images(query);
    let Query { puzzle, style, disk, until, wants_solution, .. } = query;
    let head = format!(
        "sliding-cluster 2\nprogram: {}\npuzzle: {:08x}\nstyle: {style}\nsymmetries: {}\n\
         processes: {processes}\nthreads: {threads}\n",
        env!("CARGO_PKG_VERSION"),
        crc32fast::hash(puzzle.to_string().as_bytes()),
        images.len(),
    );
    let files = |thread: usize| {
        let Disk { folder, resumes, .. } = disk.clone()?;
        let (head, worker) = (head.clone(), cluster.process * threads + thread);
        Some(LevelFiles { folder, head, worker, resumes })
    };
    let mut resumes = false;
    if let Some(files) = files(0) {
        let folder = files.folder.display();
        files.prepare().map_err(|why| Refusal::Folder(format!("{folder}: {why}")))?;
        resumes = files.resumes;
        sweep(&files.folder, ENDING);
    }
    let greeting = format!(
        "{head}until: {until:?}\nlimit: {:?}\nsolution: {wants_solution}\nfarthest: {most}\n\
         resume: {resumes}\n",
        budget.max_moves
    );
    let sockets = connect::connect(cluster, &greeting, budget).map_err(ClusterError::Unmet)?;
    let hooks = Hooks::default();
    let within = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let connected =
        initialize_networking_from_sockets(within, sockets, cluster.process, threads, hooks);
    let (builders, guard) = connected.map_err(|error| ClusterError::Unmet(error.to_string()))?;
    let mut workers = builders.into_iter().enumerate();
    let mut found = dispatch!(all (query.puzzle, query.style, &images), compiled => {
        let work = |(thread, builder), observer: &mut dyn Observer| {
            let mut run = Run { budget, observer };
            work(compiled, builder, files(thread), (query, most), &mut run)
        };
        thread::scope(|scope| {
            let first = workers.next().expect("there is a thread");
            for worker in workers {
                scope.spawn(move || work(worker, &mut ()));
            }
            work(first, observer)
        })
    });
    drop(guard);
    found.answer.elapsed = started.elapsed();
    Ok(found)
}

/// Does the work of a thread.
fn work<const W: usize>(
    compiled: &Compiled<W>,
    builder: TcpBuilder,
    files: Option<LevelFiles>,
    (query, most): (&Query, usize),
    run: &mut Run,
) -> ClusterAnswer {
    let allocator = Allocator::Tcp(builder.build());
    let worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
    let room = run.budget.room() / run.budget.threads() as u64;
    let mut search = ClusterSearch {
        shard: Shard::new(compiled, Exchange::new(worker, run.budget), room),
        keeps_levels: query.wants_solution && files.is_none(),
        files,
        tally: Tally::default(),
    };
    let mut answer = answer(&mut search, query, Engine::Sparse, run);
    let goals = search.tally.goals;
    let mut farthest = Vec::new();
    let is_whole = query.until == Until::Exhausted && !matches!(answer.status, Status::Stopped(_));
    if most > 0 && is_whole {
        match search.farthest(most) {
            Ok(first) => farthest = first,
            Err(stopped) => answer.status = Status::Stopped(stopped),
        }
    }
    search.shard.exchange.close();
    ClusterAnswer { answer, goals, farthest }
}

/// Returns the number of the process that was lost, if a thread with this name has panicked: timely does
/// not go on without it.
pub fn lost_process(thread: &str) -> Option<usize> {
    let process = thread.strip_prefix("timely:recv-").or(thread.strip_prefix("timely:send-"));
    process?.parse().ok()
}
