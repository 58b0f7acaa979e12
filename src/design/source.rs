//! Where boards come from: a family, or an example.

use rand_pcg::Pcg64;

use super::family::{Family, FamilyError, Rule};
use super::improve::{Change, Pins, changed};
use super::members::Member;
use super::place::Filler;
use super::posed;
use crate::engine::host::below;
use crate::engine::query::Budget;
use crate::engine::rank::Ranking;
use crate::puzzle::{Configuration, Placement, Puzzle, Style};

/// Bytes for the ranking of an example's positions, from which random ones are drawn. If that is not
/// enough, boards begin with the example.
const RANKING: u64 = 1 << 28;

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
    /// The cell where the target piece starts, if not anywhere.
    pub target: Option<u32>,
    /// The shape of each kind of the puzzle, if it is of a family.
    shapes: Vec<u32>,
}

impl SourceBoard {
    /// Returns a board of a member; if it is barred, all its positions belong to the family.
    fn of_member(
        family: &Family,
        member: &Member,
        start: Vec<Placement>,
        goal: u32,
        is_barred: bool,
    ) -> Self {
        let puzzle = member.puzzle(family, start, Some(goal), is_barred);
        let starts = family.ends(member.main(family)).0;
        let target = starts.first().copied().filter(|_| family.rule == Rule::Corner);
        let shapes = member.kinds.iter().map(|&(shape, _)| shape).collect();
        Self { puzzle, target, shapes }
    }

    /// Returns the board of a filler, if it is one of the family.
    fn filled(family: &Family, filler: &Filler, goal: u32) -> Option<Self> {
        let member = filler.member()?;
        let kind = |kind: usize| match kind {
            0 => 0,
            kind => 1 + member.kinds[1..].partition_point(|other| (other.0 as usize) < kind - 1),
        };
        let pieces = filler.pieces.iter();
        let start = pieces.map(|&(of, cell)| Placement { cell, kind: kind(of) as u8 }).collect();
        Some(Self::of_member(family, &member, start, goal, false))
    }

    fn like(puzzle: Puzzle) -> Self {
        Self { puzzle, target: None, shapes: Vec::new() }
    }

    /// Returns the puzzle from a start at a distance, with its expectation.
    pub fn posed(&self, start: &Configuration, style: Style, moves: u64) -> Puzzle {
        posed(&self.puzzle, start, style, moves, self.shapes.is_empty())
    }

    /// Returns the same board in one of its positions.
    pub fn standing_at(mut self, start: &Configuration) -> Self {
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
        let members = match family.members(most, budget) {
            Err(FamilyError::TooMany { .. }) => return Ok(None),
            listed => listed?,
        };
        let mut boards = Vec::new();
        for member in members.list {
            let Some(start) = member.start(family, budget)? else { continue };
            for goal in family.ends(member.main(family)).1 {
                boards.push(SourceBoard::of_member(family, &member, start.clone(), goal, true));
            }
        }
        Ok(Some(boards))
    }

    /// Draws a random board: of an example, one of its positions, reachable or not; of a family,
    /// first a target piece is placed, then other pieces one after the other where they fit. May
    /// fail.
    pub(super) fn draw(&self, budget: &Budget, random: &mut Pcg64) -> Option<SourceBoard> {
        let family = match self {
            Source::Example(example) => {
                let ranking = Ranking::new(example, RANKING.min(budget.room() / 4));
                let all = ranking.as_ref().and_then(|all| usize::try_from(&all.total).ok());
                let start = match ranking.zip(all) {
                    Some((ranking, all)) => ranking.unrank(below(random, all) as u64),
                    None => example.start().clone(),
                };
                return Some(SourceBoard::like(example.starting_from(start).ok()?));
            }
            Source::Family(family) => family,
        };
        let main = family.main[below(random, family.main.len())];
        let (mut starts, goals) = family.ends(Some(main));
        if family.rule.exit_row().is_some() {
            starts.pop();
        }
        let cell = *starts.get(below(random, starts.len()))?;
        let goal = *goals.get(below(random, goals.len()))?;
        let mut filler = Filler::around(family, main, budget);
        if !filler.put(0, cell) {
            return None;
        }
        filler.put_some(filler.numbers.0, filler.numbers.1, random);
        SourceBoard::filled(family, &filler, goal)
    }

    /// Changes a board at random. May fail. Of a family, one of the pieces but the first target is
    /// removed, and one or two others are placed where they fit.
    pub(super) fn change(
        &self,
        board: &SourceBoard,
        style: Style,
        budget: &Budget,
        random: &mut Pcg64,
    ) -> Option<SourceBoard> {
        let Source::Family(family) = self else {
            let (change, pins) = (Change::Move, Pins::default());
            let changed = changed(&board.puzzle, change, &pins, (style, budget), random);
            return changed.map(SourceBoard::like);
        };
        let mut filler = Filler::around(family, board.shapes[0], budget);
        let pieces = board.puzzle.start().placements();
        let first = pieces.iter().position(|piece| piece.kind == 0)?;
        let gone = below(random, pieces.len() - 1);
        let gone = gone + usize::from(gone >= first);
        for (at, piece) in pieces.iter().enumerate() {
            if at != gone {
                let kind = usize::from(piece.kind);
                filler.put(if kind == 0 { 0 } else { board.shapes[kind] as usize + 1 }, piece.cell);
            }
        }
        let least = (filler.pieces.len() as u32 + 1).max(filler.numbers.0);
        filler.put_some(least, (least + 1).min(filler.numbers.1), random);
        SourceBoard::filled(family, &filler, board.puzzle.goals()[0].demands()[0].cell)
    }
}
