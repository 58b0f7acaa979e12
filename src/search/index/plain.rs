//! One mark for every placement, reached or not: the way to go where a skeleton has few orders.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::super::{Limit, SearchError};
use super::share::share;
use super::stepper::Stepper;
use super::{FEW, Field};
use crate::moves::Movement;
use crate::puzzle::{Configuration, Reach};
use crate::space::census::{Census, Wanted};
use crate::space::{Bits, Space};
use crate::store::{Mark, Marks, PER_WORD, unmarked};

/// A block is so many words, and a task so many blocks.
const BLOCK: usize = 8;
const TASK: usize = 16;

/// Marks of all placements, by number.
pub struct Plain<'a, B, M> {
    space: &'a Space<B>,
    census: &'a Census,
    orders: u64,
    marks: Marks,
    /// The blocks in which the last level, and the next one, have something.
    current: Vec<AtomicBool>,
    next: Vec<AtomicBool>,
    workers: Vec<Worker<B, M>>,
    last_found: u64,
}

/// What one thread needs.
struct Worker<B, M> {
    stepper: Stepper<B, M>,
    /// Packed positions of the source, and of what a move leads to.
    source: Vec<u32>,
    target: Vec<u32>,
    letters: Vec<Vec<u8>>,
    found: u64,
}

/// Memory that is taken for so many placements.
pub fn bytes(placements: u64) -> u64 {
    let words = placements.div_ceil(PER_WORD);
    8 * words + 2 * words.div_ceil(BLOCK as u64)
}

impl<'a, B: Bits, M: Movement<B> + Send> Plain<'a, B, M> {
    pub fn new(
        space: &'a Space<B>,
        census: &'a Census,
        reach: Reach,
        threads: usize,
    ) -> Result<Self, SearchError> {
        let total = u64::try_from(census.total()).expect("it was compared with the memory");
        let words = total.div_ceil(PER_WORD);
        let no_room = |source| SearchError::NoRoom { bytes: bytes(total), source };
        let marks = Marks::new(words).map_err(no_room)?;
        let blocks = (words as usize).div_ceil(BLOCK);
        let flags = || (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Self {
            space,
            census,
            orders: census.orders().expect("they are fewer than all placements"),
            marks,
            current: flags(),
            next: flags(),
            workers: (0..threads).map(|_| Worker::new(space, census, reach)).collect(),
            last_found: 0,
        })
    }
}

impl<B: Bits, M: Movement<B>> Worker<B, M> {
    fn new(space: &Space<B>, census: &Census, reach: Reach) -> Self {
        Self {
            stepper: Stepper::new(space, reach),
            source: vec![0; space.packed_words()],
            target: vec![0; space.packed_words()],
            letters: vec![Vec::new(); census.classes.len()],
            found: 0,
        }
    }

    /// Tells `arrive` the number of each configuration that a move leads to.
    #[inline(always)]
    fn expand(
        &mut self,
        space: &Space<B>,
        census: &Census,
        number: u64,
        mut arrive: impl FnMut(u64),
    ) {
        let Self { stepper, source, target, letters, .. } = self;
        census.unpack(space, number, letters, source);
        stepper.each(space, source, |position, _, _| {
            let length = space.pack(position, target);
            let number = census.rank_packed(space, &target[..length], letters);
            arrive(number.expect("a move leads to a placement"));
        });
    }
}

impl<B: Bits, M: Movement<B> + Send> Field for Plain<'_, B, M> {
    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.census.rank(configuration)
    }

    fn configuration(&self, number: u64) -> Configuration {
        self.census.unrank(number)
    }

    fn marks(&self) -> &Marks {
        &self.marks
    }

    fn begin(&mut self, number: u64) {
        let word = (number / PER_WORD) as usize;
        let bit = 1 << (2 * (number % PER_WORD));
        self.marks.words()[word].store(Mark::of(0).on(bit), Relaxed);
        self.current[word / BLOCK].store(true, Relaxed);
        self.last_found = 1;
    }

    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Limit>,
    ) -> (u64, ControlFlow<Limit>) {
        let Self { space, census, marks, current, next, workers, .. } = self;
        let (words, before, mark) = (marks.words(), Mark::of(distance - 1), Mark::of(distance));
        let (is_shared, current, next) = (self.last_found >= FEW, &current[..], &next[..]);
        let workers = if is_shared { &mut workers[..] } else { &mut workers[..1] };
        let arrive = |found: &mut u64, number: u64| {
            let at = (number / PER_WORD) as usize;
            let bit = 1 << (2 * (number % PER_WORD));
            if unmarked(words[at].load(Relaxed)) & bit == 0 {
                return;
            }
            let bits = mark.on(bit);
            let old = if is_shared {
                words[at].fetch_or(bits, Relaxed)
            } else {
                let old = words[at].load(Relaxed);
                words[at].store(old | bits, Relaxed);
                old
            };
            *found += u64::from(unmarked(old) & bit != 0);
            let flag = &next[at / BLOCK];
            if !flag.load(Relaxed) {
                flag.store(true, Relaxed);
            }
        };
        let work = |worker: &mut Worker<B, M>, task: usize| {
            let blocks = task * TASK..((task + 1) * TASK).min(current.len());
            for block in blocks.filter(|&block| current[block].load(Relaxed)) {
                current[block].store(false, Relaxed);
                for at in block * BLOCK..((block + 1) * BLOCK).min(words.len()) {
                    let mut set = before.within(words[at].load(Relaxed));
                    while set != 0 {
                        let number = at as u64 * PER_WORD + u64::from(set.trailing_zeros() / 2);
                        set &= set - 1;
                        let mut found = 0;
                        worker.expand(space, census, number, |to| arrive(&mut found, to));
                        worker.found += found;
                    }
                }
            }
        };
        let ended = share(workers, current.len().div_ceil(TASK), work, pause);
        let found = self.workers.iter_mut().map(|w| std::mem::take(&mut w.found)).sum();
        std::mem::swap(&mut self.current, &mut self.next);
        self.last_found = found;
        (found, ended)
    }

    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>) {
        let Self { space, census, workers, .. } = self;
        workers[0].expand(space, census, number, |to| numbers.push(to));
    }

    fn first_meeting(&self, wanted: &Wanted, mark: Mark) -> Option<u64> {
        let flagged = (0..self.current.len()).filter(|&block| self.current[block].load(Relaxed));
        for block in flagged {
            let words = block * BLOCK..((block + 1) * BLOCK).min(self.marks.words().len());
            for at in words {
                let mut set = mark.within(self.marks.words()[at].load(Relaxed));
                while set != 0 {
                    let number = at as u64 * PER_WORD + u64::from(set.trailing_zeros() / 2);
                    set &= set - 1;
                    if self.meets(wanted, number) {
                        return Some(number);
                    }
                }
            }
        }
        None
    }
}

impl<B, M> Plain<'_, B, M> {
    fn meets(&self, wanted: &Wanted, number: u64) -> bool {
        let Some(letters) = wanted.letters(self.census, number / self.orders) else { return false };
        letters.is_empty() || letters.are_in(self.census, number % self.orders)
    }
}
