//! The maps of steps in the matrices.
//!
//! A move of one piece changes the upper filling, the lower filling, or both. The two changes are
//! independent: each [path](PiecePath) from one cell to another is a map of rows times a map of
//! columns, restricted to those that leave the cells passed empty. Both maps are monotone
//! ([`Fillings`]), so they are built by merging two lists, without look-ups.
//!
//! Moves can be undone. So a map from a row to its sources also gives its destinations.

use std::ops::{ControlFlow, Range};

use ahash::{AHashMap, AHashSet};

use super::bridges::Bridges;
use crate::engine::guard::Guard;
use crate::engine::host::map;
use crate::engine::rank::cut::{
    BoardPart, Cut, Fillings, LowerFillings, OpenCells, PiecePath, PiecePaths, PlacedPiece,
};
use crate::engine::store::prefetch;

/// For each row, or each column, the rows or columns of some parity from which one move leads
/// there.
#[derive(Default)]
pub struct Sources {
    /// The end of each list; empty if all lists are empty.
    ends: Vec<u32>,
    list: Vec<u32>,
}

impl Sources {
    /// Builds the lists from pairs of a destination and a source.
    fn new(destinations: usize, pairs: &[(u32, u32)]) -> Self {
        if pairs.is_empty() {
            return Self::default();
        }
        // These are the beginnings of the lists until the lists are written.
        let mut ends = vec![0; destinations];
        pairs.iter().for_each(|&(to, _)| ends[to as usize] += 1);
        let mut begin = 0;
        for count in &mut ends {
            begin += std::mem::replace(count, begin);
        }
        let mut list = vec![0; pairs.len()];
        for &(to, from) in pairs {
            let end = &mut ends[to as usize];
            list[*end as usize] = from;
            *end += 1;
        }
        Self { ends, list }
    }

    /// Returns the sources of a destination.
    #[inline(always)]
    pub fn of(&self, destination: usize) -> &[u32] {
        &self.list[self.range(destination)]
    }

    #[inline(always)]
    fn range(&self, destination: usize) -> Range<usize> {
        if self.is_empty() {
            return 0..0;
        }
        let begin = if destination == 0 { 0 } else { self.ends[destination - 1] };
        begin as usize..self.ends[destination] as usize
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
    fn prefetch(&self, destination: usize) {
        prefetch(&self.ends, destination);
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.ends[..]) + size_of_val(&self.list[..])) as u64
    }
}

/// Moves within the lower part, shared by all profiles with the same lower pieces.
#[derive(Default)]
pub struct LowerMoves {
    /// Moves that no upper piece can block if both ends are columns.
    pub free: Sources,
    /// The others.
    pub others: Sources,
    /// For each of the others, the index of its cells in the list of [`PassedCells`].
    passed: Vec<u16>,
}

/// Sets of lower cells that pieces pass between the ends of a move.
#[derive(Default)]
pub struct PassedCells {
    list: Vec<OpenCells>,
    numbers: AHashMap<OpenCells, u16>,
}

impl PassedCells {
    fn add(&mut self, cells: OpenCells) {
        if cells != 0 && !self.numbers.contains_key(&cells) {
            let number = u16::try_from(self.list.len()).expect("there are fewer ways");
            self.numbers.insert(cells, number);
            self.list.push(cells);
        }
    }

    /// Writes which of them avoid the covered cells.
    pub fn avoiding(&self, covered: OpenCells, avoid: &mut Vec<bool>) {
        avoid.clear();
        avoid.extend(self.list.iter().map(|cells| cells & covered == 0));
    }
}

impl LowerMoves {
    fn new(destinations: usize, free: &[(u32, u32)], mut others: Vec<(u32, u32, u16)>) -> Self {
        // In the order of the list that is built from them.
        others.sort_by_key(|&(to, ..)| to);
        let pairs: Vec<_> = others.iter().map(|&(to, from, _)| (to, from)).collect();
        Self {
            free: Sources::new(destinations, free),
            others: Sources::new(destinations, &pairs),
            passed: others.iter().map(|&(.., passed)| passed).collect(),
        }
    }

    /// Calls `visit` with the sources of a destination whose moves pass only allowed cells.
    #[inline(always)]
    pub fn each(&self, destination: usize, may_be: &[bool], mut visit: impl FnMut(usize)) {
        for &from in self.free.of(destination) {
            visit(from as usize);
        }
        for at in self.others.range(destination) {
            if may_be[usize::from(self.passed[at])] {
                visit(self.others.list[at] as usize);
            }
        }
    }

    /// Prefetches the data that [`LowerMoves::each`] will read first.
    #[inline(always)]
    pub fn prefetch(&self, destination: usize) {
        self.free.prefetch(destination);
        self.others.prefetch(destination);
    }

    /// Whether there are no moves at all.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty() && self.others.is_empty()
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.free.bytes() + self.others.bytes() + size_of_val(&self.passed[..]) as u64
    }
}

/// The moves into the matrices of one profile that do not stay within the lower part.
#[derive(Default)]
pub struct Maps {
    /// Moves within the upper part, by the parity of the destination and by whether the parity
    /// changes: 0 or 1.
    pub rows: [[Sources; 2]; 2],
    pub bridges: Bridges,
}

impl Maps {
    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let sources = self.rows.iter().flatten().map(Sources::bytes);
        size_of::<Maps>() as u64 + sources.sum::<u64>() + self.bridges.bytes()
    }
}

/// For each piece in some fillings, the fillings that have it, ascending.
#[derive(Default)]
pub struct FillingsByPiece {
    /// The pieces, ascending, each with the end of its list.
    pieces: Vec<(PlacedPiece, u32)>,
    list: Vec<u32>,
}

impl FillingsByPiece {
    fn new(fillings: &Fillings) -> Self {
        // By cell and kind: first the number of fillings, then the write position of the list.
        let mut places = vec![0; 1 << 13];
        let place = |piece: PlacedPiece| usize::from(piece.cell) << 6 | usize::from(piece.kind);
        let all = || (0..fillings.len()).map(|filling| fillings.pieces(filling));
        all().flatten().for_each(|&piece| places[place(piece)] += 1);
        let (mut pieces, mut end) = (Vec::new(), 0);
        for (at, count) in places.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let begin = end;
            end += std::mem::replace(count, begin);
            pieces.push((PlacedPiece { cell: (at >> 6) as u8, kind: (at & 63) as u8 }, end));
        }
        let mut list = vec![0; end as usize];
        for (filling, pieces) in all().enumerate() {
            for &piece in pieces {
                let at = &mut places[place(piece)];
                list[*at as usize] = filling as u32;
                *at += 1;
            }
        }
        Self { pieces, list }
    }

    /// Returns the memory for some fillings.
    fn bytes_for(fillings: &Fillings) -> u64 {
        let pieces = if fillings.len() > 0 { fillings.pieces(0).len() } else { 0 };
        (fillings.len() * pieces * size_of::<u32>()) as u64
    }

    /// Builds the lists for some fillings, if there is memory for them.
    fn within(guard: &Guard, fillings: &Fillings) -> Self {
        let continues = guard.look().is_continue() && guard.reserve(Self::bytes_for(fillings));
        if continues { Self::new(fillings) } else { Self::default() }
    }

    fn of(&self, piece: PlacedPiece) -> &[u32] {
        let Ok(at) = self.pieces.binary_search_by_key(&piece, |&(piece, _)| piece) else {
            return &[];
        };
        let begin = if at == 0 { 0 } else { self.pieces[at - 1].1 };
        &self.list[begin as usize..self.pieces[at].1 as usize]
    }

    /// Returns all pieces that occur.
    fn pieces(&self) -> impl Iterator<Item = PlacedPiece> {
        self.pieces.iter().map(|&(piece, _)| piece)
    }
}

/// For each place of a lower piece from which a path crosses the cut, the lower fillings that have
/// a piece there.
pub type CrossingFillings = AHashMap<PlacedPiece, Vec<u64>>;

/// Finds them for the fillings of some pieces.
fn crossing(
    lower: &LowerFillings,
    having: &FillingsByPiece,
    places: &AHashSet<PlacedPiece>,
    guard: &Guard,
) -> CrossingFillings {
    let words = lower.fillings.len().div_ceil(64);
    let have = |piece: PlacedPiece| {
        let mut set = vec![0; words];
        for filling in having.of(piece) {
            set[*filling as usize / 64] |= 1 << (filling % 64);
        }
        (piece, set)
    };
    let wanted = having.pieces().filter(|piece| places.contains(piece));
    wanted.take_while(|_| guard.reserve(8 * words as u64)).map(have).collect()
}

/// Builds the maps of all profiles.
pub struct MapBuilder<'a> {
    pub cut: &'a Cut,
    pub paths: &'a PiecePaths,
    /// Memory is reserved with it in advance. If that fails, or the search is to stop, results are
    /// incomplete.
    pub guard: &'a Guard<'a>,
    pub upper: Vec<[FillingsByPiece; 2]>,
    pub lower: Vec<[CrossingFillings; 2]>,
    /// The paths that may be bridges: their ends, with the reverse paths.
    pub crossing: Vec<(PlacedPiece, PiecePath)>,
}

/// Moves within the lower part, for each multiset of lower pieces, by the parity of the destination
/// and by whether it changes; and the cells passed.
pub struct LowerMoveTables {
    pub moves: Vec<[[LowerMoves; 2]; 2]>,
    pub passed: PassedCells,
}

impl<'a> MapBuilder<'a> {
    /// Builds a builder, with `threads` threads, and finds the moves within the lower part.
    pub fn new(
        cut: &'a Cut,
        paths: &'a PiecePaths,
        threads: usize,
        guard: &'a Guard<'a>,
    ) -> (Self, LowerMoveTables) {
        let upper = map(threads, 0..cut.profiles(), |profile| {
            cut.upper(profile).each_ref().map(|fillings| FillingsByPiece::within(guard, fillings))
        });
        let crossing: Vec<_> = paths.all().filter(|&(at, path)| crosses(cut, at, path)).collect();
        let places =
            crossing.iter().map(|&(at, _)| at).filter(|&at| cut.part(at) == BoardPart::Lower);
        let places: AHashSet<PlacedPiece> = places.collect();
        let mut passed = PassedCells::default();
        for (at, path) in paths.all().filter(|&(at, path)| is_lower(cut, at, path)) {
            passed.add(between(cut, at, path));
        }
        guard.reserve_or_stop(64 * passed.list.len() as u64);
        let of_lower = |both: &[LowerFillings; 2]| {
            let fillings = both.each_ref().map(|lower| &lower.fillings);
            let having = fillings.map(|fillings| FillingsByPiece::within(guard, fillings));
            let within =
                PartFillings { cut, fillings, having: &having, lower: Some(&both[0]), guard };
            let moves = lower_moves(&within, paths, &passed);
            let crossing =
                [0, 1].map(|parity| self::crossing(&both[parity], &having[parity], &places, guard));
            guard.release(fillings.map(FillingsByPiece::bytes_for).iter().sum());
            (moves, crossing)
        };
        let (moves, lower) = map(threads, cut.lowers(), of_lower).into_iter().unzip();
        (Self { cut, paths, guard, upper, lower, crossing }, LowerMoveTables { moves, passed })
    }

    /// Builds the maps into the matrices of a profile.
    pub fn maps(&self, profile: usize) -> Maps {
        let Self { cut, guard, .. } = *self;
        let upper = cut.upper(profile).each_ref();
        let having = &self.upper[profile];
        let within = PartFillings { cut, fillings: upper, having, lower: None, guard };
        let mut pairs: [[Vec<(u32, u32)>; 2]; 2] = Default::default();
        let mut taken = Reservation::new(guard);
        within.each(self.paths, is_upper, |parity, turn, _, to, from| {
            taken.reserve::<(u32, u32)>(to.len())?;
            pairs[parity][turn].extend(zip(to, from));
            ControlFlow::Continue(())
        });
        let rows = [0, 1].map(|parity| {
            [0, 1].map(|turn| Sources::new(upper[parity].len(), &pairs[parity][turn]))
        });
        let maps = Maps { rows, bridges: self.bridges(profile) };
        guard.reserve_or_stop(maps.bytes());
        maps
    }
}

/// Memory reserved for lists while they grow, released at the end.
pub struct Reservation<'a> {
    guard: &'a Guard<'a>,
    bytes: u64,
}

impl<'a> Reservation<'a> {
    pub fn new(guard: &'a Guard<'a>) -> Self {
        Self { guard, bytes: 0 }
    }

    /// Reserves memory for more entries; breaks if there is none, or the search is to stop.
    pub fn reserve<T>(&mut self, entries: usize) -> ControlFlow<()> {
        let bytes = (entries * size_of::<T>()) as u64;
        if !self.guard.reserve(bytes) {
            return ControlFlow::Break(());
        }
        self.bytes += bytes;
        ControlFlow::Continue(())
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.guard.release(self.bytes);
    }
}

/// Whether a path depends on the upper part only, apart from the profile.
pub fn is_upper(cut: &Cut, at: PlacedPiece, path: PiecePath) -> bool {
    cut.part(at) == BoardPart::Upper
        && cut.part(path.to) == BoardPart::Upper
        && cut.sticking(at) == cut.sticking(path.to)
        && cut.after_cut(path.passed) == cut.sticking(at)
}

/// Whether a path stays within the lower part.
pub fn is_lower(cut: &Cut, at: PlacedPiece, path: PiecePath) -> bool {
    cut.part(at) == BoardPart::Lower
        && cut.part(path.to) == BoardPart::Lower
        && cut.after_cut(path.passed) == path.passed
}

/// Whether a path depends on both parts, or changes the profile.
pub fn crosses(cut: &Cut, at: PlacedPiece, path: PiecePath) -> bool {
    !is_upper(cut, at, path) && !is_lower(cut, at, path)
}

/// Returns the cells that the first filling covers. All fillings with the same pieces and the same
/// protruding cells cover equally many.
pub fn first_covered<'a>(fillings: impl IntoIterator<Item = &'a Fillings>) -> Option<OpenCells> {
    fillings.into_iter().find(|fillings| fillings.len() > 0).map(|fillings| fillings.covered(0))
}

/// Whether a path passes no more cells of either part than are empty there.
pub fn fits(cut: &Cut, gaps: [u32; 2], from: PlacedPiece, path: PiecePath) -> bool {
    let entered = path.passed & !cut.ground.covers(from);
    let lower = cut.after_cut(entered).count_ones();
    lower <= gaps[1] && entered.count_ones() - lower <= gaps[0]
}

/// Returns the cells that a piece passes but covers neither at the beginning nor at the end.
fn between(cut: &Cut, at: PlacedPiece, path: PiecePath) -> OpenCells {
    path.passed & !cut.ground.covers(at) & !cut.ground.covers(path.to)
}

/// Finds the fillings that have a piece in some place and let it pass some cells.
pub fn allowing(
    cut: &Cut,
    fillings: &Fillings,
    by_piece: &FillingsByPiece,
    from: PlacedPiece,
    passed: OpenCells,
    found: &mut Vec<u32>,
) {
    let entered = passed & !cut.ground.covers(from);
    found.clear();
    for &filling in by_piece.of(from) {
        if fillings.covered(filling as usize) & entered == 0 {
            found.push(filling);
        }
    }
}

/// The fillings of one part.
struct PartFillings<'a> {
    cut: &'a Cut,
    fillings: [&'a Fillings; 2],
    having: &'a [FillingsByPiece; 2],
    /// For the lower part, knows which cells some profile leaves to it. Paths that need more
    /// covered and passed cells are skipped: one of their ends may be missing from the fillings
    /// then.
    lower: Option<&'a LowerFillings>,
    guard: &'a Guard<'a>,
}

impl PartFillings<'_> {
    /// Finds the fillings of some parity that have a piece in some place and let it pass some
    /// cells.
    fn allowing(&self, parity: usize, from: PlacedPiece, passed: OpenCells, found: &mut Vec<u32>) {
        let fillings = self.fillings[parity];
        allowing(self.cut, fillings, &self.having[parity], from, passed, found);
        if let Some(lower) = self.lower {
            found.retain(|&filling| lower.may_have(fillings.covered(filling as usize) | passed));
        }
    }

    /// Calls `visit` with each wanted path and its reverse: the parity of the fillings at its end,
    /// whether the other parity differs, the cells passed between the ends, and the fillings at
    /// both ends. Returns early where the search is to stop, and where `visit` breaks.
    fn each(
        &self,
        paths: &PiecePaths,
        is_wanted: impl Fn(&Cut, PlacedPiece, PiecePath) -> bool,
        mut visit: impl FnMut(usize, usize, OpenCells, &[u32], &[u32]) -> ControlFlow<()>,
    ) {
        let Self { cut, having, guard, .. } = *self;
        let Some(covered) = first_covered(self.fillings) else { return };
        let gaps = cut.empty(covered);
        let is_wanted = |at, path| fits(cut, gaps, at, path) && is_wanted(cut, at, path);
        let (mut to, mut from) = (Vec::new(), Vec::new());
        for parity in [0, 1] {
            for at in having[parity].pieces() {
                for &path in paths.of(at).iter().filter(|path| is_wanted(at, **path)) {
                    if guard.look().is_break() {
                        return;
                    }
                    let turn = cut.ground.parity(at.cell) ^ cut.ground.parity(path.to.cell);
                    let before = parity ^ turn;
                    if (before, path.to) < (parity, at) {
                        continue;
                    }
                    self.allowing(parity, at, path.passed, &mut to);
                    self.allowing(before, path.to, path.passed, &mut from);
                    debug_assert_eq!(to.len(), from.len());
                    let passed = between(cut, at, path);
                    let result = visit(parity, turn, passed, &to, &from);
                    if result.is_break() || visit(before, turn, passed, &from, &to).is_break() {
                        return;
                    }
                }
            }
        }
    }
}

/// Returns the moves within the lower part, in the form of [`LowerMoveTables`].
fn lower_moves(
    within: &PartFillings,
    paths: &PiecePaths,
    passed: &PassedCells,
) -> [[LowerMoves; 2]; 2] {
    let mut all: [[(Vec<_>, Vec<_>); 2]; 2] = Default::default();
    let mut taken = Reservation::new(within.guard);
    within.each(paths, is_lower, |parity, turn, cells, to, from| {
        let (free, others) = &mut all[parity][turn];
        match passed.numbers.get(&cells) {
            None => {
                taken.reserve::<(u32, u32)>(to.len())?;
                free.extend(zip(to, from));
            }
            Some(&number) => {
                taken.reserve::<(u32, u32, u16)>(to.len())?;
                others.extend(zip(to, from).map(|(to, from)| (to, from, number)));
            }
        }
        ControlFlow::Continue(())
    });
    let [even, odd] = within.fillings.map(Fillings::len);
    let [into_even, into_odd] = all;
    let made = |count: usize| {
        move |(free, others): (Vec<_>, Vec<_>)| LowerMoves::new(count, &free, others)
    };
    let moves = [into_even.map(made(even)), into_odd.map(made(odd))];
    within.guard.reserve_or_stop(moves.iter().flatten().map(LowerMoves::bytes).sum());
    moves
}

/// Returns pairs of destinations and sources.
fn zip(to: &[u32], from: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    to.iter().copied().zip(from.iter().copied())
}
