//! One beam search: level by level, of each level the most hopeful positions.

use super::pattern::Patterns;
use super::select::Selection;
use super::{Estimated, Estimator, GROUP, Lister, Position, estimate};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::drive::Run;
use crate::engine::host::Pool;
use crate::engine::moves::LastMove;
use crate::engine::query::{Budget, Progress, Stopped};
use crate::engine::store::{Hasher, KeySet};

/// Levels are split by fingerprint into this many shards, whatever the number of threads, so that
/// the result does not depend on it.
const SHARDS: usize = 32;

/// How to find a position of a finished level again: its parent, and half of its fingerprint.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    check: u32,
}

/// The positions of one shard: those kept of a level, and then all new ones of the next.
struct Shard<const W: usize> {
    lister: Lister<W>,
    positions: Vec<Position<W>>,
    /// The number of the first kept position in its level.
    first: u32,
    /// The fingerprints of this level, and of all positions that were kept.
    level: KeySet<1>,
    seen: KeySet<1>,
    goal: Option<Position<W>>,
}

/// For each shard, the neighbours of its positions by their own shards.
type Neighbourhood<const W: usize> = [[Vec<Position<W>>; SHARDS]; SHARDS];

/// The result of one beam search.
pub enum End<const W: usize> {
    /// The positions from the start to a goal.
    Found(Vec<Code<W>>),
    /// No goal was found, but others may find one.
    Failed,
    /// All positions were found, and none meets a goal.
    Exhausted,
}

/// What one beam search may use.
pub struct Effort {
    pub width: usize,
    pub seed: u64,
    /// The most levels without a better estimate.
    pub patience: usize,
    /// The most levels.
    pub levels: usize,
    /// Bytes for positions and for what is kept of finished levels.
    pub bytes: u64,
}

/// The beam.
pub struct Beam<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    estimator: Estimator<W>,
    pub patterns: Option<Patterns<'a, W>>,
    pool: Pool,
    shards: Vec<Shard<W>>,
    found: Box<Neighbourhood<W>>,
    levels: Vec<Vec<Link>>,
    /// The number of positions kept by all searches.
    pub kept: u64,
}

fn shard_of(fingerprint: u64) -> usize {
    (fingerprint >> 24) as usize % SHARDS
}

impl<'a, const W: usize> Beam<'a, W> {
    pub fn new(compiled: &'a Compiled<'a, W>, threads: usize) -> Self {
        let shard = |_| Shard {
            lister: Lister::new(compiled),
            positions: Vec::new(),
            first: 0,
            level: KeySet::with_room_for(0, Hasher::fixed()),
            seen: KeySet::with_room_for(0, Hasher::fixed()),
            goal: None,
        };
        Self {
            compiled,
            estimator: compiled.estimator(),
            patterns: None,
            pool: Pool::new(threads),
            shards: (0..SHARDS).map(shard).collect(),
            found: Default::default(),
            levels: Vec::new(),
            kept: 0,
        }
    }

    /// Searches once from the start.
    pub fn search(&mut self, effort: &Effort, run: &mut Run) -> Result<End<W>, Stopped> {
        let start = self.compiled.encode(self.compiled.puzzle.start());
        if self.compiled.meets_a_goal(&start) {
            return Ok(End::Found(vec![start]));
        }
        self.begin(start);
        let (mut least, mut since, mut width) = (u16::MAX, 0, effort.width);
        let mut is_complete = true;
        for distance in 1..=effort.levels {
            self.expand(run.budget)?;
            let level = self.keep(effort.seed, width);
            let kept = self.levels[distance - 1].len();
            run.observer.progress(&Progress {
                distance: distance as u64,
                frontier: kept as u64,
                states: self.kept,
                bytes: Some(self.bytes()),
                part: None,
            });
            is_complete = is_complete && kept == level.found;
            if let Some(goal) = self.shards.iter().find_map(|shard| shard.goal) {
                let path = self.path(start, goal);
                return Ok(path.map_or(End::Failed, End::Found));
            }
            if kept == 0 {
                let end = if is_complete { End::Exhausted } else { End::Failed };
                return Ok(end);
            }
            if level.least < least {
                (least, since) = (level.least, distance);
            }
            if distance > since + effort.patience || self.bytes() > effort.bytes / 2 {
                break;
            }
            // The next level has about as many neighbours of each position as this one.
            let found = (level.found * size_of::<Position<W>>()) as u64 * 2;
            let most = effort.bytes / 2 * kept as u64 / found;
            width = effort.width.min(most.max(1) as usize);
        }
        Ok(End::Failed)
    }

    /// Returns the bytes of what is kept of finished levels.
    fn bytes(&self) -> u64 {
        let links: usize = self.levels.iter().map(Vec::len).sum();
        let seen: u64 = self.shards.iter().map(|shard| shard.seen.bytes()).sum();
        (links * size_of::<Link>()) as u64 + seen
    }

    fn begin(&mut self, code: Code<W>) {
        self.levels.clear();
        for shard in &mut self.shards {
            shard.positions.clear();
            (shard.first, shard.goal) = (0, None);
            shard.seen.restart(0);
        }
        let (fingerprint, last_move) =
            (self.shards[0].lister.hasher.hash(&code.0), LastMove::UNKNOWN);
        let estimated = Estimated::default();
        let start = Position { code, last_move, fingerprint, parent: 0, estimated };
        self.shards[shard_of(fingerprint)].positions.push(start);
    }

    /// Finds and estimates all new positions of the next level.
    fn expand(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let Self { pool, compiled, estimator, patterns, shards, found, .. } = self;
        pool.each(shards.iter_mut().zip(&mut **found), |_, (shard, found)| {
            if budget.look().is_ok() {
                shard.expand(found);
            }
        });
        pool.each(shards.iter_mut(), |at, shard| {
            if budget.look().is_ok() {
                shard.gather(at, found);
                shard.estimate(compiled, estimator, patterns.as_ref());
            }
        });
        // What has stopped a shard still holds.
        budget.look()
    }

    /// Keeps the best positions of the next level.
    fn keep(&mut self, seed: u64, width: usize) -> Selection {
        let positions = self.shards.iter().flat_map(|shard| &shard.positions);
        let selection = Selection::new(seed, width, positions);
        let keeps = |position: &Position<W>| selection.keeps(position);
        self.pool.each(self.shards.iter_mut(), |_, shard| shard.positions.retain(keeps));
        let mut links = Vec::new();
        for shard in &mut self.shards {
            shard.first = links.len() as u32;
            for &Position { parent, fingerprint, .. } in &shard.positions {
                links.push(Link { parent, check: fingerprint as u32 });
            }
        }
        self.kept += links.len() as u64;
        self.levels.push(links);
        selection
    }

    /// Returns the positions from the start to a goal.
    fn path(&mut self, start: Code<W>, goal: Position<W>) -> Option<Vec<Code<W>>> {
        let mut checks = vec![goal.fingerprint as u32];
        let mut parent = goal.parent;
        // The goal's own level was not kept, or only in part.
        for level in self.levels[..self.levels.len() - 1].iter().rev() {
            let link = level[parent as usize];
            checks.push(link.check);
            parent = link.parent;
        }
        let (lister, mut path) = (&mut self.shards[0].lister, vec![start]);
        for &check in checks.iter().rev() {
            let here = std::iter::once((path[path.len() - 1], LastMove::UNKNOWN));
            let mut neighbours = lister.list(here, 0).iter();
            path.push(neighbours.find(|next| next.fingerprint as u32 == check)?.code);
        }
        (path.last() == Some(&goal.code)).then_some(path)
    }
}

impl<const W: usize> Shard<W> {
    /// Lists the neighbours of all positions, by their shards.
    fn expand(&mut self, found: &mut [Vec<Position<W>>; SHARDS]) {
        found.iter_mut().for_each(Vec::clear);
        let mut first = self.first;
        for group in self.positions.chunks(GROUP) {
            let sources = group.iter().map(|position| (position.code, position.last_move));
            for neighbour in self.lister.list(sources, first) {
                found[shard_of(neighbour.fingerprint)].push(*neighbour);
            }
            first += group.len() as u32;
        }
    }

    /// Replaces the positions by the neighbours in this shard that are new.
    fn gather(&mut self, shard: usize, found: &Neighbourhood<W>) {
        for position in &self.positions {
            self.seen.add(&[position.fingerprint]);
        }
        self.positions.clear();
        let found = found.iter().map(|by_shard| &by_shard[shard]);
        self.level.restart(found.clone().map(Vec::len).sum());
        for neighbour in found.flatten() {
            let key = [neighbour.fingerprint];
            // Both sets have the same hash function.
            let hash = self.seen.hash(&key);
            if !self.seen.contains(&key, hash) && self.level.insert(&key, hash) {
                self.positions.push(*neighbour);
            }
        }
    }

    /// Estimates all positions, and finds the first goal.
    fn estimate(
        &mut self,
        compiled: &Compiled<W>,
        estimator: &Estimator<W>,
        patterns: Option<&Patterns<W>>,
    ) {
        let tests_all = compiled.puzzle.goals().len() > estimate::GOALS;
        let (mut codes, mut estimates) = (Vec::new(), Vec::new());
        for group in self.positions.chunks_mut(GROUP) {
            codes.clear();
            codes.extend(group.iter().map(|position| position.code));
            estimates.clear();
            estimator(&codes, &mut estimates);
            if let Some(patterns) = patterns {
                patterns.raise(&codes, &mut estimates);
            }
            for (position, &estimated) in group.iter_mut().zip(&estimates) {
                position.estimated = estimated;
                let may_meet = self.goal.is_none() && (tests_all || estimated.cost == 0);
                if may_meet && compiled.meets_a_goal(&position.code) {
                    self.goal = Some(*position);
                }
            }
        }
    }
}
