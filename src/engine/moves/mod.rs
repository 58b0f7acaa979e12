//! All neighbours of a position, in no particular order.
//!
//! Listing neighbours in SLIDING's order costs more than the moves themselves. These generators do
//! not keep it: they work on [`Code`]s, on the masks of all pieces of a shape at once, and prune
//! the moves that [`LastMove`] shows to be redundant. A position may have more neighbours than fit
//! the memory, so they are passed on in batches of limited size.

mod explain;
mod movers;
mod sets;
mod single;
mod together;

pub use explain::solution_from_positions;
pub use movers::{MoveLister, Moved, moves};
pub use single::{plain_single, single};
pub use together::{plain_together, together};

use std::ops::ControlFlow;

use crate::engine::board::{CellLanes, Cells, Code, Coding};
use crate::puzzle::{Direction, Lock, Puzzle};

/// One step, a slide, and a walk, as const generic arguments. `DYNAMIC` selects one of them at run
/// time, for boards where monomorphised copies would cost more than they gain.
pub const STEP: u8 = 0;
pub const SLIDE: u8 = 1;
pub const WALK: u8 = 2;
const DYNAMIC: u8 = 3;

/// The last move before a position: which pieces moved, and how. Its meaning is private to the
/// generator that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove(u64);

impl LastMove {
    /// The last move is unknown.
    pub const UNKNOWN: LastMove = LastMove(u64::MAX);

    /// Builds the last move of a single piece, from its origin and the direction of its last step.
    #[inline(always)]
    pub fn new(origin: usize, direction: usize) -> Self {
        Self((origin << 2 | direction) as u64)
    }

    /// Returns the origin of the piece that moved, and the number of the direction.
    #[inline(always)]
    pub fn parts(self) -> Option<(usize, usize)> {
        (self != Self::UNKNOWN).then_some((self.0 as usize >> 2, self.0 as usize & 3))
    }

    /// Builds the last move of several pieces, from their origins, the direction of their first
    /// step, and whether they moved just one cell. On larger boards this is not stored.
    #[inline(always)]
    pub fn together<const N: usize>(origins: Cells<N>, direction: usize, is_step: bool) -> Self {
        let set = origins.0[0];
        if N > 1 || set >> 61 != 0 {
            return Self::UNKNOWN;
        }
        Self(set << 3 | u64::from(is_step) << 2 | direction as u64)
    }

    /// Returns the parts of a last move, the inverse of [`LastMove::together`]. If the last move is
    /// unknown, the set is empty.
    #[inline(always)]
    pub fn set<const N: usize>(self) -> (Cells<N>, usize, bool) {
        let mut set = Cells::EMPTY;
        if self == Self::UNKNOWN {
            return (set, 0, false);
        }
        set.0[0] = self.0 >> 3;
        (set, self.0 as usize & 3, self.0 & 4 != 0)
    }
}

/// A neighbour, and the move that led to it.
pub type Neighbour<const W: usize> = (Code<W>, LastMove);

/// A list of neighbours that is passed to a callback whenever it is full.
pub struct Batch<'a, const W: usize> {
    found: Vec<Neighbour<W>>,
    flush_fn: &'a mut FlushFn<'a, W>,
    is_stopped: bool,
    /// The sources of the neighbours, if these are wanted.
    begins: Option<Vec<SourceStart>>,
    /// The number of the first source of the current group.
    group: usize,
}

/// From this index in the list on, neighbours belong to the source with this number.
pub type SourceStart = (usize, usize);

/// Consumes all neighbours in a list; breaks to stop the search.
pub type FlushFn<'a, const W: usize> = dyn FnMut(&mut Vec<Neighbour<W>>) -> ControlFlow<()> + 'a;

impl<'a, const W: usize> Batch<'a, W> {
    /// The most neighbours that a list should have room for.
    pub const MOST: usize = {
        let bytes = (256 << 10) / size_of::<Neighbour<W>>();
        if bytes > 4096 { 4096 } else { bytes }
    };

    /// Builds a batch that fills `found`, which must have room, and calls `flush_fn` whenever it is
    /// full.
    pub fn new(found: Vec<Neighbour<W>>, flush: &'a mut FlushFn<'a, W>) -> Self {
        Self { found, flush_fn: flush, is_stopped: false, begins: None, group: 0 }
    }

    /// Records the sources of the neighbours in `begins` as well. Meaningless once a list has been
    /// passed on.
    pub fn with_sources(self, mut begins: Vec<SourceStart>) -> Self {
        begins.clear();
        Self { begins: Some(begins), ..self }
    }

    /// Returns the neighbours that have not been passed on, and their sources.
    pub fn into_lists(self) -> (Vec<Neighbour<W>>, Vec<SourceStart>) {
        (self.found, self.begins.unwrap_or_default())
    }

    /// Returns the neighbours that have not been passed on.
    pub fn into_list(self) -> Vec<Neighbour<W>> {
        self.found
    }

    /// Records that the following neighbours belong to one source of the group.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        if let Some(begins) = &mut self.begins {
            begins.push((self.found.len(), self.group + lane));
        }
    }

    #[inline(always)]
    fn push(&mut self, code: Code<W>, last_move: LastMove) {
        if self.found.len() == self.found.capacity() {
            self.flush();
        }
        self.found.push((code, last_move));
    }

    /// Passes on the list even if it is not full, so that the callback can stop the search.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        // After a stop, later neighbours are dropped.
        self.is_stopped = self.is_stopped || (self.flush_fn)(&mut self.found).is_break();
        self.found.clear();
    }

    /// Whether the callback has stopped the search.
    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

/// Lists neighbours of positions in `W` words.
pub trait Neighbours<const W: usize>: Send + Sync {
    /// Adds all neighbours of some positions to a batch, each at least once. Item `i` of
    /// `last_moves` is the move that led to source `i`. Positions that a source's own parent leads
    /// to, and the parent, may be left out.
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>);

    /// Whether no neighbour of a source is listed twice.
    fn lists_each_once(&self) -> bool {
        false
    }
}

/// Runs a lister with the instructions that processors have had for the last ten years. Older ones
/// get the plain listers: second copies of all of these would double the compile time.
///
/// Klotski takes 858 instead of 1,152 instructions a position.
struct Native<L>(L);

impl<L> Native<L> {
    /// Returns `None` if the processor lacks one of the features.
    fn new(lister: impl FnOnce() -> L) -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let is_able = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let is_able = true;
        is_able.then(|| Self(lister()))
    }
}

impl<const W: usize, L: Neighbours<W>> Neighbours<W> for Native<L> {
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `new` has checked that the processor has these features.
        unsafe {
            list_wide(&mut self.0, sources, last_moves, batch);
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.0.list(sources, last_moves, batch);
    }

    fn lists_each_once(&self) -> bool {
        self.0.lists_each_once()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn list_wide<const W: usize>(
    lister: &mut impl Neighbours<W>,
    sources: &[Code<W>],
    last_moves: &[LastMove],
    batch: &mut Batch<W>,
) {
    lister.list(sources, last_moves, batch);
}

/// The masks of a puzzle for the generators of single and of joint moves.
pub struct StepMasks<const N: usize> {
    pub coding: Coding<N>,
    /// Whether any piece is locked.
    has_locks: bool,
    /// For each shape, the cells that its pieces must not cover; empty if there are no gates.
    closed: Vec<Cells<N>>,
    /// For each direction, the change of a cell's number by a step.
    pub deltas: [i32; 4],
    /// For each direction, the cells from which a step stays on the board.
    inside: [Cells<N>; 4],
    /// All possible steps, shape by shape.
    pub steps: Vec<ShapeStep<N>>,
    /// The greatest number of cells that a step enters.
    most_entered: usize,
}

/// Returns how far pieces go: `REACH`, or the argument if that is [`DYNAMIC`].
#[inline(always)]
const fn reach_of<const REACH: u8>(reach: u8) -> u8 {
    if REACH == DYNAMIC { reach } else { REACH }
}

/// The step of the pieces of a shape in a direction, if there is one.
pub struct ShapeStep<const N: usize> {
    pub shape: u8,
    pub direction: u8,
    /// The origins from which the step stays on the board.
    pub can: Cells<N>,
    /// Offsets from the origin of the first cells that are entered; if there are fewer, the last is
    /// repeated.
    pub entered: [i32; 2],
    /// Further such cells.
    pub more: Vec<i32>,
}

impl<const N: usize> ShapeStep<N> {
    /// Builds a step that no piece of the shape can take.
    fn none(shape: u8) -> Self {
        Self { shape, direction: 0, can: Cells::EMPTY, entered: [0; 2], more: Vec::new() }
    }

    /// Returns which of these pieces enter only cells of `room`. No step of the puzzle may enter
    /// more than `MOST` cells, unless `MOST` is 3, which stands for any number.
    #[inline(always)]
    pub fn able<F: CellLanes<N>, const MOST: usize>(&self, origins: F, room: F) -> F {
        let mut able = origins & F::all(self.can) & room.moved(-self.entered[0]);
        if MOST > 1 {
            able = able & room.moved(-self.entered[1]);
        }
        if MOST > 2 {
            for &entered in &self.more {
                able = able & room.moved(-entered);
            }
        }
        able
    }
}

impl<const N: usize> StepMasks<N> {
    pub fn new(puzzle: &Puzzle) -> Self {
        let coding = Coding::new(puzzle);
        let size = puzzle.size();
        let deltas = Direction::ALL.map(|direction| {
            let (row, col) = direction.delta();
            row * size.cols as i32 + col
        });
        let next = |cell: usize, (row, col): (i32, i32)| {
            let (r, c) = size.row_col(cell as u32);
            size.cell(i64::from(r) + i64::from(row), i64::from(c) + i64::from(col))
        };
        let where_so = |so: &dyn Fn(usize) -> bool| {
            let mut cells = Cells::EMPTY;
            (0..size.cells()).filter(|&cell| so(cell)).for_each(|cell| cells.insert(cell));
            cells
        };
        let inside = Direction::ALL
            .map(|direction| where_so(&|cell| next(cell, direction.delta()).is_some()));
        let mut steps = Vec::new();
        for (shape, figure) in coding.figures.iter().enumerate() {
            let fits = |cell| {
                let mut covered = figure.pattern.iter().map(|&at| next(cell, at));
                covered.all(|at| at.is_some_and(|at| figure.closed.binary_search(&at).is_err()))
            };
            for direction in Direction::ALL {
                let against =
                    if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
                let can = where_so(&|cell| {
                    let there = next(cell, direction.delta());
                    fits(cell) && there.is_some_and(|there| fits(there as usize))
                });
                if figure.lock == against || can.is_empty() {
                    continue;
                }
                let (row, col) = direction.delta();
                let ahead = figure.pattern.iter().map(|&(r, c)| (r + row, c + col));
                let ahead = ahead.filter(|at| !figure.pattern.contains(at));
                let entered: Vec<i32> = ahead.map(|(r, c)| r * size.cols as i32 + c).collect();
                steps.push(ShapeStep {
                    shape: shape as u8,
                    direction: direction as u8,
                    can,
                    entered: [0, 1].map(|at| entered[at.min(entered.len() - 1)]),
                    more: entered.into_iter().skip(2).collect(),
                });
            }
        }
        let most_entered = steps.iter().map(|step| match step.entered {
            [one, other] if one == other => 1,
            _ => 2 + step.more.len(),
        });
        let most_entered = most_entered.max().unwrap_or(0);
        let has_locks = coding.figures.iter().any(|figure| figure.lock != Lock::Free);
        let has_gates = coding.figures.iter().any(|figure| !figure.closed.is_empty());
        let gates = coding.figures.iter().filter(|_| has_gates);
        let closed = gates.map(|figure| where_so(&|cell| figure.closed.contains(&(cell as u32))));
        let closed = closed.collect();
        Self { coding, has_locks, closed, deltas, inside, steps, most_entered }
    }

    /// Lists the restrictions by gates for these pieces of a board, shape by shape: their cells,
    /// and those that they must not enter.
    #[inline(always)]
    fn barred<F: CellLanes<N>>(
        &self,
        origins: &[F],
        lane: usize,
        chosen: Cells<N>,
        barred: &mut Vec<(Cells<N>, Cells<N>)>,
    ) {
        barred.clear();
        let figures = self.coding.figures.iter().zip(origins);
        for (&closed, (figure, origins)) in self.closed.iter().zip(figures) {
            let these = origins.lane(lane) & chosen;
            if !closed.is_empty() && !these.is_empty() {
                let covered = figure.offsets.iter().map(|&offset| these.shifted(offset));
                barred.push((covered.fold(Cells::EMPTY, |all, cells| all | cells), closed));
            }
        }
    }

    /// Reads positions: fills the origins of each shape, and returns the empty cells.
    #[inline(always)]
    fn read<F: CellLanes<N>, const W: usize>(&self, sources: &[Code<W>], origins: &mut [F]) -> F {
        let all = self.coding.origins(sources, origins);
        F::all(self.coding.open) & !self.coding.covered(origins, all)
    }
}

/// Whether gates prevent a displacement, given what is [barred](StepMasks::barred) to the pieces.
#[inline(always)]
fn is_barred<const N: usize>(barred: &[(Cells<N>, Cells<N>)], by: i32) -> bool {
    barred.iter().any(|&(cells, closed)| !(cells.shifted(by) & closed).is_empty())
}

/// Returns the position with these bits moved by `by` cells.
#[inline(always)]
pub fn moved<const W: usize>(source: &Code<W>, bits: Code<W>, by: i32) -> Code<W> {
    let piece = source.and(bits);
    source.xor(piece).xor(piece.shifted(by))
}
