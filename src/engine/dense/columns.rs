//! Moves within the lower part: they map columns to columns, the same in all rows.

use std::ops::Range;

use super::Parity;
use super::bits::{Columns, transpose};
use super::board::OpenCells;
use super::level::TileWorker;
use super::matrices::Matrices;
use super::placements::MatrixProfile;
use super::planes::{BlockRows, SLAB};
use super::transitions::Sources;
use crate::engine::store::{ones, prefetch};

/// Placements of a slab per word of a row, over all its rows, below which they are handled one by
/// one.
const DENSE: usize = 40;

/// Placements that are collected before their moves are looked up.
const MANY: usize = 1 << 8;

/// The sets of cells that moves pass, and the cells that they must not pass.
pub type Barred<'a> = (&'a [OpenCells], OpenCells);

/// A row of the current tile, and a lower filling.
pub type RowFilling = (u32, u32);

impl Matrices {
    /// Applies the moves within the lower part, given the rows that they lead from.
    #[inline(always)]
    pub fn within_columns(
        &self,
        lines: BlockRows,
        profile: usize,
        parity: Parity,
        rows: &Range<usize>,
        worker: &mut TileWorker,
    ) {
        let MatrixProfile { profile, lower, ref columns, .. } = self.placements.profiles[profile];
        let before = parity ^ self.placements.board.turn;
        // Moves can be undone, so the sources of a filling are also its destinations.
        let [sources, destinations] =
            [parity, before].map(|own| &self.transitions.lower[lower][own]);
        let (to, from) = (&columns[parity], &columns[before]);
        if sources.is_empty() {
            return;
        }
        let mut singles = std::mem::take(&mut worker.singles);
        // Paths must not pass the protruding cells.
        let barred = (&self.transitions.passed[..], profile.covered);
        for begin in rows.clone().step_by(SLAB) {
            let first = begin - rows.start;
            if is_dense(lines, begin) {
                turned(lines, from, begin, &mut worker.columns);
                let rows = first..(first + SLAB).min(rows.len());
                together(sources, barred, to, rows, worker);
                continue;
            }
            collect(lines, from, destinations, begin, first, &mut singles);
            if singles.len() >= MANY {
                one_by_one(destinations, barred, to, &mut singles, worker);
            }
        }
        one_by_one(destinations, barred, to, &mut singles, worker);
        worker.singles = singles;
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
    lines: BlockRows,
    columns: &Columns,
    moves: &Sources,
    begin: usize,
    first: usize,
    singles: &mut Vec<RowFilling>,
) {
    for (at, row) in lines.slab(begin) {
        for (word, &bits) in row.iter().enumerate() {
            for bit in ones(bits) {
                let filling = columns.fillings[word * 64 + bit as usize];
                moves.prefetch(filling as usize);
                singles.push(((first + at) as u32, filling));
            }
        }
    }
}

/// Applies moves within the lower part, placement by placement, from one matrix to another with as
/// many rows. The look-ups are scattered in memory, so all are prefetched before the first is used.
/// Empties the list.
#[inline(always)]
fn one_by_one(
    moves: &Sources,
    barred: Barred,
    to: &Columns,
    singles: &mut Vec<RowFilling>,
    worker: &mut TileWorker,
) {
    let words = to.words();
    let (mask, before) = to.parts();
    let mut next = std::mem::take(&mut worker.next);
    for (row, filling) in singles.drain(..) {
        moves.each_allowed(filling as usize, barred, |filling| {
            prefetch(mask, filling / 64);
            prefetch(before, filling / 64);
            next.push((row, filling as u32));
        });
    }
    for (row, filling) in next.drain(..) {
        if let Some(column) = to.column(filling as usize) {
            worker.row(row as usize, words)[column / 64] |= 1 << (column % 64);
        }
    }
    worker.next = next;
}

/// Transposes the rows of a slab: for each filling that is a column, a word of the rows that have
/// it. Other fillings get 0.
#[inline(always)]
fn turned(lines: BlockRows, columns: &Columns, begin: usize, turned: &mut Vec<u64>) {
    turned.clear();
    turned.resize(columns.parts().0.len() * 64, 0);
    let mut tile = [0; 64];
    for (at, fillings) in columns.fillings.chunks(64).enumerate() {
        tile.fill(0);
        for (row, bits) in lines.slab(begin) {
            tile[row] = bits[at];
        }
        transpose(&mut tile);
        for (&filling, bits) in fillings.iter().zip(tile) {
            turned[filling as usize] = bits;
        }
    }
}

/// Applies moves within the lower part to all rows of a slab at once: columns have been transposed
/// to words.
#[inline(always)]
fn together(
    moves: &Sources,
    barred: Barred,
    columns: &Columns,
    rows: Range<usize>,
    worker: &mut TileWorker,
) {
    let words = columns.words();
    let mut tile = [0; 64];
    for (at, fillings) in columns.fillings.chunks(64).enumerate() {
        tile.fill(0);
        for (bits, &filling) in tile.iter_mut().zip(fillings) {
            // A sum in memory would be written for each source.
            let mut all = 0;
            moves.each_allowed(filling as usize, barred, |from| all |= worker.columns[from]);
            *bits = all;
        }
        transpose(&mut tile);
        for (row, bits) in rows.clone().zip(tile) {
            if bits != 0 {
                worker.row(row, words)[at] |= bits;
            }
        }
    }
}
