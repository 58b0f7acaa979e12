//! Where boards come from: a family, or an example.

use rand_pcg::Pcg64;

use super::changes::{Change, Pins, changed, shuffled};
use super::family::{Family, FamilyError, Rule};
use super::member::Member;
use super::posed;
use crate::engine::host::below;
use crate::engine::query::Budget;
use crate::puzzle::{Configuration, Placement, Puzzle, Style};

/// Number of consecutive failures to place a piece before a board is discarded.
const TRIES: u32 = 64;

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
    /// The member of the family that it is of.
    member: Option<Member>,
}

impl SourceBoard {
    /// Returns a board of a member; if it is barred, all its positions belong to the family.
    fn of_member(
        family: &Family,
        member: Member,
        start: Vec<Placement>,
        goal: u32,
        is_barred: bool,
    ) -> Self {
        let puzzle = member.puzzle(family, start, Some(goal), is_barred);
        let starts = member.places(family).0;
        let target = starts.first().copied().filter(|_| family.rule == Rule::Corner);
        Self { puzzle, target, member: Some(member) }
    }

    fn like(puzzle: Puzzle) -> Self {
        Self { puzzle, target: None, member: None }
    }

    /// Returns the same board in one of its positions.
    pub(super) fn standing_at(mut self, start: &Configuration) -> Self {
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
            let Some(start) = member.some_start(family, budget)? else { continue };
            for goal in member.places(family).1 {
                let (member, start) = (member.clone(), start.clone());
                boards.push(SourceBoard::of_member(family, member, start, goal, true));
            }
        }
        Ok(Some(boards))
    }

    /// Draws a random board: first a target piece is placed, then other pieces one after the other
    /// where they fit. May fail.
    pub(super) fn draw(&self, random: &mut Pcg64) -> Option<SourceBoard> {
        let family = match self {
            Source::Example(example) => {
                let start = shuffled(example, random)?;
                return Some(SourceBoard::like(example.starting_from(start).ok()?));
            }
            Source::Family(family) => family,
        };
        let main = family.main[below(random, family.main.len())];
        let member = Member::new(main, 1, Vec::new());
        let (mut starts, goals) = member.places(family);
        if family.rule.exit_row().is_some() {
            starts.pop();
        }
        let cell = *starts.get(below(random, starts.len()))?;
        let goal = *goals.get(below(random, goals.len()))?;
        let mut board = RandomBoard::new(family, main, cell)?;
        board.add(*family.pieces.start(), *family.pieces.end(), random);
        board.finish(goal)
    }

    /// Changes a board at random. May fail. Of a family, one of the pieces but the first target is
    /// removed, and one or two others are placed where they fit.
    pub(super) fn change(&self, board: &SourceBoard, random: &mut Pcg64) -> Option<SourceBoard> {
        let Source::Family(family) = self else {
            let changed = changed(&board.puzzle, Change::Move, &Pins::default(), random);
            return changed.map(SourceBoard::like);
        };
        let kinds = &board.member.as_ref()?.kinds;
        let mut pieces = board.puzzle.start().placements().to_vec();
        let first = pieces.iter().position(|piece| piece.kind == 0)?;
        let mut changed = RandomBoard::new(family, kinds[0].0 as usize, pieces.remove(first).cell)?;
        let gone = below(random, pieces.len());
        for (_, piece) in pieces.iter().enumerate().filter(|(at, _)| *at != gone) {
            changed.put(kinds[usize::from(piece.kind)].0 as usize, piece.cell);
        }
        let least = (changed.pieces.len() as u32 + 1).max(*family.pieces.start());
        changed.add(least, (least + 1).min(*family.pieces.end()), random);
        changed.finish(board.puzzle.goals()[0].demands()[0].cell)
    }

    /// Returns the puzzle of a board from a start at a distance, with its expectation.
    pub(super) fn finish(
        &self,
        board: &SourceBoard,
        start: &Configuration,
        style: Style,
        moves: u64,
    ) -> Puzzle {
        posed(&board.puzzle, start, style, moves, matches!(self, Source::Example(_)))
    }
}

/// A board on which pieces are placed at random.
struct RandomBoard<'a> {
    family: &'a Family,
    /// The shape of the target.
    main: usize,
    taken: u64,
    /// The shapes and origins of the pieces, a target piece first.
    pieces: Vec<(usize, u32)>,
}

impl<'a> RandomBoard<'a> {
    fn new(family: &'a Family, main: usize, cell: u32) -> Option<Self> {
        let taken = family.covers(main, true, cell)?;
        Some(Self { family, main, taken, pieces: vec![(main, cell)] })
    }

    /// Whether a piece is one of the target pieces.
    fn is_target(&self, shape: usize, cell: u32) -> bool {
        let row = self.family.size.row_col(cell).0;
        (shape, cell) == self.pieces[0] || self.family.is_target(self.main, shape, row)
    }

    /// Places a piece, if it may be there.
    fn put(&mut self, shape: usize, cell: u32) -> bool {
        let family = self.family;
        let covered = family.covers(shape, self.is_target(shape, cell), cell);
        let alike = self.pieces.iter().filter(|piece| piece.0 == shape).count() as u32;
        let fits = covered.filter(|covered| {
            let left = family.size.cells() as u32 - (self.taken | covered).count_ones();
            covered & self.taken == 0
                && left >= *family.empty.start()
                && alike < *family.shapes[shape].number.end()
        });
        self.taken |= fits.unwrap_or(0);
        self.pieces.extend(fits.map(|_| (shape, cell)));
        fits.is_some()
    }

    /// Places pieces at random until their number is one of these, at random.
    fn add(&mut self, least: u32, most: u32, random: &mut Pcg64) {
        let wanted = least + below(random, (most.saturating_sub(least) + 1) as usize) as u32;
        let mut tries = 0;
        while (self.pieces.len() as u32) < wanted && tries < TRIES {
            let shape = below(random, self.family.shapes.len());
            let cell = below(random, self.family.size.cells()) as u32;
            tries = if self.put(shape, cell) { 0 } else { tries + 1 };
        }
    }

    /// Returns the board, if it is one of the family.
    fn finish(self, goal: u32) -> Option<SourceBoard> {
        let family = self.family;
        let is_target = |&(shape, cell): &(usize, u32)| self.is_target(shape, cell);
        let others = self.pieces.iter().filter(|&piece| !is_target(piece));
        let others: Vec<u32> = others.map(|&(shape, _)| shape as u32).collect();
        let targets = (self.pieces.len() - others.len()) as u32;
        let member = Member::new(self.main, targets, others);
        let kind = |piece: &(usize, u32)| match is_target(piece) {
            true => 0,
            false => {
                let before = |other: &(u32, u32)| (other.0 as usize) < piece.0;
                1 + member.kinds[1..].partition_point(before) as u8
            }
        };
        let start = self.pieces.iter().map(|piece| Placement { cell: piece.1, kind: kind(piece) });
        let start = start.collect();
        let is_member = family.allows(member.pieces(), member.cells(family))
            && member.has_allowed_numbers(family, &family.needed());
        is_member.then(|| SourceBoard::of_member(family, member, start, goal, false))
    }
}
