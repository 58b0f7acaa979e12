//! The pieces that stand in the direct way of the goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::puzzle::game::PositionMoves;
use crate::puzzle::{Board, Cell, Configuration, Direction, Goal, Placement, Puzzle, Style, Want};

/// Returns the number of goal pieces that are not home yet, plus the number of different pieces in
/// their way: those on the way of each among the walls alone that has the fewest pieces on it. Of
/// several goals, the one with the fewest pieces counts. 0 in a position that meets a goal.
pub fn blockers(puzzle: &Puzzle, position: &Configuration) -> u32 {
    let board = puzzle.board(position);
    let moves = PositionMoves::new(puzzle, Style::STEP, position);
    let of_goal = |goal| Blockers { moves, board: &board, position }.of_goal(goal);
    puzzle.goals().iter().map(of_goal).min().unwrap_or(0)
}

struct Blockers<'a> {
    moves: PositionMoves<'a>,
    board: &'a Board,
    position: &'a Configuration,
}

/// Pieces of the position, ascending.
type Pieces = Vec<Placement>;

impl Blockers<'_> {
    fn of_goal(&self, goal: &Goal) -> u32 {
        let mut all: Pieces = Vec::new();
        let mut away = self.away(goal);
        for demand in goal.demands() {
            match demand.want {
                Want::Empty => {
                    if let Cell::Piece(index) = self.board.cells()[demand.cell as usize] {
                        add(&mut all, &[self.position.placements()[index as usize]]);
                    }
                }
                Want::Origin(kind) if self.position.kind_at(demand.cell) != Some(kind) => {
                    let alike = (0..away.len()).filter(|&at| away[at].kind == kind);
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

    /// Returns the pieces that are not where a goal wants one of their kind.
    fn away(&self, goal: &Goal) -> Pieces {
        let is_away = |piece: &Placement| {
            let demands = goal.demands();
            let found = demands.binary_search_by_key(&piece.cell, |demand| demand.cell);
            found.map_or(true, |at| demands[at].want != Want::Origin(piece.kind))
        };
        self.position.placements().iter().copied().filter(is_away).collect()
    }

    /// Returns a piece and those on its way to a cell: the way with the fewest different pieces,
    /// then with the fewest steps. Each place keeps the first best way to it. The piece alone if
    /// the walls leave no way.
    fn way(&self, piece: Placement, to: u32) -> Pieces {
        let mut ways: Vec<Option<Pieces>> = vec![None; self.board.cells().len()];
        let mut line = BinaryHeap::from([Reverse((1, 0, piece.cell, vec![piece]))]);
        while let Some(Reverse((_, steps, cell, way))) = line.pop() {
            if cell == to {
                return way;
            }
            if ways[cell as usize].is_some() {
                continue;
            }
            let from = Placement { cell, ..piece };
            for direction in Direction::ALL {
                let Ok(met) = self.moves.blocking_pieces(self.board, from, direction) else {
                    continue;
                };
                let next = from.stepped(direction, self.board.size()).cell;
                if ways[next as usize].is_none() {
                    let mut longer = way.clone();
                    add(&mut longer, &met);
                    line.push(Reverse((longer.len(), steps + 1, next, longer)));
                }
            }
            ways[cell as usize] = Some(way);
        }
        vec![piece]
    }
}

/// Adds pieces to others, each once.
fn add(pieces: &mut Pieces, more: &[Placement]) {
    for &piece in more {
        if let Err(at) = pieces.binary_search(&piece) {
            pieces.insert(at, piece);
        }
    }
}
