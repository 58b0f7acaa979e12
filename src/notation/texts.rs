//! Third stage of reading: the puzzles that a text means.
//!
//! A text is cut into blocks; blocks are sorted into cases, each a start with its goals; each case is
//! read as tiles, as cars or blocks, or as a list of pieces, unless the options name a reading. If that
//! leaves something open, the error is a question; each of its answers was tried.

use super::Item;
use super::Parsed;
use super::draft::PuzzleDraft;
use super::error::{ParseError, Question, examine};
use super::layout::{self, Block, BlockLabel, Content, Grid, Sheet};
use super::looks::odd_look;
use super::options::ReadOptions;
use super::problem::{Problem, ProblemEffect};
use super::readings::{Beside, Case, Reading, is_usual_goal};
use super::text::{TextSpan, beginning, full_lines};
use crate::puzzle::{Setup, SetupPlace, Size};
use crate::tiles::Tiles;

/// How often an answer may lead to another question, whose answers are then added to it.
const MAX_QUESTIONS: usize = 3;
/// Answers of a question at most.
const MAX_ANSWERS: usize = 12;

/// Returns the puzzles of a text that draws or lists them.
pub fn items(text: &str, options: &ReadOptions) -> Vec<Item> {
    TextReader { text, options, asked: 0, are_boards: false }.items()
}

/// Returns the blocks of a text.
pub fn sheet(text: &str) -> Sheet<'_> {
    let code = layout::of_code(text).filter(|_| !is_quoted_table(text));
    let Some(mut code) = code else { return layout::of_lines(text) };
    // Beside lists of pieces, other lists are something else.
    let is_list = |block: &Block| matches!(block.contents[..], [Content::Records(_)]);
    if code.blocks.iter().any(is_list) {
        code.blocks.retain(is_list);
    }
    code
}

/// Whether each line has quoted values with commas between them, as spreadsheets write tables.
fn is_quoted_table(text: &str) -> bool {
    let mut lines = full_lines(text);
    let is_value = |value: &str| value.len() > 1 && value.starts_with('"') && value.ends_with('"');
    lines.clone().nth(1).is_some()
        && lines.all(|line| line.text().contains(',') && line.text().split(',').all(is_value))
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
    let reader = TextReader { text, options, asked: 0, are_boards: true };
    let sheet = sheet(text);
    let mut cases = match reader.cases(&sheet) {
        Ok(cases) => cases,
        Err(error) => return vec![(1, Err(error))],
    };
    let tiles = |case: &mut Case| -> Result<Tiles, ParseError> {
        case.size = size;
        let place = case.block.place;
        let other =
            || place.wrong("this is no tile puzzle", "a tile puzzle with one complete goal");
        let found = case.read()?;
        // Rows of several lengths are no board of tiles.
        let is_ragged = |found: &Reading| !found.open.is_empty() && !found.draft.walls.is_empty();
        if found.as_ref().is_some_and(is_ragged) {
            return Err(other().into());
        }
        let reading = reader.without_doubt(found)?;
        let found = match reading.draft.tiles() {
            Some(tiles) => Some(tiles),
            None => Tiles::named(&reader.puzzle(&reading)?.0),
        };
        Ok(found.ok_or_else(other)?)
    };
    cases.iter_mut().map(|case| (case.block.place.number, tiles(case))).collect()
}

struct TextReader<'a, 'o> {
    text: &'a str,
    options: &'o ReadOptions,
    /// How many answers of questions the options contain.
    asked: usize,
    /// Whether boards below each other are never start and goal.
    are_boards: bool,
}

impl<'a, 'o> TextReader<'a, 'o> {
    fn items(&self) -> Vec<Item> {
        let place = beginning(self.text);
        let sheet = sheet(self.text);
        let cases = match self.cases(&sheet) {
            Ok(cases) => cases,
            Err(error) => return vec![Item::new(place.number, Err(error))],
        };
        if cases.is_empty() {
            let problem =
                place.wrong("there is no board", "rows of cells, or the size of the board");
            return vec![Item::new(place.number, Err(problem.into()))];
        }
        let item = |case: &Case<'_, 'a>| Item::new(case.block.place.number, self.one(case));
        let items: Vec<Item> = cases.iter().map(item).collect();
        let is_lost =
            |item: &Item| item.parsed.as_ref().is_err_and(|error| error.questions.is_empty());
        let is_large = |grid: &Grid| grid.size.rows > 2 && grid.size.cols > 2;
        let has_board = cases.iter().any(|case| case.block.grids().any(is_large));
        if sheet.is_code && !has_board && items.len() > 1 && items.iter().all(is_lost) {
            let message = "this is source code, and nothing in it is a board or a list of pieces";
            let expected = "the rows of the board alone, or a line for each piece and `--columns`";
            return vec![Item::new(place.number, Err(place.wrong(message, expected).into()))];
        }
        items
    }

    /// Returns the puzzles of the text, each with its goals. Two boards that could be start and goal
    /// are a question.
    fn cases<'s>(&'s self, sheet: &'s Sheet<'a>) -> Result<Vec<Case<'s, 'a>>, ParseError> {
        let mut cases: Vec<Case> = Vec::new();
        let width = |block: &Block| match &block.contents[..] {
            [Content::Records(records)] => Some(records.rows[0].len()),
            _ => None,
        };
        for (index, block) in sheet.blocks.iter().enumerate() {
            let is_odd = index > 0 && width(block) != width(&sheet.blocks[index - 1]);
            if is_odd && width(block).is_some() {
                let message = "pieces with different numbers of values";
                return Err(block.place.wrong(message, "the same values for each piece").into());
            }
            match cases.last_mut() {
                _ if block.label != BlockLabel::Goal => {
                    cases.push(Case::new(block.clone(), &sheet.facts, self.options));
                }
                Some(case) => {
                    case.block.statements.extend(&block.statements);
                    case.goals.push(block.clone());
                }
                None => {
                    let problem = block.place.wrong("a goal without a board", "the board above it");
                    return Err(problem.into());
                }
            }
        }
        if self.options.goal.as_deref() == Some("next") {
            return paired(cases);
        }
        let numbers = |case: &Case| Beside::of(&case.block.beside, None).numbers;
        let count = cases.len() as u32;
        let is_counted = cases.first().is_some_and(|case| numbers(case).contains(&count));
        let is_loose = |case: &Case| case.goals.is_empty() && case.block.label == BlockLabel::None;
        let may_be_pair = !self.are_boards && !is_counted && self.options.goal.is_none();
        match &cases[..] {
            [one] if is_loose(one) => self.parts(one),
            [start, goal]
                if may_be_pair
                    && is_loose(start)
                    && is_loose(goal)
                    && goal.block.beside.is_empty() =>
            {
                self.pair(start, goal)
            }
            _ => Ok(cases),
        }
    }

    /// Sorts two boards: start and goal of one puzzle, or two puzzles, or a question.
    fn pair<'s>(
        &'s self,
        start: &Case<'s, 'a>,
        goal: &Case<'s, 'a>,
    ) -> Result<Vec<Case<'s, 'a>>, ParseError> {
        let boards = vec![start.clone(), goal.clone()];
        let grids = start.block.grids().next().zip(goal.block.grids().next());
        let Some((first, second)) = grids else { return Ok(boards) };
        let last = first.place(first.size.cells() as u32 - 1);
        let is_line = first.size.rows > 1 && first.place(0).number == last.number;
        if first.size.rows != second.size.rows || is_line {
            return Ok(boards);
        }
        let mut pair = Case { is_pair: true, ..start.clone() };
        pair.goals.push(goal.block.clone());
        pair.block.statements.extend(&goal.block.statements);
        let is_stated = self.options.reading.is_some();
        if !is_stated && first.signs() == second.signs() && is_usual_goal(second, self.options) {
            return Ok(vec![pair]);
        }
        // A target given by options may be on only one of the boards.
        let has_target = self.options.target.is_some();
        match (self.is_puzzle(start), self.is_puzzle(goal)) {
            (true, true) if !is_stated && self.is_puzzle(&pair) => {
                let alone = match start.read() {
                    Ok(Some(reading)) if reading.convention == "tiles" => ("goal", "ordered"),
                    _ => ("as", "rush"),
                };
                let questions = vec![
                    Question::one("two puzzles", alone.0, alone.1),
                    Question::one("start, then goal", "goal", "next"),
                ];
                let problem = start.block.place.wrong(
                    "two boards of the same pieces: two puzzles, or start and goal",
                    "an option that says which, or a line `goal:` between them",
                );
                Err(self.answered(ParseError { problems: vec![problem], questions }))
            }
            (true, are_puzzles) if are_puzzles || has_target => Ok(boards),
            _ => Ok(vec![pair]),
        }
    }

    /// Cuts a lone board into boards of the same signs: as many, or as high, as a line beside it says;
    /// or start and goal, if the lower half is a usual goal, else a question.
    fn parts<'s>(&'s self, case: &Case<'s, 'a>) -> Result<Vec<Case<'s, 'a>>, ParseError> {
        let part = |grid: Grid<'a>| Case { block: case.block.part(grid), ..case.clone() };
        let numbers = Beside::of(&case.block.beside, None).numbers;
        for grid in case.block.grids() {
            let rows = grid.size.rows as usize;
            for count in (2..=rows).filter(|count| rows.is_multiple_of(*count)) {
                let Some(parts) = grid.parts(rows / count) else { continue };
                let size = parts[0].size;
                let is_said =
                    numbers.contains(&(count as u32)) || numbers.contains(&size.rows) && count > 2;
                let is_board = is_said && size.rows > 1 && size.cols > 1;
                if is_board && parts.iter().all(|part| part.signs() == parts[0].signs()) {
                    return Ok(parts.into_iter().map(part).collect());
                }
            }
            let may_have_goal = self.options.goal.is_none() && !self.are_boards;
            let Some([start, goal]) = halves(grid).filter(|_| may_have_goal) else { continue };
            if is_usual_goal(&goal, self.options) {
                let goals = vec![case.block.part(goal)];
                return Ok(vec![Case { is_pair: true, goals, ..part(start) }]);
            }
            if self.options.reading.is_some() {
                continue;
            }
            let next = ReadOptions::with("goal", "next");
            let next = match ["X", "x"].into_iter().find(|gap| grid.has(gap)) {
                _ if grid.size.rows == 2 => next.and("as", "tiles"),
                Some(gap) => next.and("empty", gap),
                None => next,
            };
            let questions = vec![
                Question::new("start, then goal", next),
                Question::one("one board", "as", "blocks"),
            ];
            let message = "no goal, unless these are two boards of the same pieces, start and goal";
            let problem = case.block.place.wrong(message, "an option that says which");
            return Err(self.answered(ParseError { problems: vec![problem], questions }));
        }
        Ok(vec![case.clone()])
    }

    /// Whether a case is a puzzle, or a question. The answers of its questions are not tried.
    fn is_puzzle(&self, case: &Case<'_, 'a>) -> bool {
        let probe = TextReader { asked: MAX_QUESTIONS, ..*self };
        probe.one(case).map_or_else(|error| !error.questions.is_empty(), |_| true)
    }

    /// Returns the puzzle of a case.
    fn one(&self, case: &Case<'_, 'a>) -> Parsed {
        self.puzzle(&self.without_doubt(case.read()?)?)
    }

    /// Returns a reading that leaves nothing open, or its first question.
    fn without_doubt(&self, found: Option<Reading<'a>>) -> Result<Reading<'a>, ParseError> {
        let expected = "rows of cells, the size of the board, or a notation that `--as` names";
        let message = "this is not understood as a board";
        let other = || beginning(self.text).wrong(message, expected);
        let mut reading = found.ok_or_else(other)?;
        match reading.open.is_empty() {
            true => Ok(reading),
            false => Err(self.answered(reading.open.swap_remove(0))),
        }
    }

    fn puzzle(&self, reading: &Reading<'a>) -> Parsed {
        let setup = reading.setup()?;
        let puzzle = examine(&setup, |place| place_in(&reading.draft, place))?;
        Ok((puzzle, odd_looks(&reading.draft, &setup)))
    }

    /// Completes a question: each answer has all options that are needed, and the puzzle that they
    /// give. An answer that leads to another question is one for each of its answers; one that gives
    /// no puzzle is removed.
    fn answered(&self, mut error: ParseError) -> ParseError {
        let questions = std::mem::take(&mut error.questions);
        for mut question in questions {
            question.options = question.options.or(self.options);
            if self.asked >= MAX_QUESTIONS {
                error.questions.push(question);
                continue;
            }
            let TextReader { text, asked, are_boards, .. } = *self;
            let options = &question.options.clone();
            let reader = TextReader { text, options, asked: asked + 1, are_boards };
            match reader.items().into_iter().next().map(|item| item.parsed) {
                Some(Ok((puzzle, _))) => {
                    question.puzzle = Some(puzzle);
                    error.questions.push(question);
                }
                Some(Err(more)) => {
                    error.questions.extend(more.questions.into_iter().map(|other| {
                        let text = format!("{}; {}", question.text, other.text);
                        Question { text: text.into(), ..other }
                    }))
                }
                None => {}
            }
        }
        error.questions.truncate(MAX_ANSWERS);
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

/// Makes each second board the goal of the one before it.
fn paired<'o, 'a>(cases: Vec<Case<'o, 'a>>) -> Result<Vec<Case<'o, 'a>>, ParseError> {
    let mut pairs = Vec::new();
    let mut cases = cases.into_iter();
    while let Some(mut start) = cases.next() {
        let halves = start.block.grids().find_map(halves);
        let goal = match (cases.next(), halves) {
            (Some(goal), _) => goal.block,
            (None, Some([upper, lower])) => {
                let goal = start.block.part(lower);
                start.block = start.block.part(upper);
                goal
            }
            (None, None) => {
                let place = start.block.place;
                return Err(place.wrong("no board follows as the goal", "a second board").into());
            }
        };
        start.goals = vec![goal];
        start.is_pair = true;
        pairs.push(start);
    }
    Ok(pairs)
}

/// Splits a board into two with the same signs: two rows that are squares, or an upper and a lower
/// half with each sign once.
fn halves<'a>(grid: &Grid<'a>) -> Option<[Grid<'a>; 2]> {
    let [upper, lower] = match grid.squares().filter(|_| grid.size.rows == 2) {
        Some(squares) => <[Grid; 2]>::try_from(squares).ok()?,
        None => {
            let rows = grid.size.rows as usize;
            let parts = grid.parts(rows / 2).filter(|_| rows.is_multiple_of(2))?;
            let [upper, lower] = <[Grid; 2]>::try_from(parts).ok()?;
            let are_single = upper.signs().windows(2).all(|pair| pair[0] != pair[1]);
            let is_large = upper.size.rows > 1 && upper.size.cols > 1;
            (are_single && is_large && grid.is_rectangle()).then_some([upper, lower])?
        }
    };
    (upper.signs() == lower.signs()).then_some([upper, lower])
}
