//! Counts the placements of a board, and chooses where to cut it, before anything is built.

use ahash::{AHashMap, RandomState};

use super::board::{Board, OpenCells, PlacedPiece, Tally};
use super::{BuildError, Parity};
use crate::engine::board::piece_shapes;
use crate::engine::guard::Guard;
use crate::engine::query::{Budget, Query, Refusal};
use crate::puzzle::Puzzle;

/// The interface between the two parts of a board: the effect of the pieces whose first cells lie
/// before the cut on the part after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Profile {
    /// The numbers of pieces before the cut.
    pub used: Tally,
    /// The cells after the cut that they cover.
    pub covered: OpenCells,
}

/// The number of ways with an even and with an odd sum of coordinates.
type ParityCounts = [u64; 2];

/// The ways to fill the part before a cut, or the part after it.
type Ways = AHashMap<Profile, ParityCounts>;

/// The size of the matrices of a profile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProfileSize {
    pub profile: Profile,
    pub rows: ParityCounts,
    pub columns: ParityCounts,
}

/// The size of all matrices of a cut; numbers saturate.
#[derive(Clone, Copy, Default)]
pub struct CutSize {
    /// The number of placements.
    pub placements: u64,
    /// The number of rows, and of words in them.
    pub rows: u64,
    pub words: u64,
    /// The size with all tables, in words, roughly.
    cost: u64,
}

/// A board whose placements are counted, and its best cut.
pub struct Census {
    pub(super) board: Board,
    /// The first cell after the cut.
    pub(super) at: usize,
    /// The profiles of the cut, ascending.
    pub(super) profiles: Vec<ProfileSize>,
    /// The size of all matrices.
    pub size: CutSize,
}

/// The fraction of the memory for finding the profiles is 1 / `PREPARING_PART`.
const PREPARING_PART: u64 = 4;

/// Placements whose bits need this many times the memory are not counted. Up to there the exact
/// number is worth its time, as it says how much memory is needed: all tiles of 4 x 4 are counted
/// in 0.1 s, those of 5 x 5 took most of a minute.
const HOPELESS: u64 = 1 << 10;

/// The size of a map entry, roughly.
const ENTRY: u64 = 128;

/// Profiles between two checks of the memory and of whether to go on.
const PORTION: usize = 1 << 10;

/// The cost of a line besides the bits of a matrix, in words: lists of pieces, and the tables of
/// steps.
const WORDS_OF_LINE: u64 = 8;

/// Columns of one profile per word of memory, besides what it shares with other profiles.
const COLUMNS_OF_WORD: u64 = 2;

impl Census {
    /// Counts the placements of a query's puzzle, for a search by the dense engine whatever it
    /// costs.
    ///
    /// # Errors
    ///
    /// Those of [`Census::new`].
    pub fn of(query: &Query, budget: &Budget) -> Result<Self, BuildError> {
        Self::new(query.puzzle, budget, budget.room() / PREPARING_PART)
    }

    /// Counts the placements of a puzzle with at most `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Where that is too little, where the board has too many open cells, and where a limit stops
    /// it.
    pub fn new(puzzle: &Puzzle, budget: &Budget, bytes: u64) -> Result<Self, BuildError> {
        let too_large = "the cut engine takes only boards of at most 128 open cells";
        let board = Board::new(puzzle).ok_or(Refusal::Unsuited(too_large))?;
        if at_least(puzzle, &board) / 8.0 > HOPELESS as f64 * budget.room() as f64 {
            return Err(Refusal::Uncountable { allowed: budget.memory }.into());
        }
        let guard = Guard::new(budget, bytes, 0, &|_| 0);
        Self::count(board, &guard).ok_or_else(|| BuildError::of(&guard, budget))
    }

    /// Finds all profiles, cell by cell, with the numbers of ways to fill the parts before and
    /// after (broken-profile dynamic programming). `None` if the guard stops it.
    fn count(board: Board, guard: &Guard) -> Option<Self> {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        let ways = |profile| {
            let mut ways = Ways::with_hasher(hasher.clone());
            ways.extend(profile);
            ways
        };
        let mut before = vec![ways(Some((Profile { used: 0, covered: 0 }, [1, 0])))];
        for cell in 0..board.cells() {
            let (mut next, mut counted) = (ways(None), 0);
            for (number, (&profile, paths)) in before[cell].iter().enumerate() {
                if number % PORTION == 0 {
                    reserve(guard, &next, &mut counted)?;
                }
                for (piece, profile) in contents(&board, cell, profile) {
                    let parity = board.parity_of(piece.as_slice());
                    add(next.entry(profile).or_default(), *paths, parity);
                }
            }
            reserve(guard, &next, &mut counted)?;
            before.push(next);
        }
        let end = (Profile { used: board.all, covered: 0 }, [1, 0]);
        let mut after = vec![ways(Some(end))];
        for cell in (0..board.cells()).rev() {
            let (next, mut these) = (&after[after.len() - 1], ways(None));
            for (number, &profile) in before[cell].keys().enumerate() {
                if number % PORTION == 0 && guard.look().is_break() {
                    return None;
                }
                let mut paths = [0, 0];
                for (piece, profile) in contents(&board, cell, profile) {
                    let parity = board.parity_of(piece.as_slice());
                    add(&mut paths, next.get(&profile).copied().unwrap_or_default(), parity);
                }
                if paths != [0, 0] {
                    these.insert(profile, paths);
                }
            }
            after.push(these);
        }
        after.reverse();
        let sizes = |at: usize| {
            let before = &before[at];
            after[at].iter().map(|(&profile, &columns)| ProfileSize {
                profile,
                rows: before[&profile],
                columns,
            })
        };
        let cuts = (0..=board.cells()).map(|at| (at, CutSize::of(sizes(at))));
        let (at, size) = cuts.min_by_key(|(_, size)| size.cost)?;
        let mut profiles: Vec<ProfileSize> = sizes(at).collect();
        profiles.sort_unstable();
        Some(Self { board, at, profiles, size })
    }
}

impl CutSize {
    fn of(profiles: impl Iterator<Item = ProfileSize>) -> Self {
        let mut all = Self::default();
        for ProfileSize { profile, rows, columns } in profiles {
            let words = columns.map(|columns| columns.div_ceil(64)).iter().sum::<u64>();
            let [rows, columns] = [rows, columns].map(|[even, odd]| even.saturating_add(odd));
            // Where no cells protrude, all lower fillings are columns.
            let shared = if profile.covered == 0 { columns } else { 0 };
            let lines = rows.saturating_add(shared).saturating_mul(WORDS_OF_LINE);
            let words = rows.saturating_mul(words);
            let cost = lines.saturating_add(columns / COLUMNS_OF_WORD).saturating_add(words);
            all.placements = all.placements.saturating_add(rows.saturating_mul(columns));
            all.rows = all.rows.saturating_add(rows);
            all.words = all.words.saturating_add(words);
            all.cost = all.cost.saturating_add(cost);
        }
        all
    }
}

/// Returns how many placements there are at least: pieces of the same shape change places, and
/// those of one cell move to any free cell.
fn at_least(puzzle: &Puzzle, board: &Board) -> f64 {
    let choose = |all: u32, some: u32| -> f64 {
        (0..some).map(|at| f64::from(all - at) / f64::from(at + 1)).product()
    };
    let (counts, mut free, mut ways) = (puzzle.counts(), board.gaps() as u32, 1.0);
    for shape in piece_shapes(puzzle) {
        let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
        let mut pieces = counts.clone().sum();
        if shape.pattern.len() == 1 && shape.closed.is_empty() {
            free += pieces;
            ways *= choose(free, pieces);
        }
        for count in counts {
            ways *= choose(pieces, count);
            pieces -= count;
        }
    }
    ways
}

/// Reserves the memory of map entries that were not counted before, in both directions; `None` if
/// there is none, or the search is to stop.
fn reserve(guard: &Guard, ways: &Ways, counted: &mut u64) -> Option<()> {
    let new = ways.len() as u64 - *counted;
    *counted += new;
    (guard.look().is_continue() && guard.reserve(2 * ENTRY * new)).then_some(())
}

fn add(paths: &mut ParityCounts, more: ParityCounts, parity: Parity) {
    for to in Parity::BOTH {
        paths[to] = paths[to].saturating_add(more[to ^ parity]);
    }
}

/// Returns the possible contents of a cell, nothing or a piece by ascending kind, with the profiles
/// after it.
pub fn contents(
    board: &Board,
    cell: usize,
    Profile { used, covered }: Profile,
) -> impl Iterator<Item = (Option<PlacedPiece>, Profile)> {
    let own = 1 << cell;
    let is_covered = covered & own != 0;
    // A cell stays empty only if the remaining pieces have room after it.
    let needed = board.area_of(board.all - used) + covered.count_ones() as usize;
    let may_be_empty = is_covered || needed < board.cells() - cell;
    let empty = may_be_empty.then_some((None, Profile { used, covered: covered & !own }));
    let fitting = if is_covered { &[] } else { board.fitting(cell) };
    let fitting = fitting
        .iter()
        .filter(move |&&(piece, covers)| covers & covered == 0 && board.is_left(used, piece.kind));
    let placed = fitting.map(move |&(piece, covers)| {
        let used = used + board.one(piece.kind);
        (Some(piece), Profile { used, covered: (covered | covers) & !own })
    });
    empty.into_iter().chain(placed)
}
