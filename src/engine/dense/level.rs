//! Makes one level from the last: tile by tile, gathers all placements that lead there.

use std::ops::Range;
use std::sync::Mutex;

use super::Parity;
#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2Gather;
use super::bits::{Gather, PortableGather};
use super::columns::RowFilling;
use super::placements::Placements;
use super::planes::{BlockRows, HalfLayout, HalfSet, LevelHalf, SLAB, block_number, has, put};
use super::transitions::{Sources, Transitions};
use crate::engine::store::{WordBuffer, join, ones, prefetch, remove};

/// Approximate number of words of a tile, and of the tiles of a task.
const TASK: usize = 1 << 15;

/// The scratch space of a thread.
#[derive(Default)]
pub struct TileWorker {
    /// The placements gathered for the current tile; zero between tiles.
    rows: Vec<u64>,
    /// The rows of it that something was added to.
    touched: Vec<u64>,
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

/// The last level, and the moves from it to the next.
pub struct LevelSource<'a> {
    pub placements: &'a Placements,
    pub transitions: &'a Transitions,
    /// The halves in which it may have something.
    pub halves: [Option<LevelHalf<'a>>; 2],
}

/// A tile of the level in progress: some rows of a block. It holds the level before the last until
/// it is filled.
pub struct TileTarget<'a> {
    layout: &'a HalfLayout,
    block: usize,
    rows: Range<usize>,
    words: &'a mut [u64],
    active: &'a mut [u64],
    /// Its part of the marks, if these are to be set.
    marks: Option<&'a mut [u64]>,
    /// Whether it is filled.
    is_made: bool,
}

impl LevelSource<'_> {
    /// Makes a tile.
    pub fn fill(&self, target: &mut TileTarget, worker: &mut TileWorker) {
        target.is_made = true;
        #[cfg(target_arch = "x86_64")]
        if let Some(quick) = Bmi2Gather::new() {
            // SAFETY: `quick` proves that the processor has these features.
            return unsafe { self.fill_quickly(quick, target, worker) };
        }
        self.fill_with(PortableGather, target, worker);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fill_quickly(&self, quick: Bmi2Gather, target: &mut TileTarget, worker: &mut TileWorker) {
        self.fill_with(quick, target, worker);
    }

    #[inline(always)]
    fn fill_with(&self, quick: impl Gather, target: &mut TileTarget, worker: &mut TileWorker) {
        let (block, rows) = (target.block, &target.rows);
        let words = target.layout.blocks[block].words;
        worker.rows.resize(worker.rows.len().max(rows.len() * words), 0);
        worker.touched.clear();
        worker.touched.resize(rows.len().div_ceil(SLAB), 0);
        let (profile, half) = (block / 2, target.layout.parity);
        let parities = [Parity::of(block as u64), Parity::of(block as u64) ^ half];
        let moves = &self.transitions.profiles[profile];
        // Moves that change neither the sum's parity nor the profile lead from a block to itself.
        for turn in Parity::BOTH {
            let Some(half) = &self.halves[half ^ turn] else { continue };
            let sources = &moves.rows[parities[0]][turn];
            let lines = half.lines(block_number(profile, parities[0] ^ turn));
            if let Some(lines) = lines.filter(|_| !sources.is_empty()) {
                // Moves can be undone, so the sources of a row are also its destinations.
                let destinations = &moves.rows[parities[0] ^ turn][turn];
                within_rows(sources, destinations, lines, rows, worker);
            }
        }
        self.within_columns(profile, parities, rows, worker);
        for bridge in &moves.bridges.list {
            let [of_rows, of_columns] = bridge.turns;
            let Some(half) = &self.halves[half ^ of_rows ^ of_columns] else { continue };
            let columns = moves.bridges.columns(bridge, parities[1]);
            let from = block_number(bridge.from, parities[0] ^ of_rows);
            let lines = half.lines(from).filter(|_| !columns.is_empty());
            let Some(lines) = lines else { continue };
            for &(to, from) in moves.bridges.pairs(bridge, parities[0], rows) {
                let Some(from) = lines.of(from as usize) else { continue };
                let to = worker.row(to as usize - rows.start, words);
                for segment in columns {
                    segment.apply(quick, from, to);
                }
            }
        }
        let own = self.halves[half].as_ref().map(|LevelHalf { layout, plane, .. }| {
            let block = &layout.blocks[block];
            &plane.words[block.row(rows.start).start..block.row(rows.end).start]
        });
        finish(target, own, words, worker);
    }
}

/// Applies the moves within the upper part.
#[inline(always)]
fn within_rows(
    sources: &Sources,
    destinations: &Sources,
    lines: BlockRows,
    rows: &Range<usize>,
    worker: &mut TileWorker,
) {
    // If the tile is the whole block, only rows that are not empty are examined.
    if rows.len() == sources.len() {
        for begin in (0..destinations.len()).step_by(SLAB) {
            for (at, from) in lines.slab(begin) {
                for &to in destinations.of(begin + at) {
                    join(worker.row(to as usize, lines.width), from);
                }
            }
        }
        return;
    }
    for (at, row) in rows.clone().enumerate() {
        for &from in sources.of(row) {
            if let Some(from) = lines.of(from as usize) {
                join(worker.row(at, lines.width), from);
            }
        }
    }
}

/// Replaces the level before the last in the tile by what is new. `own` has the same rows of the
/// last level, if that is in the same half.
#[inline(always)]
fn finish(target: &mut TileTarget, own: Option<&[u64]>, words: usize, worker: &mut TileWorker) {
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
            if let Some(marks) = target.marks.as_mut().filter(|_| found > 0) {
                join(&mut marks[span], level);
            }
            new |= u64::from(found > 0) << (row % SLAB);
            worker.found += found;
        }
        *active = new;
    }
}

/// Tiles for one thread at a time.
pub type TileTask<'a> = Mutex<Vec<TileTarget<'a>>>;

/// Adds tasks to make the tiles of a half that are not empty or may become so.
pub fn add_tasks<'a>(
    tasks: &mut Vec<TileTask<'a>>,
    layout: &'a HalfLayout,
    plane: &'a mut HalfSet,
    wanted: &[bool],
    marks: Option<&'a mut WordBuffer>,
) {
    let (mut words, mut active) = (&mut plane.words[..], &mut plane.active[..]);
    let mut marks = marks.map(|marks| &mut marks[..]);
    let (mut task, mut size_of_task) = (Vec::new(), 0);
    let tiles = layout.blocks.iter().enumerate().flat_map(|(number, block)| {
        let step = (TASK / block.words.max(1)).next_multiple_of(SLAB).max(SLAB);
        let begins = (0..block.rows).step_by(step);
        begins.map(move |begin| (number, begin..block.rows.min(begin + step)))
    });
    for (block, rows) in tiles {
        let size = rows.len() * layout.blocks[block].words;
        let target = TileTarget {
            layout,
            block,
            words: words.split_off_mut(..size).expect("tiles are within their half"),
            active: active.split_off_mut(..rows.len().div_ceil(SLAB)).expect("as before"),
            marks: marks.as_mut().and_then(|marks| marks.split_off_mut(..size)),
            rows,
            is_made: false,
        };
        if wanted[block] || target.active.iter().any(|&set| set != 0) {
            task.push(target);
            size_of_task += size;
        }
        if size_of_task >= TASK {
            tasks.push(Mutex::new(std::mem::take(&mut task)));
            size_of_task = 0;
        }
    }
    tasks.push(Mutex::new(task));
}

/// Removes the marks of a level that was not completed.
pub fn forget(tasks: Vec<TileTask>) {
    let tasks = tasks.into_iter().map(|task| task.into_inner().expect("no thread panics"));
    for mut target in tasks.flatten().filter(|target| target.is_made) {
        if let Some(marks) = &mut target.marks {
            remove(marks, target.words);
        }
    }
}
