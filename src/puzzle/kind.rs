//! Kinds of pieces: a name, a shape, and the directions in which it may move.

/// How many kinds a puzzle may have: `1`-`9`, `a`-`z` without `x`, `A`-`Z`.
pub const MAX_KINDS: usize = NAMES.len();

const NAMES: &[u8] = b"123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of the kind named `name`, from 1 to [`MAX_KINDS`], if it is a kind's name at all.
///
/// ```
/// use sliding::puzzle::{kind_name, kind_number};
/// assert_eq!(kind_number('f'), Some(15));
/// assert_eq!(kind_number('x'), None);
/// assert_eq!(kind_name(60), Some('Z'));
/// ```
pub fn kind_number(name: char) -> Option<u8> {
    NAMES.iter().position(|&n| char::from(n) == name).map(|i| i as u8 + 1)
}

/// The name of the kind with this number, the inverse of [`kind_number`].
pub fn kind_name(number: u8) -> Option<char> {
    let index = usize::from(number).checked_sub(1)?;
    NAMES.get(index).map(|&n| char::from(n))
}

/// The axis, if any, that a piece is locked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lock {
    /// Moves in all four directions.
    #[default]
    Free,
    /// Moves only right and left.
    Horizontal,
    /// Moves only up and down.
    Vertical,
}

/// A kind of piece. Pieces of one kind cannot be told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    name: char,
    cells: Vec<(i32, i32)>,
    lock: Lock,
}

impl Kind {
    /// A kind that occupies the given cells, as row and column in a pattern, in row-major order
    /// and at least one.
    pub(super) fn new(name: char, occupied: &[(i32, i32)], lock: Lock) -> Self {
        let (row, col) = occupied[0];
        let cells = occupied.iter().map(|&(r, c)| (r - row, c - col)).collect();
        Self { name, cells, lock }
    }

    /// The kind's name, one of those that [`kind_number`] knows.
    pub fn name(&self) -> char {
        self.name
    }

    /// Row and column of each occupied cell relative to the kind's origin: its topmost cell and,
    /// in that row, the leftmost. In row-major order, so the first is always `(0, 0)`.
    pub fn cells(&self) -> &[(i32, i32)] {
        &self.cells
    }

    /// The axis it is locked to.
    pub fn lock(&self) -> Lock {
        self.lock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_names_each_with_its_number() {
        assert_eq!(MAX_KINDS, 60);
        for number in 1..=60 {
            assert_eq!(kind_number(kind_name(number).unwrap()), Some(number));
        }
        assert_eq!((kind_name(0), kind_name(61)), (None, None));
        for c in ['0', 'x', '?', ' ', 'é'] {
            assert_eq!(kind_number(c), None);
        }
    }
}
