//! Walks the blank, considering the tiles that it moves along the path.
//!
//! A step of the blank brings one tile nearer to its home or takes it farther away. The choice
//! between two paths of the same length makes a large difference later: carrying a tile takes three
//! to five moves per cell. So a step that brings a tile nearer is cheap.

use super::board::CarryBoard;
use super::marks::StampedSet;
use crate::puzzle::Direction;

/// Prices of a step that brings a tile nearer and of one that does not. Their mean is the price of
/// a path that is only estimated.
///
/// On 10 random boards of 30 x 30: 1.72 n^3 moves in all with 1 and 7; 1.87 with 2 and 6; 2.31
/// with no difference.
const CHEAP: u32 = 1;
const DEAR: u32 = 7;
pub(super) const MEAN: u32 = (CHEAP + DEAR) / 2;

/// How far outside the rectangle of start and end a path may lead. Each further cell costs time and
/// gains less: 1.78, 1.72 and 1.70 n^3 moves on the same boards with 1, 2 and 3.
const SLACK: u16 = 2;

/// The price if there is no path.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Prices lie close together, so a ring of lists serves as the queue by price.
const RING: usize = DEAR as usize + 1;

/// Finds the cheapest paths, spreading from the blank.
pub(super) struct BlankWalker {
    done: StampedSet,
    met: StampedSet,
    price: Vec<u32>,
    /// Direction in which the blank entered a cell.
    came: Vec<Direction>,
    queue: [Vec<u32>; RING],
    way: Vec<Direction>,
}

fn price(board: &CarryBoard, from: usize, to: usize, direction: Direction) -> u32 {
    let (row, col) = board.at[from];
    let (home_row, home_col) = board.at[board.tile[to] as usize];
    let is_nearer = match direction {
        Direction::Right => home_col <= col,
        Direction::Left => home_col >= col,
        Direction::Down => home_row <= row,
        Direction::Up => home_row >= row,
    };
    if is_nearer { CHEAP } else { DEAR }
}

impl BlankWalker {
    pub fn new(cells: usize) -> Self {
        Self {
            done: StampedSet::new(cells),
            met: StampedSet::new(cells),
            price: vec![0; cells],
            came: vec![Direction::Up; cells],
            queue: Default::default(),
            way: Vec::new(),
        }
    }

    /// Walks the blank to a cell, while one tile stays in place. Returns false if there is no path.
    pub fn walk(&mut self, board: &mut CarryBoard, to: usize, tile: usize) -> bool {
        let from = board.blank;
        if self.prices(board, from, [to], tile) == [NOWHERE] {
            return false;
        }
        let mut at = to;
        while at != from {
            let direction = self.came[at];
            self.way.push(direction);
            at = board.next(at, direction.opposite());
        }
        while let Some(direction) = self.way.pop() {
            board.step(direction);
        }
        true
    }

    /// Returns the prices of paths to some cells, while one tile stays in place.
    ///
    /// If no cell can be reached nearby, paths may lead anywhere.
    pub fn prices<const N: usize>(
        &mut self,
        board: &CarryBoard,
        from: usize,
        to: [usize; N],
        tile: usize,
    ) -> [u32; N] {
        let ends = to.map(|cell| board.at[cell]);
        let range = |from: u16, ends: [u16; N]| {
            let low = ends.iter().fold(from, |low, &end| low.min(end));
            let high = ends.iter().fold(from, |high, &end| high.max(end));
            low - SLACK..=high + SLACK
        };
        let rows = range(board.at[from].0, ends.map(|end| end.0));
        let cols = range(board.at[from].1, ends.map(|end| end.1));
        let near = |cell: usize| {
            cell != tile && rows.contains(&board.at[cell].0) && cols.contains(&board.at[cell].1)
        };
        let found = self.spread(board, from, to, near);
        if found.iter().any(|&price| price != NOWHERE) {
            return found;
        }
        self.spread(board, from, to, |cell| cell != tile)
    }

    /// Spreads over open cells by rising price until all wanted cells are reached.
    fn spread<const N: usize>(
        &mut self,
        board: &CarryBoard,
        from: usize,
        to: [usize; N],
        may_enter: impl Fn(usize) -> bool,
    ) -> [u32; N] {
        let mut found = [NOWHERE; N];
        let mut missing = to.iter().filter(|&&cell| board.open[cell]).count();
        self.start(from);
        let (mut now, mut waiting) = (0, 1);
        while waiting > 0 && missing > 0 {
            let Some(cell) = self.queue[now as usize % RING].pop() else {
                now += 1;
                continue;
            };
            waiting -= 1;
            let cell = cell as usize;
            if !self.done.set(cell) {
                continue;
            }
            if let Some(which) = to.iter().position(|&end| end == cell) {
                found[which] = now;
                missing -= 1;
            }
            for direction in Direction::ALL {
                let next = board.next(cell, direction);
                if !board.open[next] || self.done.has(next) || !may_enter(next) {
                    continue;
                }
                let price = now + price(board, cell, next, direction);
                if self.met.set(next) || price < self.price[next] {
                    self.price[next] = price;
                    self.came[next] = direction;
                    self.queue[price as usize % RING].push(next as u32);
                    waiting += 1;
                }
            }
        }
        found
    }

    fn start(&mut self, from: usize) {
        self.done.clear();
        self.met.clear();
        self.met.set(from);
        self.price[from] = 0;
        self.queue.iter_mut().for_each(Vec::clear);
        self.queue[0].push(from as u32);
    }
}
