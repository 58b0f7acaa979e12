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
        if let Some(&[frontier, _]) = tally.counts.last() {
            let [states, _] = tally.totals();
            let progress = Progress { distance, frontier, states, bytes: None, part: None };
            shard.expand(progress, run.observer);
        } else {
            let start = compiled.encode(compiled.puzzle.start());
            shard.deal(&mut vec![(start, LastMove::UNKNOWN)]);
            shard.finish();
        }
        let mut goals = Vec::new();
        for code in &shard.found {
            if compiled.meets_a_goal(code) {
                goals.push(*code);
            }
        }
        let mut report = vec![compiled.count(shard.found.iter()), compiled.count(goals.iter())];
        if let Some(first) = goals.iter().min() {
            report.extend(first.0);
        }
        let (mut counts, reports) = ([0; 2], shard.exchange.agree(&report)?);
        for report in &reports {
            counts = [counts[0] + report[0], counts[1] + report[1]];
        }
        if counts[0] == 0 {
            return Ok(());
        }
        if let (None, Some(goal)) = (tally.goal, codes(&reports, 2).iter().min()) {
            tally.goal = Some((distance, *goal));
        }
        tally.counts.push(counts);
        shard.found.shrink_to_fit();
        shard.levels.push(mem::take(&mut shard.found));
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
        for code in self.shard.levels.last().into_iter().flatten() {
            own.extend(compiled.orbit(code));
        }
        own.sort_unstable();
        own.truncate(most);
        let mut words = Vec::new();
        for code in &own {
            words.extend(code.0);
        }
        let mut all = codes(&self.shard.exchange.agree(&words)?, 0);
        all.sort_unstable();
        all.truncate(most);
        Ok(all.iter().map(|code| compiled.decode(code)).collect())
    }
}

/// Stops the search because of its files.
fn stop<const W: usize>(shard: &mut Shard<W>, observer: &mut dyn Observer, why: &str) {
    observer.advised(&Advice::Disk(why.to_owned()));
    shard.exchange.stop(Stopped::Disk);
}

/// Returns the codes in reports, each after some other words.
fn codes<const W: usize>(reports: &[Vec<u64>], from: usize) -> Vec<Code<W>> {
    let mut codes = Vec::new();
    for report in reports {
        codes.extend(report[from..].as_chunks().0.iter().copied().map(Code));
    }
    codes
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
            last = *codes(&reports, 0).iter().min().expect("a position before this one");
            path.push(compiled.decode(&last));
        }
        Ok(())
    }
}
