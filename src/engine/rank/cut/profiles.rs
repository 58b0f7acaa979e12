//! Profiles: the interface between the upper and the lower part of a board.

use ahash::{AHashMap, RandomState};

use super::CutCheck;
use super::ground::{Ground, OpenCells, PlacedPiece};
use super::tally::PieceTally;
use crate::engine::rank::RankingError;

/// The effect of the pieces whose first cells lie before the cut on the part after it: the cells
/// there that they cover, and the number of pieces used of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Profile {
    /// The packed numbers of pieces of each kind; see [`PieceTally`].
    pub used: u128,
    /// The covered cells after the cut.
    pub covered: OpenCells,
}

/// The number of ways with an even and with an odd sum of coordinates.
type ParityCounts = [u64; 2];

/// The profiles of the cuts before each cell, with the number of ways to fill the parts before and
/// after it (broken-profile dynamic programming).
pub struct Profiles {
    /// The packing of the numbers of pieces.
    pub tally: PieceTally,
    before: Vec<AHashMap<Profile, ParityCounts>>,
    behind: Vec<AHashMap<Profile, ParityCounts>>,
}

/// The size of a map entry, roughly.
const ENTRY: u64 = 128;

/// Profiles between two checks of the memory and of whether to go on.
const PORTION: usize = 1 << 10;

impl Profiles {
    /// Finds all profiles, cell by cell, with about `most_bytes` of memory at most.
    ///
    /// # Errors
    ///
    /// Where that is too little, where the pieces are too many for a word, and where `pause`
    /// breaks.
    pub fn new(
        ground: &Ground,
        most_bytes: u64,
        pause: &mut CutCheck,
    ) -> Result<Self, RankingError> {
        let tally = PieceTally::new(ground.counts()).ok_or(RankingError::TooMany)?;
        let mut look = || pause().continue_value().ok_or(RankingError::Stopped);
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        let map = || AHashMap::with_hasher(hasher.clone());
        let (mut before, mut behind) = (vec![map()], Vec::new());
        before[0].insert(Profile { used: 0, covered: 0 }, [1, 0]);
        let mut entries = 0;
        for cell in 0..ground.cells() {
            let mut next: AHashMap<Profile, ParityCounts> = map();
            for (number, (&profile, paths)) in before[cell].iter().enumerate() {
                if number % PORTION == 0 {
                    look()?;
                    if 2 * (entries + next.len() as u64) * ENTRY > most_bytes {
                        return Err(RankingError::TooMany);
                    }
                }
                each_next(ground, &tally, cell as u8, profile, |piece, profile| {
                    add(next.entry(profile).or_default(), *paths, parity(ground, piece));
                });
            }
            entries += next.len() as u64;
            if 2 * entries * ENTRY > most_bytes {
                return Err(RankingError::TooMany);
            }
            before.push(next);
        }
        let mut last = map();
        last.insert(Profile { used: tally.all, covered: 0 }, [1, 0]);
        behind.push(last);
        for cell in (0..ground.cells()).rev() {
            let next = &behind[behind.len() - 1];
            let mut these = map();
            for (number, &profile) in before[cell].keys().enumerate() {
                if number % PORTION == 0 {
                    look()?;
                }
                let mut paths = [0, 0];
                each_next(ground, &tally, cell as u8, profile, |piece, profile| {
                    if let Some(more) = next.get(&profile) {
                        add(&mut paths, *more, parity(ground, piece));
                    }
                });
                if paths != [0, 0] {
                    these.insert(profile, paths);
                }
            }
            behind.push(these);
        }
        behind.reverse();
        Ok(Self { tally, before, behind })
    }

    /// Returns the profiles of a cut, sorted, with the ways before and after it.
    pub fn at(&self, cut: usize) -> Vec<(Profile, ParityCounts, ParityCounts)> {
        let paths = |(profile, behind): (&Profile, &ParityCounts)| {
            (*profile, self.before[cut][profile], *behind)
        };
        let mut profiles: Vec<_> = self.behind[cut].iter().map(paths).collect();
        profiles.sort_unstable();
        profiles
    }
}

/// Returns the parity of a piece, if there is one.
fn parity(ground: &Ground, piece: Option<PlacedPiece>) -> usize {
    piece.map_or(0, |piece| ground.parity(piece.cell))
}

fn add(paths: &mut ParityCounts, more: ParityCounts, parity: usize) {
    for (i, more) in more.into_iter().enumerate() {
        paths[i ^ parity] = paths[i ^ parity].saturating_add(more);
    }
}

/// Calls `visit` with each possible content of a cell, and the profile after it.
pub fn each_next(
    ground: &Ground,
    tally: &PieceTally,
    cell: u8,
    Profile { used, covered }: Profile,
    mut visit: impl FnMut(Option<PlacedPiece>, Profile),
) {
    let own = 1 << cell;
    if covered & own != 0 {
        return visit(None, Profile { used, covered: covered & !own });
    }
    // A cell stays empty only if the remaining pieces have room after it.
    let left = ground
        .kinds()
        .map(|kind| (ground.count(kind) - tally.count(used, kind)) * ground.area(kind));
    if left.sum::<u32>() + covered.count_ones() < (ground.cells() - usize::from(cell)) as u32 {
        visit(None, Profile { used, covered });
    }
    for &(piece, covers) in ground.fitting(usize::from(cell)) {
        let kind = piece.kind;
        if covers & covered == 0 && tally.is_left(used, kind) {
            let covered = (covered | covers) & !own;
            visit(Some(piece), Profile { used: used + tally.one(kind), covered });
        }
    }
}
