//! Parallel work for targets with a single thread: the caller does all of it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Upper limit on threads, whatever the caller asks for.
pub const MOST_THREADS: usize = 1;

/// Returns the number of threads to use.
pub fn threads(_wanted: Option<NonZeroUsize>) -> usize {
    1
}

/// Calls `work` with each item.
pub fn for_each<T>(
    _threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) + Sync,
) {
    items.into_iter().for_each(work);
}

/// Returns the result for each item, in the order of the items.
pub fn map<T, R: Send>(
    _threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    items.into_iter().map(work).collect()
}

/// Runs tasks `0..tasks` on the first worker. Before each, asks whether to go on.
pub fn share<W: Send, S>(
    workers: &mut [W],
    tasks: usize,
    work: impl Fn(&mut W, usize) + Sync,
    pause: &mut dyn FnMut() -> ControlFlow<S>,
) -> ControlFlow<S> {
    let worker = workers.first_mut().expect("there is a worker");
    (0..tasks).try_for_each(|task| {
        pause()?;
        work(worker, task);
        ControlFlow::Continue(())
    })?;
    pause()
}

/// A team of one.
pub struct Team;

impl Team {
    /// Builds a team of one, whatever the number asked for.
    pub fn new(_members: usize) -> Self {
        Team
    }

    /// Returns the number of members.
    pub fn members(&self) -> usize {
        1
    }

    /// Runs a job for each item, with the item's number.
    pub fn each<T: Send>(&mut self, items: impl Iterator<Item = T>, job: impl Fn(usize, T) + Sync) {
        items.enumerate().for_each(|(at, item)| job(at, item));
    }
}
