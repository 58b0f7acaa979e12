//! The positions that a search comes to, one by one: for lessons, not for speed.

use std::collections::HashSet;

use super::first_moves;
use crate::engine::query::Refusal;
use crate::puzzle::{Configuration, Movers, Placement, Puzzle, Reach, Style};

/// Visits after which a search is ended.
pub const MOST_VISITS: usize = 100_000;

/// A position that a search comes to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visit {
    /// The position.
    pub position: Configuration,
    /// The number of the visit that it comes from, counted from 0; `None` for the start.
    pub parent: Option<usize>,
    /// The number of moves from the start.
    pub distance: u64,
    /// A lower bound of the moves from here to a goal.
    pub estimate: u64,
    /// The bound of the pass. A position whose distance and estimate are more in total is left at
    /// once. `None` for breadth-first search.
    pub bound: Option<u64>,
}

/// Returns what breadth-first search visits: each position once, up to a goal.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use sliding::analyse::trace::breadth_first;
/// use sliding::puzzle::{Puzzle, Style};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// let visits = breadth_first(&puzzle, Style::STEP)?;
/// assert!(visits.iter().map(|visit| visit.distance).eq(0..=3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn breadth_first(puzzle: &Puzzle, style: Style) -> Result<Vec<Visit>, Refusal> {
    let visit = |position: Configuration, parent, distance| {
        let estimate = estimate(puzzle, style, &position);
        Visit { position, parent, distance, estimate, bound: None }
    };
    let mut visits = vec![visit(puzzle.start().clone(), None, 0)];
    let mut seen = HashSet::from([puzzle.start().clone()]);
    if puzzle.is_solved_by(puzzle.start()) {
        return Ok(visits);
    }
    let mut at = 0;
    while at < visits.len() {
        for next in successors(puzzle, style, &visits[at].position)? {
            if visits.len() == MOST_VISITS {
                return Ok(visits);
            }
            if seen.insert(next.clone()) {
                let is_goal = puzzle.is_solved_by(&next);
                visits.push(visit(next, Some(at), visits[at].distance + 1));
                if is_goal {
                    return Ok(visits);
                }
            }
        }
        at += 1;
    }
    Ok(visits)
}

/// Returns what IDA\* visits, pass by pass. The estimate is the distance of each piece from its place
/// in the goal: in steps, straight moves or moves, as the style has them. A path does not turn straight
/// back.
///
/// # Errors
///
/// Those of [`breadth_first`].
pub fn iterative_deepening(puzzle: &Puzzle, style: Style) -> Result<Vec<Visit>, Refusal> {
    let mut visits: Vec<Visit> = Vec::new();
    let mut next_bound = Some(estimate(puzzle, style, puzzle.start()));
    while let Some(bound) = next_bound {
        next_bound = None;
        let mut waiting = vec![(puzzle.start().clone(), None, 0)];
        while let Some((position, parent, distance)) = waiting.pop() {
            let estimate = estimate(puzzle, style, &position);
            let at = visits.len();
            let came_from = parent.map(|parent: usize| visits[parent].position.clone());
            visits.push(Visit { position, parent, distance, estimate, bound: Some(bound) });
            let (position, least) = (&visits[at].position, distance + estimate);
            if least > bound {
                next_bound = Some(next_bound.map_or(least, |next: u64| next.min(least)));
            } else if puzzle.is_solved_by(position) {
                return Ok(visits);
            } else {
                for next in successors(puzzle, style, position)?.into_iter().rev() {
                    if came_from.as_ref() != Some(&next) {
                        waiting.push((next, Some(at), distance + 1));
                    }
                }
            }
            if visits.len() == MOST_VISITS {
                return Ok(visits);
            }
        }
    }
    Ok(visits)
}

/// Returns the positions that are one move away.
fn successors(
    puzzle: &Puzzle,
    style: Style,
    position: &Configuration,
) -> Result<Vec<Configuration>, Refusal> {
    let here = puzzle.starting_with(position.clone(), Vec::new());
    let moves = first_moves(&here, style, usize::MAX)?.unwrap_or_default();
    Ok(moves.into_iter().map(|one| one.after).collect())
}

/// Returns a lower bound of the moves to a goal. For tiles, this is the Manhattan distance.
fn estimate(puzzle: &Puzzle, style: Style, position: &Configuration) -> u64 {
    let far = |wanted: &Placement| {
        let alike = position.placements().iter().filter(|piece| piece.kind == wanted.kind);
        alike.map(|piece| apart(puzzle, style, piece.cell, wanted.cell)).min().unwrap_or(0)
    };
    let goals = puzzle.goals().iter().map(|goal| {
        let wanted = goal.demanded();
        let each = wanted.placements().iter().map(far);
        match style.movers() {
            Movers::Single => each.sum(),
            _ => each.max().unwrap_or(0),
        }
    });
    goals.min().unwrap_or(0)
}

/// Returns the moves that a piece takes at least from one cell to another.
fn apart(puzzle: &Puzzle, style: Style, from: u32, to: u32) -> u64 {
    let [from, to] = [from, to].map(|cell| puzzle.size().row_col(cell));
    let (rows, cols) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    u64::from(match style.reach() {
        Reach::Step => rows + cols,
        Reach::Slide => rows.min(1) + cols.min(1),
        Reach::Walk => (rows + cols).min(1),
    })
}
