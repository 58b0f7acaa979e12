//! Levels of boards where a move slides any number of tiles: cliques instead of configurations.
//!
//! Moves of one sort leave the order as it is, so rows lie in [lines](Lines), and an order of a line is a *clique*: from
//! each of its configurations, one in each row of the line, one move leads to each other. Moves of the other sort make
//! cliques as well, *across* the lines. Configurations that are in the same two are one and the same.
//!
//! When a clique is *opened*, which is when the first of its configurations are reached, the others are one move farther. So a
//! bit for each clique tells what is known, and those that are opened at a distance are found from those that were
//! opened two moves before, and lie across from them:
//!
//! - What is reached when a clique is opened, came along a move across. Those that this leads on to are in the clique across, and so are
//!   not farther.
//! - The others are reached next, and what lies across from them a move later.
//!
//! How many are reached when their cliques are opened is counted on the way: for each row of the line apart those that
//! something leads to. `docs/ENGINES.md` has an example.

mod lines;
mod plan;
#[cfg(test)]
mod tests;
mod ways;

use std::iter::Sum;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use self::lines::{Lines, is_across};
use self::plan::Cut;
pub use self::plan::Plan;
use self::ways::{Stage, Way};
use super::layout::Layout;
use super::sheet::{BLOCK, Sheet, Source};
use crate::host::share;
use crate::puzzle::{Configuration, Goal, Puzzle};
use crate::query::{Refusal, Stopped};
use crate::rank::Letters;
use crate::search::bitmap::DistanceTable;
use crate::store::{PER_WORD, Plane, ones};

/// Levels with fewer configurations are not worth the threads.
const FEW: u64 = 1 << 16;

/// A bit for each clique that was reached, and for those of three levels.
pub struct Cliques<'a> {
    layout: Layout<'a>,
    lines: Lines,
    /// For each action.
    ways: Vec<Way>,
    cut: Cut,
    /// For each line the cliques that were opened.
    opened: Vec<Plane>,
    /// Those that were opened at the last distance, at the one before, and at the one before that.
    levels: [Level; 3],
    /// Where levels had something, and will have.
    spare: Vec<Part>,
    workers: Vec<Worker>,
    /// The number that was begun with, and the distance of the last level.
    start: u64,
    distance: u64,
    last_found: u64,
    /// Configurations that are not reached yet, in the cliques that were opened last.
    rest: u64,
}

/// The cliques that were opened at one distance, for each line if there are any.
type Level = Vec<Option<Part>>;

/// What a line has of a level.
struct Part {
    plane: Plane,
    /// For each block of each leaf whether it has something. Where it has not, the plane has nothing.
    blocks: Vec<AtomicBool>,
}

/// What one thread needs.
struct Worker {
    /// What was brought to a leaf, and two for what is between the steps to that.
    brought: Sheet,
    between: [Sheet; 2],
    found: Found,
}

/// What was found by one thread.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Configurations that are reached with their cliques, and all of these cliques.
    first: u64,
    all: u64,
}

impl Part {
    fn new(cut: &Cut) -> std::io::Result<Self> {
        let blocks = cut.blocks * cut.leaves() as usize;
        let blocks = (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { plane: Plane::new(cut.words_of_line())?, blocks })
    }

    fn leaf(&self, cut: &Cut, leaf: usize) -> Source<'_> {
        Source {
            words: &self.plane.words()[leaf * cut.words..][..cut.words],
            blocks: &self.blocks[leaf * cut.blocks..][..cut.blocks],
        }
    }

    fn has_any(&self) -> bool {
        self.blocks.iter().any(|block| block.load(Relaxed))
    }

    fn has(&self, order: u64) -> bool {
        let word = &self.plane.words()[(order / PER_WORD) as usize];
        word.load(Relaxed) >> (order % PER_WORD) & 1 != 0
    }

    /// Puts one order there, while nobody else is at work.
    fn put(&self, cut: &Cut, order: u64) {
        let word = (order / PER_WORD) as usize;
        self.plane.words()[word].fetch_or(1 << (order % PER_WORD), Relaxed);
        let block = word / cut.words * cut.blocks + word % cut.words / BLOCK;
        self.blocks[block].store(true, Relaxed);
    }
}

impl<'a> Cliques<'a> {
    pub fn new(plan: Plan<'a>) -> Result<Self, Refusal> {
        let Plan { layout, lines, ways, cut, parts, threads, bytes } = plan;
        let no_room = |source| Refusal::NoRoom { bytes, source };
        let count = lines.rows.len();
        let opened = (0..count).map(|_| Plane::new(cut.words_of_line()));
        let opened = opened.collect::<Result<_, _>>().map_err(no_room)?;
        let spare = (0..parts).map(|_| Part::new(&cut));
        let spare = spare.collect::<Result<_, _>>().map_err(no_room)?;
        let sheet = || Sheet::new(cut.leaf);
        let worker =
            || Worker { brought: sheet(), between: [sheet(), sheet()], found: Found::default() };
        let level = || (0..count).map(|_| None).collect();
        Ok(Self {
            layout,
            lines,
            ways,
            cut,
            opened,
            levels: [level(), level(), level()],
            spare,
            workers: (0..threads).map(|_| worker()).collect(),
            start: 0,
            distance: 0,
            last_found: 0,
            rest: 0,
        })
    }

    /// Row and order of a number.
    fn split(&self, number: u64) -> (usize, u64) {
        ((number / self.cut.orders) as usize, number % self.cut.orders)
    }

    fn join(&self, row: usize, order: u64) -> u64 {
        row as u64 * self.cut.orders + order
    }

    /// Whether the clique of an order of a row was opened at the last distance, or so many before it.
    fn was_opened(&self, ago: usize, row: usize, order: u64) -> bool {
        let part = &self.levels[ago][self.lines.of[row]];
        part.as_ref().is_some_and(|part| part.has(order))
    }

    /// Tells of all that moves across lead to.
    fn each_across(&self, number: u64, mut tell: impl FnMut(usize, u64)) {
        let (row, order) = self.split(number);
        self.layout.each_neighbour(row, order as u32, |there, order| {
            if self.lines.of[there] != self.lines.of[row] {
                tell(there, order.into());
            }
        });
    }

    /// Makes an empty level the last, of which these lines may get something.
    fn turn(&mut self, lines: &[usize]) {
        self.levels.rotate_right(1);
        self.spare.extend(self.levels[0].iter_mut().filter_map(Option::take));
        for &line in lines {
            self.levels[0][line] = self.spare.pop();
        }
    }

    /// Lines that something leads to from those that a level has.
    fn lines_across(&self, level: &Level) -> Vec<usize> {
        let leads = |row: &usize| {
            let mut arcs = self.layout.graph.arcs(*row).iter().filter(|arc| is_across(arc));
            arcs.any(|arc| level[self.lines.of[arc.from as usize]].is_some())
        };
        (0..self.lines.rows.len()).filter(|&line| self.lines.rows[line].iter().any(leads)).collect()
    }

    /// Opens the clique of an order of a row, one configuration of which is reached.
    fn open(&mut self, row: usize, order: u64) -> Found {
        let line = self.lines.of[row];
        let level = &mut self.levels[0][line];
        if level.is_none() {
            *level = self.spare.pop();
        }
        level.as_ref().expect("there are enough for three levels").put(&self.cut, order);
        let opened = &self.opened[line].words()[(order / PER_WORD) as usize];
        opened.fetch_or(1 << (order % PER_WORD), Relaxed);
        Found { first: 1, all: self.lines.rows[line].len() as u64 }
    }

    /// Opens what lies across from the start.
    fn open_across(&mut self) -> Found {
        self.turn(&[]);
        let mut across = Vec::new();
        self.each_across(self.start, |row, order| across.push((row, order)));
        across.into_iter().map(|(row, order)| self.open(row, order)).sum()
    }

    /// Opens what lies across from what was opened two moves before.
    fn open_level(
        &mut self,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (Found, ControlFlow<Stopped>) {
        let lines = self.lines_across(&self.levels[1]);
        self.turn(&lines);
        let mut workers = std::mem::take(&mut self.workers);
        let used = if self.last_found >= FEW { workers.len() } else { 1 };
        let leaves = self.cut.leaves() as usize;
        let work = |worker: &mut Worker, task: usize| {
            self.fill(lines[task / leaves], task % leaves, worker);
        };
        let ended = share(&mut workers[..used], lines.len() * leaves, work, pause);
        let found = workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum();
        self.workers = workers;
        for line in lines {
            let level = &mut self.levels[0][line];
            self.spare.extend(level.take_if(|part| !part.has_any()));
        }
        (found, ended)
    }

    /// Opens the cliques of a leaf of a line.
    fn fill(&self, line: usize, leaf: usize, worker: &mut Worker) {
        let Self { layout, lines, cut, .. } = self;
        let to = self.levels[0][line].as_ref().expect("it may get something").leaf(cut, leaf);
        forget(&to);
        let opened = &self.opened[line].words()[leaf * cut.words..][..cut.words];
        let parity = layout.fields.is_odd_before(cut.leaf, leaf as u64 * cut.leaf);
        for &row in &lines.rows[line] {
            for arc in layout.graph.arcs(row).iter().filter(|arc| is_across(arc)) {
                let from = arc.from as usize;
                if let Some(part) = &self.levels[2][lines.of[from]] {
                    let way = &self.ways[arc.action as usize];
                    self.bring(part, leaf, way, layout.odd[from] ^ parity, worker);
                }
            }
            worker.found.first += sift(&mut worker.brought, opened, &to);
        }
        let mut all = 0;
        to.each(|at, bits| {
            opened[at].store(opened[at].load(Relaxed) | bits, Relaxed);
            all += u64::from(bits.count_ones());
        });
        worker.found.all += all * lines.rows[line].len() as u64;
    }

    /// Brings what lies across from a part of a level to a leaf.
    fn bring(&self, part: &Part, leaf: usize, way: &Way, is_odd: bool, worker: &mut Worker) {
        let Self { layout, cut, .. } = self;
        let Worker { brought, between: [one, other], .. } = worker;
        for (at, stage) in way.stages.iter().enumerate() {
            let is_last = at + 1 == way.stages.len();
            let to = if is_last { &mut *brought } else { &mut *other };
            if !is_last {
                to.clear();
            }
            let mut target = to.target();
            match stage {
                Stage::Runs(runs) => {
                    let begin = leaf as u64 * cut.leaf;
                    runs.bring(part.plane.words(), begin, cut.leaf, &mut target);
                }
                Stage::Steps(steps) => {
                    let steps = &layout.steps(way.action)[steps.clone()];
                    match at {
                        0 => target.bring(part.leaf(cut, leaf), layout, steps, is_odd),
                        _ => target.bring(one.source(), layout, steps, is_odd),
                    }
                }
            }
            if !is_last {
                std::mem::swap(one, other);
            }
        }
    }
}

/// Takes all out.
fn forget(part: &Source) {
    for (block, has) in part.blocks.iter().enumerate().filter(|(_, has)| has.load(Relaxed)) {
        let end = ((block + 1) * BLOCK).min(part.words.len());
        part.words[block * BLOCK..end].iter().for_each(|word| word.store(0, Relaxed));
        has.store(false, Relaxed);
    }
}

/// Adds what was brought of cliques that were not opened, and says how many they are.
fn sift(brought: &mut Sheet, opened: &[AtomicU64], to: &Source) -> u64 {
    let mut found = 0;
    brought.source().each(|at, bits| {
        let new = bits & !opened[at].load(Relaxed);
        if new != 0 {
            to.words[at].store(to.words[at].load(Relaxed) | new, Relaxed);
            to.blocks[at / BLOCK].store(true, Relaxed);
            found += u64::from(new.count_ones());
        }
    });
    brought.clear();
    found
}

impl Sum for Found {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, found| Self {
            first: sum.first + found.first,
            all: sum.all + found.all,
        })
    }
}

impl DistanceTable for Cliques<'_> {
    type Goal = Vec<(usize, Letters)>;

    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.layout.place(configuration).map(|(row, order)| self.join(row, order))
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        let (row, order) = self.split(number);
        (self.layout.graph.skeletons[row], order)
    }

    fn is_last(&self, number: u64) -> bool {
        let is_across = |is_from: &dyn Fn(usize, u64) -> bool| {
            let mut any = false;
            self.each_across(number, |row, order| any |= is_from(row, order));
            any
        };
        let (row, order) = self.split(number);
        match self.distance {
            0 => number == self.start,
            _ if self.was_opened(1, row, order) => true,
            // The start is the only one that something was reached from of its clique across.
            1 => is_across(&|row, order| self.join(row, order) == self.start),
            _ => {
                self.was_opened(0, row, order)
                    && is_across(&|row, order| self.was_opened(2, row, order))
            }
        }
    }

    fn begin(&mut self, number: u64) {
        let (row, order) = self.split(number);
        let Found { first, all } = self.open(row, order);
        (self.start, self.last_found, self.rest) = (number, first, all - first);
    }

    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (u64, ControlFlow<Stopped>) {
        let (found, ended) = match distance {
            1 => (self.open_across(), ControlFlow::Continue(())),
            _ => self.open_level(pause),
        };
        self.distance = distance;
        self.last_found = found.first + self.rest;
        self.rest = found.all - found.first;
        (self.last_found, ended)
    }

    fn goal(&self, puzzle: &Puzzle, goal: &Goal) -> Self::Goal {
        self.layout.wanted_by_skeleton(puzzle, goal)
    }

    fn first_meeting(&self, goal: &Self::Goal) -> Option<u64> {
        let mut letters = self.layout.no_letters();
        goal.iter().find_map(|(row, wanted)| {
            // Those of cliques that were opened before are reached by now.
            let parts = [0, 1].map(|ago| self.levels[ago][self.lines.of[*row]].as_ref());
            let bits = |at: usize| {
                let words = parts.iter().flatten().map(|part| part.plane.words()[at].load(Relaxed));
                words.fold(0, |all, word| all | word)
            };
            let words = 0..self.cut.words_of_line() as usize;
            let mut orders = words.flat_map(|at| {
                ones(bits(at)).map(move |bit| at as u64 * PER_WORD + u64::from(bit))
            });
            let order = orders.find(|&order| {
                self.layout.letters(*row, order, &mut letters);
                wanted.are_among(&letters) && self.is_last(self.join(*row, order))
            });
            order.map(|order| self.join(*row, order))
        })
    }
}
