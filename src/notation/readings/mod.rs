//! Second stage of reading: the possible meanings of a block.
//!
//! A reading does not fit a block, or finds an error in it, or gives a puzzle with its assumptions
//! and with what it leaves open. Which sign is empty, which a wall, which piece leaves: a role is
//! possible only if a puzzle results.

pub mod aim;
mod beside;
mod blocks;
mod goals;
mod signs;
pub mod statements;
mod tiles;

use super::draft::PuzzleDraft;
use super::layout::{Block, BlockLabel, Grid, NamedFact};
use super::options::ReadOptions;
use super::problem::{ParseError, Problem, Result};
use super::records;
use super::text::{TextSpan, beginning};
use super::texts::sheet;
use crate::puzzle::{AssumptionSource, Puzzle};

pub use beside::Beside;
pub use signs::{is_bar, parts};
pub use tiles::is_usual_goal;

/// A block with what belongs to it.
#[derive(Clone, Debug)]
pub struct Case<'o, 'a> {
    pub block: Block<'a>,
    pub goals: Vec<Block<'a>>,
    pub facts: &'o [NamedFact<'a>],
    pub options: &'o ReadOptions,
    /// Whether the goal is the next board of the text, without a heading.
    pub is_pair: bool,
}

impl<'o, 'a> Case<'o, 'a> {
    pub fn new(block: Block<'a>, facts: &'o [NamedFact<'a>], options: &'o ReadOptions) -> Self {
        Case { block, goals: Vec::new(), facts, options, is_pair: false }
    }

    /// Returns the case with the next board as its goal.
    pub fn paired(&self, goal: &Block<'a>) -> Self {
        let mut pair = Case { goals: vec![goal.clone()], is_pair: true, ..self.clone() };
        pair.block.statements.extend(&goal.statements);
        pair
    }

    /// Returns the reading that options name.
    pub fn reading(&self) -> Option<&'o str> {
        self.options.reading.as_deref()
    }

    /// Returns the goal that options state, unless it is the next board.
    pub fn stated_goal(&self) -> Option<&'o str> {
        self.options.goal.as_deref().filter(|goal| *goal != "next")
    }

    /// Whether a goal is drawn or stated.
    pub fn has_goal(&self) -> bool {
        !self.goals.is_empty() || self.stated_goal().is_some()
    }

    /// Returns the puzzle of the block, by the first content that gives one; else the first question,
    /// else the error of the surest content.
    pub fn read(&self) -> ReadingResult<'a> {
        let mut wrong: Option<Problem> = None;
        let mut asked = None;
        for grid in &self.block.contents {
            match self.read_grid(grid) {
                Ok(Some(draft)) if draft.open.is_empty() => return Ok(Some(draft)),
                Ok(Some(draft)) => asked = asked.or(Some(draft)),
                Ok(None) => {}
                Err(other) => wrong = Some(other.after(wrong)),
            }
        }
        wrong.filter(|_| asked.is_none()).map_or(Ok(asked), Err)
    }

    fn read_grid(&self, grid: &Grid<'a>) -> ReadingResult<'a> {
        if grid.is_list || self.options.columns.is_some() {
            return self.read_list(grid);
        }
        let beside = Beside::of(&self.block.beside, Some(grid));
        if let Some(rule) = beside.rule {
            return Err(rule
                .wrong(
                    format!("what `{}` means is not known", rule.text().trim()),
                    "`lock:`, `alike:` or another line of drawings",
                )
                .at_depth(9));
        }
        let blocks = || blocks::read(grid, self, &beside).map(Some);
        let tiles = || tiles::read(grid, self, &beside);
        let mut draft = match (self.reading(), &self.options.target) {
            (Some("tiles" | "hackerrank" | "korf"), _) => tiles(),
            (None, None) => match tiles() {
                Ok(None) => blocks(),
                Err(wrong) if self.has_goal() => blocks().or(Err(wrong)),
                tiles => tiles,
            },
            _ => blocks(),
        }?;
        if let Some(draft) = &mut draft {
            beside.note(draft);
        }
        Ok(draft)
    }

    /// Reads a list of pieces. Its goal is another list, in the text or in an option.
    fn read_list(&self, list: &Grid<'a>) -> ReadingResult<'a> {
        let stated = self.stated_goal().map(sheet);
        let blocks = stated.iter().flat_map(|sheet| &sheet.blocks);
        let goal = self.goals.iter().chain(blocks).flat_map(|block| &block.contents).next();
        let beside = Beside::of(&self.block.beside, None);
        let mut draft = records::read(list, goal, self, &beside)?;
        if let Some(draft) = &mut draft {
            beside.note(draft);
        }
        Ok(draft)
    }
}

/// The result of a reading: `None` if the block is of another sort, an error if it is of this sort
/// and wrong.
pub type ReadingResult<'a> = Result<Option<PuzzleDraft<'a>>>;

/// Returns the draft of a line that has this board. Anything left open is an error.
pub fn draft_of<'a>(
    grid: Option<Grid<'a>>,
    options: &ReadOptions,
    line: TextSpan<'a>,
) -> Result<PuzzleDraft<'a>> {
    let nothing = || {
        line.wrong("this is no board", "the numbers of a square, or rows with slashes between them")
    };
    let block = Block::of(BlockLabel::None, grid.ok_or_else(nothing)?);
    let mut draft = Case::new(block, &[], options).read()?.ok_or_else(nothing)?;
    draft.open.pop().map_or(Ok(draft), |mut open| Err(open.problems.remove(0)))
}

/// Applies the goal and the locks that options state to a puzzle of any notation.
pub fn restated(puzzle: &Puzzle, options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let place = beginning("");
    let signs = [(&options.empty, "empty"), (&options.wall, "wall"), (&options.gap, "gap")];
    if let Some((_, name)) = signs.into_iter().find(|(option, _)| option.is_some()) {
        return place.fail(
            format!("`--{name}` has no meaning here: the notation says what each sign is"),
            "boards that are drawn",
        );
    }
    let mut draft = PuzzleDraft::of(puzzle, place);
    options.lock(&mut draft)?;
    if options.goal.is_some() {
        draft.goals.clear();
        let block = Block::new(BlockLabel::None, place, Vec::new());
        goals::add(&mut draft, &Case::new(block, &[], options))?;
        let goals = draft.goals.clone();
        let wanted = goals.iter().flat_map(|goal| &goal.wanted);
        draft.single_out(|piece| wanted.clone().any(|wanted| wanted.0 == piece));
    }
    let is_sent = aim::send_as_stated(&mut draft, options, None)?;
    match &options.target {
        Some(target) if !is_sent && options.goal.is_none() => {
            return Err(place
                .wrong(
                    format!("`--target {target}` does not say where"),
                    "`--target-at PLACE` or `--exit SIDE` as well",
                )
                .into());
        }
        _ if !is_sent => draft.note(options.to_string(), AssumptionSource::Option, options),
        _ => {}
    }
    Ok(draft.puzzle()?.0)
}
