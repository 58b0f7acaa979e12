//! All placements of a puzzle's pieces, and how moves tie them together.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::host::Instant;

use ahash::AHashMap;
use num_bigint::BigUint;

use crate::board::Code;
use crate::puzzle::Configuration;
use crate::query::{Budget, Observer, Query, Refusal, Stopped, Until};
use crate::rank::Ranking;
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::layers::{Course, Run, drive};
use crate::search::table::{Table, Target};

/// The greatest distance within a component lies between two bounds, which are mostly equal.
#[derive(Clone, Debug)]
pub struct Diameter {
    /// This distance is there: that of `pair`.
    pub least: u64,
    /// No distance is greater.
    pub most: u64,
    /// Two configurations as far apart as `least`.
    pub pair: (Configuration, Configuration),
}

impl Diameter {
    /// Whether it is known exactly.
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }
}

/// All placements that lead to each other.
#[derive(Clone, Debug)]
pub struct Component {
    /// The number of placements.
    pub size: u64,
    /// Whether the start is among them.
    pub has_start: bool,
    /// How many of them meet a goal.
    pub goals: u64,
    /// One of them: the one with the smallest number.
    pub first: Configuration,
    /// The greatest distance.
    pub diameter: Diameter,
    /// The greatest distance from the nearest goal, and a placement that far from it.
    pub hardest: Option<(u64, Configuration)>,
}

/// A start that is farther from its nearest goal than any other, among all that have one.
#[derive(Clone, Debug)]
pub struct Hardest {
    /// The least number of moves to a goal.
    pub moves: u64,
    /// The start.
    pub start: Configuration,
    /// A nearest goal, as a placement of all pieces.
    pub end: Configuration,
    /// The index of the goal that this meets.
    pub goal: usize,
    /// The size of the component.
    pub size: u64,
}

/// All placements, by component.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// What stopped the survey before its end.
    pub stopped: Option<Stopped>,
    /// The number of placements. `None` if not even that can be told.
    pub placements: Option<BigUint>,
    /// The number of components of each size, as far as they have been found.
    pub sizes: BTreeMap<u64, u64>,
    /// The same of components that have a goal.
    pub sizes_with_goals: BTreeMap<u64, u64>,
    /// The number of components that have a goal.
    pub with_goals: u64,
    /// The hardest start over all components; `None` if no component has a goal, or if the survey was
    /// stopped.
    pub hardest: Option<Hardest>,
    /// The largest components, and those of the start and of the goals, largest first.
    pub components: Vec<Component>,
    /// The time taken.
    pub elapsed: Duration,
}

/// The numbering of the placements may take this part of the memory.
const RANKING_PART: u64 = 4;

/// Placements that may be visited to find the diameter of one component.
const DIAMETER_VISITS: u64 = 8_000_000;

/// Surveys all placements of a puzzle's pieces. Of the components, the `most` largest are described,
/// besides that of the start and the largest that has a goal.
///
/// Of the query, the puzzle and the style matter. Takes a bit of memory for every placement; where
/// that is too much, only the number is told, with [`Stopped::Memory`].
///
/// # Errors
///
/// Where boards of this size are not taken.
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
    struct Search<'a>(&'a Ranking, Run<'a>, usize);
    impl Job for Search<'_> {
        type Output = Survey;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Survey {
            let Search(ranking, run, most) = self;
            let mut table = Table::new(compiled, run.budget, Vec::new(), Target::Nothing);
            table.others = u64::try_from(ranking.total() / 8u32).unwrap_or(u64::MAX);
            Surveyor { ranking, compiled, run, table }.run(most)
        }
    }
    takes(query.puzzle)?;
    let begun = Instant::now();
    let nothing = Survey {
        stopped: Some(Stopped::Memory),
        placements: None,
        sizes: BTreeMap::new(),
        sizes_with_goals: BTreeMap::new(),
        with_goals: 0,
        hardest: None,
        components: Vec::new(),
        elapsed: Duration::ZERO,
    };
    let room = budget.room();
    let Ok(ranking) = Ranking::new(query.puzzle, room / RANKING_PART) else {
        return Ok(nothing);
    };
    let seen = ranking.total() / 8u32;
    if seen > (room / 2).into() {
        return Ok(Survey { placements: Some(ranking.total().clone()), ..nothing });
    }
    let search = Search(&ranking, Run { budget, observer }, most);
    let survey = with_compiled(query.puzzle, query.style, search);
    Ok(Survey { elapsed: begun.elapsed(), ..survey })
}

struct Surveyor<'a, 'r, const W: usize> {
    ranking: &'a Ranking,
    compiled: &'a Compiled<'a, W>,
    run: Run<'r>,
    /// Searches from one configuration after the other.
    table: Table<'a, W>,
}

/// A component of which no more is known yet.
struct Rough {
    size: u64,
    goals: u64,
    has_start: bool,
    /// The number of its first placement.
    first: u64,
    /// How far from the goals a placement is, if there are any, and the first that is farthest.
    farthest: Option<(u64, u64)>,
}

impl<const W: usize> Surveyor<'_, '_, W> {
    fn run(&mut self, most: usize) -> Survey {
        let (mut rough, stopped) = self.find_components();
        let mut survey = Survey {
            stopped,
            placements: Some(self.ranking.total().clone()),
            sizes: BTreeMap::new(),
            sizes_with_goals: BTreeMap::new(),
            with_goals: rough.iter().filter(|component| component.goals > 0).count() as u64,
            hardest: None,
            components: Vec::new(),
            elapsed: Duration::ZERO,
        };
        for component in &rough {
            *survey.sizes.entry(component.size).or_default() += 1;
            if component.goals > 0 {
                *survey.sizes_with_goals.entry(component.size).or_default() += 1;
            }
        }
        if survey.stopped.is_none() {
            match self.hardest(&rough) {
                Ok(hardest) => survey.hardest = hardest,
                Err(stopped) => survey.stopped = Some(stopped),
            }
        }
        rough.sort_by_key(|component| std::cmp::Reverse(component.size));
        let first_with_goals = rough.iter().position(|component| component.goals > 0);
        for (at, component) in rough.iter().enumerate() {
            if at < most || component.has_start || first_with_goals == Some(at) {
                match self.describe(component) {
                    Ok(component) => survey.components.push(component),
                    Err(stopped) => {
                        survey.stopped = Some(stopped);
                        break;
                    }
                }
            }
        }
        survey
    }

    /// Finds all components, by the numbers of their first placements.
    fn find_components(&mut self) -> (Vec<Rough>, Option<Stopped>) {
        let total = u64::try_from(self.ranking.total()).unwrap_or(u64::MAX);
        let start = self.ranking.rank(self.compiled.puzzle.start());
        let mut seen = vec![0u64; total.div_ceil(64) as usize];
        let mut components = Vec::new();
        for first in 0..total {
            if seen[first as usize / 64] >> (first % 64) & 1 != 0 {
                continue;
            }
            let code = self.compiled.encode(&self.ranking.unrank(first));
            let (ranking, compiled) = (self.ranking, self.compiled);
            let mut has_start = false;
            let (course, goals) = self.sweep(&[code], &mut |codes| {
                for code in codes {
                    let rank = ranking.rank(&compiled.decode(code));
                    let rank = rank.expect("moves lead from placement to placement");
                    seen[rank as usize / 64] |= 1 << (rank % 64);
                    has_start |= Some(rank) == start;
                }
            });
            if course.stopped.is_some() {
                return (components, course.stopped);
            }
            let size = course.configurations;
            let mut farthest = None;
            if !goals.is_empty() {
                match self.farthest(&goals) {
                    Ok((moves, code)) => {
                        let rank = self.ranking.rank(&self.compiled.decode(&code));
                        farthest = rank.map(|rank| (moves, rank));
                    }
                    Err(stopped) => return (components, Some(stopped)),
                }
            }
            let goals = goals.len() as u64;
            components.push(Rough { size, goals, has_start, first, farthest });
        }
        (components, None)
    }

    /// Finds all that some placements lead to, level by level, and the goals among them.
    fn sweep(
        &mut self,
        sources: &[Code<W>],
        each_level: &mut dyn FnMut(&mut dyn Iterator<Item = &Code<W>>),
    ) -> (Course, Vec<Code<W>>) {
        let compiled = self.compiled;
        let mut goals = Vec::new();
        self.table.restart_at(sources.to_vec());
        let course = drive(&mut self.table, Until::Exhausted, &mut self.run, &mut |table, _| {
            goals.extend(table.frontier.codes().filter(|code| compiled.meets_a_goal(code)));
            each_level(&mut table.frontier.codes());
        });
        (course, goals)
    }

    fn describe(&mut self, rough: &Rough) -> Result<Component, Stopped> {
        let first = self.ranking.unrank(rough.first);
        let code = self.compiled.encode(&first);
        let mut codes = Vec::new();
        let (course, _) = self.sweep(&[code], &mut |level| codes.extend(level));
        course.stopped.map_or(Ok(()), Err)?;
        let hardest = rough.farthest.map(|(moves, rank)| (moves, self.ranking.unrank(rank)));
        Ok(Component {
            size: rough.size,
            has_start: rough.has_start,
            goals: rough.goals,
            first,
            diameter: self.diameter(codes)?,
            hardest,
        })
    }

    /// The hardest start over all components: of the first one among those that have equally hard ones.
    fn hardest(&mut self, rough: &[Rough]) -> Result<Option<Hardest>, Stopped> {
        let with_goals =
            rough.iter().filter_map(|component| Some((component, component.farthest?)));
        let hardest = with_goals
            .max_by_key(|(component, (moves, _))| (*moves, std::cmp::Reverse(component.first)));
        let Some((component, (moves, start))) = hardest else { return Ok(None) };
        let start = self.ranking.unrank(start);
        let (compiled, mut distance, mut end) = (self.compiled, 0, None);
        let (course, _) = self.sweep(&[compiled.encode(&start)], &mut |codes| {
            if distance == moves {
                end = codes.filter(|code| compiled.meets_a_goal(code)).min().copied();
            }
            distance += 1;
        });
        course.stopped.map_or(Ok(()), Err)?;
        Ok(end.and_then(|code| {
            let end = compiled.decode(&code);
            let board = compiled.puzzle.board(&end);
            let mut goals = compiled.puzzle.goals().iter();
            let goal = goals.position(|goal| goal.is_met_by(&end, &board))?;
            Some(Hardest { moves, start, end, goal, size: component.size })
        }))
    }

    /// The greatest distance from some placements, and the smallest code that is so far away.
    fn farthest(&mut self, sources: &[Code<W>]) -> Result<(u64, Code<W>), Stopped> {
        let mut last = sources[0];
        let (course, _) = self.sweep(sources, &mut |codes| last = *codes.min().expect("a level"));
        match course.stopped {
            None => Ok((course.levels.len() as u64 - 1, last)),
            Some(stopped) => Err(stopped),
        }
    }

    /// Bounds the greatest distance within a component.
    ///
    /// The distances from one placement bound the eccentricities of all others: they differ by no
    /// more than the distance between the two. So whoever cannot be the end of a longer way than
    /// the longest found is left out, and the search goes on, in turn, from the one that may be
    /// the farthest out and from the one that may be nearest to the middle (F. Takes and
    /// W. Kosters, "Determining the diameter of small world networks", 2011).
    fn diameter(&mut self, mut codes: Vec<Code<W>>) -> Result<Diameter, Stopped> {
        codes.sort_unstable();
        let number: AHashMap<Code<W>, usize> =
            codes.iter().enumerate().map(|(i, &code)| (code, i)).collect();
        let mut bounds = vec![(0, u64::MAX); codes.len()];
        let (mut least, mut pair) = (0, (codes[0], codes[0]));
        let (mut visits, mut outward) = (0, true);
        let mut most = loop {
            let alive = (0..codes.len()).filter(|&i| bounds[i].1 > least);
            let next = if outward {
                alive.max_by_key(|&i| (bounds[i].1, std::cmp::Reverse(i)))
            } else {
                alive.min_by_key(|&i| (bounds[i].0, i))
            };
            let Some(next) = next else { break least };
            visits += codes.len() as u64;
            if visits > DIAMETER_VISITS {
                break bounds.iter().map(|bound| bound.1).max().unwrap_or(least);
            }
            outward = !outward;
            let mut levels: Vec<Vec<usize>> = Vec::new();
            let (course, _) = self.sweep(&[codes[next]], &mut |level| {
                levels.push(level.map(|code| number[code]).collect());
            });
            course.stopped.map_or(Ok(()), Err)?;
            let far = levels.len() as u64 - 1;
            for (distance, level) in levels.iter().enumerate() {
                let distance = distance as u64;
                for &i in level {
                    let (low, high) = &mut bounds[i];
                    *low = (*low).max(distance).max(far - distance);
                    *high = (*high).min(far + distance);
                }
            }
            bounds[next] = (far, far);
            if far > least {
                let other = levels[far as usize].iter().min().expect("the last level has members");
                (least, pair) = (far, (codes[next], codes[*other]));
            }
        };
        most = most.max(least);
        let decode = |code| self.compiled.decode(code);
        Ok(Diameter { least, most, pair: (decode(&pair.0), decode(&pair.1)) })
    }
}
