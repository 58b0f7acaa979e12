//! Which positions of a level the beam keeps.
//!
//! Positions are ranked in their groups, by cost with some noise. The beam keeps those with the
//! least `log2(rank) + (cost - least cost) / SLOPE`: many of the best groups, and the best few of
//! the others.

use super::Position;
use super::estimate::GROUPS;

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

/// Which positions of a level are kept.
pub struct Selection {
    seed: u64,
    /// The number of positions, and the least cost.
    pub found: usize,
    pub least: u16,
    /// For each group its number among those of the level.
    numbers: Vec<u16>,
    /// For each group of the level, the number of positions in the buckets before each.
    ranks: Vec<u32>,
    /// Positions with a score below this one are kept,
    limit: usize,
    /// and of those with just this score this number in 2^16.
    share: u64,
}

impl Selection {
    /// Ranks the positions of a level, to keep about `width` of them.
    pub fn new<'p, const W: usize>(
        seed: u64,
        width: usize,
        positions: impl Iterator<Item = &'p Position<W>> + Clone,
    ) -> Self {
        let (numbers, ranks) = (vec![u16::MAX; GROUPS], Vec::new());
        let (seed, least) = (seed | 1, u16::MAX);
        let mut all = Self { seed, found: 0, least, numbers, ranks, limit: SCORES, share: 0 };
        let mut groups = 0;
        for Position { estimated, .. } in positions.clone() {
            all.found += 1;
            all.least = all.least.min(estimated.cost);
            let number = &mut all.numbers[usize::from(estimated.group)];
            if *number == u16::MAX {
                *number = groups;
                groups += 1;
            }
        }
        if all.found <= width {
            return all;
        }
        all.ranks.resize(usize::from(groups) * BUCKETS, 0);
        for position in positions.clone() {
            let bucket = all.bucket(position);
            all.ranks[bucket] += 1;
        }
        for group in all.ranks.chunks_mut(BUCKETS) {
            let mut before = 0;
            for count in group {
                before += std::mem::replace(count, before);
            }
        }
        let mut scores = vec![0; SCORES];
        for position in positions {
            scores[all.score(position)] += 1;
        }
        let mut kept = 0;
        for (score, count) in scores.into_iter().enumerate() {
            if kept + count > width {
                all.limit = score;
                all.share = ((width - kept) << 16) as u64 / count as u64;
                break;
            }
            kept += count;
        }
        all
    }

    /// Whether a position is kept.
    pub fn keeps<const W: usize>(&self, position: &Position<W>) -> bool {
        if self.limit == SCORES {
            return true;
        }
        let score = self.score(position);
        let lot = position.fingerprint.wrapping_mul(self.seed) >> 16 & 0xffff;
        score < self.limit || score == self.limit && lot < self.share
    }

    /// Returns the bucket of a position, counted over all groups.
    fn bucket<const W: usize>(&self, position: &Position<W>) -> usize {
        let Position { estimated, fingerprint, .. } = position;
        let noise = fingerprint.wrapping_mul(self.seed) >> 40 & (NOISE - 1);
        let cost = usize::from(estimated.cost - self.least) * SCALE + noise as usize;
        usize::from(self.numbers[usize::from(estimated.group)]) * BUCKETS + cost.min(BUCKETS - 1)
    }

    fn score<const W: usize>(&self, position: &Position<W>) -> usize {
        let bucket = self.bucket(position);
        let rank = logarithm(self.ranks[bucket] + 1);
        (rank + bucket % BUCKETS * DOUBLING / SCALE / SLOPE).min(SCORES - 1)
    }
}

/// Returns the binary logarithm, in steps of `1 / DOUBLING`, between powers of two by a straight
/// line.
fn logarithm(number: u32) -> usize {
    let whole = number.ilog2() as usize;
    let rest = (u64::from(number) << 32 >> whole) & 0xffff_ffff;
    whole * DOUBLING + ((rest * DOUBLING as u64) >> 32) as usize
}
