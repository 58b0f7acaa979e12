//! Where boards come from: a family, or an example.

use rand_pcg::Pcg64;

use super::census::{StepCounter, counted};
use super::changes::{Change, Pins, changed, shuffled};
use super::family::{Family, FamilyError, Rule};
use super::random::{RandomBoard, change, draw};
use super::sweep::StartRule;
use super::{expecting, puzzle_from};
use crate::engine::query::Budget;
use crate::puzzle::{Configuration, Puzzle, Style};

/// Where generated puzzles come from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A family.
    Family(&'a Family),
    /// A puzzle: others have its board, walls, pieces and goals, and another start.
    Example(&'a Puzzle),
}

impl<'a> From<&'a Family> for Source<'a> {
    fn from(family: &'a Family) -> Self {
        Source::Family(family)
    }
}

impl<'a> From<&'a Puzzle> for Source<'a> {
    fn from(example: &'a Puzzle) -> Self {
        Source::Example(example)
    }
}

/// A board of a source.
pub struct SourceBoard {
    pub puzzle: Puzzle,
    /// Its possible starts.
    pub starts: StartRule,
    /// How it was drawn, if it is of a family.
    drawn: Option<RandomBoard>,
}

impl SourceBoard {
    /// Returns a drawn board; if it is barred, all its positions belong to the family.
    fn of_family(family: &Family, drawn: RandomBoard, is_barred: bool) -> Self {
        let puzzle = drawn.member.puzzle(family, drawn.start.clone(), Some(drawn.goal), is_barred);
        let starts = match (family.rule, drawn.member.places(family)) {
            (Rule::Corner, Some((starts, _))) => StartRule::At(starts[0]),
            _ => StartRule::Any,
        };
        Self { puzzle, starts, drawn: Some(drawn) }
    }

    fn like(puzzle: Puzzle) -> Self {
        Self { puzzle, starts: StartRule::Any, drawn: None }
    }

    /// Returns the same board in one of its positions.
    pub(super) fn standing_at(mut self, start: &Configuration) -> Self {
        if let Some(drawn) = &mut self.drawn {
            drawn.start = start.placements().to_vec();
            drawn.start.sort_by_key(|piece| piece.kind != 0);
        }
        self.puzzle = self.puzzle.starting_from(start.clone()).expect("a position of the puzzle");
        self
    }
}

impl Source<'_> {
    /// Returns one board for each member and each goal; `None` if there are more than `most`
    /// members.
    pub(super) fn all_boards(
        &self,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<SourceBoard>>, FamilyError> {
        let family = match self {
            Source::Example(example) => {
                return Ok(Some(vec![SourceBoard::like((*example).clone())]));
            }
            Source::Family(family) => family,
        };
        match counted(family, most, &mut StepCounter::within(budget)) {
            Err(FamilyError::TooMany { .. }) => return Ok(None),
            listed => listed?,
        };
        let mut boards = Vec::new();
        for member in family.members(budget)?.list {
            let start = member.some_start(family, budget).map_err(FamilyError::Stopped)?;
            let Some(start) = start else { continue };
            let (_, goals) = member.places(family).unwrap_or_default();
            let drawn = |goal| RandomBoard { member: member.clone(), start: start.clone(), goal };
            boards.extend(
                goals.into_iter().map(|goal| SourceBoard::of_family(family, drawn(goal), true)),
            );
        }
        Ok(Some(boards))
    }

    /// Draws a random board. May fail.
    pub(super) fn draw(&self, random: &mut Pcg64) -> Option<SourceBoard> {
        match self {
            Source::Family(family) => {
                Some(SourceBoard::of_family(family, draw(family, random)?, false))
            }
            Source::Example(example) => {
                let start = shuffled(example, random)?;
                Some(SourceBoard::like(example.starting_from(start).ok()?))
            }
        }
    }

    /// Changes a board at random. May fail.
    pub(super) fn change(&self, board: &SourceBoard, random: &mut Pcg64) -> Option<SourceBoard> {
        match self {
            Source::Family(family) => {
                let changed = change(family, board.drawn.as_ref()?, random)?;
                Some(SourceBoard::of_family(family, changed, false))
            }
            Source::Example(_) => changed(&board.puzzle, Change::Move, &Pins::default(), random)
                .map(SourceBoard::like),
        }
    }

    /// Returns the puzzle of a board from a start at a distance, with its name and expectation.
    pub(super) fn finish(
        &self,
        board: &SourceBoard,
        start: &Configuration,
        style: Style,
        moves: u64,
    ) -> Puzzle {
        let puzzle = &board.puzzle;
        if let (Source::Family(family), Some(drawn)) = (self, &board.drawn) {
            return puzzle_from(family, &drawn.member, puzzle, start, style, moves);
        }
        let puzzle = puzzle.starting_from(start.clone()).expect("a position of the puzzle");
        expecting(&puzzle, style, moves)
    }
}
