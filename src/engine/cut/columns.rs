//! Moves within the lower part: they map columns to columns, the same in all rows.

use std::ops::Range;

use super::level::{BlockRows, LevelSource, RowFilling, TileWorker};
use super::maps::LowerMoves;
use super::plane::SLAB;
use crate::engine::rank::cut::{Columns, Gather, transpose};
use crate::engine::store::prefetch;

/// Placements of a slab per word of a row, over all its rows, below which they are handled one by
/// one.
const DENSE: usize = 40;

/// Placements that are collected before their moves are looked up.
const MANY: usize = 1 << 8;

impl LevelSource<'_> {
    /// Applies the moves within the lower part.
    #[inline(always)]
    pub fn within_columns(
        &self,
        quick: impl Gather,
        block: usize,
        parity: usize,
        rows: &Range<usize>,
        worker: &mut TileWorker,
    ) {
        let profile = block / 2;
        let moves = &self.lower.moves[self.cut.lower_number(profile)];
        let columns = [0, 1].map(|parity| self.cut.columns(profile, parity));
        let own = (block % 2) ^ parity;
        // For columns whose parity stays, and for those that change it.
        let sources = [0, 1].map(|turn| {
            let half = self.halves[parity ^ turn].as_ref()?;
            let is_any = !moves[own][turn].is_empty() && half.plane.is_active(block);
            is_any.then(|| half.lines(block))
        });
        if sources.iter().all(Option::is_none) {
            return;
        }
        let mut may_be = std::mem::take(&mut worker.may_be);
        let mut singles = std::mem::take(&mut worker.singles);
        self.lower.passed.avoiding(self.cut.covered(profile), &mut may_be);
        for begin in rows.clone().step_by(SLAB) {
            let first = begin - rows.start;
            let mut dense = [None; 2];
            for turn in [0, 1] {
                let (Some(lines), other) = (sources[turn], columns[own ^ turn]) else { continue };
                if is_dense(lines, begin) {
                    turned(lines, other, begin, &mut worker.columns[turn]);
                    dense[turn] = Some(&moves[own][turn]);
                    continue;
                }
                // Moves can be undone, so the sources of a filling are also its destinations.
                let (moves, singles) = (&moves[own ^ turn][turn], &mut singles[turn]);
                collect(quick, lines, (other, moves), begin, first, singles);
                if singles.len() >= MANY {
                    one_by_one(moves, &may_be, columns[own], singles, worker);
                }
            }
            if dense.iter().any(Option::is_some) {
                together(dense, &may_be, columns[own], SLAB.min(rows.end - begin), first, worker);
            }
        }
        for (turn, singles) in singles.iter_mut().enumerate() {
            one_by_one(&moves[own ^ turn][turn], &may_be, columns[own], singles, worker);
        }
        (worker.may_be, worker.singles) = (may_be, singles);
    }
}

/// Whether the rows of a slab have enough placements to be worth transposing.
#[inline(always)]
fn is_dense(lines: BlockRows, begin: usize) -> bool {
    let mut ones = 0;
    for (_, row) in lines.slab(begin) {
        for bits in row {
            ones += bits.count_ones() as usize;
        }
    }
    ones >= DENSE * lines.width
}

/// Lists all placements of a slab's rows.
#[inline(always)]
fn collect(
    quick: impl Gather,
    lines: BlockRows,
    (columns, moves): (&Columns, &LowerMoves),
    begin: usize,
    first: usize,
    singles: &mut Vec<RowFilling>,
) {
    for (at, bits) in lines.slab(begin) {
        columns.each(quick, bits, |filling| {
            moves.prefetch(filling);
            singles.push(((first + at) as u32, filling as u32));
        });
    }
}

/// Applies moves within the lower part, placement by placement, from one matrix to another with as
/// many rows. The look-ups are scattered in memory, so all are prefetched before the first is used.
/// Empties the list.
#[inline(always)]
fn one_by_one(
    moves: &LowerMoves,
    may_be: &[bool],
    to: &Columns,
    singles: &mut Vec<RowFilling>,
    worker: &mut TileWorker,
) {
    let words = to.len().div_ceil(64);
    let (mask, before) = to.parts();
    let mut led_to = std::mem::take(&mut worker.led_to);
    for (row, filling) in singles.drain(..) {
        moves.each(filling as usize, may_be, |filling| {
            prefetch(mask, filling / 64);
            prefetch(before, filling / 64);
            led_to.push((row, filling as u32));
        });
    }
    for (row, filling) in led_to.drain(..) {
        if let Some(column) = to.column(filling as usize) {
            worker.row(row as usize, words)[column / 64] |= 1 << (column % 64);
        }
    }
    worker.led_to = led_to;
}

/// Transposes the rows of a slab: for each filling that is a column, a word of the rows that have
/// it. Other fillings get 0.
#[inline(always)]
fn turned(lines: BlockRows, columns: &Columns, begin: usize, turned: &mut Vec<u64>) {
    turned.clear();
    turned.resize(columns.mask().len() * 64, 0);
    let mut tile = [0; 64];
    let mut fillings = columns.fillings();
    for at in 0..lines.width {
        tile.fill(0);
        for (row, bits) in lines.slab(begin) {
            tile[row] = bits[at];
        }
        transpose(&mut tile);
        for bits in tile {
            let Some(filling) = fillings.next() else { break };
            turned[filling] = bits;
        }
    }
}

/// Applies moves within the lower part to all rows of a slab at once: columns have been transposed
/// to words.
#[inline(always)]
fn together(
    moves: [Option<&LowerMoves>; 2],
    may_be: &[bool],
    columns: &Columns,
    rows: usize,
    first: usize,
    worker: &mut TileWorker,
) {
    let words = columns.len().div_ceil(64);
    let mut tile = [0; 64];
    let mut fillings = columns.fillings();
    for at in 0..words {
        tile.fill(0);
        for bits in &mut tile {
            let Some(filling) = fillings.next() else { break };
            let mut all = 0;
            for turn in 0..2 {
                if let Some(moves) = moves[turn] {
                    let columns = &worker.columns[turn];
                    moves.each(filling, may_be, |from| all |= columns[from]);
                }
            }
            *bits = all;
        }
        transpose(&mut tile);
        for (row, &bits) in tile[..rows].iter().enumerate() {
            if bits != 0 {
                worker.row(first + row, words)[at] |= bits;
            }
        }
    }
}
