//! The disk engine: breadth-first search whose levels are sorted lists in files.
//!
//! It takes every puzzle that the table engine takes, of whose configurations it keeps some megabytes in
//! memory and all others in a [folder]. What a level is made of is read and written in sequence ([`level`]).
//! After a level the state of the search is written down, so that a process which was killed, or had no more room,
//! can be followed by another. `docs/ENGINES.md` tells the whole.

pub mod block;
pub mod folder;
pub mod level;
pub mod list;
pub mod manifest;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::time::Duration;

use self::folder::{Folder, Trouble};
use self::level::{Level, Made, Maker};
use self::list::List;
use self::manifest::Identity;
use super::compiled::{Compiled, Job, with_compiled};
use super::layers::{self, Layers, Retraces, Run, answer};
use crate::board::Code;
use crate::host::Instant;
use crate::moves::LastMove;
use crate::puzzle::Configuration;
use crate::query::{
    Advice, Answer, Budget, Disk, Engine, Found, Observer, Progress, Query, Refusal, Stopped,
};

/// For candidates, one part in so many of the memory is used. The rest is for what is read and written
/// meanwhile, and for the tables of the files.
const ROOM_PART: u64 = 2;

/// A state is written down when this time has passed since the last, at the end of a level.
const PAUSE: Duration = Duration::from_millis(500);

/// Searches a puzzle that is [taken](super::compiled::takes).
///
/// # Errors
///
/// Where the folder cannot be used, or is not that of this search.
pub fn search(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    struct Search<'a>(&'a Query<'a>, &'a Disk, Run<'a>);
    impl Job for Search<'_> {
        type Output = Result<Answer, Trouble>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let Search(query, disk, mut run) = self;
            let folder = Folder::open(disk)?;
            let mut lists = Lists::new(compiled, &folder, query, disk, run.budget)?;
            let answer = answer(&mut lists, query, Engine::Disk, &mut run);
            let kept = lists.write_down();
            if let Some(trouble) = lists.trouble.or(kept.err()) {
                run.observer.advised(&Advice::Disk(trouble.to_string()));
            }
            Ok(answer)
        }
    }
    let job = Search(query, disk, Run { budget, observer });
    with_compiled(query.puzzle, query.style, job)
        .map_err(|trouble| Refusal::Folder(trouble.to_string()))
}

/// A search through lists.
struct Lists<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    folder: &'a Folder,
    maker: Maker<'a, W>,
    identity: Identity,
    /// Whether all levels up to the goal are kept.
    keeps_levels: bool,
    counts: Vec<u64>,
    goal: Option<(u64, Code<W>)>,
    /// The levels that are kept, with their distances: those up to the goal, if they are, and the last two.
    levels: Vec<(u64, Level<W>)>,
    /// Those that the state which was written down last may name.
    old: Vec<Level<W>>,
    /// Levels from this distance on may not be on the disk yet.
    unsynced: u64,
    /// Levels that were there when the search was taken up again, of which nothing has been told yet.
    resumed: u64,
    written: Instant,
    trouble: Option<Trouble>,
}

impl<'a, const W: usize> Lists<'a, W> {
    fn new(
        compiled: &'a Compiled<'a, W>,
        folder: &'a Folder,
        query: &Query,
        disk: &Disk,
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        let keeps_levels = query.wants_solution;
        let identity = Identity::new(query.puzzle, query.style, keeps_levels);
        let maker = Maker::new(compiled, folder, budget.threads(), budget.room() / ROOM_PART);
        let mut lists = Self {
            compiled,
            folder,
            maker,
            identity,
            keeps_levels,
            counts: Vec::new(),
            goal: None,
            levels: Vec::new(),
            old: Vec::new(),
            unsynced: 0,
            resumed: 0,
            written: Instant::now(),
            trouble: None,
        };
        if disk.resumes {
            lists.take_up()?;
        } else if manifest::is_there(folder) {
            return Err(Trouble::Unsuited {
                path: folder.path().to_owned(),
                what: "there is a search in this folder already: resume it, or take another folder"
                    .to_owned(),
            });
        } else {
            folder.sweep(&[])?;
            lists.begin_at(compiled.encode(compiled.puzzle.start()))?;
        }
        Ok(lists)
    }

    fn begin_at(&mut self, start: Code<W>) -> Result<(), Trouble> {
        let level = self.maker.level_of(&[start])?;
        self.add(level, self.compiled.meets_a_goal(&start).then_some(start));
        self.write_down()
    }

    /// Goes on with what is in the folder.
    fn take_up(&mut self) -> Result<(), Trouble> {
        let state = manifest::read(self.folder, &self.identity)?;
        let lists = || state.levels.iter().flat_map(|(_, level)| &level.lists);
        self.folder.sweep(&lists().map(List::name).collect::<Vec<_>>())?;
        lists().try_for_each(|list| self.folder.take(list.bytes))?;
        self.resumed = state.counts.len() as u64;
        self.unsynced = self.resumed;
        (self.counts, self.goal, self.levels) = (state.counts, state.goal, state.levels);
        Ok(())
    }

    /// Adds the next level. Levels that are not needed any more can go as soon as no state names them.
    fn add(&mut self, level: Level<W>, goal: Option<Code<W>>) {
        let distance = self.counts.len() as u64;
        self.goal = self.goal.or(goal.map(|goal| (distance, goal)));
        self.counts.push(level.count);
        self.levels.push((distance, level));
        let is_old = |&(at, _): &(u64, _)| {
            let is_on_the_way = self.keeps_levels && self.goal.is_none_or(|(goal, _)| at < goal);
            at + 1 < distance && !is_on_the_way
        };
        let old = self.levels.extract_if(.., |level| is_old(level));
        self.old.extend(old.map(|(_, level)| level));
    }

    /// Writes down the state, and removes what is no part of it.
    fn write_down(&mut self) -> Result<(), Trouble> {
        let new = self.levels.iter().filter(|&&(distance, _)| distance >= self.unsynced);
        for list in new.flat_map(|(_, level)| &level.lists) {
            list.file()?.sync_all().map_err(Trouble::with(&list.path))?;
        }
        self.unsynced = self.counts.len() as u64;
        manifest::write(self.folder, &self.identity, &self.counts, self.goal, &self.levels)?;
        for list in self.old.drain(..).flat_map(|level| level.lists) {
            self.folder.remove(&list.path, list.bytes);
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Makes the level at a distance, and writes down now and then how far the search is.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), Trouble> {
        let made = match self.next(distance, run) {
            // There is more room once no state names the oldest levels.
            Err(Trouble::Limit(_)) if !self.old.is_empty() => {
                self.write_down()?;
                self.next(distance, run)
            }
            made => made,
        };
        let (level, goal) = made?;
        self.add(level, goal);
        if self.written.elapsed() >= PAUSE { self.write_down() } else { Ok(()) }
    }

    fn next(&mut self, distance: u64, run: &mut Run) -> Result<Made<W>, Trouble> {
        let (last, before) = match &self.levels[..] {
            [.., (_, before), (_, last)] => (last, Some(before)),
            [(_, last)] => (last, None),
            [] => unreachable!("there is a level"),
        };
        let (compiled, folder, knows_goal) = (self.compiled, self.folder, self.goal.is_some());
        let is_goal = |code: &Code<W>| !knows_goal && compiled.meets_a_goal(code);
        let (frontier, states) = (last.count, self.counts.iter().sum());
        let mut pause = || {
            let bytes = Some(folder.used());
            run.observer.progress(&Progress { distance, frontier, states, bytes });
            run.budget.look()
        };
        self.maker.next(last, before, &is_goal, &mut pause)
    }

    /// What is known of a level that is there.
    fn told(&self, distance: u64) -> layers::Level {
        let has_goal = self.goal.is_some_and(|(goal, _)| goal <= distance);
        layers::Level { found: self.counts[distance as usize], has_goal, stopped: None }
    }

    /// The smallest neighbour of a configuration that is in a level.
    fn neighbour_in(&self, level: &Level<W>, code: &Code<W>) -> Result<Option<Code<W>>, Trouble> {
        let mut beside = Vec::new();
        let mut neighbours = self.compiled.neighbours();
        let _ = self.compiled.each_neighbour(&mut *neighbours, code, &mut |found| {
            beside.extend(found.iter().map(|(code, _): &(Code<W>, LastMove)| *code));
            ControlFlow::Continue(())
        });
        beside.sort_unstable();
        beside.dedup();
        for code in beside {
            if level.contains(&code)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// Remembers what is the matter, for whoever hears of it in the end.
    fn stop(&mut self, trouble: Trouble) -> Stopped {
        match trouble {
            Trouble::Stopped(stopped) => stopped,
            trouble => {
                self.trouble = Some(trouble);
                Stopped::Disk
            }
        }
    }
}

impl<const W: usize> Layers for Lists<'_, W> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        let configuration = self.compiled.puzzle.start().clone();
        run.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        self.told(0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        let made = if distance < self.resumed { Ok(()) } else { self.make(distance, run) };
        match made {
            Ok(()) => self.told(distance),
            Err(trouble) => {
                let stopped = Some(self.stop(trouble));
                layers::Level { stopped, ..layers::Level::default() }
            }
        }
    }
}

impl<const W: usize> Retraces for Lists<'_, W> {
    type Known = Code<W>;

    fn goal(&self) -> Option<Code<W>> {
        self.goal.map(|(_, goal)| goal)
    }

    fn follow(
        &mut self,
        distance: u64,
        way: &mut Vec<Code<W>>,
        budget: &Budget,
    ) -> ControlFlow<Stopped> {
        // All levels up to the goal's are kept.
        for distance in (0..distance).rev() {
            budget.look()?;
            let last = way[way.len() - 1];
            match self.neighbour_in(&self.levels[distance as usize].1, &last) {
                Ok(Some(before)) => way.push(before),
                Ok(None) => {
                    let path = self.folder.path().to_owned();
                    let what = format!("the way back ends at distance {}", distance + 1);
                    return ControlFlow::Break(self.stop(Trouble::Damaged { path, what }));
                }
                Err(trouble) => return ControlFlow::Break(self.stop(trouble)),
            }
        }
        ControlFlow::Continue(())
    }

    fn restart(&mut self, _: &Code<W>) {
        unreachable!("nothing of the way is forgotten");
    }

    fn decode(&self, known: &Code<W>) -> Configuration {
        self.compiled.decode(known)
    }
}
