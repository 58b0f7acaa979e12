//! Counting by each engine: a search to the nearest goals, then back through its levels; the positions
//! that shortest paths pass, level by level, and the paths one after the other.

use std::ops::ControlFlow;

use ahash::AHashMap;
use num_bigint::BigUint;

use super::{Choice, Count, SolutionCallback, classes};
use crate::engine::board::Code;
use crate::engine::choose::{self, Switch};
use crate::engine::compiled::Compiled;
use crate::engine::dense::{Dense, Keep};
use crate::engine::drive::{Run, Search, drive};
use crate::engine::query::{Budget, Engine, Query, Refusal, Stopped, Until};
use crate::engine::table::TableSearch;

/// Shared state of the engines.
pub struct Counting<'a, 'b, const W: usize> {
    pub query: &'a Query<'a>,
    pub compiled: &'a Compiled<'a, W>,
    pub run: Run<'a>,
    /// Receives the solutions, if they are wanted.
    pub each: Option<&'a mut SolutionCallback<'b>>,
}

impl<const W: usize> Counting<'_, '_, W> {
    /// Counts with the requested engine, or with the sparse one as long as the dense one is not
    /// better.
    pub fn count(&mut self) -> Result<Count, Refusal> {
        let (query, budget, mut count) = (self.query, self.run.budget, Count::default());
        let mut dense = choose::dense_for_map(query, Keep::Path, budget, self.run.observer)?;
        if dense.is_none() {
            count.stopped = self.by_table(&mut count).err();
            if count.stopped == Some(Stopped::Memory) && query.engine == Engine::Auto {
                // Bits need less than lists, if the positions can be numbered.
                dense = Switch::Memory.build(query, Keep::Path, budget, self.run.observer).ok();
            }
        }
        if let Some(mut dense) = dense {
            count = Count::default();
            count.stopped = self.by_bits(&mut dense, &mut count).err();
        }
        Ok(count)
    }

    /// Searches to the nearest goals, and returns their distance.
    fn search(
        &mut self,
        search: &mut dyn Search,
        count: &mut Count,
    ) -> Result<Option<u64>, Stopped> {
        let outcome = drive(search, Until::Solved, &mut self.run, &mut |_, _| Ok(()));
        (count.moves, count.states) = (outcome.met, outcome.configurations);
        outcome.finished().map(|()| outcome.met)
    }

    /// Counts with all levels before the goal in hash tables.
    fn by_table(&mut self, count: &mut Count) -> Result<(), Stopped> {
        let compiled = self.compiled;
        let mut table = TableSearch::from_start(compiled, self.run.budget);
        table.keeps_path(true);
        let Some(distance) = self.search(&mut table, count)? else { return Ok(()) };
        let goals = table.codes().filter(|code| compiled.meets_a_goal(code)).copied().collect();
        // If the first levels are evicted, so are the paths.
        let levels: Option<Vec<_>> = (0..distance).map(|at| table.level_at(at)).collect();
        let levels = levels.ok_or(Stopped::Memory)?;
        self.count_back(goals, table.bytes(), count, &|distance, mut stage| {
            let level = levels[distance as usize];
            let buckets = (0..level.buckets()).flat_map(|bucket| level.codes(bucket));
            let codes = buckets.flat_map(|codes| codes.into_owned());
            codes.filter_map(|code| stage.remove_entry(&code)).collect()
        })
    }

    /// Counts with bits for all positions: they say of each neighbour whether it lies on a path back.
    fn by_bits(&mut self, dense: &mut Dense, count: &mut Count) -> Result<(), Stopped> {
        let (compiled, budget) = (self.compiled, self.run.budget);
        if self.search(dense, count)?.is_none() {
            return Ok(());
        }
        // The search ends with the first level that has goals, so the goals it has found are complete.
        let number = dense.keep_goals(Some(budget))?;
        let bytes = dense.bytes + number * size_of::<Code<W>>() as u64;
        if bytes > budget.room() {
            return Err(Stopped::Memory);
        }
        let mut goals = Vec::with_capacity(number as usize);
        goals.extend(dense.last_numbers().map(|goal| compiled.encode(&dense.configuration(goal))));
        self.count_back(goals, bytes, count, &|distance, mut stage| {
            stage.retain(|code, _| {
                let number = dense.number(&compiled.decode(code));
                number.is_some_and(|number| dense.is_at(number, distance))
            });
            stage
        })
    }

    /// Goes back from the goals level by level, counting paths, and lists them. `taken` bytes are in
    /// use; `keep` keeps those of some positions that are at a distance before the goals.
    fn count_back(
        &mut self,
        goals: Vec<Code<W>>,
        taken: u64,
        count: &mut Count,
        keep: &dyn Fn(u64, Stage<W>) -> Stage<W>,
    ) -> Result<(), Stopped> {
        let (compiled, budget) = (self.compiled, self.run.budget);
        count.goals = goals.len() as u64;
        let last: Stage<W> = goals.into_iter().map(|goal| (goal, (1u32.into(), 0))).collect();
        let mut left = budget.room().saturating_sub(taken);
        let mut stages = vec![last];
        for distance in (0..count.moves.unwrap_or(0)).rev() {
            let stage = keep(distance, before(compiled, &stages[stages.len() - 1], budget, left)?);
            left = left.saturating_sub(bytes(&stage));
            stages.push(stage);
        }
        stages.reverse();
        count.solutions = stages[0].values().map(|(ways, _)| ways).sum();
        list(compiled, &stages, budget, &mut |path| {
            count.solution = Some(compiled.solution(path));
            // The goals have no choice.
            for (stage, code) in stages.iter().zip(path).take(path.len() - 1) {
                let through = stage.values().map(|&(_, through)| through);
                count.choices.push(Choice {
                    configurations: stage.len() as u64,
                    continuations: (through.clone().min().unwrap_or(0), through.max().unwrap_or(0)),
                    shown: stage[code].1,
                });
            }
            ControlFlow::Break(())
        })?;
        let Some(each) = &mut self.each else { return Ok(()) };
        count.classes = classes::count(compiled, &stages, budget, left)?;
        self.run.observer.search_ends();
        list(compiled, &stages, budget, &mut |path| each(count, compiled.solution(path)))
    }
}

/// The number of shortest paths from a position to a goal, and that of the neighbours on them.
type PathCounts = (BigUint, u64);

/// The positions of one level that shortest paths pass.
pub type Stage<const W: usize> = AHashMap<Code<W>, PathCounts>;

/// Returns the neighbours of a position in the next stage, descending, each once.
pub fn onward<const W: usize>(
    compiled: &Compiled<W>,
    code: &Code<W>,
    stage: &Stage<W>,
) -> Vec<Code<W>> {
    let mut onward = compiled.neighbours_of(&mut *compiled.neighbours(), code, usize::MAX);
    onward.retain(|code| stage.contains_key(code));
    onward.reverse();
    onward
}

/// Returns the neighbours of a stage, each with its number of paths through the stage.
pub fn before<const W: usize>(
    compiled: &Compiled<W>,
    stage: &Stage<W>,
    budget: &Budget,
    left: u64,
) -> Result<Stage<W>, Stopped> {
    let mut neighbours = compiled.neighbours();
    let mut before: Stage<W> = AHashMap::new();
    for (code, (ways, _)) in stage {
        budget.look()?;
        // While it grows, a list has each neighbour twice.
        let room = left.saturating_sub(bytes(&before)) as usize;
        let most = room / (2 * size_of::<Code<W>>());
        let beside = compiled.neighbours_of(&mut *neighbours, code, most);
        if beside.len() > most {
            return Err(Stopped::Memory);
        }
        for code in beside {
            let (sum, through) = before.entry(code).or_default();
            *sum += ways;
            *through += 1;
        }
    }
    Ok(before)
}

/// Estimates the bytes of a stage: a table is up to half empty, and most numbers allocate a word.
pub fn bytes<const W: usize>(stage: &Stage<W>) -> u64 {
    let number = 2 * size_of::<u64>();
    (stage.capacity() * (size_of::<(Code<W>, PathCounts)>() + 1) + stage.len() * number) as u64
}

/// Passes the paths through the stages to `each` until it returns `Break`: depth first, the smallest
/// position first.
pub fn list<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    each: &mut dyn FnMut(&[Code<W>]) -> ControlFlow<()>,
) -> Result<(), Stopped> {
    // What is left to be followed, each at its stage, the next one last.
    let mut open: Vec<(usize, Code<W>)> = stages[0].keys().map(|code| (0, *code)).collect();
    let mut path = Vec::new();
    while let Some((at, code)) = open.pop() {
        path.truncate(at);
        path.push(code);
        if let Some(stage) = stages.get(path.len()) {
            open.extend(onward(compiled, &code, stage).into_iter().map(|next| (at + 1, next)));
            continue;
        }
        budget.look()?;
        if each(&path).is_break() {
            break;
        }
    }
    Ok(())
}
