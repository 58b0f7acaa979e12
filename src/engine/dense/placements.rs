//! All placements as matrices.
//!
//! The board is cut before an open cell. Pieces with their first cell before the cut are *upper*
//! pieces, though they may protrude into the lower part; the others are *lower* pieces. The
//! interface between them is the [`Profile`]: the lower cells that the upper pieces cover, and the
//! pieces that are left. Every upper [filling](Fillings) of a profile combines with each of its
//! lower ones. So all placements are a matrix for each profile, with a row for each upper filling
//! and a column for each lower one. `docs/internals/engines.md` explains the use of this.

use ahash::AHashMap;

use super::Parity;
use super::bits::Columns;
use super::board::{Board, OpenCells, PiecePath, PlacedPiece};
use super::census::{Census, Profile, ProfileSize};
use super::fillings::{Filler, FillingSets, Fillings, cells_from};
use super::planes::BitPlace;
use crate::engine::guard::Guard;

/// The matrices of a board.
pub struct Placements {
    pub board: Board,
    /// The first cell after the cut.
    pub at: usize,
    /// The profiles, ascending.
    pub profiles: Vec<MatrixProfile>,
    numbers: AHashMap<Profile, u32>,
    /// For each multiset of lower pieces, the fillings that are compatible with the protruding
    /// cells of at least one profile, by the parity of the sum of their coordinates.
    pub lower: Vec<LowerFillings>,
}

/// The rows and columns of a profile, each by parity.
pub struct MatrixProfile {
    pub profile: Profile,
    pub upper: [Fillings; 2],
    /// The index of its lower fillings in [`Placements::lower`], and which of these are its columns.
    pub lower: usize,
    pub columns: [Columns; 2],
}

/// Lower fillings of the same pieces.
pub struct LowerFillings {
    pub fillings: [Fillings; 2],
    /// Until moves are found.
    pub sets: [FillingSets; 2],
    /// The minimal sets of protruding cells.
    pub beside: Vec<OpenCells>,
    /// How many cells are empty if no cells protrude.
    pub gaps: usize,
}

/// The two parts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPart {
    /// Before the cut.
    Upper,
    /// After the cut.
    Lower,
}

impl Placements {
    /// Lists the fillings of both parts; `None` if the guard of these `bytes` bytes stops it.
    pub fn build(census: Census, bytes: u64, guard: &Guard) -> Option<Self> {
        let Census { board, at, profiles: sizes, .. } = census;
        let mut upper = Vec::with_capacity(sizes.len());
        for size in &sizes {
            let each = Fillings::bytes_of(board.pieces_of(size.profile.used));
            let bytes = size.rows[0].saturating_add(size.rows[1]).saturating_mul(each);
            let own = (size_of::<MatrixProfile>() + 2 * size_of::<Profile>()) as u64;
            if !guard.reserve(bytes.saturating_add(own)) {
                return None;
            }
            upper.push(size.rows.map(|count| Fillings::with_room(count as usize)));
        }
        let numbers: AHashMap<Profile, u32> =
            (0..).zip(&sizes).map(|(number, size)| (size.profile, number)).collect();
        let mut filler = Filler::new(&board, bytes, guard);
        let none = Profile { used: 0, covered: 0 };
        filler.fill(0..at, none, &[0], &mut |pieces, covered, profile| {
            if let Some(&number) = numbers.get(&profile) {
                upper[number as usize][board.parity_of(pieces)].push(pieces, covered);
            }
        })?;
        let (mut profiles, mut lower) = (Vec::new(), Vec::new());
        let mut upper = upper.into_iter();
        // Profiles are sorted by the pieces used first.
        for same in sizes.chunk_by(|one, other| one.profile.used == other.profile.used) {
            let (cells, none) = (at..board.cells(), Profile { covered: 0, ..same[0].profile });
            let beside = least(same);
            let mut fillings = [Fillings::default(), Fillings::default()];
            filler.fill(cells.clone(), none, &beside, &mut |pieces, covered, _| {
                guard.reserve_or_stop(Fillings::bytes_of(pieces.len()));
                fillings[board.parity_of(pieces)].push(pieces, covered);
            })?;
            fillings.iter_mut().for_each(Fillings::shrink);
            let sets = |parity: usize| FillingSets::new(&fillings[parity], cells.clone(), guard);
            let sets = [sets(0)?, sets(1)?];
            for &ProfileSize { profile, .. } in same {
                let columns = sets
                    .each_ref()
                    .map(|sets| Columns::new(sets.allowing(&board, None, &[profile.covered], &[])));
                let bytes = columns.iter().map(Columns::bytes).sum();
                if guard.look().is_break() || !guard.reserve(bytes) {
                    return None;
                }
                let (upper, lower) = (upper.next()?, lower.len());
                profiles.push(MatrixProfile { profile, upper, lower, columns });
            }
            let gaps = cells.len() - board.area_of(board.all - none.used);
            lower.push(LowerFillings { fillings, sets, beside, gaps });
        }
        Some(Self { board, at, profiles, numbers, lower })
    }

    /// Removes what is needed only until moves are found.
    pub fn remove_sets(&mut self) {
        self.lower.iter_mut().for_each(|lower| lower.sets = Default::default());
    }

    /// Returns a superset of the lower fillings of a profile: some may cover its protruding cells.
    pub fn lower(&self, profile: usize) -> &LowerFillings {
        &self.lower[self.profiles[profile].lower]
    }

    /// Returns which of the lower fillings of a profile are its columns of some parity.
    #[inline(always)]
    pub fn columns(&self, profile: usize, parity: Parity) -> &Columns {
        &self.profiles[profile].columns[parity]
    }

    /// Returns the lower ones of some cells.
    pub fn after_cut(&self, cells: OpenCells) -> OpenCells {
        cells_from(cells, self.at)
    }

    /// Returns how many cells of each part are empty.
    pub fn gaps(&self, profile: usize) -> [usize; 2] {
        let Profile { used, covered } = self.profiles[profile].profile;
        let upper = self.at + covered.count_ones() as usize - self.board.area_of(used);
        [upper, self.board.gaps() - upper]
    }

    /// Whether a path passes no more cells of either part than are empty there.
    pub fn fits(&self, gaps: [usize; 2], path: PiecePath) -> bool {
        let needed = self.board.needed(path);
        let lower = self.after_cut(needed).count_ones();
        lower as usize <= gaps[1] && (needed.count_ones() - lower) as usize <= gaps[0]
    }

    /// Returns the part that a piece belongs to.
    pub fn part(&self, piece: PlacedPiece) -> BoardPart {
        if usize::from(piece.cell) < self.at { BoardPart::Upper } else { BoardPart::Lower }
    }

    /// Returns the part that a path depends on, apart from the profile; `None` if it depends on
    /// both, or changes the profile.
    pub fn part_of_path(&self, path: PiecePath) -> Option<BoardPart> {
        let (part, lower) = (self.part(path.from), self.after_cut(path.passed));
        let stays = match part {
            BoardPart::Upper => [path.from, path.to].iter().all(|&end| self.sticking(end) == lower),
            BoardPart::Lower => lower == path.passed,
        };
        (stays && self.part(path.to) == part).then_some(part)
    }

    /// Returns the lower cells that a piece covers if it is an upper one.
    pub fn sticking(&self, piece: PlacedPiece) -> OpenCells {
        match self.part(piece) {
            BoardPart::Upper => self.after_cut(self.board.covers(piece)),
            BoardPart::Lower => 0,
        }
    }

    /// Returns the profile after a path from a profile, if its piece can be there, and if the other
    /// pieces leave room for it.
    pub fn after(&self, profile: usize, path: PiecePath) -> Option<usize> {
        let Profile { mut used, mut covered } = self.profiles[profile].profile;
        let (kind, own) = (path.from.kind, self.sticking(path.from));
        let has_piece = match self.part(path.from) {
            BoardPart::Upper => self.board.count(used, kind) > 0,
            BoardPart::Lower => self.board.is_left(used, kind),
        };
        if !has_piece || own & !covered != 0 {
            return None;
        }
        // Protruding cells do not overlap the cells passed, except those of the piece itself.
        covered ^= own;
        if covered & self.after_cut(path.passed) != 0 {
            return None;
        }
        for (end, is_after) in [(path.from, false), (path.to, true)] {
            match self.part(end) {
                BoardPart::Upper if is_after => used += self.board.one(kind),
                BoardPart::Upper => used -= self.board.one(kind),
                BoardPart::Lower => {}
            }
        }
        self.number_of(used, covered | self.sticking(path.to))
    }

    fn number_of(&self, used: u128, covered: OpenCells) -> Option<usize> {
        self.numbers.get(&Profile { used, covered }).map(|&number| number as usize)
    }

    /// Returns the place of a position.
    pub fn place(&self, pieces: &[PlacedPiece]) -> Option<BitPlace> {
        let split = pieces.partition_point(|&piece| self.part(piece) == BoardPart::Upper);
        let (upper, lower) = pieces.split_at(split);
        let used = upper.iter().map(|piece| self.board.one(piece.kind)).sum();
        let covered = upper.iter().fold(0, |cells, &piece| cells | self.board.covers(piece));
        let number = self.number_of(used, self.after_cut(covered))?;
        let parities = [upper, lower].map(|pieces| self.board.parity_of(pieces));
        let (profile, columns) = (&self.profiles[number], self.columns(number, parities[1]));
        let row = profile.upper[parities[0]].find(upper)?;
        let filling = self.lower(number).fillings[parities[1]].find(lower)?;
        let bit = row * columns.words() * 64 + columns.column(filling)?;
        let block = block_number(number, parities[0]);
        Some(BitPlace { half: parities[0] ^ parities[1], block, bit })
    }

    /// Returns the pieces at a place, the inverse of [`Placements::place`].
    pub fn pieces(&self, BitPlace { half, block, bit }: BitPlace) -> Vec<PlacedPiece> {
        let (profile, rows) = (block / 2, Parity::of(block as u64));
        let columns = self.columns(profile, rows ^ half);
        let (row, column) = (bit / (columns.words() * 64), bit % (columns.words() * 64));
        let lower = &self.lower(profile).fillings[rows ^ half];
        let upper = self.profiles[profile].upper[rows].pieces(row);
        [upper, lower.pieces(columns.fillings[column] as usize)].concat()
    }
}

/// Returns the number of the block of a profile and the parity of its rows.
#[inline(always)]
pub fn block_number(profile: usize, rows: Parity) -> usize {
    2 * profile + rows as usize
}

/// Returns the minimal ones of the sets of cells that profiles cover.
fn least(profiles: &[ProfileSize]) -> Vec<OpenCells> {
    let mut covered: Vec<OpenCells> = profiles.iter().map(|size| size.profile.covered).collect();
    covered.sort_by_key(|cells| cells.count_ones());
    let mut least: Vec<OpenCells> = Vec::new();
    for cells in covered {
        if least.iter().all(|other| other & !cells != 0) {
            least.push(cells);
        }
    }
    least
}
