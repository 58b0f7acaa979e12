//! The smallest exact engine, to show what a third one takes: an implementation of `Search`, and a
//! row in the choice of engines. It keeps all levels as sets, on one thread, and heeds no limit of
//! memory.

use std::collections::BTreeSet;

use super::compiled::{Compiled, dispatch};
use super::drive::{Level, Run, Search, answer};
use crate::engine::board::Code;
use crate::engine::query::{Answer, Budget, Engine, Observer, Query, Stopped};
use crate::puzzle::Configuration;

/// Searches a puzzle that `check_puzzle` accepts.
pub fn search(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Answer {
    let run = &mut Run { budget, observer };
    dispatch!(few (query.puzzle, query.style, &[]), compiled => {
        answer(&mut Toy { compiled, levels: Vec::new(), goal: None }, query, Engine::Sparse, run)
    })
}

struct Toy<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    levels: Vec<BTreeSet<Code<W>>>,
    goal: Option<Code<W>>,
}

impl<const W: usize> Toy<'_, W> {
    fn push(&mut self, level: BTreeSet<Code<W>>) -> Level {
        if self.goal.is_none() {
            self.goal = level.iter().find(|code| self.compiled.meets_a_goal(code)).copied();
        }
        let found = level.len() as u64;
        self.levels.push(level);
        Level { found, has_goal: self.goal.is_some(), stopped: None }
    }

    fn neighbours(&self, code: &Code<W>) -> Vec<Code<W>> {
        self.compiled.neighbours_of(&mut *self.compiled.neighbours(), code, usize::MAX)
    }
}

impl<const W: usize> Search for Toy<'_, W> {
    fn begin(&mut self, _: &mut Run) -> Level {
        let start = self.compiled.encode(self.compiled.puzzle.start());
        self.push(BTreeSet::from([start]))
    }

    /// Moves can be undone, so they lead to the level before the last, to the last, or to the next.
    fn advance(&mut self, _: u64, run: &mut Run) -> Level {
        let mut next = BTreeSet::new();
        let mut known = self.levels.iter().rev().take(2);
        let (last, before) = (known.next().expect("a first level"), known.next());
        for code in last {
            if let Err(stopped) = run.budget.look() {
                return Level { stopped: Some(stopped), ..Level::default() };
            }
            let is_known = |code: &Code<W>| {
                last.contains(code) || before.is_some_and(|before| before.contains(code))
            };
            next.extend(self.neighbours(code).into_iter().filter(|code| !is_known(code)));
        }
        self.push(next)
    }

    fn goal(&self) -> Option<Configuration> {
        self.goal.map(|goal| self.compiled.decode(&goal))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> Result<(), Stopped> {
        let mut code = self.compiled.encode(&path[path.len() - 1]);
        for level in self.levels[..distance as usize].iter().rev() {
            let before = self.neighbours(&code).into_iter().find(|code| level.contains(code));
            code = before.expect("it was reached by a move");
            path.push(self.compiled.decode(&code));
        }
        Ok(())
    }
}
