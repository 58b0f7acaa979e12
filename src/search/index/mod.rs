//! The index engine: breadth-first search with four bits a configuration and nothing else.
//!
//! Every placement of the pieces has a number, so a configuration need not be stored to be known.
//! Two bits are a mark, its distance modulo 3; one bit each says whether it is in the last level
//! and in the next. Neighbours are at most one move farther or nearer, so the marks lead back from
//! a goal as well. `docs/ENGINES.md` tells the whole.
//!
//! There are two [distance tables](DistanceTable): [`plain`](plain::Plain), by the numbers themselves, and
//! [`rows`](rows::Rows), where the orders of each skeleton that can be reached stand side by side.

mod actions;
mod contents;
mod graph;
mod plain;
mod rows;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use self::graph::{Graph, Stop};
use self::plain::Plain;
use self::rows::{Plan, Rows};
use super::compiled::takes_board;
use super::layers::{Layers, Level, Retraces, Run, answer};
use crate::puzzle::{Configuration, Puzzle};
use crate::query::{
    Answer, Budget, Counted, Engine, FLOOR, Found, Observer, Progress, Query, Refusal, Status,
    Stopped,
};
use crate::rank::{Ranking, Wanted, meeting};
use crate::store::Mark;

/// A partial goal with at most so many configurations is a list of them.
const MOST_GOALS: usize = 1 << 16;

/// The ranking of all skeletons may take this part of the memory, and no more than so many
/// bytes: it cannot be interrupted.
const RANKING_PART: u64 = 4;
const MOST_RANKING: u64 = 1 << 28;

/// Every configuration's distance modulo 3, by its number.
trait DistanceTable {
    /// A goal that is too wide for a list.
    type Goal;

    /// The number of a configuration; `None` if it certainly cannot be reached.
    fn number(&self, configuration: &Configuration) -> Option<u64>;

    /// What to choose by where several configurations would do: smaller numbers of skeletons, and
    /// then of orders. It does not hang on the order in which they were found.
    fn precedence(&self, number: u64) -> (u64, u64);

    /// The configuration with a number.
    fn configuration(&self, number: u64) -> Configuration;

    /// The mark of a configuration's distance, if it is known.
    fn mark(&self, number: u64) -> Option<Mark>;

    /// Marks the start.
    fn begin(&mut self, number: u64);

    /// Marks all configurations at a distance, given those before. Gives their number, of which
    /// some may be missing if it was stopped.
    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (u64, ControlFlow<Stopped>);

    /// Appends the numbers of what one move leads to.
    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>);

    /// Compiles a goal further.
    fn goal(&self, wanted: Wanted) -> Self::Goal;

    /// Of the last level's configurations that meet a goal, the number of the first by precedence.
    fn first_meeting(&self, goal: &Self::Goal) -> Option<u64>;
}

/// Searches, if there is memory for a mark on every placement.
///
/// # Errors
///
/// Where there is not.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    takes_board(query.puzzle)?;
    let (puzzle, style, threads) = (query.puzzle, query.style, budget.threads());
    let allowed = budget.room();
    let most = (budget.memory / RANKING_PART).min(MOST_RANKING);
    let ranking =
        Ranking::new(puzzle, most).map_err(|_| Refusal::Uncountable { allowed: budget.memory })?;
    let left = allowed.saturating_sub(ranking.skeletons.bytes());
    let marks = u64::try_from(ranking.total()).map(plain::bytes);
    let mut needed = marks.map_or_else(|_| ranking.total() / 2_u8, BigUint::from);
    // Orders that do not fit the memory in one row need not be tried in many.
    let has_rows = ranking.orders().is_some_and(|orders| orders > 1 && orders / 4 <= left);
    if has_rows {
        match Graph::explore(puzzle, &ranking, style, left / 2, &mut || budget.look()) {
            Err(Stop::Stopped(stopped)) => return Ok(not_begun(puzzle, stopped, observer)),
            Err(Stop::Memory) => {}
            Ok(graph) => match Plan::new(puzzle, &ranking, &graph, left - graph.bytes()) {
                Ok(plan) => {
                    let mut rows = Rows::new(&ranking, graph, plan, threads)?;
                    return Ok(in_table(&mut rows, &ranking, query, Run { budget, observer }));
                }
                Err(bytes) => needed = needed.min(bytes + graph.bytes()),
            },
        }
    }
    if marks.is_ok_and(|marks| marks <= left) {
        let mut plain = Plain::new(puzzle, style, &ranking, threads)?;
        return Ok(in_table(&mut plain, &ranking, query, Run { budget, observer }));
    }
    let placements = Box::new(ranking.total().clone());
    let needed = Box::new(needed + ranking.skeletons.bytes() + (budget.memory - allowed));
    Err(Refusal::TooManyPlacements { placements, needed, allowed: budget.memory })
}

/// Bytes of memory with which a puzzle is searched for certain, where its placements are counted at
/// once: a mark on every placement, and what takes no more than so many bytes.
pub fn enough(puzzle: &Puzzle, most_ranking: u64) -> Option<u64> {
    takes_board(puzzle).ok()?;
    let ranking = Ranking::new(puzzle, most_ranking).ok()?;
    let marks = plain::bytes(u64::try_from(ranking.total()).ok()?);
    let all = marks.checked_add(ranking.skeletons.bytes())?.checked_add(FLOOR)?;
    Some(all.max(RANKING_PART * most_ranking))
}

fn in_table(
    table: &mut impl DistanceTable,
    ranking: &Ranking,
    query: &Query,
    mut run: Run,
) -> Answer {
    let goals = Goals::new(table, query.puzzle, ranking);
    let mut bitmap = Bitmap { puzzle: query.puzzle, table, goals, goal: None, found: 0, all: 0 };
    answer(&mut bitmap, query, Engine::Index, &mut run)
}

/// The answer of a search that was stopped before it began.
fn not_begun(puzzle: &Puzzle, stopped: Stopped, observer: &mut dyn Observer) -> Answer {
    tell_start(puzzle, observer);
    observer.level_ends(0, 1);
    Answer {
        status: Status::Stopped(stopped),
        moves: puzzle.is_solved_by(puzzle.start()).then_some(0),
        is_shortest: true,
        counted: Counted::Reached { levels: vec![1], configurations: 1 },
        solution: None,
        elapsed: Default::default(),
        engine: Engine::Index,
    }
}

fn tell_start(puzzle: &Puzzle, observer: &mut dyn Observer) {
    let configuration = puzzle.start().clone();
    observer.found(&Found { configuration, ordinal: 0, address: 1, parent: 0 });
}

/// The goals of a search, by number where possible.
struct Goals<G> {
    numbers: Vec<u64>,
    others: Vec<G>,
}

impl<G> Goals<G> {
    fn new(table: &impl DistanceTable<Goal = G>, puzzle: &Puzzle, ranking: &Ranking) -> Self {
        let mut goals = Self { numbers: Vec::new(), others: Vec::new() };
        for goal in puzzle.goals() {
            match meeting(puzzle, goal, MOST_GOALS) {
                Some(list) => goals.numbers.extend(list.iter().filter_map(|c| table.number(c))),
                None => goals.others.push(table.goal(Wanted::new(puzzle, ranking, goal))),
            }
        }
        goals.numbers.sort_unstable_by_key(|&number| table.precedence(number));
        goals
    }

    /// The number of the first goal by precedence that was found at a distance, if none was found
    /// before.
    fn first_at(&self, table: &impl DistanceTable<Goal = G>, distance: u64) -> Option<u64> {
        let mark = Some(Mark::of(distance));
        let listed = self.numbers.iter().copied().find(|&n| table.mark(n) == mark);
        let others = self.others.iter().filter_map(|goal| table.first_meeting(goal));
        listed.into_iter().chain(others).min_by_key(|&number| table.precedence(number))
    }
}

/// A search that keeps a distance table.
struct Bitmap<'a, T: DistanceTable> {
    puzzle: &'a Puzzle,
    table: &'a mut T,
    goals: Goals<T::Goal>,
    /// The smallest number of the first goals.
    goal: Option<u64>,
    /// Number of configurations of the last level, and of all.
    found: u64,
    all: u64,
}

impl<T: DistanceTable> Bitmap<'_, T> {
    fn level(&mut self, distance: u64, found: u64, stopped: Option<Stopped>) -> Level {
        (self.found, self.all) = (found, self.all + found);
        if self.goal.is_none() && found > 0 && stopped.is_none() {
            self.goal = self.goals.first_at(self.table, distance);
        }
        Level { found, has_goal: self.goal.is_some(), stopped }
    }
}

impl<T: DistanceTable> Layers for Bitmap<'_, T> {
    fn begin(&mut self, run: &mut Run) -> Level {
        tell_start(self.puzzle, run.observer);
        let start = self.table.number(self.puzzle.start()).expect("the start is a placement");
        self.table.begin(start);
        self.level(0, 1, None)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let progress = Progress { distance, frontier: self.found, states: self.all, bytes: None };
        let (found, ended) = self.table.level(distance, &mut || {
            run.observer.progress(&progress);
            run.budget.look()
        });
        self.level(distance, found, ended.break_value())
    }
}

impl<T: DistanceTable> Retraces for Bitmap<'_, T> {
    type Known = u64;

    fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// Back from a configuration always to the first neighbour by precedence, which does not hang on
    /// threads.
    fn follow(&mut self, distance: u64, way: &mut Vec<u64>, _: &Budget) -> ControlFlow<Stopped> {
        let mut neighbours = Vec::new();
        for distance in (0..distance).rev() {
            neighbours.clear();
            self.table.neighbours(way[way.len() - 1], &mut neighbours);
            let mark = Some(Mark::of(distance));
            let nearer = neighbours.iter().copied().filter(|&n| self.table.mark(n) == mark);
            let first = nearer.min_by_key(|&number| self.table.precedence(number));
            way.push(first.expect("it was reached by a move"));
        }
        ControlFlow::Continue(())
    }

    fn restart(&mut self, _: &u64) {
        unreachable!("marks lead all the way back")
    }

    fn decode(&self, known: &u64) -> Configuration {
        self.table.configuration(*known)
    }
}
