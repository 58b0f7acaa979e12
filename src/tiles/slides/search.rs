//! The search for solutions of a known number of pushes.

use std::ops::ControlFlow;

use super::reading::BoardReading;
use super::shape::ReadingShape;
use super::table::SlideTable;
use crate::puzzle::Direction;
use crate::tiles::deepening::PassObserver;

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

/// Why a search ends early.
pub(super) enum SlideStop {
    /// The callback for solutions needs no more.
    Enough,
    /// The observer cancelled.
    Cancelled,
}

/// A search, with its current path.
pub(super) struct SlideSearch<'a> {
    /// For each side, how the board is read, and its tables.
    pub sides: [(ReadingShape, &'a [SlideTable]); 2],
    pub observer: &'a mut dyn PassObserver,
    /// Callback for each solution, in steps of the blank.
    pub visit: &'a mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    pub positions: u64,
    pub solutions: u64,
    path: Vec<Push>,
}

impl<'a> SlideSearch<'a> {
    pub fn new(
        sides: [(ReadingShape, &'a [SlideTable]); 2],
        observer: &'a mut dyn PassObserver,
        visit: &'a mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> SlideSearch<'a> {
        SlideSearch { sides, observer, visit, positions: 0, solutions: 0, path: Vec::new() }
    }

    /// Finds all solutions with `left` pushes, at least one, the first of them on this side.
    pub fn pass(
        &mut self,
        side: usize,
        readings: [BoardReading; 2],
        left: u32,
    ) -> ControlFlow<SlideStop> {
        let possible = [left / 2, left.div_ceil(2)];
        if readings[side].bound > possible[1] || readings[1 - side].bound > possible[0] {
            return ControlFlow::Continue(());
        }
        self.path.clear();
        self.pushes(side, &readings, left)
    }

    fn pushes(
        &mut self,
        side: usize,
        readings: &[BoardReading; 2],
        left: u32,
    ) -> ControlFlow<SlideStop> {
        let (shape, tables) = self.sides[side];
        let across = readings[1 - side].line;
        for is_forth in [false, true] {
            let line = readings[side].line;
            let room = if is_forth { shape.lines - 1 - line } else { line };
            let mut after = *readings;
            for tiles in 1..=room {
                after[side].step(shape, tables, across, is_forth);
                self.positions += 1;
                if self.positions.is_multiple_of(BREATH) && self.observer.should_stop() {
                    return ControlFlow::Break(SlideStop::Cancelled);
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

    fn report(&mut self) -> ControlFlow<SlideStop> {
        self.solutions += 1;
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
        match (self.visit)(&path) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(SlideStop::Enough),
        }
    }
}
