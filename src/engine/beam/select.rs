//! Which positions of a level the beam keeps.
//!
//! Positions are ranked in their groups, by cost with some noise. The beam keeps those with the
//! least `log2(rank) + (cost - least cost) / SLOPE`: many of the best groups, and the best few of
//! the others.

use super::{Estimated, GROUPS};

/// How many steps of the scale are one unit of cost.
const SCALE: usize = 8;

/// Costs of this much above the least one, and all beyond, are ranked alike.
const COSTS: usize = 128;
const BUCKETS: usize = COSTS * SCALE;

/// The steps of the scale of scores for one doubling of the rank.
const DOUBLING: usize = 64;

/// The units of cost that count like a doubling of the rank.
const SLOPE: usize = 4;

/// The noise of a cost, in steps of its scale.
const NOISE: u64 = 16;

const SCORES: usize = DOUBLING * (32 + COSTS / SLOPE);

/// A position of a level: its estimate and its fingerprint.
pub type Candidate = (Estimated, u64);

/// Counts the positions of a level, and says which are kept.
pub struct Selection {
    seed: u64,
    least: u16,
    /// For each group, the number of positions in each bucket; then those in the buckets before.
    ranks: Vec<u32>,
    /// For each group its number among those of the level.
    numbers: Vec<u16>,
    scores: Vec<u32>,
    /// Positions with a score below this one are kept,
    limit: usize,
    /// and of those with just this score this number in 2^16.
    share: u64,
}

impl Selection {
    pub fn new() -> Self {
        Self {
            seed: 0,
            least: 0,
            ranks: Vec::new(),
            numbers: Vec::new(),
            scores: Vec::new(),
            limit: 0,
            share: 0,
        }
    }

    /// Ranks the positions of a level, to keep about `width` of them. Returns their number and the
    /// least cost.
    pub fn rank<C: Iterator<Item = Candidate>>(
        &mut self,
        seed: u64,
        width: usize,
        candidates: impl Fn() -> C,
    ) -> (usize, u16) {
        self.seed = seed | 1;
        self.least = candidates().map(|(estimated, _)| estimated.cost).min().unwrap_or(0);
        self.ranks.clear();
        self.numbers.clear();
        self.numbers.resize(GROUPS, u16::MAX);
        let mut groups = 0;
        for (estimated, _) in candidates() {
            let number = &mut self.numbers[usize::from(estimated.group)];
            if *number == u16::MAX {
                *number = groups;
                groups += 1;
            }
        }
        self.ranks.resize(usize::from(groups) * BUCKETS, 0);
        let mut number = 0;
        for (estimated, fingerprint) in candidates() {
            number += 1;
            let at = self.bucket(estimated, fingerprint);
            self.ranks[at] += 1;
        }
        (self.limit, self.share) = (SCORES, 0);
        if number <= width {
            return (number, self.least);
        }
        for group in self.ranks.chunks_mut(BUCKETS) {
            let mut before = 0;
            for count in group {
                before += std::mem::replace(count, before);
            }
        }
        self.scores.clear();
        self.scores.resize(SCORES, 0);
        for (estimated, fingerprint) in candidates() {
            let score = self.score(estimated, fingerprint);
            self.scores[score] += 1;
        }
        let mut kept = 0;
        for (score, &count) in self.scores.iter().enumerate() {
            if kept + count as usize > width {
                self.limit = score;
                self.share = (width - kept) as u64 * (1 << 16) / u64::from(count);
                break;
            }
            kept += count as usize;
        }
        (number, self.least)
    }

    /// Whether a position is kept.
    pub fn keeps(&self, (estimated, fingerprint): Candidate) -> bool {
        if self.limit == SCORES {
            return true;
        }
        let score = self.score(estimated, fingerprint);
        let lot = fingerprint.wrapping_mul(self.seed) >> 16 & 0xffff;
        score < self.limit || score == self.limit && lot < self.share
    }

    /// Returns the bucket of a position, counted over all groups.
    fn bucket(&self, estimated: Estimated, fingerprint: u64) -> usize {
        let noise = fingerprint.wrapping_mul(self.seed) >> 40 & (NOISE - 1);
        let cost = usize::from(estimated.cost - self.least) * SCALE + noise as usize;
        usize::from(self.numbers[usize::from(estimated.group)]) * BUCKETS + cost.min(BUCKETS - 1)
    }

    fn score(&self, estimated: Estimated, fingerprint: u64) -> usize {
        let at = self.bucket(estimated, fingerprint);
        let rank = logarithm(self.ranks[at] + 1);
        (rank + at % BUCKETS * DOUBLING / SCALE / SLOPE).min(SCORES - 1)
    }
}

/// Returns the binary logarithm, in steps of `1 / DOUBLING`, between powers of two by a straight
/// line.
fn logarithm(number: u32) -> usize {
    let whole = number.ilog2() as usize;
    let rest = (u64::from(number) << 32 >> whole) & 0xffff_ffff;
    whole * DOUBLING + ((rest * DOUBLING as u64) >> 32) as usize
}
