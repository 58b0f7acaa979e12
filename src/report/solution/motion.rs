//! The motion of single pieces through a solution, and the timing of moves.

use crate::puzzle::{Direction, Placement, Puzzle, Solution};
use crate::report::draw::board::MovedPiece;

/// Seconds that an animation shows the start, and the end, before it repeats.
pub(super) const REST: (f64, f64) = (1.0, 2.5);
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

    /// Returns the seconds from the beginning of a move to that of the next.
    pub(super) fn each(self) -> f64 {
        1.0 / self.moves_per_second
    }

    /// Returns the seconds in which pieces slide.
    pub(super) fn sliding(self) -> f64 {
        SLIDING * self.each()
    }
}

/// The path of one piece.
pub(super) struct Track<'a> {
    /// Its first place.
    pub piece: Placement,
    /// The numbers of the moves in which it moves, ascending from 0, with its steps.
    pub slides: Vec<(usize, &'a [Direction])>,
}

/// Returns the paths of all pieces, in the order of the puzzle's start.
pub(super) fn tracks<'a>(puzzle: &Puzzle, solution: &'a Solution) -> Vec<Track<'a>> {
    let mut now = puzzle.start().placements().to_vec();
    let track = |&piece: &Placement| Track { piece, slides: Vec::new() };
    let mut tracks: Vec<Track> = now.iter().map(track).collect();
    for (number, step) in solution.moves.iter().enumerate() {
        let place = |&piece| now.iter().position(|&there| there == piece);
        let movers = step.pieces.iter().map(|piece| place(piece).expect("it is on the board"));
        let movers: Vec<usize> = movers.collect();
        for mover in movers {
            let moved = MovedPiece { from: now[mover], steps: &step.steps };
            now[mover] = moved.to(puzzle.size());
            tracks[mover].slides.push((number, &step.steps));
        }
    }
    tracks
}

/// Returns the rows and columns of a displacement by some steps, of which a fraction has been made.
pub(super) fn along(steps: &[Direction], part: f64) -> (f64, f64) {
    let made = part * steps.len() as f64;
    steps.iter().enumerate().fold((0.0, 0.0), |(down, right), (i, step)| {
        let (rows, cols) = step.delta();
        let of_it = (made - i as f64).clamp(0.0, 1.0);
        (down + f64::from(rows) * of_it, right + f64::from(cols) * of_it)
    })
}
