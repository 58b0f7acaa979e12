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
use super::error::{ParseError, Question, examine};
use super::layout::{Block, BlockLabel, Content, Grid, NamedFact, Records};
use super::options::ReadOptions;
use super::problem::Problem;
use super::records::{self, RecordContext};
use super::text::{TextSpan, beginning};
use super::texts::sheet;
use crate::puzzle::{Assumption, AssumptionSource, Puzzle, ReadAs, Setup, Size};

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
    /// The size of a board of tiles, if it is known.
    pub size: Option<Size>,
}

impl<'o, 'a> Case<'o, 'a> {
    pub fn new(block: Block<'a>, facts: &'o [NamedFact<'a>], options: &'o ReadOptions) -> Self {
        Case { block, goals: Vec::new(), facts, options, is_pair: false, size: None }
    }

    /// Creates a case of rows of words; `None` if there are no cells, or too many.
    pub fn of_rows(rows: Vec<Vec<TextSpan<'a>>>, options: &'o ReadOptions) -> Option<Self> {
        let grid = Grid::new(rows, true)?;
        let block = Block::new(BlockLabel::None, grid.place(0), vec![Content::Grid(grid)]);
        Some(Case::new(block, &[], options))
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
        for is_strict in [true, false] {
            for content in &self.block.contents {
                match self.read_content(content, is_strict) {
                    Ok(Some(reading)) if reading.open.is_empty() => return Ok(Some(reading)),
                    Ok(Some(reading)) => asked = asked.or(Some(reading)),
                    Ok(None) => {}
                    Err(other) => wrong = Some(other.after(wrong)),
                }
            }
            if asked.is_some() {
                return Ok(asked);
            }
        }
        wrong.map_or(Ok(None), Err)
    }

    fn read_content(&self, content: &Content<'a>, is_strict: bool) -> ReadingResult<'a> {
        let grid = match content {
            Content::Records(records) => return self.read_records(records),
            Content::Grid(_) if self.options.columns.is_some() => {
                return self.read_records(&content.as_records());
            }
            Content::Grid(grid) => grid,
        };
        let beside = Beside::of(&self.block.beside, Some(grid));
        if let Some(rule) = beside.rule {
            let message = format!("what `{}` means is not known", rule.text().trim());
            let expected = "`lock:`, `alike:` or another line of drawings";
            return Err(rule.wrong(message, expected).at_depth(9));
        }
        let blocks = || blocks::read(grid, self, &beside, is_strict).map(Some);
        let tiles = || tiles::read(grid, self, &beside);
        let mut reading = match (self.reading(), &self.options.target) {
            (Some("tiles" | "hackerrank" | "korf"), _) => tiles(),
            (None, None) => match tiles() {
                Ok(None) => blocks(),
                Err(wrong) if self.has_goal() => blocks().or(Err(wrong)),
                tiles => tiles,
            },
            _ => blocks(),
        }?;
        if let Some(reading) = &mut reading {
            beside.note(reading);
        }
        Ok(reading)
    }

    /// Reads a list of pieces. Its goal is another list, in the text or in an option.
    fn read_records(&self, records: &Records<'a>) -> ReadingResult<'a> {
        let stated = self.stated_goal().map(sheet);
        let blocks = stated.iter().flat_map(|sheet| &sheet.blocks);
        let goals = self.goals.iter().chain(blocks).flat_map(|block| &block.contents);
        let goal = goals.map(Content::as_records).next();
        let beside = Beside::of(&self.block.beside, None);
        let context = RecordContext {
            options: self.options,
            sizes: beside.sizes.iter().map(|&[rows, cols]| Size { rows, cols }).collect(),
            side: beside.numbers.first().copied(),
            facts: self.facts,
            goal: goal.as_ref(),
            statements: &self.block.statements,
            place: self.block.place,
        };
        let mut reading = records::read(records, &context)?;
        if let Some(reading) = &mut reading {
            beside.note(reading);
        }
        Ok(reading)
    }
}

/// The result of a reading: `None` if the block is of another sort, an error if it is of this sort
/// and wrong.
pub type ReadingResult<'a> = Result<Option<Reading<'a>>, Problem>;

/// A block that was understood.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The convention, such as "Rush Hour".
    pub convention: &'static str,
    pub draft: PuzzleDraft<'a>,
    /// Whether kinds are named 1, 2, ...
    pub is_numbered: bool,
    pub assumptions: Vec<Assumption>,
    /// Questions; a block with any is not solved.
    pub open: Vec<ParseError>,
}

impl<'a> Reading<'a> {
    pub fn of(convention: &'static str, draft: PuzzleDraft<'a>, is_numbered: bool) -> Self {
        let (assumptions, open) = (Vec::new(), Vec::new());
        Reading { convention, draft, is_numbered, assumptions, open }
    }

    pub fn assume(&mut self, text: impl Into<String>, options: impl ToString) {
        self.note(text, AssumptionSource::Convention, options);
    }

    pub fn note(
        &mut self,
        text: impl Into<String>,
        source: AssumptionSource,
        options: impl ToString,
    ) {
        self.assumptions.push(Assumption::new(text, source, options.to_string()));
    }

    /// As `note`, for a reading that is complete with it.
    pub fn with(
        mut self,
        text: impl Into<String>,
        source: AssumptionSource,
        options: impl ToString,
    ) -> Self {
        self.note(text, source, options);
        self
    }

    pub fn ask(&mut self, problem: Problem, questions: Vec<Question>) {
        self.open.push(ParseError { problems: vec![problem], questions });
    }

    /// Returns the puzzle as plain data, with the assumptions.
    pub fn setup(&self) -> Result<Setup, Problem> {
        let mut setup = self.draft.setup(self.is_numbered)?;
        if !self.assumptions.is_empty() {
            setup.origin.read_as = Some(ReadAs::new(self.convention, self.assumptions.clone()));
        }
        Ok(setup)
    }
}

/// Returns the puzzle of a line as plain data. Anything left open is an error.
pub fn setup_of(case: Option<Case>, line: TextSpan) -> Result<Setup, Problem> {
    let outcome = case.map_or(Ok(None), |case| case.read())?;
    let mut reading = outcome.ok_or_else(|| line.wrong("this is no board", "rows of cells"))?;
    match reading.open.pop() {
        Some(mut open) => Err(open.problems.remove(0)),
        None => reading.setup(),
    }
}

/// Applies the goal and the locks that options state to a puzzle of any notation.
pub fn restated(puzzle: &Puzzle, options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let place = beginning("");
    let signs = [(&options.empty, "empty"), (&options.wall, "wall"), (&options.gap, "gap")];
    if let Some((_, name)) = signs.into_iter().find(|(option, _)| option.is_some()) {
        let message =
            format!("`--{name}` has no meaning here: the notation says what each sign is");
        return Err(place.wrong(message, "boards that are drawn").into());
    }
    let mut reading = Reading::of("stated", PuzzleDraft::of(puzzle, place), false);
    let draft = &mut reading.draft;
    options.lock(draft)?;
    if options.goal.is_some() {
        draft.goals.clear();
        let block = Block::new(BlockLabel::None, place, Vec::new());
        goals::add(draft, &Case::new(block, &[], options))?;
        let wanted: Vec<usize> =
            draft.goals.iter().flat_map(|goal| &goal.wanted).map(|wanted| wanted.piece).collect();
        draft.single_out(|piece| wanted.contains(&piece));
    }
    let is_sent = aim::send_as_stated(&mut reading, options)?;
    match &options.target {
        Some(target) if !is_sent && options.goal.is_none() => {
            let message = format!("`--target {target}` does not say where");
            return Err(place
                .wrong(message, "`--target-at PLACE` or `--exit SIDE` as well")
                .into());
        }
        _ if !is_sent => reading.note(options.to_string(), AssumptionSource::Option, options),
        _ => {}
    }
    let setup = reading.setup()?;
    examine(&setup, |_| place)
}
