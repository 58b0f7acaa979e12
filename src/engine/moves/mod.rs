//! All neighbours of a configuration, in no particular order.
//!
//! SLIDING's order costs more than the moves themselves. These generators are free of it: they
//! work on [`Code`]s, on the masks of all pieces of a shape at once, and prune the moves that
//! [`LastMove`] shows to be needless. One configuration may have more neighbours than fit the memory, so
//! they are handed on in batches of limited size.

mod explain;
mod movers;
mod sets;
mod single;
#[cfg(test)]
mod tests;
mod together;

pub use explain::explained;
pub use movers::{Moved, Moves, moves};
pub use single::{plain_single, single};
pub use together::{plain_together, together};

use std::ops::ControlFlow;

use crate::engine::board::{Cells, Code, Coding, Field};
use crate::puzzle::{Direction, Lock, Puzzle};

/// One step, a slide, and a walk, as constants; and whichever of them is told at run time, for
/// boards where copies of the code would cost more than they bring.
pub const STEP: u8 = 0;
pub const SLIDE: u8 = 1;
pub const WALK: u8 = 2;
const TOLD: u8 = 3;

/// What brought a configuration: which pieces were moved last, and how. It means something only to
/// the generator that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove(u64);

impl LastMove {
    /// Nothing is known.
    pub const UNKNOWN: LastMove = LastMove(u64::MAX);

    /// A single piece, by its origin, and the direction of its last step.
    #[inline(always)]
    pub fn new(origin: usize, direction: usize) -> Self {
        Self((origin << 2 | direction) as u64)
    }

    /// The origin of the piece that moved, and the number of the direction.
    #[inline(always)]
    pub fn parts(self) -> Option<(usize, usize)> {
        (self != Self::UNKNOWN).then_some((self.0 as usize >> 2, self.0 as usize & 3))
    }

    /// Pieces that moved together, by their origins; the direction of their first step; and
    /// whether they came just one cell far. On larger boards this is not kept.
    #[inline(always)]
    pub fn together<const N: usize>(origins: Cells<N>, direction: usize, is_step: bool) -> Self {
        let set = origins.0[0];
        if N > 1 || set >> 61 != 0 {
            return Self::UNKNOWN;
        }
        Self(set << 3 | u64::from(is_step) << 2 | direction as u64)
    }

    /// The inverse of [`LastMove::together`]. If nothing is known, no pieces have moved.
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

/// A neighbour, and what brought it.
pub type Neighbour<const W: usize> = (Code<W>, LastMove);

/// Where neighbours go: into a list that is handed on whenever it is full.
pub struct Batch<'a, const W: usize> {
    found: Vec<Neighbour<W>>,
    hand_on: &'a mut HandOn<'a, W>,
    is_over: bool,
    /// Which sources they are of, if that is wanted.
    begins: Option<Vec<Begin>>,
    /// The number of the first source of the group that is looked at.
    group: usize,
}

/// From this place in the list on, neighbours are of the source with this number.
pub type Begin = (usize, usize);

/// Takes all neighbours out of a list; breaks if no more are wanted.
pub type HandOn<'a, const W: usize> = dyn FnMut(&mut Vec<Neighbour<W>>) -> ControlFlow<()> + 'a;

impl<'a, const W: usize> Batch<'a, W> {
    /// The most neighbours that a list should have room for.
    pub const MOST: usize = {
        let bytes = (256 << 10) / size_of::<Neighbour<W>>();
        if bytes > 4096 { 4096 } else { bytes }
    };

    /// Fills `found`, which must have room, and hands it on whenever it has none left.
    pub fn new(found: Vec<Neighbour<W>>, hand_on: &'a mut HandOn<'a, W>) -> Self {
        Self { found, hand_on, is_over: false, begins: None, group: 0 }
    }

    /// Also notes in `begins` which sources the neighbours are of. Means nothing once a list has been
    /// handed on.
    pub fn with_sources(self, mut begins: Vec<Begin>) -> Self {
        begins.clear();
        Self { begins: Some(begins), ..self }
    }

    /// The list, with what has not been handed on, and whose they are.
    pub fn into_lists(self) -> (Vec<Neighbour<W>>, Vec<Begin>) {
        (self.found, self.begins.unwrap_or_default())
    }

    /// The list, with what has not been handed on.
    pub fn into_list(self) -> Vec<Neighbour<W>> {
        self.found
    }

    /// What follows is of one of the sources that are looked at together.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        if let Some(begins) = &mut self.begins {
            begins.push((self.found.len(), self.group + lane));
        }
    }

    #[inline(always)]
    fn push(&mut self, code: Code<W>, last_move: LastMove) {
        if self.found.len() == self.found.capacity() {
            self.breathe();
        }
        self.found.push((code, last_move));
    }

    /// Hands on what there is, also where it is little: whoever takes it may have to stop.
    #[cold]
    #[inline(never)]
    fn breathe(&mut self) {
        // Once it is over nobody needs what is still pushed.
        self.is_over = self.is_over || (self.hand_on)(&mut self.found).is_break();
        self.found.clear();
    }

    /// Whether no more are wanted.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Lists neighbours of configurations in `W` words.
pub trait Neighbours<const W: usize>: Send + Sync {
    /// Puts all neighbours of some configurations, each of which came by what stands in the same
    /// place in `last_moves`, into a batch, one or more times. Configurations that a source's own parent
    /// leads to, and the parent, may be left out.
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>);

    /// Whether no neighbour of a source is listed twice.
    fn lists_each_once(&self) -> bool {
        false
    }
}

/// Lets a lister use what processors have had for the last ten years. Others get the plain listers:
/// copies of all for them would take as long to compile as these.
///
/// Speed: see `docs/log/performance.md`.
struct Native<L>(L);

impl<L> Native<L> {
    /// There is none where the processor lacks something.
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
        // SAFETY: the processor has been asked for these features.
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

/// The masks of a puzzle that both kinds of movers need.
struct StepMasks<const N: usize> {
    coding: Coding<N>,
    /// Whether any piece is locked.
    has_locks: bool,
    /// For each shape, the cells that its pieces must not cover; empty where there are no gates.
    closed: Vec<Cells<N>>,
    /// For each direction, the change of a cell's number by a step.
    deltas: [i32; 4],
    /// For each direction, the cells from which a step stays on the board.
    inside: [Cells<N>; 4],
    /// All ways to step, shape by shape.
    steps: Vec<Step<N>>,
    /// The greatest number of cells that a step enters.
    most_entered: usize,
}

/// How far pieces go: what the type says, or where that is [`TOLD`], what was told.
#[inline(always)]
const fn reach_of<const REACH: u8>(told: u8) -> u8 {
    if REACH == TOLD { told } else { REACH }
}

/// How the pieces of a shape step in a direction. There is none where they cannot.
struct Step<const N: usize> {
    shape: u8,
    direction: u8,
    /// The origins from which the step leads to another place on the board.
    can: Cells<N>,
    /// Where the first cells that are entered lie from the origin, the last again and again where
    /// there are fewer.
    entered: [i32; 2],
    /// Further such cells.
    more: Vec<i32>,
}

impl<const N: usize> Step<N> {
    /// The pieces of a shape that cannot step.
    fn none(shape: u8) -> Self {
        Self { shape, direction: 0, can: Cells::EMPTY, entered: [0; 2], more: Vec::new() }
    }

    /// Which of these pieces enter nothing but what is in `room`. No step of the puzzle may enter
    /// more than `MOST` cells unless that is 3, which stands for any number.
    #[inline(always)]
    fn able<F: Field<N>, const MOST: usize>(&self, origins: F, room: F) -> F {
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
    fn new(puzzle: &Puzzle) -> Self {
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
                steps.push(Step {
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

    /// What the gates close to these pieces of a board, shape by shape: their cells, and those that
    /// they must not come to.
    #[inline(always)]
    fn barred<F: Field<N>>(
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

    /// Reads configurations: fills the origins of each shape, and returns the empty cells.
    #[inline(always)]
    fn read<F: Field<N>, const W: usize>(&self, sources: &[Code<W>], origins: &mut [F]) -> F {
        let all = self.coding.origins(sources, origins);
        F::all(self.coding.open) & !self.coding.covered(origins, all)
    }
}

/// Whether gates keep pieces from a displacement, by what is [barred](StepMasks::barred) to them.
#[inline(always)]
fn is_barred<const N: usize>(barred: &[(Cells<N>, Cells<N>)], by: i32) -> bool {
    barred.iter().any(|&(cells, closed)| !(cells.shifted(by) & closed).is_empty())
}

/// The configuration with what has these bits moved by so many cells.
#[inline(always)]
pub fn moved<const W: usize>(source: &Code<W>, bits: Code<W>, by: i32) -> Code<W> {
    let piece = source.and(bits);
    source.xor(piece).xor(piece.shifted(by))
}
