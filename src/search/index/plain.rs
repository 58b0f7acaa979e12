//! One mark for every placement, reached or not: the way to go where a skeleton has few orders.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::contents::Contents;
use crate::host::share;
use crate::moves::{Moves, moves};
use crate::puzzle::{Configuration, Goal, Placement, Puzzle, Style};
use crate::query::{Refusal, Stopped};
use crate::rank::{Ranking, Wanted};
use crate::search::bitmap::{Charted, DistanceTable, Goals, Listed};
use crate::search::layers::sums;
use crate::store::{Mark, MarkSlice, Marks, PER_WORD, Plane, ones};

/// A block is so many words, and a task so many blocks.
const BLOCK: usize = 4;
const TASK: usize = 16;

/// Levels with fewer configurations are not worth the threads.
const FEW: u64 = 1 << 12;

/// Neighbours of one placement that are listed before it is looked which of them are there several times.
const FEW_BESIDE: usize = 1 << 16;

/// Marks of all placements, by number.
pub struct Plain<'a> {
    ranking: &'a Ranking,
    orders: u64,
    marks: Marks,
    /// The last level, and the one that is being made.
    current: Level,
    next: Level,
    workers: Vec<Worker>,
    last_found: u64,
    counts_degrees: bool,
}

/// A set of placements that is small at most times.
struct Level {
    plane: Plane,
    /// The blocks of the plane that are not empty.
    blocks: Vec<AtomicBool>,
}

impl Level {
    fn new(words: u64) -> std::io::Result<Self> {
        let blocks = (0..words.div_ceil(BLOCK as u64)).map(|_| AtomicBool::new(false));
        Ok(Self { plane: Plane::new(words)?, blocks: blocks.collect() })
    }

    /// The blocks of a task.
    fn task(&self, task: usize) -> std::ops::Range<usize> {
        task * TASK..((task + 1) * TASK).min(self.blocks.len())
    }

    fn words(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.plane.words().len())
    }

    /// The blocks that are not empty.
    fn filled(&self) -> impl Iterator<Item = usize> {
        (0..self.blocks.len()).filter(|&block| self.blocks[block].load(Relaxed))
    }

    fn clear(&self) {
        for block in self.filled() {
            self.blocks[block].store(false, Relaxed);
            self.words(block).for_each(|at| self.plane.words()[at].store(0, Relaxed));
        }
    }

    fn has(&self, number: u64) -> bool {
        let word = &self.plane.words()[(number / PER_WORD) as usize];
        word.load(Relaxed) >> (number % PER_WORD) & 1 != 0
    }

    /// Puts a placement in. Whether it was not there. No other thread may be at the same block.
    fn put(&self, number: u64) -> bool {
        let (at, bit) = ((number / PER_WORD) as usize, 1 << (number % PER_WORD));
        let word = &self.plane.words()[at];
        let before = word.load(Relaxed);
        word.store(before | bit, Relaxed);
        self.blocks[at / BLOCK].store(true, Relaxed);
        before & bit == 0
    }

    /// Tells of every placement.
    fn each(&self, tell: &mut dyn FnMut(u64)) {
        for at in self.filled().flat_map(|block| self.words(block)) {
            numbers(at, self.plane.words()[at].load(Relaxed)).for_each(&mut *tell);
        }
    }
}

/// The placements in a word.
fn numbers(at: usize, set: u64) -> impl Iterator<Item = u64> {
    ones(set).map(move |bit| at as u64 * PER_WORD + u64::from(bit))
}

/// Sorts numbers, and leaves out what is there twice.
fn list_once(numbers: &mut Vec<u64>) {
    numbers.sort_unstable();
    numbers.dedup();
}

/// What one thread needs.
struct Worker {
    moves: Box<dyn Moves>,
    /// The pieces of the source, and what lies in its cells.
    pieces: Vec<Placement>,
    contents: Contents,
    letters: Vec<Vec<u8>>,
    found: u64,
    /// If neighbours are counted: those of the source, and the number of placements with each number
    /// of them.
    beside: Vec<u64>,
    degrees: Vec<u64>,
}

/// Memory that is taken for so many placements.
pub fn bytes(placements: u64) -> u64 {
    let words = placements.div_ceil(PER_WORD);
    32 * words + 2 * words.div_ceil(BLOCK as u64)
}

impl<'a> Plain<'a> {
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        ranking: &'a Ranking,
        threads: usize,
    ) -> Result<Self, Refusal> {
        let total = u64::try_from(ranking.total()).expect("it was compared with the memory");
        let words = total.div_ceil(PER_WORD);
        let no_room = |source| Refusal::NoRoom { bytes: bytes(total), source };
        Ok(Self {
            ranking,
            orders: ranking.orders().expect("they are fewer than all placements"),
            marks: Marks::new(words).map_err(no_room)?,
            current: Level::new(words).map_err(no_room)?,
            next: Level::new(words).map_err(no_room)?,
            workers: (0..threads).map(|_| Worker::new(puzzle, style, ranking)).collect(),
            last_found: 0,
            counts_degrees: false,
        })
    }
}

impl Worker {
    fn new(puzzle: &Puzzle, style: Style, ranking: &Ranking) -> Self {
        Self {
            moves: moves(puzzle, style),
            pieces: Vec::new(),
            contents: Contents::new(puzzle.size().cells()),
            letters: vec![Vec::new(); ranking.classes.len()],
            found: 0,
            beside: Vec::new(),
            degrees: Vec::new(),
        }
    }

    /// Counts the neighbours of a placement while they are told.
    fn expand_and_count(&mut self, ranking: &Ranking, number: u64, mut arrive: impl FnMut(u64)) {
        let mut beside = std::mem::take(&mut self.beside);
        beside.clear();
        // What is there several times is left out on the way: there are no more of the others than there are placements.
        let mut most = FEW_BESIDE;
        self.expand(ranking, number, |to| {
            beside.push(to);
            if beside.len() == most {
                list_once(&mut beside);
                most = most.max(2 * beside.len());
            }
            arrive(to);
        });
        list_once(&mut beside);
        if self.degrees.len() <= beside.len() {
            self.degrees.resize(beside.len() + 1, 0);
        }
        self.degrees[beside.len()] += 1;
        // One that has many is no reason to keep the memory for the others.
        beside.clear();
        beside.shrink_to(FEW_BESIDE);
        self.beside = beside;
    }

    /// Tells `arrive` the number of each configuration that a move leads to.
    #[inline(always)]
    fn expand(&mut self, ranking: &Ranking, number: u64, mut arrive: impl FnMut(u64)) {
        let Self { moves, pieces, contents, letters, .. } = self;
        ranking.unrank_pieces(number, letters, pieces);
        contents.put(pieces);
        let _ = moves.each(pieces, &mut |moved| {
            let after = contents.after(&moved);
            let number = ranking.rank_cells(|cell| after[cell as usize], letters);
            arrive(number.expect("a move leads to a placement"));
            ControlFlow::Continue(())
        });
    }
}

impl DistanceTable for Plain<'_> {
    type Goal = Wanted;

    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.ranking.rank(configuration)
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        (number / self.orders, number % self.orders)
    }

    fn is_last(&self, number: u64) -> bool {
        let word = (number / PER_WORD) as usize;
        self.current.blocks[word / BLOCK].load(Relaxed)
            && self.current.plane.words()[word].load(Relaxed) >> (number % PER_WORD) & 1 != 0
    }

    fn begin(&mut self, number: u64) {
        let (word, bit) = ((number / PER_WORD) as usize, 1 << (number % PER_WORD));
        self.marks.as_slice().set(word, bit, Mark::of(0));
        self.current.plane.words()[word].store(bit, Relaxed);
        self.current.blocks[word / BLOCK].store(true, Relaxed);
        self.last_found = 1;
    }

    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (u64, ControlFlow<Stopped>) {
        let Self { ranking, current, next, workers, counts_degrees, .. } = self;
        // It still holds the level before the last.
        next.clear();
        let is_shared = self.last_found >= FEW;
        let workers = if is_shared { &mut workers[..] } else { &mut workers[..1] };
        let arrivals = Arrivals {
            marks: self.marks.as_slice(),
            mark: Mark::of(distance),
            next: next.plane.words(),
            blocks: &next.blocks,
            is_shared,
        };
        let sources = current.plane.words();
        let work = |worker: &mut Worker, task: usize| {
            let mut found = 0;
            for block in current.task(task).filter(|&block| current.blocks[block].load(Relaxed)) {
                for number in
                    current.words(block).flat_map(|at| numbers(at, sources[at].load(Relaxed)))
                {
                    let arrive = |to| found += u64::from(arrivals.is_new(to));
                    if *counts_degrees {
                        worker.expand_and_count(ranking, number, arrive);
                    } else {
                        worker.expand(ranking, number, arrive);
                    }
                }
            }
            worker.found += found;
        };
        let ended = share(workers, current.blocks.len().div_ceil(TASK), work, pause);
        let found = self.workers.iter_mut().map(|w| std::mem::take(&mut w.found)).sum();
        std::mem::swap(&mut self.current, &mut self.next);
        self.last_found = found;
        (found, ended)
    }

    fn goal(&self, puzzle: &Puzzle, goal: &Goal) -> Wanted {
        Wanted::new(puzzle, self.ranking, goal)
    }

    fn first_meeting(&self, wanted: &Wanted) -> Option<u64> {
        let Self { current, .. } = self;
        let words = current.filled().flat_map(|block| current.words(block));
        let mut last = words.flat_map(|at| numbers(at, current.plane.words()[at].load(Relaxed)));
        last.find(|&number| meets(self.ranking, wanted, number))
    }
}

impl Listed for Plain<'_> {
    fn configuration(&self, number: u64) -> Configuration {
        self.ranking.unrank(number)
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        self.marks.get(number) == Some(Mark::of(distance))
    }

    fn each_neighbour(&mut self, number: u64, tell: &mut dyn FnMut(&Self, u64)) {
        let mut workers = std::mem::take(&mut self.workers);
        workers[0].expand(self.ranking, number, |to| tell(self, to));
        self.workers = workers;
    }

    fn each_last(&self, tell: &mut dyn FnMut(u64)) {
        self.current.each(tell);
    }

    fn each_before(&self, tell: &mut dyn FnMut(u64)) {
        self.next.each(tell);
    }
}

impl Charted for Plain<'_> {
    fn bytes(&self) -> u64 {
        let total = u64::try_from(self.ranking.total()).expect("it was compared with the memory");
        bytes(total) + self.ranking.skeletons.bytes()
    }

    fn count_degrees(&mut self) {
        self.counts_degrees = true;
    }

    fn degrees(
        &mut self,
        _: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, Vec<u64>> {
        ControlFlow::Continue(sums(self.workers.iter().map(|worker| &worker.degrees[..])))
    }

    fn gather(
        &mut self,
        goals: &Goals<Self::Goal>,
        unfinished: Option<u64>,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, u64> {
        let Self { ranking, current, next, marks, workers, .. } = self;
        // It still holds the level before the last.
        next.clear();
        let (current, next, marks) = (&*current, &*next, &*marks);
        let is_of =
            |number, distance| marks.get(number) == Some(Mark::of(distance)) && current.has(number);
        let counts = |number: u64| !unfinished.is_some_and(|distance| is_of(number, distance));
        let listed = goals.numbers.iter().filter(|&&n| marks.get(n).is_some() && counts(n));
        let mut found = listed.filter(|&&number| next.put(number)).count() as u64;
        for wanted in &goals.others {
            let work = |worker: &mut Worker, task: usize| {
                for at in next.task(task).flat_map(|block| next.words(block)) {
                    let met = numbers(at, !marks.as_slice().unmarked(at))
                        .filter(|&number| meets(ranking, wanted, number) && counts(number));
                    worker.found += met.filter(|&number| next.put(number)).count() as u64;
                }
            };
            share(workers, next.blocks.len().div_ceil(TASK), work, pause)?;
        }
        found += workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum::<u64>();
        std::mem::swap(&mut self.current, &mut self.next);
        self.last_found = found;
        ControlFlow::Continue(found)
    }

    fn begin_again(&mut self) {
        self.counts_degrees = false;
        self.next.clear();
        self.marks.clear();
        let marks = self.marks.as_slice();
        self.current.each(&mut |number| {
            marks.set((number / PER_WORD) as usize, 1 << (number % PER_WORD), Mark::of(0));
        });
    }
}

/// Takes in what a level finds.
struct Arrivals<'a> {
    marks: MarkSlice<'a>,
    mark: Mark,
    next: &'a [AtomicU64],
    blocks: &'a [AtomicBool],
    /// Whether there are several threads.
    is_shared: bool,
}

impl Arrivals<'_> {
    /// Whether a placement was not known. It is now.
    #[inline(always)]
    fn is_new(&self, number: u64) -> bool {
        let (word, bit) = ((number / PER_WORD) as usize, 1 << (number % PER_WORD));
        if self.marks.unmarked(word) & bit == 0 {
            return false;
        }
        if self.is_shared {
            // Of several threads, the one that puts it into the level counts it.
            if self.next[word].fetch_or(bit, Relaxed) & bit != 0 {
                return false;
            }
            self.marks.set_shared(word, bit, self.mark);
        } else {
            self.next[word].store(self.next[word].load(Relaxed) | bit, Relaxed);
            self.marks.set(word, bit, self.mark);
        }
        // Most flags are up already. To look is cheaper than to write.
        if !self.blocks[word / BLOCK].load(Relaxed) {
            self.blocks[word / BLOCK].store(true, Relaxed);
        }
        true
    }
}

/// Whether a placement meets a goal.
fn meets(ranking: &Ranking, wanted: &Wanted, number: u64) -> bool {
    let orders = ranking.orders().expect("they are fewer than all placements");
    let Some(letters) = wanted.letters(ranking, number / orders) else {
        return false;
    };
    let mut spelt = vec![Vec::new(); ranking.classes.len()];
    ranking.spell(number % orders, &mut spelt);
    letters.are_among(&spelt)
}
