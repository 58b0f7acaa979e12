//! Third stage of reading: the puzzle that a text means.
//!
//! A list of pieces is recognised first. A board is tried as tiles, as Rush Hour and as blocks, in
//! this order, unless the options name a reading: the first that it fits is its reading. If that
//! leaves something open, the error is a question. If none fits, the error is that of the tiles if
//! the board looked like tiles, else that of the blocks.

use super::draft::PuzzleDraft;
use super::error::{ParseError, Question, examine};
use super::looks::odd_look;
use super::options::ReadOptions;
use super::problem::{Problem, ProblemEffect};
use super::readings::{
    BoardInput, Reading, ReadingContent, ReadingResult, read_blocks, read_cars, read_list,
    read_objects, read_sized_tiles, read_tiles,
};
use super::sheet::{BlockLabel, Grid, SheetBlock, SheetEntry, entries};
use super::text::{TextSpan, beginning};
use super::{Item, Parsed};
use crate::puzzle::{Puzzle, Setup, SetupPlace, Size};
use crate::tiles::Tiles;

/// Returns the puzzles of a text that draws or lists them.
pub fn items(text: &str, options: &ReadOptions) -> Vec<Item> {
    TextReader { text, options, is_nested: false, are_boards: false }.items()
}

/// Returns the tile boards of a text, each with its line. `size` need not be visible in the text.
/// Boards below each other are separate puzzles. The number of tiles is not limited.
///
/// # Errors
///
/// For each board, what is wrong with it, or the question that it leaves open.
///
/// ```
/// use sliding::notation::{ReadOptions, tile_boards};
///
/// let boards = tile_boards("2\n\n1 2\n0 3\n\n3 1\n2 0\n", &ReadOptions::default(), None);
/// assert_eq!(boards.len(), 2);
/// assert!(boards.iter().all(|(_, board)| board.is_ok()));
/// ```
pub fn tile_boards(
    text: &str,
    options: &ReadOptions,
    size: Option<Size>,
) -> Vec<(usize, Result<Tiles, ParseError>)> {
    let reader = TextReader { text, options, is_nested: false, are_boards: true };
    let boards = match reader.boards() {
        Ok(boards) => boards,
        Err(error) => return vec![(1, Err(error))],
    };
    let tiles = |case: &BoardInput| -> Result<Tiles, ParseError> {
        let message = "this is no tile puzzle";
        let other = || case.board.place.wrong(message, "a tile puzzle with one complete goal");
        let named = |puzzle: Puzzle| Ok(Tiles::named(&puzzle).ok_or_else(other)?);
        let Some(mut reading) = read_sized_tiles(case, size)? else {
            return named(reader.one(case)?.0);
        };
        match (reading.open.pop(), reading.content) {
            (Some(_), ReadingContent::Draft { .. }) => Err(other().into()),
            (Some(open), ReadingContent::Tiles(_)) => Err(reader.answered(open)),
            (None, ReadingContent::Draft { draft, is_numbered }) => {
                let setup = draft.setup(is_numbered)?;
                named(examine(&setup, |_| case.board.place)?)
            }
            (None, ReadingContent::Tiles(board)) => Tiles::new(board.size, board.tiles, board.goal)
                .map_err(|error| board.place.wrong(error.to_string(), "a board").into()),
        }
    };
    boards.iter().map(|case| (case.board.place.number, tiles(case))).collect()
}

struct TextReader<'a, 'o> {
    text: &'a str,
    options: &'o ReadOptions,
    /// Whether this reading only checks a possible answer of a question.
    is_nested: bool,
    /// Whether boards below each other are never start and goal.
    are_boards: bool,
}

impl<'a, 'o> TextReader<'a, 'o> {
    fn items(&self) -> Vec<Item> {
        let place = beginning(self.text);
        if self.options.reading.is_none() {
            for read in [read_objects, read_list] {
                if let Some(list) = read(self.text, self.options).transpose() {
                    let parsed = list.map_err(ParseError::from);
                    return vec![Item::new(
                        place.number,
                        parsed.and_then(|list| self.parsed(list)),
                    )];
                }
            }
        }
        let boards = match self.boards() {
            Ok(boards) => boards,
            Err(error) => return vec![Item::new(place.number, Err(error))],
        };
        if boards.is_empty() {
            let problem =
                place.wrong("there is no board", "rows of cells, or the size of the board");
            return vec![Item::new(place.number, Err(problem.into()))];
        }
        let item = |case: &BoardInput<'o, 'a>| Item::new(case.board.place.number, self.one(case));
        boards.iter().map(item).collect()
    }

    /// Returns the boards of the text. Two that could be start and goal are a question.
    fn boards(&self) -> Result<Vec<BoardInput<'o, 'a>>, ParseError> {
        let (boards, count) = gathered(self.text, self.options)?;
        let is_counted = count == Some(boards.len());
        if self.options.goal.as_deref() == Some("next") {
            return paired(boards);
        }
        let is_loose =
            |board: &BoardInput| board.goals.is_empty() && board.board.label == BlockLabel::None;
        if self.are_boards
            || is_counted
            || self.options.goal.is_some()
            || !boards.iter().all(is_loose)
        {
            return Ok(boards);
        }
        let is_stated = self.options.reading.is_some();
        match &boards[..] {
            [one] if !is_stated && halves(&one.board).is_some() => Err(self.ask_halves(one)),
            [start, goal]
                if start.board.lines.len() == goal.board.lines.len()
                    && !has_heading(&goal.board) =>
            {
                let mut pair = BoardInput { is_pair: true, ..start.clone() };
                pair.goals.push(goal.board.clone());
                pair.statements.extend(&goal.statements);
                // The pictures of their questions would be discarded.
                let probe = TextReader { is_nested: true, ..*self };
                let is_puzzle = |case| probe.one(case).is_ok();
                // A target given by options may be on only one of the boards.
                let has_target = self.options.target.is_some();
                match (is_puzzle(start), is_puzzle(goal)) {
                    (true, true) if !is_stated && is_puzzle(&pair) => Err(self.ask_pair(start)),
                    (true, are_puzzles) if are_puzzles || has_target => Ok(boards),
                    _ => Ok(vec![pair]),
                }
            }
            _ => Ok(boards),
        }
    }

    fn ask_halves(&self, board: &BoardInput) -> ParseError {
        let lines = &board.board.lines;
        let next = ReadOptions::with("goal", "next");
        let gap =
            ["X", "x"].into_iter().find(|gap| lines.iter().any(|line| line.text().contains(gap)));
        let pair = match gap {
            _ if lines.len() == 2 => next.and("as", "tiles"),
            Some(gap) => next.and("empty", gap),
            None => next,
        };
        let questions = vec![
            Question::new("start, then goal", pair),
            Question::new("one board", ReadOptions::with("as", "blocks")),
        ];
        let message = "no goal, unless these are two boards of the same pieces, start and goal";
        let problem = board.board.place.wrong(message, "an option that says which");
        self.answered(ParseError { problems: vec![problem], questions })
    }

    fn ask_pair(&self, start: &BoardInput) -> ParseError {
        let alone = match read_tiles(start) {
            Ok(Some(_)) => ReadOptions::with("goal", "ordered"),
            _ => ReadOptions::with("as", "rush"),
        };
        let questions = vec![
            Question::new("two puzzles", alone),
            Question::new("start, then goal", ReadOptions::with("goal", "next")),
        ];
        let problem = start.board.place.wrong(
            "two boards of the same pieces: two puzzles, or start and goal",
            "an option that says which, or a line `goal:` between them",
        );
        self.answered(ParseError { problems: vec![problem], questions })
    }

    fn one(&self, case: &BoardInput<'o, 'a>) -> Parsed {
        let reading = match case.reading() {
            Some("tiles" | "hackerrank" | "korf") => read_tiles(case),
            Some("rush" | "zwegner") => read_cars(case),
            Some(_) => read_blocks(case),
            None => usual(case),
        };
        let expected = "rows of cells, the size of the board, or a notation that `--as` names";
        let message = "this is not understood as a board";
        let other = || beginning(self.text).wrong(message, expected);
        self.parsed(reading?.ok_or_else(other)?)
    }

    /// Returns the puzzle of a reading, its error, or its first question.
    fn parsed(&self, mut reading: Reading<'a>) -> Parsed {
        if !reading.open.is_empty() {
            return Err(self.answered(reading.open.swap_remove(0)));
        }
        let setup = reading.setup()?;
        match &reading.content {
            ReadingContent::Tiles(board) => {
                examine(&setup, |_| board.place).map(|puzzle| (puzzle, Vec::new()))
            }
            ReadingContent::Draft { draft, .. } => {
                let puzzle = examine(&setup, |place| place_in(draft, place))?;
                Ok((puzzle, odd_looks(draft, &setup)))
            }
        }
    }

    /// Completes a question with the puzzle of each answer. Answers that give no puzzle are
    /// removed.
    fn answered(&self, mut error: ParseError) -> ParseError {
        error.questions.retain_mut(|question| {
            let TextReader { text, is_nested, are_boards, .. } = *self;
            let options = &question.options.or(self.options);
            let reader = TextReader { text, options, is_nested: true, are_boards };
            let item = if is_nested { None } else { reader.items().into_iter().next() };
            let parsed = item.map(|item| item.parsed);
            let is_answer = !matches!(&parsed, Some(Err(error)) if error.questions.is_empty());
            question.puzzle = parsed.and_then(Result::ok).map(|(puzzle, _)| puzzle);
            is_answer
        });
        error
    }
}

/// Returns the place of a part of a drafted puzzle.
fn place_in<'a>(draft: &PuzzleDraft<'a>, place: SetupPlace) -> TextSpan<'a> {
    let found = match place {
        SetupPlace::Piece(piece) => draft.pieces.get(piece).map(|piece| piece.place),
        SetupPlace::Demand { goal, demand } => {
            let goal = draft.goals.get(goal);
            goal.and_then(|goal| {
                let empty = || goal.empty.get(demand - goal.wanted.len()).map(|&(_, place)| place);
                goal.wanted.get(demand).map(|wanted| wanted.place).or_else(empty)
            })
        }
        SetupPlace::Goal(goal) => draft.goals.get(goal).map(|goal| goal.place),
        _ => None,
    };
    found.unwrap_or(draft.place)
}

/// Warns about facts that give no kind of pieces the looks that they mention.
fn odd_looks(draft: &PuzzleDraft, setup: &Setup) -> Vec<Problem> {
    let warning = |(line, note): &(TextSpan, crate::puzzle::Note)| {
        let words = odd_look(note, &setup.kinds)?;
        let named = note.kind_label().map(|(name, _)| name).or(note.color().map(|(name, _)| name));
        let piece = named.and_then(|name| draft.named(name.encode_utf8(&mut [0; 4])).ok());
        // The author of the line expects the name to be used.
        let like = named.zip(piece).map(|(name, piece)| {
            let kind = setup.kinds[usize::from(setup.start[piece].kind)].name;
            let message = format!(
                "piece `{name}` is one of the pieces `{kind}`, which look alike, so this is ignored"
            );
            line.wrong(message, "`distinct: AB`, which distinguishes pieces")
        });
        let (problem, effect) = match like {
            Some(problem) => (problem, ProblemEffect::Void),
            None => (line.wrong(words.message, words.expected), ProblemEffect::Ignored),
        };
        Some(Problem { effect, ..problem })
    };
    draft.notes.iter().filter_map(warning).collect()
}

/// Returns boards with their goals and statements, and the number of boards that the text
/// announces.
fn gathered<'a, 'o>(
    text: &'a str,
    options: &'o ReadOptions,
) -> Result<(Vec<BoardInput<'o, 'a>>, Option<usize>), ParseError> {
    let mut count = None;
    let mut boards: Vec<BoardInput> = Vec::new();
    let mut early = Vec::new();
    let all = entries(text);
    let blocks = all.iter().filter(|entry| matches!(entry, SheetEntry::Block(_))).count();
    for entry in all {
        match entry {
            SheetEntry::Statement(line) => match boards.last_mut() {
                Some(board) => board.statements.push(line),
                None => early.push(line),
            },
            SheetEntry::Block(block) if block.label == BlockLabel::Goal => {
                match boards.last_mut() {
                    Some(board) => board.goals.push(block),
                    None => {
                        let problem =
                            block.place.wrong("a goal without a board", "the board above it");
                        return Err(problem.into());
                    }
                }
            }
            SheetEntry::Block(block)
                if blocks > 1 && boards.is_empty() && number_of(&block).is_some() =>
            {
                count = number_of(&block);
            }
            SheetEntry::Block(board) => {
                let mut statements = std::mem::take(&mut early);
                for board in apart(board) {
                    let statements = std::mem::take(&mut statements);
                    boards.push(BoardInput { statements, ..BoardInput::new(board, options) });
                }
            }
        }
    }
    Ok((boards, count))
}

/// Whether a number or a name stands above a board.
fn has_heading(block: &SheetBlock) -> bool {
    let grids = block.grids();
    let board = grids.iter().find(|(_, grid)| grid.is_rectangle());
    board.is_some_and(|(head, _)| !head.is_empty())
}

/// Returns the boards of a block: one per line if the first line is a board of cars, else one.
fn apart(block: SheetBlock<'_>) -> Vec<SheetBlock<'_>> {
    let lines = block.lines_apart();
    let options = ReadOptions::default();
    let is_board = lines.first().is_some_and(|board| {
        matches!(read_cars(&BoardInput::new(board.clone(), &options)), Ok(Some(_)))
    });
    if is_board { lines } else { vec![block] }
}

fn number_of(block: &SheetBlock) -> Option<usize> {
    let [line] = &block.lines[..] else { return None };
    line.text().trim().parse().ok()
}

/// Makes each second board the goal of the one before it.
fn paired<'o, 'a>(boards: Vec<BoardInput<'o, 'a>>) -> Result<Vec<BoardInput<'o, 'a>>, ParseError> {
    let mut pairs = Vec::new();
    let mut boards = boards.into_iter();
    while let Some(mut start) = boards.next() {
        let goal = match (boards.next(), halves(&start.board)) {
            (Some(goal), _) => goal.board,
            (None, Some([upper, lower])) => {
                start.board = upper;
                lower
            }
            (None, None) => {
                let place = start.board.place;
                return Err(place.wrong("no board follows as the goal", "a second board").into());
            }
        };
        start.goals = vec![goal];
        start.is_pair = true;
        pairs.push(start);
    }
    Ok(pairs)
}

/// Splits a board into two with the same pieces: two rows that are squares, or an upper and a lower
/// half.
fn halves<'a>(block: &SheetBlock<'a>) -> Option<[SheetBlock<'a>; 2]> {
    let (_, grid) = block.grids().into_iter().next()?;
    let signs = |grid: &Grid<'a>| {
        let mut signs: Vec<&str> = grid.cells().map(|(_, sign)| sign).collect();
        signs.sort_unstable();
        signs
    };
    let [upper, lower] = match grid.squares().filter(|_| grid.size.rows == 2) {
        Some(squares) => <[Grid; 2]>::try_from(squares).ok()?,
        None => {
            let [upper, lower] = grid.halves()?;
            let all = signs(&upper);
            let are_single = all.windows(2).all(|pair| pair[0] != pair[1]);
            let is_large = upper.size.rows > 1 && upper.size.cols > 1;
            (are_single && is_large && grid.is_rectangle()).then_some(())?;
            [upper, lower]
        }
    };
    (signs(&upper) == signs(&lower))
        .then(|| [upper, lower].map(|grid| SheetBlock::of_grid(block, &grid)))
}

/// Returns the reading that a board fits: tiles, cars, else blocks.
fn usual<'a>(case: &BoardInput<'_, 'a>) -> ReadingResult<'a> {
    let tiles = read_tiles(case);
    let wants_blocks = case.options.target.is_some();
    match tiles {
        Ok(Some(_)) if !wants_blocks => return tiles,
        Err(_) if !wants_blocks && case.goals.is_empty() => return tiles,
        _ => {}
    }
    let is_drawn = !case.goals.is_empty() || case.stated_goal().is_some();
    if !is_drawn && let cars @ Ok(Some(_)) = read_cars(case) {
        return cars;
    }
    match (read_blocks(case), tiles) {
        (Err(_) | Ok(None), wrong @ Err(_)) => wrong,
        (blocks, _) => blocks,
    }
}
