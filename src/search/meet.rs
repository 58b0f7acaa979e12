//! The meet engine: bidirectional search, from the start and from the goals at once.
//!
//! Moves lead back as well as forth, so a way from the start to a goal can be looked for from both
//! ends. The side with the smaller frontier goes on. The first time that a new level of one side
//! has a configuration which the other side knows, the two distances add up to the least number
//! of moves: had there been a shorter way, the levels of its middle would have met before.

use std::ops::ControlFlow;

use super::compiled::{Compiled, Job, with_compiled};
use super::layers::{Course, Layers, Level, Run, drive, retrace};
use super::table::{Table, Target};
use crate::board::Code;
use crate::moves::explained;
use crate::puzzle::Configuration;
use crate::query::{Answer, Budget, Counted, Engine, Observer, Query, Status, Stopped, Until};

/// Searches from both ends. `goals` are all configurations that meet a goal, reachable or not.
pub fn search(
    query: &Query,
    goals: &[Configuration],
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer {
    struct Search<'a>(&'a Query<'a>, &'a [Configuration], Run<'a>);
    impl Job for Search<'_> {
        type Output = Answer;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Answer {
            let Search(query, goals, mut run) = self;
            let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
            let back = Table::new(compiled, run.budget, goals, Target::Nothing);
            let mut meet = Meet {
                fore: Side::new(Table::from_start(compiled, run.budget), query),
                back: Side::new(back, query),
                met: None,
            };
            let course = drive(&mut meet, Until::Solved, &mut run, &mut |_, _| {});
            meet.answer(query, course, &mut run)
        }
    }
    with_compiled(query.puzzle, query.style, Search(query, goals, Run { budget, observer }))
}

/// One of the two ends.
struct Side<'a, const W: usize> {
    table: Table<'a, W>,
    /// The number of configurations at each distance.
    levels: Vec<u64>,
}

impl<'a, const W: usize> Side<'a, W> {
    fn new(mut table: Table<'a, W>, query: &Query) -> Self {
        table.keeps_levels = query.wants_solution;
        Self { levels: vec![table.frontier.width() as u64], table }
    }

    fn distance(&self) -> u64 {
        self.levels.len() as u64 - 1
    }

    /// The way from a source of this side to a configuration of its last level.
    fn way(&mut self, met: Code<W>, run: &mut Run) -> ControlFlow<Stopped, Vec<Code<W>>> {
        let distance = self.distance();
        retrace(&mut self.table, distance, met, run)
    }
}

struct Meet<'a, const W: usize> {
    fore: Side<'a, W>,
    back: Side<'a, W>,
    /// Where the two sides meet.
    met: Option<Code<W>>,
}

impl<const W: usize> Meet<'_, W> {
    /// Whether the start's side goes on next.
    fn is_fore(&self) -> bool {
        self.fore.table.frontier.width() <= self.back.table.frontier.width()
    }

    fn answer(mut self, query: &Query, course: Course, run: &mut Run) -> Answer {
        let mut answer = Answer {
            status: course.status(),
            moves: course.met,
            is_shortest: true,
            counted: Counted::BothEnds {
                from_start: self.fore.levels.clone(),
                from_goals: self.back.levels.clone(),
            },
            solution: None,
            elapsed: Default::default(),
            engine: Engine::Meet,
        };
        if let Some(met) = self.met.filter(|_| query.wants_solution) {
            let compiled = self.fore.table.compiled;
            let Self { fore, back, .. } = &mut self;
            let way = fore.way(met, run).map_continue(|way| (way, back.way(met, run)));
            match way {
                ControlFlow::Continue((mut way, ControlFlow::Continue(rest))) => {
                    way.extend(rest.into_iter().rev().skip(1));
                    let way: Vec<_> = way.iter().map(|code| compiled.decode(code)).collect();
                    answer.solution = Some(explained(query.puzzle, query.style, &way));
                }
                ControlFlow::Break(stopped)
                | ControlFlow::Continue((_, ControlFlow::Break(stopped))) => {
                    answer.status = Status::Stopped(stopped);
                }
            }
        }
        answer
    }
}

impl<const W: usize> Layers for Meet<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        let level = self.fore.table.begin(run);
        let start = self.fore.table.frontier.codes().next().copied();
        self.met = start.filter(|start| self.back.table.frontier.knows(start));
        Level { has_goal: self.met.is_some(), ..level }
    }

    fn advance(&mut self, _: u64, run: &mut Run) -> Level {
        let is_fore = self.is_fore();
        let Self { fore, back, met } = self;
        let (side, other) = if is_fore { (fore, back) } else { (back, fore) };
        side.table.others = other.table.bytes();
        let level = side.table.advance(side.distance() + 1, run);
        if level.stopped.is_none() {
            side.levels.push(level.found);
            let known = |code: &&Code<W>| other.table.frontier.knows(code);
            *met = side.table.frontier.codes().filter(known).min().copied();
        }
        Level { has_goal: met.is_some(), ..level }
    }

    fn told_distance(&self, _: u64) -> Option<u64> {
        self.is_fore().then(|| self.fore.distance() + 1)
    }
}
