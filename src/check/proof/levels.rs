//! The levels of a part of a proof, of which three are in memory.

use ahash::AHashSet;

use super::ground::{Board, Ground};
use super::lines::Lines;
use super::moves::{Scratch, each_neighbour};
use super::refused::{Reason, Refused};
use super::words::Word;
use crate::host::map;

/// Lines that are read at a time by each thread.
const LINES: usize = 1 << 13;

/// Configurations that a thread checks at a time.
const CHUNK: usize = 1 << 10;

/// A level with fewer configurations is not worth several threads.
const FEW: usize = 1 << 12;

/// The configurations of a level.
pub struct Level<K> {
    /// Its number.
    pub number: u64,
    /// The line of the first of them.
    first_line: u64,
    /// All, ascending.
    pub words: Vec<K>,
    /// The same to look them up: each set has those from one of the splits on.
    sets: Vec<AHashSet<K>>,
    splits: Vec<K>,
}

impl<K: Word> Level<K> {
    /// A level that lists nothing.
    pub fn none(number: u64) -> Self {
        Self { number, first_line: 0, words: Vec::new(), sets: Vec::new(), splits: Vec::new() }
    }

    /// Reads a level of so many configurations. Of these nothing is believed: each has to be one.
    pub fn read(
        lines: &mut Lines,
        ground: &Ground,
        (number, count): (u64, u64),
        threads: usize,
    ) -> Result<Self, Refused> {
        let first_line = lines.number() + 1;
        let mut words: Vec<K> = Vec::new();
        while (words.len() as u64) < count {
            let before = lines.number() + 1;
            let wanted = (count - words.len() as u64).min((LINES * threads) as u64) as usize;
            let (text, places) = lines.take(wanted)?;
            let each = places.len().div_ceil(threads).max(CHUNK);
            let parts = map(threads, places.chunks(each), |places| {
                let mut board = Board::new(ground);
                let mut words = Vec::with_capacity(places.len());
                for (at, place) in places.iter().enumerate() {
                    match board.lay_text(&text[place.clone()]) {
                        Ok(()) => words.push(board.word::<K>()),
                        Err(misfit) => return (words, Some((at, misfit))),
                    }
                }
                (words, None)
            });
            for (begun, (part, misfit)) in (0..).step_by(each).zip(parts) {
                words.extend(part);
                if let Some((at, misfit)) = misfit {
                    let line = before + begun + at as u64;
                    return Err(Refused { line, reason: Reason::Configuration(misfit) });
                }
            }
        }
        if let Some(at) = words.windows(2).position(|two| two[0] >= two[1]) {
            return Err(Refused { line: first_line + at as u64 + 1, reason: Reason::Order });
        }
        let each = if words.len() < FEW { FEW } else { words.len().div_ceil(threads) };
        let sets = map(threads, words.chunks(each), |part| part.iter().cloned().collect());
        let splits = words.chunks(each).skip(1).map(|part| part[0].clone()).collect();
        Ok(Self { number, first_line, words, sets, splits })
    }

    /// Whether it lists a configuration.
    #[inline(always)]
    pub fn has(&self, word: &K) -> bool {
        let set = self.splits.iter().take_while(|split| *split <= word).count();
        self.sets.get(set).is_some_and(|set| set.contains(word))
    }

    /// Whether a configuration is listed here that is listed in another level as well: the line of the
    /// first.
    pub fn first_of(&self, other: &Self) -> Option<u64> {
        let mut others = other.words.iter().peekable();
        let is_there = |word: &K| {
            while others.next_if(|other| *other < word).is_some() {}
            others.peek() == Some(&word)
        };
        self.words.iter().position(is_there).map(|at| self.first_line + at as u64)
    }

    /// Looks at every configuration, on several threads. The first that is not as it should be is told.
    pub fn each(
        &self,
        ground: &Ground,
        threads: usize,
        look: impl Fn(&mut Board, &mut Scratch, &K) -> Result<(), Reason> + Sync,
    ) -> Result<(), Refused> {
        let threads = if self.words.len() < FEW { 1 } else { threads };
        let chunk = if threads == 1 { FEW } else { CHUNK };
        let found = map(threads, self.words.chunks(chunk), |words| {
            let (mut board, mut scratch) = (Board::new(ground), Scratch::default());
            words.iter().enumerate().find_map(|(at, word)| {
                board.lay(word);
                look(&mut board, &mut scratch, word).err().map(|reason| (at, reason))
            })
        });
        match found.into_iter().zip((0..).step_by(chunk)).find_map(|(f, n)| Some((n, f?))) {
            None => Ok(()),
            Some((begun, (at, reason))) => {
                Err(Refused { line: self.first_line + begun + at as u64, reason })
            }
        }
    }

    /// Refuses a level of which some configuration has a neighbour that neither it, nor the level before,
    /// nor the next one lists.
    pub fn check_neighbours(
        &self,
        ground: &Ground,
        (before, next): (&Self, &Self),
        threads: usize,
    ) -> Result<(), Refused> {
        self.each(ground, threads, |board, scratch, _| {
            let mut lacking = None;
            each_neighbour(board, scratch, &mut |board| {
                let word = board.word();
                let is_listed = next.has(&word) || before.has(&word) || self.has(&word);
                if !is_listed {
                    lacking = Some(board.text());
                }
                is_listed
            });
            match lacking {
                None => Ok(()),
                Some(neighbour) => Err(Reason::Neighbour { neighbour, last: next.number }),
            }
        })
    }
}
