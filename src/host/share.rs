//! Sharing tasks between workers, each in a thread of its own.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Does tasks `0..tasks`, each on one of the workers, every worker in a thread of its own. The
/// first is the caller's thread, which alone asks whether to go on.
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
    thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| {
                while let Some(task) = take() {
                    work(worker, task);
                }
            });
        }
        loop {
            if let ControlFlow::Break(stopped) = pause() {
                stops.store(true, Relaxed);
                return ControlFlow::Break(stopped);
            }
            match take() {
                Some(task) => work(first, task),
                None => return ControlFlow::Continue(()),
            }
        }
    })
}
