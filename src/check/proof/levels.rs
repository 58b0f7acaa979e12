//! The levels of a part of a proof, of which three are in memory.

use std::ops::{ControlFlow, Range};

use ahash::{AHashSet, RandomState};

use super::board::ProofBoard;
use super::ground::ProofGround;
use super::keys::Key;
use super::lines::ProofLines;
use super::moves::{MoveScratch, each_neighbour};
use super::refused::{CheckError, InvalidProof, ProofFault};
use super::watchdog::Watchdog;
use crate::engine::host::map;
use crate::engine::query::Stopped;

/// Lines per thread that are read at a time, if they and their keys need no more than [`BATCH`].
const LINES: usize = 1 << 13;

/// Bytes of lines, or of their keys, that each thread checks at a time.
const BATCH: usize = 1 << 19;

/// Bytes that a thread may hold for checking: lines, their offsets, keys.
pub const EACH_THREAD: u64 = 3 * BATCH as u64;

/// The hash tables use one byte per slot besides the key, and this many at the end.
const TABLE_END: usize = 16;

/// Positions per task of a thread. A smaller level is not worth another thread.
const CHUNK: usize = 1 << 9;

/// Chunks per thread between two checks of the budget and the source.
const CHUNKS: usize = 4;

/// The positions of a level.
pub struct ListedLevel<K> {
    /// Its number.
    pub number: u64,
    /// The line of the first position.
    first_line: u64,
    /// Bytes of a key.
    each: usize,
    /// All positions, in the order of their lines.
    keys: Vec<K>,
    /// The same for look-up: one set for each thread that builds them.
    sets: Vec<AHashSet<K>>,
    /// The hasher that selects the set of a key.
    state: RandomState,
}

/// The check of each position as it is read.
pub type PositionCheck<'a, K> = dyn Fn(&ProofBoard<K>) -> Result<(), ProofFault> + Sync + 'a;

impl<K: Key> ListedLevel<K> {
    /// Creates a level that lists nothing.
    pub fn none(number: u64) -> Self {
        let state = RandomState::with_seeds(2026, 11, 22, number);
        Self { number, first_line: 0, each: 0, keys: Vec::new(), sets: Vec::new(), state }
    }

    /// Reads a level of `count` positions. Each is validated: it has to be a position, to come
    /// after the one before, and to pass `look`. Other levels use `held` bytes.
    pub fn read(
        lines: &mut ProofLines,
        ground: &ProofGround,
        (number, count): (u64, u64),
        threads: usize,
        held: u64,
        look: &PositionCheck<K>,
    ) -> Result<Self, CheckError> {
        let room = lines.watch.room().saturating_sub(held + threads as u64 * EACH_THREAD);
        let each = size_of::<K>() + K::others(ground.open.len());
        let mut level = Self { first_line: lines.number() + 1, each, ..Self::none(number) };
        // Keys and table of a single level that holds all of them.
        if count > room / each as u64 {
            return Err(lines.stop(Stopped::Memory));
        }
        level.keys.reserve_exact(count as usize);
        let each_thread = (BATCH / each).clamp(1, LINES);
        let mut last: Option<Vec<u8>> = None;
        while (level.keys.len() as u64) < count {
            lines.look()?;
            let wanted = (count as usize - level.keys.len()).min(each_thread * threads);
            let (first_line, watch) = (lines.number() + 1, lines.watch.clone());
            let (text, places) = lines.take(wanted, BATCH * threads)?;
            let batch = LineBatch { text, places, last: last.as_deref() };
            let last_line = batch.line(batch.places.len() - 1).to_vec();
            for (part, wrong) in batch.check(ground, threads, &watch, look) {
                level.keys.extend(part);
                match wrong {
                    Some((at, LineError::Refused(reason))) => {
                        return Err(InvalidProof { line: first_line + at, reason }.into());
                    }
                    Some((_, LineError::Stopped(stopped))) => return Err(lines.stop(stopped)),
                    None => {}
                }
            }
            last = Some(last_line);
        }
        level.fill_sets(threads, room, lines)?;
        Ok(level)
    }

    /// Builds one set per thread, in parallel. Their sizes are counted first, so that none has to
    /// grow.
    fn fill_sets(
        &mut self,
        threads: usize,
        room: u64,
        lines: &mut ProofLines,
    ) -> Result<(), CheckError> {
        let sets = if self.keys.len() < CHUNK { 1 } else { threads };
        self.sets.resize_with(sets, AHashSet::new);
        let (keys, this) = (&self.keys, &*self);
        let counts = map(threads, keys.chunks(keys.len().div_ceil(threads).max(1)), |keys| {
            let mut counts = vec![0; sets];
            keys.iter().for_each(|key| counts[this.set_of(key)] += 1);
            counts
        });
        let counts: Vec<usize> =
            (0..sets).map(|set| counts.iter().map(|counts| counts[set]).sum()).collect();
        let tables: u64 = counts.iter().map(|&count| self.table(count)).sum();
        if tables + (keys.len() * self.each) as u64 > room {
            return Err(lines.stop(Stopped::Memory));
        }
        let (watch, each) = (&lines.watch, counts.into_iter().enumerate());
        let sets = map(threads, each, |(number, count)| {
            let (mut set, mut watch) = (AHashSet::with_capacity(count), watch.clone());
            for key in keys {
                watch.check_sometimes()?;
                if this.set_of(key) == number {
                    set.insert(key.clone());
                }
            }
            Ok(set)
        });
        let sets: Result<Vec<_>, Stopped> = sets.into_iter().collect();
        self.sets = sets.map_err(|stopped| lines.stop(stopped))?;
        Ok(())
    }

    /// Returns the bytes of a hash table for this number of keys.
    fn table(&self, count: usize) -> u64 {
        let buckets = match count {
            0 => return 0,
            1..=3 => 4,
            4..=7 => 8,
            _ => (count * 8 / 7).next_power_of_two(),
        };
        let others = self.each - size_of::<K>();
        (buckets * (size_of::<K>() + 1) + TABLE_END + count * others) as u64
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> u64 {
        let tables: u64 = self.sets.iter().map(|set| self.table(set.len())).sum();
        (self.keys.capacity() * self.each) as u64 + tables
    }

    #[inline(always)]
    fn set_of(&self, key: &K) -> usize {
        match self.sets.len() {
            1 => 0,
            sets => (self.state.hash_one(key) >> 32) as usize % sets,
        }
    }

    /// Whether it lists a position.
    #[inline(always)]
    pub fn has(&self, key: &K) -> bool {
        !self.sets.is_empty() && self.sets[self.set_of(key)].contains(key)
    }

    /// Rejects a level if some position has a neighbour that is listed neither in it, nor in the
    /// level before, nor in the next one.
    pub fn check_neighbours(
        &self,
        lines: &mut ProofLines,
        ground: &ProofGround,
        (before, next): (&Self, &Self),
        threads: usize,
    ) -> Result<(), CheckError> {
        let watch = lines.watch.clone();
        let lacking = |keys: &[K]| -> Result<Option<(usize, K)>, Stopped> {
            let (mut board, mut scratch) =
                (ProofBoard::new(ground), MoveScratch::new(watch.clone()));
            for (at, key) in keys.iter().enumerate() {
                board.lay(key);
                let mut lacking = None;
                let _ = each_neighbour(&mut board, &mut scratch, &mut |key: &K| {
                    if next.has(key) || before.has(key) || self.has(key) {
                        return ControlFlow::Continue(());
                    }
                    lacking = Some(key.clone());
                    ControlFlow::Break(())
                })?;
                if let Some(neighbour) = lacking {
                    return Ok(Some((at, neighbour)));
                }
            }
            Ok(None)
        };
        let at_once = CHUNK * CHUNKS * threads;
        for (offset, keys) in (0..).step_by(at_once).zip(self.keys.chunks(at_once)) {
            lines.look()?;
            let found = map(threads, keys.chunks(CHUNK), lacking);
            for (found, offset) in found.into_iter().zip((offset..).step_by(CHUNK)) {
                let Some((at, neighbour)) = found.map_err(|stopped| lines.stop(stopped))? else {
                    continue;
                };
                let mut board = ProofBoard::new(ground);
                board.lay(&neighbour);
                let reason = ProofFault::Neighbour { neighbour: board.text(), last: next.number };
                let line = self.first_line + offset + at as u64;
                return Err(InvalidProof { line, reason }.into());
            }
        }
        Ok(())
    }
}

/// Lines that are checked together.
struct LineBatch<'a> {
    text: &'a [u8],
    places: Vec<Range<usize>>,
    /// The line before the first.
    last: Option<&'a [u8]>,
}

/// Why the check of a batch ends at a line.
enum LineError {
    Refused(ProofFault),
    Stopped(Stopped),
}

/// The keys of some lines in turn, and the line where their check ended, if it did.
type CheckedLines<K> = (Vec<K>, Option<(u64, LineError)>);

impl LineBatch<'_> {
    fn line(&self, at: usize) -> &[u8] {
        &self.text[self.places[at].clone()]
    }

    /// Returns the keys of all lines, in parts, each up to the first invalid line.
    fn check<K: Key>(
        &self,
        ground: &ProofGround,
        threads: usize,
        watch: &Watchdog,
        look: &PositionCheck<K>,
    ) -> Vec<CheckedLines<K>> {
        let each = self.places.len().div_ceil(threads).max(CHUNK);
        map(threads, (0..self.places.len()).step_by(each), |begin| {
            let (mut board, mut watch) = (ProofBoard::new(ground), watch.clone());
            let lines = begin..self.places.len().min(begin + each);
            let mut keys = Vec::with_capacity(lines.len());
            for at in lines {
                let checked = watch.check_sometimes().map_err(LineError::Stopped);
                let checked = checked.and_then(|()| {
                    self.check_line(at, &mut board, look).map_err(LineError::Refused)
                });
                match checked {
                    Ok(()) => keys.push(board.key.clone()),
                    Err(wrong) => return (keys, Some((at as u64, wrong))),
                }
            }
            (keys, None)
        })
    }

    fn check_line<K: Key>(
        &self,
        at: usize,
        board: &mut ProofBoard<K>,
        look: &PositionCheck<K>,
    ) -> Result<(), ProofFault> {
        board.lay_text(self.line(at)).map_err(ProofFault::Configuration)?;
        let before = if at == 0 { self.last } else { Some(self.line(at - 1)) };
        match before {
            Some(before) if before >= self.line(at) => Err(ProofFault::Order),
            _ => look(board),
        }
    }
}
