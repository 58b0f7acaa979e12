//! How many shortest solutions there are, and how little choice they leave.

use std::time::{Duration, Instant};

use ahash::AHashMap;
use num_bigint::BigUint;

use crate::board::Code;
use crate::puzzle::{Puzzle, Solution};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::table::{Pass, Table};
use crate::search::{Limit, Observer, Request, SearchError, Until};

/// One step of the shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of configurations that some shortest solution passes at this distance.
    pub configurations: u64,
    /// The least and the greatest number of neighbours of one of them through which a shortest
    /// solution goes on.
    pub continuations: (u64, u64),
    /// The same number for the configuration of the solution that is given.
    pub shown: u64,
}

/// All shortest solutions, counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// What stopped the search before the end.
    pub limit: Option<Limit>,
    /// The least number of moves; `None` if no goal was found.
    pub moves: Option<u64>,
    /// The number of shortest solutions, that is, of different sequences of configurations.
    pub solutions: BigUint,
    /// The number of goals in which they end.
    pub goals: u64,
    /// For each distance before the goal, the choice that there is.
    pub choices: Vec<Choice>,
    /// One of the solutions.
    pub solution: Option<Solution>,
    /// The number of configurations that were found.
    pub states: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Counts the shortest solutions of a puzzle.
///
/// Of the request, the style, the limits, the memory and the threads matter. All levels up to the
/// goal are held in memory; where they do not fit, the count ends with [`Limit::Memory`].
///
/// # Errors
///
/// Where boards of this size are not taken.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::analyse::count;
/// use sliding::search::Request;
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let count = count(&puzzle, &Request::new(Style::STEP), &mut ()).unwrap();
/// assert_eq!(count.moves, Some(4));
/// assert_eq!(count.solutions, 6u32.into());
/// ```
pub fn count(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Count, SearchError> {
    struct Run<'a>(&'a Request, &'a mut dyn Observer);
    impl Job for Run<'_> {
        type Output = Count;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Count {
            count_solutions(&mut Table { compiled, request: self.0, observer: self.1 })
        }
    }
    takes(puzzle)?;
    let request = Request { want_solution: true, ..request.clone() };
    Ok(with_compiled(puzzle, request.style, Run(&request, observer)))
}

/// The number of shortest ways from a configuration to a goal, and that of the neighbours through
/// which they go on.
type Ways = (BigUint, u64);

fn count_solutions<const W: usize>(table: &mut Table<W>) -> Count {
    let started = Instant::now();
    let compiled = table.compiled;
    let start = compiled.encode(compiled.puzzle.start());
    let is_goal = |code: &Code<W>| compiled.meets_a_goal(code);
    let pass = table.pass(&[start], Until::Solved, &is_goal, &mut |_| {});
    let mut count = Count {
        limit: pass.limit,
        moves: pass.met.map(|(distance, _)| distance),
        solutions: BigUint::ZERO,
        goals: 0,
        choices: Vec::new(),
        solution: None,
        states: pass.levels.iter().sum(),
        elapsed: Duration::ZERO,
    };
    if let Some((distance, _)) = pass.met {
        if pass.trail.levels().len() as u64 == distance {
            add_ways(compiled, &pass, &mut count);
        } else {
            count.limit = Some(Limit::Memory);
        }
    }
    count.elapsed = started.elapsed();
    count
}

/// Goes back from the goals level by level, with the numbers of ways that lead there.
fn add_ways<const W: usize>(compiled: &Compiled<W>, pass: &Pass<W>, count: &mut Count) {
    let mut neighbours = compiled.neighbours();
    let one = BigUint::from(1u32);
    let last: AHashMap<Code<W>, Ways> =
        pass.goals.iter().map(|&goal| (goal, (one.clone(), 0))).collect();
    let mut stages = vec![last];
    for level in pass.trail.levels().iter().rev() {
        let mut before: AHashMap<Code<W>, Ways> = AHashMap::new();
        for (code, (ways, _)) in &stages[stages.len() - 1] {
            for beside in compiled.neighbours_of(&mut *neighbours, code) {
                let (sum, through) = before.entry(beside).or_default();
                *sum += ways;
                *through += 1;
            }
        }
        let stage = level.iter().flatten().filter_map(|code| before.remove_entry(code));
        let stage = stage.collect();
        stages.push(stage);
    }
    stages.reverse();
    let mut way = vec![*stages[0].keys().next().expect("the start is on every way")];
    for stage in &stages[1..] {
        let beside = compiled.neighbours_of(&mut *neighbours, &way[way.len() - 1]);
        let next = beside.iter().find(|code| stage.contains_key(code));
        way.push(*next.expect("a way goes on"));
    }
    count.goals = pass.goals.len() as u64;
    count.solutions = stages[0].values().map(|(ways, _)| ways).sum();
    for (stage, code) in stages[..stages.len() - 1].iter().zip(&way) {
        let through = stage.values().map(|&(_, through)| through);
        count.choices.push(Choice {
            configurations: stage.len() as u64,
            continuations: (through.clone().min().unwrap_or(0), through.max().unwrap_or(0)),
            shown: stage[code].1,
        });
    }
    count.solution = Some(compiled.explained(&way));
}
