//! Second stage of reading: the possible meanings of a board.
//!
//! A reading does not fit a board, or finds an error in it, or gives a puzzle with its assumptions
//! and with what it leaves open.

mod blocks;
mod cars;
mod lists;
mod objects;
mod signs;
mod statements;
mod tiles;

use super::draft::PuzzleDraft;
use super::error::{ParseError, Question, examine};
use super::options::ReadOptions;
use super::problem::Problem;
use super::sheet::{BlockLabel, SheetBlock};
use super::text::{TextSpan, beginning};
use crate::puzzle::{Assumption, AssumptionSource, Puzzle, ReadAs, Setup};

pub use blocks::read as read_blocks;
pub use cars::read as read_cars;
pub use lists::read as read_list;
pub use objects::read as read_objects;
pub use signs::{is_bar, parts};
pub use tiles::{
    TileBoard, read as read_tiles, read_sized as read_sized_tiles, setup as tile_setup,
};

/// A board with its context.
#[derive(Clone)]
pub struct BoardInput<'o, 'a> {
    pub board: SheetBlock<'a>,
    pub goals: Vec<SheetBlock<'a>>,
    pub statements: Vec<TextSpan<'a>>,
    pub options: &'o ReadOptions,
    /// Whether the goal is the next board of the text, without a heading.
    pub is_pair: bool,
}

impl<'o, 'a> BoardInput<'o, 'a> {
    pub fn new(board: SheetBlock<'a>, options: &'o ReadOptions) -> Self {
        BoardInput { board, goals: Vec::new(), statements: Vec::new(), options, is_pair: false }
    }

    /// Returns the reading that options name.
    pub fn reading(&self) -> Option<&'o str> {
        self.options.reading.as_deref()
    }

    /// Returns the goal that options state, unless it is the next board.
    pub fn stated_goal(&self) -> Option<&'o str> {
        self.options.goal.as_deref().filter(|goal| *goal != "next")
    }
}

/// The result of a reading: `None` if the board is of another sort, an error if it is of this sort
/// and wrong.
pub type ReadingResult<'a> = Result<Option<Reading<'a>>, Problem>;

/// A board that was understood.
pub struct Reading<'a> {
    /// The convention, such as "Rush Hour".
    pub convention: &'static str,
    pub content: ReadingContent<'a>,
    pub assumptions: Vec<Assumption>,
    /// Questions; a board with any is not solved.
    pub open: Vec<ParseError>,
}

/// The result for a board.
pub enum ReadingContent<'a> {
    Draft {
        draft: PuzzleDraft<'a>,
        /// Whether kinds are named 1, 2, ...
        is_numbered: bool,
    },
    Tiles(TileBoard<'a>),
}

impl<'a> Reading<'a> {
    fn of(convention: &'static str, draft: PuzzleDraft<'a>, is_numbered: bool) -> Self {
        let content = ReadingContent::Draft { draft, is_numbered };
        Reading { convention, content, assumptions: Vec::new(), open: Vec::new() }
    }

    fn of_tiles(board: TileBoard<'a>) -> Self {
        let content = ReadingContent::Tiles(board);
        Reading { convention: "tiles", content, assumptions: Vec::new(), open: Vec::new() }
    }

    /// Returns the puzzle of a reading that is not a board of tiles.
    pub fn draft(&mut self) -> &mut PuzzleDraft<'a> {
        match &mut self.content {
            ReadingContent::Draft { draft, .. } => draft,
            ReadingContent::Tiles(_) => unreachable!("tiles are not drafted"),
        }
    }

    fn assume(&mut self, text: impl Into<String>, options: impl ToString) {
        self.note(text, AssumptionSource::Convention, options);
    }

    fn note(&mut self, text: impl Into<String>, source: AssumptionSource, options: impl ToString) {
        self.assumptions.push(Assumption::new(text, source, options.to_string()));
    }

    fn ask(&mut self, problem: Problem, questions: Vec<Question>) {
        self.open.push(ParseError { problems: vec![problem], questions });
    }

    /// Returns the puzzle as plain data, with the assumptions.
    pub fn setup(&self) -> Result<Setup, Problem> {
        let mut setup = match &self.content {
            ReadingContent::Draft { draft, is_numbered } => draft.setup(*is_numbered)?,
            ReadingContent::Tiles(board) => tile_setup(board)?,
        };
        if !self.assumptions.is_empty() {
            setup.origin.read_as = Some(ReadAs::new(self.convention, self.assumptions.clone()));
        }
        Ok(setup)
    }
}

/// Returns the puzzle of a line as plain data. Anything left open is an error.
pub fn setup_of(outcome: ReadingResult, line: TextSpan) -> Result<Setup, Problem> {
    let mut reading = outcome?.ok_or_else(|| line.wrong("this is no board", "rows of cells"))?;
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
    let mut draft = PuzzleDraft::of(puzzle, place);
    options.lock(&mut draft)?;
    if options.goal.is_some() {
        draft.goals.clear();
        let input = BoardInput::new(SheetBlock::new(BlockLabel::None, place), options);
        blocks::goals(&mut draft, &input)?;
        let wanted: Vec<usize> =
            draft.goals.iter().flat_map(|goal| &goal.wanted).map(|wanted| wanted.piece).collect();
        draft.single_out(|piece| wanted.contains(&piece));
    }
    let text = match (options.aim(&mut draft)?, &options.target) {
        (None, Some(target)) if options.goal.is_none() => {
            let message = format!("`--target {target}` does not say where");
            return Err(place.wrong(message, "`--to PLACE` or `--exit SIDE` as well").into());
        }
        (text, _) => text,
    };
    let mut reading = Reading::of("stated", draft, false);
    reading.note(text.unwrap_or_else(|| options.to_string()), AssumptionSource::Option, options);
    let setup = reading.setup()?;
    examine(&setup, |_| place)
}
