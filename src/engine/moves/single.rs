//! Moves of single pieces: styles 0 to 2.

use super::{
    Batch, DYNAMIC, LastMove, Native, Neighbours, SLIDE, STEP, ShapeStep, StepMasks, WALK, moved,
    reach_of,
};
use crate::engine::board::{CellLanes, Cells, Code, MOST_LANES};
use crate::puzzle::Puzzle;

/// Builds a lister for moves of one piece with reach `REACH`, for a puzzle whose board has at most
/// 64 cells; `F` determines how many boards are handled together.
pub fn single<F, const W: usize, const REACH: u8>(
    puzzle: &Puzzle,
    _reach: u8,
) -> Box<dyn Neighbours<W>>
where
    F: CellLanes<1> + Send + Sync + 'static,
{
    match Native::new(|| SingleMoves::<F, 1, REACH>::new(puzzle, REACH)) {
        Some(native) => Box::new(native),
        None => plain_single::<1, W>(puzzle, REACH),
    }
}

/// Builds a lister for a board of at most `64 * N` cells and any processor, board after board, with
/// the reach chosen at run time.
pub fn plain_single<const N: usize, const W: usize>(
    puzzle: &Puzzle,
    reach: u8,
) -> Box<dyn Neighbours<W>> {
    Box::new(SingleMoves::<Cells<N>, N, DYNAMIC>::new(puzzle, reach))
}

struct SingleMoves<F, const N: usize, const REACH: u8> {
    masks: StepMasks<N>,
    /// See [`reach_of`].
    reach: u8,
    /// For each shape, the origins of its pieces on all boards of a group.
    origins: Vec<F>,
    /// For each step of the masks, the origins of the pieces that can take it.
    able: Vec<F>,
    empty: F,
}

impl<F: CellLanes<N>, const N: usize, const REACH: u8> SingleMoves<F, N, REACH> {
    fn new(puzzle: &Puzzle, reach: u8) -> Self {
        let masks = StepMasks::new(puzzle);
        Self {
            reach,
            origins: vec![F::NOTHING; masks.coding.figures.len()],
            able: vec![F::NOTHING; masks.steps.len()],
            empty: F::NOTHING,
            masks,
        }
    }

    /// Finds the pieces that can take each step.
    #[inline(always)]
    fn sieve<const MOST: usize, const W: usize>(
        &mut self,
        sources: &[Code<W>],
        last_moves: &[LastMove],
    ) {
        let reach = reach_of::<REACH>(self.reach);
        let Self { masks, origins, able, empty, .. } = self;
        *empty = masks.read(sources, origins);
        let mut free = [F::NOTHING; 4];
        for (lane, &last_move) in last_moves.iter().enumerate() {
            let pruned = pruned::<N>(last_move, reach);
            for direction in 0..4 {
                free[direction].set_lane(lane, !pruned[direction]);
            }
        }
        for (at, step) in masks.steps.iter().enumerate() {
            let origins = origins[usize::from(step.shape)];
            let free = free[usize::from(step.direction) % 4];
            able[at] = step.able::<F, MOST>(origins & free, *empty);
        }
    }
}

impl<F: CellLanes<N> + Send + Sync, const N: usize, const W: usize, const REACH: u8> Neighbours<W>
    for SingleMoves<F, N, REACH>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>) {
        for (sources, last_moves) in sources.chunks(F::LANES).zip(last_moves.chunks(F::LANES)) {
            match self.masks.most_entered {
                0..=1 => self.sieve::<1, W>(sources, last_moves),
                2 => self.sieve::<2, W>(sources, last_moves),
                _ => self.sieve::<3, W>(sources, last_moves),
            }
            match reach_of::<REACH>(self.reach) {
                STEP => self.steps(sources, batch),
                reach => self.runs(sources, reach, batch),
            }
            if batch.is_stopped() {
                return;
            }
            batch.group += F::LANES;
        }
    }

    /// A neighbour shows which piece went from where to where, and each such move is listed once.
    fn lists_each_once(&self) -> bool {
        true
    }
}

/// Prunes by the last move: for each direction, returns the origin of the piece whose steps that
/// way lead only to positions that its last move could have reached. All of these are known, or
/// will be found from the same parent.
#[inline(always)]
fn pruned<const N: usize>(last_move: LastMove, reach: u8) -> [Cells<N>; 4] {
    let mut pruned = [Cells::EMPTY; 4];
    if let Some((origin, direction)) = last_move.parts() {
        let piece = Cells::only(origin);
        match reach {
            STEP => pruned[direction ^ 1] = piece,
            SLIDE => (pruned[direction], pruned[direction ^ 1]) = (piece, piece),
            _ => pruned = [piece; 4],
        }
    }
    pruned
}

impl<F: CellLanes<N>, const N: usize, const REACH: u8> SingleMoves<F, N, REACH> {
    #[inline(always)]
    fn steps<const W: usize>(&self, sources: &[Code<W>], batch: &mut Batch<W>) {
        let StepMasks { coding, deltas, steps, .. } = &self.masks;
        for (steps, all) in steps.chunks(64).zip(self.able.chunks(64)) {
            let mut marks = [0; MOST_LANES];
            for (number, able) in all.iter().enumerate() {
                able.mark(number as u32, &mut marks);
            }
            for (lane, source) in sources.iter().enumerate() {
                batch.begin(lane);
                let mut mark = Cells([marks[lane]]);
                while let Some(number) = mark.pop() {
                    let direction = usize::from(steps[number].direction) % 4;
                    let mut able = all[number].lane(lane);
                    while let Some(origin) = able.pop() {
                        let by = deltas[direction];
                        let code = moved(source, coding.column(origin), by);
                        batch.push(code, LastMove::new((origin as i32 + by) as usize, direction));
                    }
                }
            }
        }
    }

    /// Lists slides and walks: for each piece that can step at all, all cells that it can reach.
    #[inline(always)]
    fn runs<const W: usize>(&self, sources: &[Code<W>], reach: u8, batch: &mut Batch<W>) {
        let masks = &self.masks;
        let mut first = 0;
        for steps in masks.steps.chunk_by(|one, other| one.shape == other.shape) {
            let all = &self.able[first..first + steps.len()];
            first += steps.len();
            let any = all.iter().fold(F::NOTHING, |any, &able| any | able);
            for (lane, source) in sources.iter().enumerate() {
                batch.begin(lane);
                let mut movers = any.lane(lane);
                while let Some(origin) = movers.pop() {
                    let fits = masks.fits(steps[0].shape, origin, self.empty.lane(lane));
                    let here = Cells::only(origin);
                    if reach == WALK {
                        let there = flood(here, |at| masks.targets_of_all(steps, at) & fits);
                        // The last direction of a walk does not matter for pruning.
                        masks.report(source, origin, there, 0, batch);
                        continue;
                    }
                    for (step, able) in steps.iter().zip(all) {
                        if able.lane(lane).contains(origin) {
                            let there = flood(here, |at| masks.targets(step, at) & fits);
                            let direction = usize::from(step.direction);
                            masks.report(source, origin, there, direction, batch);
                        }
                    }
                }
            }
        }
    }
}

impl<const N: usize> StepMasks<N> {
    /// Reports a piece in each of some cells but its own.
    #[inline(always)]
    fn report<const W: usize>(
        &self,
        source: &Code<W>,
        origin: usize,
        there: Cells<N>,
        direction: usize,
        batch: &mut Batch<W>,
    ) {
        let mut there = there & !Cells::only(origin);
        while let Some(cell) = there.pop() {
            let code = moved(source, self.coding.column(origin), cell as i32 - origin as i32);
            batch.push(code, LastMove::new(cell, direction));
        }
    }

    /// Returns where a piece would fit if all others stay.
    #[inline(always)]
    fn fits(&self, shape: u8, origin: usize, empty: Cells<N>) -> Cells<N> {
        let offsets = &self.coding.figures[usize::from(shape)].offsets;
        let mut free = empty;
        offsets.iter().for_each(|&offset| free.insert((origin as i32 + offset) as usize));
        offsets.iter().fold(self.coding.open, |fits, &offset| fits & free.shifted(-offset))
    }

    /// Returns where a step leads from these origins, ignoring other pieces.
    #[inline(always)]
    fn targets(&self, step: &ShapeStep<N>, from: Cells<N>) -> Cells<N> {
        (from & step.can).shifted(self.deltas[usize::from(step.direction) % 4])
    }

    /// Like `targets`, for several steps at once.
    #[inline(always)]
    fn targets_of_all(&self, steps: &[ShapeStep<N>], from: Cells<N>) -> Cells<N> {
        steps.iter().fold(Cells::EMPTY, |all, step| all | self.targets(step, from))
    }
}

/// Returns all cells that can be reached step by step.
#[inline(always)]
fn flood<const N: usize>(from: Cells<N>, spread: impl Fn(Cells<N>) -> Cells<N>) -> Cells<N> {
    let mut all = from;
    loop {
        let more = all | spread(all);
        if more == all {
            return all;
        }
        all = more;
    }
}
