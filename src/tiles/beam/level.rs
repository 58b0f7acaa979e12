//! One beam search: level by level, of each level the positions with the least estimates.

use std::iter::repeat_n;

use rand_pcg::{Pcg64, rand_core::Rng};

use super::estimate::{Estimate, homes};
use crate::engine::host::Pool;
use crate::engine::query::Stopped;
use crate::engine::store::{Hasher, KeySet};
use crate::puzzle::Direction;
use crate::tiles::{Metric, Run, Tiles};

/// Levels are split by hash into this many shards, whatever the number of threads, so that the
/// result does not depend on it.
const SHARDS: usize = 32;

/// Estimates of this much above the least one of a level, and all beyond, are ranked alike.
const BUCKETS: usize = 1 << 12;

/// A beam ends after this many levels without a better estimate. On large boards narrow beams get
/// stuck a few moves from the goal, in positions that only a worse estimate leads out of.
const PATIENCE: usize = 100;

/// A neighbour of a kept position.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    estimate: u32,
    origin: Origin,
}

/// Where a position comes from: the parent's shard, its number there, how often the step is made,
/// which is more than once only if that is one move, and the step; 0 for the start.
#[derive(Clone, Copy, Default)]
struct Origin(u32);

impl Origin {
    /// The bits of a number within a shard.
    const NUMBER: u32 = 21;

    fn new(shard: usize, number: usize, times: usize, step: usize) -> Origin {
        Origin((((shard << Self::NUMBER | number) << 4 | times) << 2 | step) as u32)
    }

    /// Returns shard, number, times and step.
    #[inline(always)]
    fn parts(self) -> [usize; 4] {
        let all = self.0 as usize;
        let (shard, number) = (all >> (Self::NUMBER + 6), all >> 6 & ((1 << Self::NUMBER) - 1));
        [shard, number, all >> 2 & 15, all & 3]
    }
}

/// The kept positions of a shard.
#[derive(Default)]
struct Kept {
    /// The homes of the tiles on all cells, position after position.
    homes: Vec<u8>,
    blanks: Vec<u8>,
    found: Vec<Candidate>,
}

/// The new positions of a shard, and their hashes.
struct Fresh {
    candidates: Vec<Candidate>,
    seen: KeySet<1>,
    /// The first with the least estimate.
    best: Option<Candidate>,
}

/// Which candidates of a level are kept.
#[derive(Clone, Copy)]
struct Cut {
    /// Estimates below this one are kept,
    limit: u32,
    /// and of those with just this one this number in 2^16.
    share: u64,
}

/// A beam, for all searches from one start.
pub struct Beam<'a> {
    tiles: &'a Tiles,
    metric: Metric,
    estimate: Estimate,
    /// A random number for each home on each cell.
    codes: Vec<u64>,
    pool: Pool,
    kept: Vec<Kept>,
    next: Vec<Kept>,
    /// For each shard its neighbours, by their shards.
    found: Vec<Vec<Vec<Candidate>>>,
    fresh: Vec<Fresh>,
    /// For each level and each shard, the origins of the kept positions.
    levels: Vec<Vec<Vec<Origin>>>,
    /// The number of positions kept by all searches.
    pub positions: u64,
}

impl<'a> Beam<'a> {
    /// Creates a beam for a start on a board of a size that is estimated.
    pub fn new(tiles: &'a Tiles, metric: Metric, threads: usize) -> Beam<'a> {
        fn shards<T>(shard: impl Fn() -> T) -> Vec<T> {
            Vec::from_iter((0..SHARDS).map(|_| shard()))
        }
        let seen = || KeySet::with_room_for(0, Hasher::fixed());
        let cells = tiles.size().cells();
        let mut random = Pcg64::new(24, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Beam {
            estimate: Estimate::new(tiles),
            codes: (0..cells * cells).map(|_| random.next_u64()).collect(),
            pool: Pool::new(threads),
            kept: shards(Kept::default),
            next: shards(Kept::default),
            found: shards(|| shards(Vec::new)),
            fresh: shards(|| Fresh { candidates: Vec::new(), seen: seen(), best: None }),
            levels: Vec::new(),
            positions: 0,
            tiles,
            metric,
        }
    }

    /// Returns about how many bytes a search of some width and number of levels takes.
    pub fn bytes(tiles: &Tiles, width: u64, levels: u64) -> u64 {
        let position = tiles.size().cells() + size_of::<Candidate>() + 1;
        // A position has two or three neighbours, half of them new; vectors have room to grow.
        let candidates = 6 * size_of::<Candidate>() + 4 * size_of::<u64>();
        width * (4 * position as u64 + candidates as u64 + levels * size_of::<Origin>() as u64)
    }

    /// Searches for a solution in no more than `most` moves. The start is not the goal. Returns the
    /// path to the position with the least estimate, and whether that is the goal.
    ///
    /// # Errors
    ///
    /// Returns the limit that stopped it.
    pub fn search(
        &mut self,
        width: usize,
        most: usize,
        run: &mut Run,
    ) -> Result<(Vec<Direction>, bool), Stopped> {
        // Hashes share the positions equally among the shards, so this is half of what fits.
        let width = width.min(SHARDS << (Origin::NUMBER - 1));
        self.begin();
        let (mut least, mut nearest, mut since) = (u32::MAX, Vec::new(), 0);
        for _ in 0..most {
            run.look()?;
            self.expand();
            let all = self.fresh.iter().filter_map(|fresh| fresh.best);
            let Some(best) = all.min_by_key(|best| best.estimate) else { break };
            since += 1;
            if best.estimate < least {
                (least, since) = (best.estimate, 0);
                nearest = self.path(best.origin);
            }
            if least == 0 || since > PATIENCE {
                break;
            }
            self.keep(best.estimate, width);
        }
        Ok((nearest, least == 0))
    }

    fn begin(&mut self) {
        self.levels.clear();
        self.kept.iter_mut().for_each(Kept::clear);
        let (homes, blank) = (homes(self.tiles), Tiles::blank(self.tiles.start()));
        let estimate = self.estimate.whole(&homes, blank);
        let first = &mut self.kept[0];
        first.homes.extend(&homes);
        first.blanks.push(blank as u8);
        first.found.push(Candidate { hash: 0, estimate, origin: Origin::default() });
    }

    /// Finds and estimates the new positions of the next level.
    fn expand(&mut self) {
        let Beam { pool, metric, estimate, codes, kept, found, fresh, .. } = self;
        let (metric, estimate, codes, kept) = (*metric, &*estimate, &codes[..], &kept[..]);
        pool.each(found.iter_mut(), |shard, found| {
            found.iter_mut().for_each(Vec::clear);
            kept[shard].expand(shard, metric, estimate, codes, found);
        });
        let found = &found[..];
        pool.each(fresh.iter_mut(), |shard, fresh| fresh.gather(shard, found));
    }

    /// Keeps about `width` positions of the next level, those with the least estimates.
    fn keep(&mut self, least: u32, width: usize) {
        let Beam { pool, fresh, kept, next, estimate, .. } = self;
        let cut = Cut::new(fresh, least, width);
        let (fresh, old, estimate) = (&fresh[..], &kept[..], &*estimate);
        pool.each(next.iter_mut(), |shard, next| {
            next.fill(&fresh[shard].candidates, cut, old, estimate);
        });
        std::mem::swap(kept, next);
        self.positions += kept.iter().map(|kept| kept.found.len() as u64).sum::<u64>();
        let origins = |kept: &Kept| kept.found.iter().map(|found| found.origin).collect();
        self.levels.push(kept.iter().map(origins).collect());
    }

    /// Returns the path to a position of the level after the last one.
    fn path(&self, mut origin: Origin) -> Vec<Direction> {
        let mut path = Vec::new();
        let mut levels = self.levels.iter().rev();
        loop {
            let [shard, number, times, step] = origin.parts();
            path.extend(repeat_n(Direction::ALL[step], times));
            let Some(level) = levels.next() else { break };
            origin = level[shard][number];
        }
        path.reverse();
        path
    }
}

impl Kept {
    fn clear(&mut self) {
        self.homes.clear();
        self.blanks.clear();
        self.found.clear();
    }

    /// Lists the neighbours of all positions, by their shards.
    fn expand(
        &self,
        shard: usize,
        metric: Metric,
        estimate: &Estimate,
        codes: &[u64],
        found: &mut [Vec<Candidate>],
    ) {
        let cells = codes.len().isqrt();
        let mut after = vec![0; cells];
        for (number, homes) in self.homes.chunks_exact(cells).enumerate() {
            let before = self.found[number];
            let [.., times, last] = before.origin.parts();
            let is_new = |&step: &usize| match metric {
                _ if times == 0 => true,
                // A step and its opposite differ in the last bit.
                Metric::Steps => step ^ 1 != last,
                // Two slides in a line are one.
                Metric::Slides => step >> 1 != last >> 1,
            };
            for step in (0..4).filter(is_new) {
                let mut blank = usize::from(self.blanks[number]);
                let Candidate { mut hash, estimate: mut value, .. } = before;
                for times in 1.. {
                    let Some(from) = estimate.step(blank, step) else { break };
                    let board = if times == 1 { homes } else { &after };
                    let code = usize::from(board[from]) * cells;
                    hash ^= codes[code + blank] ^ codes[code + from];
                    value = value.wrapping_add_signed(estimate.change(board, blank, from));
                    let origin = Origin::new(shard, number, times, step);
                    found[hash as usize % SHARDS].push(Candidate { hash, estimate: value, origin });
                    if metric == Metric::Steps {
                        break;
                    }
                    if times == 1 {
                        after.copy_from_slice(homes);
                    }
                    after.swap(blank, from);
                    blank = from;
                }
            }
        }
    }

    /// Replaces the positions by those of the next level.
    fn fill(&mut self, candidates: &[Candidate], cut: Cut, old: &[Kept], estimate: &Estimate) {
        self.clear();
        let kept = candidates.iter().filter(|found| cut.keeps(found)).take(1 << Origin::NUMBER);
        for found in kept {
            let [shard, number, times, step] = found.origin.parts();
            let parents = &old[shard];
            let cells = parents.homes.len() / parents.blanks.len();
            let at = self.homes.len();
            self.homes.extend_from_slice(&parents.homes[number * cells..][..cells]);
            let mut blank = usize::from(parents.blanks[number]);
            for _ in 0..times {
                let from = estimate.step(blank, step).expect("the step was made before");
                self.homes.swap(at + blank, at + from);
                blank = from;
            }
            self.blanks.push(blank as u8);
            self.found.push(*found);
        }
    }
}

impl Fresh {
    /// Gathers the neighbours of this shard, each position once.
    fn gather(&mut self, shard: usize, found: &[Vec<Vec<Candidate>>]) {
        self.seen.restart(found.iter().map(|found| found[shard].len()).sum());
        self.candidates.clear();
        for candidate in found.iter().flat_map(|found| &found[shard]) {
            // The lowest bits are the same in all of a shard. A key is never 0.
            if self.seen.insert(&[candidate.hash | 1], candidate.hash) {
                self.candidates.push(*candidate);
            }
        }
        self.best = self.candidates.iter().min_by_key(|found| found.estimate).copied();
    }
}

impl Cut {
    /// Keeps about `width` of all candidates.
    fn new(fresh: &[Fresh], least: u32, width: usize) -> Cut {
        let mut counts = [0_u32; BUCKETS];
        for candidate in fresh.iter().flat_map(|fresh| &fresh.candidates) {
            counts[((candidate.estimate - least) as usize).min(BUCKETS - 1)] += 1;
        }
        let mut kept = 0;
        for (bucket, count) in counts.into_iter().enumerate() {
            let count = count as usize;
            if kept + count > width {
                let share = ((width - kept) << 16) as u64 / count as u64;
                return Cut { limit: least + bucket as u32, share };
            }
            kept += count;
        }
        Cut { limit: u32::MAX, share: 0 }
    }

    fn keeps(self, candidate: &Candidate) -> bool {
        // The lowest bits are the same in all of a shard.
        let lot = candidate.hash >> 16 & 0xffff;
        candidate.estimate < self.limit || candidate.estimate == self.limit && lot < self.share
    }
}
