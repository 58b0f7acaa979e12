//! Estimates of the moves from a position to a goal, which guide the beam.
//!
//! - A goal that names few pieces is estimated by **routes**: for each named piece, the least cost
//!   of a route over the places of that piece alone. A step costs 1, and [`OBSTACLE`] more for each
//!   cell that it enters and another piece covers.
//! - A goal that names many pieces is estimated by **steps**: for each named piece, the steps to
//!   its goal on a board without other pieces.
//!
//! To both, 2 are added for each covered cell that has to be empty.
//!
//! An estimate also says in which group of positions the beam keeps a position: that of the place of
//! the named piece with the greatest cost. A beam of one group fails where the target piece first has
//! to go back.

use super::Estimated;
use crate::engine::board::{Cells, Code, Coding, Lanes};
use crate::engine::host::{IS_WASM, has_wide_instructions};
use crate::engine::moves::{ShapeStep, StepMasks};
use crate::puzzle::{Goal, MAX_KINDS, Puzzle, Want};

/// The cost of entering a cell that another piece covers.
const OBSTACLE: usize = 3;

/// Up to this number of named pieces, a goal is estimated by routes.
const FEW: usize = 3;

/// The most goals that are estimated; the others are noticed when they are reached.
pub const GOALS: usize = 16;

/// More entered cells than this are counted as this number.
const ENTERED: usize = 7;

/// The slots of the queue of a route: the greatest cost of a step and one more.
const SLOTS: usize = 2 + OBSTACLE * ENTERED;

/// The cost of a piece that cannot reach its goal, whatever the others do.
const NO_ROUTE: u16 = 1 << 10;

/// The number of groups.
pub const GROUPS: usize = 1 << 14;

const BANDS: usize = 4;

/// Appends the estimates of some positions.
pub type Estimator<const W: usize> = Box<dyn Fn(&[Code<W>], &mut Vec<Estimated>) + Send + Sync>;

/// The greatest number of boards side by side.
const MOST_LANES: usize = 16;

/// For each board, a cost, and the place of a named piece that costs most: its cell, counted on for
/// the other pieces.
type Costs = [(u16, usize); MOST_LANES];

/// A goal for the estimate.
struct Aim<const N: usize> {
    /// The pieces, those of one kind after the other.
    named: Vec<Named>,
    /// Cells that must be empty.
    empty: Cells<N>,
}

/// A piece that a goal names.
struct Named {
    /// The number of its kind in codes.
    number: usize,
    /// Its shape, as an index in the figures of the coding.
    shape: usize,
    /// The cell that its origin has to reach.
    cell: usize,
    /// The steps from each cell to the goal on a board without other pieces.
    steps: Vec<u16>,
}

impl Named {
    /// Returns the steps of the nearest piece with one of these origins on each board.
    #[inline(always)]
    fn steps_from<const N: usize, const L: usize>(
        &self,
        origins: Lanes<N, L>,
        boards: usize,
    ) -> Costs {
        let mut nearest = [(NO_ROUTE, 0); MOST_LANES];
        for (lane, nearest) in nearest[..boards].iter_mut().enumerate() {
            let mut left = origins.lane(lane);
            while let Some(cell) = left.pop() {
                *nearest = (*nearest).min((self.steps[cell], cell));
            }
        }
        nearest
    }
}

/// The estimates of one puzzle.
struct Estimates<const N: usize> {
    coding: Coding<N>,
    /// The steps of the pieces of each shape.
    steps: Vec<Vec<ShapeStep<N>>>,
    /// The cells of each band of rows, and of each band of columns.
    bands: [[Cells<N>; BANDS]; 2],
    aims: Vec<Aim<N>>,
    by_routes: bool,
}

impl<const N: usize> Estimates<N> {
    /// Compiles the goals of a puzzle.
    fn new(puzzle: &Puzzle) -> Self {
        let StepMasks { coding, steps: all, .. } = StepMasks::new(puzzle);
        let mut steps = Vec::<Vec<_>>::new();
        steps.resize_with(coding.figures.len(), Vec::new);
        for step in all {
            steps[step.shape].push(step);
        }
        let mut bands = [[Cells::EMPTY; BANDS]; 2];
        let size = puzzle.size();
        for cell in 0..size.cells() {
            let (row, col) = size.row_col(cell as u32);
            bands[0][row as usize * BANDS / size.rows as usize].insert(cell);
            bands[1][col as usize * BANDS / size.cols as usize].insert(cell);
        }
        let mut estimates = Self { coding, steps, bands, aims: Vec::new(), by_routes: true };
        for goal in puzzle.goals().iter().take(GOALS) {
            let aim = estimates.aim(goal);
            estimates.by_routes &= aim.named.len() <= FEW;
            estimates.aims.push(aim);
        }
        estimates
    }

    fn aim(&self, goal: &Goal) -> Aim<N> {
        let mut aim = Aim { named: Vec::new(), empty: Cells::EMPTY };
        for demand in goal.demands() {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty if !goal.is_complete() => aim.empty.insert(cell),
                Want::Empty => {}
                Want::Origin(kind) => {
                    let shape = self.coding.figures.iter().position(|f| f.kinds.contains(&kind));
                    if let Some(shape) = shape {
                        let number = self.coding.number_of(kind);
                        let steps = self.steps_to(shape, cell);
                        aim.named.push(Named { number, shape, cell, steps });
                    }
                }
            }
        }
        aim.named.sort_by_key(|named| named.number);
        aim
    }

    /// Returns the steps from each cell to a goal for a piece alone on the board.
    fn steps_to(&self, shape: usize, goal: usize) -> Vec<u16> {
        let mut steps = vec![NO_ROUTE; self.coding.cells];
        let mut waiting = std::collections::VecDeque::from([goal]);
        steps[goal] = 0;
        while let Some(cell) = waiting.pop_front() {
            for step in &self.steps[shape] {
                let before = (cell as i32 - step.by) as usize;
                if steps.get(before) == Some(&NO_ROUTE) && step.can.contains(before) {
                    steps[before] = steps[cell] + 1;
                    waiting.push_back(before);
                }
            }
        }
        steps
    }

    /// Estimates positions, as many at a time as there are lanes.
    #[inline(always)]
    fn estimate<const L: usize, const W: usize>(
        &self,
        codes: &[Code<W>],
        found: &mut Vec<Estimated>,
    ) {
        for codes in codes.chunks(L) {
            let mut origins = [Lanes::<N, L>::EMPTY; MAX_KINDS];
            let origins = &mut origins[..self.coding.figures.len()];
            let all = self.coding.origins(codes, origins);
            let covered = self.coding.covered(origins, all);
            let planes = &self.coding.planes(codes)[..self.coding.planes];
            let mut best = [Estimated { cost: u16::MAX, group: 0 }; MOST_LANES];
            for aim in &self.aims {
                let costs = self.costs(aim, planes, covered, codes.len());
                for lane in 0..codes.len() {
                    let ((cost, place), covered) = (costs[lane], covered.lane(lane));
                    let cost = cost.saturating_add(2 * count(covered & aim.empty) as u16);
                    if cost < best[lane].cost {
                        let obstacle = self.obstacle(aim, place, origins, lane);
                        let group = group_of(place, obstacle, self.zone(covered));
                        best[lane] = Estimated { cost, group };
                    }
                }
            }
            found.extend_from_slice(&best[..codes.len()]);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn estimate_wide<const L: usize, const W: usize>(
        &self,
        codes: &[Code<W>],
        found: &mut Vec<Estimated>,
    ) {
        self.estimate::<L, W>(codes, found);
    }

    /// Adds up the costs of all named pieces.
    #[inline(always)]
    fn costs<const L: usize>(
        &self,
        aim: &Aim<N>,
        planes: &[Lanes<N, L>],
        covered: Lanes<N, L>,
        boards: usize,
    ) -> Costs {
        let mut costs = Costs::default();
        let mut greatest = [0; MOST_LANES];
        for (at, named) in aim.named.iter().enumerate() {
            let origins = of_kind(planes, named.number);
            let (own_costs, at) = if self.by_routes {
                let mut own = origins;
                for &offset in &self.coding.figures[named.shape].offsets[1..] {
                    own = own | origins.up(offset as u32);
                }
                (self.routes(named, origins, covered & !own, boards), at)
            } else {
                (named.steps_from(origins, boards), named.number)
            };
            for lane in 0..boards {
                let (cost, cell) = own_costs[lane];
                costs[lane].0 = costs[lane].0.saturating_add(cost);
                if cost > greatest[lane] || self.by_routes && cost == greatest[lane] {
                    greatest[lane] = cost;
                    costs[lane].1 = at * self.coding.cells + cell;
                }
            }
        }
        costs
    }

    /// Finds the least cost of a route of one piece to its goal, and the cell where the route begins:
    /// Dial's algorithm from the goal, on all boards at once.
    #[inline(always)]
    fn routes<const L: usize>(
        &self,
        named: &Named,
        origins: Lanes<N, L>,
        obstacles: Lanes<N, L>,
        boards: usize,
    ) -> Costs {
        // For each step and each number of obstacles in its way, the origins from which it goes.
        let mut passes = [[Lanes::EMPTY; ENTERED + 1]; 4];
        let mut most = 0;
        let steps = &self.steps[named.shape];
        let steps = &steps[..steps.len().min(4)];
        for (step, passes) in steps.iter().zip(&mut passes) {
            passes[0] = Lanes::all(step.can);
            let mut count = 0;
            for &cell in &step.entered {
                let there = obstacles.shifted(-cell);
                count = ENTERED.min(count + 1);
                for number in (1..=count).rev() {
                    let more = passes[number - 1] & there;
                    let same =
                        if number == ENTERED { passes[number] } else { passes[number] & !there };
                    passes[number] = same | more;
                }
                passes[0] = passes[0] & !there;
            }
            most = most.max(count);
        }
        let mut routes = [(NO_ROUTE, 0); MOST_LANES];
        let slots = 2 + OBSTACLE * most;
        let mut queue = [Lanes::EMPTY; SLOTS];
        queue[0] = Lanes::all(Cells::only(named.cell));
        let mut visited = Lanes::EMPTY;
        let all = (1_u64 << boards) - 1;
        let (mut done, mut idle, mut at) = (0, 0, 0);
        for cost in 0..NO_ROUTE {
            let now = queue[at] & !visited;
            queue[at] = Lanes::EMPTY;
            visited = visited | now;
            let reached = now & origins;
            let mut lanes = reached.filled() & all & !done;
            done |= lanes;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize % MOST_LANES;
                lanes &= lanes - 1;
                routes[lane] = (cost, reached.lane(lane).first().unwrap_or(0));
            }
            idle = if now.filled() == 0 { idle + 1 } else { 0 };
            if done == all || idle == slots {
                break;
            }
            for (step, passes) in steps.iter().zip(&passes) {
                let before = now.shifted(-step.by);
                let mut to = at + 1;
                for &passes in &passes[..=most] {
                    let slot = if to >= slots { to - slots } else { to };
                    queue[slot % SLOTS] = queue[slot % SLOTS] | before & passes;
                    to += OBSTACLE;
                }
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
        routes
    }

    /// Returns a number for the piece that a named piece meets where it steps towards its goal, and
    /// for its place; 0 if there is none or the estimate is not by routes.
    #[inline(always)]
    fn obstacle<const L: usize>(
        &self,
        aim: &Aim<N>,
        place: usize,
        origins: &[Lanes<N, L>],
        lane: usize,
    ) -> usize {
        let (cells, cell) = (self.coding.cells, place % self.coding.cells);
        // A goal may name no piece.
        let Some(named) = aim.named.get(place / cells).filter(|_| self.by_routes) else { return 0 };
        for step in &self.steps[named.shape] {
            let to = (cell as i32 + step.by) as usize;
            if !step.can.contains(cell) || named.steps.get(to) >= Some(&named.steps[cell]) {
                continue;
            }
            for entered in &step.entered {
                for (shape, figure) in self.coding.figures.iter().enumerate() {
                    let origins = origins[shape].lane(lane);
                    for offset in &figure.offsets {
                        let at = (cell as i32 + entered - offset) as usize;
                        if at < cells && at != cell && origins.contains(at) {
                            return 1 + shape * cells + at;
                        }
                    }
                }
            }
        }
        0
    }

    /// Returns where the empty cells are, roughly.
    #[inline(always)]
    fn zone(&self, covered: Cells<N>) -> usize {
        let empty = self.coding.open & !covered;
        let mut zone = 0;
        for bands in &self.bands {
            let (mut sum, mut all) = (0, 0);
            for (at, &band) in bands.iter().enumerate() {
                let count = count(empty & band);
                sum += at * count;
                all += count;
            }
            zone = zone * BANDS + sum * BANDS / (all * (BANDS - 1) + 1);
        }
        zone
    }
}

#[inline(always)]
fn count<const N: usize>(cells: Cells<N>) -> usize {
    cells.words().iter().map(|word| word.count_ones() as usize).sum()
}

/// Returns the origins of the pieces of a kind.
#[inline(always)]
fn of_kind<const N: usize, const L: usize>(planes: &[Lanes<N, L>], number: usize) -> Lanes<N, L> {
    let mut origins = !Lanes::EMPTY;
    for (at, &plane) in planes.iter().enumerate() {
        origins = origins & if number >> at & 1 != 0 { plane } else { !plane };
    }
    origins
}

/// Returns the group of the positions where the place of a named piece, the obstacle before it and
/// the zone of the empty cells are these. Different groups may have the same number.
#[inline(always)]
fn group_of(place: usize, obstacle: usize, zone: usize) -> u16 {
    let all = (place << 24 | obstacle << 4 | zone) as u64;
    (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u16 % GROUPS as u16
}

/// Builds the estimator of a puzzle: for several boards at a time, if the board is small enough and
/// the processor has the instructions. Every size has its own number of lanes, so that some sets fit
/// the registers; the browser's registers hold one set.
pub fn estimator<const N: usize, const W: usize>(puzzle: &Puzzle) -> Estimator<W> {
    if IS_WASM && N != 4 {
        unreachable!("in the browser there is one width");
    }
    let is_able = has_wide_instructions();
    match N {
        1 if is_able => on_many_boards::<1, 16, W>(puzzle),
        2 if is_able => on_many_boards::<2, 8, W>(puzzle),
        4 if is_able => on_many_boards::<4, 4, W>(puzzle),
        _ => {
            let estimates = Estimates::<N>::new(puzzle);
            Box::new(move |codes, found| estimates.estimate::<1, W>(codes, found))
        }
    }
}

/// Builds an estimator with the instructions that [`estimator`] has looked for.
fn on_many_boards<const N: usize, const L: usize, const W: usize>(puzzle: &Puzzle) -> Estimator<W> {
    let estimates = Estimates::<N>::new(puzzle);
    Box::new(move |codes, found| {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `estimator` has checked that the processor has these features.
        unsafe {
            estimates.estimate_wide::<L, W>(codes, found);
        }
        #[cfg(not(target_arch = "x86_64"))]
        estimates.estimate::<L, W>(codes, found);
    })
}
