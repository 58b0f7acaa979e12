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

use self::single::SingleMoves;
use self::together::JointMoves;
use crate::engine::board::{Cells, Code, Coding, Lanes};
use crate::engine::host::has_wide_instructions;
use crate::puzzle::{Direction, Lock, Movers, Placement, Puzzle, Style};

pub use explain::{solution_from_positions, sums};
pub use movers::{MoveLister, Moved, moves};

/// The last move before a position: which pieces moved, and how. Its meaning is private to the
/// generator that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove(u64);

impl LastMove {
    /// The last move is unknown.
    pub const UNKNOWN: LastMove = LastMove(u64::MAX);

    /// Builds the last move of a single piece, from its origin and the direction of its last step.
    #[inline(always)]
    fn new(origin: usize, direction: usize) -> Self {
        Self((origin << 2 | direction) as u64)
    }

    /// Returns the origin of the piece that moved, and the number of the direction.
    #[inline(always)]
    fn parts(self) -> Option<(usize, usize)> {
        (self != Self::UNKNOWN).then_some((self.0 as usize >> 2, self.0 as usize & 3))
    }

    /// Builds the last move of several pieces, from their origins, the direction of their first
    /// step, and whether they moved just one cell. On larger boards this is not stored.
    #[inline(always)]
    fn together<const N: usize>(origins: Cells<N>, direction: usize, is_step: bool) -> Self {
        let set = origins.words()[0];
        if N > 1 || set >> 61 != 0 {
            return Self::UNKNOWN;
        }
        Self(set << 3 | u64::from(is_step) << 2 | direction as u64)
    }

    /// Returns the parts of a last move, the inverse of [`LastMove::together`]. If the last move is
    /// unknown, the set is empty.
    #[inline(always)]
    fn set<const N: usize>(self) -> (Cells<N>, usize, bool) {
        if self == Self::UNKNOWN {
            return (Cells::EMPTY, 0, false);
        }
        let mut words = [0; N];
        words[0] = self.0 >> 3;
        (Cells::from_words(words), self.0 as usize & 3, self.0 & 4 != 0)
    }
}

/// A neighbour, and the move that led to it.
pub type Neighbour<const W: usize> = (Code<W>, LastMove);

/// A move as it is listed: a [`Neighbour`], or the origins of the moving pieces and their displacement.
pub trait ListedMove<const N: usize, const W: usize> {
    /// Builds the move of pieces with these origins and bits by `by` cells.
    fn new(
        source: &Code<W>,
        origins: Cells<N>,
        bits: Code<W>,
        by: i32,
        last_move: LastMove,
    ) -> Self;
}

impl<const N: usize, const W: usize> ListedMove<N, W> for Neighbour<W> {
    #[inline(always)]
    fn new(source: &Code<W>, _: Cells<N>, bits: Code<W>, by: i32, last_move: LastMove) -> Self {
        let pieces = source.and(bits);
        (source.xor(pieces).xor(pieces.shifted(by)), last_move)
    }
}

impl<const N: usize, const W: usize> ListedMove<N, W> for (Cells<N>, i32) {
    #[inline(always)]
    fn new(_: &Code<W>, origins: Cells<N>, _: Code<W>, by: i32, _: LastMove) -> Self {
        (origins, by)
    }
}

/// A list of moves that is passed to a callback whenever it is full.
pub struct Batch<'a, T> {
    found: &'a mut Vec<T>,
    flush_fn: &'a mut FlushFn<'a, T>,
    is_stopped: bool,
    /// The sources of the neighbours, if these are wanted.
    begins: Option<&'a mut Vec<SourceStart>>,
    /// The number of the first source of the current group.
    group: usize,
}

/// From this index in the list on, neighbours belong to the source with this number.
pub type SourceStart = (usize, usize);

/// Empties a list, unless it is to grow. Returns whether to go on.
pub type FlushFn<'a, T> = dyn FnMut(&mut Vec<T>) -> bool + 'a;

impl<'a, T> Batch<'a, T> {
    /// The most moves that a list should have room for.
    pub const MOST: usize = {
        let bytes = (256 << 10) / size_of::<T>();
        if bytes > 4096 { 4096 } else { bytes }
    };

    /// Builds a batch that fills `found`, which must have room, and calls `flush_fn` whenever it is
    /// full.
    pub fn new(found: &'a mut Vec<T>, flush: &'a mut FlushFn<'a, T>) -> Self {
        Self { found, flush_fn: flush, is_stopped: false, begins: None, group: 0 }
    }

    /// Records the sources of the neighbours in `begins` as well. For lists that grow.
    pub fn with_sources(self, begins: &'a mut Vec<SourceStart>) -> Self {
        begins.clear();
        Self { begins: Some(begins), ..self }
    }

    /// Records that the following neighbours belong to one source of the group.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        if let Some(begins) = &mut self.begins {
            begins.push((self.found.len(), self.group + lane));
        }
    }

    #[inline(always)]
    fn push(&mut self, listed: T) {
        if self.found.len() == self.found.capacity() {
            self.flush();
        }
        self.found.push(listed);
    }

    /// Passes on the list even if it is not full, so that the callback can stop the search.
    #[cold]
    #[inline(never)]
    pub fn flush(&mut self) {
        // After a stop, later neighbours are dropped.
        self.is_stopped = self.is_stopped || !(self.flush_fn)(self.found);
        if self.is_stopped {
            self.found.clear();
        }
    }
}

/// Lists neighbours of positions in `W` words, or the moves to them.
pub trait Neighbours<const W: usize, T = Neighbour<W>>: Send + Sync {
    /// Adds all neighbours of some positions to a batch, each at least once. Item `i` of
    /// `last_moves` is the move that led to source `i`. Positions that a source's own parent leads
    /// to, and the parent, may be left out. Listers of moves of single pieces list each only once.
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<T>);
}

/// Builds a lister of neighbours, for a board of at most `64 * N` cells.
pub type NeighboursFn<const W: usize> = fn(&Puzzle, Style) -> Box<dyn Neighbours<W>>;

/// Builds a lister for a board of at most 64 cells: sixteen positions at a time, where the processor
/// allows it.
pub fn small<const W: usize>(puzzle: &Puzzle, style: Style) -> Box<dyn Neighbours<W>> {
    // In the browser the others are not even compiled.
    if cfg!(target_family = "wasm") || !has_wide_instructions() {
        return plain::<1, W, _>(puzzle, style);
    }
    match style.movers() {
        Movers::Single => Box::new(Native(SingleMoves::<1, 16>::new(puzzle, style))),
        Movers::Super => Box::new(Native(JointMoves::<1, 16>::new(puzzle, style))),
    }
}

/// Builds a lister for any board of at most `64 * N` cells and any processor, position after
/// position.
pub fn plain<const N: usize, const W: usize, T: ListedMove<N, W>>(
    puzzle: &Puzzle,
    style: Style,
) -> Box<dyn Neighbours<W, T>> {
    match style.movers() {
        Movers::Single => plain_single::<N, W, T>(puzzle, style),
        Movers::Super => Box::new(JointMoves::<N, 1>::new(puzzle, style)),
    }
}

/// Likewise, for moves of single pieces only.
pub fn plain_single<const N: usize, const W: usize, T: ListedMove<N, W>>(
    puzzle: &Puzzle,
    style: Style,
) -> Box<dyn Neighbours<W, T>> {
    Box::new(SingleMoves::<N, 1>::new(puzzle, style))
}

/// Runs a lister with the [wide instructions](has_wide_instructions), which the processor must have.
///
/// Klotski takes 858 instead of 1,152 instructions a position.
struct Native<G>(G);

impl<const W: usize, G: Neighbours<W>> Neighbours<W> for Native<G> {
    fn list(
        &mut self,
        sources: &[Code<W>],
        last_moves: &[LastMove],
        batch: &mut Batch<Neighbour<W>>,
    ) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a lister is made native only where the processor has these features.
        unsafe {
            list_wide(&mut self.0, sources, last_moves, batch);
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.0.list(sources, last_moves, batch);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn list_wide<const W: usize>(
    lister: &mut impl Neighbours<W>,
    sources: &[Code<W>],
    last_moves: &[LastMove],
    batch: &mut Batch<Neighbour<W>>,
) {
    lister.list(sources, last_moves, batch);
}

/// The masks of a puzzle for the generators of single and of joint moves.
pub struct StepMasks<const N: usize> {
    pub coding: Coding<N>,
    /// Whether locks or gates restrict any piece.
    is_restricted: bool,
    /// For each direction, the change of a cell's number by a step.
    pub deltas: [i32; 4],
    /// For each direction, the cells from which a step stays on the board.
    inside: [Cells<N>; 4],
    /// All possible steps, shape by shape.
    pub steps: Vec<ShapeStep<N>>,
}

/// The step of the pieces of a shape in a direction.
pub struct ShapeStep<const N: usize> {
    pub shape: usize,
    pub direction: usize,
    /// The change of a cell's number.
    pub by: i32,
    /// The origins from which locks, gates, walls and the board's edge allow the step.
    pub can: Cells<N>,
    /// Offsets from the origin of the cells that are entered.
    pub entered: Vec<i32>,
}

impl<const N: usize> ShapeStep<N> {
    /// Returns which of these pieces enter only cells of `room`.
    #[inline(always)]
    fn able<const L: usize>(&self, origins: Lanes<N, L>, room: Lanes<N, L>) -> Lanes<N, L> {
        let mut able = origins & Lanes::all(self.can);
        for &entered in &self.entered {
            able = able & room.shifted(-entered);
        }
        able
    }
}

/// Whether a lock prevents steps in a direction.
fn prevents(lock: Lock, direction: Direction) -> bool {
    lock == if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal }
}

impl<const N: usize> StepMasks<N> {
    pub fn new(puzzle: &Puzzle) -> Self {
        let (coding, size) = (Coding::new(puzzle), puzzle.size());
        let (mut deltas, mut inside) = ([0; 4], [Cells::EMPTY; 4]);
        for direction in Direction::ALL {
            let (down, right) = direction.delta();
            deltas[direction as usize] = down * size.cols as i32 + right;
            for cell in 0..size.cells() {
                if size.shifted(cell as u32, (down, right)).is_some() {
                    inside[direction as usize].insert(cell);
                }
            }
        }
        let (mut steps, mut is_restricted) = (Vec::new(), false);
        for (shape, figure) in coding.figures.iter().enumerate() {
            is_restricted |= figure.lock != Lock::Free || !figure.closed.is_empty();
            let mut fits = Cells::EMPTY;
            for cell in 0..size.cells() as u32 {
                let piece = Placement { cell, kind: figure.kinds[0] };
                let mut covered = puzzle.kind(piece).covers(cell, size);
                let is_open =
                    |cell: Option<u32>| cell.is_some_and(|at| coding.open.contains(at as usize));
                if covered.all(is_open) && puzzle.gates_allow(piece) {
                    fits.insert(cell as usize);
                }
            }
            for direction in Direction::ALL {
                let (lock, direction) = (prevents(figure.lock, direction), direction as usize);
                let by = deltas[direction];
                let can = fits & inside[direction] & fits.shifted(-by);
                if lock || can.is_empty() {
                    continue;
                }
                let mut entered: Vec<i32> =
                    figure.offsets.iter().map(|offset| offset + by).collect();
                entered.retain(|offset| !figure.offsets.contains(offset));
                steps.push(ShapeStep { shape, direction, by, can, entered });
            }
        }
        Self { coding, is_restricted, deltas, inside, steps }
    }

    /// Reads positions: fills the origins of each shape, and returns the empty cells.
    #[inline(always)]
    fn read<const L: usize, const W: usize>(
        &self,
        sources: &[Code<W>],
        origins: &mut [Lanes<N, L>],
    ) -> Lanes<N, L> {
        let all = self.coding.origins(sources, origins);
        Lanes::all(self.coding.open) & !self.coding.covered(origins, all)
    }
}
