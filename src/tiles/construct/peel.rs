//! Closing cell after cell, from the border inwards, each with its tile.

use super::board::Board;
use super::carry::{Carrier, estimate};
use super::pair::settle;
use super::shape::may_close;
use crate::puzzle::Direction;

pub struct Tune { pub edge: f64, pub pair: f64, pub far: f64, pub half: f64, pub w: u32, pub only: bool, pub slack: u16, pub slack2: u16 }

/// What may be closed next.
#[derive(Clone, Copy)]
enum Next {
    One(usize),
    Two([usize; 2]),
}

pub struct Spot { cell: usize, alone: bool, bias: f64, pairs: Vec<(usize, f64)> }

pub(super) struct Peeler<'a> {
    pub carrier: Carrier,
    pub rim: Vec<Spot>,
    pub core: &'a [usize],
    pub in_core: Vec<bool>,
    pub centre: (f64, f64),
    pub tune: &'a Tune,
    pub stats: [u64; 6],
}

impl<'a> Peeler<'a> {
    pub fn new(board: &Board, core: &'a [usize], tune: &'a Tune) -> Self {
        let mut in_core = vec![false; board.tile.len()];
        core.iter().for_each(|&cell| in_core[cell] = true);
        let (r, c) = board.at[core[0]];
        let mut new = Self { carrier: Carrier::new(board, tune.w, tune.slack, tune.slack2), rim: Vec::new(), core, in_core, centre: (r as f64 + 1.0, c as f64 + 1.0), tune, stats: [0; 6] };
        for cell in 0..board.tile.len() {
            if board.open[cell] && new.is_rim(board, cell) { let spot = new.spot(board, cell); new.rim.push(spot); }
        }
        new
    }

    fn is_rim(&self, board: &Board, cell: usize) -> bool {
        !self.in_core[cell] && Direction::ALL.iter().any(|&d| !board.open[board.next(cell, d)])
    }

    pub fn peel(&mut self, board: &mut Board, mut left: usize) -> bool {
        while left > self.core.len() {
            let Some(next) = self.choose(board) else { eprintln!("no choice {left}"); return false };
            let before = board.path.len();
            match next {
                Next::One(cell) => {
                    let at = board.cell[cell] as usize;
                    if !self.carrier.carry(board, at, cell) { eprintln!("carry one"); return false; }
                    // The blank is never left on a closed cell: it has just pushed the tile there,
                    // or the tile was there before.
                    self.close(board, cell);
                    left -= 1;
                    self.stats[0] += 1;
                    self.stats[1] += (board.path.len() as u64).wrapping_sub(before as u64);
                }
                Next::Two(cells) => {
                    if !self.place_pair(board, cells) { return false; }
                    self.close(board, cells[0]);
                    self.close(board, cells[1]);
                    left -= 2;
                    self.stats[2] += 1;
                    self.stats[3] += (board.path.len() as u64).wrapping_sub(before as u64);
                }
            }
        }
        true
    }

    fn close(&mut self, board: &mut Board, cell: usize) {
        board.open[cell] = false;
        self.rim.retain(|other| other.cell != cell);
        for d in Direction::ALL {
            let next = board.next(cell, d);
            if board.open[next] && !self.in_core[next] && !self.rim.iter().any(|s| s.cell == next) { 
                self.rim.push(Spot { cell: next, alone: false, bias: 0.0, pairs: vec![] }); }
        }
        for i in 0..self.rim.len() {
            let (r, c) = board.at[self.rim[i].cell];
            let (r2, c2) = board.at[cell];
            if r.abs_diff(r2) <= 4 && c.abs_diff(c2) <= 4 { self.rim[i] = self.spot(board, self.rim[i].cell); }
        }
    }

    fn edges(&self, board: &Board, cell: usize) -> f64 {
        // change of the perimeter
        let open = Direction::ALL.iter().filter(|&&d| board.open[board.next(cell, d)]).count() as f64;
        2.0 * open - 4.0
    }

    fn far(&self, board: &Board, cell: usize) -> f64 {
        let (r, c) = board.at[cell];
        (r as f64 - self.centre.0).abs().max((c as f64 - self.centre.1).abs())
    }

    fn choose(&self, board: &Board) -> Option<Next> {
        let mut best: Option<(f64, Next)> = None;
        for spot in &self.rim {
            let cell = spot.cell;
            if spot.alone {
                let at = board.cell[cell] as usize;
                let cost = f64::from(estimate(board, board.blank, at, cell)) + spot.bias;
                if best.as_ref().is_none_or(|b| cost < b.0) { best = Some((cost, Next::One(cell))); }
            }
            for &(other, bias) in &spot.pairs {
                let cells = [cell, other];
                let cost = f64::from(self.pair_estimate(board, cells).0) * self.tune.half + bias;
                if best.as_ref().is_none_or(|b| cost < b.0) { best = Some((cost, Next::Two(cells))); }
            }
        }
        best.map(|b| b.1)
    }

    fn spot(&self, board: &Board, cell: usize) -> Spot {
        let alone = may_close(board, &[cell]);
        let bias = self.tune.edge * self.edges(board, cell) - self.tune.far * self.far(board, cell);
        let mut pairs = vec![];
        for d in Direction::ALL {
            let other = board.next(cell, d);
            if !board.open[other] || self.in_core[other] { continue; }
            if self.tune.only && (alone || may_close(board, &[other])) { continue; }
            if self.is_rim(board, other) && other < cell { continue; }
            if may_close(board, &[cell, other]) {
                pairs.push((other, self.tune.pair
                    + self.tune.edge * (self.edges(board, cell) + self.edges(board, other) - 2.0) / 2.0
                    - self.tune.far * self.far(board, cell)));
            }
        }
        Spot { cell, alone, bias, pairs }
    }

    /// tile of a goes to b first, then tile of b to inner neighbour of b.
    fn pair_estimate(&self, board: &Board, [a, b]: [usize; 2]) -> (u32, bool) {
        let (at_a, at_b) = (board.cell[a] as usize, board.cell[b] as usize);
        if at_a == a && at_b == b { return (0, true); }
        let one = estimate(board, board.blank, at_a, b) + estimate(board, b, at_b, b);
        let two = estimate(board, board.blank, at_b, a) + estimate(board, a, at_a, a);
        if one <= two { (one + 2, true) } else { (two + 2, false) }
    }

    fn place_pair(&mut self, board: &mut Board, cells: [usize; 2]) -> bool {
        if cells.iter().all(|&c| board.cell[c] as usize == c) { return true; }
        let reach = 2;
        if settle(board, cells, cells, reach) { return true; }
        let (_, forward) = self.pair_estimate(board, cells);
        let [a, b] = if forward { cells } else { [cells[1], cells[0]] };
        let at = board.cell[a] as usize;
        if !self.carrier.carry(board, at, b) { eprintln!("carry a"); return false; }
        if settle(board, cells, cells, reach) { return true; }
        // inner neighbour of b
        let inner = Direction::ALL.iter().map(|&d| (board.next(a, d), board.next(b, d))).find(|&(x, y)| {
            x != b && y != a && board.open[x] && board.open[y]
        });
        let Some((beside, inner)) = inner else { eprintln!("no inner"); return false };
        board.open[b] = false;
        let at = board.cell[b] as usize;
        let done = self.carrier.carry(board, at, inner);
        self.stats[4] += 1;
        if !done { self.stats[5] += 1; }
        if board.blank != a { self.carrier.walk(board, beside, inner); }
        board.open[b] = true;
        let r = settle(board, cells, cells, reach);
        if !r { eprintln!("settle"); }
        r
    }
}
