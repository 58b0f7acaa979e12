//! The table engine: level by level through hash tables, on several threads.
//!
//! What the search needs itself are the last two levels ([`Waves`]). If the way to the goal is
//! wanted, the older ones are kept as bare lists of configurations, without links: the goal's
//! predecessor is whichever of its neighbours is at the distance before, and so on. If even these
//! lists grow too large the oldest are dropped, and the search runs again for the earliest
//! configuration of the way that is known.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use ahash::AHashSet;

use super::compiled::{Compiled, Job, with_compiled};
use super::waves::Waves;
use super::{Found, Limit, Observer, Outcome, Request, Status, Until};
use crate::puzzle::Puzzle;
use crate::space::Code;

/// Configurations at one distance, in parts as they were found.
type Kept<const W: usize> = Vec<Vec<Code<W>>>;

/// What a process takes besides its levels.
const BASE: u64 = 6 << 20;

pub(super) fn search(puzzle: &Puzzle, request: &Request, observer: &mut dyn Observer) -> Outcome {
    struct Run<'a>(&'a Request, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Outcome;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Outcome {
            Engine { compiled, request: self.0, observer: self.1 }.run()
        }
    }
    with_compiled(puzzle, request.style, Run(request, observer))
}

struct Engine<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    request: &'a Request,
    observer: &'a mut dyn Observer,
}

/// How far a pass from the start came.
struct Pass<const W: usize> {
    /// The first goals' distance, and the smallest of these goals.
    met: Option<(u64, Code<W>)>,
    limit: Option<Limit>,
    /// The number of configurations at each distance.
    levels: Vec<u64>,
    trail: Trail<W>,
}

/// The levels before the goal, as far back as they are kept.
#[derive(Default)]
struct Trail<const W: usize> {
    levels: VecDeque<Kept<W>>,
    bytes: u64,
}

impl<const W: usize> Trail<W> {
    fn push(&mut self, level: Kept<W>) {
        self.bytes += size(&level);
        self.levels.push_back(level);
    }

    /// Drops the oldest levels until no more than so many bytes are left.
    fn shrink_to(&mut self, bytes: u64) {
        while self.bytes > bytes {
            let Some(oldest) = self.levels.pop_front() else { return };
            self.bytes -= size(&oldest);
        }
    }
}

/// Bytes of a level.
fn size<const W: usize>(level: &Kept<W>) -> u64 {
    level.iter().map(|part| size_of_val(&part[..]) as u64).sum()
}

impl<const W: usize> Engine<'_, W> {
    fn run(&mut self) -> Outcome {
        let started = Instant::now();
        let compiled = self.compiled;
        let configuration = compiled.puzzle.start().clone();
        self.observer.level_begins(0);
        self.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        let pass = self.pass(self.request.until, &|code| compiled.meets_a_goal(code));
        let mut outcome = Outcome {
            status: match (pass.limit, pass.met) {
                (Some(limit), _) => Status::Limit(limit),
                (None, Some(_)) => Status::Solved,
                (None, None) => Status::Unsolvable,
            },
            moves: pass.met.map(|(distance, _)| distance),
            states: pass.levels.iter().sum(),
            levels: pass.levels,
            solution: None,
            elapsed: Default::default(),
            engine: "table",
        };
        if let Some((distance, goal)) = pass.met.filter(|_| self.request.want_solution) {
            match self.way(distance, goal, pass.trail) {
                Ok(way) => outcome.solution = Some(compiled.explained(&way)),
                Err(limit) => outcome.status = Status::Limit(limit),
            }
        }
        outcome.elapsed = started.elapsed();
        outcome
    }

    /// One breadth-first search from the start.
    fn pass(&mut self, until: Until, is_goal: &dyn Fn(&Code<W>) -> bool) -> Pass<W> {
        let start = self.compiled.encode(self.compiled.puzzle.start());
        let maker = || self.compiled.neighbours();
        let mut waves = Waves::new(&[start], &maker, self.request.threads());
        let mut pass =
            Pass { met: None, limit: None, levels: Vec::new(), trail: Trail::default() };
        for distance in 0.. {
            let found = waves.width() as u64;
            if found == 0 {
                break;
            }
            pass.levels.push(found);
            if pass.met.is_none() {
                let goals = waves.frontier().filter(|code| is_goal(code));
                pass.met = goals.min().map(|&goal| (distance, goal));
                if pass.met.is_some() {
                    self.observer.goal_met(distance);
                    if until == Until::Solved {
                        break;
                    }
                }
            }
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
        if let Some((distance, _)) = pass.met {
            // If the search ended there, the level before the goal is not forgotten yet.
            let at_goal = pass.levels.len() as u64 == distance + 1 && distance > 0;
            if self.request.want_solution && at_goal && pass.limit.is_none() {
                pass.trail.push(waves.into_previous());
            }
        }
        pass
    }

    /// Finds the level after `distance`.
    fn advance(
        &mut self,
        waves: &mut Waves<W>,
        distance: u64,
        pass: &mut Pass<W>,
    ) -> ControlFlow<Limit> {
        let memory = self.request.memory().saturating_sub(BASE);
        let trail = &mut pass.trail;
        let forgotten = waves.advance(&mut |bytes| {
            trail.shrink_to(memory.saturating_sub(bytes));
            if bytes > memory {
                return ControlFlow::Break(Limit::Memory);
            }
            self.request.limits.pause(&*self.observer)
        })?;
        // Now the level before `distance` is forgotten, if there is one.
        let before = |goal| distance - 1 < goal;
        let is_wanted = pass.met.is_none_or(|(goal, _)| distance > 0 && before(goal));
        if self.request.want_solution && distance > 0 && is_wanted {
            pass.trail.push(forgotten);
        }
        ControlFlow::Continue(())
    }

    /// The configurations from the start to a goal.
    fn way(
        &mut self,
        mut distance: u64,
        goal: Code<W>,
        mut trail: Trail<W>,
    ) -> Result<Vec<Code<W>>, Limit> {
        let mut neighbours = self.compiled.neighbours();
        let (mut way, mut last) = (vec![goal], goal);
        loop {
            while let Some(level) = trail.levels.pop_back() {
                let beside = self.compiled.neighbours_of(&mut *neighbours, &last);
                let beside: AHashSet<Code<W>> = beside.into_iter().collect();
                let before = level.iter().flatten().filter(|code| beside.contains(code)).min();
                last = *before.expect("a configuration was reached from the level before");
                distance -= 1;
                way.push(last);
                self.observer.retraced(distance, &self.compiled.decode(&last));
            }
            if distance == 0 {
                way.reverse();
                return Ok(way);
            }
            self.observer.forgotten(distance);
            let pass = self.pass(Until::Solved, &|code| *code == last);
            trail = pass.trail;
            if let Some(limit) = pass.limit {
                return Err(limit);
            }
        }
    }
}
