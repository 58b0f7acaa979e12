//! Work that is shared among threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

use super::lock;

/// No work uses more threads, however many are wanted.
pub const MOST_THREADS: usize = 64;

/// Nor more for each processor: they only wait for each other.
const MOST_EACH: usize = 4;

/// The number of threads to be used: as many as are wanted, within reason, else one for each
/// processor.
pub fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let machine = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    wanted.map_or(machine, NonZeroUsize::get).min(MOST_EACH * machine).min(MOST_THREADS)
}

/// Does something with each item. Up to so many threads take one item after the other; the caller's
/// is one of them. Where the system refuses a thread, there are fewer.
pub fn for_each<T>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) + Sync,
) {
    let items = items.into_iter();
    let others = threads.min(items.len()).saturating_sub(1);
    let items = Mutex::new(items);
    let next = || lock(&items).next();
    let take_turns = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..others {
            if thread::Builder::new().spawn_scoped(scope, take_turns).is_err() {
                break;
            }
        }
        take_turns();
    });
}

/// What comes of each item, in their order. The threads are those of [`for_each`].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whatever_the_threads() {
        for threads in [0, 1, 3, 100] {
            assert_eq!(map(threads, 0..1000_u32, |n| n * n).len(), 1000);
            assert!(map(threads, 0..1000_u32, |n| n * n).is_sorted());
            assert!(map(threads, 0..0_u32, |n| n).is_empty());
        }
    }
}
