//! One beam search: level by level, of each level the positions with the least estimates.

use std::iter;

use rand_pcg::{Pcg64, rand_core::Rng};

use super::estimate::{Estimate, homes};
use crate::engine::host::Pool;
use crate::puzzle::Direction;
use crate::tiles::{Metric, Run, Tiles};

/// Levels are split by hash into this many shards, whatever the number of threads, so that the
/// result does not depend on it.
const SHARDS: usize = 32;

/// Estimates of this much above the least one of a level, and all beyond, are ranked alike.
const BUCKETS: usize = 1 << 12;

/// The steps of the blank by their numbers: a step and its opposite differ in the last bit.
const STEPS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// A beam ends after this many levels without a better estimate. On large boards narrow beams get
/// stuck a few moves from the goal, in positions that only a worse estimate leads out of.
const PATIENCE: usize = 100;

/// The step to the start.
const NO_STEP: u8 = u8::MAX;

/// A neighbour of a kept position.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    estimate: u32,
    origin: Origin,
}

/// Where a position comes from: the parent's shard, its number there, the step, and how often it is
/// made: more than once only if that is one move.
#[derive(Clone, Copy)]
struct Origin(u32);

impl Origin {
    /// The bits of a number within a shard, and of how often a step is made.
    const NUMBER: u32 = 21;
    const TIMES: u32 = 4;

    fn new(shard: usize, number: usize, times: usize, step: usize) -> Origin {
        let shard_and_number = (shard as u32) << Self::NUMBER | number as u32;
        Origin((shard_and_number << Self::TIMES | times as u32) << 2 | step as u32)
    }

    fn shard(self) -> usize {
        (self.0 >> (Self::NUMBER + Self::TIMES + 2)) as usize
    }

    fn number(self) -> usize {
        (self.0 >> (Self::TIMES + 2)) as usize & ((1 << Self::NUMBER) - 1)
    }

    fn times(self) -> usize {
        (self.0 >> 2) as usize & ((1 << Self::TIMES) - 1)
    }

    fn step(self) -> usize {
        self.0 as usize & 3
    }
}

/// The kept positions of a shard.
#[derive(Default)]
struct Kept {
    /// The homes of the tiles on all cells, position after position.
    homes: Vec<u8>,
    blanks: Vec<u8>,
    /// The steps that led to them.
    steps: Vec<u8>,
    hashes: Vec<u64>,
    estimates: Vec<u32>,
}

/// The new positions of a shard.
#[derive(Default)]
struct Fresh {
    candidates: Vec<Candidate>,
    /// Open addressing by hash; 0 is free.
    seen: Vec<u64>,
    /// The first with the least estimate.
    best: Option<Candidate>,
    /// The number of candidates by estimate, counted from the least of the level.
    counts: Vec<u32>,
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
pub(super) struct Beam<'a> {
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

/// The result of one beam search.
pub(super) enum BeamEnd {
    /// A solution.
    Found(Vec<Direction>),
    /// No solution. The path leads to the position with the least estimate.
    Failed(Vec<Direction>),
    /// The caller stopped it.
    Stopped,
}

impl<'a> Beam<'a> {
    /// Creates a beam for a start on a board of a size that is estimated.
    pub fn new(tiles: &'a Tiles, metric: Metric, threads: usize) -> Beam<'a> {
        let cells = tiles.size().cells();
        let mut random = Pcg64::new(24, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Beam {
            estimate: Estimate::new(tiles),
            codes: (0..cells * cells).map(|_| random.next_u64()).collect(),
            pool: Pool::new(threads),
            kept: (0..SHARDS).map(|_| Kept::default()).collect(),
            next: (0..SHARDS).map(|_| Kept::default()).collect(),
            found: (0..SHARDS).map(|_| vec![Vec::new(); SHARDS]).collect(),
            fresh: (0..SHARDS).map(|_| Fresh::default()).collect(),
            levels: Vec::new(),
            positions: 0,
            tiles,
            metric,
        }
    }

    /// Returns about how many bytes a search of some width and number of levels takes.
    pub fn bytes(tiles: &Tiles, width: u64, levels: u64) -> u64 {
        let position = tiles.size().cells() + size_of::<u64>() + size_of::<u32>() + 2;
        // A position has two or three neighbours, half of them new; vectors have room to grow.
        let candidates = 6 * size_of::<Candidate>() + 4 * size_of::<u64>();
        width * (4 * position as u64 + candidates as u64 + levels * size_of::<Origin>() as u64)
    }

    /// Searches for a solution in no more than `most` moves. The start is not the goal.
    pub fn search(&mut self, width: usize, most: usize, run: &mut Run) -> BeamEnd {
        // Hashes share the positions equally among the shards, so this is half of what fits.
        let width = width.min(SHARDS << (Origin::NUMBER - 1));
        self.begin();
        let (mut least, mut nearest) = (u32::MAX, Vec::new());
        let mut since = 0;
        for _ in 0..most {
            if run.look().is_err() {
                return BeamEnd::Stopped;
            }
            self.expand();
            let best =
                self.fresh.iter().filter_map(|fresh| fresh.best).min_by_key(|best| best.estimate);
            let Some(best) = best else { break };
            since += 1;
            if best.estimate < least {
                (least, since) = (best.estimate, 0);
                nearest = self.path(best.origin);
            }
            if least == 0 {
                return BeamEnd::Found(nearest);
            }
            if since > PATIENCE {
                break;
            }
            self.keep(best.estimate, width);
        }
        BeamEnd::Failed(nearest)
    }

    fn begin(&mut self) {
        self.levels.clear();
        self.kept.iter_mut().for_each(Kept::clear);
        let (homes, blank) = (homes(self.tiles), Tiles::blank(self.tiles.start()));
        let estimate = self.estimate.whole(&homes, blank);
        let first = &mut self.kept[0];
        first.homes.extend(&homes);
        first.blanks.push(blank as u8);
        first.steps.push(NO_STEP);
        first.hashes.push(0);
        first.estimates.push(estimate);
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
        pool.each(fresh.iter_mut(), |_, fresh| fresh.count(least));
        let cut = Cut::new(fresh, least, width);
        let (fresh, old, cols) = (&fresh[..], &kept[..], estimate.cols());
        let mut origins: Vec<Vec<Origin>> = vec![Vec::new(); SHARDS];
        pool.each(next.iter_mut().zip(&mut origins), |shard, (next, origins)| {
            next.fill(&fresh[shard].candidates, cut, old, cols, origins);
        });
        std::mem::swap(kept, next);
        self.positions += origins.iter().map(|origins| origins.len() as u64).sum::<u64>();
        self.levels.push(origins);
    }

    /// Returns the path to a position of the level after the last one.
    fn path(&self, mut origin: Origin) -> Vec<Direction> {
        let mut path = Vec::new();
        let mut add = |origin: Origin| {
            path.extend(iter::repeat_n(STEPS[origin.step()], origin.times()));
        };
        add(origin);
        for level in self.levels.iter().rev() {
            origin = level[origin.shard()][origin.number()];
            add(origin);
        }
        path.reverse();
        path
    }
}

impl Kept {
    fn clear(&mut self) {
        self.homes.clear();
        self.blanks.clear();
        self.steps.clear();
        self.hashes.clear();
        self.estimates.clear();
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
            let last = self.steps[number];
            let is_new = |step: u8| match metric {
                Metric::Steps => step ^ 1 != last,
                // Two slides in a line are one.
                Metric::Slides => step >> 1 != last >> 1,
            };
            for step in (0..STEPS.len()).filter(|&step| is_new(step as u8)) {
                let mut blank = usize::from(self.blanks[number]);
                let (mut hash, mut value) = (self.hashes[number], self.estimates[number]);
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
    fn fill(
        &mut self,
        candidates: &[Candidate],
        cut: Cut,
        old: &[Kept],
        cols: usize,
        origins: &mut Vec<Origin>,
    ) {
        self.clear();
        let kept = candidates.iter().filter(|found| cut.keeps(found)).take(1 << Origin::NUMBER);
        for found in kept {
            let Candidate { hash, estimate, origin } = *found;
            let (parents, number) = (&old[origin.shard()], origin.number());
            let cells = parents.homes.len() / parents.blanks.len();
            let at = self.homes.len();
            self.homes.extend_from_slice(&parents.homes[number * cells..][..cells]);
            let mut blank = usize::from(parents.blanks[number]);
            for _ in 0..origin.times() {
                let from = match origin.step() {
                    0 => blank + 1,
                    1 => blank - 1,
                    2 => blank + cols,
                    _ => blank - cols,
                };
                self.homes.swap(at + blank, at + from);
                blank = from;
            }
            self.blanks.push(blank as u8);
            self.steps.push(origin.step() as u8);
            self.hashes.push(hash);
            self.estimates.push(estimate);
            origins.push(origin);
        }
    }
}

impl Fresh {
    /// Gathers the neighbours of this shard, each position once.
    fn gather(&mut self, shard: usize, found: &[Vec<Vec<Candidate>>]) {
        let all: usize = found.iter().map(|found| found[shard].len()).sum();
        let slots = (2 * all).next_power_of_two();
        self.seen.clear();
        self.seen.resize(slots, 0);
        self.candidates.clear();
        self.best = None;
        for candidate in found.iter().flat_map(|found| &found[shard]) {
            // The lowest bits are the same in all of a shard. A mark is never 0.
            let mark = candidate.hash | 1;
            let mut slot = (candidate.hash >> 32) as usize & (slots - 1);
            while self.seen[slot] != 0 && self.seen[slot] != mark {
                slot = (slot + 1) & (slots - 1);
            }
            if self.seen[slot] == 0 {
                self.seen[slot] = mark;
                self.candidates.push(*candidate);
            }
        }
        self.best = self.candidates.iter().min_by_key(|found| found.estimate).copied();
    }

    /// Counts the candidates by estimate.
    fn count(&mut self, least: u32) {
        self.counts.clear();
        for candidate in &self.candidates {
            let bucket = ((candidate.estimate - least) as usize).min(BUCKETS - 1);
            if self.counts.len() <= bucket {
                self.counts.resize(bucket + 1, 0);
            }
            self.counts[bucket] += 1;
        }
    }
}

impl Cut {
    /// Keeps about `width` of all candidates.
    fn new(fresh: &[Fresh], least: u32, width: usize) -> Cut {
        let mut kept = 0;
        for bucket in 0..BUCKETS {
            let counts = fresh.iter().filter_map(|fresh| fresh.counts.get(bucket));
            let count = counts.sum::<u32>() as usize;
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
