//! Estimates of the moves from a position to a goal, which guide the beam.
//!
//! An estimate is never part of an answer: it only orders positions.
//!
//! - A goal that names few pieces is estimated by **routes**: for each named piece, the least cost
//!   of a route over the places of that piece alone. A step costs 1, and [`OBSTACLE`] more for each
//!   cell that it enters and another piece covers.
//! - A goal that names many pieces is estimated by **steps**: for each named piece, the steps to
//!   its goal on a board without other pieces.
//!
//! Both also say in which group of positions the beam keeps a position: that of the place of the
//! named piece with the greatest cost. A beam of one group fails where the target piece first has
//! to go back.

use super::{Estimated, Estimator, Method};
use crate::engine::board::{Blocks, CellLanes, Cells, Code, Coding, MAX_PLANES, MOST_LANES};
use crate::engine::moves::{ShapeStep, StepMasks};
use crate::puzzle::{Goal, Placement, Puzzle, Want};

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

/// A goal for the estimate.
struct Aim<const N: usize> {
    named: Vec<Named<N>>,
    /// Cells that must be empty.
    empty: Cells<N>,
}

/// A piece that a goal names.
struct Named<const N: usize> {
    /// The number of its kind in codes.
    number: usize,
    /// Its shape, as an index in the figures of the coding.
    shape: usize,
    /// The cell that its origin has to reach.
    cell: usize,
    /// The steps from each cell to the goal on a board without other pieces.
    steps: Vec<u16>,
}

/// The estimates of one puzzle.
pub struct Estimates<F, const N: usize> {
    masks: StepMasks<N>,
    /// The steps of the pieces of each shape, and the origins from which they enter no wall.
    steps: Vec<Vec<(usize, Cells<N>)>>,
    /// The cells of each band of rows, and of each band of columns.
    bands: [[Cells<N>; BANDS]; 2],
    aims: Vec<Aim<N>>,
    /// The pieces of the start.
    start: Vec<Placement>,
    by_routes: bool,
    boards: std::marker::PhantomData<fn() -> F>,
}

impl<F: CellLanes<N>, const N: usize> Estimates<F, N> {
    /// Compiles the goals of a puzzle.
    pub fn new(puzzle: &Puzzle, method: Method) -> Self {
        let masks = StepMasks::new(puzzle);
        let mut steps = vec![Vec::new(); masks.coding.figures.len()];
        for (at, step) in masks.steps.iter().enumerate() {
            let can = step.able::<Cells<N>, 3>(step.can, masks.coding.open);
            steps[usize::from(step.shape)].push((at, can));
        }
        let mut bands = [[Cells::EMPTY; BANDS]; 2];
        let size = puzzle.size();
        for cell in 0..size.cells() {
            let (row, col) = size.row_col(cell as u32);
            bands[0][row as usize * BANDS / size.rows as usize].insert(cell);
            bands[1][col as usize * BANDS / size.cols as usize].insert(cell);
        }
        let mut estimates = Self {
            masks,
            steps,
            bands,
            aims: Vec::new(),
            start: puzzle.start().placements().to_vec(),
            by_routes: false,
            boards: Default::default(),
        };
        estimates.aims =
            puzzle.goals().iter().take(GOALS).map(|goal| estimates.aim(goal)).collect();
        let is_by_routes = method == Method::Routes;
        estimates.by_routes =
            is_by_routes && estimates.aims.iter().all(|aim| aim.named.len() <= FEW);
        estimates
    }

    fn aim(&self, goal: &Goal) -> Aim<N> {
        let mut aim = Aim { named: Vec::new(), empty: Cells::EMPTY };
        for demand in goal.demands() {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty => aim.empty.insert(cell),
                Want::Origin(kind) => {
                    let coding = &self.masks.coding;
                    let number = (1..=coding.figures.iter().map(|f| f.kinds.len()).sum())
                        .find(|&number| coding.kind(number) == Some(kind));
                    let shape = coding.figures.iter().position(|f| f.kinds.contains(&kind));
                    if let Some((number, shape)) = number.zip(shape) {
                        let steps = self.steps_to(shape, cell);
                        aim.named.push(Named { number, shape, cell, steps });
                    }
                }
            }
        }
        if goal.is_complete() {
            aim.empty = Cells::EMPTY;
        }
        aim.named.sort_by_key(|named| named.number);
        aim
    }

    /// Returns the steps from each cell to a goal for a piece alone on the board.
    fn steps_to(&self, shape: usize, goal: usize) -> Vec<u16> {
        let mut steps = vec![NO_ROUTE; self.masks.coding.cells];
        let mut waiting = std::collections::VecDeque::from([goal]);
        steps[goal] = 0;
        while let Some(cell) = waiting.pop_front() {
            for &(at, can) in &self.steps[shape] {
                let delta = self.masks.deltas[usize::from(self.masks.steps[at].direction)];
                let before = cell as i32 - delta;
                let is_new = (0..steps.len() as i32).contains(&before)
                    && can.contains(before as usize)
                    && steps[before as usize] == NO_ROUTE;
                if is_new {
                    steps[before as usize] = steps[cell] + 1;
                    waiting.push_back(before as usize);
                }
            }
        }
        steps
    }

    /// Estimates as many positions as there are lanes.
    #[inline(always)]
    fn estimate_by_routes<const W: usize>(&self, codes: &[Code<W>], found: &mut Vec<Estimated>) {
        let coding = &self.masks.coding;
        let mut origins = [F::NOTHING; crate::puzzle::MAX_KINDS];
        let origins = &mut origins[..coding.figures.len()];
        let all = coding.origins(codes, origins);
        let covered = coding.covered(origins, all);
        let mut best = [Estimated { cost: u16::MAX, group: 0 }; MOST_LANES];
        for aim in &self.aims {
            let mut sums = [0_u16; MOST_LANES];
            let mut greatest = [Estimated::default(); MOST_LANES];
            for (at, named) in aim.named.iter().enumerate() {
                let origins = of_kind::<F, N, W>(coding, codes, named.number);
                let mut own = origins;
                for &offset in &coding.figures[named.shape].offsets[1..] {
                    own = own | origins.up(offset as u32);
                }
                let mut routes = [Estimated { cost: NO_ROUTE, group: 0 }; MOST_LANES];
                self.route(named, origins, covered & !own, codes.len(), &mut routes);
                for lane in 0..codes.len() {
                    sums[lane] += routes[lane].cost;
                    let group = (at * coding.cells) as u16 + routes[lane].group;
                    if routes[lane].cost >= greatest[lane].cost {
                        greatest[lane] = Estimated { group, ..routes[lane] };
                    }
                }
            }
            for lane in 0..codes.len() {
                let crowded = covered.lane(lane) & aim.empty;
                let crowded: u32 = crowded.0.iter().map(|word| word.count_ones()).sum();
                let cost = sums[lane] + 2 * crowded as u16;
                if cost < best[lane].cost {
                    let place = usize::from(greatest[lane].group);
                    // A goal may name no piece.
                    let named = aim.named.get(place / coding.cells);
                    let obstacle = named.map_or(0, |named| {
                        self.obstacle(named, place % coding.cells, origins, lane)
                    });
                    let zone = self.zone(covered.lane(lane));
                    best[lane] = Estimated { cost, group: group_of(place, obstacle, zone) };
                }
            }
        }
        found.extend_from_slice(&best[..codes.len()]);
    }

    /// Returns a number for the piece that a named piece meets where it steps towards its goal, and
    /// for its place; 0 if there is none.
    #[inline(always)]
    fn obstacle(&self, named: &Named<N>, cell: usize, origins: &[F], lane: usize) -> usize {
        let cells = named.steps.len();
        for &(at, can) in &self.steps[named.shape] {
            let ShapeStep { direction, entered, more, .. } = &self.masks.steps[at];
            let to = cell as i32 + self.masks.deltas[usize::from(*direction)];
            let is_nearer =
                can.contains(cell) && named.steps.get(to as usize) < Some(&named.steps[cell]);
            if !is_nearer {
                continue;
            }
            for entered in entered.iter().chain(more).map(|&entered| cell as i32 + entered) {
                for (shape, figure) in self.masks.coding.figures.iter().enumerate() {
                    let origins = origins[shape].lane(lane);
                    let found = figure.offsets.iter().map(|&offset| entered - offset).find(|&at| {
                        (0..cells as i32).contains(&at)
                            && at as usize != cell
                            && origins.contains(at as usize)
                    });
                    if let Some(found) = found {
                        return 1 + shape * cells + found as usize;
                    }
                }
            }
        }
        0
    }

    /// Returns where the empty cells are, roughly.
    #[inline(always)]
    fn zone(&self, covered: Cells<N>) -> usize {
        let empty = self.masks.coding.open & !covered;
        let mut zone = 0;
        for bands in &self.bands {
            let (mut sum, mut all) = (0, 0);
            for (at, &band) in bands.iter().enumerate() {
                let count: usize =
                    (empty & band).0.iter().map(|word| word.count_ones() as usize).sum();
                sum += at * count;
                all += count;
            }
            zone = zone * BANDS + sum * BANDS / (all * (BANDS - 1) + 1);
        }
        zone
    }

    /// Finds the least cost of a route of one piece to its goal, and the place where the route
    /// begins: Dial's algorithm from the goal, on all boards at once.
    #[inline(always)]
    fn route(
        &self,
        named: &Named<N>,
        origins: F,
        obstacles: F,
        boards: usize,
        routes: &mut [Estimated; MOST_LANES],
    ) {
        // For each step and each number of obstacles in its way, the origins from which it goes.
        let mut passes = [[F::NOTHING; ENTERED + 1]; 4];
        let mut deltas = [0; 4];
        let mut most = 0;
        let steps = &self.steps[named.shape];
        for (at, &(step, can)) in steps.iter().enumerate().take(4) {
            let ShapeStep { direction, entered, more, .. } = &self.masks.steps[step];
            deltas[at] = self.masks.deltas[usize::from(*direction) % 4];
            let passes = &mut passes[at];
            passes[0] = F::all(can);
            let single = [entered[0]];
            let first = if entered[0] == entered[1] { &single[..] } else { &entered[..] };
            let mut count = 0;
            for &cell in first.iter().chain(more) {
                let there = obstacles.moved(-cell);
                if count < ENTERED {
                    count += 1;
                }
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
        let slots = 2 + OBSTACLE * most;
        let mut queue = [F::NOTHING; SLOTS];
        queue[0] = F::all(Cells::only(named.cell));
        let mut visited = F::NOTHING;
        let all = (1_u64 << boards) - 1;
        let (mut done, mut idle, mut at) = (0, 0, 0);
        for cost in 0..NO_ROUTE {
            let now = queue[at] & !visited;
            queue[at] = F::NOTHING;
            visited = visited | now;
            let reached = now & origins;
            let mut lanes = reached.filled() & all & !done;
            done |= lanes;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize % MOST_LANES;
                lanes &= lanes - 1;
                let group = reached.lane(lane).first().unwrap_or(0) as u16;
                routes[lane] = Estimated { cost, group };
            }
            idle = if now.filled() == 0 { idle + 1 } else { 0 };
            if done == all || idle == slots {
                return;
            }
            for step in 0..steps.len().min(4) {
                let before = now.moved(-deltas[step]);
                let mut to = at + 1;
                for number in 0..=most {
                    let slot = if to >= slots { to - slots } else { to };
                    queue[slot % SLOTS] = queue[slot % SLOTS] | before & passes[step][number];
                    to += OBSTACLE;
                }
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }

    /// Estimates one position by the steps of each named piece.
    fn estimate_by_steps<const W: usize>(&self, code: &Code<W>) -> Estimated {
        let coding = &self.masks.coding;
        let mut origins = [Cells::<N>::EMPTY; crate::puzzle::MAX_KINDS];
        let origins = &mut origins[..coding.figures.len()];
        let all = coding.origins(&[*code], origins);
        let zone = self.zone(coding.covered(origins, all));
        let planes: [Cells<N>; MAX_PLANES] = std::array::from_fn(|plane| {
            if plane < coding.planes { coding.plane(code, plane) } else { Cells::EMPTY }
        });
        let mut best = Estimated { cost: u16::MAX, group: 0 };
        for aim in &self.aims {
            let mut greatest = Estimated::default();
            let mut sum = 0_u16;
            let mut at = 0;
            while at < aim.named.len() {
                // Pieces of one kind follow each other.
                let number = aim.named[at].number;
                let alike = aim.named[at..].iter().take_while(|named| named.number == number);
                let alike = &aim.named[at..at + alike.count()];
                at += alike.len();
                let (mut by_pieces, mut pieces) = (0_u16, 0);
                let mut by_goals = [u16::MAX; 64];
                let mut left = all;
                for (plane, &cells) in planes[..coding.planes].iter().enumerate() {
                    left = left & if number >> plane & 1 != 0 { cells } else { !cells };
                }
                while let Some(cell) = left.pop() {
                    let mut least = NO_ROUTE;
                    for (goal, named) in alike.iter().enumerate() {
                        least = least.min(named.steps[cell]);
                        by_goals[goal % 64] = by_goals[goal % 64].min(named.steps[cell]);
                    }
                    (by_pieces, pieces) = (by_pieces.saturating_add(least), pieces + 1);
                    if least > greatest.cost {
                        let group = group_of(number * coding.cells + cell, 0, zone);
                        greatest = Estimated { cost: least, group };
                    }
                }
                let by_goals = by_goals[..alike.len().min(64)].iter();
                let by_goals = by_goals.fold(0_u16, |sum, &goal| sum.saturating_add(goal));
                let by_pieces = if pieces == alike.len() { by_pieces } else { 0 };
                sum = sum.saturating_add(by_goals.max(by_pieces));
            }
            if sum < best.cost {
                best = Estimated { cost: sum, group: greatest.group };
            }
        }
        best
    }
}

/// Returns the group of the positions where the place of a named piece, the obstacle before it and
/// the zone of the empty cells are these. Different groups may have the same number.
#[inline(always)]
fn group_of(place: usize, obstacle: usize, zone: usize) -> u16 {
    let all = (place << 24 | obstacle << 4 | zone) as u64;
    (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u16 % GROUPS as u16
}

/// Returns the origins of the pieces of a kind.
#[inline(always)]
fn of_kind<F: CellLanes<N>, const N: usize, const W: usize>(
    coding: &Coding<N>,
    codes: &[Code<W>],
    number: usize,
) -> F {
    let mut origins = F::NOTHING;
    for (lane, code) in codes.iter().enumerate() {
        let mut these = !Cells::EMPTY;
        for plane in 0..coding.planes {
            let cells = coding.plane(code, plane);
            these = these & if number >> plane & 1 != 0 { cells } else { !cells };
        }
        origins.set_lane(lane, these & coding.open);
    }
    origins
}

impl<F: CellLanes<N> + Send + Sync, const N: usize, const W: usize> Estimator<W>
    for Estimates<F, N>
{
    #[inline(always)]
    fn estimate(&self, codes: &[Code<W>], found: &mut Vec<Estimated>) {
        if self.by_routes {
            codes.chunks(F::LANES).for_each(|codes| self.estimate_by_routes(codes, found));
        } else {
            found.extend(codes.iter().map(|code| self.estimate_by_steps(code)));
        }
    }

    fn steps_from_start(&self, kind: u8) -> u32 {
        let named = || {
            let first = self.aims.first().into_iter().flat_map(|aim| &aim.named);
            first.filter(|named| self.masks.coding.kind(named.number) == Some(kind))
        };
        let start = self.start.iter().filter(|piece| piece.kind == kind);
        let steps = start.map(|piece| {
            let steps = named().map(|named| u32::from(named.steps[piece.cell as usize]));
            steps.min().unwrap_or(0)
        });
        steps.sum()
    }
}

/// Builds an estimator for several boards at a time, if the board is small enough and the processor
/// has the instructions.
pub fn on_many_boards<const N: usize, const W: usize>(
    puzzle: &Puzzle,
) -> Option<Box<dyn Estimator<W>>> {
    #[cfg(target_arch = "x86_64")]
    let is_able = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    let is_able = true;
    if !is_able {
        return None;
    }
    Some(match N {
        1 => Box::new(Wide(Estimates::<Blocks<1, 16>, 1>::new(puzzle, Method::Routes))),
        2 => Box::new(Wide(Estimates::<Blocks<2, 8>, 2>::new(puzzle, Method::Routes))),
        4 => Box::new(Wide(Estimates::<Blocks<4, 4>, 4>::new(puzzle, Method::Routes))),
        _ => return None,
    })
}

/// Runs an estimator with the instructions that [`on_many_boards`] has looked for.
struct Wide<E>(E);

impl<const W: usize, E: Estimator<W>> Estimator<W> for Wide<E> {
    fn estimate(&self, codes: &[Code<W>], found: &mut Vec<Estimated>) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `on_many_boards` has checked that the processor has these features.
        unsafe {
            estimate_wide(&self.0, codes, found);
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.0.estimate(codes, found);
    }

    fn steps_from_start(&self, kind: u8) -> u32 {
        self.0.steps_from_start(kind)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn estimate_wide<const W: usize>(
    estimator: &impl Estimator<W>,
    codes: &[Code<W>],
    found: &mut Vec<Estimated>,
) {
    estimator.estimate(codes, found);
}
