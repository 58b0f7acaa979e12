//! Moves within the lower part: columns go to columns, in all rows alike.

use std::ops::Range;

use super::level::{Lines, SLAB, Source, Worker};
use super::maps::LowerMoves;
use crate::rank::cut::{Columns, Gather, transpose};

/// Where a word of a slab's rows has fewer bits than this, they are taken one by one.
const DENSE: usize = 40;

impl Source<'_> {
    /// Moves within the lower part.
    #[inline(always)]
    pub fn within_columns(
        &self,
        quick: impl Gather,
        block: usize,
        parity: usize,
        rows: &Range<usize>,
        worker: &mut Worker,
    ) {
        let profile = block / 2;
        let moves = &self.lower.moves[self.cut.lower_number(profile)];
        let columns = [0, 1].map(|parity| self.cut.columns(profile, parity));
        let own = (block % 2) ^ parity;
        // For columns whose parity stays, and for those that turn it.
        let sources = [0, 1].map(|turn| {
            let half = self.halves[parity ^ turn].as_ref()?;
            let is_any = !moves[own][turn].is_empty() && half.plane.is_busy(block);
            is_any.then(|| half.lines(block))
        });
        if sources.iter().all(Option::is_none) {
            return;
        }
        let mut may_be = std::mem::take(&mut worker.may_be);
        self.lower.passed.avoiding(self.cut.covered(profile), &mut may_be);
        for begin in rows.clone().step_by(SLAB) {
            let slab = begin..rows.end.min(begin + SLAB);
            let first = begin - rows.start;
            let mut dense = [None; 2];
            for turn in [0, 1] {
                let (Some(lines), other) = (sources[turn], columns[own ^ turn]) else { continue };
                if is_dense(lines, &slab) {
                    turned(lines, other, &slab, &mut worker.columns[turn]);
                    dense[turn] = Some(&moves[own][turn]);
                    continue;
                }
                // Moves can be taken back: what leads there is what it leads to.
                let moves = (&moves[own ^ turn][turn], &may_be[..]);
                one_by_one(quick, lines, moves, [other, columns[own]], &slab, first, worker);
            }
            if dense.iter().any(Option::is_some) {
                together(dense, &may_be, columns[own], slab.len(), first, worker);
            }
        }
        worker.may_be = may_be;
    }
}

/// Whether some rows have enough to be turned.
#[inline(always)]
fn is_dense(lines: Lines, rows: &Range<usize>) -> bool {
    let ones = |row: &[u64]| row.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
    let rows = rows.clone().filter_map(|row| lines.of(row));
    rows.map(ones).sum::<usize>() >= DENSE * lines.width
}

/// Moves within the lower part, placement by placement, of one matrix to another with as many rows.
#[inline(always)]
fn one_by_one(
    quick: impl Gather,
    lines: Lines,
    (moves, may_be): (&LowerMoves, &[bool]),
    [from, to]: [&Columns; 2],
    slab: &Range<usize>,
    first: usize,
    worker: &mut Worker,
) {
    let words = to.len().div_ceil(64);
    for (at, row) in slab.clone().enumerate() {
        let Some(bits) = lines.of(row) else { continue };
        let row = worker.row(first + at, words);
        from.each(quick, bits, |filling| {
            moves.each(filling, may_be, |filling| {
                if let Some(column) = to.column(filling) {
                    row[column / 64] |= 1 << (column % 64);
                }
            });
        });
    }
}

/// Turns the rows of a slab: for each filling that is a column, those that have it. What is not a column has nothing.
#[inline(always)]
fn turned(lines: Lines, columns: &Columns, slab: &Range<usize>, turned: &mut Vec<u64>) {
    turned.clear();
    turned.resize(columns.mask().len() * 64, 0);
    let mut tile = [0; 64];
    let mut fillings = columns.fillings();
    for at in 0..lines.width {
        tile.fill(0);
        for (row, bits) in slab.clone().zip(&mut tile) {
            if let Some(row) = lines.of(row) {
                *bits = row[at];
            }
        }
        transpose(&mut tile);
        for bits in tile {
            let Some(filling) = fillings.next() else { break };
            turned[filling] = bits;
        }
    }
}

/// Moves within the lower part, for all rows of a slab at once: columns have been turned to words.
#[inline(always)]
fn together(
    moves: [Option<&LowerMoves>; 2],
    may_be: &[bool],
    columns: &Columns,
    rows: usize,
    first: usize,
    worker: &mut Worker,
) {
    let words = columns.len().div_ceil(64);
    let mut tile = [0; 64];
    let mut fillings = columns.fillings();
    for at in 0..words {
        tile.fill(0);
        for bits in &mut tile {
            let Some(filling) = fillings.next() else { break };
            let mut all = 0;
            for (moves, columns) in moves.iter().zip(&worker.columns) {
                if let Some(moves) = moves {
                    moves.each(filling, may_be, |from| all |= columns[from]);
                }
            }
            *bits = all;
        }
        transpose(&mut tile);
        for (row, bits) in tile[..rows].iter().enumerate().filter(|&(_, &bits)| bits != 0) {
            worker.row(first + row, words)[at] |= bits;
        }
    }
}
