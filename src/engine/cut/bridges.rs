//! Moves that change the matrix or both parts.

use std::ops::Range;

use super::segments::Segment;
use crate::engine::rank::cut::PlacedPiece;

/// The places of a piece in one part at the end and at the beginning of a path, if it is in that
/// part then.
pub type Ends = [Option<PlacedPiece>; 2];

/// Paths that change the profile or both parts, or that pass cells of both, with the same effect on
/// rows. Excludes moves that a path within one part makes as well.
pub struct Bridge {
    /// The profile that they lead from.
    pub from: usize,
    /// For upper and lower part, whether the parity changes: 0 or 1.
    pub turns: [usize; 2],
    /// For each parity of the destination's row, the span of its pairs in [`Bridges::pairs`].
    pub(super) pairs: [Span; 2],
    /// For each parity of the destination's column, the span of its effect on columns in
    /// [`Bridges::segments`]. Many bridges share it.
    pub(super) segments: [Span; 2],
}

/// Begin and end of a range.
pub type Span = (u32, u32);

/// Returns the items of a span.
#[inline(always)]
fn part<T>(list: &[T], (begin, end): Span) -> &[T] {
    &list[begin as usize..end as usize]
}

/// Appends items to a list, and returns their span.
pub fn append<T>(list: &mut Vec<T>, part: Vec<T>) -> Span {
    let begin = list.len();
    list.extend(part);
    (begin as u32, list.len() as u32)
}

/// All bridges into the matrices of a profile. Their data are contiguous, in the order in which
/// they are read: most bridges have little, and separate lists would each cost a cache miss.
#[derive(Default)]
pub struct Bridges {
    /// Sorted by the profile that they lead from, and by the ends in the upper part.
    pub list: Vec<Bridge>,
    /// Number of rows of the profile of each parity.
    pub(super) rows: [usize; 2],
    /// For each parity of the destination's row, pairs of a row and its source, both ascending.
    pub(super) pairs: [Vec<(u32, u32)>; 2],
    /// For each parity of the destination's column, the map from columns to columns.
    pub(super) segments: [Vec<Segment>; 2],
}

impl Bridges {
    /// Returns the pairs of a bridge for some rows of a parity.
    #[inline(always)]
    pub fn pairs(&self, bridge: &Bridge, parity: usize, rows: &Range<usize>) -> &[(u32, u32)] {
        let pairs = part(&self.pairs[parity], bridge.pairs[parity]);
        // Most blocks are one tile: no search is needed.
        if rows.len() == self.rows[parity] {
            return pairs;
        }
        let before = |row: usize| pairs.partition_point(|&(to, _)| (to as usize) < row);
        &pairs[before(rows.start)..before(rows.end)]
    }

    /// Returns the effect of a bridge on columns, for destinations of some parity.
    #[inline(always)]
    pub fn columns(&self, bridge: &Bridge, parity: usize) -> &[Segment] {
        part(&self.segments[parity], bridge.segments[parity])
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let pairs = self.pairs.iter().map(|pairs| size_of_val(&pairs[..]));
        let segments = self.segments.iter().map(|segments| size_of_val(&segments[..]));
        (size_of_val(&self.list[..]) + pairs.chain(segments).sum::<usize>()) as u64
    }

    /// Releases spare capacity.
    pub(super) fn shrink(&mut self) {
        self.list.shrink_to_fit();
        self.pairs.iter_mut().for_each(Vec::shrink_to_fit);
        self.segments.iter_mut().for_each(Vec::shrink_to_fit);
    }
}
