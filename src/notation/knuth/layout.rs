//! Positions in shorthand, read character by character.

use super::syntax::Syntax;
use crate::notation::error::ProblemCollector;
use crate::notation::text::TextSpan;
use crate::puzzle::{Placement, Setup, kind_number};

/// The role of a position line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineRole {
    Start,
    /// A goal, whose blocked cells must be those of the start.
    Goal,
    /// A goal that cannot be compared with the start.
    GoalOfFaultyStart,
}

/// A position line after reading. Its pieces may overlap or leave the board: validation of the
/// setup finds that.
#[derive(Default)]
pub struct PositionLine {
    /// The pieces in the order of their names in the line.
    pub pieces: Vec<Placement>,
    /// The cells with a `0`, ascending.
    pub empty: Vec<u32>,
    /// The blocked cells, ascending.
    pub walls: Vec<u32>,
    /// Whether there is a `?`.
    pub is_open: bool,
    /// Whether it was understood, and its pieces have room.
    pub is_sound: bool,
}

impl PositionLine {
    /// Reads a line. The size, the kinds and, for a goal, the blocked cells of `setup` are known.
    pub fn read(
        line: TextSpan,
        setup: &Setup,
        role: LineRole,
        report: &mut ProblemCollector,
    ) -> PositionLine {
        let walls: &[u32] = if role == LineRole::Goal { &setup.blocked } else { &[] };
        let layout = PositionLine {
            is_open: line.text().contains('?'),
            is_sound: true,
            ..PositionLine::default()
        };
        let filled = vec![false; setup.size.cells()];
        let mut reader = PositionReader { line, setup, role, walls, report, filled, layout };
        reader.line();
        reader.layout
    }
}

struct PositionReader<'a, 'r, 't> {
    line: TextSpan<'a>,
    setup: &'a Setup,
    role: LineRole,
    /// The cells known to be blocked, ascending.
    walls: &'a [u32],
    report: &'r mut ProblemCollector<'t>,
    /// The cells that the line has filled.
    filled: Vec<bool>,
    layout: PositionLine,
}

impl PositionReader<'_, '_, '_> {
    fn line(&mut self) {
        let (mut cell, mut has_blank) = (0, false);
        for (at, c) in self.line.text().char_indices() {
            if c.is_whitespace() {
                // One report per line is enough.
                if !std::mem::replace(&mut has_blank, true) {
                    self.fault(Syntax::Blank, at..at + c.len_utf8());
                }
                continue;
            }
            while self.filled.get(cell) == Some(&true) {
                cell += 1;
            }
            if cell == self.filled.len() {
                self.fault(Syntax::TooLong, at..self.line.text().len());
                break;
            }
            if self.report.is_full() {
                break;
            }
            self.filled[cell] = true;
            if let Err(syntax) = self.symbol(c, cell as u32) {
                self.fault(syntax, at..at + c.len_utf8());
            }
        }
        if self.layout.is_open {
            return;
        }
        // The remaining cells are empty, so no wall may be among them.
        let is_left = |&&wall: &&u32| !self.filled[wall as usize];
        if let Some(&wall) = self.walls.iter().find(is_left) {
            let end = self.line.text().len();
            self.fault(self.blocked_differs(wall), end..end);
        }
    }

    fn fault(&mut self, syntax: Syntax, part: std::ops::Range<usize>) {
        self.layout.is_sound = false;
        self.report.fault(syntax.into(), self.line.part(part).span());
    }

    /// Applies a character to a cell.
    fn symbol(&mut self, c: char, cell: u32) -> Result<(), Syntax> {
        let is_wall = self.is_wall(cell);
        match c {
            '?' if self.role == LineRole::Start => return Err(Syntax::OpenStart),
            '?' => {}
            'x' if self.role != LineRole::Goal => self.layout.walls.push(cell),
            'x' if is_wall => {}
            '0' if !is_wall => self.layout.empty.push(cell),
            'x' | '0' => return Err(self.blocked_differs(cell)),
            name if kind_number(name).is_none() => return Err(Syntax::IllegalCharacter(name)),
            name => match self.setup.kinds.iter().position(|kind| kind.name == name) {
                None => return Err(Syntax::Undefined(name)),
                Some(index) => {
                    self.layout.pieces.push(Placement { cell, kind: index as u8 });
                    self.layout.is_sound &= self.cover(index, cell);
                }
            },
        }
        Ok(())
    }

    fn is_wall(&self, cell: u32) -> bool {
        self.walls.binary_search(&cell).is_ok()
    }

    fn blocked_differs(&self, cell: u32) -> Syntax {
        let (row, col) = self.setup.size.row_col(cell);
        Syntax::BlockedDiffers { row: row + 1, col: col + 1 }
    }

    /// Fills the cells of a piece with its origin in `cell`, which is filled already. Returns
    /// whether it has room.
    fn cover(&mut self, kind: usize, cell: u32) -> bool {
        let size = self.setup.size;
        let (row, col) = size.row_col(cell);
        let cells = &self.setup.kinds[kind].cells;
        let Some(&(first_row, first_col)) = cells.first() else { return true };
        let mut has_room = true;
        for &(r, c) in cells {
            let down = i64::from(row) + i64::from(r) - i64::from(first_row);
            let right = i64::from(col) + i64::from(c) - i64::from(first_col);
            has_room &= match size.cell(down, right) {
                None => false,
                Some(target) => {
                    let was_filled = std::mem::replace(&mut self.filled[target as usize], true);
                    !self.is_wall(target) && (target == cell || !was_filled)
                }
            };
        }
        has_room
    }
}
