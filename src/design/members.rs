//! The members of a family that are worth a search.

use std::collections::BTreeMap;

use super::census::{StepCounter, counted, packed};
use super::family::{AllowedShape, Family, FamilyError, MOST_MEMBERS, Rule};
use super::member::Member;
use super::shape::Shape;
use crate::engine::board::BoardSymmetry;
use crate::engine::query::Budget;

/// The members of a family.
#[derive(Clone, Debug)]
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
    /// Returns an error if there are none, or too many, or if a limit stopped the listing.
    pub(super) fn members(&self, budget: &Budget) -> Result<Members, FamilyError> {
        let steps = &mut StepCounter::within(budget);
        let all = match counted(self, MOST_MEMBERS, steps) {
            Err(FamilyError::TooMany { .. }) if self.rule == Rule::Corner => packed(self, steps)?,
            listed => listed?,
        };
        if all.is_empty() {
            return Err(FamilyError::Empty);
        }
        let images = self.images();
        let mut members = Members { list: Vec::new(), mirrored: 0, stuck: 0 };
        for member in all {
            steps.check_budget()?;
            if self.is_stuck(&member) {
                members.stuck += 1;
            } else if images.iter().any(|image| member.comes_after_image(image)) {
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
    pub(super) fn is_stuck(&self, member: &Member) -> bool {
        let Some(main) = member.main else { return false };
        self.size.cells() as u32 - member.cells(self) < self.room_for(main as usize)
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
            let of = |allowed: &AllowedShape| {
                let shape = allowed.shape.mirrored(mirror);
                let image = AllowedShape { shape, number: allowed.number.clone() };
                let at = places.get(&image.shape).copied()?;
                (self.shapes[at as usize] == image).then_some(at)
            };
            self.shapes.iter().map(of).collect()
        };
        ways.map(image).collect()
    }
}
