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
use super::board::{OpenCells, PiecePath, PiecePaths, PlacedPiece};
use super::bridges::Bridges;
use super::fillings::{FillingSets, Fillings, numbers};
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
        moves.iter().for_each(|&(to, ..)| ends[to as usize] += 1);
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

    /// Returns the sources of a destination with moves that pass only allowed cells.
    #[inline(always)]
    pub fn allowed(&self, destination: usize, may_pass: &[bool]) -> impl Iterator<Item = usize> {
        let range = self.range(destination);
        let passed = if self.passed.is_empty() { &[] } else { &self.passed[range.clone()] };
        let list = self.list[range].iter().enumerate();
        list.filter(move |&(at, _)| passed.get(at).is_none_or(|&at| may_pass[usize::from(at)]))
            .map(|(_, &from)| from as usize)
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
        let (mut passed, mut passed_numbers) = (vec![0], AHashMap::new());
        let mut crossing = Vec::new();
        for (at, path) in paths.all() {
            let cells = between(placements, at, path);
            match placements.part_of_path(at, path) {
                None => crossing.push((at, path)),
                Some(BoardPart::Lower) if cells != 0 => {
                    passed_numbers.entry(cells).or_insert_with(|| {
                        passed.push(cells);
                        (passed.len() - 1) as u16
                    });
                }
                _ => {}
            }
        }
        guard.reserve_or_stop(64 * passed.len() as u64);
        let upper = map(budget.threads(), 0..placements.profiles(), |profile| {
            let sets = placements.upper(profile).each_ref();
            sets.map(|fillings| FillingSets::new(fillings, 0..placements.at, &guard))
                .map(Option::unwrap_or_default)
        });
        let finder = TransitionFinder {
            placements,
            paths,
            guard: &guard,
            upper,
            crossing,
            passed: passed_numbers,
        };
        let lower = map(budget.threads(), &placements.lower, |lower| {
            let LowerFillings { fillings, sets, beside } = lower;
            finder.within(BoardPart::Lower, fillings, sets, beside)
        });
        let profiles = map(budget.threads(), 0..placements.profiles(), |profile| {
            if guard.look().is_break() {
                return ProfileMoves::default();
            }
            let (fillings, sets) = (placements.upper(profile), &finder.upper[profile]);
            let rows = finder.within(BoardPart::Upper, fillings, sets, &[0]);
            guard.reserve_or_stop(size_of::<ProfileMoves>() as u64);
            ProfileMoves { rows, bridges: finder.bridges(profile) }
        });
        guard.verdict().break_value().map_or(Ok(Self { profiles, lower, passed }), Err)
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
    /// The paths that depend on both parts, with where they begin.
    pub crossing: Vec<(PlacedPiece, PiecePath)>,
    /// The index of each set in [`Transitions::passed`] but the first.
    passed: AHashMap<OpenCells, u16>,
}

impl TransitionFinder<'_> {
    /// Finds the moves within one part. One of the sets of cells `beside` is covered by the other
    /// part: paths that need more cells are skipped, as one of their ends may be missing.
    fn within(
        &self,
        part: BoardPart,
        fillings: &[Fillings; 2],
        sets: &[FillingSets; 2],
        beside: &[OpenCells],
    ) -> PartMoves {
        let Self { placements, paths, guard, .. } = *self;
        let Some(covered) = first_covered(fillings) else { return Default::default() };
        let empty = placements.empty(covered);
        let mut moves: [[Vec<Move>; 2]; 2] = Default::default();
        let mut taken = 0;
        for parity in Parity::BOTH {
            for &at in sets[parity].pieces() {
                for &path in paths.of(at) {
                    let turn = placements.board.parity(at) ^ placements.board.parity(path.to);
                    let before = parity ^ turn;
                    // Each path is found together with its reverse.
                    if (before, path.to) < (parity, at)
                        || !placements.fits(empty, at, path)
                        || placements.part_of_path(at, path) != Some(part)
                    {
                        continue;
                    }
                    let [to, from] = [(parity, at), (before, path.to)].map(|(parity, piece)| {
                        let set = sets[parity].allowing(
                            &placements.board,
                            Some(piece),
                            &[path.passed],
                            &[],
                        );
                        let fillings = &fillings[parity];
                        numbers(&set)
                            .filter(|&filling| {
                                let cells = fillings.covered(filling as usize) | path.passed;
                                beside.iter().any(|beside| beside & cells == 0)
                            })
                            .collect::<Vec<u32>>()
                    });
                    debug_assert_eq!(to.len(), from.len());
                    let bytes = (2 * to.len() * size_of::<Move>()) as u64;
                    if guard.look().is_break() || !guard.reserve(bytes) {
                        return Default::default();
                    }
                    taken += bytes;
                    let passed = between(placements, at, path);
                    let passed = self.passed.get(&passed).copied().unwrap_or(0);
                    for (to, from) in to.into_iter().zip(from) {
                        moves[parity][turn].push((to, from, passed));
                        moves[before][turn].push((from, to, passed));
                    }
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

/// Returns the cells that the first filling covers. All fillings with the same pieces and the same
/// protruding cells cover equally many.
pub fn first_covered(fillings: &[Fillings; 2]) -> Option<OpenCells> {
    fillings.iter().find(|fillings| fillings.len() > 0).map(|fillings| fillings.covered(0))
}

/// Returns the cells that a piece passes but covers neither at the beginning nor at the end.
fn between(placements: &Placements, at: PlacedPiece, path: PiecePath) -> OpenCells {
    path.passed & !placements.board.covers(at) & !placements.board.covers(path.to)
}
