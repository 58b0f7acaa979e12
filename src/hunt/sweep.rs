//! Searches from all goals at once, for the start that is farthest from them or as far as is wanted.

use crate::board::Code;
use crate::puzzle::{Configuration, Puzzle, Style};
use crate::query::{Budget, Stopped, Until};
use crate::rank::each_meeting;
use crate::search::compiled::{Compiled, Job, with_compiled};
use crate::search::layers::{Course, Run, drive};
use crate::search::table::{Table, Target};

/// For goals one part in so many of the memory may be taken.
const GOALS_PART: u64 = 4;

/// Which configurations a puzzle may begin with.
#[derive(Clone, Copy)]
pub enum Starts {
    /// All.
    Any,
    /// Those in which the first piece's origin is in a cell.
    At(u32),
}

/// What is asked of each level: it is told the distance from the goals and how many may be begun with, and says
/// which of these is to be kept.
pub type Choose<'a> = &'a mut dyn FnMut(u64, u64) -> Pick;

/// Which start of a level is kept, by its number.
pub enum Pick {
    None,
    /// This one, and none that was kept before.
    Only(u64),
    /// This one as well.
    Also(u64),
}

/// Of the farthest starts that which has the smallest code.
pub fn farthest(_: u64, _: u64) -> Pick {
    Pick::Only(0)
}

/// What a search from the goals has found.
#[derive(Default)]
pub struct Swept {
    /// How many configurations there are that lead to a goal.
    pub states: u64,
    /// The starts that were kept, with their distances.
    pub kept: Vec<(u64, Configuration)>,
}

/// Searches from all placements that meet the goal of a puzzle.
pub fn from_goals(
    puzzle: &Puzzle,
    style: Style,
    starts: &Puzzle,
    is_any: bool,
    budget: &Budget,
    choose: Choose,
) -> Result<Swept, Stopped> {
    struct Search<'a>(&'a Puzzle, bool, &'a Budget, Choose<'a>);
    impl Job for Search<'_> {
        type Output = Result<Swept, Stopped>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let Search(puzzle, is_any, budget, choose) = self;
            let most = budget.room() / GOALS_PART / size_of::<Code<W>>() as u64;
            let mut codes = Vec::new();
            for goal in puzzle.goals() {
                let go_on = &mut || budget.look().map_break(drop);
                let add = &mut |met| codes.push(compiled.encode(&met));
                each_meeting(puzzle, goal, most as usize, go_on, add)
                    .ok_or_else(|| budget.look().break_value().unwrap_or(Stopped::Memory))?;
            }
            let mut table = Table::new(compiled, budget, codes, Target::Nothing);
            sweep(&mut table, &|code| is_any || compiled.meets_a_goal(code), budget, choose)
        }
    }
    // The goal of this puzzle is what others begin with, so that it is known quickly.
    with_compiled(starts, style, Search(puzzle, is_any, budget, choose))
}

/// Searches from all that the start of a puzzle can reach and that meet its goal; `None` if it reaches more
/// configurations than `most`.
pub fn within_reach(
    puzzle: &Puzzle,
    style: Style,
    starts: Starts,
    most: u64,
    budget: &Budget,
    choose: Choose,
) -> Result<Option<Swept>, Stopped> {
    struct Search<'a>(Starts, u64, &'a Budget, Choose<'a>);
    impl Job for Search<'_> {
        type Output = Result<Option<Swept>, Stopped>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let Search(starts, most, budget, choose) = self;
            let mut own = budget.clone();
            own.interrupt = budget.interrupt.child();
            let mut table = Table::new(
                compiled,
                &own,
                vec![compiled.encode(compiled.puzzle.start())],
                Target::Nothing,
            );
            let (mut goals, mut found) = (Vec::new(), 0);
            let course = exhaust(&mut table, &own, &mut |table, _| {
                goals.extend(table.frontier.codes().filter(|code| compiled.meets_a_goal(code)));
                found += table.frontier.width() as u64;
                if found > most {
                    own.interrupt.set();
                }
            });
            if found > most {
                return budget.look().map_break(Err).break_value().unwrap_or(Ok(None));
            }
            course.stopped.map_or(Ok(()), Err)?;
            if goals.is_empty() {
                return Ok(Some(Swept::default()));
            }
            table.restart_at(goals);
            let is_start = |code: &Code<W>| match starts {
                Starts::Any => true,
                Starts::At(cell) => compiled.decode(code).kind_at(cell) == Some(0),
            };
            sweep(&mut table, &is_start, budget, choose).map(Some)
        }
    }
    with_compiled(puzzle, style, Search(starts, most, budget, choose))
}

fn exhaust<const W: usize>(
    table: &mut Table<W>,
    budget: &Budget,
    each: &mut dyn FnMut(&mut Table<W>, u64),
) -> Course {
    drive(table, Until::Exhausted, &mut Run { budget, observer: &mut () }, each)
}

fn sweep<const W: usize>(
    table: &mut Table<W>,
    is_start: &dyn Fn(&Code<W>) -> bool,
    budget: &Budget,
    choose: Choose,
) -> Result<Swept, Stopped> {
    let mut kept: Vec<(u64, Code<W>)> = Vec::new();
    let course = exhaust(table, budget, &mut |table, distance| {
        let mut starts = table.frontier.codes().copied().filter(|code| is_start(code));
        let Some(first) = starts.next() else { return };
        let (number, least) = starts.fold((1, first), |(n, least), code| (n + 1, least.min(code)));
        let which = match choose(distance, number) {
            Pick::None => return,
            Pick::Also(which) => which,
            Pick::Only(which) => {
                kept.clear();
                which
            }
        };
        let code = if which == 0 {
            least
        } else {
            let codes = table.frontier.codes().copied().filter(|code| is_start(code));
            let mut codes: Vec<Code<W>> = codes.collect();
            *codes.select_nth_unstable(which as usize).1
        };
        kept.push((distance, code));
    });
    course.stopped.map_or(Ok(()), Err)?;
    let kept = kept.into_iter().map(|(moves, code)| (moves, table.compiled.decode(&code)));
    Ok(Swept { states: course.configurations, kept: kept.collect() })
}
