//! Walks the blank, considering the tiles that it moves along the path.
//!
//! A step of the blank brings one tile nearer to its home or takes it farther away. The choice
//! between two paths of the same length makes a large difference later: carrying a tile takes three
//! to five moves per cell. So a step that brings a tile nearer is cheap.

use super::board::CarryBoard;
use crate::puzzle::Direction;

/// Prices of a step that brings a tile nearer and of one that does not. Their mean is the price of
/// a path that is only estimated.
///
/// On 10 random boards of 30 x 30: 1.72 n^3 moves in all with 1 and 7; 1.87 with 2 and 6; 2.31
/// with no difference.
const CHEAP: u32 = 1;
const DEAR: u32 = 7;
pub const MEAN: u32 = (CHEAP + DEAR) / 2;

/// How far outside the rectangle of start and end a path may lead. Each further cell costs time and
/// gains less: 1.78, 1.72 and 1.70 n^3 moves on the same boards with 1, 2 and 3.
const SLACK: u16 = 2;

/// Walks the blank to a cell, while one tile stays in place, if there is a path.
pub fn walk(cells: &mut Frontier, board: &mut CarryBoard, to: usize, tile: usize) {
    if prices(cells, board, board.blank, [to], tile) != [NOWHERE] {
        cells.path(to).into_iter().skip(1).for_each(|cell| board.step_to(cell));
    }
}

/// Returns the prices of paths to some cells, while one tile stays in place.
///
/// If no cell can be reached nearby, paths may lead anywhere.
pub fn prices<const N: usize>(
    cells: &mut Frontier,
    board: &CarryBoard,
    from: usize,
    to: [usize; N],
    tile: usize,
) -> [u32; N] {
    let ends = || to.iter().chain([&from]).map(|&cell| board.at[cell]);
    let range = |line: fn((u16, u16)) -> u16| {
        let (low, high) = (ends().map(line).min(), ends().map(line).max());
        low.map_or(0, |low| low - SLACK)..=high.map_or(0, |high| high + SLACK)
    };
    let (rows, cols) = (range(|at| at.0), range(|at| at.1));
    let near = |cell: usize| {
        cell != tile && rows.contains(&board.at[cell].0) && cols.contains(&board.at[cell].1)
    };
    let found = spread(cells, board, from, to, near);
    if found.iter().any(|&price| price != NOWHERE) {
        return found;
    }
    spread(cells, board, from, to, |cell| cell != tile)
}

/// Spreads over open cells by rising price until all wanted cells are reached.
fn spread<const N: usize>(
    cells: &mut Frontier,
    board: &CarryBoard,
    from: usize,
    to: [usize; N],
    may_enter: impl Fn(usize) -> bool,
) -> [u32; N] {
    cells.clear();
    cells.offer(from, NOWHERE, 0, 0);
    let mut missing = to.iter().filter(|&&cell| board.open[cell]).count();
    while missing > 0
        && let Some(cell) = cells.next()
    {
        missing -= usize::from(to.contains(&cell));
        for next in Direction::ALL.map(|direction| board.next(cell, direction)) {
            if board.open[next] && may_enter(next) {
                let home = board.tile[next] as usize;
                let is_nearer = board.distance(cell, home) < board.distance(next, home);
                let price = if is_nearer { CHEAP } else { DEAR };
                cells.offer(next, cell as u32, cells.price(cell) + price, 0);
            }
        }
    }
    to.map(|cell| cells.price(cell))
}

/// The price of a state that is not reached; and the state before the first.
pub const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Reached {
    price: u32,
    from: u32,
    is_done: bool,
}

const UNREACHED: Reached = Reached { price: NOWHERE, from: NOWHERE, is_done: false };

/// The states that a search has reached. One that is cleared and used again allocates nothing.
pub struct Frontier {
    states: Vec<Reached>,
    /// The states that are reached.
    reached: Vec<u32>,
    /// Open states by rank; all ranks from `end` on have none.
    queue: Vec<Vec<u32>>,
    now: usize,
    end: usize,
}

impl Frontier {
    pub fn new(states: usize) -> Self {
        let (reached, queue) = (Vec::new(), Vec::new());
        Self { states: vec![UNREACHED; states], reached, queue, now: 0, end: 0 }
    }

    pub fn clear(&mut self) {
        for state in self.reached.drain(..) {
            self.states[state as usize] = UNREACHED;
        }
        self.queue[..self.end].iter_mut().for_each(Vec::clear);
        (self.now, self.end) = (0, 0);
    }

    /// Opens a state, if it was not reached at so low a price. Its rank is the price and an estimate
    /// of the rest.
    pub fn offer(&mut self, state: usize, from: u32, price: u32, rest: u32) {
        let known = &mut self.states[state];
        if price >= known.price {
            return;
        }
        if known.price == NOWHERE {
            self.reached.push(state as u32);
        }
        (known.price, known.from) = (price, from);
        let rank = (price + rest) as usize;
        self.end = self.end.max(rank + 1);
        if self.queue.len() < self.end {
            self.queue.resize_with(self.end, Vec::new);
        }
        self.queue[rank].push(state as u32);
    }

    /// Returns an open state of the lowest rank, which is done then.
    pub fn next(&mut self) -> Option<usize> {
        while self.now < self.end {
            let Some(state) = self.queue[self.now].pop() else {
                self.now += 1;
                continue;
            };
            if !std::mem::replace(&mut self.states[state as usize].is_done, true) {
                return Some(state as usize);
            }
        }
        None
    }

    pub fn price(&self, state: usize) -> u32 {
        self.states[state].price
    }

    pub fn is_done(&self, state: usize) -> bool {
        self.states[state].is_done
    }

    /// Returns the states on the path to one that is reached, from the first on.
    pub fn path(&self, end: usize) -> Vec<usize> {
        let before = |&state: &usize| match self.states[state].from {
            NOWHERE => None,
            from => Some(from as usize),
        };
        let mut path = Vec::from_iter(std::iter::successors(Some(end), before));
        path.reverse();
        path
    }
}
