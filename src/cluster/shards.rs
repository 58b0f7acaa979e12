//! The assignment of codes to workers.
//!
//! Codes are assigned to shards by a hash, and shards to workers in turn. The number of shards
//! stays what it was when the search began, so lists of shards find their owners whatever the
//! number of workers.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use crate::engine::board::Code;
use crate::engine::store::Hasher;

/// Minimum number of shards, ...
const FEWEST: usize = 64;

/// ... and minimum number for each worker of the first run, so that the load is roughly equal even
/// if another number of workers resumes it.
const EACH: usize = 16;

/// Codes that differ only in this many lowest bits go to the same shard, which compresses better.
const TOGETHER: u32 = 8;

/// The assignment of codes to shards and workers.
#[derive(Clone, Copy)]
pub struct Shards<const W: usize> {
    hasher: Hasher<W>,
    /// The number of shards is 2^(64 - `shift`).
    shift: u32,
    workers: usize,
}

/// Returns the number of shards of a search that `workers` workers begin.
pub fn for_workers(workers: usize) -> u32 {
    (EACH * workers).next_power_of_two().max(FEWEST) as u32
}

impl<const W: usize> Shards<W> {
    /// Builds the assignment for `shards` shards, a power of two above 1, and `workers` workers.
    pub fn new(shards: u32, workers: usize) -> Self {
        // The same for all processes, so that they agree on owners.
        let mut random = Pcg64::new(13, 4);
        let hasher = Hasher::new(|| random.next_u64());
        Self { hasher, shift: 64 - shards.trailing_zeros(), workers }
    }

    /// Returns the shard of a code.
    #[inline]
    pub fn of(&self, code: &Code<W>) -> u32 {
        let mut key = code.0;
        key[W - 1] >>= TOGETHER;
        (self.hasher.hash(&key) >> self.shift) as u32
    }

    /// Returns the worker that owns a shard.
    pub fn owner(&self, shard: u32) -> usize {
        shard as usize % self.workers
    }

    /// Returns the number of shards.
    pub fn count(&self) -> u32 {
        1 << (64 - self.shift)
    }

    /// Returns the shards of a worker.
    pub fn of_worker(&self, worker: usize) -> impl Iterator<Item = u32> + use<W> {
        (worker as u32..self.count()).step_by(self.workers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_one_owner_and_similar_sizes() {
        for workers in [1, 3, 4, 7, 64, 100] {
            let shards = Shards::<1>::new(for_workers(workers), workers);
            let mut owned: Vec<u32> = (0..workers).flat_map(|at| shards.of_worker(at)).collect();
            owned.sort_unstable();
            assert!(owned.iter().copied().eq(0..shards.count()), "{workers} workers");
            let mut codes = vec![0_u32; shards.count() as usize];
            for code in 0..shards.count() * 100 {
                codes[shards.of(&Code([u64::from(code) << TOGETHER])) as usize] += 1;
            }
            assert!(codes.iter().all(|&codes| (40..200).contains(&codes)), "{workers} workers");
        }
    }
}
