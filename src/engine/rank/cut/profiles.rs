//! Profiles: what the upper part of a board leaves to the lower part.

use ahash::{AHashMap, RandomState};

use super::Pause;
use super::ground::{Cells, Ground, Piece};
use crate::engine::rank::Unnumbered;

/// What pieces whose first cells lie before some cell leave to those behind: the cells from there on that
/// they cover, and how many pieces of each kind they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Profile {
    /// How many pieces of each kind, side by side; see [`Tally`].
    pub used: u128,
    /// Cells covered.
    pub covered: Cells,
}

/// Numbers of pieces of all kinds in one word.
#[derive(Clone)]
pub struct Tally {
    /// For each kind, where its number begins, and where it stands.
    fields: Vec<(u32, u128)>,
    /// The numbers of all pieces.
    pub all: u128,
}

impl Tally {
    /// For the pieces of a board; `None` if they do not fit a word.
    fn new(counts: &[u32]) -> Option<Self> {
        let (mut fields, mut all, mut shift) = (Vec::new(), 0, 0);
        for &count in counts {
            let bits = u32::BITS - count.leading_zeros();
            if shift + bits > u128::BITS {
                return None;
            }
            // A kind without pieces has a field without bits, wherever it is.
            let at = if bits == 0 { 0 } else { shift };
            fields.push((at, ((1 << bits) - 1) << at));
            all |= u128::from(count) << at;
            shift += bits;
        }
        Some(Self { fields, all })
    }

    /// The number of pieces of a kind.
    pub fn count(&self, used: u128, kind: u8) -> u32 {
        let (shift, mask) = self.fields[usize::from(kind)];
        ((used & mask) >> shift) as u32
    }

    /// The number of pieces of all kinds.
    pub fn number(&self, used: u128) -> usize {
        (0..self.fields.len() as u8).map(|kind| self.count(used, kind) as usize).sum()
    }

    /// Whether there are more pieces of a kind than some.
    pub fn is_left(&self, used: u128, kind: u8) -> bool {
        (used ^ self.all) & self.fields[usize::from(kind)].1 != 0
    }

    /// One piece of a kind.
    pub fn one(&self, kind: u8) -> u128 {
        1 << self.fields[usize::from(kind)].0
    }
}

/// How many ways there are with an even and with an odd sum of coordinates.
type Ways = [u64; 2];

/// The profiles that occur if the board is cut before each cell, with the ways to fill what lies before
/// and behind.
pub struct Profiles {
    pub tally: Tally,
    before: Vec<AHashMap<Profile, Ways>>,
    behind: Vec<AHashMap<Profile, Ways>>,
}

/// About what an entry of a map takes.
const ENTRY: u64 = 128;

/// Profiles that are looked at between two looks at the memory and at whether to go on.
const PORTION: usize = 1 << 10;

impl Profiles {
    /// Finds them all, cell by cell, taking about `most_bytes` of memory at most.
    ///
    /// # Errors
    ///
    /// Where that is too little, where the pieces are too many for a word, and where `pause` breaks.
    pub fn new(ground: &Ground, most_bytes: u64, pause: &mut Pause) -> Result<Self, Unnumbered> {
        let tally = Tally::new(ground.counts()).ok_or(Unnumbered::TooMany)?;
        let mut look = || pause().continue_value().ok_or(Unnumbered::Stopped);
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        let map = || AHashMap::with_hasher(hasher.clone());
        let (mut before, mut behind) = (vec![map()], Vec::new());
        before[0].insert(Profile { used: 0, covered: 0 }, [1, 0]);
        let mut entries = 0;
        for cell in 0..ground.cells() {
            let mut next: AHashMap<Profile, Ways> = map();
            for (number, (&profile, ways)) in before[cell].iter().enumerate() {
                if number % PORTION == 0 {
                    look()?;
                    if 2 * (entries + next.len() as u64) * ENTRY > most_bytes {
                        return Err(Unnumbered::TooMany);
                    }
                }
                each_next(ground, &tally, cell as u8, profile, |piece, profile| {
                    add(next.entry(profile).or_default(), *ways, parity(ground, piece));
                });
            }
            entries += next.len() as u64;
            if 2 * entries * ENTRY > most_bytes {
                return Err(Unnumbered::TooMany);
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
                let mut ways = [0, 0];
                each_next(ground, &tally, cell as u8, profile, |piece, profile| {
                    if let Some(more) = next.get(&profile) {
                        add(&mut ways, *more, parity(ground, piece));
                    }
                });
                if ways != [0, 0] {
                    these.insert(profile, ways);
                }
            }
            behind.push(these);
        }
        behind.reverse();
        Ok(Self { tally, before, behind })
    }

    /// The profiles of a cut, in an order of their own, with the ways before and behind.
    pub fn at(&self, cut: usize) -> Vec<(Profile, Ways, Ways)> {
        let ways =
            |(profile, behind): (&Profile, &Ways)| (*profile, self.before[cut][profile], *behind);
        let mut profiles: Vec<_> = self.behind[cut].iter().map(ways).collect();
        profiles.sort_unstable();
        profiles
    }
}

/// The parity of a piece, if there is one.
fn parity(ground: &Ground, piece: Option<Piece>) -> usize {
    piece.map_or(0, |piece| ground.parity(piece.cell))
}

fn add(ways: &mut Ways, more: Ways, parity: usize) {
    for (i, more) in more.into_iter().enumerate() {
        ways[i ^ parity] = ways[i ^ parity].saturating_add(more);
    }
}

/// Whatever may lie in a cell, and the profile behind it.
pub fn each_next(
    ground: &Ground,
    tally: &Tally,
    cell: u8,
    Profile { used, covered }: Profile,
    mut tell: impl FnMut(Option<Piece>, Profile),
) {
    let own = 1 << cell;
    if covered & own != 0 {
        return tell(None, Profile { used, covered: covered & !own });
    }
    // A cell stays empty only if the pieces that are left have room behind it.
    let left = ground
        .kinds()
        .map(|kind| (ground.count(kind) - tally.count(used, kind)) * ground.area(kind));
    if left.sum::<u32>() + covered.count_ones() < (ground.cells() - usize::from(cell)) as u32 {
        tell(None, Profile { used, covered });
    }
    for &(piece, covers) in ground.fitting(usize::from(cell)) {
        let kind = piece.kind;
        if covers & covered == 0 && tally.is_left(used, kind) {
            let covered = (covered | covers) & !own;
            tell(Some(piece), Profile { used: used + tally.one(kind), covered });
        }
    }
}
