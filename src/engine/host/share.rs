//! Sharing tasks between workers, each on its own thread.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::lock;
use super::threads::run_beside;

/// Runs tasks `0..tasks`, each on one of the workers, each worker on its own thread. The first
/// worker runs on the caller's thread, which alone asks whether to go on. Where the system refuses
/// a thread, the workers that have one do all tasks.
pub fn share<W: Send, S>(
    workers: &mut [W],
    tasks: usize,
    work: impl Fn(&mut W, usize) + Sync,
    pause: &mut dyn FnMut() -> ControlFlow<S>,
) -> ControlFlow<S> {
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
    let mut ended = ControlFlow::Continue(());
    run_beside(count, &take_turns, &mut || {
        loop {
            ended = pause();
            if ended.is_break() {
                return stops.store(true, Relaxed);
            }
            let Some(task) = take() else { return };
            work(first, task);
        }
    });
    ended
}
