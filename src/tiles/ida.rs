//! Iterative deepening with pattern databases.
//!
//! The lower bound is the sum of all distances, and twice what the databases add to it. On a
//! square board it is found a second time with board and tiles reflected, and the larger one
//! counts. Only the pattern of the tile that moves is looked up. Duplicate ways are not walked.

use crate::puzzle::Direction;

use super::deepening::{Homes, PassEnd, Watch};
use super::duplicates::{Machine, REFUSED};
use super::pdb::{Database, Order, moved};

/// So many positions are visited between two questions whether to go on.
const PATIENCE: u64 = 1 << 14;

/// The steps of the blank by their numbers.
const STEPS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// No cell.
const NONE: u8 = u8::MAX;

/// The most patterns of a board.
pub(super) const MOST_PATTERNS: usize = 8;

/// A way to look at the board: as it is, or reflected.
struct View {
    /// What each cell is.
    cell: [u8; 25],
    /// For the home of a tile, its pattern.
    pattern: [u8; 25],
    /// For the home of a tile, its number in the pattern.
    tile: [u8; 25],
}

/// What is known of the tiles of a pattern.
#[derive(Clone, Copy, Default)]
struct Known {
    cells: u32,
    order: Order,
    excess: u8,
}

/// A board seen one way.
#[derive(Clone, Copy, Default)]
struct Seen {
    patterns: [Known; MOST_PATTERNS],
    /// The sum of the patterns' excesses.
    excess: u32,
}

/// What is the same for all positions of a puzzle.
pub(super) struct Ground<'a> {
    databases: &'a [Database],
    views: Vec<View>,
    machine: &'a Machine,
    /// The cell that each step leads to from each cell.
    beside: [[u8; 4]; 25],
    /// The distance of each home from each cell.
    distance: [[u8; 25]; 25],
}

impl<'a> Ground<'a> {
    /// A board of some size. The databases are for all of its tiles, each in one of them; with
    /// `is_symmetric` they are looked at in reflection too.
    pub fn new(
        rows: usize,
        cols: usize,
        databases: &'a [Database],
        is_symmetric: bool,
        machine: &'a Machine,
    ) -> Ground<'a> {
        let mut beside = [[NONE; 4]; 25];
        let mut distance = [[0; 25]; 25];
        for cell in 0..rows * cols {
            let (row, col) = (cell / cols, cell % cols);
            let step = |may: bool, to: usize| if may { to as u8 } else { NONE };
            beside[cell] = [
                step(col + 1 < cols, cell + 1),
                step(col > 0, cell.wrapping_sub(1)),
                step(row + 1 < rows, cell + cols),
                step(row > 0, cell.wrapping_sub(cols)),
            ];
            for (home, from) in distance.iter_mut().enumerate() {
                let away = row.abs_diff(home / cols) + col.abs_diff(home % cols);
                from[cell] = away as u8;
            }
        }
        let same = |cell: usize| cell;
        let reflected = |cell: usize| cell % cols * rows + cell / cols;
        let mut views = vec![View::new(rows * cols, databases, &same)];
        if is_symmetric {
            views.push(View::new(rows * cols, databases, &reflected));
        }
        Ground { databases, views, machine, beside, distance }
    }

    /// The lower bound of an arrangement, and what it is made of.
    fn look(&self, start: &Homes) -> (u32, Vec<Seen>) {
        let seen: Vec<Seen> = self.views.iter().map(|view| self.see(view, start)).collect();
        let excess = seen.iter().map(|seen| seen.excess).max().unwrap_or(0);
        (start.manhattan() + 2 * excess, seen)
    }

    fn see(&self, view: &View, start: &Homes) -> Seen {
        let mut seen = Seen::default();
        let tiles = start.homes.iter().enumerate().filter(|&(cell, _)| cell != start.blank);
        let mut tiles: Vec<(u8, usize)> =
            tiles.map(|(cell, &home)| (view.cell[cell], usize::from(home))).collect();
        tiles.sort_unstable();
        for (cell, home) in tiles {
            let known = &mut seen.patterns[usize::from(view.pattern[home])];
            known.order |= u32::from(view.tile[home]) << (3 * known.cells.count_ones());
            known.cells |= 1 << cell;
        }
        for (known, database) in seen.patterns.iter_mut().zip(self.databases) {
            known.excess = database.excess(known.cells, known.order);
            seen.excess += u32::from(known.excess);
        }
        seen
    }

    /// A lower bound for the number of moves.
    pub fn bound(&self, start: &Homes) -> u32 {
        self.look(start).0
    }

    /// Looks for a solution of exactly so many moves, at least [`bound`](Self::bound).
    pub fn pass(&self, start: &Homes, moves: u32, watch: &mut dyn Watch) -> (PassEnd, u64) {
        let (_, views) = self.look(start);
        let mut board = [0; 25];
        board[..start.homes.len()].copy_from_slice(&start.homes);
        let mut seen = [Seen::default(); 2];
        seen[..views.len()].copy_from_slice(&views);
        let mut search = Search {
            ground: self,
            board,
            seen,
            way: Vec::new(),
            positions: 0,
            is_over: false,
            watch,
        };
        let end = if search.go_on(start.blank, 0, start.manhattan(), moves) {
            search.way.reverse();
            PassEnd::Solved(search.way)
        } else if search.is_over {
            PassEnd::Stopped
        } else {
            PassEnd::Fruitless
        };
        (end, search.positions)
    }
}

impl View {
    fn new(cells: usize, databases: &[Database], look: &dyn Fn(usize) -> usize) -> View {
        let mut view = View { cell: [0; 25], pattern: [0; 25], tile: [0; 25] };
        for cell in 0..cells {
            view.cell[cell] = look(cell) as u8;
        }
        for home in 0..cells {
            for (number, database) in databases.iter().enumerate() {
                let homes = &database.pattern().homes;
                if let Some(tile) = homes.iter().position(|&other| other == view.cell[home]) {
                    view.pattern[home] = number as u8;
                    view.tile[home] = tile as u8;
                }
            }
        }
        view
    }

    /// What is known of a pattern after one of its tiles has moved, except for the excess.
    #[inline]
    fn moved(&self, known: Known, from: usize, to: usize) -> Known {
        let (from, to) = (self.cell[from], self.cell[to]);
        let rest = known.cells ^ 1 << from;
        let at = (rest & ((1 << from) - 1)).count_ones();
        let put = (rest & ((1 << to) - 1)).count_ones();
        let order = if at == put { known.order } else { moved(known.order, at, put) };
        Known { cells: rest | 1 << to, order, excess: 0 }
    }
}

/// A step that may be made.
#[derive(Clone, Copy)]
struct Ahead {
    /// The cell that the blank comes to.
    next: usize,
    /// The machine's state.
    state: u16,
    /// The sum of all distances.
    distances: u32,
    /// The pattern of the tile that moves, in each view.
    known: [Known; 2],
    /// What the databases add, halved.
    excess: u32,
    /// What they may add.
    spare: u32,
}

struct Search<'a> {
    ground: &'a Ground<'a>,
    /// Where the tile on each cell belongs.
    board: [u8; 25],
    seen: [Seen; 2],
    /// The moves of the blank, the last one first; empty until there is a solution.
    way: Vec<Direction>,
    positions: u64,
    is_over: bool,
    watch: &'a mut dyn Watch,
}

impl Search<'_> {
    /// Searches on with so many moves left; `distances` is the sum of all distances.
    fn go_on(&mut self, blank: usize, state: u16, distances: u32, left: u32) -> bool {
        if distances == 0 {
            return true;
        }
        self.positions += 1;
        if self.positions.is_multiple_of(PATIENCE) {
            self.is_over |= self.watch.is_over();
        }
        // All steps are looked up before the first is made: so the memory is asked for all of them
        // at once, which is 1.5 times as fast.
        let mut ahead = [None; 4];
        for (step, ahead) in ahead.iter_mut().enumerate() {
            *ahead = self.look_ahead(blank, state, step, distances, left);
        }
        for (step, ahead) in ahead.into_iter().enumerate() {
            let Some(ahead) = ahead.filter(|ahead| ahead.excess <= ahead.spare) else { continue };
            let home = usize::from(self.board[ahead.next]);
            let before = self.put(home, ahead.known);
            self.board[blank] = home as u8;
            let is_solved = self.go_on(ahead.next, ahead.state, ahead.distances, left - 1);
            self.board[ahead.next] = home as u8;
            self.put(home, before);
            if is_solved {
                self.way.push(STEPS[step]);
            }
            if is_solved || self.is_over {
                return is_solved;
            }
        }
        false
    }

    /// Where a step leads; `None` where there is none, or the distances alone forbid it.
    #[inline]
    fn look_ahead(
        &self,
        blank: usize,
        state: u16,
        step: usize,
        distances: u32,
        left: u32,
    ) -> Option<Ahead> {
        let ground = self.ground;
        let (next, state) =
            (ground.beside[blank][step], ground.machine.next[usize::from(state)][step]);
        if state == REFUSED || next == NONE {
            return None;
        }
        let next = usize::from(next);
        let home = usize::from(self.board[next]);
        let distance = &ground.distance[home];
        let distances = distances + u32::from(distance[blank]) - u32::from(distance[next]);
        if distances >= left {
            return None;
        }
        let mut known = [Known::default(); 2];
        let mut excess = 0;
        for ((view, seen), known) in ground.views.iter().zip(&self.seen).zip(&mut known) {
            let pattern = usize::from(view.pattern[home]);
            let before = seen.patterns[pattern];
            *known = view.moved(before, next, blank);
            known.excess = ground.databases[pattern].excess(known.cells, known.order);
            excess = excess.max(seen.excess + u32::from(known.excess) - u32::from(before.excess));
        }
        Some(Ahead { next, state, distances, known, excess, spare: (left - 1 - distances) / 2 })
    }

    /// Puts what is known of a tile's pattern, and gives what was known before.
    fn put(&mut self, home: usize, known: [Known; 2]) -> [Known; 2] {
        let mut before = [Known::default(); 2];
        let views = self.ground.views.iter().zip(&mut self.seen);
        for (((view, seen), known), before) in views.zip(known).zip(&mut before) {
            let place = &mut seen.patterns[usize::from(view.pattern[home])];
            seen.excess += u32::from(known.excess);
            seen.excess -= u32::from(place.excess);
            *before = std::mem::replace(place, known);
        }
        before
    }
}
