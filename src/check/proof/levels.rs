//! The levels of a proof, of which three are in memory, and its two parts: levels from the start,
//! and levels from the goals.
//!
//! Each level is checked for exactly the premises of the theorem in `docs/internals/proofs.md`, in
//! its order.

use ahash::RandomState;

use super::board::{ProofBoard, ProofPosition};
use super::goals::each_meeting;
use super::header::{ProofHeader, ProvenKind};
use super::lines::{ProofLines, Watchdog, number};
use super::moves::each_neighbour;
use super::refused::{CheckError, ProofFault};
use crate::engine::host::map;
use crate::engine::query::Stopped;

/// Positions per task of a thread. A smaller level is not worth another thread.
const CHUNK: usize = 1 << 9;

/// The positions of a level.
struct ListedLevel {
    /// The line of the first position.
    first_line: u64,
    /// All keys, in the order of their lines.
    keys: Vec<u8>,
    width: usize,
    /// A hash table for look-up, at most half full: a part of the hash, and the number of the
    /// position from 1. 0 marks a free slot.
    slots: Vec<(u32, u32)>,
}

impl ListedLevel {
    /// Creates a level without positions, for at most `count` of them.
    fn new(board: &ProofBoard, count: usize, first_line: u64) -> Self {
        let width = board.width();
        let keys = Vec::with_capacity(count * width);
        let slots = vec![(0, 0); 2 * count + 1];
        Self { first_line, keys, width, slots }
    }

    /// Returns the bytes of a level of `count` positions. More than their numbers can tell apart fit no
    /// memory.
    fn bytes(width: usize, count: u64) -> u64 {
        if count >= u32::MAX.into() {
            return u64::MAX;
        }
        count.saturating_mul(width as u64 + 2 * size_of::<(u32, u32)>() as u64)
    }

    /// Returns the slot of a key with this hash, or the free one where it would be.
    #[inline(always)]
    fn find(&self, key: &[u8], hash: u64) -> usize {
        let all = self.slots.len();
        let mut slot = ((u128::from(hash) * all as u128) >> 64) as usize;
        loop {
            let (tag, number) = self.slots[slot];
            let end = number as usize * self.width;
            if number == 0 || tag == hash as u32 && self.keys[end - self.width..end] == *key {
                return slot;
            }
            slot = if slot + 1 < all { slot + 1 } else { 0 };
        }
    }

    /// Whether it lists a position.
    #[inline(always)]
    fn has(&self, key: &[u8], hash: u64) -> bool {
        self.slots[self.find(key, hash)].1 != 0
    }

    /// Lists one more position.
    fn add(&mut self, key: &[u8], hash: u64) {
        let slot = self.find(key, hash);
        self.keys.extend(key);
        self.slots[slot] = (hash as u32, (self.keys.len() / self.width) as u32);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProofPart {
    Start,
    Goals,
}

/// The parts read so far.
pub struct PartsReader<'a> {
    board: &'a ProofBoard<'a>,
    header: &'a ProofHeader,
    threads: u64,
    hasher: RandomState,
    /// The last level of the start's part, once it is read.
    last: ListedLevel,
    /// The number of levels and of positions listed.
    pub levels: u64,
    pub listed: u64,
}

impl<'a> PartsReader<'a> {
    pub fn new(board: &'a ProofBoard<'a>, header: &'a ProofHeader, lines: &ProofLines) -> Self {
        let budget = lines.watch.budget;
        let mut parts = Self {
            board,
            header,
            threads: 1,
            hasher: RandomState::new(),
            last: ListedLevel::new(board, 0, 0),
            levels: 0,
            listed: 0,
        };
        // Memory limits the number of threads, in addition to what they check.
        let most = budget.room() / 4 / parts.each_thread();
        parts.threads = most.clamp(1, budget.threads() as u64);
        parts
    }

    /// Returns the bytes that a thread may hold: a board, and choices of pieces.
    fn each_thread(&self) -> u64 {
        let pieces = self.board.puzzle.start().placements().len() as u64;
        (1 << 20) + 2 * pieces * pieces
    }

    /// Checks all levels of a part. Returns the line after it.
    pub fn check(&mut self, lines: &mut ProofLines, part: ProofPart) -> Result<String, CheckError> {
        let [mut before, mut level] = [(); 2].map(|()| ListedLevel::new(self.board, 0, 0));
        let mut next = 0;
        let line = loop {
            let line = lines.next()?.to_owned();
            let count = line.strip_prefix(&format!("level: {next} ")).and_then(number);
            let Some(count) = count else { break line };
            let read = self.read(lines, part, (next, count), [&level, &before])?;
            self.check_neighbours(&lines.watch, &level, &[&read, &level, &before], next)?;
            (before, level) = (level, read);
            next += 1;
        };
        // No levels, which list nothing, are enough to prove zero moves.
        let may_be_empty = self.header.kind == ProvenKind::Levels && self.header.claim == Some(0);
        if line.starts_with("level:") || next == 0 && !may_be_empty {
            return Err(lines.expected(&format!("`level: {next}` and a number")));
        }
        // Positions that are not listed count as one level beyond the last. So the neighbours of
        // the last level may be anywhere, except for closed sets.
        if self.header.kind == ProvenKind::Closed {
            self.check_neighbours(&lines.watch, &level, &[&level, &before], next - 1)?;
        }
        if part == ProofPart::Start {
            self.last = level;
        }
        Ok(line)
    }

    /// Reads a level of this number and count. Each line has to be a position, to come after the one
    /// before, and to be in none of the last two levels.
    fn read(
        &mut self,
        lines: &mut ProofLines,
        part: ProofPart,
        (number, count): (u64, u64),
        last_two: [&ListedLevel; 2],
    ) -> Result<ListedLevel, CheckError> {
        let (board, head) = (self.board, lines.watch.line);
        let bytes =
            |level: &ListedLevel| ListedLevel::bytes(level.width, level.slots.len() as u64 / 2);
        let held: u64 = last_two.into_iter().chain([&self.last]).map(bytes).sum();
        let room =
            lines.watch.budget.room().saturating_sub(held + self.threads * self.each_thread());
        if ListedLevel::bytes(board.width(), count) > room {
            return Err(lines.watch.stop(Stopped::Memory));
        }
        let mut level = ListedLevel::new(board, count as usize, head + 1);
        let (mut position, mut last) = (ProofPosition::new(board), Vec::new());
        for at in 0..count {
            let text = lines.next_bytes()?;
            let laid = position.lay_text(text);
            let ascends = at == 0 || *last < *text;
            last.clear();
            last.extend_from_slice(text);
            laid.map_err(|misfit| lines.refuse(ProofFault::Configuration(misfit)))?;
            let key = &position.key;
            let hash = self.hasher.hash_one(key);
            let fault = match part {
                _ if !ascends => ProofFault::Order,
                _ if last_two[0].has(key, hash) => ProofFault::Twice(number - 1),
                _ if last_two[1].has(key, hash) => ProofFault::Twice(number - 2),
                _ if self.last.has(key, hash) => ProofFault::InBoth,
                ProofPart::Start if position.meets_a_goal() => ProofFault::Goal,
                ProofPart::Goals if number == 0 && !position.meets_a_goal() => ProofFault::NoGoal,
                _ => {
                    level.add(key, hash);
                    continue;
                }
            };
            return Err(lines.refuse(fault));
        }
        self.levels += 1;
        self.listed += count;
        if number > 0 {
            return Ok(level);
        }
        let is_listed = |key: &[u8]| level.has(key, self.hasher.hash_one(key));
        if part == ProofPart::Start {
            let is_there = is_listed(&ProofPosition::start(board).key);
            return if is_there { Ok(level) } else { Err(ProofFault::NoStart.at(head)) };
        }
        for goal in board.puzzle.goals() {
            each_meeting(board, goal, &mut lines.watch, &mut |key| match is_listed(key) {
                true => Ok(()),
                false => Err(ProofFault::MissingGoal(text(board, key)).at(head)),
            })?;
        }
        Ok(level)
    }

    /// Rejects a level if some position has a neighbour that is listed in none of the levels where it
    /// may be. The last of these has the number `last`.
    fn check_neighbours(
        &self,
        watch: &Watchdog,
        level: &ListedLevel,
        allowed: &[&ListedLevel],
        last: u64,
    ) -> Result<(), CheckError> {
        let (board, width) = (self.board, level.width);
        let check = |(chunk, keys): (usize, &[u8])| {
            let (mut position, mut watch) = (ProofPosition::new(board), watch.clone());
            for (line, key) in (level.first_line + (chunk * CHUNK) as u64..).zip(keys.chunks(width))
            {
                position.lay(key);
                each_neighbour(&mut position, &mut watch, &mut |neighbour| {
                    let hash = self.hasher.hash_one(neighbour);
                    if allowed.iter().any(|level| level.has(neighbour, hash)) {
                        return Ok(());
                    }
                    let neighbour = text(board, neighbour);
                    Err(ProofFault::Neighbour { neighbour, last }.at(line))
                })?;
            }
            Ok(())
        };
        let chunks = level.keys.chunks(CHUNK * width).enumerate();
        map(self.threads as usize, chunks, check).into_iter().collect()
    }
}

/// Returns a position in shorthand.
fn text(board: &ProofBoard, key: &[u8]) -> String {
    let mut position = ProofPosition::new(board);
    position.lay(key);
    position.text()
}
