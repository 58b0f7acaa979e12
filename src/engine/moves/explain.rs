//! Names the move between two neighbouring positions: which pieces moved, and how.
//!
//! The searches store positions only. Where a move is to be shown, it is found again here: the one
//! with the fewest pieces, then the fewest steps, then the first in the order right, left, down,
//! up.
//!
//! This determines the move. Let `n` pieces, all displaced by the same `d`, turn one position into
//! the other.
//!
//! - The sum of all pieces' rows and columns changes by `n` times `d`. So `n` determines `d`.
//! - Go through the cells along `d`, so that each comes after the cell from which a piece would
//!   arrive in it. Where a piece arrives, the piece that was there must have left, and the piece
//!   there afterwards must be of the same kind as the arriving one. Where none arrives, the piece
//!   there has stayed if the same kind is there afterwards, and has left if the cell is empty then;
//!   nothing else is possible. So `d` determines the pieces.
//!
//! The move with the fewest pieces is therefore found by trying numbers of pieces from 1 on, with
//! at most one set of pieces for each.

use std::collections::VecDeque;

use crate::puzzle::{
    Board, Cell, Configuration, Direction, Lock, Move, Movers, Placement, Puzzle, Reach, Solution,
    Style,
};

/// Returns the moves along a path of positions, each one move after the one before.
pub fn solution_from_positions(puzzle: &Puzzle, style: Style, path: &[Configuration]) -> Solution {
    let moves = path.windows(2).map(|pair| {
        move_between(puzzle, style, &pair[0], &pair[1])
            .expect("neighbours on a way are one move apart")
    });
    Solution { moves: moves.collect() }
}

/// Returns the move from one position of a puzzle to another, if there is one.
fn move_between(
    puzzle: &Puzzle,
    style: Style,
    from: &Configuration,
    to: &Configuration,
) -> Option<Move> {
    let (rows, cols) = change(puzzle, from, to);
    let most = if style.movers() == Movers::Single { 1 } else { from.placements().len() as i64 };
    let numbers = (1..=most).filter(|number| rows % number == 0 && cols % number == 0);
    let mut displacements = numbers.map(|number| ((rows / number) as i32, (cols / number) as i32));
    if (rows, cols) == (0, 0) {
        return None;
    }
    let board = puzzle.board(from);
    displacements.find_map(|by| {
        let mover = Displacement { pieces: displaced(puzzle, from, to, by)?, by };
        let steps = mover.steps(puzzle, style.reach(), &board, from)?;
        Some(Move { pieces: mover.pieces, steps, after: to.clone() })
    })
}

/// Returns the change of the sums of the rows and of the columns of all pieces.
fn change(puzzle: &Puzzle, from: &Configuration, to: &Configuration) -> (i64, i64) {
    let sum = |configuration: &Configuration| {
        let places = configuration.placements().iter().map(|p| puzzle.size().row_col(p.cell));
        places
            .fold((0, 0), |(rows, cols), (row, col)| (rows + i64::from(row), cols + i64::from(col)))
    };
    let (before, after) = (sum(from), sum(to));
    (after.0 - before.0, after.1 - before.1)
}

/// Returns the pieces whose displacement by `by` turns one position into the other, by ascending
/// cell. Does not check that they can go there.
fn displaced(
    puzzle: &Puzzle,
    from: &Configuration,
    to: &Configuration,
    (rows, cols): (i32, i32),
) -> Option<Vec<Placement>> {
    let size = puzzle.size();
    let is_forth = (rows, cols) > (0, 0);
    let both = from.placements().iter().chain(to.placements());
    let mut cells: Vec<u32> = both.map(|piece| piece.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    if !is_forth {
        cells.reverse();
    }
    let mut pieces = Vec::new();
    // Pieces on their way, the next to arrive first.
    let mut coming: VecDeque<Placement> = VecDeque::new();
    for cell in cells {
        let (here, there) = (from.kind_at(cell), to.kind_at(cell));
        let arrived = coming.front().filter(|piece| piece.cell == cell).map(|piece| piece.kind);
        if arrived.is_none() && here == there {
            continue;
        }
        if arrived != there {
            return None;
        }
        if arrived.is_some() {
            coming.pop_front();
        }
        if let Some(kind) = here {
            let (row, col) = size.row_col(cell);
            let to = size.cell(i64::from(row) + i64::from(rows), i64::from(col) + i64::from(cols));
            pieces.push(Placement { cell, kind });
            coming.push_back(Placement { cell: to?, kind });
        }
    }
    if !is_forth {
        pieces.reverse();
    }
    coming.is_empty().then_some(pieces)
}

/// Pieces and their displacement in rows and columns.
struct Displacement {
    pieces: Vec<Placement>,
    by: (i32, i32),
}

impl Displacement {
    /// Returns the fewest steps that take the pieces to their targets; of several such sequences,
    /// the first in the order of directions.
    fn steps(
        &self,
        puzzle: &Puzzle,
        reach: Reach,
        board: &Board,
        from: &Configuration,
    ) -> Option<Vec<Direction>> {
        let size = board.size();
        let mut moves = vec![false; from.placements().len()];
        let mut cells = Vec::new();
        let directions = self.directions(puzzle, reach);
        for piece in &self.pieces {
            let at = from.placements().binary_search(piece).ok()?;
            moves[at] = true;
            let (row, col) = size.row_col(piece.cell);
            let pattern = puzzle.kinds()[usize::from(piece.kind)].cells().iter();
            cells.extend(pattern.map(|&(r, c)| (row as i32 + r, col as i32 + c)));
        }
        let is_free = |(row, col): (i32, i32)| match board.at(row.into(), col.into()) {
            Some(Cell::Empty) => true,
            Some(Cell::Piece(index)) => moves[index as usize],
            _ => false,
        };
        // A displacement is identified by the new cell of the first cell.
        let first = cells[0];
        let number = |(rows, cols): (i32, i32)| {
            (first.0 + rows) as usize * size.cols as usize + (first.1 + cols) as usize
        };
        let mut arrived: Vec<Option<Direction>> = vec![None; size.cells()];
        let mut waiting = VecDeque::from([(0, 0)]);
        while let Some((rows, cols)) = waiting.pop_front() {
            if (rows, cols) == self.by {
                return Some(self.steps_to(|by| arrived[number(by)]));
            }
            for &direction in &directions {
                let (down, right) = direction.delta();
                let next = (rows + down, cols + right);
                let mut entered = cells.iter().map(|&(row, col)| (row + next.0, col + next.1));
                let is_legal = entered.all(is_free) && self.passes(puzzle, next);
                if is_legal && next != (0, 0) && arrived[number(next)].is_none() {
                    arrived[number(next)] = Some(direction);
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    /// Whether gates let the pieces pass, displaced by `rows` and `cols` on the board.
    fn passes(&self, puzzle: &Puzzle, (rows, cols): (i32, i32)) -> bool {
        puzzle.gates().is_empty()
            || self.pieces.iter().all(|&Placement { cell, kind }| {
                let (row, col) = puzzle.size().row_col(cell);
                let to = (i64::from(row) + i64::from(rows), i64::from(col) + i64::from(cols));
                let to = puzzle.size().cell(to.0, to.1);
                to.is_some_and(|cell| puzzle.gates_allow(Placement { cell, kind }))
            })
    }

    /// Returns the directions in which the pieces may step. For a single step only the direction to
    /// its target is possible, and a slide has one direction.
    fn directions(&self, puzzle: &Puzzle, reach: Reach) -> Vec<Direction> {
        let kinds = self.pieces.iter().map(|piece| &puzzle.kinds()[usize::from(piece.kind)]);
        let locks: Vec<Lock> = kinds.map(|kind| kind.lock()).collect();
        let (rows, cols) = self.by;
        let may_step = |direction: &Direction| {
            let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
            let (down, right) = direction.delta();
            let leads_there = match reach {
                Reach::Step => (down, right) == (rows, cols),
                Reach::Slide => (down, right) == (rows.signum(), cols.signum()),
                Reach::Walk => true,
            };
            !locks.contains(&against) && leads_there
        };
        Direction::ALL.into_iter().filter(may_step).collect()
    }

    /// Returns the steps to the displacement, given the step with which each displacement was first
    /// reached.
    fn steps_to(&self, arrived: impl Fn((i32, i32)) -> Option<Direction>) -> Vec<Direction> {
        let mut steps = Vec::new();
        let mut at = self.by;
        while at != (0, 0) {
            let Some(step) = arrived(at) else { break };
            let (down, right) = step.delta();
            at = (at.0 - down, at.1 - right);
            steps.push(step);
        }
        steps.reverse();
        steps
    }
}
