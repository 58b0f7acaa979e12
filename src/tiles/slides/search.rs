//! The search for solutions of a known number of pushes.

use std::ops::ControlFlow;

use super::reading::{BoardReading, ReadingShape};
use super::table::SlideTable;
use crate::engine::query::Stopped;
use crate::puzzle::Direction;
use crate::tiles::{Run, Visit};

/// Positions between two checks for cancellation: a power of two.
const BREATH: u64 = 1 << 12;

/// A push along the columns (side 0) or the rows (side 1).
#[derive(Clone, Copy)]
struct Push {
    side: usize,
    /// Whether the blank goes down or to the right.
    is_forth: bool,
    tiles: usize,
}

/// A search, with its current path.
pub(super) struct SlideSearch<'a, 'b, 'c> {
    /// For each side, how the board is read, and its tables.
    sides: [(ReadingShape, &'a [SlideTable]); 2],
    run: &'a mut Run<'b>,
    /// Callback for each solution, in steps of the blank.
    visit: &'a mut Visit<'c>,
    pub positions: u64,
    /// What stopped it, if that was a limit.
    pub stopped: Option<Stopped>,
    /// The first solution.
    pub first: Option<Vec<Direction>>,
    path: Vec<Push>,
}

impl<'a, 'b, 'c> SlideSearch<'a, 'b, 'c> {
    pub fn new(
        sides: [(ReadingShape, &'a [SlideTable]); 2],
        run: &'a mut Run<'b>,
        visit: &'a mut Visit<'c>,
    ) -> Self {
        let (stopped, first, path) = (None, None, Vec::new());
        SlideSearch { sides, run, visit, positions: 0, stopped, first, path }
    }

    /// Finds all solutions with `left` pushes, at least one, the first of them on this side.
    pub fn pass(&mut self, side: usize, readings: [BoardReading; 2], left: u32) -> ControlFlow<()> {
        let possible = [left / 2, left.div_ceil(2)];
        if readings[side].bound > possible[1] || readings[1 - side].bound > possible[0] {
            return ControlFlow::Continue(());
        }
        self.path.clear();
        self.pushes(side, &readings, left)
    }

    fn pushes(&mut self, side: usize, readings: &[BoardReading; 2], left: u32) -> ControlFlow<()> {
        let (shape, tables) = self.sides[side];
        let across = readings[1 - side].line;
        for is_forth in [false, true] {
            let line = readings[side].line;
            let room = if is_forth { shape.lines - 1 - line } else { line };
            let mut after = *readings;
            for tiles in 1..=room {
                after[side].step(shape, tables, across, is_forth);
                self.positions += 1;
                if self.positions.is_multiple_of(BREATH)
                    && let Err(stopped) = self.run.look()
                {
                    self.stopped = Some(stopped);
                    return ControlFlow::Break(());
                }
                // The other side is next, and has the larger half of an odd number.
                if after[side].bound <= (left - 1) / 2 {
                    self.path.push(Push { side, is_forth, tiles });
                    match left {
                        // Neither side has pushes left, so both are in order.
                        1 => self.report()?,
                        _ => self.pushes(1 - side, &after, left - 1)?,
                    }
                    self.path.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self) -> ControlFlow<()> {
        let steps = self.path.iter().flat_map(|push| {
            let direction = match (push.side, push.is_forth) {
                (0, true) => Direction::Down,
                (0, false) => Direction::Up,
                (_, true) => Direction::Right,
                (_, false) => Direction::Left,
            };
            std::iter::repeat_n(direction, push.tiles)
        });
        let path: Vec<Direction> = steps.collect();
        let wish = (self.visit)(&path);
        self.first.get_or_insert(path);
        wish
    }
}
