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
    /// Whether older levels are kept in memory, for the path to the goal.
    pub keeps_levels: bool,
    pub tally: Tally<W>,
}

impl<const W: usize> ClusterSearch<'_, W> {
    /// Makes the level at a distance, unless the search was resumed after it.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), Stopped> {
        if distance == 0 {
            self.load(run.observer)?;
        }
        let Self { shard, tally, files, .. } = self;
        if tally.counts.len() as u64 > distance {
            return Ok(());
        }
        let compiled = shard.compiled;
        shard.levels.push(Vec::new());
        if let Some(&frontier) = tally.counts.last() {
            let states = tally.counts.iter().sum();
            let progress = Progress { distance, frontier, states, bytes: None, part: None };
            shard.expand(progress, run.observer);
        } else {
            let start = compiled.encode(compiled.puzzle.start());
            shard.deal(&mut vec![(start, LastMove::UNKNOWN)]);
        }
        shard.end(true);
        let level = &mut shard.levels[distance as usize];
        level.shrink_to_fit();
        let mut goals = Vec::new();
        for code in &*level {
            if compiled.meets_a_goal(code) {
                goals.push(*code);
            }
        }
        let own = [level, &mut goals].map(|all| compiled.count(all.iter()));
        let (mut count, mut met) = (0, 0);
        for report in shard.exchange.agree(&own)? {
            count += report[0];
            met += report[1];
        }
        if count == 0 {
            return Ok(());
        }
        if tally.goals == 0 && met > 0 {
            tally.goal = Some((distance, shard.gather(goals.into_iter().min())?[0]));
        }
        tally.counts.push(count);
        tally.goals += met;
        if let Some(files) = files
            && let Err(error) = files.write(tally, &shard.levels[distance as usize])
        {
            stop(shard, run.observer, &format!("cannot write a level: {error}"));
        }
        if distance > 1 && !self.keeps_levels {
            shard.levels[distance as usize - 2] = Vec::new();
        }
        Ok(())
    }

    /// Reads the last two levels that all workers have, if they have any.
    fn load(&mut self, observer: &mut dyn Observer) -> Result<(), Stopped> {
        let Self { shard, files: Some(files @ LevelFiles { resumes: true, .. }), .. } = self else {
            return Ok(());
        };
        let reports = shard.exchange.agree(&[files.count() as u64])?;
        let common = reports.iter().flatten().min().copied().unwrap_or(0) as usize;
        shard.levels = vec![Vec::new(); common];
        for distance in common.saturating_sub(2)..common {
            match files.read(distance) {
                Some((tally, level)) => (self.tally, shard.levels[distance]) = (tally, level),
                None => stop(shard, observer, &format!("the level at {distance} is damaged")),
            }
        }
        shard.exchange.agree(&[])?;
        Ok(())
    }

    /// Returns the first positions, by code, at the greatest distance.
    pub fn farthest(&mut self, most: usize) -> Result<Vec<Configuration>, Stopped> {
        let compiled = self.shard.compiled;
        let mut own = Vec::new();
        for code in &self.shard.levels[self.tally.counts.len() - 1] {
            own.extend(compiled.orbit(code));
        }
        own.sort_unstable();
        own.truncate(most);
        let all = self.shard.gather(own)?;
        Ok(all.iter().take(most).map(|code| compiled.decode(code)).collect())
    }
}

/// Stops the search because of its files.
fn stop<const W: usize>(shard: &mut Shard<W>, observer: &mut dyn Observer, why: &str) {
    observer.advised(&Advice::Disk(why.to_owned()));
    shard.exchange.stop(Stopped::Disk);
}

impl<const W: usize> Search for ClusterSearch<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        self.advance(0, run)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let stopped = self.make(distance, run).err();
        let found = self.tally.counts.get(distance as usize).copied().unwrap_or(0);
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
            last = *shard.gather(nearer.copied())?.first().expect("a position before this one");
            path.push(compiled.decode(&last));
        }
        Ok(())
    }
}
