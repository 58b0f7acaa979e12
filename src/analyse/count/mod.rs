//! The number of shortest solutions, and the choices along them; the solutions themselves, and their
//! number up to the order of moves that commute.
//!
//! One search to the nearest goals, then back level by level: the shortest paths from a position are
//! those from its neighbours one level on, added up (dynamic programming over the levels). The cost
//! is the search, and the expansion of the positions that lie on shortest paths; all of these are in
//! memory. Classes of paths are joined by union-find, as in the theory of traces (A. Mazurkiewicz,
//! 1977).

mod classes;
mod engines;
mod listing;
mod stages;

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use self::classes::classes;
use self::listing::list;
use self::stages::{Stage, before, bytes, onward};
use crate::engine::board::Code;
use crate::engine::choose::{self, Switch, report_fallback};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::dense::Keep;
use crate::engine::drive::Run;
use crate::engine::host::Instant;
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::puzzle::Solution;
use crate::tiles::is_odd;

/// One step of the shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of positions that some shortest solution passes at this distance.
    pub configurations: u64,
    /// The least and the greatest number of neighbours of one of them that continue a shortest
    /// solution.
    pub continuations: (u64, u64),
    /// The same number for the position on the solution that is returned.
    pub shown: u64,
}

/// The result of counting all shortest solutions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Count {
    /// What stopped the search before the end.
    pub stopped: Option<Stopped>,
    /// The least number of moves; `None` if no goal was found.
    pub moves: Option<u64>,
    /// The number of shortest solutions, that is, of different sequences of positions.
    pub solutions: BigUint,
    /// The number of classes of solutions up to the order of moves that commute: solutions that
    /// become each other by exchanges of neighbouring moves are one class. `None` if they were not
    /// counted.
    pub classes: Option<u64>,
    /// The number of goal positions in which they end.
    pub goals: u64,
    /// For each distance before the goal, the choices there.
    pub choices: Vec<Choice>,
    /// One of the solutions.
    pub solution: Option<Solution>,
    /// The number of positions found.
    pub states: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Counts the shortest solutions of a puzzle.
///
/// Of the query, the puzzle, the style and the engine matter. [`Engine::Sparse`] holds all levels up
/// to the goal in memory, [`Engine::Dense`] some bits for each position; [`Engine::Auto`] chooses bits
/// if pieces of equal shape can stand in many orders, or if the levels do not fit. If neither fits, the count ends with [`Stopped::Memory`].
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or if the requested engine cannot
/// count.
///
/// ```
/// use sliding::analyse::count;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let count = count(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ()).unwrap();
/// assert_eq!(count.moves, Some(4));
/// assert_eq!(count.solutions, 6u32.into());
/// ```
pub fn count(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Count, Refusal> {
    count_and(query, budget, observer, None)
}

/// Counts the shortest solutions of a puzzle as [`count`](count()) does, then passes them to
/// `each` one by one, with the counts, until it returns `Break`. Their order is deterministic.
/// [`Observer::search_ends`] is called before the first. The number of classes is counted as well,
/// if that does not take too much.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sliding::analyse::solutions;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let mut found = Vec::new();
/// let query = Query::new(&puzzle, Style::STEP);
/// let count = solutions(&query, &Budget::default(), &mut (), &mut |_, solution| {
///     found.push(solution);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count.unwrap().solutions, found.len().into());
/// assert_eq!(found.len(), 6);
/// ```
pub fn solutions(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&Count, Solution) -> ControlFlow<()>,
) -> Result<Count, Refusal> {
    count_and(query, budget, observer, Some(each))
}

/// Counts the shortest solutions, and lists them for a listener, if there is one.
fn count_and(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    each: Option<&mut SolutionCallback>,
) -> Result<Count, Refusal> {
    check_puzzle(query.puzzle)?;
    let begun = Instant::now();
    if query.engine == Engine::Auto && is_odd(query.puzzle) {
        observer.engine_chosen(Engine::Parity, "an odd permutation is unsolvable");
        return Ok(Count::default());
    }
    let run = Run { budget, observer };
    let counting = Counting { query, run, each };
    let count = dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        counting.run(compiled)
    })?;
    Ok(Count { elapsed: begun.elapsed(), ..count })
}

/// Callback for solutions; it returns whether to go on.
type SolutionCallback<'a> = dyn FnMut(&Count, Solution) -> ControlFlow<()> + 'a;

/// Shared state of the counting methods.
struct Counting<'a, 'b> {
    query: &'a Query<'a>,
    run: Run<'a>,
    each: Option<&'a mut SolutionCallback<'b>>,
}

impl Counting<'_, '_> {
    fn run<const W: usize>(mut self, compiled: &Compiled<W>) -> Result<Count, Refusal> {
        let (query, budget) = (self.query, self.run.budget);
        let choice = choose::for_map(query, self.run.observer)?;
        if choice.engine == Engine::Dense {
            let dense = choose::dense(query, choice.layout, Keep::Path, budget);
            match self.by_bits(compiled, dense) {
                Err(error) if query.engine == Engine::Auto => {
                    report_fallback(&error, self.run.observer);
                }
                result => return result,
            }
        }
        let count = self.by_table(compiled);
        if count.stopped != Some(Stopped::Memory) || query.engine != Engine::Auto {
            return Ok(count);
        }
        // Bits need less than lists, if the positions can be numbered.
        let dense = Switch::Memory.build(query, Keep::Path, budget, self.run.observer);
        Ok(self.by_bits(compiled, dense).unwrap_or(count))
    }
}

/// The state of a search that has reached the goals.
struct ReachedGoals<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    distance: u64,
    goals: Vec<Code<W>>,
    /// Keeps those of some positions that are at a distance before the goals.
    keep: &'a dyn Fn(u64, Stage<W>) -> Stage<W>,
    /// Memory in use.
    bytes: u64,
}

/// Counts the paths to the goals, and lists them.
fn count_paths<const W: usize>(
    found: ReachedGoals<W>,
    counting: &mut Counting,
    count: &mut Count,
) -> Result<(), Stopped> {
    let Counting { run, each, .. } = counting;
    let (compiled, taken) = (found.compiled, found.bytes);
    let stages = add_path_counts(found, run.budget, count)?;
    let Some(each) = each else { return Ok(()) };
    let held: u64 = stages.iter().map(bytes).sum();
    let left = run.budget.room().saturating_sub(taken).saturating_sub(held);
    count.classes = classes(compiled, &stages, run.budget, left)?;
    run.observer.search_ends();
    list(compiled, &stages, run.budget, &mut |solution| each(count, solution))
}

/// Goes back from the goals level by level, counting paths.
fn add_path_counts<const W: usize>(
    found: ReachedGoals<W>,
    budget: &Budget,
    count: &mut Count,
) -> Result<Vec<Stage<W>>, Stopped> {
    let ReachedGoals { compiled, distance, goals, keep, bytes: taken } = found;
    count.goals = goals.len() as u64;
    let mut left = budget.room().saturating_sub(taken);
    let last: Stage<W> = goals.into_iter().map(|goal| (goal, (BigUint::from(1u32), 0))).collect();
    let mut stages = vec![last];
    for distance in (0..distance).rev() {
        let stage = keep(distance, before(compiled, &stages[stages.len() - 1], budget, left)?);
        left = left.saturating_sub(bytes(&stage));
        stages.push(stage);
    }
    stages.reverse();
    let mut path = vec![*stages[0].keys().next().expect("the start is on every way")];
    for stage in &stages[1..] {
        let onward = onward(compiled, &path[path.len() - 1], stage);
        path.push(*onward.last().expect("a way goes on"));
    }
    count.solutions = stages[0].values().map(|(ways, _)| ways).sum();
    for (stage, code) in stages[..stages.len() - 1].iter().zip(&path) {
        let through = stage.values().map(|&(_, through)| through);
        count.choices.push(Choice {
            configurations: stage.len() as u64,
            continuations: (through.clone().min().unwrap_or(0), through.max().unwrap_or(0)),
            shown: stage[code].1,
        });
    }
    let path: Vec<_> = path.iter().map(|code| compiled.decode(code)).collect();
    count.solution = Some(solution_from_positions(compiled.puzzle, compiled.style, &path));
    Ok(stages)
}
