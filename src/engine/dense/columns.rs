//! Moves within the lower part: they map columns to columns, the same in all rows.

use std::ops::Range;

use super::Parity;
use super::bits::{Columns, transpose};
use super::level::{LastLevel, TileWorker};
use super::matrices::Matrices;
use super::placements::block_number;
use super::planes::{BlockRows, SLAB};
use super::transitions::Sources;
use crate::engine::store::{ones, prefetch};

/// Placements of a slab per word of a row, over all its rows, below which they are handled one by
/// one.
const DENSE: usize = 40;

/// Placements that are collected before their moves are looked up.
const MANY: usize = 1 << 8;

/// A row of the current tile, and a lower filling.
pub type RowFilling = (u32, u32);

impl Matrices {
    /// Applies the moves within the lower part.
    #[inline(always)]
    pub fn within_columns(
        &self,
        last: &LastLevel,
        profile: usize,
        parities: [Parity; 2],
        rows: &Range<usize>,
        worker: &mut TileWorker,
    ) {
        let placements = &self.placements;
        let moves = &self.transitions.lower[placements.profiles[profile].lower];
        let (columns, own) = (&placements.profiles[profile].columns, parities[1]);
        let block = block_number(profile, parities[0]);
        // For columns whose parity stays, and for those that change it.
        let sources = Parity::BOTH.map(|turn| {
            let half = last[parities[0] ^ own ^ turn].as_ref()?;
            half.lines(block).filter(|_| !moves[own][turn].is_empty())
        });
        if sources.iter().all(Option::is_none) {
            return;
        }
        let mut may_pass = std::mem::take(&mut worker.may_pass);
        let mut singles = std::mem::take(&mut worker.singles);
        let covered = placements.profiles[profile].profile.covered;
        may_pass.clear();
        may_pass.extend(self.transitions.passed.iter().map(|cells| cells & covered == 0));
        for begin in rows.clone().step_by(SLAB) {
            let first = begin - rows.start;
            let mut dense = [None; 2];
            for turn in Parity::BOTH {
                let (Some(lines), other) = (sources[turn], &columns[own ^ turn]) else { continue };
                if is_dense(lines, begin) {
                    turned(lines, other, begin, &mut worker.columns[turn]);
                    dense[turn] = Some(&moves[own][turn]);
                    continue;
                }
                // Moves can be undone, so the sources of a filling are also its destinations.
                let (moves, singles) = (&moves[own ^ turn][turn], &mut singles[turn]);
                collect(lines, other, moves, begin, first, singles);
                if singles.len() >= MANY {
                    one_by_one(moves, &may_pass, &columns[own], singles, worker);
                }
            }
            if dense.iter().any(Option::is_some) {
                let rows = first..(first + SLAB).min(rows.len());
                together(dense, &may_pass, &columns[own], rows, worker);
            }
        }
        for turn in Parity::BOTH {
            let moves = &moves[own ^ turn][turn];
            one_by_one(moves, &may_pass, &columns[own], &mut singles[turn], worker);
        }
        (worker.may_pass, worker.singles) = (may_pass, singles);
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
    may_pass: &[bool],
    to: &Columns,
    singles: &mut Vec<RowFilling>,
    worker: &mut TileWorker,
) {
    let words = to.words();
    let (mask, before) = to.parts();
    let mut next = std::mem::take(&mut worker.next);
    for (row, filling) in singles.drain(..) {
        moves.each_allowed(filling as usize, may_pass, |filling| {
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
    moves: [Option<&Sources>; 2],
    may_pass: &[bool],
    columns: &Columns,
    rows: Range<usize>,
    worker: &mut TileWorker,
) {
    let words = columns.words();
    let mut tile = [0; 64];
    for (at, fillings) in columns.fillings.chunks(64).enumerate() {
        tile.fill(0);
        for (bits, &filling) in tile.iter_mut().zip(fillings) {
            for (moves, columns) in moves.iter().zip(&worker.columns) {
                let Some(moves) = moves else { continue };
                moves.each_allowed(filling as usize, may_pass, |from| *bits |= columns[from]);
            }
        }
        transpose(&mut tile);
        for (row, bits) in rows.clone().zip(tile) {
            if bits != 0 {
                worker.row(row, words)[at] |= bits;
            }
        }
    }
}
