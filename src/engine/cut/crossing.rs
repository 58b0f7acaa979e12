//! Builds the moves that change the matrix or both parts.
//!
//! A piece that crosses the cut has the same source and destination rows wherever its place in the
//! lower part is, as long as it passes the same cells of the upper part. So paths are grouped by
//! their effect on rows: each row is examined once for all paths of a group.

use ahash::AHashMap;

use super::bridges::{Bridge, Bridges, Ends, Span, append};
use super::maps::{MapBuilder, Reservation, allowing, crosses, first_covered, fits};
use super::segments::{Segment, columns_among, segments};
use crate::engine::rank::cut::{BoardPart, Fillings, OpenCells, PlacedPiece};
use crate::engine::store::{join, remove};

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
                    let segments = self.segments(profile, from, parity, paths);
                    // The caller has checked that there is memory.
                    let _ = taken.reserve::<Segment>(segments.len());
                    append(&mut bridges.segments[parity], segments)
                })
            });
            if segments.iter().any(|(begin, end)| begin < end) {
                let [even, odd] = rows;
                let _ = taken.reserve::<(u32, u32)>(even.len() + odd.len());
                let [of_even, of_odd] = &mut bridges.pairs;
                let pairs = [append(of_even, even), append(of_odd, odd)];
                bridges.list.push(Bridge { from, turns, pairs, segments });
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
    /// some parity.
    fn segments(
        &self,
        to: usize,
        from: usize,
        parity: usize,
        paths: &[ColumnEffect],
    ) -> Vec<Segment> {
        let mut list = Vec::new();
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            let ends = same[0].0;
            let others = self.others(ends);
            let columns =
                |profile, parity, piece| self.columns(profile, parity, piece, same, &others);
            let before = columns(from, parity ^ self.turn(ends), ends[1]);
            let after = columns(to, parity, ends[0]);
            list.extend(segments(&before, &after));
        }
        // Segments between the same words are applied together.
        list.sort_by_key(|segment| (segment.to, segment.from));
        list
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
