//! Counts the neighbours of many placements at a time.
//!
//! A move is a map of rows times a map of columns, so it adds one to all placements of some rows
//! and some columns. The counts of a word's placements are stored in bit planes, one for each power
//! of two: adding one to any of them takes a few operations for the whole word.

use std::collections::BTreeSet;
use std::ops::Range;

use super::maps::{LowerMoveTables, Maps};
use super::plane::{HalfLayout, Tile};
use super::segments::Segment;
use crate::engine::layers::tally;
use crate::engine::rank::cut::Cut;

/// Approximate number of words of the rows that are counted together.
const CHUNK: usize = 1 << 12;

/// The counts of the placements of some words.
#[derive(Default)]
struct BitCounters {
    words: usize,
    /// Bit planes, from the lowest power of two on.
    planes: Vec<Vec<u64>>,
}

impl BitCounters {
    /// Resets the counts of all placements of `words` words.
    fn clear(&mut self, words: usize) {
        self.words = words;
        for plane in &mut self.planes {
            plane.clear();
            plane.resize(words, 0);
        }
    }

    /// Adds one to some placements of a word.
    #[inline(always)]
    fn add(&mut self, word: usize, bits: u64) {
        let mut carry = bits;
        for plane in &mut self.planes {
            if carry == 0 {
                return;
            }
            let sum = plane[word] ^ carry;
            carry &= plane[word];
            plane[word] = sum;
        }
        if carry != 0 {
            let mut plane = vec![0; self.words];
            plane[word] = carry;
            self.planes.push(plane);
        }
    }

    /// Copies the counts of one row to several.
    fn fill(&mut self, row: &BitCounters, rows: usize) {
        self.clear(rows * row.words);
        while self.planes.len() < row.planes.len() {
            self.planes.push(vec![0; self.words]);
        }
        for (plane, row) in self.planes.iter_mut().zip(&row.planes) {
            plane.chunks_exact_mut(row.len()).for_each(|bits| bits.copy_from_slice(row));
        }
    }

    /// Adds some placements of a word to a histogram of their counts, each increased by `plus`.
    fn add_to(&self, word: usize, bits: u64, plus: usize, counts: &mut Vec<u64>) {
        self.add_below(self.planes.len(), word, bits, plus, counts);
    }

    /// Like `add_to`, for placements with given bits in the planes from one on.
    fn add_below(
        &self,
        plane: usize,
        word: usize,
        bits: u64,
        number: usize,
        counts: &mut Vec<u64>,
    ) {
        if bits == 0 {
            return;
        }
        let Some(plane) = plane.checked_sub(1) else {
            tally(counts, number, bits.count_ones().into());
            return;
        };
        let set = self.planes[plane][word];
        self.add_below(plane, word, bits & !set, number, counts);
        self.add_below(plane, word, bits & set, number + (1 << plane), counts);
    }
}

/// The scratch space of a thread, and its results.
#[derive(Default)]
pub struct DegreeScratch {
    /// The number of moves within the lower part from each column.
    columns: BitCounters,
    /// The number of moves from each placement of some rows, besides those within the upper part.
    numbers: BitCounters,
    /// For paths with the same ends, the union of the placements that they lead from.
    some: Vec<u64>,
    may_be: Vec<bool>,
    sources: Vec<usize>,
    /// The number of positions with each number of neighbours.
    pub counts: Vec<u64>,
}

/// The placements of one half that were found.
#[derive(Clone, Copy)]
pub struct FoundPlacements<'a> {
    pub all: &'a [u64],
    /// The last level, which does not count, if it is not empty in this half.
    pub last: Option<&'a [u64]>,
}

impl FoundPlacements<'_> {
    /// Returns the placements of a word that count.
    fn bits(&self, word: usize) -> u64 {
        self.all[word] & !self.last.map_or(0, |last| last[word])
    }
}

/// Counts neighbours.
pub struct NeighbourCounter<'a> {
    pub cut: &'a Cut,
    pub maps: &'a [Maps],
    pub lower: &'a LowerMoveTables,
}

impl NeighbourCounter<'_> {
    /// Counts the neighbours of the placements of a tile that were found.
    pub fn count(
        &self,
        layout: &HalfLayout,
        tile: &Tile,
        found: FoundPlacements,
        counter: &mut DegreeScratch,
    ) {
        let block = &layout.blocks[tile.block];
        let mut words = block.row(tile.rows.start).start..block.row(tile.rows.end).start;
        if words.all(|word| found.bits(word) == 0) {
            return;
        }
        let parities = [tile.block % 2, (tile.block % 2) ^ layout.parity];
        self.count_columns(tile.block / 2, parities[1], block.words, counter);
        let bridges = &self.maps[tile.block / 2].bridges;
        let step = (CHUNK / block.words).max(1);
        for begin in tile.rows.clone().step_by(step) {
            let rows = begin..tile.rows.end.min(begin + step);
            let DegreeScratch { columns, numbers, .. } = counter;
            numbers.fill(columns, rows.len());
            for same in bridges.list.chunk_by(|one, next| one.has_ends_of(next)) {
                let all: Vec<_> = same
                    .iter()
                    .map(|bridge| {
                        let pairs = bridges.pairs(bridge, parities[0], &rows);
                        let ends = bridges.ends(bridge, parities[1]);
                        (pairs, bridges.columns(bridge, parities[1]), ends)
                    })
                    .collect();
                add_bridges(&all, &rows, block.words, counter);
            }
            for row in rows.clone() {
                let plus = self.upper_moves(tile.block, row, &mut counter.sources);
                let words = (row - rows.start) * block.words..;
                for (word, at) in words.zip(block.row(row)) {
                    counter.numbers.add_to(word, found.bits(at), plus, &mut counter.counts);
                }
            }
        }
    }

    /// Returns the number of moves within the upper part from a row.
    fn upper_moves(&self, block: usize, row: usize, sources: &mut Vec<usize>) -> usize {
        let maps = &self.maps[block / 2].rows[block % 2];
        let different = |turn: usize| {
            sources.clear();
            if !maps[turn].is_empty() {
                sources.extend(maps[turn].of(row).iter().map(|&from| from as usize));
            }
            number_of_different(sources)
        };
        [0, 1].map(different).iter().sum()
    }

    /// Counts the moves within the lower part from each column of a profile.
    fn count_columns(
        &self,
        profile: usize,
        parity: usize,
        words: usize,
        counter: &mut DegreeScratch,
    ) {
        let DegreeScratch { columns, may_be, sources, .. } = counter;
        columns.clear(words);
        self.lower.passed.avoiding(self.cut.covered(profile), may_be);
        for turn in [0, 1] {
            let moves = &self.lower.moves[self.cut.lower_number(profile)][parity][turn];
            if moves.is_empty() {
                continue;
            }
            let others = self.cut.columns(profile, parity ^ turn);
            let own = self.cut.columns(profile, parity);
            for (column, filling) in own.fillings().enumerate() {
                sources.clear();
                moves.each(filling, may_be, |from| sources.extend(others.column(from)));
                for _ in 0..number_of_different(sources) {
                    columns.add(column / 64, 1 << (column % 64));
                }
            }
        }
    }
}

/// Returns the number of different ends: several paths may lead to the same placement.
fn number_of_different(ends: &mut Vec<usize>) -> usize {
    ends.sort_unstable();
    ends.dedup();
    ends.len()
}

/// A bridge's data for some rows: its pairs of these, and its effect on columns, with the ends in
/// the lower part.
type BridgePart<'a> = (&'a [(u32, u32)], &'a [Segment], &'a [u32]);

/// Adds one to the placements that bridges with the same ends in the upper part lead from, for some
/// rows.
fn add_bridges(
    bridges: &[BridgePart],
    rows: &Range<usize>,
    words: usize,
    counter: &mut DegreeScratch,
) {
    let DegreeScratch { numbers, some, .. } = counter;
    let place = |row: u32| (row as usize - rows.start) * words;
    if let &[(pairs, segments, _)] = bridges {
        each(pairs, segments, place, |word, bits| numbers.add(word, bits));
        return;
    }
    let all: BTreeSet<u32> = bridges.iter().flat_map(|(.., ends)| *ends).copied().collect();
    for wanted in all {
        some.clear();
        some.resize(rows.len() * words, 0);
        for (pairs, segments, ends) in bridges {
            let segments = segments.iter().zip(*ends).filter(|(_, ends)| **ends == wanted);
            let segments = segments.map(|(segment, _)| segment);
            each(pairs, segments, place, |word, bits| some[word] |= bits);
        }
        some.iter().enumerate().for_each(|(word, &bits)| numbers.add(word, bits));
    }
}

/// Calls `visit`, word by word, with the destinations of some segments of a bridge in some rows.
/// Each row begins at some word.
fn each<'a>(
    pairs: &[(u32, u32)],
    segments: impl IntoIterator<Item = &'a Segment, IntoIter: Clone>,
    place: impl Fn(u32) -> usize,
    mut visit: impl FnMut(usize, u64),
) {
    let segments = segments.into_iter();
    for at in pairs.iter().map(|&(row, _)| place(row)) {
        segments.clone().for_each(|segment| visit(at + segment.to as usize, segment.to_bits));
    }
}
