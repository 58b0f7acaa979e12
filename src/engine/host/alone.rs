//! Work that is shared among threads, where there is but one: it does all of it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// No work uses more threads, however many are wanted.
pub const MOST_THREADS: usize = 1;

/// The number of threads to be used.
pub fn threads(_wanted: Option<NonZeroUsize>) -> usize {
    1
}

/// Does something with each item.
pub fn for_each<T>(
    _threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) + Sync,
) {
    items.into_iter().for_each(work);
}

/// What comes of each item, in their order.
pub fn map<T, R: Send>(
    _threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    items.into_iter().map(work).collect()
}

/// Does tasks `0..tasks` on the first of the workers, and asks before each whether to go on.
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
    /// There is nobody else, however many are wanted.
    pub fn new(_members: usize) -> Self {
        Team
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        1
    }

    /// Does a job with each of the items, which come with their numbers.
    pub fn each<T: Send>(&mut self, items: impl Iterator<Item = T>, job: impl Fn(usize, T) + Sync) {
        items.enumerate().for_each(|(at, item)| job(at, item));
    }
}
