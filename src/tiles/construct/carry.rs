//! Walking the blank, and carrying one tile.

use super::board::Board;
use crate::puzzle::Direction;

/// usual price
pub(super) const STEP: u32 = 4;
const NOWHERE: u32 = u32::MAX;

/// Scratch space, one entry a cell or a side of a cell, that is cleared by counting up.
struct Marks {
    round: u32,
    mark: Vec<u32>,
}

impl Marks {
    fn new(len: usize) -> Self {
        Self { round: 0, mark: vec![0; len] }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    fn has(&self, at: usize) -> bool {
        self.mark[at] == self.round
    }

    /// Whether it was new.
    fn set(&mut self, at: usize) -> bool {
        !std::mem::replace(&mut self.mark[at], self.round).eq(&self.round)
    }
}

/// Carries tiles, one at a time, by the fewest moves.
///
/// A state is a tile's cell and the side of it on which the blank is. From there the blank either
/// changes places with the tile, or walks round it to another side.
pub(super) struct Carrier {
    seen: Marks,
    queue: Vec<Vec<u32>>,
    reached: Marks,
    cost: Vec<u32>,
    w: u32,
    slack: u16,
    slack2: u16,
    /// Direction by which the blank came to a cell.
    came: Vec<Direction>,
    settled: Marks,
    best: Vec<u32>,
    best_known: Marks,
    parent: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    /// Moves round a tile from side to side; by which of the eight cells round it are open.
    rounds: Vec<[[u8; 4]; 4]>,
}

/// The eight cells round a tile, in a circle from the right one on, and the sides among them.
const CIRCLE: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const SIDE: [usize; 4] = [0, 4, 2, 6];
const FAR: u8 = u8::MAX;

/// How many moves it takes from side to side within the circle.
fn rounds(open: usize) -> [[u8; 4]; 4] {
    let walk = |from: usize, to: usize, by: usize| {
        let mut at = SIDE[from];
        for count in 0..8 {
            if open >> at & 1 == 0 {
                return FAR;
            }
            if at == SIDE[to] {
                return count;
            }
            at = (at + by) % 8;
        }
        FAR
    };
    std::array::from_fn(|from| std::array::from_fn(|to| walk(from, to, 1).min(walk(from, to, 7))))
}

impl Carrier {
    pub fn new(board: &Board, w: u32, slack: u16, slack2: u16) -> Self {
        let cells = board.tile.len();
        Self {
            seen: Marks::new(cells),
            queue: Vec::new(),
            reached: Marks::new(cells),
            cost: vec![0; cells],
            w,
            slack,
            slack2,
            came: vec![Direction::Up; cells],
            settled: Marks::new(4 * cells),
            best: vec![0; 4 * cells],
            best_known: Marks::new(4 * cells),
            parent: vec![0; 4 * cells],
            buckets: Vec::new(),
            rounds: (0..256).map(rounds).collect(),
        }
    }

    /// What a step of the blank costs: less where it brings a tile nearer to its home.
    fn price(&self, board: &Board, from: usize, to: usize, direction: Direction) -> u32 {
        let (row, col) = board.at[from];
        let (home_row, home_col) = board.at[board.tile[to] as usize];
        let is_nearer = match direction {
            Direction::Right => home_col <= col,
            Direction::Left => home_col >= col,
            Direction::Down => home_row <= row,
            Direction::Up => home_row >= row,
        };
        if is_nearer { STEP - self.w } else { STEP + self.w }
    }

    /// Spreads from the blank over open cells except one, until all wanted cells are found.
    /// Returns their distances; where there is no way, `NOWHERE`.
    fn spread<const N: usize>(
        &mut self,
        board: &Board,
        from: usize,
        wanted: [usize; N],
        tile: usize,
    ) -> [u32; N] {
        let single = N == 1;
        let rows = self.range(single, board.at[from].0, wanted.map(|w| board.at[w].0));
        let cols = self.range(single, board.at[from].1, wanted.map(|w| board.at[w].1));
        let found = self.spread_in(board, from, wanted, tile, |cell| {
            let (row, col) = board.at[cell];
            rows.contains(&row) && cols.contains(&col)
        });
        if found.iter().all(|&f| f == NOWHERE) { self.spread_in(board, from, wanted, tile, |_| true) } else { found }
    }

    fn range<const N: usize>(&self, single: bool, from: u16, to: [u16; N]) -> std::ops::RangeInclusive<u16> {
        let low = to.iter().fold(from, |low, &at| low.min(at));
        let high = to.iter().fold(from, |high, &at| high.max(at));
        let slack = if single { self.slack } else { self.slack2 };
        low.saturating_sub(slack)..=high + slack
    }

    fn spread_in<const N: usize>(
        &mut self,
        board: &Board,
        from: usize,
        wanted: [usize; N],
        tile: usize,
        within: impl Fn(usize) -> bool,
    ) -> [u32; N] {
        let mut found = [NOWHERE; N];
        let mut missing = wanted.iter().filter(|&&cell| board.open[cell]).count();
        self.seen.clear();
        self.reached.clear();
        self.reached.set(from);
        self.cost[from] = 0;
        self.queue.iter_mut().for_each(Vec::clear);
        let span = (STEP + self.w + 1) as usize;
        if self.queue.len() < span { self.queue.resize_with(span, Vec::new); }
        self.queue[0].push(from as u32);
        let mut at = 0;
        let mut pending = 1;
        while pending > 0 {
            let Some(cell) = self.queue[at % span].pop() else { at += 1; continue };
            pending -= 1;
            let cell = cell as usize;
            if !self.seen.set(cell) { continue; }
            if let Some(which) = wanted.iter().position(|&want| want == cell) {
                found[which] = at as u32;
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
            for direction in Direction::ALL {
                let next = board.next(cell, direction);
                if !board.open[next] || next == tile || self.seen.has(next) || !within(next) { continue; }
                let cost = at as u32 + self.price(board, cell, next, direction);
                if self.reached.set(next) || cost < self.cost[next] {
                    self.cost[next] = cost;
                    self.came[next] = direction;
                    self.queue[cost as usize % span].push(next as u32);
                    pending += 1;
                }
            }
        }
        found
    }

    /// Walks the blank to a cell without touching one tile's cell. False where there is no way.
    pub fn walk(&mut self, board: &mut Board, to: usize, tile: usize) -> bool {
        let from = board.blank;
        if self.spread(board, from, [to], tile) == [NOWHERE] {
            return false;
        }
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let direction = self.came[at];
            way.push(direction);
            at = board.next(at, direction.opposite());
        }
        for &direction in way.iter().rev() {
            board.step(direction);
        }
        true
    }

    /// Brings the tile on a cell to another by the fewest moves. False where there is no way.
    pub fn carry(&mut self, board: &mut Board, tile: usize, to: usize) -> bool {
        if tile == to {
            return true;
        }
        let Some(end) = self.search(board, tile, to) else { return false };
        let mut states = vec![end];
        while self.parent[states[states.len() - 1]] != NOWHERE {
            states.push(self.parent[states[states.len() - 1]] as usize);
        }
        // Each change of places is one move towards the tile; the walks between are found again.
        let mut tile = tile;
        for &state in states.iter().rev() {
            let (cell, side) = (state / 4, state % 4);
            if cell != tile {
                let towards = Direction::ALL[side].opposite();
                board.step(Direction::ALL[side]);
                debug_assert_eq!(board.next(cell, Direction::ALL[side]), board.blank, "{towards:?}");
                tile = cell;
            } else {
                self.walk(board, board.next(cell, Direction::ALL[side]), cell);
            }
        }
        true
    }

    fn offer(&mut self, state: usize, parent: u32, cost: u32, rest: u32) {
        if self.best_known.has(state) && self.best[state] <= cost {
            return;
        }
        self.best_known.set(state);
        self.best[state] = cost;
        self.parent[state] = parent;
        let bucket = (cost + rest) as usize;
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(state as u32);
    }

    fn search(&mut self, board: &Board, tile: usize, to: usize) -> Option<usize> {
        self.settled.clear();
        self.best_known.clear();
        let sides = Direction::ALL.map(|direction| board.next(tile, direction));
        let starts = self.spread(board, board.blank, sides, tile);
        for (side, &cost) in starts.iter().enumerate() {
            if cost != NOWHERE {
                let rest = STEP * rest(board, tile, side, to);
                self.offer(4 * tile + side, NOWHERE, cost, rest);
            }
        }
        let mut found = None;
        let mut bucket = 0;
        while bucket < self.buckets.len() {
            let Some(state) = self.buckets[bucket].pop() else {
                bucket += 1;
                continue;
            };
            let state = state as usize;
            if !self.settled.set(state) {
                continue;
            }
            if state / 4 == to {
                found = Some(state);
                break;
            }
            self.expand(board, state, to);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        found
    }

    fn expand(&mut self, board: &Board, state: usize, to: usize) {
        let (cell, side) = (state / 4, state % 4);
        let cost = self.best[state];
        let direction = Direction::ALL[side];
        let next = board.next(cell, direction);
        // The tile goes to the blank's side, and the blank is then on the opposite side of it.
        let opposite = side ^ 1;
        if !self.settled.has(4 * next + opposite) {
            self.offer(4 * next + opposite, state as u32, cost + STEP, STEP * rest(board, next, opposite, to));
        }
        let circle = CIRCLE.iter().enumerate().fold(0, |bits, (i, &(row, col))| {
            let at = cell as isize + row * board.width as isize + col;
            bits | usize::from(board.open[at as usize]) << i
        });
        for other in (0..4).filter(|&other| other != side) {
            let to_side = board.next(cell, Direction::ALL[other]);
            if !board.open[to_side] || self.settled.has(4 * cell + other) {
                continue;
            }
            let mut walk = STEP * u32::from(self.rounds[circle][side][other]);
            if walk == STEP * u32::from(FAR) {
                [walk] = self.spread(board, next, [to_side], cell);
            }
            if walk != NOWHERE {
                self.offer(4 * cell + other, state as u32, cost + walk, STEP * rest(board, cell, other, to));
            }
        }
    }
}

/// What it takes in an open region to bring a tile home, the first push being in some direction
/// and the blank already there.
///
/// Between two pushes in one direction there are four moves, and two at a turn. So the best way
/// turns as often as it can.
fn pushes(along: u32, across: u32) -> u32 {
    let turns = if along > across { 2 * across } else { 2 * along - 1 };
    5 * (along + across) - 4 - 2 * turns
}

/// What it takes in an open region to bring a tile home, if walking the blank to a given side of
/// it takes so much.
fn best_first(board: &Board, cell: usize, to: usize, walk: impl Fn(usize) -> u32) -> u32 {
    let ((row, col), (to_row, to_col)) = (board.at[cell], board.at[to]);
    let (rows, cols) = (u32::from(row.abs_diff(to_row)), u32::from(col.abs_diff(to_col)));
    match (rows, cols) {
        (0, 0) => 0,
        (0, _) => walk(usize::from(col > to_col)) + 5 * cols - 4,
        (_, 0) => walk(2 + usize::from(row > to_row)) + 5 * rows - 4,
        _ => {
            let across = walk(usize::from(col > to_col)) + pushes(cols, rows);
            across.min(walk(2 + usize::from(row > to_row)) + pushes(rows, cols))
        }
    }
}

/// What it takes in an open region to bring a tile home, with the blank at some side of it.
fn rest(board: &Board, cell: usize, side: usize, to: usize) -> u32 {
    best_first(board, cell, to, |first| match first {
        same if same == side => 0,
        opposite if opposite == side ^ 1 => 4,
        _ => 2,
    })
}

/// What it takes in an open region to bring a tile home, with the blank anywhere.
pub(super) fn estimate(board: &Board, blank: usize, cell: usize, to: usize) -> u32 {
    let ((row, col), (b_row, b_col)) = (board.at[cell], board.at[blank]);
    best_first(board, cell, to, |first| {
        let behind = match first {
            0 => row == b_row && b_col < col,
            1 => row == b_row && b_col > col,
            2 => col == b_col && b_row < row,
            _ => col == b_col && b_row > row,
        };
        let side = board.next(cell, Direction::ALL[first]);
        (board.distance(blank, side) + 2 * usize::from(behind)) as u32
    })
}
