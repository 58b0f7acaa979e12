//! Makes one level from the last: tile by tile, gathers all placements that lead there.

use std::ops::Range;
use std::sync::Mutex;

use super::Parity;
#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2Gather;
use super::bits::{Gather, PortableGather};
use super::columns::RowFilling;
use super::layout::Layout;
use super::planes::{HalfLayout, HalfSet, LevelHalf, SLAB, has, put};
use crate::engine::store::{WordBuffer, join, ones, prefetch, remove};

/// Approximate number of words of a task.
pub const TASK: usize = 1 << 15;

/// The scratch space of a thread.
#[derive(Default)]
pub struct TileWorker {
    /// The placements gathered for the current tile; zero between tiles.
    pub rows: Vec<u64>,
    /// The rows of it that something was added to.
    pub touched: Vec<u64>,
    /// For each lower filling, the rows of a slab that have it, by whether moves change the parity.
    pub columns: [Vec<u64>; 2],
    /// Whether each set of cells may be passed within the lower part of the current profile.
    pub may_pass: Vec<bool>,
    /// Placements of sparse rows, by whether moves change the parity, for which moves are applied
    /// one by one; and where these lead.
    pub singles: [Vec<RowFilling>; 2],
    pub next: Vec<RowFilling>,
    pub found: u64,
}

impl TileWorker {
    /// Returns a row of the current tile, and marks it as touched.
    #[inline(always)]
    pub fn row(&mut self, row: usize, words: usize) -> &mut [u64] {
        put(&mut self.touched, row);
        &mut self.rows[row * words..(row + 1) * words]
    }
}

/// The halves in which the last level may have something.
pub type LastLevel<'a> = [Option<LevelHalf<'a>>; 2];

/// The place of a tile: some rows of a block.
pub struct TilePlace {
    pub half: Parity,
    pub block: usize,
    pub rows: Range<usize>,
}

/// A tile of the level in progress. It holds the level before the last until it is filled.
struct Tile<'a> {
    words: &'a mut [u64],
    active: &'a mut [u64],
    /// Its part of the marks, if these are to be set.
    marks: Option<&'a mut [u64]>,
}

/// Tiles for one thread at a time: those of several blocks, or one of a large block.
pub struct TileTask<'a> {
    half: Parity,
    layout: &'a HalfLayout,
    blocks: Range<usize>,
    /// In each block.
    rows: Range<usize>,
    all: Tile<'a>,
    /// Whether it is done.
    is_made: bool,
}

/// The last level, and the moves from it to the next.
pub struct LevelSource<'a> {
    pub layout: &'a Layout,
    pub last: LastLevel<'a>,
    /// For each block, whether moves lead there.
    pub wanted: Vec<bool>,
}

impl LevelSource<'_> {
    /// Finds the blocks that moves lead to.
    pub fn find_wanted(&mut self) {
        for active in self.last.iter().flatten().map(|last| &last.active) {
            self.wanted.resize(active.len(), false);
            for (block, _) in active.iter().enumerate().filter(|(_, active)| **active) {
                self.layout.reach(block, &mut self.wanted);
            }
        }
    }

    /// Makes the tiles of a task.
    pub fn fill(&self, task: &mut TileTask, worker: &mut TileWorker) {
        task.is_made = true;
        #[cfg(target_arch = "x86_64")]
        if let Some(quick) = Bmi2Gather::new() {
            // SAFETY: `quick` proves that the processor has these features.
            return unsafe { self.fill_quickly(quick, task, worker) };
        }
        self.fill_with(PortableGather, task, worker);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fill_quickly(&self, quick: Bmi2Gather, task: &mut TileTask, worker: &mut TileWorker) {
        self.fill_with(quick, task, worker);
    }

    #[inline(always)]
    fn fill_with(&self, quick: impl Gather, task: &mut TileTask, worker: &mut TileWorker) {
        let TileTask { half, layout, ref blocks, ref rows, ref mut all, .. } = *task;
        let (mut words, mut active) = (&mut *all.words, &mut *all.active);
        let mut marks = all.marks.as_deref_mut();
        for block in blocks.clone() {
            let shape = &layout.blocks[block];
            let rows = rows.start..rows.end.min(shape.rows);
            let size = rows.len() * shape.words;
            let tile = Tile {
                words: words.split_off_mut(..size).expect("tiles are within their half"),
                active: active.split_off_mut(..rows.len().div_ceil(SLAB)).expect("as before"),
                marks: marks.as_mut().and_then(|marks| marks.split_off_mut(..size)),
            };
            if size == 0 || !self.wanted[block] && tile.active.iter().all(|&set| set == 0) {
                continue;
            }
            worker.rows.resize(worker.rows.len().max(size), 0);
            worker.touched.clear();
            worker.touched.resize(rows.len().div_ceil(SLAB), 0);
            let own = self.last[half].as_ref().map(|last| {
                &last.plane.words[shape.row(rows.start).start..shape.row(rows.end).start]
            });
            let place = TilePlace { half, block, rows };
            match self.layout {
                Layout::Matrices(matrices) => matrices.gather(quick, &self.last, &place, worker),
                Layout::Rows(rows) => rows.gather(&self.last, block, worker),
            }
            finish(tile, own, shape.words, worker);
        }
    }
}

/// Replaces the level before the last in the tile by what is new. `own` has the same rows of the
/// last level, if that is in the same half.
#[inline(always)]
fn finish(mut tile: Tile, own: Option<&[u64]>, words: usize, worker: &mut TileWorker) {
    for (at, active) in tile.active.iter_mut().enumerate() {
        let (before, touched) = (*active, worker.touched[at]);
        let mut new = 0;
        for row in ones(before | touched) {
            prefetch(tile.words, (at * SLAB + row as usize) * words);
        }
        for row in ones(before | touched) {
            let row = at * SLAB + row as usize;
            let span = row * words..(row + 1) * words;
            let level = &mut tile.words[span.clone()];
            if !has(&worker.touched, row) {
                level.fill(0);
                continue;
            }
            let gathered = &mut worker.rows[span.clone()];
            for at in 0..words {
                level[at] = gathered[at] & !level[at];
                gathered[at] = 0;
            }
            if let Some(own) = own {
                remove(level, &own[span.clone()]);
            }
            let mut found = 0;
            for word in &*level {
                found += u64::from(word.count_ones());
            }
            if let Some(marks) = tile.marks.as_mut().filter(|_| found > 0) {
                join(&mut marks[span], level);
            }
            new |= u64::from(found > 0) << (row % SLAB);
            worker.found += found;
        }
        *active = new;
    }
}

/// Adds tasks to make all tiles of a half. Large blocks are split if moves lead to single rows.
pub fn add_tasks<'a>(
    tasks: &mut Vec<Mutex<TileTask<'a>>>,
    half: Parity,
    layout: &'a HalfLayout,
    plane: &'a mut HalfSet,
    marks: Option<&'a mut WordBuffer>,
    of: &Layout,
) {
    let (mut words, mut active) = (&mut plane.words[..], &mut plane.active[..]);
    let mut marks = marks.map(|marks| &mut marks[..]);
    let mut add = |blocks: Range<usize>, rows: Range<usize>| {
        let (size, sets) = layout.size_of(&blocks, &rows);
        let all = Tile {
            words: words.split_off_mut(..size).expect("tiles are within their half"),
            active: active.split_off_mut(..sets).expect("as before"),
            marks: marks.as_mut().and_then(|marks| marks.split_off_mut(..size)),
        };
        tasks.push(Mutex::new(TileTask { half, layout, blocks, rows, all, is_made: false }));
    };
    let (mut first, mut size) = (0, 0);
    for (number, block) in layout.blocks.iter().enumerate() {
        let step = (TASK / block.words.max(1)).next_multiple_of(SLAB).max(SLAB);
        if block.rows > step && matches!(of, Layout::Matrices(_)) {
            add(first..number, 0..usize::MAX);
            for begin in (0..block.rows).step_by(step) {
                add(number..number + 1, begin..begin + step);
            }
            (first, size) = (number + 1, 0);
            continue;
        }
        size += block.all().len();
        if size >= TASK {
            add(first..number + 1, 0..usize::MAX);
            (first, size) = (number + 1, 0);
        }
    }
    add(first..layout.blocks.len(), 0..usize::MAX);
}

/// Removes the marks of a level that was not completed.
pub fn forget(tasks: Vec<Mutex<TileTask>>) {
    let tasks = tasks.into_iter().map(|task| task.into_inner().expect("no thread panics"));
    for TileTask { all: Tile { words, marks, .. }, .. } in tasks.filter(|task| task.is_made) {
        if let Some(marks) = marks {
            remove(marks, words);
        }
    }
}
