//! The search of one worker: levels that all workers make together.

use std::mem;

use ahash::AHashMap;

use super::files::{LevelFiles, Tally};
use super::shard::Shard;
use crate::engine::board::Code;
use crate::engine::drive::{Level, Run, Search};
use crate::engine::moves::LastMove;
use crate::engine::query::{Advice, Budget, Observer, Progress, Stopped};
use crate::puzzle::Configuration;

/// A search by all workers, as one of them sees it. All call the same methods in the same order, and
/// get the same results.
pub struct ClusterSearch<'a, const W: usize> {
    pub shard: Shard<'a, W>,
    pub files: Option<LevelFiles>,
    /// Whether the search in the files is resumed.
    pub resumes: bool,
    /// Whether older levels are kept in memory, for the path to the goal.
    pub keeps_levels: bool,
    pub tally: Tally<W>,
}

impl<const W: usize> ClusterSearch<'_, W> {
    /// Makes the level at a distance, unless the search was resumed after it.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), Stopped> {
        if distance == 0 && self.resumes {
            self.load(run.observer)?;
        }
        let Self { shard, tally, files, .. } = self;
        if tally.counts.len() as u64 > distance {
            return Ok(());
        }
        let compiled = shard.compiled;
        if let Some([frontier, _]) = tally.counts.last().copied() {
            let states = tally.counts.iter().map(|[found, _]| found).sum();
            let progress = Progress { distance, frontier, states, bytes: None, part: None };
            shard.expand(progress, run.observer);
        } else {
            let start = compiled.encode(compiled.puzzle.start());
            shard.deal(&mut vec![(start, LastMove::UNKNOWN)]);
            shard.finish();
        }
        let goals = shard.found.iter().filter(|code| compiled.meets_a_goal(code));
        let goals: Vec<Code<W>> = goals.copied().collect();
        let counts = [compiled.count(shard.found.iter()), compiled.count(goals.iter())];
        let first: &[u64] = goals.iter().min().map_or(&[], |code| &code.0);
        let reports = shard.exchange.agree(&[&counts, first].concat())?;
        let [found, goals] = [0, 1].map(|at| reports.iter().map(|report| report[at]).sum());
        if found > 0 {
            let goal = codes(&reports, 2).into_iter().min();
            tally.goal = tally.goal.or(goal.map(|goal| (distance, goal)));
            tally.counts.push([found, goals]);
            shard.found.shrink_to_fit();
            shard.levels.push(mem::take(&mut shard.found));
            if let Some(files) = files
                && let Err(error) = files.write(tally, &shard.levels[distance as usize])
            {
                stop(shard, run.observer, &format!("cannot write a level: {error}"));
            }
            let is_on_the_way = tally.goal.is_none_or(|(goal, _)| distance <= goal + 2);
            if distance > 1 && !(self.keeps_levels && is_on_the_way) {
                shard.levels[distance as usize - 2] = Vec::new();
            }
        }
        Ok(())
    }

    /// Reads the last two levels that all workers have, if they have any.
    fn load(&mut self, observer: &mut dyn Observer) -> Result<(), Stopped> {
        let Self { shard, files: Some(files), .. } = self else { return Ok(()) };
        let reports = shard.exchange.agree(&[files.count() as u64])?;
        let common = reports.iter().map(|report| report[0] as usize).min().unwrap_or(0);
        shard.levels = vec![Vec::new(); common];
        for distance in common.saturating_sub(2)..common {
            match files.read(distance) {
                Some((tally, level)) => (self.tally, shard.levels[distance]) = (tally, level),
                None => stop(shard, observer, &format!("the level at {distance} is damaged")),
            }
        }
        shard.exchange.agree(&[]).map(|_| ())
    }

    /// Returns the first positions, by code, at the greatest distance.
    pub fn farthest(&mut self, most: usize) -> Result<Vec<Configuration>, Stopped> {
        let compiled = self.shard.compiled;
        let last = self.shard.levels.last().into_iter().flatten();
        let mut own: Vec<_> = last.flat_map(|code| compiled.orbit(code)).collect();
        own.sort_unstable();
        let words: Vec<u64> = own.iter().take(most).flat_map(|code| code.0).collect();
        let mut all: Vec<Code<W>> = codes(&self.shard.exchange.agree(&words)?, 0);
        all.sort_unstable();
        Ok(all.iter().take(most).map(|code| compiled.decode(code)).collect())
    }
}

/// Stops the search because of its files.
fn stop<const W: usize>(shard: &mut Shard<W>, observer: &mut dyn Observer, why: &str) {
    observer.advised(&Advice::Disk(why.to_owned()));
    shard.exchange.stop(Stopped::Disk);
}

/// Returns the codes in reports, each after some other words.
fn codes<const W: usize>(reports: &[Vec<u64>], from: usize) -> Vec<Code<W>> {
    let words = reports.iter().map(|report| &report[from..]);
    words.flat_map(|words| words.as_chunks().0).map(|words| Code(*words)).collect()
}

impl<const W: usize> Search for ClusterSearch<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        self.advance(0, run)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let stopped = self.make(distance, run).err();
        let found = self.tally.counts.get(distance as usize).map_or(0, |[found, _]| *found);
        let has_goal = self.tally.goal.is_some_and(|(goal, _)| goal <= distance);
        Level { found, has_goal, stopped }
    }

    fn goal(&self) -> Option<Configuration> {
        self.tally.goal.map(|(_, goal)| self.shard.compiled.decode(&goal))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> Result<(), Stopped> {
        let Self { shard, files, .. } = self;
        let compiled = shard.compiled;
        let mut last = compiled.encode(&path[path.len() - 1]);
        for distance in (0..distance as usize).rev() {
            let level = match files {
                Some(files) => files.read(distance).map(|(_, level)| level),
                None => Some(mem::take(&mut shard.levels[distance])),
            };
            if level.is_none() {
                shard.exchange.stop(Stopped::Disk);
            }
            let mut beside: AHashMap<Code<W>, Code<W>> = AHashMap::new();
            for code in compiled.neighbours_of(&mut *compiled.neighbours(), &last, usize::MAX) {
                // They are ascending, so the first is the smallest that it stands for.
                beside.entry(compiled.representative(&code)).or_insert(code);
            }
            let nearer = level.iter().flatten().filter_map(|code| beside.get(code)).min();
            let reports = shard.exchange.agree(nearer.map_or(&[], |code| &code.0))?;
            last = codes(&reports, 0).into_iter().min().expect("a position before this one");
            path.push(compiled.decode(&last));
        }
        Ok(())
    }
}
