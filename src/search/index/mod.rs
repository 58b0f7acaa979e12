//! The index engine: breadth-first search with four bits a configuration and nothing else.
//!
//! Every placement of the pieces has a number, so a configuration need not be stored to be known.
//! Two bits are a mark, its distance modulo 3; one bit each says whether it is in the last level
//! and in the next. Neighbours are at most one move farther or nearer, so the marks lead back from
//! a goal as well. `docs/INDEX.md` tells the whole.
//!
//! There are two [distance tables](DistanceTable): [`plain`](plain::Plain), by the numbers themselves, and
//! [`rows`](rows::Rows), where the orders of each skeleton that can be reached stand side by side.

mod actions;
mod contents;
mod graph;
mod plain;
mod rows;
mod share;

use std::ops::ControlFlow;
use std::time::Instant;

use num_bigint::BigUint;

use self::graph::{Graph, Stop};
use self::plain::Plain;
use self::rows::{Plan, Rows};
use super::compiled::takes_board;
use super::{Engine, Limit, Observer, Outcome, Progress, Request, SearchError, Status, Until};
use crate::moves::explained;
use crate::puzzle::{Configuration, Puzzle};
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
        pause: &mut dyn FnMut() -> ControlFlow<Limit>,
    ) -> (u64, ControlFlow<Limit>);

    /// Appends the numbers of what one move leads to.
    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>);

    /// Compiles a goal further.
    fn goal(&self, wanted: Wanted) -> Self::Goal;

    /// Of the last level's configurations that meet a goal, the number of the first by precedence.
    fn first_meeting(&self, goal: &Self::Goal) -> Option<u64>;
}

pub(super) fn search(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    takes_board(puzzle)?;
    let started = Instant::now();
    let (mut outcome, way) = with_table(puzzle, request, observer)?;
    if let Some(way) = way {
        outcome.solution = Some(explained(puzzle, request.style, &way));
    }
    outcome.elapsed = started.elapsed();
    Ok(outcome)
}

/// What a search finds, and the way to a goal, if it is wanted, as configurations.
type Found = (Outcome, Option<Vec<Configuration>>);

/// Searches in the distance table that suits the puzzle.
fn with_table(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Found, SearchError> {
    let (allowed, style, threads) = (request.memory(), request.style, request.threads());
    let most = (allowed / RANKING_PART).min(MOST_RANKING);
    let ranking = Ranking::new(puzzle, most).map_err(|_| SearchError::Uncountable { allowed })?;
    let left = allowed - ranking.skeletons.bytes();
    let marks = u64::try_from(ranking.total()).map(plain::bytes);
    let mut needed = marks.map_or_else(|_| ranking.total() / 2_u8, BigUint::from);
    // Orders that do not fit the memory in one row need not be tried in many.
    let has_rows = ranking.orders().is_some_and(|orders| orders > 1 && orders / 4 <= left);
    if has_rows {
        let mut pause = || request.limits.pause(observer);
        match Graph::explore(puzzle, &ranking, style, left / 2, &mut pause) {
            Err(Stop::Limit(limit)) => return Ok((stopped(puzzle, limit, observer), None)),
            Err(Stop::Memory) => {}
            Ok(graph) => match Plan::new(puzzle, &ranking, &graph, left - graph.bytes()) {
                Ok(plan) => {
                    let mut rows = Rows::new(&ranking, graph, plan, threads)?;
                    return Ok(run(&mut rows, puzzle, &ranking, request, observer));
                }
                Err(bytes) => needed = needed.min(bytes + graph.bytes()),
            },
        }
    }
    if marks.is_ok_and(|marks| marks <= left) {
        let mut plain = Plain::new(puzzle, style, &ranking, threads)?;
        return Ok(run(&mut plain, puzzle, &ranking, request, observer));
    }
    let placements = Box::new(ranking.total().clone());
    let needed = Box::new(needed + ranking.skeletons.bytes());
    Err(SearchError::TooManyPlacements { placements, needed, allowed })
}

/// A search that was stopped before it began.
fn stopped(puzzle: &Puzzle, limit: Limit, observer: &mut dyn Observer) -> Outcome {
    tell_start(puzzle, observer);
    let mut outcome = blank_outcome();
    outcome.status = Status::Limit(limit);
    if puzzle.is_solved_by(puzzle.start()) {
        outcome.moves = Some(0);
    }
    observer.level_ends(0, 1);
    outcome.levels.push(1);
    outcome
}

fn blank_outcome() -> Outcome {
    Outcome {
        status: Status::Unsolvable,
        moves: None,
        is_shortest: true,
        levels: Vec::new(),
        states: 1,
        solution: None,
        elapsed: Default::default(),
        engine: Engine::Index.name(),
    }
}

fn tell_start(puzzle: &Puzzle, observer: &mut dyn Observer) {
    observer.level_begins(0);
    let configuration = puzzle.start().clone();
    observer.found(&super::Found { configuration, ordinal: 0, address: 1, parent: 0 });
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

/// The search itself.
fn run(
    table: &mut impl DistanceTable,
    puzzle: &Puzzle,
    ranking: &Ranking,
    request: &Request,
    observer: &mut dyn Observer,
) -> Found {
    let goals = Goals::new(table, puzzle, ranking);
    let mut outcome = blank_outcome();
    let start = table.number(puzzle.start()).expect("the start is a placement");
    tell_start(puzzle, observer);
    table.begin(start);
    let mut goal = None;
    let mut found = 1;
    for distance in 0.. {
        if distance > 0 {
            if let Some(limit) = request.limits.max_moves.filter(|&max| distance > max) {
                outcome.status = Status::Limit(Limit::Moves(limit));
                break;
            }
            observer.level_begins(distance);
            let ended;
            let progress =
                Progress { distance, frontier: found, states: outcome.states, bytes: None };
            (found, ended) = table.level(distance, &mut || {
                observer.progress(&progress);
                request.limits.pause(observer)
            });
            outcome.states += found;
            if let ControlFlow::Break(limit) = ended {
                outcome.status = Status::Limit(limit);
                break;
            }
        }
        if found == 0 {
            break;
        }
        if goal.is_none() {
            goal = goals.first_at(table, distance);
            if goal.is_some() {
                (outcome.status, outcome.moves) = (Status::Solved, Some(distance));
                if request.until == Until::Solved {
                    observer.goal_met(distance);
                    break;
                }
            }
        }
        observer.level_ends(distance, found);
        outcome.levels.push(found);
    }
    let goal = goal.zip(outcome.moves).filter(|_| request.want_solution);
    let way = goal.map(|(goal, distance)| way(table, goal, distance));
    (outcome, way)
}

/// A shortest way from the start to a configuration at a distance: back from there, always to the
/// first neighbour by precedence, which does not hang on threads.
fn way(table: &mut impl DistanceTable, goal: u64, distance: u64) -> Vec<Configuration> {
    let mut way = vec![table.configuration(goal)];
    let (mut number, mut neighbours) = (goal, Vec::new());
    for distance in (0..distance).rev() {
        neighbours.clear();
        table.neighbours(number, &mut neighbours);
        let mark = Some(Mark::of(distance));
        let nearer = neighbours.iter().copied().filter(|&n| table.mark(n) == mark);
        let first = nearer.min_by_key(|&number| table.precedence(number));
        number = first.expect("it was reached by a move");
        way.push(table.configuration(number));
    }
    way.reverse();
    way
}
