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
use super::bits::{Columns, lowest};
use super::board::{Board, OpenCells, PiecePath, PlacedPiece};
use super::census::{Census, Profile};
use super::fillings::{Filler, FillingSets, Fillings, cells_from};
use crate::engine::guard::Guard;

/// The matrices of a board.
pub struct Placements {
    pub board: Board,
    /// The first cell after the cut.
    pub at: usize,
    /// The profiles, ascending.
    profiles: Vec<Profile>,
    numbers: AHashMap<Profile, u32>,
    /// For each profile its upper fillings, by the parity of the sum of their coordinates.
    upper: Vec<[Fillings; 2]>,
    /// For each multiset of lower pieces, the fillings that are compatible with the protruding
    /// cells of at least one profile, likewise by parity.
    pub lower: Vec<LowerFillings>,
    /// For each profile, the index of its lower fillings in `lower`, and which of these are its
    /// columns.
    lowers: Vec<u32>,
    columns: Vec<[Columns; 2]>,
}

/// Lower fillings of the same pieces.
pub struct LowerFillings {
    pub fillings: [Fillings; 2],
    /// Until moves are found.
    pub sets: [FillingSets; 2],
    /// The minimal sets of protruding cells.
    pub beside: Vec<OpenCells>,
}

/// The two parts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPart {
    /// Before the cut.
    Upper,
    /// After the cut.
    Lower,
}

/// The indices of a position in the matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixPlace {
    /// The number of its profile.
    pub profile: usize,
    /// The parities of upper and lower filling.
    pub parities: [Parity; 2],
    /// The row, among those of the same parity.
    pub row: usize,
    /// The column, among those of the same parity.
    pub column: usize,
}

/// Bytes of the memory limit per filling that may be tried: that takes seconds with gigabytes. Most
/// fail where few pieces are left for much room, which takes time and no memory.
const BYTES_OF_LOOK: u64 = 4;

impl Placements {
    /// Lists the fillings of both parts; `None` if the guard of these `bytes` bytes stops it.
    pub fn build(census: Census, bytes: u64, guard: &Guard) -> Option<Self> {
        let Census { board, at, profiles: sizes, .. } = census;
        let mut upper = Vec::with_capacity(sizes.len());
        for size in &sizes {
            let each = Fillings::bytes_of(board.pieces_of(size.profile.used));
            let rows = size.rows[0].saturating_add(size.rows[1]);
            if !guard.reserve(rows.saturating_mul(each)) {
                return None;
            }
            upper.push(size.rows.map(|count| Fillings::with_room(count as usize)));
        }
        let profiles: Vec<Profile> = sizes.iter().map(|size| size.profile).collect();
        let numbers = (0..).zip(&profiles).map(|(number, &profile)| (profile, number)).collect();
        let (lower, lowers, columns) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Self { board, at, profiles, numbers, upper, lower, lowers, columns };
        let mut looks = bytes / BYTES_OF_LOOK;
        all.fill_upper(&mut looks, guard);
        all.fill_lower(&mut looks, guard)?;
        for (profile, &lower) in all.profiles.iter().zip(&all.lowers) {
            let sets = &all.lower[lower as usize].sets;
            let columns = sets
                .each_ref()
                .map(|sets| Columns::new(sets.allowing(&all.board, None, &[profile.covered], &[])));
            if guard.look().is_break() || !guard.reserve(columns.iter().map(Columns::bytes).sum()) {
                return None;
            }
            all.columns.push(columns);
        }
        Some(all)
    }

    fn fill_upper(&mut self, looks: &mut u64, guard: &Guard) {
        let Self { board, at, numbers, upper, .. } = self;
        let mut filler = Filler::new(board, 0..*at, 0, board.gaps(), &[0]);
        while let Some((covered, used)) = filler.next(looks, guard) {
            let profile = Profile { used, covered: cells_from(covered, *at) };
            if let Some(&number) = numbers.get(&profile) {
                upper[number as usize][board.parity_of(&filler.pieces)]
                    .push(&filler.pieces, covered);
            }
        }
    }

    fn fill_lower(&mut self, looks: &mut u64, guard: &Guard) -> Option<()> {
        let Self { board, at, profiles, lower, lowers, .. } = self;
        // Profiles are sorted by the pieces used first.
        for profiles in profiles.chunk_by(|one, other| one.used == other.used) {
            lowers.extend(profiles.iter().map(|_| lower.len() as u32));
            let (used, beside) = (profiles[0].used, least(profiles));
            let (left, cells) = (board.all - used, *at..board.cells());
            let mut fillings = [Fillings::default(), Fillings::default()];
            let gaps = cells.len() - board.area_of(left);
            let mut filler = Filler::new(board, cells.clone(), used, gaps, &beside);
            while let Some((covered, used)) = filler.next(looks, guard) {
                if used == board.all {
                    guard.reserve_or_stop(Fillings::bytes_of(filler.pieces.len()));
                    fillings[board.parity_of(&filler.pieces)].push(&filler.pieces, covered);
                }
            }
            fillings.iter_mut().for_each(Fillings::shrink);
            let [even, odd] = fillings
                .each_ref()
                .map(|fillings| FillingSets::new(fillings, cells.clone(), guard));
            lower.push(LowerFillings { fillings, sets: [even?, odd?], beside });
        }
        Some(())
    }

    /// Removes what is needed only until moves are found.
    pub fn remove_sets(&mut self) {
        self.lower.iter_mut().for_each(|lower| lower.sets = Default::default());
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let lower = self.lower.iter().flat_map(|lower| &lower.fillings);
        let fillings = self.upper.iter().flatten().chain(lower).map(Fillings::bytes);
        let sets = self.lower.iter().flat_map(|lower| &lower.sets).map(FillingSets::bytes);
        let columns = self.columns.iter().flatten().map(Columns::bytes);
        let each =
            size_of::<Profile>() * 3 + size_of::<[Fillings; 2]>() + size_of::<[Columns; 2]>();
        fillings.chain(sets).chain(columns).sum::<u64>() + (self.profiles.len() * each) as u64
    }

    /// Returns the number of profiles.
    pub fn profiles(&self) -> usize {
        self.profiles.len()
    }

    /// Returns the upper fillings of a profile.
    pub fn upper(&self, profile: usize) -> &[Fillings; 2] {
        &self.upper[profile]
    }

    /// Returns the index of a profile's lower fillings in [`Placements::lower`].
    pub fn lower_number(&self, profile: usize) -> usize {
        self.lowers[profile] as usize
    }

    /// Returns a superset of the lower fillings of a profile: some may cover its protruding cells.
    pub fn lower(&self, profile: usize) -> &LowerFillings {
        &self.lower[self.lower_number(profile)]
    }

    /// Returns which of the lower fillings of a profile are its columns.
    pub fn columns(&self, profile: usize) -> &[Columns; 2] {
        &self.columns[profile]
    }

    /// Returns the lower cells that the upper pieces of a profile cover.
    pub fn covered(&self, profile: usize) -> OpenCells {
        self.profiles[profile].covered
    }

    /// Returns the lower ones of some cells.
    pub fn after_cut(&self, cells: OpenCells) -> OpenCells {
        cells_from(cells, self.at)
    }

    /// Returns how many of some cells are in each part.
    fn in_parts(&self, cells: OpenCells) -> [u32; 2] {
        let lower = self.after_cut(cells).count_ones();
        [cells.count_ones() - lower, lower]
    }

    /// Returns how many cells of each part are empty, given the covered cells.
    pub fn empty(&self, covered: OpenCells) -> [u32; 2] {
        self.in_parts(lowest(OpenCells::MAX, self.board.cells() as u32) & !covered)
    }

    /// Whether a path passes no more cells of either part than are empty there.
    pub fn fits(&self, empty: [u32; 2], from: PlacedPiece, path: PiecePath) -> bool {
        let [upper, lower] = self.in_parts(path.passed & !self.board.covers(from));
        upper <= empty[0] && lower <= empty[1]
    }

    /// Returns the part that a piece belongs to.
    pub fn part(&self, piece: PlacedPiece) -> BoardPart {
        if usize::from(piece.cell) < self.at { BoardPart::Upper } else { BoardPart::Lower }
    }

    /// Returns the part that a path depends on, apart from the profile; `None` if it depends on
    /// both, or changes the profile.
    pub fn part_of_path(&self, from: PlacedPiece, path: PiecePath) -> Option<BoardPart> {
        let part = self.part(from);
        let lower = self.after_cut(path.passed);
        let stays = match part {
            BoardPart::Upper => {
                self.sticking(from) == self.sticking(path.to) && lower == self.sticking(from)
            }
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

    /// Whether a part has pieces of the kind of a piece in this part.
    pub fn may_have(&self, profile: usize, piece: PlacedPiece) -> bool {
        let used = self.profiles[profile].used;
        match self.part(piece) {
            BoardPart::Upper => self.board.count(used, piece.kind) > 0,
            BoardPart::Lower => self.board.is_left(used, piece.kind),
        }
    }

    /// Returns the profile after a piece moves from one place to another, if it can be in the first
    /// place and the other pieces leave room for the second.
    pub fn after(&self, profile: usize, from: PlacedPiece, to: PlacedPiece) -> Option<usize> {
        let Profile { mut used, mut covered } = self.profiles[profile];
        match self.part(from) {
            BoardPart::Upper if covered & self.sticking(from) == self.sticking(from) => {
                used -= self.board.one(from.kind);
            }
            BoardPart::Lower if covered & self.board.covers(from) == 0 => {}
            _ => return None,
        }
        covered &= !self.sticking(from);
        if covered & self.board.covers(to) != 0 {
            return None;
        }
        covered |= self.sticking(to);
        if self.part(to) == BoardPart::Upper {
            used += self.board.one(to.kind);
        }
        self.number_of(used, covered)
    }

    fn number_of(&self, used: u128, covered: OpenCells) -> Option<usize> {
        self.numbers.get(&Profile { used, covered }).map(|&number| number as usize)
    }

    /// Returns profile, row and column of a position, with the parities of row and column.
    pub fn place(&self, pieces: &[PlacedPiece]) -> Option<MatrixPlace> {
        let split = pieces.partition_point(|&piece| self.part(piece) == BoardPart::Upper);
        let (upper, lower) = pieces.split_at(split);
        let used = upper.iter().map(|piece| self.board.one(piece.kind)).sum();
        let covered = upper.iter().fold(0, |cells, &piece| cells | self.board.covers(piece));
        let profile = self.number_of(used, self.after_cut(covered))?;
        let parities = [upper, lower].map(|pieces| self.board.parity_of(pieces));
        let row = self.upper(profile)[parities[0]].find(upper)?;
        let filling = self.lower(profile).fillings[parities[1]].find(lower)?;
        let column = self.columns(profile)[parities[1]].column(filling)?;
        Some(MatrixPlace { profile, parities, row, column })
    }

    /// Returns the pieces at a place, the inverse of [`Placements::place`].
    pub fn pieces(&self, place: MatrixPlace) -> Vec<PlacedPiece> {
        let MatrixPlace { profile, parities, row, column } = place;
        let filling = self.columns(profile)[parities[1]].fillings[column] as usize;
        let upper = self.upper(profile)[parities[0]].pieces(row);
        [upper, self.lower(profile).fillings[parities[1]].pieces(filling)].concat()
    }
}

/// Returns the minimal ones of the sets of cells that profiles cover.
fn least(profiles: &[Profile]) -> Vec<OpenCells> {
    let mut covered: Vec<OpenCells> = profiles.iter().map(|profile| profile.covered).collect();
    covered.sort_by_key(|cells| cells.count_ones());
    let mut least: Vec<OpenCells> = Vec::new();
    for cells in covered {
        if least.iter().all(|other| other & !cells != 0) {
            least.push(cells);
        }
    }
    least
}
