//! The whole map of what a puzzle's pieces can reach.

use std::thread;
use std::time::{Duration, Instant};

use crate::board::Code;
use crate::moves::Neighbours;
use crate::puzzle::{Configuration, Puzzle, Solution};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::frontier::Waves;
use crate::search::table::{Pass, Table};
use crate::search::{Limit, Observer, Request, SearchError, Until};

/// Levels smaller than this are not worth the other threads.
const WORTH_SHARING: usize = 4096;

/// What a map is drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The start.
    #[default]
    Start,
    /// All configurations at once that meet a goal.
    Goals,
}

/// Configurations by their distance from some origin.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// The number of configurations at each distance.
    pub levels: Vec<u64>,
    /// Some of the configurations at the greatest distance, in the order of their codes.
    pub farthest: Vec<Configuration>,
}

impl Distances {
    /// The greatest distance: the eccentricity of the origin.
    pub fn depth(&self) -> u64 {
        (self.levels.len() as u64).saturating_sub(1)
    }

    /// The number of configurations at the greatest distance.
    pub fn at_depth(&self) -> u64 {
        self.levels.last().copied().unwrap_or(0)
    }
}

/// How many neighbours configurations have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    /// The number of configurations with each number of neighbours, from 0.
    pub counts: Vec<u64>,
}

impl Degrees {
    /// Pairs of neighbours.
    pub fn edges(&self) -> u64 {
        self.neighbours() / 2
    }

    /// Configurations with one neighbour: whoever comes there must go back.
    pub fn dead_ends(&self) -> u64 {
        self.counts.get(1).copied().unwrap_or(0)
    }

    /// The mean number of neighbours.
    pub fn mean(&self) -> f64 {
        self.neighbours() as f64 / self.counts.iter().sum::<u64>().max(1) as f64
    }

    /// The greatest number of neighbours.
    pub fn most(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    fn neighbours(&self) -> u64 {
        self.counts.iter().enumerate().map(|(degree, count)| degree as u64 * count).sum()
    }

    fn add(&mut self, degree: usize) {
        if self.counts.len() <= degree {
            self.counts.resize(degree + 1, 0);
        }
        self.counts[degree] += 1;
    }

    fn join(mut self, other: Self) -> Self {
        if self.counts.len() < other.counts.len() {
            return other.join(self);
        }
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
        self
    }
}

/// A map of all configurations that can be reached from a puzzle's start.
#[derive(Clone, Debug)]
pub struct Map {
    /// What stopped the search, if it is not complete. Then only `from_start` is told, as far as
    /// it goes, and `degrees` of its complete levels.
    pub limit: Option<Limit>,
    /// Distances from the start.
    pub from_start: Distances,
    /// The least number of moves to a goal.
    pub moves: Option<u64>,
    /// Numbers of neighbours.
    pub degrees: Degrees,
    /// The number of configurations that meet a goal.
    pub goals: u64,
    /// Distances from the nearest goal, if there is one.
    pub from_goals: Option<Distances>,
    /// A shortest solution of the first of the starts that are farthest from all goals.
    pub hardest: Option<Solution>,
    /// The time taken.
    pub elapsed: Duration,
}

impl Map {
    /// The number of configurations.
    pub fn states(&self) -> u64 {
        self.from_start.levels.iter().sum()
    }
}

/// Draws the map of a puzzle. Of the farthest configurations, no more than `most` are given, but one
/// in any case.
///
/// Of the request, the style, the limits, the memory and the threads matter. Takes as long as two
/// exhaustive searches, and one more if the farthest starts are forgotten for want of memory.
///
/// # Errors
///
/// Where boards of this size are not taken.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::analyse::explore;
/// use sliding::search::Request;
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let map = explore(&puzzle, &Request::new(Style::STEP), 10, &mut ()).unwrap();
/// assert_eq!(map.from_start.levels, [1, 1, 1, 1]);
/// assert_eq!((map.degrees.edges(), map.degrees.dead_ends()), (3, 2));
/// ```
pub fn explore(
    puzzle: &Puzzle,
    request: &Request,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<Map, SearchError> {
    struct Run<'a>(&'a Request, usize, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Map;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Map {
            draw(&mut Table { compiled, request: self.0, observer: self.2 }, self.1)
        }
    }
    takes(puzzle)?;
    let request = Request { want_solution: false, ..request.clone() };
    Ok(with_compiled(puzzle, request.style, Run(&request, most.max(1), observer)))
}

fn draw<const W: usize>(table: &mut Table<W>, most: usize) -> Map {
    let started = Instant::now();
    let start = [table.compiled.encode(table.compiled.puzzle.start())];
    let compiled = table.compiled;
    let is_goal = |code: &Code<W>| compiled.meets_a_goal(code);
    let mut counters: Vec<_> =
        (0..table.request.threads()).map(|_| Counter::new(table.compiled)).collect();
    let (pass, from_start) =
        sweep(table, &start, most, &is_goal, &mut |waves| count_degrees(&mut counters, waves));
    let degrees = counters.into_iter().map(|counter| counter.degrees);
    let degrees = degrees.fold(Degrees::default(), Degrees::join);
    let mut map = Map {
        limit: pass.limit,
        moves: pass.met.map(|(distance, _)| distance),
        goals: pass.goals.len() as u64,
        degrees,
        from_start,
        from_goals: None,
        hardest: None,
        elapsed: Duration::ZERO,
    };
    if !pass.goals.is_empty() && pass.limit.is_none() {
        let request = Request { want_solution: true, ..table.request.clone() };
        let mut table =
            Table { compiled: table.compiled, request: &request, observer: table.observer };
        let goals = pass.goals;
        // All levels are kept, as no goal ends the way.
        let (pass, from_goals) = sweep(&mut table, &goals, most, &|_| false, &mut |_| {});
        map.limit = pass.limit;
        if pass.limit.is_none() {
            let distance = from_goals.depth();
            let farthest = from_goals.farthest.first().map(|first| table.compiled.encode(first));
            let way = farthest.map(|first| table.way(&goals, (distance, first), pass.trail));
            match way {
                Some(Ok(mut way)) => {
                    way.reverse();
                    map.hardest = Some(table.compiled.explained(&way));
                }
                Some(Err(limit)) => map.limit = Some(limit),
                None => {}
            }
            map.from_goals = Some(from_goals);
        }
    }
    map.elapsed = started.elapsed();
    map
}

/// An exhaustive search from some configurations, with the farthest that it finds.
fn sweep<const W: usize>(
    table: &mut Table<W>,
    sources: &[Code<W>],
    most: usize,
    is_goal: &dyn Fn(&Code<W>) -> bool,
    each_level: &mut dyn FnMut(&mut Waves<W>),
) -> (Pass<W>, Distances) {
    let compiled = table.compiled;
    let pass = table.pass(sources, Until::Exhausted, is_goal, each_level);
    let mut farthest: Vec<Code<W>> = pass.last.iter().flatten().copied().collect();
    farthest.sort_unstable();
    let farthest = farthest.iter().take(most).map(|code| compiled.decode(code)).collect();
    let distances = Distances { levels: pass.levels.clone(), farthest };
    (pass, distances)
}

/// Counts the neighbours of configurations, on a thread of its own.
struct Counter<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    neighbours: Box<dyn Neighbours<W>>,
    degrees: Degrees,
}

impl<'a, const W: usize> Counter<'a, W> {
    fn new(compiled: &'a Compiled<'a, W>) -> Self {
        Self { compiled, neighbours: compiled.neighbours(), degrees: Degrees::default() }
    }

    fn count(&mut self, codes: &[Code<W>]) {
        for code in codes {
            let neighbours = self.compiled.neighbours_of(&mut *self.neighbours, code);
            self.degrees.add(neighbours.len());
        }
    }
}

/// Counts the neighbours of every configuration of a frontier.
fn count_degrees<const W: usize>(counters: &mut [Counter<W>], waves: &Waves<W>) {
    if waves.width() < WORTH_SHARING {
        waves.parts().for_each(|codes| counters[0].count(codes));
        return;
    }
    let share = waves.width().div_ceil(counters.len());
    thread::scope(|scope| {
        for (at, counter) in counters.iter_mut().enumerate() {
            let parts = waves.parts();
            scope.spawn(move || {
                let (mut skip, mut left) = (at * share, share);
                for codes in parts {
                    let from = skip.min(codes.len());
                    let to = (from + left).min(codes.len());
                    (skip, left) = (skip - from, left - (to - from));
                    counter.count(&codes[from..to]);
                }
            });
        }
    });
}
