//! Canonical positions: of all images of a position under the puzzle's symmetries, the one with the
//! smallest code.

use super::{Code, Coding, Image};
use crate::engine::host::has_wide_instructions;
use crate::engine::store::gather;
use crate::puzzle::Placement;

/// Cells that are looked up together, by the number of planes: the tables should fit the L1 cache.
const TOGETHER: [usize; 7] = [1, 8, 4, 3, 2, 1, 1];

/// Longer codes are not folded.
const MOST_WORDS: usize = 4;

/// The symmetries of a puzzle, for codes of `W` words.
pub struct CodeSymmetries<const W: usize> {
    groups: Vec<CellGroup<W>>,
    /// For each symmetry, group by group, the images of all contents of the group.
    images: Vec<Vec<Code<W>>>,
}

/// Cells that are looked up together.
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
        let mut symmetries = Self { groups: Vec::new(), images: vec![Vec::new(); images.len()] };
        for first in (0..cells).step_by(TOGETHER[planes]) {
            let begin = symmetries.images[0].len();
            let group = CellGroup::new(first, TOGETHER[planes].min(cells - first), begin, coding);
            for (image, table) in images.iter().zip(&mut symmetries.images) {
                group.append_to(table, coding, image);
            }
            symmetries.groups.push(group);
        }
        Some(symmetries)
    }

    /// Returns the largest number of positions that one can stand for.
    pub fn images(&self) -> usize {
        1 + self.images.len()
    }

    /// Returns the image of a position under the symmetry with this table.
    #[inline(always)]
    fn image<const NATIVE: bool>(&self, table: &[Code<W>], code: &Code<W>) -> Code<W> {
        let mut image = Code::ZERO;
        for group in &self.groups {
            let bits = group.bits_of::<NATIVE>(code);
            image = image.or(table[group.begin + bits]);
        }
        image
    }

    /// Whether a position is its own image. Most are not, and the first pieces show it: s4v4 takes
    /// 0.95 of the time that whole images take.
    #[inline(always)]
    fn is_fixed<const NATIVE: bool>(&self, table: &[Code<W>], code: &Code<W>) -> bool {
        let mut image = Code::ZERO;
        for group in &self.groups {
            let part = table[group.begin + group.bits_of::<NATIVE>(code)];
            if part.and(*code) != part {
                return false;
            }
            image = image.or(part);
        }
        image == *code
    }

    #[inline(always)]
    fn least<const NATIVE: bool>(&self, code: &Code<W>) -> Code<W> {
        let mut least = *code;
        for table in &self.images {
            least = least.min(self.image::<NATIVE>(table, code));
        }
        least
    }

    #[inline(always)]
    fn replace_each<const NATIVE: bool, M: Copy>(&self, found: &mut [(Code<W>, M)], other: M) {
        for (code, mark) in found {
            let least = self.least::<NATIVE>(code);
            if least != *code {
                (*code, *mark) = (least, other);
            }
        }
    }

    #[inline(always)]
    fn count_each<'c, const NATIVE: bool>(&self, codes: impl Iterator<Item = &'c Code<W>>) -> u64 {
        let mut count = 0;
        for code in codes {
            // All distinct images occur equally often, so count how often one of them does.
            let mut same = 1;
            for table in &self.images {
                same += usize::from(self.is_fixed::<NATIVE>(table, code));
            }
            count += self.images() / same;
        }
        count as u64
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2")]
    fn replace_natively<M: Copy>(&self, found: &mut [(Code<W>, M)], other: M) {
        self.replace_each::<true, M>(found, other);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2")]
    fn count_natively<'c>(&self, codes: impl Iterator<Item = &'c Code<W>>) -> u64 {
        self.count_each::<true>(codes)
    }

    /// Returns the position that stands for this one and all its images.
    pub fn representative(&self, code: &Code<W>) -> Code<W> {
        self.least::<false>(code)
    }

    /// Replaces codes by those that stand for them. Codes that change get `other` as their second
    /// part.
    pub fn replace<M: Copy>(&self, found: &mut [(Code<W>, M)], other: M) {
        #[cfg(target_arch = "x86_64")]
        if has_wide_instructions() {
            // SAFETY: the processor supports it, as checked above.
            return unsafe { self.replace_natively(found, other) };
        }
        self.replace_each::<false, M>(found, other);
    }

    /// Returns how many positions these stand for.
    pub fn count<'c>(&self, codes: impl Iterator<Item = &'c Code<W>>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if has_wide_instructions() {
            // SAFETY: the processor supports it, as checked above.
            return unsafe { self.count_natively(codes) };
        }
        self.count_each::<false>(codes)
    }

    /// Returns a position and all its images, each once, ascending.
    pub fn orbit(&self, code: &Code<W>) -> Vec<Code<W>> {
        let mut orbit = vec![*code];
        for table in &self.images {
            orbit.push(self.image::<false>(table, code));
        }
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }
}

impl<const W: usize> CellGroup<W> {
    fn new<const N: usize>(first: usize, cells: usize, begin: usize, coding: &Coding<N>) -> Self {
        let mut group = Self { first, cells, bits: [0; W], before: [0; W], begin };
        for cell in first..first + cells {
            group.bits = Code(group.bits).or(coding.column(cell)).0;
        }
        for at in 1..W {
            group.before[at] = group.before[at - 1] + group.bits[at - 1].count_ones();
        }
        group
    }

    /// Appends the images of all contents of these cells to a table.
    fn append_to<const N: usize>(
        &self,
        table: &mut Vec<Code<W>>,
        coding: &Coding<N>,
        image: &Image,
    ) {
        table.push(Code::ZERO);
        for bits in 1_usize..1 << (coding.planes * self.cells) {
            // One piece more than for earlier contents.
            let cell = bits.trailing_zeros() as usize % self.cells;
            let (mut others, mut number) = (bits, 0);
            for plane in 0..coding.planes {
                let bit = plane * self.cells + cell;
                number |= (bits >> bit & 1) << plane;
                others &= !(1 << bit);
            }
            let mut code = table[self.begin + others];
            let cell = (self.first + cell) as u32;
            let piece = coding.kinds.get(number).map(|&kind| Placement { cell, kind });
            if let Some(to) = piece.and_then(|piece| image.piece(piece)) {
                coding.put(&mut code, to);
            }
            table.push(code);
        }
    }

    /// Returns the bits of these cells in a code, plane by plane: if `NATIVE`, as in [`gather`].
    #[inline(always)]
    fn bits_of<const NATIVE: bool>(&self, code: &Code<W>) -> usize {
        let mut all = 0;
        for at in 0..W {
            all |= gather::<NATIVE>(code.0[at], self.bits[at]) << self.before[at];
        }
        all as usize
    }
}
