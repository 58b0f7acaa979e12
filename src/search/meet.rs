//! The meet engine: from the start and from the goals at once.
//!
//! Moves lead back as well as forth, so a way from the start to a goal can be looked for from both
//! ends. The side with the smaller frontier goes on. The first time that a new level of one side
//! has a configuration which the other side knows, the two distances add up to the least number
//! of moves: had there been a shorter way, the levels of its middle would have met before.

use std::ops::ControlFlow;
use std::time::Instant;

use super::compiled::{Compiled, Job, with_compiled};
use super::frontier::Waves;
use super::table::{BASE, Table};
use super::trail::Trail;
use super::{Engine, Found, Limit, Observer, Outcome, Progress, Request, Status};
use crate::board::Code;
use crate::puzzle::{Configuration, Puzzle};

/// Searches from both ends. `goals` are all configurations that meet a goal, reachable or not.
pub(super) fn search(
    puzzle: &Puzzle,
    goals: &[Configuration],
    request: &Request,
    observer: &mut dyn Observer,
) -> Outcome {
    struct Run<'a>(&'a [Configuration], &'a Request, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Outcome;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Outcome {
            let goals: Vec<Code<W>> = self.0.iter().map(|goal| compiled.encode(goal)).collect();
            meet(&mut Table { compiled, request: self.1, observer: self.2 }, &goals)
        }
    }
    with_compiled(puzzle, request.style, Run(goals, request, observer))
}

/// One of the two ends.
struct Side<const W: usize> {
    waves: Waves<W>,
    trail: Trail<W>,
    distance: u64,
    levels: Vec<u64>,
}

impl<const W: usize> Side<W> {
    fn new(table: &Table<W>, sources: &[Code<W>]) -> Self {
        let waves = table.waves(sources);
        let levels = vec![waves.width() as u64];
        Self { waves, trail: Trail::default(), distance: 0, levels }
    }

    /// Finds the next level. `others` is what the other side takes in memory.
    fn advance(&mut self, table: &mut Table<W>, others: u64) -> ControlFlow<Limit> {
        let Self { waves, trail, distance, levels } = self;
        let progress = Progress {
            distance: *distance + 1,
            frontier: waves.width() as u64,
            states: levels.iter().sum(),
            bytes: Some(others + waves.bytes() + trail.bytes()),
        };
        let forgotten = waves.advance(&mut |bytes| {
            let room = table.request.memory().saturating_sub(BASE + others);
            trail.shrink_to(room.saturating_sub(bytes));
            if bytes > room {
                return ControlFlow::Break(Limit::Memory);
            }
            table.observer.progress(&progress);
            table.request.limits.pause(&*table.observer)
        })?;
        if table.request.want_solution && *distance > 0 {
            trail.push(forgotten);
        }
        *distance += 1;
        levels.push(waves.width() as u64);
        ControlFlow::Continue(())
    }

    fn bytes(&self) -> u64 {
        self.waves.bytes() + self.trail.bytes()
    }

    /// The way from a source of this side to a configuration of its frontier.
    fn way(
        mut self,
        table: &mut Table<W>,
        sources: &[Code<W>],
        met: Code<W>,
    ) -> Result<Vec<Code<W>>, Limit> {
        if self.distance > 0 {
            self.trail.push(self.waves.into_previous());
        }
        table.way(sources, (self.distance, met), self.trail)
    }
}

fn meet<const W: usize>(table: &mut Table<W>, goals: &[Code<W>]) -> Outcome {
    let started = Instant::now();
    let puzzle = table.compiled.puzzle;
    let start = [table.compiled.encode(puzzle.start())];
    let configuration = puzzle.start().clone();
    table.observer.level_begins(0);
    table.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
    let mut fore = Side::new(table, &start);
    let mut back = Side::new(table, goals);
    table.observer.level_ends(0, 1);
    let (status, met) = search_both(table, &mut fore, &mut back);
    let mut outcome = Outcome {
        status,
        moves: met.map(|_| fore.distance + back.distance),
        is_shortest: true,
        states: fore.levels.iter().chain(&back.levels).sum(),
        levels: fore.levels.clone(),
        solution: None,
        elapsed: Default::default(),
        engine: Engine::Meet.name(),
    };
    if let Some(met) = met {
        table.observer.goal_met(fore.distance + back.distance);
        if table.request.want_solution {
            let ways = fore.way(table, &start, met).and_then(|mut way| {
                let rest = back.way(table, goals, met)?;
                way.extend(rest.into_iter().rev().skip(1));
                Ok(way)
            });
            match ways {
                Ok(way) => outcome.solution = Some(table.compiled.explained(&way)),
                Err(limit) => outcome.status = Status::Limit(limit),
            }
        }
    }
    outcome.elapsed = started.elapsed();
    outcome
}

/// Searches until the two sides meet, and says where.
fn search_both<const W: usize>(
    table: &mut Table<W>,
    fore: &mut Side<W>,
    back: &mut Side<W>,
) -> (Status, Option<Code<W>>) {
    let meeting = |new: &Side<W>, old: &Side<W>| {
        new.waves.frontier().filter(|code| old.waves.knows(code)).min().copied()
    };
    let mut met = meeting(fore, back);
    while met.is_none() {
        if fore.waves.width() == 0 || back.waves.width() == 0 {
            return (Status::Unsolvable, None);
        }
        let distance = fore.distance + back.distance;
        if let Some(limit) = table.request.limits.max_moves.filter(|&max| distance >= max) {
            return (Status::Limit(Limit::Moves(limit)), None);
        }
        let from_start = fore.waves.width() <= back.waves.width();
        let (side, other) = if from_start { (&mut *fore, &*back) } else { (&mut *back, &*fore) };
        if let ControlFlow::Break(limit) = side.advance(table, other.bytes()) {
            return (Status::Limit(limit), None);
        }
        met = meeting(side, other);
        if from_start {
            table.observer.level_begins(fore.distance);
            table.observer.level_ends(fore.distance, fore.waves.width() as u64);
        }
    }
    (Status::Solved, met)
}
