//! The members of a family that are worth a search.

use std::collections::BTreeMap;

use ahash::AHashSet;

use super::family::{AllowedShape, Family, FamilyError, MOST_MEMBERS, Rule};
use super::member::Member;
use super::place::Filler;
use super::shape::Shape;
use crate::engine::board::BoardSymmetry;
use crate::engine::query::Budget;

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
