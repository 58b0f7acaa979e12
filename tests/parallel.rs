//! Spreading work over the cores.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` on every item, and returns the results in the order of the items. A panic in one
/// of the threads goes on in the caller's.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || {
            let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let mine = indices.take_while(|&index| index < items.len());
            mine.map(|index| (index, work(&items[index]))).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.flat_map(|mine| mine.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
