//! Work shared among threads. Where the system refuses threads, as in browsers, the caller does all
//! of it.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, Builder};

use super::{Team, lock};

/// Upper limit on threads, whatever the caller asks for.
pub const MOST_THREADS: usize = 64;

/// Upper limit on threads per processor: more would only wait for each other.
const MOST_EACH: usize = 4;

/// Returns the number of threads to use: the number wanted, within the limits, else one per
/// processor.
pub fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let machine = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    wanted.map_or(machine, NonZeroUsize::get).min(MOST_EACH * machine).min(MOST_THREADS)
}

/// Calls `work` with each item on up to `threads` threads, including the caller's.
pub fn for_each<T>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) + Sync,
) {
    let items = items.into_iter();
    Team::new(threads.min(items.len())).each(items, |_, item| work(item));
}

/// Returns the result for each item, in the order of the items. The threads are those of
/// `for_each`.
pub fn map<T, R: Send>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let mut results: Vec<Option<R>> = (0..items.len()).map(|_| None).collect();
    for_each(threads, results.iter_mut().zip(items), |(result, item)| *result = Some(work(item)));
    results.into_iter().flatten().collect()
}

/// Runs tasks `0..tasks`, each on one of the workers, each worker on its own thread. The first
/// worker runs on the caller's thread, which alone asks whether to go on. Where the system refuses
/// a thread, the workers that have one do all tasks.
pub fn share<W: Send, S>(
    workers: &mut [W],
    tasks: usize,
    work: impl Fn(&mut W, usize) + Sync,
    pause: &mut dyn FnMut() -> Result<(), S>,
) -> Result<(), S> {
    let next = AtomicUsize::new(0);
    let stops = AtomicBool::new(false);
    let take = || {
        let task = next.fetch_add(1, Relaxed);
        (task < tasks && !stops.load(Relaxed)).then_some(task)
    };
    let (first, others) = workers.split_first_mut().expect("there is a worker");
    let count = others.len();
    let others = Mutex::new(others.iter_mut());
    let take_turns = || {
        let worker = lock(&others).next().expect("a worker for each thread");
        while let Some(task) = take() {
            work(worker, task);
        }
    };
    // A trait object, because a copy of the rest for each parallel loop was 2 % of all compiled code.
    let take_turns: &(dyn Fn() + Sync) = &take_turns;
    thread::scope(|scope| {
        for _ in 0..count {
            if Builder::new().spawn_scoped(scope, take_turns).is_err() {
                break;
            }
        }
        loop {
            let ended = pause();
            if ended.is_err() {
                stops.store(true, Relaxed);
                return ended;
            }
            let Some(task) = take() else { return ended };
            work(first, task);
        }
    })
}

/// Runs tasks as [`share`] does. The check gets the finished fraction of them, from 0 to 1.
pub fn share_parts<W: Send, S>(
    workers: &mut [W],
    tasks: usize,
    work: impl Fn(&mut W, usize) + Sync,
    pause: &mut dyn FnMut(f64) -> Result<(), S>,
) -> Result<(), S> {
    let done = AtomicUsize::new(0);
    let work = |worker: &mut W, task: usize| {
        work(worker, task);
        done.fetch_add(1, Relaxed);
    };
    share(workers, tasks, work, &mut || pause(done.load(Relaxed) as f64 / tasks.max(1) as f64))
}
