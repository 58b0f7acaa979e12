//! The levels of a part of a proof, of which three are in memory.

use std::ops::ControlFlow;

use ahash::AHashSet;

use super::board::ProofBoard;
use super::ground::ProofGround;
use super::keys::Key;
use super::lines::ProofLines;
use super::moves::{MoveScratch, each_neighbour};
use super::refused::{CheckError, InvalidProof, ProofFault};
use crate::engine::host::map;
use crate::engine::query::Stopped;

/// Bytes that a thread may hold for checking: a board, and lists of its pieces.
pub const EACH_THREAD: u64 = 1 << 20;

/// The hash table uses one byte per slot besides the key, and this many at the end.
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
    /// All positions, in the order of their lines.
    keys: Vec<K>,
    /// The same for look-up.
    set: AHashSet<K>,
    /// The bytes in use.
    pub bytes: u64,
}

/// The check of each position as it is read.
pub type PositionCheck<'a, K> = dyn Fn(&ProofBoard<K>) -> Result<(), ProofFault> + 'a;

impl<K: Key> ListedLevel<K> {
    /// Creates a level that lists nothing.
    pub fn none(number: u64) -> Self {
        Self { number, first_line: 0, keys: Vec::new(), set: AHashSet::new(), bytes: 0 }
    }

    /// Reads a level of `count` positions. Each is validated: it has to be a position, to come
    /// after the one before, and to pass `look`. There are `room` bytes for it.
    pub fn read(
        lines: &mut ProofLines,
        ground: &ProofGround,
        (number, count): (u64, u64),
        room: u64,
        look: &PositionCheck<K>,
    ) -> Result<Self, CheckError> {
        let bytes = bytes::<K>(ground, count).filter(|&bytes| bytes <= room);
        let bytes = bytes.ok_or_else(|| lines.stop(Stopped::Memory))?;
        let (mut keys, mut set) =
            (Vec::with_capacity(count as usize), AHashSet::with_capacity(count as usize));
        let (first_line, mut board) = (lines.number() + 1, ProofBoard::new(ground));
        let mut last = Vec::new();
        for _ in 0..count {
            let line = lines.next_bytes()?;
            let laid = board.lay_text(line);
            let ascends = keys.is_empty() || *last < *line;
            last.clear();
            last.extend_from_slice(line);
            let fault = match laid {
                Err(misfit) => Some(ProofFault::Configuration(misfit)),
                Ok(()) if !ascends => Some(ProofFault::Order),
                Ok(()) => look(&board).err(),
            };
            if let Some(reason) = fault {
                return Err(lines.refuse(reason));
            }
            keys.push(board.key.clone());
            set.insert(board.key.clone());
        }
        Ok(Self { number, first_line, keys, set, bytes })
    }

    /// Whether it lists a position.
    #[inline(always)]
    pub fn has(&self, key: &K) -> bool {
        self.set.contains(key)
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

/// Returns the bytes of a level of this number of positions, if that is a number.
fn bytes<K: Key>(ground: &ProofGround, count: u64) -> Option<u64> {
    let slots = match count {
        0 => 0,
        1..=3 => 4,
        4..=7 => 8,
        _ => (count.checked_mul(8)? / 7).checked_next_power_of_two()?,
    };
    let (key, others) = (size_of::<K>() as u64, K::others(ground.open.len()) as u64);
    let keys = count.checked_mul(key + 2 * others)?;
    keys.checked_add(slots.checked_mul(key + 1)?)?.checked_add(TABLE_END as u64)
}
