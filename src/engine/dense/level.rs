//! Makes one level from the last: tile by tile, gathers all placements that lead there.

use std::ops::Range;
use std::sync::Mutex;

use super::columns::RowFilling;
use super::layout::Layout;
use super::planes::{Blocks, LastLevel, SLAB, Tile, has, put};
use crate::engine::host::has_wide_instructions;
use crate::engine::store::{join, ones, prefetch, remove};

/// Approximate number of words of a task.
pub const TASK: usize = 1 << 15;

/// The scratch space of a thread.
#[derive(Default)]
pub struct TileWorker {
    /// The placements gathered for the current tile; zero between tiles.
    pub rows: Vec<u64>,
    /// The rows of it that something was added to.
    pub touched: Vec<u64>,
    /// For each lower filling, the rows of a slab that have it.
    pub columns: Vec<u64>,
    /// Placements of sparse rows, for which moves are applied one by one; and where these lead.
    pub singles: Vec<RowFilling>,
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

/// The last level, and the moves from it to the next.
pub struct LevelSource<'a> {
    pub layout: &'a Layout,
    pub blocks: &'a Blocks,
    pub last: LastLevel<'a>,
    /// For each block, whether moves lead there; empty if that is not known.
    pub wanted: Vec<bool>,
}

impl LevelSource<'_> {
    /// Fills the tiles of a task.
    pub fn fill(&self, task: &mut Tile, worker: &mut TileWorker) {
        #[cfg(target_arch = "x86_64")]
        if has_wide_instructions() {
            // SAFETY: the processor has these features, as checked above.
            return unsafe { self.fill_natively(task, worker) };
        }
        self.fill_with::<false>(task, worker);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fill_natively(&self, task: &mut Tile, worker: &mut TileWorker) {
        self.fill_with::<true>(task, worker);
    }

    #[inline(always)]
    fn fill_with<const NATIVE: bool>(&self, task: &mut Tile, worker: &mut TileWorker) {
        for number in task.blocks.clone() {
            let block = &self.blocks.list[number];
            let rows = task.rows.start..task.rows.end.min(block.rows);
            let tile = task.split_off(&self.blocks.list, number..number + 1, rows.clone());
            let is_wanted = self.wanted.get(number) != Some(&false);
            if tile.words.is_empty() || !is_wanted && tile.active.iter().all(|&set| set == 0) {
                continue;
            }
            worker.rows.resize(worker.rows.len().max(tile.words.len()), 0);
            worker.touched.clear();
            worker.touched.resize(tile.active.len(), 0);
            match self.layout {
                Layout::Matrices(matrices) => {
                    matrices.gather::<NATIVE>(&self.last, number, &rows, worker);
                }
                Layout::Rows(rows) => rows.gather(&self.last, number, worker),
            }
            let own = self.last.lines(number);
            let own = own.map(|own| &own.words[rows.start * own.width..rows.end * own.width]);
            finish(tile, own, block.words, worker);
        }
    }
}

/// Replaces the level before the last in the tile by what is new. `own` has the same rows of the
/// last level, if it has any.
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

/// Splits a tile into tasks. Large blocks are split if moves lead to single rows.
pub fn tasks<'a>(mut all: Tile<'a>, blocks: &Blocks, layout: &Layout) -> Vec<Mutex<Tile<'a>>> {
    let Range { start, end } = all.blocks;
    let (mut tasks, mut first, mut size) = (Vec::new(), start, 0);
    for number in start..end {
        let block = &blocks.list[number];
        let step = (TASK / block.words.max(1)).next_multiple_of(SLAB).max(SLAB);
        let is_split = block.rows > step && matches!(layout, Layout::Matrices(_));
        let next = if is_split { number } else { number + 1 };
        size += block.all().len();
        if size >= TASK || next == end {
            tasks.push(Mutex::new(all.split_off(&blocks.list, first..next, 0..usize::MAX)));
            (first, size) = (number + 1, 0);
        }
        if is_split {
            for begin in (0..block.rows).step_by(step) {
                let rows = begin..begin + step;
                tasks.push(Mutex::new(all.split_off(&blocks.list, number..number + 1, rows)));
            }
        }
    }
    tasks
}
