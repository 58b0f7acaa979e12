//! One beam search: level by level, of each level the most hopeful positions.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::lister::{GROUP, Lister};
use super::select::Selection;
use super::{Candidate as Ranked, Estimated};
use super::{Estimator, Method};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::drive::Run;
use crate::engine::host::Team;
use crate::engine::moves::LastMove;
use crate::engine::query::{Budget, Progress, Stopped};
use crate::engine::store::{Hasher, Insertion, KeySet};

/// Levels are split by fingerprint into this many shards, whatever the number of threads, so that
/// the result does not depend on it.
const SHARDS: usize = 32;

/// A neighbour of a kept position.
#[derive(Clone, Copy)]
struct Candidate<const W: usize> {
    code: Code<W>,
    origin: Origin,
}

/// Where a position comes from.
#[derive(Clone, Copy)]
struct Origin {
    last_move: LastMove,
    fingerprint: u64,
    /// The number of its parent in the level before.
    parent: u32,
}

/// How to find a position of a finished level again: its parent, and half of its fingerprint.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    check: u32,
}

/// The kept positions of one shard, and their neighbours.
struct Source<const W: usize> {
    lister: Lister<W>,
    codes: Vec<Code<W>>,
    last_moves: Vec<LastMove>,
    fingerprints: Vec<u64>,
    links: Vec<Link>,
    /// The number of the first kept position in its level.
    first: u32,
    /// The neighbours, by their shard.
    found: Vec<Vec<Candidate<W>>>,
}

/// The new positions of one shard.
struct Shard<const W: usize> {
    codes: Vec<Code<W>>,
    origins: Vec<Origin>,
    estimates: Vec<Estimated>,
    /// The fingerprints of this level, and of all positions that were kept.
    level: KeySet<1>,
    seen: KeySet<1>,
    goal: Option<(Code<W>, u32)>,
}

/// The result of one beam search.
pub enum End<const W: usize> {
    /// The positions from the start to a goal.
    Found(Vec<Code<W>>),
    /// No goal was found, but others may find one.
    Failed,
    /// All positions were found, and none meets a goal.
    Exhausted,
    Stopped(Stopped),
}

/// A level in numbers: the new positions, those that are kept, and the least cost of all.
struct Level {
    found: usize,
    kept: usize,
    least: u16,
}

/// What one beam search may use.
#[derive(Clone, Copy)]
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
    estimator: Box<dyn Estimator<W> + 'a>,
    hasher: Hasher<W>,
    pub team: Team,
    sources: Vec<Source<W>>,
    shards: Vec<Shard<W>>,
    selection: Selection,
    levels: Vec<Vec<Link>>,
    tests_all: bool,
    /// The number of positions kept by all searches.
    pub kept: u64,
}

fn shard_of(fingerprint: u64) -> usize {
    (fingerprint >> 24) as usize % SHARDS
}

impl<'a, const W: usize> Beam<'a, W> {
    pub fn new(compiled: &'a Compiled<'a, W>, threads: usize) -> Self {
        let keys = || KeySet::with_room_for(0, Hasher::fixed());
        let source = |_| Source {
            lister: Lister::new(compiled),
            codes: Vec::new(),
            last_moves: Vec::new(),
            fingerprints: Vec::new(),
            links: Vec::new(),
            first: 0,
            found: vec![Vec::new(); SHARDS],
        };
        let shard = |_| Shard {
            codes: Vec::new(),
            origins: Vec::new(),
            estimates: Vec::new(),
            level: keys(),
            seen: keys(),
            goal: None,
        };
        Self {
            compiled,
            estimator: compiled.estimator(Method::Routes),
            hasher: Hasher::fixed(),
            team: Team::new(threads),
            sources: (0..SHARDS).map(source).collect(),
            shards: (0..SHARDS).map(shard).collect(),
            selection: Selection::new(),
            levels: Vec::new(),
            tests_all: compiled.puzzle.goals().len() > super::estimate::GOALS,
            kept: 0,
        }
    }

    /// Replaces the estimates.
    pub fn estimate_by(&mut self, estimator: Box<dyn Estimator<W> + 'a>) {
        self.estimator = estimator;
    }

    /// Searches once from the start.
    pub fn search(&mut self, effort: Effort, run: &mut Run) -> End<W> {
        let start = self.compiled.encode(self.compiled.puzzle.start());
        if self.compiled.meets_a_goal(&start) {
            return End::Found(vec![start]);
        }
        self.begin(start);
        let (mut least, mut since, mut width) = (u16::MAX, 0, effort.width);
        let mut is_complete = true;
        for distance in 1..=effort.levels {
            if let ControlFlow::Break(stopped) = self.expand(run.budget) {
                return End::Stopped(stopped);
            }
            let level = self.keep(effort.seed, width);
            run.observer.progress(&Progress {
                distance: distance as u64,
                frontier: level.kept as u64,
                states: self.kept,
                bytes: Some(self.bytes()),
                part: None,
            });
            is_complete = is_complete && level.kept == level.found;
            if let Some((goal, parent)) = self.shards.iter().find_map(|shard| shard.goal) {
                let path = self.path(start, goal, parent);
                return path.map_or(End::Failed, End::Found);
            }
            if level.kept == 0 {
                return if is_complete { End::Exhausted } else { End::Failed };
            }
            if level.least < least {
                (least, since) = (level.least, distance);
            }
            let found = (level.found * size_of::<Candidate<W>>()) as u64 * 2;
            if distance > since + effort.patience || self.bytes() > effort.bytes / 2 {
                break;
            }
            // The next level has about as many neighbours of each position as this one.
            let most = effort.bytes / 2 * level.kept as u64 / found.max(1);
            width = effort.width.min(most.max(1) as usize);
        }
        End::Failed
    }

    /// Returns the bytes of what is kept of finished levels.
    fn bytes(&self) -> u64 {
        let links: usize = self.levels.iter().map(Vec::len).sum();
        let seen: u64 = self.shards.iter().map(|shard| shard.seen.bytes()).sum();
        (links * size_of::<Link>()) as u64 + seen
    }

    fn begin(&mut self, start: Code<W>) {
        self.levels.clear();
        for source in &mut self.sources {
            source.codes.clear();
            source.last_moves.clear();
            source.fingerprints.clear();
            source.first = 0;
        }
        for shard in &mut self.shards {
            shard.goal = None;
            shard.seen.restart(0);
        }
        let fingerprint = self.hasher.hash(&start.0);
        let source = &mut self.sources[shard_of(fingerprint)];
        source.codes.push(start);
        source.last_moves.push(LastMove::UNKNOWN);
        source.fingerprints.push(fingerprint);
    }

    /// Finds and estimates all new positions of the next level.
    fn expand(&mut self, budget: &Budget) -> ControlFlow<Stopped> {
        let Self { team, hasher, compiled, estimator, .. } = self;
        let over = OnceLock::new();
        let goes_on = || match budget.look() {
            ControlFlow::Continue(()) => over.get().is_none(),
            ControlFlow::Break(stopped) => {
                let _ = over.set(stopped);
                false
            }
        };
        team.each(self.sources.iter_mut(), |_, source| {
            if goes_on() {
                source.expand(hasher);
            }
        });
        let (sources, tests_all) = (&self.sources, self.tests_all);
        team.each(self.shards.iter_mut(), |at, shard| {
            if !goes_on() {
                return;
            }
            shard.gather(at, sources);
            shard.estimate(&**estimator);
            shard.goal = shard.goal(|code| compiled.meets_a_goal(code), tests_all);
        });
        over.get().map_or(ControlFlow::Continue(()), |&stopped| ControlFlow::Break(stopped))
    }

    /// Keeps the best positions of the next level.
    fn keep(&mut self, seed: u64, width: usize) -> Level {
        let Self { team, shards, .. } = self;
        let shards = &*shards;
        let candidates = || shards.iter().flat_map(|shard| shard.candidates());
        let (found, least) = self.selection.rank(seed, width, candidates);
        let selection = &self.selection;
        team.each(self.sources.iter_mut().zip(shards), |_, (source, shard)| {
            source.keep(shard, selection);
        });
        let mut links = Vec::new();
        for source in &mut self.sources {
            source.first = links.len() as u32;
            links.extend_from_slice(&source.links);
        }
        let kept = links.len();
        self.kept += kept as u64;
        self.levels.push(links);
        Level { found, kept, least }
    }

    /// Returns the positions from the start to a goal whose parent is known.
    fn path(&self, start: Code<W>, goal: Code<W>, parent: u32) -> Option<Vec<Code<W>>> {
        let mut checks = vec![self.hasher.hash(&goal.0) as u32];
        let mut at = parent;
        // The goal's own level was not kept, or only in part.
        for level in self.levels[..self.levels.len() - 1].iter().rev() {
            let link = level[at as usize];
            checks.push(link.check);
            at = link.parent;
        }
        let mut neighbours = self.compiled.neighbours();
        let mut path = vec![start];
        for &check in checks.iter().rev() {
            let here = path[path.len() - 1];
            let codes = self.compiled.neighbours_of(&mut *neighbours, &here, usize::MAX);
            let next = codes.into_iter().find(|code| self.hasher.hash(&code.0) as u32 == check)?;
            path.push(next);
        }
        (path.last() == Some(&goal)).then_some(path)
    }
}

impl<const W: usize> Source<W> {
    /// Lists the neighbours of all positions.
    fn expand(&mut self, hasher: &Hasher<W>) {
        let Self { lister, codes, last_moves, first, found, .. } = self;
        found.iter_mut().for_each(Vec::clear);
        let mut group = *first;
        for (codes, last_moves) in codes.chunks(GROUP).zip(last_moves.chunks(GROUP)) {
            lister.list(codes, last_moves, &mut |at, some| {
                let parent = group + at as u32;
                for &(code, last_move) in some {
                    let fingerprint = hasher.hash(&code.0);
                    let origin = Origin { last_move, fingerprint, parent };
                    found[shard_of(fingerprint)].push(Candidate { code, origin });
                }
            });
            group += codes.len() as u32;
        }
    }

    /// Replaces the positions by those of the next level.
    fn keep(&mut self, shard: &Shard<W>, selection: &Selection) {
        self.codes.clear();
        self.last_moves.clear();
        self.fingerprints.clear();
        self.links.clear();
        for (at, candidate) in shard.candidates().enumerate() {
            if selection.keeps(candidate) {
                let Origin { last_move, fingerprint, parent } = shard.origins[at];
                self.codes.push(shard.codes[at]);
                self.last_moves.push(last_move);
                self.fingerprints.push(fingerprint);
                self.links.push(Link { parent, check: fingerprint as u32 });
            }
        }
    }
}

impl<const W: usize> Shard<W> {
    /// Gathers the neighbours of this shard that are new.
    fn gather(&mut self, shard: usize, sources: &[Source<W>]) {
        let kept = &sources[shard].fingerprints;
        if self.seen.bytes() < KeySet::<1>::bytes_for(self.seen.len() + kept.len()) {
            self.seen.grow_to(2 * (self.seen.len() + kept.len()));
        }
        for &fingerprint in kept {
            let key = [fingerprint];
            self.seen.insert(&key, self.seen.hash(&key));
        }
        self.codes.clear();
        self.origins.clear();
        self.level.restart(sources.iter().map(|source| source.found[shard].len()).sum());
        for candidate in sources.iter().flat_map(|source| &source.found[shard]) {
            let fingerprint = candidate.origin.fingerprint;
            let key = [fingerprint];
            // Both sets have the same hash function, and a set that grows uses it again.
            let hash = self.seen.hash(&key);
            if self.seen.contains(&key, hash) {
                continue;
            }
            if self.level.insert(&key, hash) == Insertion::New {
                self.codes.push(candidate.code);
                self.origins.push(candidate.origin);
            }
        }
    }

    fn estimate(&mut self, estimator: &dyn Estimator<W>) {
        self.estimates.clear();
        estimator.estimate(&self.codes, &mut self.estimates);
    }

    /// Returns a position that meets a goal, and the number of its parent.
    fn goal(
        &self,
        meets_a_goal: impl Fn(&Code<W>) -> bool,
        tests_all: bool,
    ) -> Option<(Code<W>, u32)> {
        let all = self.codes.iter().zip(&self.estimates).zip(&self.origins);
        let mut hopeful = all.filter(|((_, estimated), _)| tests_all || estimated.cost == 0);
        let goal = hopeful.find(|((code, _), _)| meets_a_goal(code));
        goal.map(|((code, _), origin)| (*code, origin.parent))
    }

    fn candidates(&self) -> impl Iterator<Item = Ranked> {
        let fingerprints = self.origins.iter().map(|origin| origin.fingerprint);
        self.estimates.iter().copied().zip(fingerprints)
    }
}
