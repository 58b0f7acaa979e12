//! Canonical positions: of all images of a position under the puzzle's symmetries, the one with the
//! smallest code.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::_pext_u64;

use super::code::MAX_PLANES;
use super::{Code, Coding, Image};
use crate::puzzle::Placement;

/// Cells that are looked up together, by the number of planes: the tables should fit the L1 cache.
const TOGETHER: [usize; 7] = [1, 8, 4, 3, 2, 1, 1];

/// Longer codes are not folded.
const MOST_WORDS: usize = 4;

/// The symmetries of a puzzle, for codes of `W` words.
pub struct CodeSymmetries<const W: usize> {
    cells: usize,
    planes: usize,
    groups: Vec<CellGroup<W>>,
    /// For each symmetry, group by group, the images of all contents of the group.
    images: Vec<Vec<Code<W>>>,
}

/// Cells that are looked up together.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "others gather plane by plane"))]
struct CellGroup<const W: usize> {
    first: usize,
    cells: usize,
    /// The bits of all planes of these cells, and how many of them come before those of each word.
    bits: [u64; W],
    before: [u32; W],
    /// Where the group's part of a table begins.
    begin: usize,
}

impl<const W: usize> CodeSymmetries<W> {
    /// Builds the symmetries of a puzzle. `None` if there are none, or if codes are too long.
    pub fn new<const N: usize>(coding: &Coding<N>, images: &[Image]) -> Option<Self> {
        if images.is_empty() || W > MOST_WORDS {
            return None;
        }
        let (cells, planes) = (coding.cells, coding.planes);
        let mut groups: Vec<CellGroup<W>> = Vec::new();
        let mut begin = 0;
        for first in (0..cells).step_by(TOGETHER[planes]) {
            let group = CellGroup::new(first, TOGETHER[planes].min(cells - first), begin, coding);
            begin += 1 << (planes * group.cells);
            groups.push(group);
        }
        let table = |image: &Image| {
            let pieces = pieces(coding, image);
            groups.iter().flat_map(|group| group.table(&pieces, planes)).collect()
        };
        let images = images.iter().map(table).collect();
        Some(Self { cells, planes, groups, images })
    }

    /// Returns the largest number of positions that one can stand for.
    pub fn images(&self) -> usize {
        1 + self.images.len()
    }

    /// Returns the images of a position under each symmetry but the identity, given a method for
    /// the table look-up.
    #[inline(always)]
    fn each(
        &self,
        code: Code<W>,
        turned: impl Fn(&[Code<W>], &Code<W>) -> Code<W> + Copy,
    ) -> impl Iterator<Item = Code<W>> {
        self.images.iter().map(move |table| turned(table, &code))
    }

    /// Returns the image of a position whose groups have these bits.
    #[inline(always)]
    fn looked_up(&self, table: &[Code<W>], bits: impl Fn(&CellGroup<W>) -> usize) -> Code<W> {
        let groups = self.groups.iter().map(|group| table[group.begin + bits(group)]);
        groups.fold(Code::ZERO, Code::or)
    }

    #[inline(always)]
    fn least_by(
        &self,
        code: &Code<W>,
        turned: impl Fn(&[Code<W>], &Code<W>) -> Code<W> + Copy,
    ) -> Code<W> {
        self.each(*code, turned).fold(*code, Code::min)
    }

    #[inline(always)]
    fn replace_by<M: Copy>(
        &self,
        found: &mut [(Code<W>, M)],
        other: M,
        turned: impl Fn(&[Code<W>], &Code<W>) -> Code<W> + Copy,
    ) {
        for (code, mark) in found {
            let least = self.least_by(code, turned);
            if least != *code {
                (*code, *mark) = (least, other);
            }
        }
    }

    #[inline(always)]
    fn count_by<'c>(
        &self,
        codes: impl Iterator<Item = &'c Code<W>>,
        turned: impl Fn(&[Code<W>], &Code<W>) -> Code<W> + Copy,
    ) -> u64 {
        // All distinct images occur equally often, so count how often one of them does.
        let same = |code: &Code<W>| self.each(*code, turned).filter(|image| image == code).count();
        codes.map(|code| (self.images() / (1 + same(code))) as u64).sum()
    }

    /// Returns the portable method for the look-up.
    fn plain(&self) -> impl Fn(&[Code<W>], &Code<W>) -> Code<W> + Copy + use<'_, W> {
        |table, code| {
            // Folded codes belong to boards of at most 64 cells.
            let mut planes = [0; MAX_PLANES];
            for plane in 0..self.planes {
                planes[plane] = code.bits_from(plane * self.cells);
            }
            self.looked_up(table, |group| group.index(&planes[..self.planes]))
        }
    }

    /// Returns the position that stands for this one and all its images.
    pub fn representative(&self, code: &Code<W>) -> Code<W> {
        self.least_by(code, self.plain())
    }

    /// Replaces codes by those that stand for them. Codes that change get `other` as their second
    /// part.
    pub fn replace<M: Copy>(&self, found: &mut [(Code<W>, M)], other: M) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor supports it, as checked above.
            return unsafe { replace_quickly(self, found, other) };
        }
        self.replace_by(found, other, self.plain());
    }

    /// Returns how many positions these stand for.
    pub fn count<'c>(&self, codes: impl Iterator<Item = &'c Code<W>>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor supports it, as checked above.
            return unsafe { count_quickly(self, codes) };
        }
        self.count_by(codes, self.plain())
    }

    /// Returns a position and all its images, each once, ascending.
    pub fn orbit(&self, code: &Code<W>) -> Vec<Code<W>> {
        let all = self.each(*code, self.plain());
        let mut orbit: Vec<Code<W>> = all.chain([*code]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn replace_quickly<const W: usize, M: Copy>(
    fold: &CodeSymmetries<W>,
    found: &mut [(Code<W>, M)],
    other: M,
) {
    fold.replace_by(found, other, |table, code| {
        fold.looked_up(table, |group| group.gathered(code))
    });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn count_quickly<'c, const W: usize>(
    fold: &CodeSymmetries<W>,
    codes: impl Iterator<Item = &'c Code<W>>,
) -> u64 {
    fold.count_by(codes, |table, code| fold.looked_up(table, |group| group.gathered(code)))
}

/// Returns, for each cell and each number of a kind, the code of the image of that piece alone.
fn pieces<const W: usize, const N: usize>(coding: &Coding<N>, image: &Image) -> Vec<Vec<Code<W>>> {
    let code = |cell: usize, number: usize| {
        let mut code = Code::ZERO;
        let piece = coding.kind(number).map(|kind| Placement { cell: cell as u32, kind });
        if let Some(to) = piece.and_then(|piece| image.piece(piece)) {
            coding.put(&mut code, to.cell as usize, to.kind);
        }
        code
    };
    let of_cell = |cell| (0..1 << coding.planes).map(|number| code(cell, number)).collect();
    (0..coding.cells).map(of_cell).collect()
}

impl<const W: usize> CellGroup<W> {
    fn new<const N: usize>(first: usize, cells: usize, begin: usize, coding: &Coding<N>) -> Self {
        let columns = (first..first + cells).map(|cell| coding.column::<W>(cell));
        let Code(bits) = columns.fold(Code::ZERO, Code::or);
        let before =
            std::array::from_fn(|at| bits[..at].iter().map(|bits| bits.count_ones()).sum());
        Self { first, cells, bits, before, begin }
    }

    /// Returns the images of all contents of these cells.
    fn table(&self, pieces: &[Vec<Code<W>>], planes: usize) -> Vec<Code<W>> {
        let of = |bits: usize| {
            let number = |cell: usize| {
                let bit = |plane: usize| bits >> (plane * self.cells + cell) & 1;
                (0..planes).fold(0, |number, plane| number | bit(plane) << plane)
            };
            let codes = (0..self.cells).map(|cell| pieces[self.first + cell][number(cell)]);
            codes.fold(Code::ZERO, Code::or)
        };
        (0..1 << (planes * self.cells)).map(of).collect()
    }

    /// Returns the bits of these cells, plane by plane.
    #[inline(always)]
    fn index(&self, planes: &[u64]) -> usize {
        let bits = |plane: &u64| (plane >> self.first & !(!0 << self.cells)) as usize;
        // The last plane is read first, and the others shift it up.
        planes.iter().rev().fold(0, |all, plane| all << self.cells | bits(plane))
    }

    /// Like `index`, but with the `pext` instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2")]
    #[inline]
    fn gathered(&self, code: &Code<W>) -> usize {
        let mut all = 0;
        for at in 0..W {
            all |= _pext_u64(code.0[at], self.bits[at]) << self.before[at];
        }
        all as usize
    }
}
