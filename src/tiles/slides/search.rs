//! The search for solutions of a known number of pushes.

use super::reading::BoardReading;
use crate::engine::query::Stopped;
use crate::puzzle::{Direction, Size};
use crate::tiles::Run;
use crate::tiles::pdb::Database;

/// Positions between two checks for cancellation: a power of two.
const BREATH: u64 = 1 << 12;

/// The number and length of the lines in which a board is read, and the databases for that.
pub(super) type Side<'a> = (Size, &'a [Database]);

/// The directions of pushes back and forth along the columns (side 0) and the rows (side 1).
const WAYS: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// A search, with its current path in steps of the blank.
pub(super) struct SlideSearch<'a, 'b> {
    pub sides: [Side<'a>; 2],
    pub run: &'a mut Run<'b>,
    pub positions: u64,
    pub path: Vec<Direction>,
}

impl SlideSearch<'_, '_> {
    /// Finds a solution with `left` pushes, at least one, the first of them on this side. Returns
    /// whether there is one: then the path is it.
    pub fn pass(
        &mut self,
        side: usize,
        readings: [BoardReading; 2],
        left: u32,
    ) -> Result<bool, Stopped> {
        let possible = [left / 2, left.div_ceil(2)];
        if readings[side].bound > possible[1] || readings[1 - side].bound > possible[0] {
            return Ok(false);
        }
        self.pushes(side, &readings, left)
    }

    fn pushes(
        &mut self,
        side: usize,
        readings: &[BoardReading; 2],
        left: u32,
    ) -> Result<bool, Stopped> {
        let (Size { rows, cols }, databases) = self.sides[side];
        let (across, line, before) =
            (readings[1 - side].line, readings[side].line, self.path.len());
        for is_forth in [false, true] {
            let room = if is_forth { rows as usize - 1 - line } else { line };
            let mut after = *readings;
            for _ in 0..room {
                after[side].step(cols as usize, databases, across, is_forth);
                self.path.push(WAYS[side][usize::from(is_forth)]);
                self.positions += 1;
                if self.positions.is_multiple_of(BREATH) {
                    self.run.look()?;
                }
                // The other side is next, and has the larger half of an odd number.
                if after[side].bound > (left - 1) / 2 {
                    continue;
                }
                // If neither side has pushes left, both are in order.
                if left == 1 || self.pushes(1 - side, &after, left - 1)? {
                    return Ok(true);
                }
            }
            self.path.truncate(before);
        }
        Ok(false)
    }
}
