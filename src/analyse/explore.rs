//! The whole map of what a puzzle's pieces can reach.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::host::Instant;

use crate::board::Code;
use crate::moves::explained;
use crate::puzzle::{Configuration, Solution};
use crate::query::{Budget, Observer, Query, Refusal, Stopped, Until};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::layers::{Course, Run, drive, retrace};
use crate::search::table::{Table, Target};

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
}

/// A map of all configurations that can be reached from a puzzle's start.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Map {
    /// What stopped the search, if it is not complete. Then only `from_start` is told, as far as
    /// it goes, and `degrees` of its complete levels.
    pub stopped: Option<Stopped>,
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
/// Of the query, the puzzle and the style matter. Every configuration is expanded once from the
/// start, and once more from the goals; and again if the farthest starts are forgotten for want of
/// memory.
///
/// # Errors
///
/// Where boards of this size are not taken.
///
/// ```
/// use sliding::analyse::explore;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let query = Query::new(&puzzle, Style::STEP);
/// let map = explore(&query, &Budget::default(), 10, &mut ()).unwrap();
/// assert_eq!(map.from_start.levels, [1, 1, 1, 1]);
/// assert_eq!((map.degrees.edges(), map.degrees.dead_ends()), (3, 2));
/// ```
pub fn explore(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<Map, Refusal> {
    draw_and(query, budget, most, observer, None)
}

/// Draws the map of a puzzle as [`explore`] does, and tells `each` of every configuration as it is
/// found, with its distance from an origin: the nearest first, and among those equally far in any
/// order. From goals, it hears nothing where none can be reached. A search that is stopped tells of
/// some of them.
///
/// # Errors
///
/// Where boards of this size are not taken.
///
/// ```
/// use sliding::analyse::{Origin, explore_each};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse().unwrap();
/// let (query, budget) = (Query::new(&puzzle, Style::STEP), Budget::default());
/// let mut heard = Vec::new();
/// explore_each(&query, &budget, 1, &mut (), Origin::Goals, &mut |configuration, distance| {
///     heard.push((puzzle.shorthand(configuration), distance));
/// }).unwrap();
/// assert_eq!(heard, [("001".to_owned(), 0), ("01".to_owned(), 1), ("1".to_owned(), 2)]);
/// ```
pub fn explore_each(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
    origin: Origin,
    each: &mut dyn FnMut(&Configuration, u64),
) -> Result<Map, Refusal> {
    draw_and(query, budget, most, observer, Some(Listener { origin, each }))
}

/// Who hears of configurations, and how far they are from which origin.
struct Listener<'a> {
    origin: Origin,
    each: &'a mut dyn FnMut(&Configuration, u64),
}

impl Listener<'_> {
    /// Tells of a level, if it is of interest.
    fn hear<const W: usize>(&mut self, origin: Origin, table: &Table<W>, distance: u64) {
        if self.origin == origin {
            let codes = table.frontier.codes();
            codes.for_each(|code| (self.each)(&table.compiled.decode(code), distance));
        }
    }
}

fn draw_and(
    query: &Query,
    budget: &Budget,
    most: usize,
    observer: &mut dyn Observer,
    listener: Option<Listener>,
) -> Result<Map, Refusal> {
    struct Draw<'a, 'b>(Run<'a>, usize, Option<Listener<'b>>);
    impl Job for Draw<'_, '_> {
        type Output = Map;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Map {
            draw(compiled, self.0, self.1, self.2)
        }
    }
    takes(query.puzzle)?;
    let begun = Instant::now();
    let run = Run { budget, observer };
    let map = with_compiled(query.puzzle, query.style, Draw(run, most.max(1), listener));
    Ok(Map { elapsed: begun.elapsed(), ..map })
}

fn draw<const W: usize>(
    compiled: &Compiled<W>,
    mut run: Run,
    most: usize,
    mut listener: Option<Listener>,
) -> Map {
    let mut goals = Vec::new();
    let mut table = Table::from_start(compiled, run.budget);
    table.frontier.count_degrees();
    let course = drive(&mut table, Until::Exhausted, &mut run, &mut |table, distance| {
        if let Some(listener) = &mut listener {
            listener.hear(Origin::Start, table, distance);
        }
        goals.extend(table.frontier.codes().filter(|code| compiled.meets_a_goal(code)));
        table.others = size_of_val(&goals[..]) as u64;
    });
    let mut map = Map {
        stopped: course.stopped,
        moves: course.met,
        goals: goals.len() as u64,
        degrees: Degrees { counts: table.frontier.degrees() },
        from_start: distances(&mut table, course, most),
        from_goals: None,
        hardest: None,
        elapsed: Duration::ZERO,
    };
    drop(table);
    if !goals.is_empty() && map.stopped.is_none() {
        let mut table = Table::new(compiled, run.budget, goals, Target::Nothing);
        table.keeps_levels = true;
        let course = drive(&mut table, Until::Exhausted, &mut run, &mut |table, distance| {
            if let Some(listener) = &mut listener {
                listener.hear(Origin::Goals, table, distance);
            }
        });
        map.stopped = course.stopped;
        if course.stopped.is_none() {
            let from_goals = distances(&mut table, course, most);
            let depth = from_goals.depth();
            let first = from_goals.farthest.first().map(|first| compiled.encode(first));
            match first.map(|first| retrace(&mut table, depth, first, &mut run)) {
                Some(ControlFlow::Continue(way)) => {
                    let way = way.iter().rev().map(|code| compiled.decode(code));
                    map.hardest =
                        Some(explained(compiled.puzzle, compiled.style, &way.collect::<Vec<_>>()));
                }
                Some(ControlFlow::Break(stopped)) => map.stopped = Some(stopped),
                None => {}
            }
            map.from_goals = Some(from_goals);
        }
    }
    map
}

/// The levels of a search, and the first of the farthest configurations that it has found if it has
/// come to an end.
fn distances<const W: usize>(table: &mut Table<W>, course: Course, most: usize) -> Distances {
    let mut farthest: Vec<Code<W>> = Vec::new();
    if course.stopped.is_none() {
        farthest.extend(table.frontier.take_previous().iter().flatten());
    }
    farthest.sort_unstable();
    let farthest = farthest.iter().take(most).map(|code| table.compiled.decode(code)).collect();
    Distances { levels: course.levels, farthest }
}
