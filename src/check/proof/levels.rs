//! The levels of a part of a proof, of which three are in memory.

use ahash::{AHashSet, RandomState};

use super::board::Board;
use super::ground::Ground;
use super::keys::Key;
use super::lines::Lines;
use super::moves::{Scratch, each_neighbour};
use super::refused::{Reason, Refused};
use crate::host::map;

/// Lines that are read at a time for each thread.
const LINES: usize = 1 << 13;

/// Configurations that a thread checks at a time. A level of fewer is not worth another thread.
const CHUNK: usize = 1 << 9;

/// So many of these for each thread come between two looks at the source.
const CHUNKS: usize = 4;

/// The configurations of a level.
pub struct Level<K> {
    /// Its number.
    pub number: u64,
    /// The line of the first of them.
    first_line: u64,
    /// All, in the order of their lines.
    keys: Vec<K>,
    /// The same to look them up: one set for each thread that makes them.
    sets: Vec<AHashSet<K>>,
    /// By which it is known in which set one would be.
    state: RandomState,
}

/// What is asked of each configuration as it is read.
pub type Look<'a, K> = dyn Fn(&Board<K>) -> Result<(), Reason> + Sync + 'a;

impl<K: Key> Level<K> {
    /// A level that lists nothing.
    pub fn none(number: u64) -> Self {
        let state = RandomState::with_seeds(2026, 11, 22, number);
        Self { number, first_line: 0, keys: Vec::new(), sets: Vec::new(), state }
    }

    /// Reads a level of so many configurations. Of these nothing is believed: each has to be one, to come
    /// behind the one before, and to pass `look`.
    pub fn read(
        lines: &mut Lines,
        ground: &Ground,
        (number, count): (u64, u64),
        threads: usize,
        look: &Look<K>,
    ) -> Result<Self, Refused> {
        let mut level = Self { first_line: lines.number() + 1, ..Self::none(number) };
        let mut last: Option<Vec<u8>> = None;
        while (level.keys.len() as u64) < count {
            let before = lines.number() + 1;
            let wanted = (count - level.keys.len() as u64).min((LINES * threads) as u64) as usize;
            let (text, places) = lines.take(wanted)?;
            let line = |at: usize| &text[places[at].clone()];
            let each = places.len().div_ceil(threads).max(CHUNK);
            let parts = map(threads, (0..places.len()).step_by(each), |begin| {
                let mut board = Board::new(ground);
                let mut keys = Vec::with_capacity(each);
                for at in begin..places.len().min(begin + each) {
                    let before = if at == 0 { last.as_deref() } else { Some(line(at - 1)) };
                    let laid = board.lay_text(line(at)).map_err(Reason::Configuration);
                    let looked = laid.and_then(|()| match before {
                        Some(before) if before >= line(at) => Err(Reason::Order),
                        _ => look(&board),
                    });
                    match looked {
                        Ok(()) => keys.push(board.key.clone()),
                        Err(reason) => return (keys, Some((at as u64, reason))),
                    }
                }
                (keys, None)
            });
            for (part, wrong) in parts {
                level.keys.extend(part);
                if let Some((at, reason)) = wrong {
                    return Err(Refused { line: before + at, reason });
                }
            }
            last = Some(line(places.len() - 1).to_vec());
        }
        level.fill_sets(threads);
        Ok(level)
    }

    /// Makes as many sets as there are threads, each in one of its own.
    fn fill_sets(&mut self, threads: usize) {
        let sets = if self.keys.len() < CHUNK { 1 } else { threads };
        self.sets.resize_with(sets, AHashSet::new);
        let (keys, this) = (&self.keys, &*self);
        self.sets = map(threads, 0..sets, |number| {
            let mut set = AHashSet::with_capacity(keys.len() / sets);
            set.extend(keys.iter().filter(|key| this.set_of(key) == number).cloned());
            set
        });
    }

    #[inline(always)]
    fn set_of(&self, key: &K) -> usize {
        match self.sets.len() {
            1 => 0,
            sets => (self.state.hash_one(key) >> 32) as usize % sets,
        }
    }

    /// Whether it lists a configuration.
    #[inline(always)]
    pub fn has(&self, key: &K) -> bool {
        !self.sets.is_empty() && self.sets[self.set_of(key)].contains(key)
    }

    /// Refuses a level of which some configuration has a neighbour that neither it, nor the level before,
    /// nor the next one lists.
    pub fn check_neighbours(
        &self,
        lines: &mut Lines,
        ground: &Ground,
        (before, next): (&Self, &Self),
        threads: usize,
    ) -> Result<(), Refused> {
        let lacking = |keys: &[K]| {
            let (mut board, mut scratch) = (Board::new(ground), Scratch::default());
            keys.iter().enumerate().find_map(|(at, key)| {
                board.lay(key);
                let mut lacking = None;
                each_neighbour(&mut board, &mut scratch, &mut |key: &K| {
                    let is_listed = next.has(key) || before.has(key) || self.has(key);
                    if !is_listed {
                        lacking = Some(key.clone());
                    }
                    is_listed
                });
                lacking.map(|neighbour| (at, neighbour))
            })
        };
        let at_once = CHUNK * CHUNKS * threads;
        for (begun, keys) in (0..).step_by(at_once).zip(self.keys.chunks(at_once)) {
            lines.look()?;
            let found = map(threads, keys.chunks(CHUNK), lacking);
            let mut numbered = found.into_iter().zip((begun..).step_by(CHUNK));
            let first = numbered.find_map(|(lacking, begun)| Some((begun, lacking?)));
            if let Some((begun, (at, neighbour))) = first {
                let mut board = Board::new(ground);
                board.lay(&neighbour);
                let reason = Reason::Neighbour { neighbour: board.text(), last: next.number };
                return Err(Refused { line: self.first_line + begun + at as u64, reason });
            }
        }
        Ok(())
    }
}
