//! The distance to the nearest goal of every single configuration.

use std::ops::ControlFlow;

use crate::puzzle::{Configuration, Puzzle};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::table::Table;
use crate::search::{Limit, Observer, Progress, Request, SearchError, Until};

/// Every configuration that can be reached from a puzzle's start, with its distance to the nearest
/// goal in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The configurations in no particular order, each once, with their distances. Empty where no
    /// goal can be reached.
    pub distances: Vec<(Configuration, u64)>,
}

/// Charts a puzzle: finds the distance to the nearest goal from everywhere. `None` if more than
/// `most` configurations can be reached, or if a limit stopped the search.
///
/// Of the request, the style, the limits, the memory and the threads matter. Takes about as long as
/// two exhaustive searches, and memory for all configurations; too many are known as such soon
/// after there are more than `most`.
///
/// # Errors
///
/// Where boards of this size are not taken.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::analyse::chart;
/// use sliding::search::Request;
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let request = Request::new(Style::STEP);
/// let chart = chart(&puzzle, &request, 4, &mut ()).unwrap().unwrap();
/// let mut distances = chart.distances;
/// distances.sort();
/// let distances: Vec<u64> = distances.into_iter().map(|(_, distance)| distance).collect();
/// assert_eq!(distances, [3, 2, 1, 0]);
///
/// assert_eq!(sliding::analyse::chart(&puzzle, &request, 3, &mut ()).unwrap(), None);
/// ```
pub fn chart(
    puzzle: &Puzzle,
    request: &Request,
    most: u64,
    observer: &mut dyn Observer,
) -> Result<Option<Chart>, SearchError> {
    struct Run<'a>(&'a Request, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = ControlFlow<Limit, Chart>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            draw(&mut Table { compiled, request: self.0, observer: self.1 })
        }
    }
    takes(puzzle)?;
    let request = Request { want_solution: false, ..request.clone() };
    let mut bounded = Bounded { observer, most, known: 0 };
    let chart = with_compiled(puzzle, request.style, Run(&request, &mut bounded));
    Ok(chart.continue_value())
}

/// Finds all goals from the start, and then everything from all goals at once.
fn draw<const W: usize>(table: &mut Table<W>) -> ControlFlow<Limit, Chart> {
    let compiled = table.compiled;
    let start = [compiled.encode(compiled.puzzle.start())];
    let is_goal = |code: &_| compiled.meets_a_goal(code);
    let pass = table.pass(&start, Until::Exhausted, &is_goal, &mut |_| {});
    pass.limit.map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
    let mut distances = Vec::new();
    let mut distance = 0;
    let pass = table.pass(&pass.goals, Until::Exhausted, &|_| false, &mut |waves| {
        distances.extend(waves.frontier().map(|code| (compiled.decode(code), distance)));
        distance += 1;
    });
    pass.limit.map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
    ControlFlow::Continue(Chart { distances })
}

/// An observer that wants no more once too many configurations are known.
struct Bounded<'a> {
    observer: &'a mut dyn Observer,
    most: u64,
    known: u64,
}

impl Observer for Bounded<'_> {
    fn is_cancelled(&self) -> bool {
        self.known > self.most || self.observer.is_cancelled()
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn level_begins(&mut self, distance: u64) {
        self.observer.level_begins(distance);
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        // The second pass counts anew.
        let known = if distance == 0 { 0 } else { self.known };
        self.known = known + configurations;
        self.observer.level_ends(distance, configurations);
    }
}
