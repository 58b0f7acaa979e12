//! All placements as matrices.
//!
//! The board is cut before an open cell. Pieces with their first cell before the cut are *upper*
//! pieces, though they may protrude into the lower part; the others are *lower* pieces. The
//! interface between them is the [`Profile`]: the lower cells that the upper pieces cover, and the
//! pieces that are left. Every upper [filling](Fillings) of a profile combines with each of its
//! lower ones. So all placements are a matrix for each profile, with a row for each upper filling
//! and a column for each lower one. `docs/internals/engines.md` explains the use of this.

use std::ops::Range;

use super::Parity;
use super::bits::Columns;
use super::board::{Board, OpenCells, PiecePath, PlacedPiece};
use super::census::{Census, Profile, ProfileSize};
use super::fillings::{Filler, Fillings};
use super::planes::BitPlace;
use crate::engine::guard::Guard;

/// The matrices of a board.
pub struct Placements {
    pub board: Board,
    /// The first cell after the cut.
    at: usize,
    /// The profiles, ascending.
    pub profiles: Vec<MatrixProfile>,
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
    /// The minimal sets of protruding cells.
    pub beside: Vec<OpenCells>,
}

/// The two parts of a board.
#[derive(Clone, Copy, PartialEq)]
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
            if !guard.reserve(bytes.saturating_add(size_of::<MatrixProfile>() as u64)) {
                return None;
            }
            upper.push(size.rows.map(|count| Fillings::with_room(count as usize)));
        }
        let mut filler = Filler::new(&board, bytes, guard);
        let none = Profile { used: 0, covered: 0 };
        filler.fill(0..at, none, &[0], &mut |pieces, covered, profile| {
            if let Ok(number) = sizes.binary_search_by_key(&profile, |size| size.profile) {
                upper[number][board.parity_of(pieces)].push(pieces, covered);
            }
        })?;
        let (mut profiles, mut lower) = (Vec::new(), Vec::new());
        let mut upper = upper.into_iter();
        // Profiles are sorted by the pieces used first.
        for same in sizes.chunk_by(|one, other| one.profile.used == other.profile.used) {
            let none = Profile { covered: 0, ..same[0].profile };
            let beside = least(same);
            let mut fillings = [Fillings::default(), Fillings::default()];
            filler.fill(at..board.cells(), none, &beside, &mut |pieces, covered, _| {
                guard.reserve(Fillings::bytes_of(pieces.len()));
                fillings[board.parity_of(pieces)].push(pieces, covered);
            })?;
            fillings.iter_mut().for_each(Fillings::shrink);
            for &ProfileSize { profile, .. } in same {
                let columns = fillings.each_ref().map(|all| Columns::new(all, profile.covered));
                let bytes = columns[0].bytes() + columns[1].bytes();
                if guard.look().is_err() || !guard.reserve(bytes) {
                    return None;
                }
                let (upper, lower) = (upper.next()?, lower.len());
                profiles.push(MatrixProfile { profile, upper, lower, columns });
            }
            lower.push(LowerFillings { fillings, beside });
        }
        Some(Self { board, at, profiles, lower })
    }

    /// Returns a superset of the lower fillings of a profile: some may cover its protruding cells.
    pub fn lower(&self, profile: usize) -> &LowerFillings {
        &self.lower[self.profiles[profile].lower]
    }

    /// Returns the cells of the board's two parts.
    pub fn parts(&self) -> [Range<usize>; 2] {
        [0..self.at, self.at..self.board.cells()]
    }

    /// Returns the lower ones of some cells.
    pub fn after_cut(&self, cells: OpenCells) -> OpenCells {
        cells & OpenCells::MAX.checked_shl(self.at as u32).unwrap_or(0)
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
        // Protruding cells do not overlap the cells passed, except those of the piece itself.
        let passed = self.after_cut(path.passed);
        if !has_piece || own & !covered != 0 || covered & !own & passed != 0 {
            return None;
        }
        covered = covered & !own | self.sticking(path.to);
        if self.part(path.from) == BoardPart::Upper {
            used -= self.board.one(kind);
        }
        if self.part(path.to) == BoardPart::Upper {
            used += self.board.one(kind);
        }
        self.number(Profile { used, covered })
    }

    fn number(&self, profile: Profile) -> Option<usize> {
        self.profiles.binary_search_by_key(&profile, |own| own.profile).ok()
    }

    /// Returns the block of a profile for some parities of its rows and its columns.
    pub fn block(&self, profile: usize, rows: Parity, columns: Parity) -> usize {
        let half = 2 * self.profiles.len() * (rows ^ columns) as usize;
        half + 2 * profile + rows as usize
    }

    /// Returns the profile of a block, and the parities of its rows and its columns.
    pub fn split(&self, block: usize) -> (usize, [Parity; 2]) {
        let (half, rows) = (block / (2 * self.profiles.len()), Parity::of(block as u64));
        let profile = block % (2 * self.profiles.len()) / 2;
        (profile, [rows, rows ^ Parity::of(half as u64)])
    }

    /// Returns the place of a position.
    pub fn place(&self, pieces: &[PlacedPiece]) -> Option<BitPlace> {
        let split = pieces.partition_point(|&piece| self.part(piece) == BoardPart::Upper);
        let (upper, lower) = pieces.split_at(split);
        let mut profile = Profile { used: 0, covered: 0 };
        for &piece in upper {
            profile.used += self.board.one(piece.kind);
            profile.covered |= self.sticking(piece);
        }
        let number = self.number(profile)?;
        let (above, below) = (self.board.parity_of(upper), self.board.parity_of(lower));
        let MatrixProfile { upper: rows, columns, .. } = &self.profiles[number];
        let row = rows[above].find(upper)?;
        let filling = self.lower(number).fillings[below].find(lower)?;
        let bit = row * columns[below].words() * 64 + columns[below].column(filling)?;
        Some(BitPlace { block: self.block(number, above, below), bit })
    }

    /// Returns the pieces at a place, the inverse of [`Placements::place`].
    pub fn pieces(&self, BitPlace { block, bit }: BitPlace) -> Vec<PlacedPiece> {
        let (number, [above, below]) = self.split(block);
        let MatrixProfile { upper, columns, .. } = &self.profiles[number];
        let width = columns[below].words() * 64;
        let filling = columns[below].fillings[bit % width] as usize;
        let lower = self.lower(number).fillings[below].pieces(filling);
        [upper[above].pieces(bit / width), lower].concat()
    }
}

/// Returns the minimal ones of the sets of cells that profiles cover.
fn least(profiles: &[ProfileSize]) -> Vec<OpenCells> {
    let mut covered = Vec::new();
    for size in profiles {
        covered.push(size.profile.covered);
    }
    covered.sort_by_key(|cells| cells.count_ones());
    let mut least: Vec<OpenCells> = Vec::new();
    for cells in covered {
        if least.iter().all(|other| other & !cells != 0) {
            least.push(cells);
        }
    }
    least
}
