//! Breadth-first search over a layout: the bits of the last levels, and what is kept of others.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::goals::GoalBlock;
use super::layout::{Arranged, Layout};
use super::level::{LevelSource, TileWorker, tasks};
use super::planes::{BitPlace, Blocks, LastLevel, Plane};
use super::{Keep, Parity};
use crate::engine::compiled::coder;
use crate::engine::drive::{BATCH, Level, Listed, OnBatch, Run, Search};
use crate::engine::folder::manifest::sum;
use crate::engine::host::Pool;
use crate::engine::moves::moves;
use crate::engine::query::{self, Budget, Found, Observer, Progress, Query, Refusal, Stopped};
use crate::engine::store::{WordBuffer, ones};
use crate::puzzle::{Configuration, Placement, Puzzle, Style};

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// A breadth-first search with bits for all placements: it begins at the start, or with the
/// placements that it [began at](Dense::begin_at) or [kept](Dense::keep_goals). A placement's number
/// is that of its bit.
pub struct Dense<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    style: Style,
    pub(super) layout: Layout,
    pub(super) blocks: Blocks,
    /// The last level; if levels alternate, with the one before in the other half.
    pub(super) last: Plane,
    /// The level before, if levels do not alternate.
    pub(super) other: Option<Plane>,
    pub(super) marks: Vec<WordBuffer>,
    workers: Vec<TileWorker>,
    /// Whether each move leads from one half to the other, and all of a level is in one of them.
    pub(super) alternates: bool,
    /// Whether the first of the marks is for all that is found, whatever its distance.
    pub(super) marks_all: bool,
    /// Whether the first level is still to be the start.
    pub(super) is_new: bool,
    /// The distance of the last level, and its half if levels alternate.
    pub(super) distance: u64,
    pub(super) half: Parity,
    /// The number of positions of the last level, and of all.
    pub(super) found: u64,
    pub(super) all: u64,
    /// All goals, in the order of their blocks.
    pub(super) goals: Vec<GoalBlock>,
    /// The first goal position reached, by precedence.
    pub goal: Option<u64>,
    /// The way back from the goal, if it is kept. It is traced as soon as the goal's level is
    /// complete: if a later level is stopped, placements not reached yet would look as if they had
    /// another distance.
    path: Vec<Configuration>,
    /// Bytes of memory for all this.
    pub bytes: u64,
}

impl<'a> Dense<'a> {
    /// Builds a search over a layout, with what is to be kept of each placement.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub(super) fn new(
        arranged: Arranged,
        query: &Query<'a>,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Self, Refusal> {
        let Arranged { layout, blocks, alternates, bytes } = arranged;
        let no_room = Refusal::no_room(bytes);
        let mut planes = Vec::new();
        for _ in 0..keep.levels(alternates) {
            planes.push(Plane::new(&blocks).map_err(no_room)?);
        }
        let mut marks = Vec::new();
        for _ in 0..keep.marks() {
            marks.push(WordBuffer::new(blocks.size().0).map_err(no_room)?);
        }
        let mut workers = Vec::new();
        workers.resize_with(budget.threads(), TileWorker::default);
        let mut dense = Self {
            puzzle: query.puzzle,
            style: query.style,
            layout,
            blocks,
            last: planes.remove(0),
            other: planes.pop(),
            marks,
            workers,
            alternates,
            marks_all: keep == Keep::Map,
            is_new: true,
            distance: 0,
            half: Parity::Even,
            found: 0,
            all: 0,
            goals: Vec::new(),
            goal: None,
            path: Vec::new(),
            bytes,
        };
        if keep != Keep::Sweep {
            for goal in query.puzzle.goals() {
                dense.goals.append(&mut dense.compile(goal));
            }
            dense.goals.sort_by_key(|goal| goal.block);
        }
        Ok(dense)
    }

    /// Returns how the placements are laid out.
    pub fn layout(&self) -> query::Layout {
        match self.layout {
            Layout::Matrices(_) => query::Layout::Matrices,
            Layout::Rows(_) => query::Layout::Rows,
        }
    }

    /// Returns the blocks in which the last level may have something.
    pub(super) fn last_blocks(&self) -> Range<usize> {
        if self.alternates { self.blocks.half(self.half) } else { 0..self.blocks.list.len() }
    }

    /// Exchanges the last level and the one before.
    fn turn(&mut self) {
        if let Some(before) = self.other.as_mut().filter(|_| !self.alternates) {
            std::mem::swap(&mut self.last, before);
        }
        self.half = self.half ^ Parity::Odd;
    }

    /// Returns the number of a position; `None` if it certainly cannot be reached.
    pub fn number(&self, configuration: &Configuration) -> Option<u64> {
        let BitPlace { block, bit } = self.layout.place(configuration)?;
        Some((self.blocks.list[block].at * 64 + bit) as u64)
    }

    /// Returns the block that a number is in.
    fn block_of(&self, number: u64) -> usize {
        self.blocks.block_of((number / 64) as usize)
    }

    /// Returns the position with a number.
    pub fn configuration(&self, number: u64) -> Configuration {
        let block = self.block_of(number);
        let bit = number as usize - self.blocks.list[block].at * 64;
        self.layout.configuration(BitPlace { block, bit })
    }

    /// Returns the positions after one move.
    fn neighbours(&self, of: &Configuration) -> Vec<Configuration> {
        let mut found = Vec::new();
        moves(self.puzzle, self.style)(of.placements(), &mut |moved| {
            let mut pieces = of.placements().to_vec();
            for Placement { cell, .. } in &mut pieces {
                if moved.origins.contains(cell) {
                    *cell = cell.wrapping_add_signed(moved.by);
                }
            }
            found.push(Configuration::new(pieces));
            true
        });
        found
    }

    /// Returns whether a position was found at a distance, provided that it was not found at other
    /// distances within two of it.
    pub fn is_at(&self, number: u64, distance: u64) -> bool {
        let (word, bit) = ((number / 64) as usize, number % 64);
        let is_in = |words: &WordBuffer| words[word] >> bit & 1 != 0;
        let since = self.distance - distance;
        if self.alternates {
            let half = self.blocks.half_of(self.block_of(number));
            if half != self.half ^ Parity::of(since) {
                return false;
            }
        }
        match (since, &self.other) {
            (1, Some(before)) if !self.alternates => is_in(&before.words),
            (0 | 1, _) => is_in(&self.last.words),
            _ => self.marks.iter().position(is_in) == mark(distance),
        }
    }

    /// Returns the numbers of the last level, ascending.
    pub fn last_numbers(&self) -> impl Iterator<Item = u64> {
        self.last.filled(&self.blocks.list[self.last_blocks()]).flat_map(numbers)
    }

    /// Returns the numbers of the level before the last, ascending.
    pub fn numbers_before(&self) -> impl Iterator<Item = u64> {
        let (plane, blocks) = match &self.other {
            Some(before) if !self.alternates => (before, 0..self.blocks.list.len()),
            _ => (&self.last, self.blocks.half(self.half ^ Parity::Odd)),
        };
        plane.filled(&self.blocks.list[blocks]).flat_map(numbers)
    }

    /// Returns numbers that identify the numbering, with those of the start and its neighbours: they
    /// differ if placements would be numbered differently.
    pub fn numbering(&self) -> Vec<u64> {
        let (mut numbering, mut sizes) = (self.layout.numbering(), Vec::new());
        for block in &self.blocks.list {
            sizes.extend([block.at as u64, block.words as u64]);
        }
        let mut beside = Vec::new();
        for neighbour in self.neighbours(self.puzzle.start()) {
            beside.extend(self.number(&neighbour));
        }
        beside.sort_unstable();
        numbering.extend([self.blocks.size().0 as u64, sum(sizes), self.start(), sum(beside)]);
        numbering
    }

    fn start(&self) -> u64 {
        self.number(self.puzzle.start()).expect("the start is a placement")
    }

    /// Begins a level that was saved, at a distance. The one restored so far becomes the one before.
    pub fn restore_level(&mut self, distance: u64) {
        self.turn();
        (self.distance, self.found) = (distance, 0);
    }

    /// Adds a position to the last level, if levels are all that is kept.
    pub fn restore(&mut self, number: u64) {
        let (block, word) = (self.block_of(number), (number / 64) as usize);
        self.last.put(&self.blocks.list[block], word, 1 << (number % 64));
        if self.marks_all {
            self.marks[0][word] |= 1 << (number % 64);
        }
        self.half = self.blocks.half_of(block);
        self.found += 1;
    }

    /// Continues with levels that are restored, given the number of all positions and the goal if
    /// it was reached.
    pub fn resume(&mut self, all: u64, goal: Option<u64>) {
        (self.all, self.goal) = (all, goal);
    }

    /// Replaces the level before the last by the next one. If it is stopped, some positions may be
    /// missing.
    fn make_level(&mut self, distance: u64, run: &mut Run) -> Result<(), Stopped> {
        let (frontier, states) = (self.found, self.all);
        let mark = if self.marks_all { Some(0) } else { mark(distance) };
        let marks = mark.and_then(|mark| self.marks.get_mut(mark));
        let blocks = &self.blocks;
        let (from, to) = match &mut self.other {
            Some(other) if !self.alternates => {
                (self.last.tile(blocks, None), other.tile(blocks, marks))
            }
            _ => {
                let mut all = self.last.tile(blocks, marks);
                let even = all.split_off(&blocks.list, blocks.half(Parity::Even), 0..usize::MAX);
                let odd = all.split_off(&blocks.list, blocks.half(Parity::Odd), 0..usize::MAX);
                if self.half == Parity::Even { (even, odd) } else { (odd, even) }
            }
        };
        let last = LastLevel::new(blocks, from);
        // Most blocks of rows are small. Those of matrices are not worth it.
        let wanted = match &self.layout {
            Layout::Rows(rows) => rows.wanted(&last),
            Layout::Matrices(_) => Vec::new(),
        };
        let source = LevelSource { layout: &self.layout, blocks, last, wanted };
        let tasks = tasks(to, blocks, &self.layout);
        let work = |worker: &mut TileWorker, task: usize| {
            source.fill(&mut tasks[task].lock().expect("no thread panics"), worker);
        };
        let used = if frontier >= FEW { self.workers.len() } else { 1 };
        let ended =
            Pool::new(used).share(&mut self.workers[..used], tasks.len(), work, &mut |done| {
                let part = Some(done as f64 / tasks.len().max(1) as f64);
                run.observer.progress(&Progress { distance, frontier, states, bytes: None, part });
                run.budget.look()
            });
        self.found = 0;
        for worker in &mut self.workers {
            self.found += std::mem::take(&mut worker.found);
        }
        self.turn();
        self.distance = distance;
        ended
    }

    /// Notices the first goal of the last level.
    fn level(&mut self, stopped: Option<Stopped>) -> Level {
        self.all += self.found;
        if self.goal.is_none() && self.found > 0 && stopped.is_none() {
            self.goal = self
                .meeting(&self.goals)
                .min_by_key(|&number| (self.layout.precedence(self.block_of(number)), number));
            if let Some(goal) = self.goal.filter(|_| !self.marks.is_empty() && !self.marks_all) {
                self.path = self.path_from(self.distance, self.configuration(goal));
            }
        }
        Level { found: self.found, has_goal: self.goal.is_some(), stopped }
    }

    /// Returns the way back from a position at a distance, which comes first. Each step goes to the
    /// neighbour with the smallest code, as in the other searches.
    fn path_from(&self, distance: u64, last: Configuration) -> Vec<Configuration> {
        let coder = coder(self.puzzle);
        let mut path = vec![last];
        for distance in (0..distance).rev() {
            let mut nearer = self.neighbours(&path[path.len() - 1]);
            nearer.retain(|at| self.number(at).is_some_and(|number| self.is_at(number, distance)));
            let first = nearer.into_iter().min_by_key(|at| coder(at));
            path.push(first.expect("it was reached by a move"));
        }
        path
    }
}

/// Returns the numbers of some bits of a word.
pub fn numbers((word, bits): (usize, u64)) -> impl Iterator<Item = u64> {
    ones(bits).map(move |bit| word as u64 * 64 + u64::from(bit))
}

/// Reports the start to the observer.
pub fn report_start(puzzle: &Puzzle, observer: &mut dyn Observer) {
    let configuration = puzzle.start().clone();
    observer.found(&Found { configuration, ordinal: 0, address: 1, parent: 0 });
}

/// Returns which of its marks a position at a distance gets, if any: the marks hold the distance
/// modulo 3, so nearer neighbours differ from farther ones.
fn mark(distance: u64) -> Option<usize> {
    (distance % 3).checked_sub(1).map(|mark| mark as usize)
}

impl Search for Dense<'_> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if std::mem::take(&mut self.is_new) {
            report_start(self.puzzle, run.observer);
            self.restore(self.start());
        }
        self.level(None)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let ended = self.make_level(distance, run);
        self.level(ended.err())
    }

    fn goal(&self) -> Option<Configuration> {
        self.goal.map(|goal| self.configuration(goal))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> Result<(), Stopped> {
        let last = path.pop().expect("a path");
        if self.path.first() == Some(&last) {
            path.extend_from_slice(&self.path);
        } else {
            path.extend(self.path_from(distance, last));
        }
        Ok(())
    }
}

impl Listed for Dense<'_> {
    fn list(&mut self, _: u64, on_batch: &mut OnBatch) -> Result<(), Stopped> {
        let mut numbers = self.last_numbers().peekable();
        while numbers.peek().is_some() {
            let batch: Vec<u64> = numbers.by_ref().take(BATCH).collect();
            on_batch(batch.len(), &|at, pieces| {
                pieces.clear();
                pieces.extend_from_slice(self.configuration(batch[at]).placements());
            });
        }
        Ok(())
    }

    fn farthest(&mut self, _: u64, most: usize) -> Result<Vec<Configuration>, Stopped> {
        let (coder, mut first) = (coder(self.puzzle), BinaryHeap::new());
        for number in self.numbers_before() {
            first.push((coder(&self.configuration(number)), number));
            if first.len() > most {
                first.pop();
            }
        }
        let first = first.into_sorted_vec();
        Ok(first.iter().map(|&(_, number)| self.configuration(number)).collect())
    }

    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64 {
        budget.room().saturating_sub(self.bytes)
    }
}
