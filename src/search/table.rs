//! The table engine: level by level through hash tables, on several threads.
//!
//! What the search needs itself are the last two levels ([`Waves`]). If the way to the goal is
//! wanted, the older ones are kept as bare lists of configurations, without links: the goal's
//! predecessor is whichever of its neighbours is at the distance before, and so on. If even these
//! lists grow too large the oldest are dropped, and the search runs again for the earliest
//! configuration of the way that is known.

use std::ops::ControlFlow;
use std::time::Instant;

use super::compiled::{Compiled, Job, with_compiled};
use super::frontier::Waves;
use super::trail::{Kept, Trail};
use super::{Engine, Found, Limit, Observer, Outcome, Progress, Request, Status, Until};
use crate::board::Code;
use crate::puzzle::Puzzle;

/// What a process takes besides its levels.
pub const BASE: u64 = 6 << 20;

pub(super) fn search(puzzle: &Puzzle, request: &Request, observer: &mut dyn Observer) -> Outcome {
    struct Run<'a>(&'a Request, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Outcome;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Outcome {
            Table { compiled, request: self.0, observer: self.1 }.run()
        }
    }
    with_compiled(puzzle, request.style, Run(request, observer))
}

/// A search through tables.
pub struct Table<'a, const W: usize> {
    pub compiled: &'a Compiled<'a, W>,
    pub request: &'a Request,
    pub observer: &'a mut dyn Observer,
}

/// How far a pass from the start came.
pub struct Pass<const W: usize> {
    /// The first goals' distance, and the smallest of these goals.
    pub met: Option<(u64, Code<W>)>,
    /// All goals at that distance, or all goals if the search went on.
    pub goals: Vec<Code<W>>,
    pub limit: Option<Limit>,
    /// The number of configurations at each distance.
    pub levels: Vec<u64>,
    /// What lies between the sources and the goal, if that is wanted.
    pub trail: Trail<W>,
    /// The last level with configurations, if the search went through all.
    pub last: Kept<W>,
}

impl<const W: usize> Table<'_, W> {
    fn run(&mut self) -> Outcome {
        let started = Instant::now();
        let compiled = self.compiled;
        let configuration = compiled.puzzle.start().clone();
        self.observer.level_begins(0);
        self.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        let start = [compiled.encode(compiled.puzzle.start())];
        let mut pass =
            self.pass(&start, self.request.until, &|c| compiled.meets_a_goal(c), &mut |_| {});
        let states = pass.levels.iter().sum();
        if pass.met.is_some() && self.request.until == Until::Solved {
            // As far as anybody knows who stops at the goal, its level goes on.
            pass.levels.pop();
        }
        let mut outcome = Outcome {
            status: match (pass.limit, pass.met) {
                (Some(limit), _) => Status::Limit(limit),
                (None, Some(_)) => Status::Solved,
                (None, None) => Status::Unsolvable,
            },
            moves: pass.met.map(|(distance, _)| distance),
            is_shortest: true,
            states,
            levels: pass.levels,
            solution: None,
            elapsed: Default::default(),
            engine: Engine::Table.name(),
        };
        if let Some(met) = pass.met.filter(|_| self.request.want_solution) {
            match self.way(&start, met, pass.trail) {
                Ok(way) => outcome.solution = Some(compiled.explained(&way)),
                Err(limit) => outcome.status = Status::Limit(limit),
            }
        }
        outcome.elapsed = started.elapsed();
        outcome
    }

    /// One breadth-first search from some configurations at once.
    pub fn pass(
        &mut self,
        sources: &[Code<W>],
        until: Until,
        is_goal: &dyn Fn(&Code<W>) -> bool,
        each_level: &mut dyn FnMut(&mut Waves<W>),
    ) -> Pass<W> {
        let mut waves = self.waves(sources);
        let mut pass = Pass {
            met: None,
            goals: Vec::new(),
            limit: None,
            levels: Vec::new(),
            trail: Trail::default(),
            last: Vec::new(),
        };
        for distance in 0.. {
            let found = waves.width() as u64;
            if found == 0 {
                break;
            }
            pass.levels.push(found);
            let known = pass.goals.len();
            pass.goals.extend(waves.frontier().filter(|code| is_goal(code)));
            if pass.met.is_none() && pass.goals.len() > known {
                pass.met = pass.goals.iter().min().map(|&goal| (distance, goal));
                self.observer.goal_met(distance);
                if until == Until::Solved {
                    break;
                }
            }
            each_level(&mut waves);
            self.observer.level_ends(distance, found);
            if let Some(limit) = self.request.limits.max_moves.filter(|&max| distance >= max) {
                pass.limit = Some(Limit::Moves(limit));
                break;
            }
            self.observer.level_begins(distance + 1);
            if let ControlFlow::Break(limit) = self.advance(&mut waves, distance, &mut pass) {
                pass.limit = Some(limit);
                break;
            }
        }
        // If the search ended right at the goal, the level before it is not forgotten yet.
        let previous = waves.into_previous();
        let ends_at = |goal: u64| self.request.want_solution && goal == pass.trail.ever() + 1;
        if pass.met.is_some_and(|(distance, _)| ends_at(distance)) {
            pass.trail.push(previous);
        } else {
            pass.last = previous;
        }
        pass
    }

    /// The beginning of a search from some configurations.
    pub fn waves(&self, sources: &[Code<W>]) -> Waves<W> {
        Waves::new(sources, &|| self.compiled.neighbours(), self.request.threads())
    }

    /// Finds the level after `distance`.
    fn advance(
        &mut self,
        waves: &mut Waves<W>,
        distance: u64,
        pass: &mut Pass<W>,
    ) -> ControlFlow<Limit> {
        let trail = &mut pass.trail;
        let states = pass.levels.iter().sum();
        let forgotten = waves.advance(&mut |bytes| {
            let memory = self.request.memory().saturating_sub(BASE);
            trail.shrink_to(memory.saturating_sub(bytes));
            if bytes > memory {
                return ControlFlow::Break(Limit::Memory);
            }
            self.observer.progress(&Progress {
                distance: distance + 1,
                frontier: pass.levels[distance as usize],
                states,
                bytes: Some(bytes + trail.bytes()),
            });
            self.request.limits.pause(&*self.observer)
        })?;
        // The level before `distance` is forgotten now, if there is one.
        let is_before_goal = pass.met.is_none_or(|(goal, _)| distance <= goal);
        if self.request.want_solution && distance > 0 && is_before_goal {
            trail.push(forgotten);
        }
        ControlFlow::Continue(())
    }

    /// The configurations from one of the sources of a pass to a goal that it met.
    pub fn way(
        &mut self,
        sources: &[Code<W>],
        (mut distance, goal): (u64, Code<W>),
        mut trail: Trail<W>,
    ) -> Result<Vec<Code<W>>, Limit> {
        let mut way = vec![goal];
        loop {
            let known = way.len();
            trail.follow(self.compiled, &mut way);
            for code in &way[known..] {
                distance -= 1;
                self.observer.retraced(distance, &self.compiled.decode(code));
            }
            if distance == 0 {
                way.reverse();
                return Ok(way);
            }
            self.observer.forgotten(distance);
            let last = way[way.len() - 1];
            let pass = self.pass(sources, Until::Solved, &|code| *code == last, &mut |_| {});
            trail = pass.trail;
            if let Some(limit) = pass.limit {
                return Err(limit);
            }
        }
    }
}
