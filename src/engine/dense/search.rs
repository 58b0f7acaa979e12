//! Breadth-first search over a layout: the bits of the last levels, and what is kept of others.

use std::collections::BinaryHeap;
use std::io;
use std::sync::Mutex;

use super::goals::GoalBlock;
use super::layout::{Arranged, Layout};
use super::level::{LevelSource, TileTask, TileWorker, add_tasks, forget};
use super::planes::{BitPlace, HalfLayout, HalfSet, LevelHalf};
use super::{Keep, Parity};
use crate::engine::compiled::coder;
use crate::engine::drive::{BATCH, Level, Listed, OnBatch, ProgressCheck, Run, Search};
use crate::engine::folder::manifest::sum;
use crate::engine::host::Pool;
use crate::engine::query::{self, Budget, Found, Observer, Progress, Refusal, Stopped};
use crate::engine::store::{WordBuffer, ones};
use crate::puzzle::{Configuration, Puzzle};

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// Half of all placements.
pub struct Half {
    pub layout: HalfLayout,
    /// This half's part of the last level; if levels alternate, of the last or of the one before.
    pub last: HalfSet,
    /// This half's part of the level before, if levels do not alternate.
    pub other: Option<HalfSet>,
    pub marks: Vec<WordBuffer>,
}

impl Half {
    fn new(layout: HalfLayout, keep: Keep, alternates: bool) -> io::Result<Self> {
        let last = HalfSet::new(&layout)?;
        let has_other = keep.levels(alternates) > 1;
        let other = has_other.then(|| HalfSet::new(&layout)).transpose()?;
        let marks = (0..keep.marks()).map(|_| WordBuffer::new(layout.size().0));
        Ok(Self { last, other, marks: marks.collect::<Result<_, _>>()?, layout })
    }
}

/// A breadth-first search with bits for all placements: it begins at the start, or with the
/// placements that it [began at](Dense::begin_at) or [kept](Dense::keep_goals).
pub struct Dense<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) layout: Layout,
    pub(super) halves: [Half; 2],
    workers: Vec<TileWorker>,
    /// Whether each move leads from one half to the other, and all of a level is in one of them.
    pub(super) alternates: bool,
    keep: Keep,
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
        puzzle: &'a Puzzle,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Self, Refusal> {
        let Arranged { layout, halves, alternates, bytes } = arranged;
        let no_room = Refusal::no_room(bytes);
        let [even, odd] = halves.map(|half| Half::new(half, keep, alternates).map_err(no_room));
        let mut dense = Self {
            puzzle,
            layout,
            halves: [even?, odd?],
            workers: (0..budget.threads()).map(|_| TileWorker::default()).collect(),
            alternates,
            keep,
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
            let goals = puzzle.goals().iter();
            dense.goals = goals.flat_map(|goal| dense.compile(goal)).collect();
            dense.goals.sort_by_key(GoalBlock::key);
        }
        Ok(dense)
    }

    /// Returns how the placements are laid out.
    pub fn layout(&self) -> query::Layout {
        self.layout.kind()
    }

    /// Returns a half's part of the last level, if there may be any.
    pub(super) fn last(&self, half: Parity) -> Option<&HalfSet> {
        (!self.alternates || half == self.half).then_some(&self.halves[half].last)
    }

    /// Returns a half's part of the level before the last, if there may be any.
    fn before(&self, half: Parity) -> Option<&HalfSet> {
        match self.alternates {
            true => (half != self.half).then_some(&self.halves[half].last),
            false => self.halves[half].other.as_ref(),
        }
    }

    /// Exchanges the last level and the one before.
    fn turn(&mut self) {
        for Half { last, other, .. } in &mut self.halves {
            if let Some(before) = other.as_mut().filter(|_| !self.alternates) {
                std::mem::swap(last, before);
            }
        }
        self.half = self.half ^ Parity::Odd;
    }

    /// Returns the half, the word and the bit of a number.
    pub(super) fn split(&self, number: u64) -> (Parity, usize, u64) {
        let word = (number / 64) as usize;
        match word.checked_sub(self.first_word(Parity::Odd)) {
            Some(word) => (Parity::Odd, word, number % 64),
            None => (Parity::Even, word, number % 64),
        }
    }

    /// Returns the numbers of some bits of a word, the inverse of [`Dense::split`].
    pub(super) fn numbers(
        &self,
        half: Parity,
        word: usize,
        bits: u64,
    ) -> impl Iterator<Item = u64> + use<> {
        let first = (self.first_word(half) + word) as u64 * 64;
        ones(bits).map(move |bit| first + u64::from(bit))
    }

    /// Returns the first word of a half among those of both.
    fn first_word(&self, half: Parity) -> usize {
        if half == Parity::Even { 0 } else { self.halves[0].layout.size().0 }
    }

    fn place(&self, number: u64) -> BitPlace {
        let (half, word, bit) = self.split(number);
        let layout = &self.halves[half].layout;
        let block = layout.block_of(word);
        BitPlace { half, block, bit: (word - layout.blocks[block].at) * 64 + bit as usize }
    }

    fn number_of(&self, BitPlace { half, block, bit }: BitPlace) -> u64 {
        let word = self.first_word(half) + self.halves[half].layout.blocks[block].at;
        (word * 64 + bit) as u64
    }

    /// Returns the number of a position; `None` if it certainly cannot be reached.
    pub fn number(&self, configuration: &Configuration) -> Option<u64> {
        Some(self.number_of(self.layout.place(configuration)?))
    }

    /// Returns the position with a number.
    pub fn configuration(&self, number: u64) -> Configuration {
        self.layout.configuration(self.place(number))
    }

    /// Returns the numbers after one move, some of them perhaps several times.
    fn neighbours(&self, number: u64) -> impl Iterator<Item = u64> {
        self.layout.neighbours(self.place(number)).into_iter().map(|place| self.number_of(place))
    }

    /// Returns a key that orders numbers where several positions would do.
    fn precedence(&self, number: u64) -> (u64, u64) {
        (self.layout.precedence(self.place(number).block), number)
    }

    /// Returns whether a position was found at a distance, provided that it was not found at other
    /// distances within two of it.
    pub fn is_at(&self, number: u64, distance: u64) -> bool {
        let (half, word, bit) = self.split(number);
        let since = self.distance - distance;
        let is_in = |words: &WordBuffer| words[word] >> bit & 1 != 0;
        match since {
            0 => self.last(half).is_some_and(|plane| is_in(&plane.words)),
            1 => self.before(half).is_some_and(|plane| is_in(&plane.words)),
            _ if self.alternates && half != self.half ^ Parity::of(since) => false,
            _ => self.halves[half].marks.iter().position(is_in) == mark(distance),
        }
    }

    /// Returns the numbers of the last level, ascending.
    pub fn last_numbers(&self) -> impl Iterator<Item = u64> {
        self.numbers_of(Parity::BOTH.map(|half| self.last(half)))
    }

    /// Returns the numbers of the level before the last, ascending.
    pub fn numbers_before(&self) -> impl Iterator<Item = u64> {
        self.numbers_of(Parity::BOTH.map(|half| self.before(half)))
    }

    fn numbers_of<'s>(&'s self, sets: [Option<&'s HalfSet>; 2]) -> impl Iterator<Item = u64> + 's {
        Parity::BOTH.into_iter().flat_map(move |half| {
            let words = sets[half].map(|set| set.filled(&self.halves[half].layout));
            let words = words.into_iter().flatten();
            words.flat_map(move |(word, bits)| self.numbers(half, word, bits))
        })
    }

    /// Returns numbers that identify the numbering, with those of the start and its neighbours: they
    /// differ if placements would be numbered differently.
    pub fn numbering(&self) -> Vec<u64> {
        let blocks = self.halves.iter().flat_map(|half| &half.layout.blocks);
        let blocks = sum(blocks.flat_map(|block| [block.at as u64, block.words as u64]));
        let start = self.start();
        let mut beside: Vec<u64> = self.neighbours(start).collect();
        beside.sort_unstable();
        let words = self.halves.each_ref().map(|half| half.layout.size().0 as u64);
        let own = self.layout.numbering();
        own.into_iter().chain(words).chain([blocks, start, sum(beside)]).collect()
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
        let (half, word, bit) = self.split(number);
        let Half { layout, last, marks, .. } = &mut self.halves[half];
        last.put(&layout.blocks[layout.block_of(word)], word, 1 << bit);
        if self.marks_all {
            marks[0][word] |= 1 << bit;
        }
        self.half = half;
        self.found += 1;
    }

    /// Continues with levels that are restored, given the number of all positions and the goal if
    /// it was reached.
    pub fn resume(&mut self, all: u64, goal: Option<u64>) {
        (self.all, self.goal) = (all, goal);
    }

    /// Reports the start to the observer.
    pub fn report_start(&self, observer: &mut dyn Observer) {
        report_start(self.puzzle, observer);
    }

    /// Replaces the level before the last by the next one. If it is stopped, some positions may be
    /// missing.
    fn make_level(&mut self, distance: u64, pause: &mut ProgressCheck) -> Result<(), Stopped> {
        let mark = if self.marks_all { Some(0) } else { mark(distance) };
        let mut source =
            LevelSource { layout: &self.layout, last: [None, None], wanted: Vec::new() };
        let mut targets = Vec::new();
        for (parity, half) in Parity::BOTH.into_iter().zip(&mut self.halves) {
            let Half { layout, last, other, marks } = half;
            let (from, to) = match self.alternates {
                true if parity == self.half => (Some(&*last), None),
                true => (None, Some(last)),
                false => (Some(&*last), other.as_mut()),
            };
            let layout = &*layout;
            source.last[parity] =
                from.map(|plane| LevelHalf { layout, plane, active: plane.active_blocks(layout) });
            if let Some(plane) = to {
                let marks = mark.and_then(|mark| marks.get_mut(mark));
                targets.push((parity, layout, plane, marks));
            }
        }
        source.find_wanted();
        let mut tasks: Vec<Mutex<TileTask>> = Vec::new();
        for (parity, layout, plane, marks) in targets {
            add_tasks(&mut tasks, parity, layout, plane, marks, &self.layout);
        }
        let work = |worker: &mut TileWorker, task: usize| {
            source.fill(&mut tasks[task].lock().expect("no thread panics"), worker);
        };
        let workers = &mut self.workers;
        let used = if self.found >= FEW { workers.len() } else { 1 };
        let all = tasks.len();
        let pause = &mut |done| pause(done as f64 / all.max(1) as f64);
        let ended = Pool::new(used).share(&mut workers[..used], all, work, pause);
        self.found = workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum();
        let is_dropped = self.marks_all && ended.is_err();
        if is_dropped {
            forget(tasks);
        }
        self.turn();
        self.distance = distance;
        if is_dropped {
            // Drops the incomplete level altogether: blocks that were not made still hold older
            // placements.
            for half in Parity::BOTH {
                if self.last(half).is_some() {
                    let Half { layout, last, .. } = &mut self.halves[half];
                    last.clear(layout);
                }
            }
        }
        ended
    }

    /// Notices the first goal of the last level.
    fn level(&mut self, stopped: Option<Stopped>) -> Level {
        self.all += self.found;
        if self.goal.is_none() && self.found > 0 && stopped.is_none() {
            self.goal = self.meeting(&self.goals).min_by_key(|&number| self.precedence(number));
            if let Some(goal) = self.goal.filter(|_| self.keep == Keep::Path) {
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
            let last = self.number(&path[path.len() - 1]).expect("it was found");
            let nearer = self.neighbours(last).filter(|&number| self.is_at(number, distance));
            let first = nearer.min_by_key(|&number| coder(&self.configuration(number)));
            path.push(self.configuration(first.expect("it was reached by a move")));
        }
        path
    }
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
            self.report_start(run.observer);
            self.restore(self.start());
        }
        self.level(None)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let (frontier, states) = (self.found, self.all);
        let ended = self.make_level(distance, &mut |part| {
            let part = Some(part);
            run.observer.progress(&Progress { distance, frontier, states, bytes: None, part });
            run.budget.look()
        });
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
