//! Makes one level from the last: tile by tile, gathers all placements that lead there.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::maps::{LowerMoveTables, Maps, Sources};
use super::plane::{HalfLayout, HalfSet, SLAB, Tile, has, put};
use super::segments::Segment;
#[cfg(target_arch = "x86_64")]
use crate::engine::rank::cut::Bmi2Gather;
use crate::engine::rank::cut::{Cut, Gather, PortableGather};
use crate::engine::store::{Ones, WordBuffer, join, ones, prefetch, remove};

/// Approximate number of words of the tiles of a task.
const TASK: usize = 1 << 15;

/// Number of pairs of rows, up to twice as many, that are prefetched before any is read.
const AHEAD: usize = 64;

/// A row of the current tile, and a lower filling.
pub type RowFilling = (u32, u32);

/// The scratch space of a thread.
pub struct TileWorker {
    /// The placements gathered for the current tile; zero between tiles.
    rows: Vec<u64>,
    /// The rows of it that something was added to.
    touched: Vec<u64>,
    /// For each lower filling, the rows of a slab that have it, for either half.
    pub columns: [Vec<u64>; 2],
    /// The sets of cells that may be passed within the lower part of the current profile.
    pub may_be: Vec<bool>,
    /// Placements of sparse rows, by whether moves change the parity, for which moves are applied
    /// one by one.
    pub singles: [Vec<RowFilling>; 2],
    pub led_to: Vec<RowFilling>,
    pub found: u64,
}

impl TileWorker {
    pub fn new() -> Self {
        Self {
            rows: Vec::new(),
            touched: Vec::new(),
            columns: Default::default(),
            may_be: Vec::new(),
            singles: Default::default(),
            led_to: Vec::new(),
            found: 0,
        }
    }

    /// Returns a row of the current tile, and marks it as touched.
    #[inline(always)]
    pub fn row(&mut self, row: usize, words: usize) -> &mut [u64] {
        put(&mut self.touched, row);
        &mut self.rows[row * words..(row + 1) * words]
    }
}

/// A half of the last level.
#[derive(Clone, Copy)]
pub struct LevelHalf<'a> {
    pub layout: &'a HalfLayout,
    pub plane: &'a HalfSet,
}

impl<'a> LevelHalf<'a> {
    /// Returns its part of a block.
    #[inline(always)]
    pub fn lines(&self, block: usize) -> BlockRows<'a> {
        let Self { layout, plane } = *self;
        let block = &layout.blocks[block];
        let active = &plane.active[block.all_sets()];
        BlockRows { words: &plane.words[block.all()], active, width: block.words }
    }
}

/// The rows of a block.
#[derive(Clone, Copy)]
pub struct BlockRows<'a> {
    words: &'a [u64],
    active: &'a [u64],
    /// Words of a row.
    pub width: usize,
}

impl<'a> BlockRows<'a> {
    /// Returns a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// Returns a row, if it is not empty.
    #[inline(always)]
    pub fn of(&self, row: usize) -> Option<&'a [u64]> {
        has(self.active, row).then(|| self.row(row))
    }

    /// Returns the rows of the slab at `begin` that are not empty: their indices in it.
    #[inline(always)]
    pub fn slab(&self, begin: usize) -> Slab<'a> {
        Slab { lines: *self, begin, rows: ones(self.active[begin / SLAB]) }
    }
}

/// Rows of a slab, each with its index there.
pub struct Slab<'a> {
    lines: BlockRows<'a>,
    begin: usize,
    rows: Ones,
}

impl<'a> Iterator for Slab<'a> {
    type Item = (usize, &'a [u64]);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.rows.next()? as usize;
        Some((at, self.lines.row(self.begin + at)))
    }
}

/// The last level, and the moves from it to the next.
pub struct LevelSource<'a> {
    pub cut: &'a Cut,
    pub maps: &'a [Maps],
    pub lower: &'a LowerMoveTables,
    /// The halves in which it may have something.
    pub halves: [Option<LevelHalf<'a>>; 2],
}

/// A tile of the level in progress. It holds the level before the last until it is filled.
pub struct TileTarget<'a> {
    pub layout: &'a HalfLayout,
    pub tile: &'a Tile,
    pub words: &'a mut [u64],
    pub active: &'a mut [u64],
    /// The number of rows of each block that are not empty.
    pub active_counts: &'a [AtomicU32],
    /// Its part of the marks, if these are to be set.
    pub marks: Option<&'a mut [u64]>,
    /// Whether it is filled.
    pub is_made: bool,
}

impl<'a> LevelSource<'a> {
    /// Makes a tile. `over` must be empty.
    pub fn fill(&self, target: &mut TileTarget, over: &mut RowPairs<'a>, worker: &mut TileWorker) {
        target.is_made = true;
        #[cfg(target_arch = "x86_64")]
        if let Some(quick) = Bmi2Gather::new() {
            // SAFETY: `quick` proves that the processor has these features.
            return unsafe { self.fill_quickly(quick, target, over, worker) };
        }
        self.fill_with(PortableGather, target, over, worker);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fill_quickly(
        &self,
        quick: Bmi2Gather,
        target: &mut TileTarget,
        over: &mut RowPairs<'a>,
        worker: &mut TileWorker,
    ) {
        self.fill_with(quick, target, over, worker);
    }

    #[inline(always)]
    fn fill_with(
        &self,
        quick: impl Gather,
        target: &mut TileTarget,
        over: &mut RowPairs<'a>,
        worker: &mut TileWorker,
    ) {
        let Tile { block, rows } = target.tile;
        let words = target.layout.blocks[*block].words;
        worker.rows.resize(worker.rows.len().max(rows.len() * words), 0);
        worker.touched.clear();
        worker.touched.resize(rows.len().div_ceil(SLAB), 0);
        let maps = &self.maps[block / 2];
        let parity = target.layout.parity;
        let parities = [block % 2, (block % 2) ^ parity];
        // Moves that change neither the sum's parity nor the profile lead from a block to itself.
        for turn in [0, 1] {
            let Some(half) = &self.halves[parity ^ turn] else { continue };
            // Moves can be undone, so the sources of a row are also its destinations.
            let both = [&maps.rows[parities[0]][turn], &maps.rows[parities[0] ^ turn][turn]];
            within_rows(half, both, block ^ turn, rows, worker);
        }
        self.within_columns(quick, *block, parity, rows, worker);
        for bridge in &maps.bridges.list {
            let Some(half) = &self.halves[parity ^ bridge.turns[0] ^ bridge.turns[1]] else {
                continue;
            };
            let from = 2 * bridge.from + (parities[0] ^ bridge.turns[0]);
            let columns = maps.bridges.columns(bridge, parities[1]);
            if half.plane.is_active(from) && !columns.is_empty() {
                let pairs = maps.bridges.pairs(bridge, parities[0], rows);
                over.add(quick, half.lines(from), pairs, columns, (rows, words), worker);
            }
        }
        over.bring(quick, words, worker);
        let own = self.halves[parity].map(|half| {
            let block = &half.layout.blocks[*block];
            &half.plane.words[block.row(rows.start).start..block.row(rows.end).start]
        });
        sift(target, own, words, worker);
    }
}

/// Applies the moves within the upper part.
#[inline(always)]
fn within_rows(
    half: &LevelHalf,
    [sources, destinations]: [&Sources; 2],
    from: usize,
    rows: &Range<usize>,
    worker: &mut TileWorker,
) {
    if sources.is_empty() || !half.plane.is_active(from) {
        return;
    }
    let lines = half.lines(from);
    // If the tile is the whole block, only rows that are not empty are examined.
    if rows.len() == sources.len() {
        for begin in (0..destinations.len()).step_by(SLAB) {
            for (at, from) in lines.slab(begin) {
                for &to in destinations.of(begin + at) {
                    let to = worker.row(to as usize, lines.width);
                    join(to, from);
                }
            }
        }
        return;
    }
    for (at, row) in rows.clone().enumerate() {
        for &from in sources.of(row) {
            if let Some(from) = lines.of(from as usize) {
                let to = worker.row(at, lines.width);
                join(to, from);
            }
        }
    }
}

/// A source row, and the row of the current tile that a bridge maps it to.
struct RowPair<'a> {
    to: u32,
    from: &'a [u64],
    columns: &'a [Segment],
}

/// Pairs of rows that are prefetched before the first of them is read.
#[derive(Default)]
pub struct RowPairs<'a> {
    list: Vec<RowPair<'a>>,
}

impl<'a> RowPairs<'a> {
    /// Adds the pairs of a bridge whose sources are not empty.
    #[inline(always)]
    fn add(
        &mut self,
        quick: impl Gather,
        lines: BlockRows<'a>,
        pairs: &[(u32, u32)],
        columns: &'a [Segment],
        (rows, words): (&Range<usize>, usize),
        worker: &mut TileWorker,
    ) {
        for pairs in pairs.chunks(AHEAD) {
            if self.list.len() > AHEAD {
                self.bring(quick, words, worker);
            }
            let (mut active, mut count) = ([(0, 0); AHEAD], 0);
            for &pair in pairs {
                active[count] = pair;
                // Branch-free, because a branch would be unpredictable.
                count += usize::from(has(lines.active, pair.1 as usize));
            }
            for &(to, from) in &active[..count] {
                let from = lines.row(from as usize);
                prefetch(from, 0);
                self.list.push(RowPair { to: to - rows.start as u32, from, columns });
            }
        }
    }

    /// Adds all pairs to the tile.
    #[inline(always)]
    fn bring(&mut self, quick: impl Gather, words: usize, worker: &mut TileWorker) {
        for RowPair { to, from, columns } in self.list.drain(..) {
            let to = worker.row(to as usize, words);
            for segment in columns {
                segment.bring(quick, from, to);
            }
        }
    }
}

/// Replaces the level before the last in the tile by what is new. `own` has the same rows of the
/// last level, if that is in the same half.
#[inline(always)]
fn sift(target: &mut TileTarget, own: Option<&[u64]>, words: usize, worker: &mut TileWorker) {
    let (mut was, mut is) = (0, 0);
    for (at, active) in target.active.iter_mut().enumerate() {
        let (before, touched) = (*active, worker.touched[at]);
        let mut new = 0;
        for row in ones(before | touched) {
            prefetch(target.words, (at * SLAB + row as usize) * words);
        }
        for row in ones(before | touched) {
            let row = at * SLAB + row as usize;
            let span = row * words..(row + 1) * words;
            let level = &mut target.words[span.clone()];
            if !has(&worker.touched, row) {
                level.fill(0);
                continue;
            }
            let brought = &mut worker.rows[span.clone()];
            for at in 0..words {
                level[at] = brought[at] & !level[at];
                brought[at] = 0;
            }
            if let Some(own) = own {
                remove(level, &own[span.clone()]);
            }
            let mut found = 0;
            for word in &*level {
                found += u64::from(word.count_ones());
            }
            if let Some(marks) = target.marks.as_mut().filter(|_| found > 0) {
                join(&mut marks[span], level);
            }
            new |= u64::from(found > 0) << (row % SLAB);
            worker.found += found;
        }
        *active = new;
        (was, is) = (was + before.count_ones(), is + new.count_ones());
    }
    let busy = &target.active_counts[target.tile.block];
    busy.fetch_add(is, Relaxed);
    busy.fetch_sub(was, Relaxed);
}

/// The tiles of a level to be made, grouped into tasks for one thread at a time.
#[derive(Default)]
pub struct TileTasks<'a> {
    all: Vec<Mutex<Vec<TileTarget<'a>>>>,
    /// The task in progress, and its number of words.
    task: Vec<TileTarget<'a>>,
    words: usize,
}

impl<'a> TileTasks<'a> {
    /// Adds the tiles of a half that are not empty or may become so.
    pub fn add(
        &mut self,
        layout: &'a HalfLayout,
        plane: &'a mut HalfSet,
        wanted: &[bool],
        marks: Option<&'a mut WordBuffer>,
    ) {
        let HalfSet { words, active, active_counts: busy } = plane;
        let (mut words, mut active, busy) = (&mut words[..], &mut active[..], &busy[..]);
        let mut marks = marks.map(|marks| &mut marks[..]);
        for tile in &layout.tiles {
            let size = tile.rows.len() * layout.blocks[tile.block].words;
            let target = TileTarget {
                layout,
                tile,
                words: words.split_off_mut(..size).expect("tiles are within their half"),
                active: active.split_off_mut(..tile.rows.len().div_ceil(SLAB)).expect("as before"),
                active_counts: busy,
                marks: marks.as_mut().and_then(|marks| marks.split_off_mut(..size)),
                is_made: false,
            };
            if wanted[tile.block] || busy[tile.block].load(Relaxed) > 0 {
                self.task.push(target);
                self.words += size;
            }
            if self.words >= TASK {
                self.all.push(Mutex::new(std::mem::take(&mut self.task)));
                self.words = 0;
            }
        }
    }

    /// Returns all tasks.
    pub fn end(mut self) -> Vec<Mutex<Vec<TileTarget<'a>>>> {
        self.all.push(Mutex::new(self.task));
        self.all
    }
}

/// Removes the marks of a level that was not completed.
pub fn forget(tasks: Vec<Mutex<Vec<TileTarget>>>) {
    let tasks = tasks.into_iter().map(|task| task.into_inner().expect("no thread panics"));
    for mut target in tasks.flatten().filter(|target| target.is_made) {
        if let Some(marks) = &mut target.marks {
            remove(marks, target.words);
        }
    }
}
