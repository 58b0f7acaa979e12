//! The ring's search on codes, a faster path for boards of up to 64 cells.
//!
//! Beside the ring it keeps the codes of the last levels: the level that is expanded, the one in
//! progress, and a table of known codes. So sources need not be unpacked, candidates need not be
//! packed, and the links of the ring's hash chains are not needed; only new positions are packed
//! and written into the ring, in the same order and at the same addresses as without it.
//!
//! The pieces that can take a step come from [`crate::engine::moves`], in no particular order and
//! for several sources at a time. Only moves that may lead to something new are put into SLIDING's
//! order.
//!
//! This takes memory that the ring has not reserved, as much as its longest lists of chains would
//! take. If that is not enough, or if there are very many moves, the ring goes on without it.

mod code_table;
mod level;
mod make;
mod reach;
mod sift;

use std::ops::ControlFlow;

use code_table::CodeTable;
use level::CodedLevel;
pub use make::coded_search;
use sift::FirstStep;

use super::expand::{LevelEnd, Sink};
use super::moves::MoverList;
use super::moves::order::{MoverOrder, sort_nested};
use super::space::Position;
use crate::engine::board::{Cells, Code, Coding};
use crate::engine::drive::Run;
use crate::engine::moves::{LastMove, Neighbour, Neighbours, SourceStart};
use crate::puzzle::{Direction, Reach};

/// Number of sources in a batch.
const BATCH: usize = 32;

/// Old levels are removed from the table when it has this many times the codes of the last two, and
/// more codes than fit the cache anyway.
const STALE: usize = 4;
const FEW: usize = 1 << 13;

/// A search on codes beside the ring.
pub trait CodedSearch {
    /// Restarts: the start is the only packet of the ring.
    fn begin(&mut self);

    /// Ends the level in progress, whose positions are the sources of the next.
    fn finish_level(&mut self, sink: &Sink);

    /// Makes the moves of some sources and sends new positions to the sink.
    fn batch(&mut self, sink: &mut Sink, run: &mut Run) -> ControlFlow<LevelEnd, BatchResult>;

    /// Returns the work that is left.
    fn remaining(&self) -> Remaining;
}

/// The result of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BatchResult {
    Some,
    /// There are no more sources at this level.
    All,
    /// It would take too much memory: the search has to go on without it.
    TooMuch,
}

/// Sources whose moves have not been made yet.
pub struct Remaining {
    /// The address of the first, if there is one.
    pub address: Option<u64>,
    pub sources: usize,
    /// Number of positions found in the level in progress.
    pub found: usize,
}

/// A search on codes of `W` words; of single pieces, or of several together.
pub(super) struct CodedEngine<const W: usize, const SINGLE: bool> {
    reach: Reach,
    start: Code<W>,
    /// The cells that are blocked or covered at the start.
    start_occupied: u64,
    coding: Coding<1>,
    neighbours: Box<dyn Neighbours<W>>,
    /// For each number of a kind, the cells of a piece with its origin in cell 0.
    patterns: [Cells<1>; 64],
    /// For each direction, the change of a cell's number by a step.
    deltas: [i32; 4],
    known: CodeTable<W>,
    /// The level before the one that is expanded.
    previous: Vec<Code<W>>,
    /// The level that is expanded, and how many of its positions have been.
    last: CodedLevel<W>,
    done: usize,
    /// The level in progress, and the ordinal of its first position.
    next: CodedLevel<W>,
    first: u32,
    /// The memory limit in bytes.
    allowed: u64,
    /// The results of first steps, their hashes, and their sources.
    found: Vec<Neighbour<W>>,
    hashes: Vec<u64>,
    begins: Vec<SourceStart>,
    /// Parts of the list: the source, the first, and one past the last.
    parts: Vec<(usize, usize, usize)>,
    /// Those that may lead to something new.
    candidates: Vec<FirstStep>,
    /// Stack of a walk.
    branch: Vec<(i32, Direction, u8)>,
    /// Scratch space for a position and its packed form.
    position: Position,
    packed: Vec<u32>,
    /// Computes SLIDING's order of superpieces.
    order: MoverOrder,
    movers: MoverList,
}

impl<const W: usize, const SINGLE: bool> CodedSearch for CodedEngine<W, SINGLE> {
    fn begin(&mut self) {
        self.known.clear(0);
        self.known.insert(&self.start.0, 0);
        self.previous.clear();
        self.last.restart(0);
        self.next.restart(1);
        self.next.push(self.start, LastMove::UNKNOWN, self.start_occupied, 1);
        (self.done, self.first) = (0, 0);
    }

    fn finish_level(&mut self, sink: &Sink) {
        std::mem::swap(&mut self.previous, &mut self.last.codes);
        std::mem::swap(&mut self.last, &mut self.next);
        self.next.restart(sink.ring.next());
        (self.done, self.first) = (0, sink.states as u32);
        let live = self.previous.len() + self.last.len();
        if self.known.len() > FEW.max(STALE * live) {
            // The table has had room for more than that.
            self.known.clear(self.known.len());
            // None of these belongs to the level in progress.
            let before = self.first.wrapping_sub(1);
            for code in self.previous.iter().chain(&self.last.codes) {
                self.known.insert(&code.0, before);
            }
        }
    }

    fn batch(&mut self, sink: &mut Sink, run: &mut Run) -> ControlFlow<LevelEnd, BatchResult> {
        let from = self.done;
        let to = (from + BATCH).min(self.last.len());
        if from == to {
            return ControlFlow::Continue(BatchResult::All);
        }
        if !self.list(from, to) || !self.has_room() {
            return ControlFlow::Continue(BatchResult::TooMuch);
        }
        self.sift(from);
        self.done = to;
        let candidates = std::mem::take(&mut self.candidates);
        let ended = if SINGLE {
            self.take_single(from, &candidates, sink, run)
        } else {
            self.take_together(from, &candidates, sink, run)
        };
        self.candidates = candidates;
        ended.map_continue(|()| BatchResult::Some)
    }

    fn remaining(&self) -> Remaining {
        let sources = self.last.len() - self.done;
        let address = (sources > 0).then(|| self.last.address(self.done));
        Remaining { address, sources, found: self.next.len() }
    }
}

impl<const W: usize, const SINGLE: bool> CodedEngine<W, SINGLE> {
    /// Makes the moves of single pieces.
    #[inline(always)]
    fn take_single(
        &mut self,
        from: usize,
        candidates: &[FirstStep],
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd> {
        for candidate in candidates {
            let source = from + candidate.source();
            sink.parent = self.last.address(source);
            self.go(source, candidate.at as usize, false, sink, run)?;
        }
        ControlFlow::Continue(())
    }

    /// Makes the moves of superpieces. Those of one source in one direction are put into SLIDING's
    /// order if several of them lead to something new.
    #[inline(always)]
    fn take_together(
        &mut self,
        from: usize,
        candidates: &[FirstStep],
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd> {
        for group in candidates.chunk_by(|one, other| one.group() == other.group()) {
            let source = from + group[0].source();
            sink.parent = self.last.address(source);
            if let [one] = group {
                self.go(source, one.at as usize, false, sink, run)?;
                continue;
            }
            self.movers.clear();
            for candidate in group {
                if self.go(source, candidate.at as usize, true, sink, run)? {
                    let Cells(cells) = self.mover(source, candidate.at as usize).cells;
                    self.movers.push().words_mut().copy_from_slice(&cells);
                    let pushed = self.movers.as_mut_slice().last_mut();
                    pushed.into_iter().for_each(|mover| mover.tag = candidate.at as usize);
                }
            }
            if self.movers.as_slice().len() > 1 {
                let direction = self.before(self.found[group[0].at as usize].1).1;
                self.sort(Direction::ALL[direction], sink);
            }
            for number in 0..self.movers.as_slice().len() {
                let at = self.movers.as_slice()[number].tag;
                self.go(source, at, false, sink, run)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn sort(&mut self, direction: Direction, sink: &Sink) {
        let Self { order, position, movers, .. } = self;
        if sort_nested(direction, movers.as_mut_slice()) {
            return;
        }
        sink.space.unpack_position(sink.ring.packed(sink.parent), position);
        order.sort(sink.space, position, direction, movers.as_mut_slice());
    }

    /// Packs a new position, and writes it into the ring.
    #[inline(always)]
    fn take(
        &mut self,
        code: Code<W>,
        place: usize,
        last_move: LastMove,
        Cells([occupied]): Cells<1>,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd> {
        let is_plain = self.is_plain();
        let Self { coding, position, packed, .. } = self;
        let mut origins = 0;
        for (number, plane) in position.planes.iter_mut().enumerate() {
            let Cells(cells) = coding.plane(&code, number);
            origins |= cells[0];
            plane.words_mut()[0] = cells[0];
        }
        position.inner.words_mut()[0] = occupied & !origins;
        let length = sink.space.pack(position, packed);
        self.next.push(code, last_move, occupied, sink.ring.next());
        if !is_plain {
            self.known.put(place, &code.0, sink.states as u32);
        }
        sink.take(&packed[..length], None, Some(position), run)
    }
}
