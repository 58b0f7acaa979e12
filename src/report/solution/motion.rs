//! The motion of pieces through a solution, and the timing of moves.

use crate::report::scene::Motion;
use crate::report::scene::board::moved;
use crate::report::*;

/// Seconds that an animation shows the start, and the end, before it repeats.
const REST: (f64, f64) = (1.0, 2.5);
/// The fraction of a move's time in which pieces slide; they rest for the remainder.
const SLIDING: f64 = 0.7;

/// The speed of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    moves_per_second: f64,
}

impl Default for Speed {
    /// Two moves a second.
    fn default() -> Self {
        Speed { moves_per_second: 2.0 }
    }
}

impl Speed {
    /// Sets the moves per second, from 0.1 to 20; other numbers are refused.
    ///
    /// ```
    /// use sliding::report::solution::motion::Speed;
    /// assert!(Speed::new(0.5).is_some());
    /// assert!(Speed::new(0.0).is_none());
    /// ```
    pub fn new(moves_per_second: f64) -> Option<Self> {
        (0.1..=20.0).contains(&moves_per_second).then_some(Speed { moves_per_second })
    }
}

/// Returns the motion of all pieces on a board with cells of this side, with a track for each in
/// the order of the puzzle's start, and an empty one for the marks on the board. They turn corners
/// where their paths do.
pub(super) fn motion(puzzle: &Puzzle, solution: &Solution, unit: f64, speed: Speed) -> Motion {
    let each = 1.0 / speed.moves_per_second;
    let seconds = REST.0 + solution.moves.len() as f64 * each + REST.1;
    let mut now: Vec<Placement> = puzzle.start().placements().to_vec();
    let mut tracks = vec![Vec::new(); now.len() + 1];
    for (number, Move { pieces, steps, .. }) in solution.moves.iter().enumerate() {
        let is_moved = Vec::from_iter(now.iter().map(|piece| pieces.contains(piece)));
        for i in (0..now.len()).filter(|&i| is_moved[i]) {
            let track = &mut tracks[i];
            now[i] = moved(now[i], steps, puzzle.size());
            let mut at = REST.0 + number as f64 * each;
            if track.is_empty() {
                track.push((0.0, (0.0, 0.0)));
            }
            let (_, (mut x, mut y)) = track[track.len() - 1];
            track.push((at, (x, y)));
            for run in steps.chunk_by(|one, next| one == next) {
                let (rows, cols) = run[0].delta();
                let length = run.len() as f64;
                (x, y) = (x + f64::from(cols) * length * unit, y + f64::from(rows) * length * unit);
                at += SLIDING * each * length / steps.len() as f64;
                track.push((at, (x, y)));
            }
        }
    }
    for track in &mut tracks {
        track.extend(track.last().map(|&(_, place)| (seconds, place)));
    }
    Motion { seconds, tracks }
}
