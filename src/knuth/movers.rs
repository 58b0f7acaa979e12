//! Which pieces of a position can take a first step, in SLIDING's order.
//!
//! Take the directed graph of the pieces with an arc from `u` to `v` if `u`, moved one cell in some
//! direction, would bump into `v`. A set of pieces can take the step exactly if it is an ideal of
//! that graph, closed under its arcs, and none of its pieces would bump into a wall.
//!
//! SLIDING lists the ideals of the graph for right (down), with one more vertex for the walls. An
//! ideal without that vertex can move right (down); the complement of one with it can move left
//! (up). The order depends on all details of the order of the arcs, so [`MoverOrder`] builds the
//! graph exactly as SLIDING does. That is slow, and seldom needed: the order matters only if several
//! sets lead to new positions, and nested sets are ordered without it. So [`together`] lists all
//! sets in any order first.

use std::mem::take;

use super::board::Board;
use super::ideals::{Digraph, Ideals, Zero};
use crate::puzzle::Direction;

/// The vertex of the walls.
const WALLS: u32 = 0;

/// The most sets that [`together`] lists.
const MOST_SETS: usize = 32;

/// Lists all sets of pieces that can take a step in a direction, if there are at most 63 pieces and
/// not too many sets. Returns whether that is so. A set has a bit for each number.
///
/// In most positions most pieces are stuck, so it searches from the empty cells backward: every set
/// that can move has a piece that enters an empty cell, and each of its other pieces pushes towards
/// such a piece.
pub fn together<const ONE: bool>(
    board: &Board<ONE>,
    direction: Direction,
    sets: &mut Vec<u64>,
    numbers: &mut [u64],
) -> bool {
    sets.clear();
    if !ONE && board.numbers().end > u64::BITS {
        return false;
    }
    board.add_behind_empty(direction, numbers);
    let mut waiting = take(&mut numbers[0]);
    let mut found = waiting;
    while waiting != 0 {
        let number = waiting.trailing_zeros();
        waiting &= waiting - 1;
        let Some(least) = least_with(board, number, direction) else { continue };
        // Each set is the union of some that consist of one piece and all that must move with it.
        for at in 0..=sets.len() {
            let set = least | if at == 0 { 0 } else { sets[at - 1] };
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        if sets.len() > MOST_SETS {
            return false;
        }
        let behind = board.ahead(number, direction.opposite()) & !(1 << WALLS);
        waiting |= behind & !found;
        found |= behind;
    }
    true
}

/// Returns the smallest set with a piece that can take a step: the piece and all that it bumps
/// into, directly or not. There is none if that includes a wall.
#[inline(always)]
fn least_with<const ONE: bool>(
    board: &Board<ONE>,
    number: u32,
    direction: Direction,
) -> Option<u64> {
    let (mut set, mut waiting) = (1 << number, 1_u64 << number);
    while waiting != 0 {
        let number = waiting.trailing_zeros();
        let ahead = board.ahead(number, direction);
        if ahead & 1 << WALLS != 0 || board.is_kept(number, board.delta(direction), direction) {
            return None;
        }
        waiting = waiting & (waiting - 1) | ahead & !set;
        set |= ahead;
    }
    Some(set)
}

/// Puts sets that can move in a direction into SLIDING's order, if each contains the next or is
/// contained in it. Returns whether that is so.
///
/// Of two ideals, the one without the first vertex in which they differ comes first. So of nested
/// sets the smaller comes first moving down or right, as an ideal; and last moving up or left, as
/// the complement of one.
pub fn sort_nested(direction: Direction, sets: &mut [u64]) -> bool {
    sets.sort_unstable_by_key(|set| set.count_ones());
    let mut is_nested = true;
    for at in 1..sets.len() {
        is_nested &= sets[at - 1] & !sets[at] == 0;
    }
    if matches!(direction, Direction::Up | Direction::Left) {
        sets.reverse();
    }
    is_nested
}

/// Lists sets of pieces as SLIDING does; keeps its memory.
pub struct MoverOrder {
    /// Blocked and border cells with a cell of the board above them, and to their left: from the
    /// last to the first.
    walls: [Vec<u32>; 2],
    graph: Digraph,
    ideals: Ideals,
}

impl MoverOrder {
    /// Prepares it for a board, which has no pieces yet.
    pub fn new<const ONE: bool>(board: &Board<ONE>) -> Self {
        let mut walls = [Vec::new(), Vec::new()];
        for (walls, direction) in walls.iter_mut().zip([Direction::Down, Direction::Right]) {
            let step = board.delta(direction) as usize;
            for cell in (step..board.cells()).rev() {
                if board.at(cell - step).is_empty() && !board.at(cell).is_empty() {
                    walls.push(cell as u32);
                }
            }
        }
        Self { walls, graph: Digraph::default(), ideals: Ideals::default() }
    }

    /// Begins with the pieces that can move down or up, or right or left. Builds the graph in
    /// SLIDING's order of arcs: by target, and into each target from its last cell to its first.
    pub fn restart<const ONE: bool>(&mut self, board: &Board<ONE>, [forth, back]: [Direction; 2]) {
        let step = board.delta(forth) as usize;
        let graph = &mut self.graph;
        graph.restart(board.numbers().end as usize);
        let bump = |graph: &mut Digraph, cell: usize, target: u32| {
            let behind = board.at(cell - step);
            if behind.number() != target && !behind.is_empty() {
                graph.arc_from(behind.number() as usize);
            }
        };
        graph.next_target();
        for &cell in &self.walls[usize::from(forth.is_horizontal())] {
            bump(graph, cell as usize, WALLS);
        }
        // A piece that its lock or a gate keeps from moving forward bumps into the walls; the walls
        // bump into one that it keeps from moving back. A lock does both.
        for number in board.numbers() {
            if board.is_kept(number, board.delta(forth), forth) {
                graph.arc_from(number as usize);
            }
        }
        for number in board.numbers() {
            graph.next_target();
            for cell in board.cells_of(number) {
                bump(graph, cell, number);
            }
            if board.is_kept(number, board.delta(back), back) {
                graph.arc_from(WALLS as usize);
            }
        }
        self.ideals.restart(graph);
    }

    /// Returns the next set of pieces, perhaps an empty one, and whether it moves down or right.
    pub fn next(&mut self) -> Option<(bool, &[u32])> {
        let (zero, listed) = self.ideals.next(&self.graph)?;
        Some((zero == Zero::Out, listed))
    }
}
