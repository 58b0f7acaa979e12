//! All positions of a puzzle's pieces, and the components that moves connect them to: how many there
//! are of each size, their diameters, and the hardest start of all.
//!
//! Positions are numbered without a search (`engine/rank`). Neighbours are joined in a union-find
//! forest in one pass over all numbers, with four bytes for each; or components are searched one
//! after the other, with one bit for each. Diameters are bounded by some searches (F. Takes and W.
//! Kosters, "Determining the diameter of small world networks", 2011).

mod components;
mod diameter;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use num_bigint::BigUint;

use self::components::{ComponentSpan, ComponentTally};
use crate::analyse::state_graph::PositionGraph;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::{Run, SearchOutcome, drive};
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Engine, FLOOR, Observer, Query, Refusal, Stopped, Until};
use crate::engine::rank::{Ranking, each_meeting};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::{Configuration, Puzzle};

/// Bounds on the greatest distance within a component, which are mostly equal.
#[derive(Clone, Debug)]
pub struct Diameter {
    /// The distance of `pair`.
    pub least: u64,
    /// No distance is greater.
    pub most: u64,
    /// Two positions at distance `least`.
    pub pair: (Configuration, Configuration),
}

impl Diameter {
    /// Whether it is known exactly.
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }
}

/// A component: all positions reachable from each other.
#[derive(Clone, Debug)]
pub struct Component {
    /// The number of positions.
    pub size: u64,
    /// Whether the start is among them.
    pub has_start: bool,
    /// The number of them that meet a goal.
    pub goals: u64,
    /// The one of them with the smallest number.
    pub first: Configuration,
    /// The greatest distance.
    pub diameter: Diameter,
    /// The greatest distance from the nearest goal, and a position that far from it.
    pub hardest: Option<(u64, Configuration)>,
}

/// The start farthest from its nearest goal, among all that have one.
#[derive(Clone, Debug)]
pub struct Hardest {
    /// The least number of moves to a goal.
    pub moves: u64,
    /// The start.
    pub start: Configuration,
    /// A nearest goal, as a complete position.
    pub end: Configuration,
    /// The index of the goal that this meets.
    pub goal: usize,
    /// The size of the component.
    pub size: u64,
}

/// All positions, by component.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Survey {
    /// What stopped the survey before its end.
    pub stopped: Option<Stopped>,
    /// The number of positions. `None` if not even that is known.
    pub placements: Option<BigUint>,
    /// The number of components of each size, as far as they have been found.
    pub sizes: BTreeMap<u64, u64>,
    /// The same for components that have a goal.
    pub sizes_with_goals: BTreeMap<u64, u64>,
    /// The number of components that have a goal.
    pub with_goals: u64,
    /// The hardest start over all components; `None` if no component has a goal, or if the survey
    /// was stopped.
    pub hardest: Option<Hardest>,
    /// The largest components, and those of the start and of the goals, largest first.
    pub components: Vec<Component>,
    /// The time taken.
    pub elapsed: Duration,
}

/// The numbering of the positions may use this part of the memory.
const RANKING_PART: u64 = 4;

/// Bytes held for each goal in the end.
const GOAL_BYTES: u64 = 48;

/// Number of goals between two checks of the clock.
const PATIENCE: usize = 1 << 12;

/// Larger components are not loaded into memory as graphs.
const MOST_CLOSE: u64 = 1 << 23;

/// Counts the positions of a puzzle's pieces, reachable or not, without searching them. `None` if
/// the board has too many shapes for the memory.
///
/// ```
/// use sliding::analyse::placements;
/// use sliding::puzzle::Puzzle;
/// use sliding::solve::Budget;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n2 = 1\n12\n012\n".parse().unwrap();
/// assert_eq!(placements(&puzzle, &Budget::default()), Some(6u32.into()));
/// ```
pub fn placements(puzzle: &Puzzle, budget: &Budget) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, budget.room() / RANKING_PART)?;
    Some(ranking.total.clone())
}

/// Surveys all positions of a puzzle's pieces. Describes the `most` largest components, and those
/// of the start and the largest that has a goal.
///
/// Of the query, the puzzle, the style and the engine matter. [`Engine::Dense`] makes one pass over
/// the whole numbering, with four bytes for every position. [`Engine::Sparse`] searches each
/// component by itself, with one bit for every position; if that is too much, only the number of
/// positions is reported, with [`Stopped::Memory`]. [`Engine::Auto`] chooses the index if it has
/// memory for it.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or if the requested engine cannot do
/// it.
///
/// ```
/// use sliding::analyse::survey;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// // Two pieces that cannot pass each other, in two orders.
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n2 = 1\n12\n012\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::STEP);
/// let survey = survey(&query, &Budget::default(), 10, &mut ()).unwrap();
/// assert_eq!(survey.placements, Some(6u32.into()));
/// assert_eq!(survey.sizes.into_iter().collect::<Vec<_>>(), [(3, 2)]);
/// ```
pub fn survey(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<Survey, Refusal> {
    check_puzzle(query.puzzle)?;
    if !matches!(query.engine, Engine::Auto | Engine::Sparse | Engine::Dense) {
        return Err(Refusal::Unsuited("surveys are made by the engines sparse and dense"));
    }
    let begun = Instant::now();
    let nothing = Survey { stopped: Some(Stopped::Memory), ..Survey::default() };
    let room = budget.room();
    let Some(ranking) = Ranking::new(query.puzzle, room / RANKING_PART) else {
        return Ok(nothing);
    };
    let seen = &ranking.total / 8u32;
    if seen > (room / 2).into() {
        return Ok(Survey { placements: Some(ranking.total.clone()), ..nothing });
    }
    let least = components::bytes(&ranking, budget.threads());
    if query.engine == Engine::Dense && least.is_none_or(|bytes| bytes > room) {
        let placements = Box::new(ranking.total.clone());
        let needed =
            least.map_or_else(|| &ranking.total * 4u32, Into::into) + ranking.skeletons.bytes();
        let needed = Box::new(needed + FLOOR);
        return Err(Refusal::TooManyPlacements { placements, needed, allowed: budget.memory });
    }
    let run = Run { budget, observer };
    let survey = dispatch!(few (query.puzzle, query.style, &[]), compiled => {
        let mut table = TableSearch::new(compiled, budget, Vec::new(), SearchTarget::Nothing);
        table.others = ranking.skeletons.bytes();
        Surveyor { ranking: &ranking, engine: query.engine, compiled, run, table }.run(most)
    });
    Ok(Survey { elapsed: begun.elapsed(), ..survey })
}

struct Surveyor<'a, 'r, const W: usize> {
    ranking: &'a Ranking,
    /// The requested engine.
    engine: Engine,
    compiled: &'a Compiled<'a, W>,
    run: Run<'r>,
    /// Searches from one position after the other.
    table: TableSearch<'a, W>,
}

impl<const W: usize> Surveyor<'_, '_, W> {
    fn run(&mut self, most: usize) -> Survey {
        let mut components = ComponentTally::new(most);
        let found = self.find_components(&mut components);
        let placements = Some(self.ranking.total.clone());
        let mut survey = Survey { placements, ..Survey::default() };
        for (component, _) in components.with_goals() {
            *survey.sizes_with_goals.entry(component.size).or_default() += 1;
            survey.with_goals += 1;
        }
        let described = self.describe_all(&mut components, found.is_ok(), &mut survey);
        survey.stopped = described.err().or(found.err());
        survey.sizes = components.sizes;
        survey
    }

    /// Finds all components; if it is stopped, some of them.
    fn find_components(&mut self, components: &mut ComponentTally) -> Result<(), Stopped> {
        let Self { ranking, compiled, run, .. } = self;
        let goals = goal_numbers(compiled.puzzle, ranking, run)?;
        self.table.others += goals.len() as u64 * GOAL_BYTES;
        let left = run.budget.room().saturating_sub(self.table.others);
        let needed = components::bytes(ranking, run.budget.threads());
        let fits = needed.is_some_and(|bytes| bytes <= left);
        if self.engine == Engine::Sparse || self.engine == Engine::Auto && !fits {
            return self.find_slowly(&goals, components);
        }
        if !fits {
            return Err(Stopped::Memory);
        }
        components::find(compiled.puzzle, compiled.style, ranking, &goals, components, run)
    }

    /// Describes the components of interest, and finds the hardest start if the components are all.
    fn describe_all(
        &mut self,
        components: &mut ComponentTally,
        are_all: bool,
        survey: &mut Survey,
    ) -> Result<(), Stopped> {
        let described = self.of_interest(components);
        for &component in &described {
            survey.components.push(self.describe(component, components)?);
        }
        if are_all {
            let known = survey.components.iter().filter_map(|component| component.hardest.as_ref());
            let known = known.map(|(moves, start)| (*moves, self.compiled.encode(start)));
            survey.hardest = self.hardest(components, &described, known.collect())?;
        }
        Ok(())
    }

    /// Returns the components to describe, by precedence.
    fn of_interest(&self, components: &mut ComponentTally) -> Vec<ComponentSpan> {
        let mut list = components.largest().to_vec();
        list.extend(components.start);
        let with_goals = components.with_goals().map(|(component, _)| component);
        list.extend(with_goals.min_by_key(ComponentSpan::precedence));
        list.sort_unstable_by_key(ComponentSpan::precedence);
        list.dedup();
        list
    }

    /// Finds everything reachable from some positions, level by level.
    fn sweep(
        &mut self,
        sources: &[Code<W>],
        each: &mut dyn FnMut(&TableSearch<W>),
    ) -> SearchOutcome {
        self.table.restart_at(sources.to_vec());
        drive(&mut self.table, Until::Exhausted, &mut self.run, &mut |table, _| {
            each(table);
            Ok(())
        })
    }

    fn describe(
        &mut self,
        component: ComponentSpan,
        components: &ComponentTally,
    ) -> Result<Component, Stopped> {
        let goals = self.codes(components.goals_of(component));
        let code = self.compiled.encode(&self.ranking.unrank(component.first));
        let diameter = match self.load(component, code)? {
            Some(graph) => self.diameter(&graph)?,
            None => self.bounds(code)?,
        };
        let hardest = (!goals.is_empty()).then(|| self.farthest(&goals)).transpose()?;
        Ok(Component {
            size: component.size,
            has_start: components.start == Some(component),
            goals: goals.len() as u64,
            first: self.ranking.unrank(component.first),
            diameter,
            hardest: hardest.map(|(moves, code)| (moves, self.compiled.decode(&code))),
        })
    }

    fn codes(&self, numbers: &[(ComponentSpan, u64)]) -> Vec<Code<W>> {
        let code = |&(_, number): &(ComponentSpan, u64)| {
            self.compiled.encode(&self.ranking.unrank(number))
        };
        numbers.iter().map(code).collect()
    }

    /// Loads the component of a position into memory, if it is not too large.
    fn load(
        &mut self,
        component: ComponentSpan,
        code: Code<W>,
    ) -> Result<Option<PositionGraph<W>>, Stopped> {
        let left = self.run.budget.room().saturating_sub(self.table.others);
        let bytes = PositionGraph::<W>::bytes(component.size);
        if component.size > MOST_CLOSE || bytes > left / 2 {
            return Ok(None);
        }
        let mut codes = Vec::with_capacity(component.size as usize);
        self.table.others += bytes;
        let outcome = self.sweep(&[code], &mut |level| codes.extend(level.codes()));
        self.table.others -= bytes;
        outcome.finished()?;
        match PositionGraph::new(self.compiled, codes, self.run.budget, left - bytes) {
            Err(Stopped::Memory) => Ok(None),
            built => built.map(Some),
        }
    }

    /// Returns the greatest distance from some positions, and the smallest code at it.
    fn farthest(&mut self, sources: &[Code<W>]) -> Result<(u64, Code<W>), Stopped> {
        let mut last = sources[0];
        let outcome = self.sweep(sources, &mut |level| {
            last = *level.codes().min().expect("a level");
        });
        outcome.finished()?;
        Ok((outcome.levels.len() as u64 - 1, last))
    }

    /// Returns the hardest start, given the distances and starts of the components already
    /// described: among equally hard ones that with the smallest code.
    fn hardest(
        &mut self,
        components: &ComponentTally,
        described: &[ComponentSpan],
        known: Vec<(u64, Code<W>)>,
    ) -> Result<Option<Hardest>, Stopped> {
        let order = |&(moves, start): &(u64, Code<W>)| (moves, Reverse(start));
        let Some(known) = known.into_iter().max_by_key(order) else { return Ok(None) };
        // No shortest path passes a position twice, so small components need not be searched.
        let others = components
            .with_goals()
            .filter(|(component, _)| component.size > known.0 && !described.contains(component));
        let goals: Vec<Code<W>> = others.flat_map(|(_, goals)| self.codes(goals)).collect();
        let found = if goals.is_empty() { known } else { self.farthest(&goals)? };
        let (moves, start) = if order(&found) > order(&known) { found } else { known };
        self.with_end(moves, start)
    }

    /// Finds the smallest of the goals nearest to a start.
    fn with_end(&mut self, moves: u64, start: Code<W>) -> Result<Option<Hardest>, Stopped> {
        let (compiled, mut end) = (self.compiled, None);
        let outcome = self.sweep(&[start], &mut |level| {
            if end.is_none() {
                end = level.codes().filter(|code| compiled.meets_a_goal(code)).min().copied();
            }
        });
        outcome.finished()?;
        Ok(end.and_then(|code| {
            let end = compiled.decode(&code);
            let board = compiled.puzzle.board(&end);
            let mut goals = compiled.puzzle.goals().iter();
            let goal = goals.position(|goal| goal.is_met_by(&end, &board))?;
            let size = outcome.configurations;
            Some(Hardest { moves, start: compiled.decode(&start), end, goal, size })
        }))
    }
}

/// Returns the numbers of all positions that meet a goal, ascending, where numbers fit 64 bits.
fn goal_numbers(puzzle: &Puzzle, ranking: &Ranking, run: &mut Run) -> Result<Vec<u64>, Stopped> {
    let mut numbers = Vec::new();
    for goal in puzzle.goals() {
        let most = (run.budget.room() / 2 / GOAL_BYTES) as usize;
        for (count, met) in each_meeting(puzzle, goal, most).ok_or(Stopped::Memory)?.enumerate() {
            if count % PATIENCE == 0 {
                run.look()?;
            }
            numbers.extend(ranking.rank(&met));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}
