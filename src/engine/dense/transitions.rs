//! The moves, as maps of rows and of columns.
//!
//! A move of one piece changes the upper filling, the lower filling, or both. The two changes are
//! independent: each [path](PiecePath) from one cell to another is a map of rows times a map of
//! columns, restricted to those that leave the cells passed empty. Both maps are monotone
//! ([`Fillings`]), so they are built by merging two sets, without look-ups.
//!
//! Moves can be undone. So a map from a row to its sources also gives its destinations.

use std::ops::Range;

use super::Parity;
use super::bits::members;
use super::board::{Board, OpenCells, PiecePath};
use super::bridges::Bridges;
use super::columns::Barred;
use super::fillings::{FillingSets, Fillings};
use super::placements::{BoardPart, LowerFillings, Placements};
use crate::engine::guard::Guard;
use crate::engine::host::map;
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::prefetch;

/// A destination, its source, and the index of the cells passed in [`Transitions::passed`].
type Move = (u32, u32, u16);

/// For each row, or each lower filling, those of some parity from which one move leads there.
#[derive(Default)]
pub struct Sources {
    /// The end of each list; empty if all lists are empty.
    ends: Vec<u32>,
    list: Vec<u32>,
    /// For each source the index of the cells passed; empty if no move passes any.
    passed: Vec<u16>,
}

impl Sources {
    fn new(destinations: usize, moves: &[Move]) -> Self {
        if moves.is_empty() {
            return Self::default();
        }
        // These are the beginnings of the lists until the lists are written.
        let mut ends = vec![0; destinations];
        for &(to, ..) in moves {
            ends[to as usize] += 1;
        }
        let mut begin = 0;
        for count in &mut ends {
            begin += std::mem::replace(count, begin);
        }
        let passes = moves.iter().any(|&(.., passed)| passed > 0);
        let mut passed = vec![0; if passes { moves.len() } else { 0 }];
        let mut list = vec![0; moves.len()];
        for &(to, from, cells) in moves {
            let end = &mut ends[to as usize];
            list[*end as usize] = from;
            if passes {
                passed[*end as usize] = cells;
            }
            *end += 1;
        }
        Self { ends, list, passed }
    }

    #[inline(always)]
    fn range(&self, destination: usize) -> Range<usize> {
        if self.is_empty() {
            return 0..0;
        }
        let begin = if destination == 0 { 0 } else { self.ends[destination - 1] };
        begin as usize..self.ends[destination] as usize
    }

    /// Returns the sources of a destination.
    #[inline(always)]
    pub fn of(&self, destination: usize) -> &[u32] {
        &self.list[self.range(destination)]
    }

    /// Calls `visit` with the sources of a destination whose moves pass no barred cells. An
    /// iterator with a filter took 1.2 times as long, as its closure was not compiled inline.
    #[inline(always)]
    pub fn each_allowed(
        &self,
        destination: usize,
        (passed, barred): Barred,
        mut visit: impl FnMut(usize),
    ) {
        for at in self.range(destination) {
            if self.passed.is_empty() || passed[usize::from(self.passed[at])] & barred == 0 {
                visit(self.list[at] as usize);
            }
        }
    }

    /// Whether there are no sources at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of destinations, or 0 if there are no sources.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Prefetches the data that [`Sources::of`] will read.
    #[inline(always)]
    pub fn prefetch(&self, destination: usize) {
        prefetch(&self.ends, destination);
    }

    fn bytes(&self) -> u64 {
        let numbers = self.ends.len() + self.list.len();
        (size_of::<u32>() * numbers + size_of_val(&self.passed[..])) as u64
    }
}

/// Moves within one part, by the parity of the destination.
pub type PartMoves = [Sources; 2];

/// The moves into the matrices of one profile that do not stay within the lower part.
#[derive(Default)]
pub struct ProfileMoves {
    pub rows: PartMoves,
    pub bridges: Bridges,
}

/// All moves.
pub struct Transitions {
    /// For each profile.
    pub profiles: Vec<ProfileMoves>,
    /// Moves within the lower part, for each multiset of lower pieces.
    pub lower: Vec<PartMoves>,
    /// Sets of lower cells that pieces pass between the ends of a move, ascending; the first is empty.
    pub passed: Vec<OpenCells>,
}

impl Transitions {
    /// Finds all moves along some paths, if they need at most `bytes` bytes.
    pub fn find(
        placements: &Placements,
        paths: Vec<PiecePath>,
        bytes: u64,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let guard = &Guard::new(budget, bytes, 0, &|_| 0);
        let mut passed = vec![0];
        let mut by_part = [Vec::new(), Vec::new(), Vec::new()];
        for path in paths {
            let part = placements.part_of_path(path);
            if part == Some(BoardPart::Lower) {
                passed.push(between(&placements.board, path));
            }
            by_part[part.map_or(2, |part| part as usize)].push(path);
        }
        passed.sort_unstable();
        passed.dedup();
        guard.reserve(64 * passed.len() as u64);
        let [above, below] = placements.parts();
        let upper = map(budget.threads(), &placements.profiles, |profile| {
            profile.upper.each_ref().map(|all| FillingSets::new(all, above.clone(), guard))
        });
        let lower = map(budget.threads(), &placements.lower, |lower| {
            lower.fillings.each_ref().map(|all| FillingSets::new(all, below.clone(), guard))
        });
        let finder = TransitionFinder { placements, guard, upper, lower, paths: by_part, passed };
        let lower =
            map(budget.threads(), placements.lower.iter().zip(&finder.lower), |(own, sets)| {
                let LowerFillings { fillings, beside } = own;
                finder.within(BoardPart::Lower, fillings, sets, beside)
            });
        let profiles = map(budget.threads(), 0..placements.profiles.len(), |profile| {
            if guard.look().is_err() {
                return ProfileMoves::default();
            }
            let (fillings, sets) = (&placements.profiles[profile].upper, &finder.upper[profile]);
            let rows = finder.within(BoardPart::Upper, fillings, sets, &[0]);
            guard.reserve(size_of::<ProfileMoves>() as u64);
            ProfileMoves { rows, bridges: finder.bridges(profile) }
        });
        guard.verdict()?;
        Ok(Self { profiles, lower, passed: finder.passed })
    }
}

/// Finds the moves of a board.
pub struct TransitionFinder<'a> {
    pub placements: &'a Placements,
    /// Memory is reserved with it in advance. If that fails, or the search is to stop, results are
    /// incomplete.
    pub guard: &'a Guard<'a>,
    /// The upper fillings of each profile.
    pub upper: Vec<[FillingSets; 2]>,
    /// The lower fillings of each multiset of pieces.
    pub lower: Vec<[FillingSets; 2]>,
    /// The paths within each part, and those that depend on both.
    pub paths: [Vec<PiecePath>; 3],
    /// See [`Transitions::passed`].
    passed: Vec<OpenCells>,
}

impl TransitionFinder<'_> {
    /// Finds the moves within one part. One of the sets of cells `beside` is covered by the other
    /// part.
    fn within(
        &self,
        part: BoardPart,
        fillings: &[Fillings; 2],
        sets: &[FillingSets; 2],
        beside: &[OpenCells],
    ) -> PartMoves {
        let Self { placements: Placements { board, .. }, guard, .. } = *self;
        let mut moves = [Vec::<Move>::new(), Vec::new()];
        let mut taken = 0;
        // Each path is found together with its reverse.
        for &path in self.paths[part as usize].iter().filter(|path| path.from <= path.to) {
            let passed = self.passed.binary_search(&between(board, path)).unwrap_or(0) as u16;
            for parity in Parity::BOTH {
                let before = parity ^ board.turn;
                let ends = [(parity, path.from), (before, path.to)].map(|(parity, piece)| {
                    let set = sets[parity].allowing(board, Some(piece), &[path.passed], &[]);
                    let mut numbers = Vec::new();
                    for filling in members(&set) {
                        let cells = fillings[parity].covered(filling) | path.passed;
                        if beside.iter().any(|beside| beside & cells == 0) {
                            numbers.push(filling as u32);
                        }
                    }
                    numbers
                });
                let bytes = (2 * ends[0].len() * size_of::<Move>()) as u64;
                if guard.look().is_err() || !guard.reserve(bytes) {
                    return Default::default();
                }
                taken += bytes;
                for (&to, &from) in ends[0].iter().zip(&ends[1]) {
                    moves[parity].push((to, from, passed));
                    moves[before].push((from, to, passed));
                }
            }
        }
        let sources =
            Parity::BOTH.map(|parity| Sources::new(fillings[parity].len(), &moves[parity]));
        guard.reserve(sources[0].bytes() + sources[1].bytes());
        guard.release(taken);
        sources
    }
}

/// Returns the cells that a piece passes but covers neither at the beginning nor at the end.
fn between(board: &Board, path: PiecePath) -> OpenCells {
    path.passed & !board.covers(path.from) & !board.covers(path.to)
}
