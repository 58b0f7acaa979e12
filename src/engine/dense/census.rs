//! Counts the placements of a board, and chooses where to cut it, before anything is built.

use ahash::AHashMap;

use super::board::{Board, OpenCells, PlacedPiece, Tally};
use super::{BuildError, Parity};
use crate::engine::board::piece_shapes;
use crate::engine::guard::Guard;
use crate::engine::query::{Budget, Refusal};
use crate::puzzle::{Puzzle, Style};

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

/// Placements whose bits need this many times the memory are not counted. Up to there the exact
/// number is worth its time, as it says how much memory is needed: all tiles of 4 x 4 are counted
/// in 0.1 s, those of 5 x 5 took most of a minute.
const HOPELESS: u64 = 1 << 10;

/// The size of a map entry, roughly.
const ENTRY: u64 = 128;

/// Profiles between two checks whether to go on.
const PORTION: usize = 1 << 10;

/// The cost of a line besides the bits of a matrix, in words: lists of pieces, and the tables of
/// steps.
const WORDS_OF_LINE: u64 = 8;

/// Columns of one profile per word of memory, besides what it shares with other profiles.
const COLUMNS_OF_WORD: u64 = 2;

impl Census {
    /// Counts the placements of a puzzle, for moves of a style, with at most `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Where that is too little, where the board has too many open cells, and where a limit stops
    /// it.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        budget: &Budget,
        bytes: u64,
    ) -> Result<Self, BuildError> {
        let too_large = "the cut engine takes only boards of at most 128 open cells";
        let board = Board::new(puzzle, style).ok_or(Refusal::Unsuited(too_large))?;
        if at_least(puzzle, &board) / 8.0 > HOPELESS as f64 * budget.room() as f64 {
            return Err(Refusal::Uncountable { allowed: budget.memory }.into());
        }
        let guard = Guard::new(budget, bytes, 0, &|_| 0);
        Self::count(board, &guard).ok_or_else(|| BuildError::of(&guard, budget))
    }

    /// Finds all profiles, cell by cell, with the numbers of ways to fill the parts before and
    /// after (broken-profile dynamic programming). `None` if the guard stops it.
    fn count(board: Board, guard: &Guard) -> Option<Self> {
        let mut before = vec![Ways::from([(Profile { used: 0, covered: 0 }, [1, 0])])];
        for cell in 0..board.cells() {
            let mut next = Ways::new();
            for (number, (&profile, ways)) in before[cell].iter().enumerate() {
                let known = next.len();
                for (piece, profile) in contents(&board, cell, profile) {
                    add(next.entry(profile).or_default(), *ways, board.parity_of(&piece));
                }
                // In both directions.
                let new = (next.len() - known) as u64;
                let is_stopped = number % PORTION == 0 && guard.look().is_err();
                if is_stopped || !guard.reserve(2 * ENTRY * new) {
                    return None;
                }
            }
            before.push(next);
        }
        let mut after = Ways::from([(Profile { used: board.all, covered: 0 }, [1, 0])]);
        let mut best: Option<(usize, CutSize, Vec<ProfileSize>)> = None;
        for cell in (0..=board.cells()).rev() {
            let mut profiles = Vec::with_capacity(after.len());
            for (&profile, &columns) in &after {
                profiles.push(ProfileSize { profile, rows: before[cell][&profile], columns });
            }
            let size = CutSize::of(&profiles);
            if best.as_ref().is_none_or(|(_, best, _)| size.cost <= best.cost) {
                best = Some((cell, size, profiles));
            }
            let Some(cell) = cell.checked_sub(1) else { break };
            let next = std::mem::take(&mut after);
            for (number, &profile) in before[cell].keys().enumerate() {
                if number % PORTION == 0 && guard.look().is_err() {
                    return None;
                }
                let mut ways = [0, 0];
                for (piece, profile) in contents(&board, cell, profile) {
                    let more = next.get(&profile).copied().unwrap_or_default();
                    add(&mut ways, more, board.parity_of(&piece));
                }
                if ways != [0, 0] {
                    after.insert(profile, ways);
                }
            }
        }
        let (at, size, mut profiles) = best?;
        profiles.sort_unstable();
        Some(Self { board, at, profiles, size })
    }
}

impl CutSize {
    fn of(profiles: &[ProfileSize]) -> Self {
        let mut all = Self::default();
        for &ProfileSize { profile, rows, columns } in profiles {
            let words = columns[0].div_ceil(64) + columns[1].div_ceil(64);
            let rows = rows[0].saturating_add(rows[1]);
            let columns = columns[0].saturating_add(columns[1]);
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
    let (counts, mut free, mut ways) = (puzzle.counts(), board.gaps() as u32, 1.0);
    for shape in piece_shapes(puzzle) {
        // The places that the pieces of each kind may take.
        let mut places = 0;
        for &kind in &shape.kinds {
            places += counts[usize::from(kind)];
        }
        if shape.pattern.len() == 1 && shape.closed.is_empty() {
            free += places;
            places = free;
        }
        for &kind in &shape.kinds {
            for piece in 1..=counts[usize::from(kind)] {
                ways *= f64::from(places) / f64::from(piece);
                places -= 1;
            }
        }
    }
    ways
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
    let placed = fitting.iter().filter_map(move |&(piece, covers)| {
        if covers & covered != 0 || !board.is_left(used, piece.kind) {
            return None;
        }
        let used = used + board.one(piece.kind);
        Some((Some(piece), Profile { used, covered: (covered | covers) & !own }))
    });
    empty.into_iter().chain(placed)
}
