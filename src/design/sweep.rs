//! Searches from all goals at once, for the start that is farthest from them or at a given
//! distance. Starts are all positions, or those with the target piece's origin in a cell.

use rand_pcg::Pcg64;

use crate::engine::board::Code;
use crate::engine::choose::{LATE, Trial};
use crate::engine::compiled::{Compiled, dispatch};
use crate::engine::dense::{BuildError, Census, Dense, Keep};
use crate::engine::drive::{Run, SearchOutcome, drive};
use crate::engine::host::below;
use crate::engine::query::{Budget, Query, Stopped, Until};
use crate::engine::rank::{each_meeting, meeting_any};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::{Configuration, Puzzle, Style};

/// The goals may use one part in this number of the memory.
const GOALS_PART: u64 = 4;

/// Maximum number of farthest starts that matrices compare for the smallest code.
const MOST_STARTS: usize = 1 << 20;

/// Number of goal positions between two checks of the clock.
const PATIENCE: usize = 1 << 12;

/// The starts that a search keeps.
pub enum Starts<'a> {
    /// The farthest one with the smallest code.
    Farthest,
    /// A random one at each distance.
    Random(&'a mut Pcg64),
    /// All.
    All,
}

/// The result of a search from the goals.
#[derive(Default)]
pub struct SweepResult {
    /// The number of positions that reach a goal.
    pub states: u64,
    /// The starts kept, with their distances.
    pub kept: Vec<(u64, Configuration)>,
}

/// Finds the farthest start from all positions that meet the goal of a puzzle.
///
/// The sparse engine begins; if the space is large and levels are wide, matrices take over.
pub fn from_goals(
    puzzle: &Puzzle,
    style: Style,
    starts: &Puzzle,
    is_any: bool,
    budget: &Budget,
) -> Result<SweepResult, Stopped> {
    // The goal is the start of this puzzle, because starts are looked up quickly.
    dispatch!(all (starts, style, &[]), compiled => {
        FromGoals { puzzle, is_any, budget, compiled }.run()
    })
}

struct FromGoals<'a, const W: usize> {
    puzzle: &'a Puzzle,
    is_any: bool,
    budget: &'a Budget,
    compiled: &'a Compiled<'a, W>,
}

impl<const W: usize> FromGoals<'_, W> {
    fn run(&self) -> Result<SweepResult, Stopped> {
        let mut census = None;
        let swept = self.by_table(&mut |frontier, found| {
            let style = self.compiled.style;
            census = Trial::new(self.puzzle, style, Keep::Sweep, self.budget).wide(frontier, found);
            census.is_none()
        })?;
        let swept = match (swept, census) {
            (Some(swept), _) => return Ok(swept),
            (None, Some(census)) => self.by_cut(census),
            (None, None) => Ok(SweepResult::default()),
        };
        match swept {
            Err(BuildError::Refused(_)) => Ok(self.by_table(&mut |_, _| true)?.unwrap_or_default()),
            Err(BuildError::Stopped(stopped)) => Err(stopped),
            Ok(swept) => Ok(swept),
        }
    }

    /// Searches with a table. Beyond [many](LATE) positions `goes_on` is asked; if it ends the
    /// search, there is no result.
    fn by_table(
        &self,
        goes_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Option<SweepResult>, Stopped> {
        let room = (self.budget.room() / GOALS_PART) as usize / size_of::<Code<W>>();
        let many = LATE as usize;
        let codes = match self.goals(many.min(room)) {
            Err(Stopped::Memory) if many < room => {
                if !goes_on(LATE, LATE) {
                    return Ok(None);
                }
                self.goals(room)?
            }
            codes => codes?,
        };
        let mut table = TableSearch::new(self.compiled, self.budget, codes, SearchTarget::Nothing);
        let is_start = |code: &Code<W>| self.is_any || self.compiled.meets_a_goal(code);
        sweep(&mut table, &is_start, self.budget, Starts::Farthest, &mut |frontier, found| {
            found - frontier >= LATE || found < LATE || goes_on(frontier, found)
        })
    }

    /// Returns the codes of all positions that meet the goal, up to a maximum number.
    fn goals(&self, most: usize) -> Result<Vec<Code<W>>, Stopped> {
        let mut codes = Vec::new();
        for goal in self.puzzle.goals() {
            let met = each_meeting(self.puzzle, goal, most).ok_or(Stopped::Memory)?;
            for (number, met) in met.enumerate() {
                if number % PATIENCE == 0 {
                    self.budget.look()?;
                }
                codes.push(self.compiled.encode(&met));
            }
        }
        Ok(codes)
    }

    /// Searches with matrices.
    ///
    /// # Errors
    ///
    /// Returns an error if memory does not suffice.
    fn by_cut(&self, census: Census) -> Result<SweepResult, BuildError> {
        let compiled = self.compiled;
        let query = Query::new(self.puzzle, compiled.style);
        let mut dense = Dense::counted(census, &query, Keep::Sweep, self.budget)?;
        let compile = |puzzle: &Puzzle| dense.compile(&puzzle.goals()[0]);
        let (goal, starts) = (compile(self.puzzle), compile(compiled.puzzle));
        dense.begin_at(&goal);
        let (mut distance, mut numbers) = (0, Vec::new());
        let mut run = Run { budget: self.budget, observer: &mut () };
        let outcome = drive(&mut dense, Until::Exhausted, &mut run, &mut |dense, at| {
            if !self.is_any {
                let met: Vec<u64> = dense.meeting(&starts).take(MOST_STARTS).collect();
                if !met.is_empty() {
                    (distance, numbers) = (at, met);
                }
            }
            Ok(())
        });
        outcome.finished().map_err(BuildError::Stopped)?;
        if self.is_any {
            // The last level is empty.
            distance = (outcome.levels.len() as u64).saturating_sub(1);
            numbers = dense.numbers_before().take(MOST_STARTS).collect();
        }
        let code = |&number: &u64| compiled.encode(&dense.configuration(number));
        let first = numbers.iter().map(code).min();
        let kept = first.map(|code| (distance, compiled.decode(&code)));
        Ok(SweepResult { states: outcome.configurations, kept: kept.into_iter().collect() })
    }
}

/// Returns all possible starts of a puzzle that reach its goal, with their distances; reachable from
/// its own start or not. `None` if there are more than `most`, or as many positions meet the goal.
pub fn all_starts(
    puzzle: &Puzzle,
    style: Style,
    target: Option<u32>,
    most: usize,
    budget: &Budget,
) -> Result<Option<SweepResult>, Stopped> {
    let Some(goals) = meeting_any(puzzle, most) else { return Ok(None) };
    dispatch!(all (puzzle, style, &[]), compiled => {
        let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
        let mut table = TableSearch::new(compiled, budget, goals, SearchTarget::Nothing);
        let is_start = is_start(compiled, target);
        let most = &mut |_, found| found <= most as u64;
        sweep(&mut table, &is_start, budget, Starts::All, most)
    })
}

/// Searches from all positions that are reachable from the start of a puzzle and meet its goal;
/// `None` if more than `most` positions are reachable.
pub fn within_reach(
    puzzle: &Puzzle,
    style: Style,
    target: Option<u32>,
    most: u64,
    budget: &Budget,
    keep: Starts,
) -> Result<Option<SweepResult>, Stopped> {
    dispatch!(all (puzzle, style, &[]), compiled => {
        let start = vec![compiled.encode(puzzle.start())];
        let mut table = TableSearch::new(compiled, budget, start, SearchTarget::Nothing);
        let mut goals = Vec::new();
        let reached = exhaust(&mut table, budget, &mut |table, _, found| {
            goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
            found <= most
        })?;
        if reached.is_none() || goals.is_empty() {
            return Ok(reached.map(|_| SweepResult::default()));
        }
        table.restart_at(goals);
        sweep(&mut table, &is_start(compiled, target), budget, keep, &mut |_, _| true)
    })
}

/// Returns whether a position has the target piece where it has to start.
fn is_start<const W: usize>(
    compiled: &Compiled<W>,
    target: Option<u32>,
) -> impl Fn(&Code<W>) -> bool {
    move |code| target.is_none_or(|cell| compiled.decode(code).kind_at(cell) == Some(0))
}

/// Searches all levels. `each` receives the distance of a level and the number of positions found;
/// if it ends the search, there is no result.
fn exhaust<'a, const W: usize>(
    table: &mut TableSearch<'a, W>,
    budget: &Budget,
    each: &mut dyn FnMut(&TableSearch<'a, W>, u64, u64) -> bool,
) -> Result<Option<SearchOutcome>, Stopped> {
    let (mut found, mut run) = (0, Run { budget, observer: &mut () });
    let outcome = drive(table, Until::Exhausted, &mut run, &mut |table, distance| {
        found += table.width() as u64;
        if each(table, distance, found) { Ok(()) } else { Err(Stopped::Cancelled) }
    });
    if outcome.is_ended {
        return budget.look().map(|()| None);
    }
    outcome.finished().map(|()| Some(outcome))
}

/// Searches from the goals, and keeps starts. `goes_on` receives the number of positions of each
/// level and of all; if it ends the search, there is no result.
fn sweep<const W: usize>(
    table: &mut TableSearch<W>,
    is_start: &dyn Fn(&Code<W>) -> bool,
    budget: &Budget,
    mut keep: Starts,
    goes_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Option<SweepResult>, Stopped> {
    let mut kept: Vec<(u64, Code<W>)> = Vec::new();
    let outcome = exhaust(table, budget, &mut |table, distance, found| {
        let starts = table.codes().copied().filter(|code| is_start(code));
        match &mut keep {
            Starts::Farthest => {
                kept =
                    starts.min().map_or(std::mem::take(&mut kept), |code| vec![(distance, code)]);
            }
            Starts::Random(random) => {
                let mut starts: Vec<Code<W>> = starts.collect();
                if !starts.is_empty() {
                    let which = below(random, starts.len());
                    kept.push((distance, *starts.select_nth_unstable(which).1));
                }
            }
            Starts::All => kept.extend(starts.map(|code| (distance, code))),
        }
        goes_on(table.width() as u64, found)
    })?;
    Ok(outcome.map(|outcome| {
        let start = |(moves, code)| (moves, table.compiled.decode(&code));
        let mut kept = Vec::from_iter(kept.into_iter().map(start));
        // The table's order depends on the width of codes.
        kept.sort_unstable();
        SweepResult { states: outcome.configurations, kept }
    }))
}
