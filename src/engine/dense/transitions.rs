//! The moves, as maps of rows and of columns.
//!
//! A move of one piece changes the upper filling, the lower filling, or both. The two changes are
//! independent: each [path](PiecePath) from one cell to another is a map of rows times a map of
//! columns, restricted to those that leave the cells passed empty. Both maps are monotone
//! ([`Fillings`]), so they are built by merging two sets, without look-ups.
//!
//! Moves can be undone. So a map from a row to its sources also gives its destinations.

use std::ops::Range;

use ahash::AHashMap;

use super::Parity;
use super::board::{Board, OpenCells, PiecePath, PiecePaths};
use super::bridges::Bridges;
use super::fillings::{FillingSets, Fillings, numbers};
use super::placements::{BoardPart, Placements};
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
    /// The end of those in each list with moves that pass no cells, and for each source the index of
    /// the cells passed; both empty if no move passes any.
    free: Vec<u32>,
    passed: Vec<u16>,
}

impl Sources {
    fn new(destinations: usize, moves: &[Move]) -> Self {
        if moves.is_empty() {
            return Self::default();
        }
        // These are the beginnings of the lists until the lists are written.
        let mut ends = vec![0; destinations];
        moves.iter().for_each(|&(to, ..)| ends[to as usize] += 1);
        let mut begin = 0;
        for count in &mut ends {
            begin += std::mem::replace(count, begin);
        }
        let passes = moves.iter().any(|&(.., passed)| passed > 0);
        let mut passed = vec![0; if passes { moves.len() } else { 0 }];
        let (mut list, mut free) = (vec![0; moves.len()], Vec::new());
        for is_free in [true, false] {
            for &(to, from, cells) in moves.iter().filter(|&&(.., at)| (at == 0) == is_free) {
                let end = &mut ends[to as usize];
                list[*end as usize] = from;
                if passes {
                    passed[*end as usize] = cells;
                }
                *end += 1;
            }
            if is_free && passes {
                free = ends.clone();
            }
        }
        Self { ends, list, free, passed }
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

    /// Calls `visit` with the sources of a destination whose moves pass only allowed cells. An
    /// iterator with a filter took 1.2 times as long, as its closure was not compiled inline.
    #[inline(always)]
    pub fn each_allowed(
        &self,
        destination: usize,
        may_pass: &[bool],
        mut visit: impl FnMut(usize),
    ) {
        let Range { start, end } = self.range(destination);
        let free = self.free.get(destination).map_or(end, |&free| free as usize);
        for &from in &self.list[start..free] {
            visit(from as usize);
        }
        for at in free..end {
            if may_pass[usize::from(self.passed[at])] {
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
        let numbers = self.ends.len() + self.list.len() + self.free.len();
        (size_of::<u32>() * numbers + size_of_val(&self.passed[..])) as u64
    }
}

/// Moves within one part, by the parity of the destination and by whether the move changes it.
pub type PartMoves = [[Sources; 2]; 2];

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
    /// Sets of lower cells that pieces pass between the ends of a move; the first is empty.
    pub passed: Vec<OpenCells>,
}

impl Transitions {
    /// Finds all moves, if they need at most `bytes` bytes.
    pub fn find(
        placements: &Placements,
        paths: &PiecePaths,
        bytes: u64,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let guard = Guard::new(budget, bytes, 0, &|_| 0);
        let (mut passed, mut numbers) = (vec![0], AHashMap::from([(0, 0)]));
        let mut by_part = [Vec::new(), Vec::new(), Vec::new()];
        for &path in paths.all() {
            match placements.part_of_path(path) {
                Some(BoardPart::Upper) => by_part[0].push(path),
                Some(BoardPart::Lower) => {
                    by_part[1].push(path);
                    let cells = between(&placements.board, path);
                    numbers.entry(cells).or_insert_with(|| {
                        passed.push(cells);
                        (passed.len() - 1) as u16
                    });
                }
                None => by_part[2].push(path),
            }
        }
        let [in_upper, in_lower, crossing] = by_part;
        guard.reserve_or_stop(64 * passed.len() as u64);
        let upper = map(budget.threads(), 0..placements.profiles.len(), |profile| {
            let sets = placements.profiles[profile].upper.each_ref();
            sets.map(|fillings| FillingSets::new(fillings, 0..placements.at, &guard))
                .map(Option::unwrap_or_default)
        });
        let finder =
            TransitionFinder { placements, paths, guard: &guard, upper, crossing, passed: numbers };
        let lower = map(budget.threads(), &placements.lower, |lower| {
            finder.within(&in_lower, &lower.fillings, &lower.sets, &lower.beside, lower.gaps)
        });
        let profiles = map(budget.threads(), 0..placements.profiles.len(), |profile| {
            if guard.look().is_break() {
                return ProfileMoves::default();
            }
            let (fillings, sets) = (&placements.profiles[profile].upper, &finder.upper[profile]);
            let rows = finder.within(&in_upper, fillings, sets, &[0], placements.gaps(profile)[0]);
            guard.reserve_or_stop(size_of::<ProfileMoves>() as u64);
            ProfileMoves { rows, bridges: finder.bridges(profile) }
        });
        guard.verdict().err().map_or(Ok(Self { profiles, lower, passed }), Err)
    }
}

/// Finds the moves of a board.
pub struct TransitionFinder<'a> {
    pub placements: &'a Placements,
    pub paths: &'a PiecePaths,
    /// Memory is reserved with it in advance. If that fails, or the search is to stop, results are
    /// incomplete.
    pub guard: &'a Guard<'a>,
    /// The upper fillings of each profile.
    pub upper: Vec<[FillingSets; 2]>,
    /// The paths that depend on both parts.
    pub crossing: Vec<PiecePath>,
    /// The index of each set in [`Transitions::passed`].
    passed: AHashMap<OpenCells, u16>,
}

impl TransitionFinder<'_> {
    /// Finds the moves within one part, by the paths there. One of the sets of cells `beside` is
    /// covered by the other part: paths that need more cells are skipped, as one of their ends may
    /// be missing.
    fn within(
        &self,
        paths: &[PiecePath],
        fillings: &[Fillings; 2],
        sets: &[FillingSets; 2],
        beside: &[OpenCells],
        gaps: usize,
    ) -> PartMoves {
        let Self { placements: Placements { board, .. }, guard, .. } = *self;
        let mut moves: [[Vec<Move>; 2]; 2] = Default::default();
        let mut taken = 0;
        // Each path is found together with its reverse.
        for &path in paths.iter().filter(|path| path.from <= path.to) {
            if board.needed(path).count_ones() as usize > gaps {
                continue;
            }
            let passed = self.passed.get(&between(board, path)).copied().unwrap_or(0);
            let turn = board.turn(path);
            for parity in Parity::BOTH {
                let before = parity ^ turn;
                let ends = [(parity, path.from), (before, path.to)].map(|(parity, piece)| {
                    let set = sets[parity].allowing(board, Some(piece), &[path.passed], &[]);
                    let is_free = |&filling: &u32| {
                        let cells = fillings[parity].covered(filling as usize) | path.passed;
                        beside.iter().any(|beside| beside & cells == 0)
                    };
                    numbers(&set).filter(is_free).collect::<Vec<u32>>()
                });
                let bytes = (2 * ends[0].len() * size_of::<Move>()) as u64;
                if guard.look().is_break() || !guard.reserve(bytes) {
                    return Default::default();
                }
                taken += bytes;
                for (&to, &from) in ends[0].iter().zip(&ends[1]) {
                    moves[parity][turn].push((to, from, passed));
                    moves[before][turn].push((from, to, passed));
                }
            }
        }
        let sources = Parity::BOTH.map(|parity| {
            moves[parity].each_ref().map(|moves| Sources::new(fillings[parity].len(), moves))
        });
        guard.reserve_or_stop(sources.iter().flatten().map(Sources::bytes).sum());
        guard.release(taken);
        sources
    }
}

/// Returns the cells that a piece passes but covers neither at the beginning nor at the end.
fn between(board: &Board, path: PiecePath) -> OpenCells {
    path.passed & !board.covers(path.from) & !board.covers(path.to)
}
