//! Closes cell after cell from the rim inwards, each with its tile; or two with theirs that can only
//! be placed together, as at the end of a line.

use super::board::{CarryBoard, may_close};
use super::carry::{Carrier, estimate};
use super::walk::walk;
use crate::puzzle::Direction;
use crate::tiles::Run;

/// The cost of a step of the rim, compared with moves: more than any tile can cost, so that the
/// open region keeps a short rim. With 0 instead, 2.34 n^3 moves on 10 random boards of 30 x 30
/// instead of 1.72.
const RIM: i64 = 1 << 40;

/// The gain, in moves, of closing a cell that is one step farther from the centre. With 0 instead,
/// 1.76 n^3 moves on the same boards.
const FAR: i64 = 10;

/// A cell on the rim that may be closed next, twice, or two cells that may be closed together; and
/// the cost of closing besides moves.
type RimSpot = ([usize; 2], i64);

/// Closes everything outside the core.
pub struct Peeler<'a> {
    carrier: Carrier,
    /// The cells left for the end.
    core: &'a [usize],
    /// The middle of the core, where the blank belongs.
    centre: usize,
    /// The random additions to the cost of closing a cell.
    chance: &'a [i64],
    /// The cells on the rim, and the spots of each.
    rim: Vec<(usize, Vec<RimSpot>)>,
}

impl<'a> Peeler<'a> {
    pub fn new(
        board: &CarryBoard,
        core: &'a [usize],
        centre: usize,
        chance: &'a [i64],
    ) -> Peeler<'a> {
        let cells = board.tile.len();
        let mut peeler =
            Peeler { carrier: Carrier::new(cells), core, centre, chance, rim: Vec::new() };
        let rim = (0..cells).filter(|&cell| peeler.is_rim(board, cell));
        peeler.rim = rim.map(|cell| (cell, peeler.spots(board, cell))).collect();
        peeler
    }

    /// Closes cells until only the core is open, `most` moves have been made, or a limit is
    /// reached. Returns whether only the core is left.
    pub fn run(&mut self, board: &mut CarryBoard, most: usize, run: &mut Run) -> bool {
        while !self.rim.is_empty() && board.path.len() < most && run.look().is_ok() {
            let Some(cells) = self.choose(board) else { return false };
            let is_done = match cells {
                [one, two] if one == two => self.carrier.carry(board, one, one),
                _ => self.place_two(board, cells),
            };
            if !is_done {
                return false;
            }
            for cell in cells {
                if board.open[cell] {
                    self.close(board, cell);
                }
            }
        }
        self.rim.is_empty()
    }

    fn is_rim(&self, board: &CarryBoard, cell: usize) -> bool {
        let beside = |direction| board.open[board.next(cell, direction)];
        self.is_to_close(board, cell) && !Direction::ALL.into_iter().all(beside)
    }

    fn is_to_close(&self, board: &CarryBoard, cell: usize) -> bool {
        board.open[cell] && !self.core.contains(&cell)
    }

    /// Returns the cells of the cheapest spot.
    fn choose(&self, board: &CarryBoard) -> Option<[usize; 2]> {
        let spots = self.rim.iter().flat_map(|(_, spots)| spots);
        let best = spots.min_by_key(|&&(cells, bias)| {
            let moves = match cells {
                [one, two] if one == two => {
                    estimate(board, board.blank, board.cell[one] as usize, one)
                }
                // For each of the two tiles.
                _ => order(board, cells).0 / 2,
            };
            i64::from(moves) + bias
        });
        best.map(|spot| spot.0)
    }

    /// Returns the spots at a cell of the rim: the cell alone; or, if neither it nor its neighbour
    /// can be closed alone, both.
    fn spots(&self, board: &CarryBoard, cell: usize) -> Vec<RimSpot> {
        let open = Direction::ALL.iter().filter(|&&d| board.open[board.next(cell, d)]).count();
        let ((row, col), (to_row, to_col)) = (board.at[cell], board.at[self.centre]);
        let far = row.abs_diff(to_row).max(col.abs_diff(to_col));
        let bias = RIM * (open as i64 - 2) - FAR * i64::from(far) + self.chance[cell];
        if may_close(board, [cell; 2]) {
            return vec![([cell; 2], bias)];
        }
        let others = Direction::ALL.map(|direction| board.next(cell, direction)).into_iter();
        let spots = others.filter(|&other| {
            self.is_to_close(board, other)
                && !may_close(board, [other; 2])
                && may_close(board, [cell, other])
        });
        spots.map(|other| ([cell, other], bias)).collect()
    }

    fn close(&mut self, board: &mut CarryBoard, cell: usize) {
        board.open[cell] = false;
        self.rim.retain(|&(other, _)| other != cell);
        for direction in Direction::ALL {
            let next = board.next(cell, direction);
            if self.is_rim(board, next) && self.rim.iter().all(|&(other, _)| other != next) {
                self.rim.push((next, Vec::new()));
            }
        }
        // The spots of a cell depend on a window of three cells to all sides, and for a pair on the
        // window of its other cell, too.
        let (row, col) = board.at[cell];
        for i in 0..self.rim.len() {
            let near = self.rim[i].0;
            if board.at[near].0.abs_diff(row).max(board.at[near].1.abs_diff(col)) <= 4 {
                self.rim[i].1 = self.spots(board, near);
            }
        }
    }

    /// Places two tiles that belong side by side: one is parked on the other's cell, the other
    /// comes up behind it, and both go home in one turn.
    fn place_two(&mut self, board: &mut CarryBoard, cells: [usize; 2]) -> bool {
        if settle(board, cells) {
            return true;
        }
        let [one, two] = order(board, cells).1;
        let inner = Direction::ALL
            .map(|direction| (board.next(one, direction), board.next(two, direction)))
            .into_iter()
            .find(|&(a, b)| a != two && b != one && board.open[a] && board.open[b]);
        let Some((beside, behind)) = inner else { return false };
        if !self.carrier.carry(board, one, two) {
            return false;
        }
        if settle(board, cells) {
            return true;
        }
        board.open[two] = false;
        // If this fails, the other tile is shut in on the first one's cell, and that is near
        // enough.
        self.carrier.carry(board, two, behind);
        if board.blank != one {
            let tile = board.cell[two] as usize;
            walk(&mut self.carrier.cells, board, beside, tile);
        }
        board.open[two] = true;
        settle(board, cells)
    }
}

/// Estimates the moves for two cells, and returns the cells, first the one whose tile is parked.
fn order(board: &CarryBoard, [one, two]: [usize; 2]) -> (u32, [usize; 2]) {
    let moves = |first: usize, second: usize| {
        let park = estimate(board, board.blank, board.cell[first] as usize, second);
        park + estimate(board, second, board.cell[second] as usize, second)
    };
    let (forth, back) = (moves(one, two), moves(two, one));
    if forth <= back { (forth, [one, two]) } else { (back, [two, one]) }
}

/// Distance in rows and columns from the two cells within which the blank stays.
///
/// Two are enough: once both tiles and the blank are in the block of the two cells and their inner
/// neighbours, any other block beside that one makes a field of 2 x 3, in which every arrangement
/// is reachable up to a swap of two tiles whose places do not matter.
const REACH: u16 = 2;

/// Brings two tiles home in the fewest moves, with the blank nearby, by breadth-first search. Returns
/// false if tiles or blank are too far away.
pub fn settle(board: &mut CarryBoard, cells: [usize; 2]) -> bool {
    let field = field(board, cells);
    let index = |cell: usize| field.iter().position(|&at| at == cell);
    let lie = cells.map(|tile| index(board.cell[tile] as usize));
    let (Some(blank), [Some(one), Some(two)]) = (index(board.blank), lie) else { return false };
    let beside = |&cell: &usize| Direction::ALL.map(|way| index(board.next(cell, way)));
    let steps: Vec<[Option<usize>; 4]> = field.iter().map(beside).collect();
    let goal = cells.map(|cell| index(cell).expect("the cells are open and in reach"));
    // The blank and the two tiles, by index of the cell in the field; the place in the queue of the
    // state before it, and the direction from there.
    let mut queue = vec![([blank, one, two], 0, Direction::Right)];
    let number = |state: [usize; 3]| (state[0] * field.len() + state[1]) * field.len() + state[2];
    let mut seen = vec![false; field.len().pow(3)];
    seen[number([blank, one, two])] = true;
    let mut at = 0;
    while let Some(&(state, ..)) = queue.get(at) {
        let [blank, one, two] = state;
        if [one, two] == goal {
            let mut path = Vec::new();
            while at != 0 {
                path.push(queue[at].2);
                at = queue[at].1;
            }
            path.into_iter().rev().for_each(|direction| board.step(direction));
            return true;
        }
        for direction in Direction::ALL {
            let Some(to) = steps[blank][direction as usize] else { continue };
            let moved = |tile: usize| if tile == to { blank } else { tile };
            let next = [to, moved(one), moved(two)];
            if !std::mem::replace(&mut seen[number(next)], true) {
                queue.push((next, at, direction));
            }
        }
        at += 1;
    }
    false
}

/// Returns the open cells within reach.
fn field(board: &CarryBoard, cells: [usize; 2]) -> Vec<usize> {
    let [(row, col), (other_row, other_col)] = cells.map(|cell| board.at[cell]);
    // The margin is wider than the reach.
    let rows = row.min(other_row) - REACH..=row.max(other_row) + REACH;
    let cols = col.min(other_col) - REACH..=col.max(other_col) + REACH;
    let all = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
    all.map(|(row, col)| usize::from(row) * board.width + usize::from(col))
        .filter(|&cell| board.open[cell])
        .collect()
}
