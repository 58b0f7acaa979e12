//! One mark for every placement, reached or not: the way to go where a skeleton has few orders.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::DistanceTable;
use super::contents::Contents;
use crate::host::share;
use crate::moves::{Moves, moves};
use crate::puzzle::{Configuration, Placement, Puzzle, Style};
use crate::query::{Refusal, Stopped};
use crate::rank::{Ranking, Wanted};
use crate::store::{Mark, MarkSlice, Marks, PER_WORD, Plane};

/// A block is so many words, and a task so many blocks.
const BLOCK: usize = 4;
const TASK: usize = 16;

/// Levels with fewer configurations are not worth the threads.
const FEW: u64 = 1 << 12;

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
}

/// What one thread needs.
struct Worker {
    moves: Box<dyn Moves>,
    /// The pieces of the source, and what lies in its cells.
    pieces: Vec<Placement>,
    contents: Contents,
    letters: Vec<Vec<u8>>,
    found: u64,
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
        }
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

    fn configuration(&self, number: u64) -> Configuration {
        self.ranking.unrank(number)
    }

    fn mark(&self, number: u64) -> Option<Mark> {
        self.marks.get(number)
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
        let Self { ranking, current, next, workers, .. } = self;
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
                current.blocks[block].store(false, Relaxed);
                for at in current.words(block) {
                    let mut set = sources[at].load(Relaxed);
                    sources[at].store(0, Relaxed);
                    while set != 0 {
                        let number = at as u64 * PER_WORD + u64::from(set.trailing_zeros());
                        set &= set - 1;
                        worker.expand(ranking, number, |to| {
                            found += u64::from(arrivals.is_new(to));
                        });
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

    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>) {
        let Self { ranking, workers, .. } = self;
        workers[0].expand(ranking, number, |to| numbers.push(to));
    }

    fn goal(&self, wanted: Wanted) -> Wanted {
        wanted
    }

    fn first_meeting(&self, wanted: &Wanted) -> Option<u64> {
        let Self { current, .. } = self;
        let blocks = (0..current.blocks.len()).filter(|&b| current.blocks[b].load(Relaxed));
        for at in blocks.flat_map(|block| current.words(block)) {
            let mut set = current.plane.words()[at].load(Relaxed);
            while set != 0 {
                let number = at as u64 * PER_WORD + u64::from(set.trailing_zeros());
                set &= set - 1;
                if self.meets(wanted, number) {
                    return Some(number);
                }
            }
        }
        None
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

impl Plain<'_> {
    fn meets(&self, wanted: &Wanted, number: u64) -> bool {
        let Some(letters) = wanted.letters(self.ranking, number / self.orders) else {
            return false;
        };
        let mut spelt = vec![Vec::new(); self.ranking.classes.len()];
        self.ranking.spell(number % self.orders, &mut spelt);
        letters.are_among(&spelt)
    }
}
