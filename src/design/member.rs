//! Members of families: classes of boards with the same pieces.

use super::family::{Family, is_lying};
use super::place::Filler;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Demand, Gate, GoalSetup, Placement, Puzzle, Setup, Size, Want, kind_name};

/// All boards of a family that have the same pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    /// The shapes of the pieces, by their indices in the family, each with its number: first that of
    /// the target, if there is one, then the others, ascending. The number of targets is 1, with
    /// [`Rule::Nearest`] that of all pieces of the shape in the row of the exit, which never
    /// changes.
    pub kinds: Vec<(u32, u32)>,
}

impl Member {
    /// Returns the member with its kinds in order.
    pub fn sorted(mut self, family: &Family) -> Self {
        self.kinds[usize::from(family.rule.has_target())..].sort_unstable();
        self
    }

    /// Returns the shape of the target.
    pub fn main(&self, family: &Family) -> Option<u32> {
        self.kinds.first().filter(|_| family.rule.has_target()).map(|&(main, _)| main)
    }

    /// Returns the number of pieces.
    pub fn pieces(&self) -> u32 {
        self.kinds.iter().map(|&(_, number)| number).sum()
    }

    /// Returns the number of cells that they cover.
    pub fn cells(&self, family: &Family) -> u32 {
        self.kinds.iter().map(|&(shape, number)| number * family.cells_of(shape)).sum()
    }

    /// Returns a name for it, such as `11/11* 11x4 1x2`, or `1h*x2 1hx3 1vx9` with several that may
    /// be the target: their shape has a star.
    pub fn name(&self, family: &Family) -> String {
        let name = |(at, &(shape, number)): (usize, &(u32, u32))| {
            let shape = family.shape(shape).to_string().replace(' ', "");
            match (at == 0 && family.rule.has_target(), number) {
                (true, 1) => format!("{shape}*"),
                (true, _) => format!("{shape}*x{number}"),
                (false, _) => format!("{shape}x{number}"),
            }
        };
        self.kinds.iter().enumerate().map(name).collect::<Vec<_>>().join(" ")
    }

    /// Whether its image comes before it. `image` gives the index of each shape's image; if a shape
    /// has none, the answer is false.
    pub(super) fn comes_after_image(&self, family: &Family, image: &[Option<u32>]) -> bool {
        let kinds = self.kinds.iter().map(|&(own, number)| Some((image[own as usize]?, number)));
        let image = kinds.collect::<Option<_>>().map(|kinds| Member { kinds }.sorted(family));
        image.is_some_and(|image| image < *self)
    }

    /// Whether it has an allowed number of pieces of each shape.
    pub(super) fn has_allowed_numbers(&self, family: &Family) -> bool {
        let mut own = self.kinds.iter().map(|(shape, _)| shape).chain(&family.needed);
        own.all(|&shape| {
            let alike = self.kinds.iter().filter(|kind| kind.0 == shape);
            let number: u32 = alike.map(|&(_, number)| number).sum();
            family.shapes[shape as usize].number.contains(&number)
        })
    }

    /// Returns some placement of its pieces with the target piece where it may start, if there is
    /// one.
    pub(super) fn start(
        &self,
        family: &Family,
        budget: &Budget,
    ) -> Result<Option<Vec<Placement>>, Stopped> {
        let (cells, pieces) = (self.cells(family), self.pieces());
        let targets = family.ends(self.main(family)).0.into_iter().map(Some);
        let anywhere = (!family.rule.has_target()).then_some(None);
        for target in targets.chain(anywhere) {
            let mut filler = Filler::new(family, self.kinds.clone(), budget);
            if target.is_some_and(|cell| !filler.put(0, cell)) {
                continue;
            }
            (filler.cells, filler.numbers) = ((cells, cells), (pieces, pieces));
            while !filler.is_complete() && filler.advance()? {}
            if filler.is_complete() {
                let pieces = filler.pieces.iter();
                let piece = |&(kind, cell): &(usize, u32)| Placement { cell, kind: kind as u8 };
                return Ok(Some(pieces.map(piece).collect()));
            }
        }
        Ok(None)
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
        let (mut setup, Size { rows, cols }) = (Setup::new(family.size), family.size);
        setup.comment = format!("({rows}x{cols}, {})", self.name(family));
        for (number, &(shape, _)) in (1..).zip(&self.kinds) {
            let name = kind_name(number).expect("a board has fewer pieces than there are names");
            setup.add_kind(family.shape(shape).kind(name));
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
        let Size { rows, cols } = family.size;
        let shape = |kind: u8| family.shape(self.kinds[usize::from(kind)].0);
        let kinds = 0..self.kinds.len() as u8;
        let may_cross = kinds.clone().filter(|&kind| kind == 0 || !is_lying(shape(kind)));
        let cells = (row * cols..(row + 1) * cols).collect();
        let mut bars = vec![Gate { kinds: may_cross.collect(), cells }];
        if is_lying(shape(0)) {
            let own = row..row + shape(0).size().rows;
            let cells = (0..rows * cols).filter(|cell| !own.contains(&(cell / cols))).collect();
            bars.push(Gate { kinds: kinds.skip(1).collect(), cells });
        }
        bars
    }
}
