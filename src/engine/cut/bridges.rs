//! Moves that change the matrix or both parts.
//!
//! A piece that crosses the cut has the same source and destination rows wherever its place in the
//! lower part is, as long as it passes the same cells of the upper part. So paths are grouped by
//! their effect on rows: each row is examined once for all paths of a group.

use std::ops::Range;

use ahash::AHashMap;

use super::maps::{MapBuilder, Reservation, allowing, crosses, first_covered, fits};
use super::segments::{Segment, columns_among, segments};
use crate::engine::rank::cut::{BoardPart, Fillings, OpenCells, PlacedPiece};
use crate::engine::store::{join, remove};

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
    /// The ends in the upper part.
    pub ends: Ends,
    /// For each parity of the destination's row, the span of its pairs in [`Bridges::pairs`].
    pairs: [Span; 2],
    /// For each parity of the destination's column, the span of its effect on columns in
    /// [`Bridges::segments`]. Many bridges share it.
    segments: [Span; 2],
}

/// Begin and end of a range.
type Span = (u32, u32);

/// Returns the items of a span.
#[inline(always)]
fn part<T>(list: &[T], (begin, end): Span) -> &[T] {
    &list[begin as usize..end as usize]
}

/// Appends items to a list, and returns their span.
fn append<T>(list: &mut Vec<T>, part: Vec<T>) -> Span {
    let begin = list.len();
    list.extend(part);
    (begin as u32, list.len() as u32)
}

impl Bridge {
    /// Whether another bridge has the same ends in the upper part, and leads from the same
    /// matrices.
    pub fn has_ends_of(&self, other: &Self) -> bool {
        (self.from, self.turns, self.ends) == (other.from, other.turns, other.ends)
    }
}

/// All bridges into the matrices of a profile. Their data are contiguous, in the order in which
/// they are read: most bridges have little, and separate lists would each cost a cache miss.
#[derive(Default)]
pub struct Bridges {
    /// Sorted by the profile that they lead from, and by the ends in the upper part.
    pub list: Vec<Bridge>,
    /// Number of rows of the profile of each parity.
    rows: [usize; 2],
    /// For each parity of the destination's row, pairs of a row and its source, both ascending.
    pairs: [Vec<(u32, u32)>; 2],
    /// For each parity of the destination's column, the map from columns to columns.
    segments: [Vec<Segment>; 2],
    /// For each segment, the ends of the piece in the lower part; used only for counting
    /// neighbours.
    ends: [Vec<u32>; 2],
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

    /// Returns, for each of these segments, the ends of the piece in the lower part.
    pub fn ends(&self, bridge: &Bridge, parity: usize) -> &[u32] {
        part(&self.ends[parity], bridge.segments[parity])
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let ends = self.ends.iter().map(|ends| size_of_val(&ends[..]));
        let pairs = self.pairs.iter().map(|pairs| size_of_val(&pairs[..]));
        let segments = self.segments.iter().map(|segments| size_of_val(&segments[..]));
        (size_of_val(&self.list[..]) + pairs.chain(segments).chain(ends).sum::<usize>()) as u64
    }

    /// Releases spare capacity.
    fn shrink(&mut self) {
        self.list.shrink_to_fit();
        self.pairs.iter_mut().for_each(Vec::shrink_to_fit);
        self.segments.iter_mut().for_each(Vec::shrink_to_fit);
        self.ends.iter_mut().for_each(Vec::shrink_to_fit);
    }
}

/// The effect of a path on rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RowEffect {
    from: usize,
    /// Whether the parity of columns changes.
    turn: usize,
    ends: Ends,
    passed: OpenCells,
}

/// The effect of a path on columns: the ends in the lower part, and the cells passed there.
type ColumnEffect = (Ends, OpenCells);

impl MapBuilder<'_> {
    /// Builds the bridges into the matrices of a profile.
    pub fn bridges(&self, profile: usize) -> Bridges {
        let paths = self.crossing_paths(profile);
        let rows = self.cut.upper(profile).each_ref().map(Fillings::len);
        let mut bridges = Bridges { rows, ..Bridges::default() };
        let mut known = AHashMap::<(usize, Vec<ColumnEffect>), [Span; 2]>::new();
        let mut taken = Reservation::new(self.guard);
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            if self.guard.look().is_break() {
                return Bridges::default();
            }
            let RowEffect { from, turn, ends, .. } = same[0].0;
            let turns = [self.turn(ends), turn];
            let rows = self.row_pairs(profile, turns[0], &same[0].0);
            if rows.iter().all(Vec::is_empty) {
                continue;
            }
            let of_columns: Vec<ColumnEffect> =
                same.iter().map(|&(_, of_columns)| of_columns).collect();
            let segments = *known.entry((from, of_columns)).or_insert_with_key(|(_, paths)| {
                [0, 1].map(|parity| {
                    let (segments, ends) = self.segments(profile, from, parity, paths);
                    // The caller has checked that there is memory.
                    let _ = taken.reserve::<(Segment, u32)>(segments.len());
                    bridges.ends[parity].extend(ends);
                    append(&mut bridges.segments[parity], segments)
                })
            });
            if segments.iter().any(|(begin, end)| begin < end) {
                let [even, odd] = rows;
                let _ = taken.reserve::<(u32, u32)>(even.len() + odd.len());
                let [of_even, of_odd] = &mut bridges.pairs;
                let pairs = [append(of_even, even), append(of_odd, odd)];
                bridges.list.push(Bridge { from, turns, ends, pairs, segments });
            }
        }
        bridges.shrink();
        bridges
    }

    /// Returns the paths over the cut, or through both parts, into a profile, grouped by their
    /// effect on rows.
    fn crossing_paths(&self, profile: usize) -> Vec<(RowEffect, ColumnEffect)> {
        let cut = self.cut;
        let mut paths = Vec::new();
        let Some(covered) = first_covered(cut.upper(profile)) else { return paths };
        let upper_gaps = cut.empty(covered)[0];
        let gaps = [upper_gaps, cut.ground.gaps() as u32 - upper_gaps];
        for &(at, back) in &self.crossing {
            if !fits(cut, gaps, at, back) || !cut.has(profile, cut.part(at), at.kind) {
                continue;
            }
            // Protruding cells do not overlap the cells passed, except those of the piece itself.
            let lower = cut.after_cut(back.passed);
            let Some(from) = cut.after(profile, at, back.to) else { continue };
            if cut.covered(profile) & !cut.sticking(at) & lower != 0 {
                continue;
            }
            let [upper_ends, lower_ends] = [BoardPart::Upper, BoardPart::Lower].map(|part| {
                [at, back.to].map(|piece| Some(piece).filter(|&piece| cut.part(piece) == part))
            });
            let turn = self.turn(lower_ends);
            let of_rows = RowEffect { from, turn, ends: upper_ends, passed: back.passed & !lower };
            paths.push((of_rows, (lower_ends, lower)));
        }
        paths.sort_unstable();
        paths
    }

    /// Whether the parity of the fillings of one part changes: 0 or 1.
    fn turn(&self, ends: Ends) -> usize {
        let parities = ends.into_iter().flatten().map(|piece| self.cut.ground.parity(piece.cell));
        parities.sum::<usize>() % 2
    }

    /// Returns, for the paths between two ends that stay within one part, the cells that each
    /// passes.
    fn others(&self, ends: Ends) -> Vec<OpenCells> {
        let [Some(at), Some(before)] = ends else { return Vec::new() };
        let others = self
            .paths
            .of(at)
            .iter()
            .filter(|path| path.to == before && !crosses(self.cut, at, **path));
        others.map(|path| path.passed).collect()
    }

    /// Returns, for each parity of a profile's rows, the rows that paths lead to, with their
    /// sources.
    fn row_pairs(&self, profile: usize, turn: usize, paths: &RowEffect) -> [Vec<(u32, u32)>; 2] {
        let &RowEffect { from, ends: [at, before], passed, .. } = paths;
        let others = self.others(paths.ends);
        [0, 1].map(|parity| {
            let from = self.rows(from, parity ^ turn, before, passed, &others);
            let to = self.rows(profile, parity, at, passed, &others);
            debug_assert_eq!(to.len(), from.len());
            to.into_iter().zip(from).collect()
        })
    }

    /// Returns the rows of a profile on which a piece can take some path, as far as the upper part
    /// matters, and none of the paths in `others`, which stay within that part.
    fn rows(
        &self,
        profile: usize,
        parity: usize,
        from: Option<PlacedPiece>,
        passed: OpenCells,
        others: &[OpenCells],
    ) -> Vec<u32> {
        let fillings = &self.cut.upper(profile)[parity];
        let Some(from) = from else {
            let is_free = |&row: &u32| fillings.covered(row as usize) & passed == 0;
            return (0..fillings.len() as u32).filter(is_free).collect();
        };
        let mut rows = Vec::new();
        allowing(self.cut, fillings, &self.upper[profile][parity], from, passed, &mut rows);
        let own = self.cut.ground.covers(from);
        let is_open = |passed: &OpenCells, row| fillings.covered(row) & passed & !own == 0;
        rows.retain(|&row| !others.iter().any(|passed| is_open(passed, row as usize)));
        rows
    }

    /// Returns the effect on columns of the paths from one profile to another, for destinations of
    /// some parity, with the ends in the lower part.
    fn segments(
        &self,
        to: usize,
        from: usize,
        parity: usize,
        paths: &[ColumnEffect],
    ) -> (Vec<Segment>, Vec<u32>) {
        let mut list = Vec::new();
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            let ends = same[0].0;
            let others = self.others(ends);
            let columns =
                |profile, parity, piece| self.columns(profile, parity, piece, same, &others);
            let before = columns(from, parity ^ self.turn(ends), ends[1]);
            let after = columns(to, parity, ends[0]);
            list.extend(
                segments(&before, &after).into_iter().map(|segment| (segment, packed(ends))),
            );
        }
        // Segments between the same words are applied together.
        list.sort_by_key(|(segment, _)| (segment.to, segment.from));
        list.into_iter().unzip()
    }

    /// Returns the columns of a profile on which a piece can take one of several paths with the
    /// same ends, as far as the lower part matters, and none of the paths in `others`, which stay
    /// within that part.
    fn columns(
        &self,
        profile: usize,
        parity: usize,
        piece: Option<PlacedPiece>,
        paths: &[ColumnEffect],
        others: &[OpenCells],
    ) -> Vec<u64> {
        let (cut, columns) = (self.cut, self.cut.columns(profile, parity));
        let lower = &cut.lower(profile)[parity];
        let own = piece.map_or(0, |piece| cut.ground.covers(piece));
        let having = match piece {
            None => columns.mask(),
            Some(piece) => {
                let having = self.lower[cut.lower_number(profile)][parity].get(&piece);
                having.map_or(&[][..], |having| having)
            }
        };
        let open = |passed: OpenCells| {
            let mut open = having.to_vec();
            lower.keep_avoiding(passed & !own, &mut open);
            open
        };
        let mut set = vec![0; having.len()];
        for &(_, passed) in paths {
            join(&mut set, &open(passed));
        }
        for &passed in others.iter().filter(|&other| other & cut.covered(profile) == 0) {
            remove(&mut set, &open(passed));
        }
        columns_among(columns, &set)
    }
}

/// Packs ends into one number.
fn packed(ends: Ends) -> u32 {
    let cell =
        |piece: Option<PlacedPiece>| piece.map_or(u32::from(u8::MAX), |piece| piece.cell.into());
    let kind = ends.into_iter().flatten().next().map_or(0, |piece| piece.kind);
    u32::from(kind) << 16 | cell(ends[0]) << 8 | cell(ends[1])
}
