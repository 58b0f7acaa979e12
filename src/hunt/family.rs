//! Families of puzzles: what their members have in common.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::census::{Steps, counted, packed, too_many};
use super::member::Member;
use super::number::number;
use super::shape::Shape;
use crate::board::Mirror;
use crate::puzzle::{Lock, Size};
use crate::query::{Budget, Stopped};

/// What has to go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A piece, from the upper left corner to the lower right one.
    Corner,
    /// A piece, from anywhere to anywhere.
    Anywhere,
    /// A piece along this row, counted from 0, to its right end. No other piece that is locked to its
    /// row lies in this one, as in Rush Hour.
    Exit {
        /// The row.
        row: u32,
    },
    /// All pieces, from anywhere to anywhere.
    Any,
}

impl Rule {
    /// Whether one piece is another than the rest.
    pub fn has_main(self) -> bool {
        self != Rule::Any
    }
}

/// A shape, and how many pieces a member may have of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The shape.
    pub shape: Shape,
    /// The fewest and the most.
    pub number: RangeInclusive<u32>,
}

/// A family of puzzles: all boards of a size with pieces of some shapes. Pieces of a shape are alike, except for
/// the one that has to go somewhere.
///
/// ```
/// use sliding::hunt::{Family, Rule, Shape};
/// use sliding::puzzle::Size;
/// use sliding::solve::Budget;
///
/// let size = Size { rows: 2, cols: 2 };
/// let family = Family::new(size, Shape::rectangles(size), Rule::Corner);
/// // Five have a piece of one cell in the corner, with nothing, one or two more, or one of two cells beside it;
/// // four have one of two cells, with nothing or one more.
/// let members = family.members(&Budget::default())?;
/// assert_eq!(members.list.len() as u64 + members.mirrored + members.stuck, 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Family {
    /// The board.
    pub size: Size,
    /// The shapes.
    pub shapes: Vec<Allowed>,
    /// Those that the piece which has to go somewhere may have, by their indices.
    pub main: Vec<usize>,
    /// How many pieces there may be, that one included.
    pub pieces: RangeInclusive<u32>,
    /// How many cells may be empty.
    pub empty: RangeInclusive<u32>,
    /// What has to go where.
    pub rule: Rule,
}

/// Why there is nothing to hunt in a family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// There is a row that the board does not have.
    #[error("the board has no row {0} to leave by")]
    NoRow(u32),
    /// No piece can go where the rule wants it.
    #[error("no shape of the family may be that of the piece that has to go: {0}")]
    NoMain(&'static str),
    /// No numbers of pieces are within the bounds.
    #[error(
        "the family has no members: no pieces of these shapes and numbers leave so many cells empty"
    )]
    Empty,
    /// There are too many members.
    #[error(
        "the family has {members} members, and at most {most} can be gone through; allow fewer pieces or shapes"
    )]
    TooMany {
        /// How many there are, whether their pieces can be placed or not.
        members: BigUint,
        /// How many there may be. With [`Rule::Corner`] those count that can be placed, if these are found in time.
        most: usize,
    },
    /// A board may have no more cells.
    #[error("boards of families have at most {0} cells")]
    TooLarge(usize),
    /// Nothing that is as wanted has come of so many boards.
    #[error("nothing as wanted has come of {0} boards; want less, or allow more pieces")]
    InVain(usize),
    /// There are too many shapes.
    #[error("the family has more than {0} shapes")]
    TooManyShapes(usize),
    /// A limit came before all members were listed.
    #[error("the members of the family were not all listed before a limit came")]
    Stopped(Stopped),
}

/// The members of a family.
#[derive(Clone, Debug)]
pub struct Members {
    /// Those that are worth a search, by their numbers of pieces.
    pub list: Vec<Member>,
    /// How many are the mirror image of one that is listed.
    pub mirrored: u64,
    /// In how many of those that were looked at the piece that has to go cannot do so, for want of room.
    pub stuck: u64,
}

/// Families may have so many members, and their boards so many cells.
pub(super) const MOST_MEMBERS: usize = 4_000_000;
const MOST_CELLS: usize = 64;

/// Families may have so many shapes.
pub(super) const MOST_SHAPES: usize = 1 << 18;

impl Family {
    /// All boards of a size with any numbers of pieces of these shapes, any of which may be that of the piece
    /// that has to go. Where it leaves the board by a row, it is the first that is locked to rows, if there is one.
    pub fn new(size: Size, shapes: Vec<Shape>, rule: Rule) -> Self {
        let most = u32::try_from(size.cells()).unwrap_or(u32::MAX);
        let lying = shapes.iter().position(|shape| shape.lock() == Lock::Horizontal);
        let main = match (rule, lying) {
            (Rule::Exit { .. }, Some(lying)) => vec![lying],
            _ => (0..shapes.len()).collect(),
        };
        let shapes = shapes.into_iter().map(|shape| Allowed { shape, number: 0..=most });
        Self { size, shapes: shapes.collect(), main, pieces: 1..=most, empty: 1..=most, rule }
    }

    /// Its members, but for those of which it is known beforehand that a search is in vain. To list millions takes
    /// a minute.
    ///
    /// # Errors
    ///
    /// Where there are none, or too many; and what stopped it.
    pub fn members(&self, budget: &Budget) -> Result<Members, FamilyError> {
        self.possible()?;
        let (steps, members) = (&mut Steps::within(budget), number(self));
        let all = match members <= MOST_MEMBERS.into() {
            true => counted(self, steps)?,
            false if self.rule == Rule::Corner => packed(self, &members, steps)?,
            false => return Err(too_many(&members)),
        };
        if all.is_empty() {
            return Err(FamilyError::Empty);
        }
        let images = self.images();
        let mut members = Members { list: Vec::new(), mirrored: 0, stuck: 0 };
        for member in all {
            steps.go_on()?;
            if self.is_stuck(&member) {
                members.stuck += 1;
            } else if images.iter().any(|image| member.comes_after_its(image)) {
                members.mirrored += 1;
            } else {
                members.list.push(member);
            }
        }
        members.list.sort_by_cached_key(|member| (member.pieces(), member.clone()));
        Ok(members)
    }

    /// The number of cells of a shape.
    pub(super) fn cells_of(&self, shape: usize) -> u32 {
        self.shapes[shape].shape.cells().len() as u32
    }

    /// The shapes without which there is no member.
    pub(super) fn needed(&self) -> Vec<u32> {
        let needed = (0..).zip(&self.shapes).filter(|(_, allowed)| *allowed.number.start() > 0);
        needed.map(|(shape, _)| shape).collect()
    }

    /// Whether a member has as many pieces of each shape as are allowed.
    pub(super) fn has_numbers_of(&self, member: &Member, needed: &[u32]) -> bool {
        let is_within = |&shape: &u32| {
            let own = member.others.binary_search_by_key(&shape, |&(other, _)| other);
            let own = own.map_or(0, |at| member.others[at].1);
            let number = own + u32::from(member.main == Some(shape));
            self.shapes[shape as usize].number.contains(&number)
        };
        let mut own = member.others.iter().map(|(shape, _)| shape).chain(&member.main);
        own.all(is_within) && needed.iter().all(is_within)
    }

    /// Whether so many pieces, which cover so many cells, are within the bounds.
    pub(super) fn allows(&self, pieces: u32, cells: u32) -> bool {
        let left = (self.size.cells() as u32).checked_sub(cells);
        pieces > 0
            && self.pieces.contains(&pieces)
            && left.is_some_and(|left| self.empty.contains(&left))
    }

    /// Whether it may have members, which are not counted.
    ///
    /// # Errors
    ///
    /// What is wrong with it whatever its members are.
    pub fn possible(&self) -> Result<(), FamilyError> {
        if self.size.cells() > MOST_CELLS {
            return Err(FamilyError::TooLarge(MOST_CELLS));
        }
        if self.shapes.len() > MOST_SHAPES {
            return Err(FamilyError::TooManyShapes(MOST_SHAPES));
        }
        if let Rule::Exit { row } = self.rule {
            if row >= self.size.rows {
                return Err(FamilyError::NoRow(row + 1));
            }
            let leaves = |&main: &usize| {
                let shape = &self.shapes[main].shape;
                shape.lock() != Lock::Vertical && row + shape.size().rows <= self.size.rows
            };
            if !self.main.iter().any(leaves) {
                return Err(FamilyError::NoMain("none moves along the row"));
            }
        }
        if self.rule.has_main() && self.main.is_empty() {
            return Err(FamilyError::NoMain("there is none"));
        }
        Ok(())
    }

    /// Whether the piece that has to go cannot, with so few cells empty: in each row that it has cells in, a step
    /// to the side leads to a cell that was empty, or pushes a piece that does. So it needs as many as it
    /// has rows, and for a step up or down as many as it has columns.
    pub(super) fn is_stuck(&self, member: &Member) -> bool {
        let Some(main) = member.main else { return false };
        self.size.cells() as u32 - member.cells(self) < self.room_for(main as usize)
    }

    /// The fewest empty cells with which a piece of a shape can go where the rule wants it; more than the board
    /// has, where it never can.
    pub(super) fn room_for(&self, main: usize) -> u32 {
        let shape = &self.shapes[main].shape;
        let own = shape.size();
        let across = if shape.lock() == Lock::Vertical { u32::MAX } else { own.rows };
        let along = if shape.lock() == Lock::Horizontal { u32::MAX } else { own.cols };
        match self.rule {
            Rule::Corner => {
                let across = if own.cols < self.size.cols { across } else { 0 };
                let along = if own.rows < self.size.rows { along } else { 0 };
                across.max(along)
            }
            Rule::Exit { row } if row + own.rows > self.size.rows => u32::MAX,
            Rule::Exit { .. } => across,
            Rule::Anywhere => across.min(along),
            Rule::Any => 0,
        }
    }

    /// For each way to lay the board on itself that does not change the rule, the index of the image of each
    /// shape, where that is allowed as often.
    fn images(&self) -> Vec<Vec<Option<u32>>> {
        let keeps = |mirror: &Mirror| match self.rule {
            Rule::Corner => !mirror.rows && !mirror.cols,
            Rule::Exit { row } => {
                !mirror.diagonal && !mirror.cols && mirror.rows && 2 * row + 1 == self.size.rows
            }
            Rule::Anywhere | Rule::Any => true,
        };
        let ways = Mirror::all().filter(|mirror| mirror.keeps_size(self.size)).filter(keeps);
        let places: BTreeMap<&Shape, u32> =
            self.shapes.iter().map(|allowed| &allowed.shape).zip(0..).collect();
        let image = |mirror: Mirror| {
            let of = |allowed: &Allowed| {
                let shape = allowed.shape.mirrored(mirror);
                let image = Allowed { shape, number: allowed.number.clone() };
                let at = places.get(&image.shape).copied()?;
                (self.shapes[at as usize] == image).then_some(at)
            };
            self.shapes.iter().map(of).collect()
        };
        ways.map(image).collect()
    }

    /// Whether a piece of a shape must not lie at a place.
    pub(super) fn bars(&self, shape: usize, row: u32) -> bool {
        let Rule::Exit { row: exit } = self.rule else { return false };
        let shape = &self.shapes[shape].shape;
        shape.lock() == Lock::Horizontal && (row..row + shape.size().rows).contains(&exit)
    }
}
