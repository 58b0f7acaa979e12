//! The pieces that stand in the direct way of the goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::puzzle::{Board, Cell, Configuration, Direction, Goal, Lock, Placement, Puzzle, Want};

/// Returns the number of goal pieces that are not home yet, plus the number of different pieces in
/// their way: those on the way of each among the walls alone that has the fewest pieces on it. Of
/// several goals, the one with the fewest pieces counts. 0 in a position that meets a goal.
pub fn blockers(puzzle: &Puzzle, position: &Configuration) -> u32 {
    let board = puzzle.board(position);
    let of_goal = |goal| Blockers { puzzle, board: &board, position }.of_goal(goal);
    puzzle.goals().iter().map(of_goal).min().unwrap_or(0)
}

struct Blockers<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    position: &'a Configuration,
}

/// Pieces by their index in the position, ascending.
type Pieces = Vec<u32>;

impl Blockers<'_> {
    fn of_goal(&self, goal: &Goal) -> u32 {
        let mut all: Pieces = Vec::new();
        let mut away = self.away(goal);
        for demand in goal.demands() {
            match demand.want {
                Want::Empty => {
                    if let Cell::Piece(index) = self.board.cells()[demand.cell as usize] {
                        add(&mut all, &[index]);
                    }
                }
                Want::Origin(kind) if self.position.kind_at(demand.cell) != Some(kind) => {
                    let alike = (0..away.len()).filter(|&at| self.piece(away[at]).kind == kind);
                    let ways = alike.map(|at| (self.way(away[at], demand.cell), at));
                    if let Some((way, at)) = ways.min_by_key(|(way, at)| (way.len(), *at)) {
                        add(&mut all, &way);
                        away.swap_remove(at);
                    }
                }
                Want::Origin(_) => {}
            }
        }
        all.len() as u32
    }

    fn piece(&self, index: u32) -> Placement {
        self.position.placements()[index as usize]
    }

    /// Returns the pieces that are not where a goal wants one of their kind.
    fn away(&self, goal: &Goal) -> Pieces {
        let is_home = |piece: Placement| {
            let demands = goal.demands();
            let found = demands.binary_search_by_key(&piece.cell, |demand| demand.cell);
            found.is_ok_and(|at| demands[at].want == Want::Origin(piece.kind))
        };
        let all = 0..self.position.placements().len() as u32;
        all.filter(|&index| !is_home(self.piece(index))).collect()
    }

    /// Returns a piece and those on its way to a cell: the way with the fewest different pieces,
    /// then with the fewest steps. Each place keeps the first best way to it. The piece alone if
    /// the walls leave no way.
    fn way(&self, index: u32, to: u32) -> Pieces {
        let piece = self.piece(index);
        let mut ways: Vec<Option<Pieces>> = vec![None; self.board.cells().len()];
        let mut line = BinaryHeap::from([Reverse((1, 0, piece.cell, vec![index]))]);
        while let Some(Reverse((_, steps, cell, way))) = line.pop() {
            if cell == to {
                return way;
            }
            if ways[cell as usize].is_some() {
                continue;
            }
            let from = Placement { cell, ..piece };
            for direction in Direction::ALL {
                let Some((next, entered)) = self.step(from, direction) else { continue };
                if ways[next as usize].is_none() {
                    let mut longer = way.clone();
                    add(&mut longer, &entered);
                    line.push(Reverse((longer.len(), steps + 1, next, longer)));
                }
            }
            ways[cell as usize] = Some(way);
        }
        vec![index]
    }

    /// Returns the cell of a piece after a step among the walls, and the pieces that it meets.
    fn step(&self, piece: Placement, direction: Direction) -> Option<(u32, Pieces)> {
        let kind = self.puzzle.kind(piece);
        let is_locked = match kind.lock() {
            Lock::Free => false,
            Lock::Horizontal => !direction.is_horizontal(),
            Lock::Vertical => direction.is_horizontal(),
        };
        let size = self.puzzle.size();
        let ((row, col), (down, right)) = (size.row_col(piece.cell), direction.delta());
        let cell =
            size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))?;
        let next = Placement { cell, ..piece };
        if is_locked || !self.puzzle.gates_allow(next) {
            return None;
        }
        let mut met = Vec::new();
        for covered in kind.covers(cell, size) {
            match self.board.cells()[covered? as usize] {
                Cell::Blocked => return None,
                Cell::Piece(index) => add(&mut met, &[index]),
                Cell::Empty | Cell::Any => {}
            }
        }
        Some((cell, met))
    }
}

/// Adds pieces to others, each once.
fn add(pieces: &mut Pieces, more: &[u32]) {
    for &index in more {
        if let Err(at) = pieces.binary_search(&index) {
            pieces.insert(at, index);
        }
    }
}
