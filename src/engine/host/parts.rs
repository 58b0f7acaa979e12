//! Sharing tasks, with a check that knows how much is done.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::share;

/// Runs tasks as [`share`] does. The check gets the finished fraction of them, from 0 to 1.
pub fn share_parts<W: Send, S>(
    workers: &mut [W],
    tasks: usize,
    work: impl Fn(&mut W, usize) + Sync,
    pause: &mut dyn FnMut(f64) -> ControlFlow<S>,
) -> ControlFlow<S> {
    let done = AtomicUsize::new(0);
    let work = |worker: &mut W, task: usize| {
        work(worker, task);
        done.fetch_add(1, Relaxed);
    };
    share(workers, tasks, work, &mut || pause(done.load(Relaxed) as f64 / tasks.max(1) as f64))
}
