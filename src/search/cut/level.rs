//! One level made of the last: tile by tile, all that leads to it is brought together there.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::maps::{Lowers, Maps, Sources};
use super::segments::Segment;
#[cfg(target_arch = "x86_64")]
use crate::rank::cut::Quick;
use crate::rank::cut::{Cut, Gather, Plain};
use crate::store::Words;

/// The rows of one profile whose parity is the same, with the columns that belong to them.
pub struct Block {
    /// The first word.
    pub at: usize,
    /// Words of a row.
    pub words: usize,
    pub rows: usize,
    /// The number of the first row, of all blocks.
    pub first_row: usize,
}

impl Block {
    /// Where the words of a row are.
    #[inline(always)]
    pub fn row(&self, row: usize) -> Range<usize> {
        self.at + row * self.words..self.at + (row + 1) * self.words
    }

    /// Its words.
    pub fn all(&self) -> Range<usize> {
        self.at..self.at + self.rows * self.words
    }
}

/// How half of all placements is laid out: those whose coordinates have an even sum, or those where
/// it is odd. A single step leads from the one half to the other.
pub struct Layout {
    /// Two for each profile, of even and of odd rows.
    pub blocks: Vec<Block>,
    pub tiles: Vec<Tile>,
    /// The parity of the sum.
    pub parity: usize,
}

/// Some rows of a block.
pub struct Tile {
    pub block: usize,
    pub rows: Range<usize>,
}

/// A tile has about so many words.
const TILE: usize = 1 << 15;

/// A task has tiles with about so many words together.
const TASK: usize = 1 << 15;

/// Rows that are turned to columns at a time.
pub const SLAB: usize = 64;

impl Layout {
    /// For blocks with so many rows and columns.
    pub fn new(parity: usize, sizes: impl Iterator<Item = (usize, usize)>) -> Self {
        let (mut blocks, mut tiles) = (Vec::new(), Vec::new());
        let (mut at, mut first_row) = (0, 0);
        for (block, (rows, columns)) in sizes.enumerate() {
            let words = columns.div_ceil(64);
            let rows = if words == 0 { 0 } else { rows };
            let step = (TILE / words.max(1)).next_multiple_of(SLAB).max(SLAB);
            let begins = (0..rows).step_by(step);
            tiles.extend(begins.map(|begin| Tile { block, rows: begin..rows.min(begin + step) }));
            blocks.push(Block { at, words, rows, first_row });
            at += rows * words;
            first_row += rows;
        }
        Self { blocks, tiles, parity }
    }

    /// All words, and all rows.
    pub fn size(&self) -> (usize, usize) {
        self.blocks
            .last()
            .map_or((0, 0), |last| (last.row(last.rows).start, last.first_row + last.rows))
    }

    /// The block that a word is in.
    pub fn block_of(&self, word: usize) -> usize {
        self.blocks.partition_point(|block| block.at <= word) - 1
    }

    /// Memory for so many bits a placement, and what belongs to each row, block and tile.
    pub fn bytes(&self, bits: usize) -> u64 {
        let (words, rows) = self.size();
        let lists = size_of_val(&self.blocks[..]) + size_of_val(&self.tiles[..]);
        (8 * bits * words + 2 * rows + 2 * lists) as u64
    }
}

/// A set of placements, all in one half.
pub struct Plane {
    pub words: Words,
    /// For each row, whether it has something.
    pub active: Vec<bool>,
    /// For each block, how many of its rows have something.
    pub busy: Vec<AtomicU32>,
}

impl Plane {
    /// An empty one.
    pub fn new(layout: &Layout) -> std::io::Result<Self> {
        let (words, rows) = layout.size();
        let busy = layout.blocks.iter().map(|_| AtomicU32::new(0)).collect();
        Ok(Self { words: Words::new(words)?, active: vec![false; rows], busy })
    }

    /// Puts some bits into a word.
    pub fn put(&mut self, layout: &Layout, word: usize, bits: u64) {
        let number = layout.block_of(word);
        let block = &layout.blocks[number];
        self.words[word] |= bits;
        let row = block.first_row + (word - block.at) / block.words;
        if !std::mem::replace(&mut self.active[row], true) {
            *self.busy[number].get_mut() += 1;
        }
    }

    /// How many placements it has.
    pub fn count(&self, layout: &Layout) -> u64 {
        let blocks = layout.blocks.iter().enumerate().filter(|(block, _)| self.is_busy(*block));
        let words = blocks.flat_map(|(_, block)| &self.words[block.all()]);
        words.map(|bits| u64::from(bits.count_ones())).sum()
    }

    /// Of one block, keeps what is wanted; or puts in what is wanted of what was found.
    pub fn keep(
        &mut self,
        layout: &Layout,
        block: usize,
        found: Option<&[u64]>,
        wanted: Option<&[u64]>,
    ) {
        let Block { words, rows, first_row, .. } = layout.blocks[block];
        let mut busy = 0;
        for row in 0..rows {
            let active = &mut self.active[first_row + row];
            let span = layout.blocks[block].row(row);
            let bits = &mut self.words[span.clone()];
            match (wanted, found) {
                (Some(wanted), _) if found.is_some() || *active => {
                    let wanted = &wanted[row * words..][..words];
                    let found = found.map(|found| &found[span]);
                    for (at, bits) in bits.iter_mut().enumerate() {
                        *bits = wanted[at] & found.map_or(*bits, |found| found[at]);
                    }
                }
                _ if *active => bits.fill(0),
                _ => {}
            }
            *active = bits.iter().any(|&bits| bits != 0);
            busy += u32::from(*active);
        }
        *self.busy[block].get_mut() = busy;
    }

    /// Takes everything out.
    pub fn clear(&mut self, layout: &Layout) {
        for (block, busy) in layout.blocks.iter().zip(&mut self.busy) {
            if std::mem::take(busy.get_mut()) == 0 {
                continue;
            }
            for row in 0..block.rows {
                if std::mem::take(&mut self.active[block.first_row + row]) {
                    self.words[block.row(row)].fill(0);
                }
            }
        }
    }

    /// Whether a block has something.
    pub fn is_busy(&self, block: usize) -> bool {
        self.busy[block].load(Relaxed) > 0
    }
}

/// What a thread needs.
pub struct Worker {
    /// What is brought to the tile at work; between tiles nothing.
    rows: Vec<u64>,
    /// For each row of it, whether something was.
    touched: Vec<bool>,
    /// For each lower filling, the rows of a slab that have it: of either half.
    pub columns: [Vec<u64>; 2],
    /// What may be passed within the lower part of the profile at work.
    pub may_be: Vec<bool>,
    pub found: u64,
}

impl Worker {
    pub fn new() -> Self {
        Self {
            rows: Vec::new(),
            touched: Vec::new(),
            columns: Default::default(),
            may_be: Vec::new(),
            found: 0,
        }
    }

    /// A row of the tile at work, to bring something to.
    #[inline(always)]
    pub fn row(&mut self, row: usize, words: usize) -> &mut [u64] {
        self.touched[row] = true;
        &mut self.rows[row * words..(row + 1) * words]
    }
}

/// A half of the last level.
#[derive(Clone, Copy)]
pub struct Half<'a> {
    pub layout: &'a Layout,
    pub plane: &'a Plane,
}

impl<'a> Half<'a> {
    /// What it has of a block.
    #[inline(always)]
    pub fn lines(&self, block: usize) -> Lines<'a> {
        let Self { layout, plane } = *self;
        let block = &layout.blocks[block];
        let active = &plane.active[block.first_row..block.first_row + block.rows];
        Lines { words: &plane.words[block.all()], active, width: block.words }
    }
}

/// The rows of a block.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    words: &'a [u64],
    active: &'a [bool],
    /// Words of a row.
    pub width: usize,
}

impl<'a> Lines<'a> {
    /// A row, if it has something.
    #[inline(always)]
    pub fn of(&self, row: usize) -> Option<&'a [u64]> {
        self.active[row].then(|| &self.words[row * self.width..(row + 1) * self.width])
    }
}

/// The last level, and how the next is made of it.
pub struct Source<'a> {
    pub cut: &'a Cut,
    pub maps: &'a [Maps],
    pub lower: &'a Lowers,
    /// The halves that it may have something in.
    pub halves: [Option<Half<'a>>; 2],
}

/// A tile of the level that is being made. It has the level before the last until it is filled.
pub struct Target<'a> {
    pub layout: &'a Layout,
    pub tile: &'a Tile,
    pub words: &'a mut [u64],
    pub active: &'a mut [bool],
    /// How many rows of each block have something.
    pub busy: &'a [AtomicU32],
    /// Its part of the marks, if these are to be set.
    pub marks: Option<&'a mut [u64]>,
    /// Whether it is filled.
    pub is_made: bool,
}

impl Source<'_> {
    /// Makes a tile.
    pub fn fill(&self, target: &mut Target, worker: &mut Worker) {
        target.is_made = true;
        #[cfg(target_arch = "x86_64")]
        if let Some(quick) = Quick::new() {
            // SAFETY: the processor was asked for these features.
            return unsafe { self.fill_quickly(quick, target, worker) };
        }
        self.fill_with(Plain, target, worker);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fill_quickly(&self, quick: Quick, target: &mut Target, worker: &mut Worker) {
        self.fill_with(quick, target, worker);
    }

    #[inline(always)]
    fn fill_with(&self, quick: impl Gather, target: &mut Target, worker: &mut Worker) {
        let Tile { block, rows } = target.tile;
        let words = target.layout.blocks[*block].words;
        worker.rows.resize(worker.rows.len().max(rows.len() * words), 0);
        worker.touched.clear();
        worker.touched.resize(rows.len(), false);
        let maps = &self.maps[block / 2];
        let parity = target.layout.parity;
        let parities = [block % 2, (block % 2) ^ parity];
        // What changes neither the sum's parity nor the profile leads from a block to itself.
        for turn in [0, 1] {
            let Some(half) = &self.halves[parity ^ turn] else { continue };
            let sources = &maps.rows[parities[0]][turn];
            within_rows(half, sources, block ^ turn, rows, worker);
        }
        self.within_columns(quick, *block, parity, rows, worker);
        for bridge in &maps.bridges.list {
            let Some(half) = &self.halves[parity ^ bridge.turns[0] ^ bridge.turns[1]] else {
                continue;
            };
            let from = 2 * bridge.from + (parities[0] ^ bridge.turns[0]);
            let columns = maps.bridges.columns(bridge, parities[1]);
            if half.plane.is_busy(from) && !columns.is_empty() {
                let pairs = maps.bridges.pairs(bridge, parities[0], rows);
                over(quick, half.lines(from), pairs, columns, rows.start, words, worker);
            }
        }
        let own = self.halves[parity].map(|half| {
            let block = &half.layout.blocks[*block];
            &half.plane.words[block.row(rows.start).start..block.row(rows.end).start]
        });
        sift(target, own, words, worker);
    }
}

/// Moves within the upper part.
#[inline(always)]
fn within_rows(
    half: &Half,
    sources: &Sources,
    from: usize,
    rows: &Range<usize>,
    worker: &mut Worker,
) {
    if sources.is_empty() || !half.plane.is_busy(from) {
        return;
    }
    let lines = half.lines(from);
    for (at, row) in rows.clone().enumerate() {
        for &from in sources.of(row) {
            if let Some(from) = lines.of(from as usize) {
                let to = worker.row(at, lines.width);
                to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
            }
        }
    }
}

/// Ways from another profile, or through both parts, that bring rows to those of a tile.
#[inline(always)]
fn over(
    quick: impl Gather,
    lines: Lines,
    pairs: &[(u32, u32)],
    columns: &[Segment],
    first: usize,
    words: usize,
    worker: &mut Worker,
) {
    for &(to, from) in pairs {
        if let Some(from) = lines.of(from as usize) {
            let to = worker.row(to as usize - first, words);
            columns.iter().for_each(|segment| segment.bring(quick, from, to));
        }
    }
}

/// Puts what is new into the tile, in place of the level before the last. `own` has the same rows of the
/// last level, if that is in the same half.
#[inline(always)]
fn sift(target: &mut Target, own: Option<&[u64]>, words: usize, worker: &mut Worker) {
    let (mut was, mut is) = (0, 0);
    for (row, active) in target.active.iter_mut().enumerate() {
        if !*active && !worker.touched[row] {
            continue;
        }
        let span = row * words..(row + 1) * words;
        let level = &mut target.words[span.clone()];
        was += u32::from(*active);
        if !worker.touched[row] {
            level.fill(0);
            *active = false;
            continue;
        }
        for (level, brought) in level.iter_mut().zip(&mut worker.rows[span.clone()]) {
            *level = std::mem::take(brought) & !*level;
        }
        if let Some(own) = own {
            level.iter_mut().zip(&own[span.clone()]).for_each(|(level, own)| *level &= !own);
        }
        let found = level.iter().map(|level| u64::from(level.count_ones())).sum::<u64>();
        *active = found > 0;
        if let Some(marks) = target.marks.as_mut().filter(|_| found > 0) {
            marks[span].iter_mut().zip(level).for_each(|(mark, level)| *mark |= *level);
        }
        is += u32::from(*active);
        worker.found += found;
    }
    let busy = &target.busy[target.tile.block];
    busy.fetch_add(is, Relaxed);
    busy.fetch_sub(was, Relaxed);
}

/// The tiles of a level that is to be made, some together for one thread at a time.
#[derive(Default)]
pub struct Tasks<'a> {
    all: Vec<Mutex<Vec<Target<'a>>>>,
    /// The one that is being put together, and how many words it has.
    task: Vec<Target<'a>>,
    words: usize,
}

impl<'a> Tasks<'a> {
    /// The tiles of a half in which there may be something, or may have been.
    pub fn add(
        &mut self,
        layout: &'a Layout,
        plane: &'a mut Plane,
        wanted: &[bool],
        marks: Option<&'a mut Words>,
    ) {
        let Plane { words, active, busy } = plane;
        let (mut words, mut active, busy) = (&mut words[..], &mut active[..], &busy[..]);
        let mut marks = marks.map(|marks| &mut marks[..]);
        for tile in &layout.tiles {
            let size = tile.rows.len() * layout.blocks[tile.block].words;
            let target = Target {
                layout,
                tile,
                words: words.split_off_mut(..size).expect("tiles are within their half"),
                active: active.split_off_mut(..tile.rows.len()).expect("as before"),
                busy,
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

    /// All of them.
    pub fn end(mut self) -> Vec<Mutex<Vec<Target<'a>>>> {
        self.all.push(Mutex::new(self.task));
        self.all
    }
}

/// Takes the marks of a level back that could not be made whole.
pub fn forget(tasks: Vec<Mutex<Vec<Target>>>) {
    let tasks = tasks.into_iter().map(|task| task.into_inner().expect("no thread panics"));
    for mut target in tasks.flatten().filter(|target| target.is_made) {
        if let Some(marks) = &mut target.marks {
            marks.iter_mut().zip(&*target.words).for_each(|(mark, level)| *mark &= !level);
        }
    }
}
