//! The four directions of a step.

use std::fmt;

/// One of the four directions of a step, in the order in which SLIDING tries them.
///
/// ```
/// use sliding::puzzle::Direction;
/// assert_eq!(Direction::ALL.map(|way| way.to_string()), ["right", "left", "down", "up"]);
/// assert_eq!(format!("{:>5}", Direction::Up), "   up");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One column to the right.
    Right,
    /// One column to the left.
    Left,
    /// One row down.
    Down,
    /// One row up.
    Up,
}

impl Direction {
    /// All four, in order.
    pub const ALL: [Direction; 4] =
        [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

    /// Returns the change of row and column.
    pub fn delta(self) -> (i32, i32) {
        match self {
            Direction::Right => (0, 1),
            Direction::Left => (0, -1),
            Direction::Down => (1, 0),
            Direction::Up => (-1, 0),
        }
    }

    /// Whether it is right or left.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Direction::Right | Direction::Left)
    }

    /// Returns the reverse direction.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Down => Direction::Up,
            Direction::Up => Direction::Down,
        }
    }

    /// Returns its English name, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Up => "up",
        }
    }
}

/// Writes the English name, in lower case.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
