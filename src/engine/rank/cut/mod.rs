//! The cut index: all placements as matrices.
//!
//! The board is cut before an open cell. Pieces with their first cell before the cut are *upper*
//! pieces, though they may protrude into the lower part; the others are *lower* pieces. The
//! interface between them is the [`Profile`]: the lower cells that the upper pieces cover, and the
//! pieces that are left. Every upper [filling](Fillings) of a profile combines with each of its
//! lower ones. So all placements are a matrix for each profile, with a row for each upper filling
//! and a column for each lower one. `docs/internals/engines.md` explains the use of this.

mod bits;
mod columns;
mod fillings;
mod ground;
mod lower;
mod paths;
mod profiles;
mod tally;

use std::ops::ControlFlow;

use ahash::AHashMap;
use num_bigint::BigUint;

#[cfg(target_arch = "x86_64")]
pub use bits::Bmi2Gather;
pub use bits::{Gather, PortableGather, lowest, transpose};
pub use columns::Columns;
use fillings::Filler;
pub use fillings::Fillings;
pub use ground::{Ground, OpenCells, PlacedPiece};
pub use lower::LowerFillings;
pub use paths::{PiecePath, PiecePaths};
use profiles::Profile;
pub use profiles::Profiles;
use tally::PieceTally;

use super::RankingError;

/// Called now and then; breaks to stop. Once it has broken, it always does.
pub type CutCheck<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// The matrices of a board.
pub struct Cut {
    /// The board.
    pub ground: Ground,
    tally: PieceTally,
    /// The first cell after the cut.
    at: usize,
    /// The profiles, ascending.
    profiles: Vec<Profile>,
    numbers: AHashMap<Profile, u32>,
    /// For each profile its upper fillings, those with an even sum of coordinates and those with an
    /// odd one.
    upper: Vec<[Fillings; 2]>,
    /// For each multiset of lower pieces, the fillings that are compatible with the protruding
    /// cells of at least one profile, likewise by parity.
    lower: Vec<[LowerFillings; 2]>,
    /// For each profile, the index of its lower fillings in `lower`, and which of these are its
    /// columns.
    lowers: Vec<u32>,
    columns: Vec<[Columns; 2]>,
}

/// The two parts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPart {
    /// Before the cut.
    Upper,
    /// After the cut.
    Lower,
}

/// The cost of a line besides the bits of a matrix, in words: lists of pieces, and the tables of
/// steps.
const WORDS_OF_LINE: u64 = 8;

/// Bytes of the memory limit per filling that may be tried: that takes seconds with gigabytes.
const BYTES_OF_LOOK: u64 = 4;

/// Columns of one profile per word of memory, besides what it shares with other profiles.
const COLUMNS_OF_WORD: u64 = 2;

impl Cut {
    /// Returns the cut with the smallest matrices and tables; `None` if `pause` breaks.
    pub fn best(ground: &Ground, profiles: &Profiles, pause: &mut CutCheck) -> Option<CutPlan> {
        let mut best = CutPlan::new(0, profiles);
        for at in 1..=ground.cells() {
            pause().continue_value()?;
            let plan = CutPlan::new(at, profiles);
            // The first of equals.
            if plan.cost < best.cost {
                best = plan;
            }
        }
        Some(best)
    }

    /// Cuts a board before an open cell, with about `most_bytes` of memory at most.
    ///
    /// # Errors
    ///
    /// Where that is too little, and where `pause` breaks.
    pub fn new(
        ground: Ground,
        profiles: &Profiles,
        at: usize,
        most_bytes: u64,
        pause: &mut CutCheck,
    ) -> Result<Self, RankingError> {
        let mut effort = CutBudget { bytes: most_bytes, looks: most_bytes / BYTES_OF_LOOK, pause };
        match Self::made(ground, profiles, at, &mut effort) {
            Some(cut) => Ok(cut),
            None if (effort.pause)().is_break() => Err(RankingError::Stopped),
            None => Err(RankingError::TooMany),
        }
    }

    /// Like [`Cut::new`]; `None` if the effort is too large or `pause` breaks.
    fn made(
        ground: Ground,
        profiles: &Profiles,
        at: usize,
        effort: &mut CutBudget,
    ) -> Option<Self> {
        let list = profiles.at(at);
        let tally = &profiles.tally;
        let room = |&(profile, ways, _): &(Profile, [u64; 2], [u64; 2])| {
            let each = bytes_of_filling(tally.number(profile.used));
            let bytes = ways[0].saturating_add(ways[1]).saturating_mul(each);
            spend(&mut effort.bytes, bytes).continue_value()?;
            Some(ways.map(|count| Fillings::with_room(count as usize)))
        };
        let upper = list.iter().map(room).collect::<Option<_>>()?;
        let numbers = list.iter().enumerate().map(|(i, &(profile, ..))| (profile, i as u32));
        let mut cut = Self {
            at,
            profiles: list.iter().map(|&(profile, ..)| profile).collect(),
            numbers: numbers.collect(),
            upper,
            lower: Vec::new(),
            lowers: Vec::new(),
            columns: Vec::new(),
            ground,
            tally: tally.clone(),
        };
        let filled = cut.fill_upper(effort).is_continue()
            && cut.fill_lower(effort).is_continue()
            && cut.choose_columns(effort).is_continue();
        filled.then_some(cut)
    }

    fn fill_upper(&mut self, effort: &mut CutBudget) -> ControlFlow<()> {
        let Self { ground, tally, at, numbers, upper, .. } = self;
        let CutBudget { looks, pause, .. } = effort;
        let visit = |pieces: &[PlacedPiece], covered: OpenCells, used: u128| {
            let profile = Profile { used, covered: cells_from(covered, *at) };
            if let Some(&number) = numbers.get(&profile) {
                upper[number as usize][parity(ground, pieces)].push(pieces, covered);
            }
            ControlFlow::Continue(())
        };
        let gaps = ground.cells() - ground.area_of(tally, tally.all);
        let beside = &[0];
        let mut filler =
            Filler { ground, tally, end: *at, beside, visit, looks, pause, pieces: Vec::new() };
        filler.fill(0, 0, 0, gaps)
    }

    fn fill_lower(&mut self, effort: &mut CutBudget) -> ControlFlow<()> {
        let Self { ground, tally, at, profiles, lower, lowers, .. } = self;
        let CutBudget { bytes, looks, pause } = effort;
        // Lists grow here, and are copied once their length is known.
        let mut fillings = [Fillings::default(), Fillings::default()];
        // Profiles are sorted by the pieces used first.
        for profiles in profiles.chunk_by(|one, other| one.used == other.used) {
            lowers.extend(profiles.iter().map(|_| lower.len() as u32));
            let (used, beside) = (profiles[0].used, least(profiles));
            fillings.iter_mut().for_each(Fillings::clear);
            let visit = |pieces: &[PlacedPiece], covered: OpenCells, used: u128| {
                if used == tally.all {
                    spend(bytes, bytes_of_filling(pieces.len()))?;
                    fillings[parity(ground, pieces)].push(pieces, covered);
                }
                ControlFlow::Continue(())
            };
            let end = ground.cells();
            let gaps = end - *at - ground.area_of(tally, tally.all - used);
            let beside = &beside;
            let mut filler =
                Filler { ground, tally, end, beside, visit, looks, pause, pieces: Vec::new() };
            filler.fill(*at, 0, used, gaps)?;
            let made = |fillings: &Fillings| {
                LowerFillings::new(fillings.clone(), beside.clone(), *at..end)
            };
            lower.push(fillings.each_ref().map(made));
        }
        ControlFlow::Continue(())
    }

    fn choose_columns(&mut self, effort: &mut CutBudget) -> ControlFlow<()> {
        for profile in 0..self.profiles() {
            (effort.pause)()?;
            let covered = self.covered(profile);
            let columns =
                self.lower(profile).each_ref().map(|lower| Columns::new(lower.avoiding(covered)));
            let bytes = columns.iter().map(Columns::bytes).sum();
            spend(&mut effort.bytes, bytes)?;
            self.columns.push(columns);
        }
        ControlFlow::Continue(())
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let upper = self.upper.iter().flatten().map(Fillings::bytes);
        let lower = self.lower.iter().flatten().map(LowerFillings::bytes);
        let columns = self.columns.iter().flatten().map(Columns::bytes);
        let each =
            size_of::<Profile>() * 3 + size_of::<[Fillings; 2]>() + size_of::<[Columns; 2]>();
        upper.chain(lower).chain(columns).sum::<u64>() + (self.profiles.len() * each) as u64
    }

    /// Returns the number of placements.
    pub fn placements(&self) -> BigUint {
        let lines = |fillings: &[Fillings; 2]| fillings.iter().map(Fillings::len).sum::<usize>();
        let of_profile = |profile: usize| {
            let columns = self.columns[profile].iter().map(Columns::len).sum::<usize>();
            BigUint::from(lines(self.upper(profile))) * columns
        };
        (0..self.profiles()).map(of_profile).sum()
    }

    /// Returns the first cell after the cut.
    pub fn first_after(&self) -> usize {
        self.at
    }

    /// Returns the number of profiles.
    pub fn profiles(&self) -> usize {
        self.profiles.len()
    }

    /// Returns the upper fillings of a profile.
    pub fn upper(&self, profile: usize) -> &[Fillings; 2] {
        &self.upper[profile]
    }

    /// Returns the index of a profile's lower fillings in [`Cut::lowers`].
    pub fn lower_number(&self, profile: usize) -> usize {
        self.lowers[profile] as usize
    }

    /// Returns the lower fillings of all profiles.
    pub fn lowers(&self) -> &[[LowerFillings; 2]] {
        &self.lower
    }

    /// Returns a superset of the lower fillings of a profile: some may cover its protruding cells.
    pub fn lower(&self, profile: usize) -> &[LowerFillings; 2] {
        &self.lower[self.lowers[profile] as usize]
    }

    /// Returns the lower cells that the upper pieces of a profile cover.
    pub fn covered(&self, profile: usize) -> OpenCells {
        self.profiles[profile].covered
    }

    /// Returns the lower ones of some cells.
    pub fn after_cut(&self, cells: OpenCells) -> OpenCells {
        cells_from(cells, self.at)
    }

    /// Returns how many cells of each part are empty, given the covered cells.
    pub fn empty(&self, covered: OpenCells) -> [u32; 2] {
        let empty = lowest(OpenCells::MAX, self.ground.cells() as u32) & !covered;
        let lower = cells_from(empty, self.at).count_ones();
        [empty.count_ones() - lower, lower]
    }

    /// Returns the part that a piece belongs to.
    pub fn part(&self, piece: PlacedPiece) -> BoardPart {
        if usize::from(piece.cell) < self.at { BoardPart::Upper } else { BoardPart::Lower }
    }

    /// Returns the lower cells that a piece covers if it is an upper one.
    pub fn sticking(&self, piece: PlacedPiece) -> OpenCells {
        match self.part(piece) {
            BoardPart::Upper => cells_from(self.ground.covers(piece), self.at),
            BoardPart::Lower => 0,
        }
    }

    /// Whether a part has pieces of a kind.
    pub fn has(&self, profile: usize, part: BoardPart, kind: u8) -> bool {
        let upper = self.tally.count(self.profiles[profile].used, kind);
        match part {
            BoardPart::Upper => upper > 0,
            BoardPart::Lower => upper < self.ground.count(kind),
        }
    }

    /// Returns the profile after a piece moves from one place to another, if it can be in the first
    /// place and the other pieces leave room for the second.
    pub fn after(&self, profile: usize, from: PlacedPiece, to: PlacedPiece) -> Option<usize> {
        let Profile { mut used, mut covered } = self.profiles[profile];
        let [sticks, will_stick] = [from, to].map(|piece| self.sticking(piece));
        let is_there = match self.part(from) {
            BoardPart::Upper => covered & sticks == sticks,
            BoardPart::Lower => covered & self.ground.covers(from) == 0,
        };
        if !is_there {
            return None;
        }
        covered &= !sticks;
        if covered & self.ground.covers(to) != 0 {
            return None;
        }
        covered |= will_stick;
        if self.part(from) == BoardPart::Upper {
            used -= self.tally.one(from.kind);
        }
        if self.part(to) == BoardPart::Upper {
            used += self.tally.one(to.kind);
        }
        self.numbers.get(&Profile { used, covered }).map(|&number| number as usize)
    }

    /// Returns profile, row and column of a position, with the parities of row and column.
    pub fn place(&self, pieces: &[PlacedPiece]) -> Option<MatrixPlace> {
        let split =
            pieces.iter().take_while(|&&piece| self.part(piece) == BoardPart::Upper).count();
        let (upper, lower) = pieces.split_at(split);
        let used = upper.iter().map(|piece| self.tally.one(piece.kind)).sum();
        let covered = upper.iter().fold(0, |cells, &piece| cells | self.ground.covers(piece));
        let profile = Profile { used, covered: cells_from(covered, self.at) };
        let profile = *self.numbers.get(&profile)? as usize;
        let sides = [parity(&self.ground, upper), parity(&self.ground, lower)];
        let row = self.upper(profile)[sides[0]].find(upper)?;
        let filling = self.lower(profile)[sides[1]].fillings.find(lower)?;
        let column = self.columns(profile, sides[1]).column(filling)?;
        Some(MatrixPlace { profile, parities: sides, row, column })
    }

    /// Returns the pieces at a place, the inverse of [`Cut::place`].
    pub fn pieces(&self, place: MatrixPlace) -> Vec<PlacedPiece> {
        let MatrixPlace { profile, parities, row, column } = place;
        let filling = self.columns(profile, parities[1]).filling(column);
        let upper = self.upper(profile)[parities[0]].pieces(row);
        [upper, self.lower(profile)[parities[1]].fillings.pieces(filling)].concat()
    }

    /// Returns which of [`Cut::lower`] with some parity are columns of a profile.
    pub fn columns(&self, profile: usize, parity: usize) -> &Columns {
        &self.columns[profile][parity]
    }
}

/// The estimated size of a cut.
pub struct CutPlan {
    /// The first cell after the cut.
    pub at: usize,
    /// The number of placements, saturating.
    pub placements: u64,
    /// The number of rows, and of words in them.
    pub rows: u64,
    pub words: u64,
    /// The size with all tables, in words, roughly.
    cost: u64,
}

impl CutPlan {
    /// Computes the plan of the cut before a cell.
    pub fn new(at: usize, profiles: &Profiles) -> Self {
        let mut plan = Self { at, placements: 0, rows: 0, words: 0, cost: 0 };
        for (profile, rows, columns) in profiles.at(at) {
            let words = columns.map(|columns| columns.div_ceil(64)).iter().sum::<u64>();
            let [rows, columns] = [rows, columns].map(|[even, odd]| even.saturating_add(odd));
            // Where no cells protrude, all lower fillings are columns.
            let shared = if profile.covered == 0 { columns } else { 0 };
            let lines = rows.saturating_add(shared).saturating_mul(WORDS_OF_LINE);
            let cost = lines.saturating_add(columns / COLUMNS_OF_WORD);
            plan.placements = plan.placements.saturating_add(rows.saturating_mul(columns));
            plan.rows = plan.rows.saturating_add(rows);
            plan.words = plan.words.saturating_add(rows.saturating_mul(words));
            plan.cost = plan.cost.saturating_add(cost);
        }
        plan.cost = plan.cost.saturating_add(plan.words);
        plan
    }
}

/// The indices of a position in the matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixPlace {
    /// The number of its profile.
    pub profile: usize,
    /// The parities of upper and lower filling.
    pub parities: [usize; 2],
    /// The row, among those of the same parity.
    pub row: usize,
    /// The column, among those of the same parity.
    pub column: usize,
}

/// The remaining effort for building a cut.
struct CutBudget<'a, 'b> {
    bytes: u64,
    /// Number of fillings that may still be tried. Most fail where few pieces are left for much
    /// room, which takes time and no memory.
    looks: u64,
    /// Checks whether to go on.
    pause: &'a mut CutCheck<'b>,
}

/// Returns the bytes of a filling of `pieces` pieces, with its derived tables.
fn bytes_of_filling(pieces: usize) -> u64 {
    (pieces * size_of::<PlacedPiece>() + 2 * size_of::<OpenCells>()) as u64
}

fn spend(left: &mut u64, amount: u64) -> ControlFlow<()> {
    match left.checked_sub(amount) {
        Some(rest) => {
            *left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}

/// Returns the cells from some cell on.
fn cells_from(cells: OpenCells, cell: usize) -> OpenCells {
    cells & OpenCells::MAX.checked_shl(cell as u32).unwrap_or(0)
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

/// Returns the parity of the sum of all coordinates.
fn parity(ground: &Ground, pieces: &[PlacedPiece]) -> usize {
    pieces.iter().map(|piece| ground.parity(piece.cell)).sum::<usize>() % 2
}
