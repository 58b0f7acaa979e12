//! Members of families: classes of boards with the same pieces.

use super::family::{Family, Rule};
use super::filling::Filling;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{
    Demand, Gate, GoalSetup, Lock, Placement, Puzzle, Setup, Size, Want, kind_name,
};

/// All boards of a family that have the same pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    /// The shape of the target piece, by its index in the family.
    pub main: Option<u32>,
    /// The number of pieces that may be the target: 1, with [`Rule::Nearest`] all of its shape in
    /// the row of the exit, whose number never changes; 0 without a target.
    pub targets: u32,
    /// The shapes of the other pieces, ascending, each with its number.
    pub others: Box<[(u32, u32)]>,
}

impl Member {
    /// Returns the number of pieces.
    pub fn pieces(&self) -> u32 {
        let others = self.others.iter().map(|&(_, count)| count).sum::<u32>();
        others + self.targets
    }

    /// Returns the number of cells that they cover.
    pub fn cells(&self, family: &Family) -> u32 {
        self.kinds().iter().map(|&(shape, count)| count * family.cells_of(shape)).sum()
    }

    /// Returns a name for it, such as `11/11* 11x4 1x2`, or `1h*x2 1hx3 1vx9` with several that may
    /// be the target: their shape has a star.
    pub fn name(&self, family: &Family) -> String {
        let shape = |shape: usize| family.shapes[shape].shape.to_string().replace(' ', "");
        let several = if self.targets > 1 { format!("x{}", self.targets) } else { String::new() };
        let main = self.main.map(|main| format!("{}*{several}", shape(main as usize)));
        let others = self.others.iter();
        let others = others.map(|&(at, count)| format!("{}x{count}", shape(at as usize)));
        main.into_iter().chain(others).collect::<Vec<_>>().join(" ")
    }

    /// Whether its image comes before it. `image` gives the index of each shape's image; if a shape
    /// has none, the answer is false.
    pub(super) fn comes_after_image(&self, image: &[Option<u32>]) -> bool {
        let others = self.others.iter();
        let others = others.map(|&(own, count)| Some((image[own as usize]?, count)));
        let Some(mut others) = others.collect::<Option<Vec<_>>>() else { return false };
        others.sort_unstable();
        let main = match self.main.map(|main| image[main as usize]) {
            Some(None) => return false,
            main => main.flatten(),
        };
        Member { main, targets: self.targets, others: others.into() } < *self
    }

    /// Whether it has an allowed number of pieces of each shape. `needed` are those that every member
    /// needs.
    pub(super) fn has_allowed_numbers(&self, family: &Family, needed: &[u32]) -> bool {
        let is_within = |&shape: &u32| {
            let own = self.others.binary_search_by_key(&shape, |&(other, _)| other);
            let own = own.map_or(0, |at| self.others[at].1);
            let targets = if self.main == Some(shape) { self.targets } else { 0 };
            family.shapes[shape as usize].number.contains(&(own + targets))
        };
        let mut own = self.others.iter().map(|(shape, _)| shape).chain(&self.main);
        own.all(is_within) && needed.iter().all(is_within)
    }

    /// Returns the cells where the target piece may have its origin at the start, and at the end.
    pub(super) fn places(&self, family: &Family) -> Option<(Vec<u32>, Vec<u32>)> {
        let shape = &family.shapes[self.main? as usize].shape;
        let (own, size) = (shape.size(), family.size);
        let (rows, cols) = (size.rows.checked_sub(own.rows)?, size.cols.checked_sub(own.cols)?);
        let first = shape.cells()[0].1 as u32;
        let cell = |row: u32, col: u32| row * size.cols + col + first;
        let all = || (0..=rows).flat_map(|row| (0..=cols).map(move |col| cell(row, col))).collect();
        Some(match family.rule {
            Rule::Corner => (vec![cell(0, 0)], vec![cell(rows, cols)]),
            Rule::Exit { row } | Rule::Nearest { row } => {
                ((0..=cols).map(|col| cell(row, col)).collect(), vec![cell(row, cols)])
            }
            Rule::Anywhere | Rule::Any => (all(), all()),
        })
    }

    /// Returns some placement of its pieces with a target piece at a cell, if there is one.
    pub(super) fn placed(
        &self,
        family: &Family,
        main: Option<u32>,
        budget: &Budget,
    ) -> Result<Option<Vec<Placement>>, Stopped> {
        Filling::new(family, self.kinds(), self.main.is_some()).first(main, budget)
    }

    /// Returns some placement of its pieces with the target piece where it may start, if there is
    /// one.
    pub(super) fn some_start(
        &self,
        family: &Family,
        budget: &Budget,
    ) -> Result<Option<Vec<Placement>>, Stopped> {
        let (starts, _) = self.places(family).unwrap_or_default();
        for cell in starts {
            if let Some(pieces) = self.placed(family, Some(cell), budget)? {
                return Ok(Some(pieces));
            }
        }
        Ok(None)
    }

    /// Returns the kinds of its pieces with their numbers, the target pieces first, by index of
    /// shape.
    pub(super) fn kinds(&self) -> Vec<(usize, u32)> {
        let main = self.main.map(|main| (main, self.targets));
        let all = main.into_iter().chain(self.others.iter().copied());
        all.map(|(shape, count)| (shape as usize, count)).collect()
    }

    /// Returns the puzzle of this member from some placement of its pieces, with the goal that the
    /// origin of a target piece is at a cell. Without a cell, the goal is the start.
    pub(super) fn puzzle(
        &self,
        family: &Family,
        start: Vec<Placement>,
        goal: Option<u32>,
        is_barred: bool,
    ) -> Puzzle {
        let goal = match goal {
            Some(cell) => GoalSetup::Partial(vec![Demand { cell, want: Want::Origin(0) }]),
            None => GoalSetup::Complete(start.clone()),
        };
        let mut setup = Setup::new(family.size);
        for (number, (shape, _)) in (1..).zip(self.kinds()) {
            let name = kind_name(number).expect("a board has fewer pieces than there are names");
            setup.add_kind(family.shapes[shape].shape.kind(name));
        }
        (setup.start, setup.goals) = (start, vec![goal]);
        if let Some(row) = family.rule.exit_row()
            && is_barred
        {
            setup.gates.extend(self.bars(family, row));
        }
        setup.validate().expect("the pieces were placed on the board")
    }

    /// Bars other row-locked pieces from the row of the exit; and the target pieces, if they are
    /// row-locked, from other rows, where they never go: so positions with them there are not
    /// counted.
    fn bars(&self, family: &Family, row: u32) -> Vec<Gate> {
        let kinds = || (0..).zip(self.kinds());
        let shape_of = |shape: usize| &family.shapes[shape].shape;
        let is_let = |&(at, (shape, _)): &(u8, (usize, u32))| {
            at == 0 || shape_of(shape).lock() != Lock::Horizontal
        };
        let Size { rows, cols } = family.size;
        let permits = kinds().filter(is_let).map(|(kind, _)| kind).collect();
        let mut bars =
            vec![Gate { kinds: permits, cells: (row * cols..(row + 1) * cols).collect() }];
        let main = self.main.map(|main| shape_of(main as usize));
        if let Some(main) = main.filter(|main| main.lock() == Lock::Horizontal) {
            let own = row * cols..(row + main.size().rows) * cols;
            let cells = (0..rows * cols).filter(|cell| !own.contains(cell)).collect();
            bars.push(Gate { kinds: kinds().skip(1).map(|(kind, _)| kind).collect(), cells });
        }
        bars
    }
}
