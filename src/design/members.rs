//! Members of families, which are classes of boards with the same pieces, and those that are worth a
//! search.

use std::collections::BTreeMap;

use ahash::AHashSet;

use super::family::{AllowedShape, Family, FamilyError, MOST_MEMBERS, Rule, is_lying};
use super::place::Filler;
use super::shape::Shape;
use crate::engine::board::BoardSymmetry;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Demand, Gate, GoalSetup, Placement, Puzzle, Setup, Size, Want, kind_name};

/// Maximum number of placements examined for members.
const MOST_PLACEMENTS: u64 = 1 << 28;

/// The members of a family.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// Those worth a search, by their numbers of pieces.
    pub list: Vec<Member>,
    /// The number of members left out as mirror images of listed ones.
    pub mirrored: u64,
    /// The number of members examined in which the target piece has no room to move.
    pub stuck: u64,
}

impl Family {
    /// Returns its members, except those known in advance to be useless to search. Listing millions
    /// takes a minute.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none, or more than `most`, or if a limit stopped the listing.
    pub(super) fn members(&self, most: usize, budget: &Budget) -> Result<Members, FamilyError> {
        let may_be_packed = self.rule == Rule::Corner && most == MOST_MEMBERS;
        let all = match self.counted(most, budget) {
            Err(FamilyError::TooMany { .. }) if may_be_packed => self.packed(budget)?,
            listed => listed?,
        };
        if all.is_empty() {
            return Err(FamilyError::Empty);
        }
        let images = self.images();
        let mut members = Members { list: Vec::new(), mirrored: 0, stuck: 0 };
        for member in all {
            budget.look()?;
            if self.is_stuck(&member) {
                members.stuck += 1;
            } else if images.iter().any(|image| member.comes_after_image(self, image)) {
                members.mirrored += 1;
            } else {
                members.list.push(member);
            }
        }
        members.list.sort_by_cached_key(|member| (member.pieces(), member.clone()));
        Ok(members)
    }

    /// Whether the target piece cannot move, with too few cells empty: a step to the side needs, in
    /// each row of the target, a cell that was empty, for the target itself or for a piece that it
    /// pushes. So it needs as many as it has rows, and for a step up or down as many as it has
    /// columns.
    fn is_stuck(&self, member: &Member) -> bool {
        let Some(main) = member.main(self) else { return false };
        self.size.cells() as u32 - member.cells(self) < self.room_for(main)
    }

    /// Returns, for each symmetry of the board that preserves the rule, the index of the image of
    /// each shape, if the same numbers of that are allowed.
    fn images(&self) -> Vec<Vec<Option<u32>>> {
        let keeps = |mirror: &BoardSymmetry| match self.rule {
            Rule::Corner => !mirror.rows && !mirror.cols,
            Rule::Exit { row } | Rule::Nearest { row } => {
                !mirror.diagonal && !mirror.cols && mirror.rows && 2 * row + 1 == self.size.rows
            }
            Rule::Anywhere | Rule::Any => true,
        };
        let ways = BoardSymmetry::all().filter(|mirror| mirror.keeps_size(self.size)).filter(keeps);
        let places: BTreeMap<&Shape, u32> =
            self.shapes.iter().map(|allowed| &allowed.shape).zip(0..).collect();
        let image = |mirror: BoardSymmetry| {
            let index = |allowed: &AllowedShape| {
                let shape = allowed.shape.mirrored(mirror);
                let image = AllowedShape { shape, number: allowed.number.clone() };
                let at = places.get(&image.shape).copied()?;
                (self.shapes[at as usize] == image).then_some(at)
            };
            self.shapes.iter().map(index).collect()
        };
        ways.map(image).collect()
    }

    /// Returns the members with all numbers of pieces within the bounds, whether these can be placed
    /// or not.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than `most`, or if a limit stopped the listing.
    fn counted(&self, most: usize, budget: &Budget) -> Result<Vec<Member>, FamilyError> {
        let mut by_size: Vec<(u32, u32)> =
            (0..).zip(&self.shapes).map(|(at, _)| (self.cells_of(at), at)).collect();
        by_size.sort_unstable();
        let mut numbers = MemberNumbers { family: self, most, by_size, all: Vec::new(), budget };
        if !self.rule.has_target() {
            numbers.choose(0, Member::default())?;
        }
        for &main in self.main.iter().filter(|_| self.rule.has_target()) {
            for targets in 1..=self.most_targets(main) {
                numbers.choose(0, Member { kinds: vec![(main, targets)] })?;
            }
        }
        Ok(numbers.all)
    }

    /// Returns the members that can be placed with the target piece in the upper left corner, and
    /// with room for it to move. With many shapes, these are far fewer than all numbers of pieces.
    fn packed(&self, budget: &Budget) -> Result<Vec<Member>, FamilyError> {
        let (mut all, mut left) = (AHashSet::new(), MOST_PLACEMENTS);
        for &main in &self.main {
            let mut filler = Filler::around(self, main, budget);
            let room = (self.size.cells() as u32).saturating_sub(self.room_for(main));
            filler.cells.1 = filler.cells.1.min(room);
            if !filler.put(0, self.shape(main).cells()[0].1 as u32) {
                continue;
            }
            loop {
                all.extend(filler.member());
                left -= 1;
                if left == 0 || all.len() > MOST_MEMBERS {
                    return Err(FamilyError::TooMany { most: MOST_MEMBERS });
                }
                if !filler.advance()? {
                    break;
                }
            }
        }
        Ok(all.into_iter().collect())
    }
}

/// Enumerates all numbers of pieces.
struct MemberNumbers<'a> {
    family: &'a Family,
    budget: &'a Budget,
    /// The limit on their number.
    most: usize,
    /// The shapes, each after its number of cells, the smallest first.
    by_size: Vec<(u32, u32)>,
    all: Vec<Member>,
}

impl MemberNumbers<'_> {
    /// Adds the current choice, and recurses with each number of each shape from one on.
    fn choose(&mut self, from: usize, member: Member) -> Result<(), FamilyError> {
        self.budget.look()?;
        let family = self.family;
        let (pieces, cells) = (member.pieces(), member.cells(family));
        if family.allows(pieces, cells) {
            let sorted = member.clone().sorted(family);
            let is_allowed = sorted.has_allowed_numbers(family);
            self.all.extend(is_allowed.then_some(sorted));
            if self.all.len() > self.most {
                return Err(FamilyError::TooMany { most: self.most });
            }
        }
        let board = family.size.cells() as u32;
        let most_cells = board.saturating_sub(*family.empty.start());
        // With the largest pieces, too few cells may be covered in the end.
        let largest = self.by_size.last().map_or(0, |&(cells, _)| cells);
        let more = family.pieces.end().saturating_sub(pieces).saturating_mul(largest);
        if cells.saturating_add(more) < board.saturating_sub(*family.empty.end()) {
            return Ok(());
        }
        for at in from..self.by_size.len() {
            let (each, shape) = self.by_size[at];
            // Each missing piece has at least this number of cells.
            let missing = family.pieces.start().saturating_sub(pieces).max(1);
            if cells + each * missing > most_cells || pieces >= *family.pieces.end() {
                break;
            }
            let fits = (most_cells - cells) / each;
            let most = fits.min(*family.shapes[shape as usize].number.end());
            for number in 1..=most.min(*family.pieces.end() - pieces) {
                let mut more = member.clone();
                more.kinds.push((shape, number));
                self.choose(at + 1, more)?;
            }
        }
        Ok(())
    }
}

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
    fn comes_after_image(&self, family: &Family, image: &[Option<u32>]) -> bool {
        let kinds = self.kinds.iter().map(|&(own, number)| Some((image[own as usize]?, number)));
        let image = kinds.collect::<Option<_>>().map(|kinds| Member { kinds }.sorted(family));
        image.is_some_and(|image| image < *self)
    }

    /// Whether it has an allowed number of pieces of each shape.
    pub fn has_allowed_numbers(&self, family: &Family) -> bool {
        let mut own = self.kinds.iter().map(|(shape, _)| shape).chain(&family.needed);
        own.all(|&shape| {
            let alike = self.kinds.iter().filter(|kind| kind.0 == shape);
            let number: u32 = alike.map(|&(_, number)| number).sum();
            family.shapes[shape as usize].number.contains(&number)
        })
    }

    /// Returns some placement of its pieces with the target piece where it may start, if there is
    /// one.
    pub fn start(
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
    pub fn puzzle(
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
