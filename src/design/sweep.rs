//! Searches from all goals at once, for the start that is farthest from them or at a given
//! distance.

use crate::engine::board::Code;
use crate::engine::choose::{LATE, Trial};
use crate::engine::compiled::{Compiled, dispatch};
use crate::engine::dense::{BuildError, Census, Dense, Keep};
use crate::engine::drive::{OnLevel, Run, SearchOutcome, drive};
use crate::engine::query::{Budget, Query, Refusal, Stopped, Until};
use crate::engine::rank::{each_meeting, meeting_any};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::{Configuration, Puzzle, Style};

/// The goals may use one part in this number of the memory.
const GOALS_PART: u64 = 4;

/// Maximum number of farthest starts that matrices compare for the smallest code.
const MOST_STARTS: usize = 1 << 20;

/// Number of goal positions between two checks of the clock.
const PATIENCE: usize = 1 << 12;

/// Which positions may be starts.
#[derive(Clone, Copy)]
pub enum StartRule {
    /// All.
    Any,
    /// Those with the first piece's origin in a cell.
    At(u32),
}

impl StartRule {
    fn allows(self, position: &Configuration) -> bool {
        match self {
            StartRule::Any => true,
            StartRule::At(cell) => position.kind_at(cell) == Some(0),
        }
    }
}

/// Callback for each level: it receives the number of starts, and selects the one to keep.
pub type PickCallback<'a> = &'a mut dyn FnMut(u64) -> Pick;

/// The selected start of a level, by its number.
pub enum Pick {
    /// This one, discarding those kept before.
    Only(u64),
    /// This one, in addition to those kept before.
    Also(u64),
}

/// Keeps the farthest start with the smallest code.
pub fn farthest(_: u64) -> Pick {
    Pick::Only(0)
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
    let from_goals = FromGoals { puzzle, style, is_any, budget };
    dispatch!(all (starts, style, &[]), compiled => from_goals.run(compiled))
}

struct FromGoals<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    is_any: bool,
    budget: &'a Budget,
}

impl FromGoals<'_> {
    fn run<const W: usize>(&self, compiled: &Compiled<W>) -> Result<SweepResult, Stopped> {
        let mut census = None;
        let swept = self.by_table(compiled, &mut |frontier, found| {
            let Self { puzzle, style, budget, .. } = *self;
            census = Trial::new(puzzle, style, Keep::Sweep, budget).wide(frontier, found);
            census.is_some()
        });
        match census {
            Some(census) => self
                .by_cut(compiled, census)
                .unwrap_or_else(|_| self.by_table(compiled, &mut |_, _| false)),
            None => swept,
        }
    }
}

impl FromGoals<'_> {
    /// Searches with a table. Beyond [many](LATE) positions `is_enough` is asked whether to stop;
    /// the result is meaningless then.
    fn by_table<const W: usize>(
        &self,
        compiled: &Compiled<W>,
        is_enough: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<SweepResult, Stopped> {
        let room = (self.budget.room() / GOALS_PART) as usize / size_of::<Code<W>>();
        let many = LATE as usize;
        let codes = match self.goals(compiled, many.min(room)) {
            Err(Stopped::Memory) if many < room => {
                if is_enough(LATE, LATE) {
                    return Ok(SweepResult::default());
                }
                self.goals(compiled, room)?
            }
            codes => codes?,
        };
        let mut table = TableSearch::new(compiled, self.budget, codes, SearchTarget::Nothing);
        let mut found = 0;
        let mut wide = |frontier| {
            let before = found;
            found += frontier;
            before < LATE && found >= LATE && is_enough(frontier, found)
        };
        let is_start = |code: &Code<W>| self.is_any || compiled.meets_a_goal(code);
        sweep(&mut table, &is_start, self.budget, &mut farthest, &mut wide)
    }

    /// Returns the codes of all positions that meet the goal, up to a maximum number.
    fn goals<const W: usize>(
        &self,
        compiled: &Compiled<W>,
        most: usize,
    ) -> Result<Vec<Code<W>>, Stopped> {
        let mut codes = Vec::new();
        for goal in self.puzzle.goals() {
            let met = each_meeting(self.puzzle, goal, most).ok_or(Stopped::Memory)?;
            for (number, met) in met.enumerate() {
                if number % PATIENCE == 0 {
                    self.budget.look().err().map_or(Ok(()), Err)?;
                }
                codes.push(compiled.encode(&met));
            }
        }
        Ok(codes)
    }

    /// Searches with matrices.
    ///
    /// # Errors
    ///
    /// Returns an error if memory does not suffice.
    fn by_cut<const W: usize>(
        &self,
        compiled: &Compiled<W>,
        census: Census,
    ) -> Result<Result<SweepResult, Stopped>, Refusal> {
        let query = Query::new(self.puzzle, self.style);
        let built = Dense::counted(census, &query, Keep::Sweep, self.budget);
        let mut dense = match built {
            Ok(dense) => dense,
            Err(BuildError::Stopped(stopped)) => return Ok(Err(stopped)),
            Err(BuildError::Refused(refusal)) => return Err(refusal),
        };
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
        if let Some(stopped) = outcome.stopped {
            return Ok(Err(stopped));
        }
        if self.is_any {
            // The last level is empty.
            distance = (outcome.levels.len() as u64).saturating_sub(1);
            numbers = dense.numbers_before().take(MOST_STARTS).collect();
        }
        let code = |&number: &u64| compiled.encode(&dense.configuration(number));
        let first = numbers.iter().map(code).min();
        let kept = first.map(|code| (distance, compiled.decode(&code)));
        Ok(Ok(SweepResult { states: outcome.configurations, kept: kept.into_iter().collect() }))
    }
}

/// Returns all possible starts of a puzzle that reach its goal, with their distances; reachable from
/// its own start or not. `None` if there are more than `most`, or as many positions meet the goal.
pub fn all_starts(
    puzzle: &Puzzle,
    style: Style,
    starts: StartRule,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<(u64, Configuration)>>, Stopped> {
    dispatch!(all (puzzle, style, &[]), compiled => {
        list_starts(compiled, starts, most, budget)
    })
}

fn list_starts<const W: usize>(
    compiled: &Compiled<W>,
    starts: StartRule,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<(u64, Configuration)>>, Stopped> {
    let Some(goals) = meeting_any(compiled.puzzle, most) else { return Ok(None) };
    let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
    let mut table = TableSearch::new(compiled, budget, goals, SearchTarget::Nothing);
    let (mut listed, mut found) = (Vec::new(), 0);
    let outcome = exhaust(&mut table, budget, &mut |table, distance| {
        found += table.width();
        let codes = table.codes().map(|code| compiled.decode(code));
        listed.extend(codes.filter(|at| starts.allows(at)).map(|start| (distance, start)));
        stop_if(found > most)
    });
    if found > most {
        return budget.look().map_err(Err).err().unwrap_or(Ok(None));
    }
    outcome.stopped.map_or(Ok(Some(listed)), Err)
}

/// Searches from all positions that are reachable from the start of a puzzle and meet its goal;
/// `None` if more than `most` positions are reachable.
pub fn within_reach(
    puzzle: &Puzzle,
    style: Style,
    starts: StartRule,
    most: u64,
    budget: &Budget,
    choose: PickCallback,
) -> Result<Option<SweepResult>, Stopped> {
    dispatch!(all (puzzle, style, &[]), compiled => {
        sweep_reachable(compiled, starts, most, budget, choose)
    })
}

fn sweep_reachable<const W: usize>(
    compiled: &Compiled<W>,
    starts: StartRule,
    most: u64,
    budget: &Budget,
    choose: PickCallback,
) -> Result<Option<SweepResult>, Stopped> {
    let mut table = TableSearch::new(
        compiled,
        budget,
        vec![compiled.encode(compiled.puzzle.start())],
        SearchTarget::Nothing,
    );
    let (mut goals, mut found) = (Vec::new(), 0);
    let outcome = exhaust(&mut table, budget, &mut |table, _| {
        goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
        found += table.width() as u64;
        stop_if(found > most)
    });
    if found > most {
        return budget.look().map_err(Err).err().unwrap_or(Ok(None));
    }
    outcome.stopped.map_or(Ok(()), Err)?;
    if goals.is_empty() {
        return Ok(Some(SweepResult::default()));
    }
    table.restart_at(goals);
    let is_start = |code: &Code<W>| match starts {
        StartRule::Any => true,
        StartRule::At(_) => starts.allows(&compiled.decode(code)),
    };
    sweep(&mut table, &is_start, budget, choose, &mut |_| false).map(Some)
}

fn exhaust<'a, const W: usize>(
    table: &mut TableSearch<'a, W>,
    budget: &Budget,
    each: &mut OnLevel<TableSearch<'a, W>>,
) -> SearchOutcome {
    drive(table, Until::Exhausted, &mut Run { budget, observer: &mut () }, each)
}

/// Ends a search that has found enough; no limit has stopped it.
fn stop_if(is_over: bool) -> Result<(), Stopped> {
    if is_over { Err(Stopped::Cancelled) } else { Ok(()) }
}

/// Keeps the selected starts of each level. `is_over` receives the number of positions, and says
/// whether that is enough.
fn sweep<const W: usize>(
    table: &mut TableSearch<W>,
    is_start: &dyn Fn(&Code<W>) -> bool,
    budget: &Budget,
    choose: PickCallback,
    is_over: &mut dyn FnMut(u64) -> bool,
) -> Result<SweepResult, Stopped> {
    let mut kept: Vec<(u64, Code<W>)> = Vec::new();
    let outcome = exhaust(table, budget, &mut |table, distance| {
        let goes_on = stop_if(is_over(table.width() as u64));
        let mut starts = table.codes().copied().filter(|code| is_start(code));
        let Some(first) = starts.next() else { return goes_on };
        let (number, least) = starts.fold((1, first), |(n, least), code| (n + 1, least.min(code)));
        let which = match choose(number) {
            Pick::Also(which) => which,
            Pick::Only(which) => {
                kept.clear();
                which
            }
        };
        let code = if which == 0 {
            least
        } else {
            let codes = table.codes().copied().filter(|code| is_start(code));
            let mut codes: Vec<Code<W>> = codes.collect();
            *codes.select_nth_unstable(which as usize).1
        };
        kept.push((distance, code));
        goes_on
    });
    outcome.stopped.map_or(Ok(()), Err)?;
    let kept = kept.into_iter().map(|(moves, code)| (moves, table.compiled.decode(&code)));
    Ok(SweepResult { states: outcome.configurations, kept: kept.collect() })
}
