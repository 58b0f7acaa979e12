//! The orders of each reachable skeleton, side by side.
//!
//! A *row* has a bit for each order of one skeleton. A move maps all orders of one row to all
//! orders of another, one to one: so many bits are moved at once. A level is made row by row:
//! gather all that leads into a row, and drop what is known already.
//!
//! Marks record what is known, if distances are asked for later. Otherwise two levels are enough,
//! as moves can be undone: the next overwrites the one before the last, row by row. If rows have
//! two colours so that each move changes the colour, one plane holds both levels: the last level is
//! in the rows of one colour, the one before it in those of the other.

mod chart;
mod plan;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use self::plan::{Marking, RowsPlan};
use super::layout::RowLayout;
use super::orders::{BLOCK, OrderSource, OrderTarget};
use crate::engine::bitmap::{DistanceTable, ProgressCheck, StopCheck};
use crate::engine::host::share_parts;
use crate::engine::query::{Refusal, Stopped};
use crate::engine::rank::OrderDemands;
use crate::engine::store::{BitPlane, Mark, MarkSlice, Marks, PER_WORD};
use crate::puzzle::{Configuration, Goal, Puzzle};

/// Minimum number of words of the rows that a thread claims at a time.
const TASK: usize = 1 << 12;

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// Bits for all orders of all rows.
pub struct OrderRows<'a> {
    layout: RowLayout<'a>,
    /// Number of words and blocks of a row.
    words: usize,
    blocks: usize,
    /// Bytes of the fields below.
    bytes: u64,
    /// Present if distances are asked for later.
    marks: Option<Marks>,
    /// One if rows have two colours and each level has rows of one colour, else two.
    levels: Vec<RowLevel>,
    /// Index of the last level.
    at: usize,
    /// The rows that are not empty in the last level.
    active: Vec<u32>,
    /// The same for the level before, which is still in the plane of the next one.
    before: Vec<u32>,
    /// For each row, the distance at which it was last examined.
    looked: Vec<u64>,
    workers: Vec<RowWorker>,
    /// The size of the last level.
    last_found: u64,
    /// The rows with orders that meet a goal, ascending, and the demands on these.
    goals: Vec<(usize, OrderDemands)>,
}

/// The positions at one distance.
struct RowLevel {
    plane: BitPlane,
    /// For each block of each row whether it is not empty. If it is empty, the plane's words there
    /// are undefined.
    blocks: Vec<AtomicBool>,
}

/// The state of one thread.
struct RowWorker {
    /// The current row, if there are no marks.
    row: Vec<AtomicU64>,
    /// The blocks of it that something was added to.
    touched: Vec<bool>,
    found: u64,
}

impl RowLevel {
    fn new(words: u64, blocks: usize) -> std::io::Result<Self> {
        let blocks = (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { plane: BitPlane::new(words)?, blocks })
    }
}

impl<'a> OrderRows<'a> {
    pub fn new(plan: RowsPlan<'a>, threads: usize) -> Result<Self, Refusal> {
        let RowsPlan { layout, keeps, bytes } = plan;
        let no_room = Refusal::no_room(bytes);
        let rows = layout.graph.skeletons.len();
        let words = layout.fields.total().div_ceil(PER_WORD);
        let blocks = (words as usize).div_ceil(BLOCK);
        let all = rows as u64 * words;
        let own = if keeps.marks { 0 } else { words as usize };
        let worker = || RowWorker {
            row: (0..own).map(|_| AtomicU64::new(0)).collect(),
            touched: vec![false; blocks],
            found: 0,
        };
        let marks = keeps.marks.then(|| Marks::new(all)).transpose().map_err(no_room)?;
        let levels = (0..keeps.levels).map(|_| RowLevel::new(all, rows * blocks));
        Ok(Self {
            layout,
            words: words as usize,
            blocks,
            bytes,
            marks,
            levels: levels.collect::<Result<_, _>>().map_err(no_room)?,
            at: 0,
            active: Vec::new(),
            before: Vec::new(),
            looked: vec![0; rows],
            workers: (0..threads).map(|_| worker()).collect(),
            last_found: 0,
            goals: Vec::new(),
        })
    }

    /// Returns row and order of a number.
    fn split(&self, number: u64) -> (usize, u64) {
        let stride = self.words as u64 * PER_WORD;
        ((number / stride) as usize, number % stride)
    }

    fn join(&self, row: usize, order: u64) -> u64 {
        row as u64 * self.words as u64 * PER_WORD + order
    }

    /// Returns the last level.
    fn current(&self) -> &RowLevel {
        &self.levels[self.at]
    }

    /// Returns the plane of the next level, which still holds the one before the last.
    fn next(&self) -> &RowLevel {
        &self.levels[(self.at + 1) % self.levels.len()]
    }

    /// Makes the next level the last.
    fn turn(&mut self) {
        self.at = (self.at + 1) % self.levels.len();
    }

    /// Returns the marks, for queries about what was found.
    fn marks(&self) -> &Marks {
        self.marks.as_ref().expect("who asks what was found has marks")
    }

    /// Returns a row's part of a level.
    fn row<'l>(&self, level: &'l RowLevel, row: usize) -> OrderSource<'l> {
        OrderSource {
            words: &level.plane.words()[row * self.words..][..self.words],
            blocks: &level.blocks[row * self.blocks..][..self.blocks],
        }
    }

    /// Returns the block of an order of a row.
    fn block(&self, row: usize, order: u64) -> usize {
        row * self.blocks + order as usize / (BLOCK * PER_WORD as usize)
    }

    /// Returns how many of `threads` threads are worth using for the last level.
    fn worth_using(&self, threads: usize) -> usize {
        if self.last_found >= FEW { threads } else { 1 }
    }

    /// Returns those of some rows that are not empty in the last level.
    fn active_among(&self, rows: impl Iterator<Item = u32>) -> Vec<u32> {
        let has = |row: &u32| {
            let blocks = self.row(self.current(), *row as usize).blocks;
            blocks.iter().any(|block| block.load(Relaxed))
        };
        rows.filter(has).collect()
    }

    /// Returns the rows that may get new positions, or whose old contents must be cleared.
    fn rows_to_look_at(&mut self, distance: u64) -> Vec<u32> {
        let Self { layout, looked, active, before, .. } = self;
        let mut rows = Vec::new();
        let mut add = |row: u32| {
            if std::mem::replace(&mut looked[row as usize], distance) != distance {
                rows.push(row);
            }
        };
        for &row in &*active {
            for arc in layout.graph.arcs(row as usize) {
                add(arc.from);
            }
        }
        for &row in &*before {
            add(row);
        }
        rows
    }

    /// Gathers all that leads into a row.
    fn fill(&self, row: usize, distance: u64, worker: &mut RowWorker) {
        let next = self.row(self.next(), row).words;
        let words = if self.marks.is_some() { next } else { &worker.row };
        let mut target = OrderTarget { words, blocks: &mut worker.touched };
        for arc in self.layout.graph.arcs(row) {
            let source = self.row(self.current(), arc.from as usize);
            let is_odd = self.layout.odd[arc.from as usize];
            target.bring(source, &self.layout, self.layout.steps(arc.action), is_odd);
        }
        worker.found += match &self.marks {
            Some(marks) => {
                let mark = Mark::of(distance);
                self.sift_by_marks(marks.as_slice(), row, mark, &mut worker.touched)
            }
            None => self.sift_by_levels(row, &worker.row, &mut worker.touched),
        };
    }

    /// Removes the last two levels from what was gathered in a row.
    fn sift_by_levels(&self, row: usize, brought: &[AtomicU64], touched: &mut [bool]) -> u64 {
        let before = self.row(self.next(), row);
        // With one plane, a row that may be in the next level has nothing in the last one.
        let last = (self.levels.len() > 1).then(|| self.row(self.current(), row));
        let mut found = 0;
        for (block, touched) in touched.iter_mut().enumerate() {
            let mut any = 0;
            if std::mem::take(touched) {
                let was_before = before.blocks[block].load(Relaxed);
                let last = last.as_ref().filter(|last| last.blocks[block].load(Relaxed));
                for at in block * BLOCK..((block + 1) * BLOCK).min(self.words) {
                    let mut new = brought[at].load(Relaxed);
                    if was_before {
                        new &= !before.words[at].load(Relaxed);
                    }
                    if let Some(last) = last {
                        new &= !last.words[at].load(Relaxed);
                    }
                    before.words[at].store(new, Relaxed);
                    any |= new;
                    found += u64::from(new.count_ones());
                }
            }
            before.blocks[block].store(any != 0, Relaxed);
        }
        found
    }

    /// Removes marked orders from what was gathered in a row, and marks the others.
    fn sift_by_marks(&self, marks: MarkSlice, row: usize, mark: Mark, touched: &mut [bool]) -> u64 {
        let words = self.next().plane.words();
        let mut found = 0;
        for (block, touched) in touched.iter_mut().enumerate() {
            let mut any = 0;
            if std::mem::take(touched) {
                let begin = row * self.words + block * BLOCK;
                let end = (begin + BLOCK).min((row + 1) * self.words);
                for at in begin..end {
                    let word = &words[at];
                    let bits = word.load(Relaxed);
                    if bits == 0 {
                        continue;
                    }
                    let new = bits & marks.unmarked(at);
                    word.store(new, Relaxed);
                    if new != 0 {
                        marks.set(at, new, mark);
                        any |= new;
                        found += u64::from(new.count_ones());
                    }
                }
            }
            self.next().blocks[row * self.blocks + block].store(any != 0, Relaxed);
        }
        found
    }
}

impl DistanceTable for OrderRows<'_> {
    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.layout.place(configuration).map(|(row, order)| self.join(row, order))
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        let (row, order) = self.split(number);
        (self.layout.graph.skeletons[row], order)
    }

    fn is_last(&self, number: u64) -> bool {
        let (row, order) = self.split(number);
        let is_set = self.current().plane.words()[(number / PER_WORD) as usize].load(Relaxed)
            >> (number % PER_WORD)
            & 1
            != 0;
        is_set && self.current().blocks[self.block(row, order)].load(Relaxed)
    }

    fn seed(&mut self, number: u64) {
        let (row, order) = self.split(number);
        let (word, bit) = ((number / PER_WORD) as usize, 1 << (number % PER_WORD));
        if let Some(marks) = &self.marks {
            marks.as_slice().set(word, bit, Mark::of(0));
        }
        let words = self.current().plane.words();
        if !self.current().blocks[self.block(row, order)].swap(true, Relaxed) {
            let begin = row * self.words + order as usize / (BLOCK * PER_WORD as usize) * BLOCK;
            let end = (begin + BLOCK).min((row + 1) * self.words);
            words[begin..end].iter().for_each(|word| word.store(0, Relaxed));
        }
        words[word].store(words[word].load(Relaxed) | bit, Relaxed);
        let row = row as u32;
        if self.active.last() != Some(&row) && !self.active.contains(&row) {
            self.active.push(row);
        }
        self.last_found += 1;
    }

    fn mark_level(
        &mut self,
        distance: u64,
        pause: &mut ProgressCheck,
    ) -> (u64, ControlFlow<Stopped>) {
        let rows = self.rows_to_look_at(distance);
        let mut workers = std::mem::take(&mut self.workers);
        let used = self.worth_using(workers.len());
        let per_task = (TASK / self.words).max(1);
        let work = |worker: &mut RowWorker, task: usize| {
            for &row in rows.iter().skip(task * per_task).take(per_task) {
                self.fill(row as usize, distance, worker);
            }
        };
        let tasks = rows.len().div_ceil(per_task);
        let ended = share_parts(&mut workers[..used], tasks, work, pause);
        let found = workers.iter_mut().map(|w| std::mem::take(&mut w.found)).sum();
        self.workers = workers;
        self.turn();
        let active = self.active_among(rows.into_iter());
        self.before = std::mem::replace(&mut self.active, active);
        self.last_found = found;
        (found, ended)
    }

    fn configuration(&self, number: u64) -> Configuration {
        let (row, order) = self.split(number);
        self.layout.configuration(row, order)
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        match &self.marks {
            Some(marks) => marks.get(number) == Some(Mark::of(distance)),
            // Without marks, callers ask for the last level.
            None => self.is_last(number),
        }
    }

    fn each_neighbour(&self, number: u64, visit: &mut dyn FnMut(u64)) {
        let (row, order) = self.split(number);
        self.layout.each_neighbour(row, order as u32, |there, order| {
            visit(self.join(there, order.into()));
        });
    }

    fn each_last(&self, visit: &mut dyn FnMut(u64)) {
        self.each_of(&self.active, self.current(), visit);
    }

    fn each_before(&self, visit: &mut dyn FnMut(u64)) {
        self.each_of(&self.before, self.next(), visit);
    }

    fn set_goals(&mut self, goals: &[&Goal], puzzle: &Puzzle) {
        self.goals = goals.iter().flat_map(|goal| self.layout.wanted(puzzle, goal)).collect();
        self.goals.sort_by_key(|&(row, _)| row);
    }

    fn first_goal(&self) -> Option<u64> {
        let met = self.goals.iter().filter_map(|(row, wanted)| self.first_of_row(*row, wanted));
        met.min_by_key(|&number| self.precedence(number))
    }

    fn numbering(&self, start: &Configuration) -> Vec<u64> {
        let mut numbering = self.layout.numbering(start);
        numbering.push(self.words as u64);
        numbering
    }

    fn continue_from(&mut self, _: u64) {
        self.turn();
        self.before = std::mem::take(&mut self.active);
        self.last_found = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes
            + self.layout.graph.bytes()
            + self.layout.actions.bytes()
            + self.layout.ranking.skeletons.bytes()
    }

    fn gather(
        &mut self,
        listed: &[u64],
        unfinished: Option<u64>,
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        self.gather_goals(listed, unfinished, pause)
    }

    fn restart(&mut self) {
        self.looked.fill(0);
        self.mark_last();
    }
}
