//! Moves that change the matrix or both parts.
//!
//! A piece that crosses the cut has the same source and destination rows wherever its place in the
//! lower part is, as long as it passes the same cells of the upper part. So paths are grouped by
//! their effect on rows: each row is examined once for all paths of a group.

use ahash::AHashMap;

use super::Parity;
use super::bits::{lowest, members, spread};
use super::board::{OpenCells, PlacedPiece};
use super::placements::{BoardPart, MatrixProfile};
use super::transitions::TransitionFinder;
use crate::engine::store::gather;

/// Paths that change the profile or both parts, or that pass cells of both, with the same effect on
/// rows. Excludes moves that a path within one part makes as well.
pub struct Bridge {
    /// The profile that they lead from.
    pub from: usize,
    /// Whether the parity of rows changes.
    pub turn: Parity,
    /// For each parity of the destination's row, the span of its pairs in [`Bridges::pairs`].
    pairs: [Span; 2],
    /// For each parity of the destination's column, the span of its effect on columns in
    /// [`Bridges::segments`]. Many bridges share it.
    segments: [Span; 2],
}

/// Begin and end of a range.
type Span = (u32, u32);

/// Some columns of one word that map to as many columns of another, in order.
#[derive(Clone, Copy)]
pub struct Segment {
    /// The words.
    from: u32,
    to: u32,
    /// The columns, as bits of these.
    from_bits: u64,
    to_bits: u64,
}

impl Segment {
    /// Adds the image of one row to another.
    #[inline(always)]
    pub fn apply<const NATIVE: bool>(&self, from: &[u64], to: &mut [u64]) {
        let bits = gather::<NATIVE>(from[self.from as usize], self.from_bits);
        to[self.to as usize] |= spread::<NATIVE>(bits, self.to_bits);
    }
}

/// All bridges into the matrices of a profile. Their data are contiguous, in the order in which
/// they are read: most bridges have little, and separate lists would each cost a cache miss.
#[derive(Default)]
pub struct Bridges {
    /// Sorted by the profile that they lead from, and by the ends in the upper part.
    pub list: Vec<Bridge>,
    /// For each parity of the destination's row, pairs of a row and its source, both ascending.
    pairs: [Vec<(u32, u32)>; 2],
    /// For each parity of the destination's column, the map from columns to columns.
    segments: [Vec<Segment>; 2],
}

impl Bridges {
    /// Returns the pairs of a bridge for rows of a parity.
    pub fn pairs(&self, bridge: &Bridge, parity: Parity) -> &[(u32, u32)] {
        part(&self.pairs[parity], bridge.pairs[parity])
    }

    /// Returns the effect of a bridge on columns, for destinations of some parity.
    pub fn columns(&self, bridge: &Bridge, parity: Parity) -> &[Segment] {
        part(&self.segments[parity], bridge.segments[parity])
    }

    /// Releases spare capacity. Returns the memory in bytes.
    fn shrink(&mut self) -> u64 {
        self.list.shrink_to_fit();
        let mut bytes = size_of_val(&self.list[..]);
        for parity in Parity::BOTH {
            self.pairs[parity].shrink_to_fit();
            self.segments[parity].shrink_to_fit();
            bytes += size_of_val(&self.pairs[parity][..]) + size_of_val(&self.segments[parity][..]);
        }
        bytes as u64
    }
}

/// Returns the items of a span.
fn part<T>(list: &[T], (begin, end): Span) -> &[T] {
    &list[begin as usize..end as usize]
}

/// Appends items to a list, and returns their span.
fn append<T>(list: &mut Vec<T>, part: impl IntoIterator<Item = T>) -> Span {
    let begin = list.len();
    list.extend(part);
    (begin as u32, list.len() as u32)
}

/// The places of a piece in one part at the end and at the beginning of a path, if it is in that
/// part then.
type Ends = [Option<PlacedPiece>; 2];

/// The effect of a path on rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RowEffect {
    from: usize,
    ends: Ends,
    passed: OpenCells,
}

/// The effect of a path on columns: the ends in the lower part, and the cells passed there.
type ColumnEffect = (Ends, OpenCells);

impl TransitionFinder<'_> {
    /// Builds the bridges into the matrices of a profile.
    pub fn bridges(&self, profile: usize) -> Bridges {
        let paths = self.crossing_paths(profile);
        let mut bridges = Bridges::default();
        let mut known = AHashMap::<(usize, Vec<ColumnEffect>), [Span; 2]>::new();
        let mut taken = 0;
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            let RowEffect { from, ends, .. } = same[0].0;
            let [even, odd] = self.row_pairs(profile, same[0].0);
            if even.is_empty() && odd.is_empty() {
                continue;
            }
            let mut bytes = size_of_val(&even[..]) + size_of_val(&odd[..]);
            let mut of_columns = Vec::new();
            for &(_, effect) in same {
                of_columns.push(effect);
            }
            let segments = *known.entry((from, of_columns)).or_insert_with_key(|(_, paths)| {
                Parity::BOTH.map(|parity| {
                    let segments = self.segments(profile, from, parity, paths);
                    bytes += size_of_val(&segments[..]);
                    append(&mut bridges.segments[parity], segments)
                })
            });
            if segments.iter().any(|(begin, end)| begin < end) {
                let [of_even, of_odd] = &mut bridges.pairs;
                let pairs = [append(of_even, even), append(of_odd, odd)];
                bridges.list.push(Bridge { from, turn: self.turn(ends), pairs, segments });
            }
            taken += bytes as u64;
            if self.guard.look().is_err() || !self.guard.reserve(bytes as u64) {
                return Bridges::default();
            }
        }
        self.guard.reserve(bridges.shrink());
        self.guard.release(taken);
        bridges
    }

    /// Returns the paths over the cut, or through both parts, into a profile, grouped by their
    /// effect on rows.
    fn crossing_paths(&self, profile: usize) -> Vec<(RowEffect, ColumnEffect)> {
        let (placements, mut paths) = (self.placements, Vec::new());
        for &back in &self.paths[2] {
            let Some(from) = placements.after(profile, back) else { continue };
            let [ends, lower_ends] = [BoardPart::Upper, BoardPart::Lower].map(|part| {
                [back.from, back.to].map(|at| (placements.part(at) == part).then_some(at))
            });
            let lower = placements.after_cut(back.passed);
            let passed = back.passed & !lower;
            paths.push((RowEffect { from, ends, passed }, (lower_ends, lower)));
        }
        paths.sort_unstable();
        paths
    }

    /// Whether the parity of the fillings of one part changes.
    fn turn(&self, ends: Ends) -> Parity {
        self.placements.board.parity_of(ends.iter().flatten())
    }

    /// Returns, for the paths between two ends that stay within one part, the cells that each
    /// passes.
    fn others(&self, ends: Ends) -> Vec<OpenCells> {
        let mut others = Vec::new();
        let [Some(at), Some(before)] = ends else { return others };
        let paths = &self.paths[self.placements.part(at) as usize];
        for path in &paths[paths.partition_point(|path| path.from < at)..] {
            if path.from != at {
                break;
            }
            if path.to == before {
                others.push(path.passed);
            }
        }
        others
    }

    /// Returns, for each parity of a profile's rows, the rows that paths lead to, with their
    /// sources.
    fn row_pairs(&self, to: usize, paths: RowEffect) -> [Vec<(u32, u32)>; 2] {
        let (others, turn) = (self.others(paths.ends), self.turn(paths.ends));
        let rows = |profile: usize, parity: Parity, piece| {
            let sets = &self.upper[profile][parity];
            sets.allowing(&self.placements.board, piece, &[paths.passed], &others)
        };
        Parity::BOTH.map(|parity| {
            let before = rows(paths.from, parity ^ turn, paths.ends[1]);
            let mut pairs = Vec::new();
            for (to, from) in members(&rows(to, parity, paths.ends[0])).zip(members(&before)) {
                pairs.push((to as u32, from as u32));
            }
            pairs
        })
    }

    /// Returns the effect on columns of the paths from one profile to another, for destinations of
    /// some parity.
    fn segments(
        &self,
        to: usize,
        from: usize,
        parity: Parity,
        paths: &[ColumnEffect],
    ) -> Vec<Segment> {
        let mut list = Vec::new();
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            let ends = same[0].0;
            let (mut passed, all_others) = (Vec::new(), self.others(ends));
            for &(_, cells) in same {
                passed.push(cells);
            }
            let columns = |profile: usize, parity: Parity, piece| {
                let MatrixProfile { profile, lower, columns, .. } =
                    &self.placements.profiles[profile];
                let mut others = all_others.clone();
                others.retain(|other| other & profile.covered == 0);
                let sets = &self.lower[*lower][parity];
                columns[parity].among(&sets.allowing(
                    &self.placements.board,
                    piece,
                    &passed,
                    &others,
                ))
            };
            let before = columns(from, parity ^ self.turn(ends), ends[1]);
            add_segments(&before, &columns(to, parity, ends[0]), &mut list);
        }
        // Segments between the same words are applied together.
        list.sort_by_key(|segment| (segment.to, segment.from));
        list
    }
}

/// Adds the map from the columns of one set to those of the other, in order.
fn add_segments(from: &[u64], to: &[u64], segments: &mut Vec<Segment>) {
    let (mut sources, mut at, mut left) = (from.iter().copied().enumerate(), 0, 0_u64);
    for (to, &bits) in to.iter().enumerate() {
        let mut wanted = bits;
        while wanted != 0 {
            while left == 0 {
                let Some(source) = sources.next() else { return };
                (at, left) = source;
            }
            let count = left.count_ones().min(wanted.count_ones());
            let [from_bits, to_bits] = [left, wanted].map(|bits| lowest(bits, count));
            let (from, to) = (at as u32, to as u32);
            segments.push(Segment { from, to, from_bits, to_bits });
            (left, wanted) = (left ^ from_bits, wanted ^ to_bits);
        }
    }
}
