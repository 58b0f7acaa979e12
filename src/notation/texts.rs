//! Third stage of reading: the puzzles that a text means.
//!
//! A text is cut into blocks; blocks are sorted into cases, each a start with its goals; each case is
//! read as tiles, as cars or blocks, or as a list of pieces, unless the options name a reading. If that
//! leaves something open, the error is a question; each of its answers was tried.

use super::layout::{self, Block, BlockLabel, Grid, Sheet};
use super::options::ReadOptions;
use super::problem::{ParseError, Question};
use super::readings::{Beside, Case, is_usual_goal};
use super::text::beginning;
use super::{Item, Parsed};

/// How often an answer may lead to another question, whose answers are then added to it.
const MAX_QUESTIONS: usize = 3;
/// Answers of a question at most.
const MAX_ANSWERS: usize = 12;

/// Returns the puzzles of a text that draws or lists them.
pub fn items(text: &str, options: &ReadOptions) -> Vec<Item> {
    TextReader { text, options, asked: 0 }.items()
}

/// Returns the blocks of a text.
pub fn sheet(text: &str) -> Sheet<'_> {
    let Some(mut code) = layout::of_code(text) else { return layout::of_lines(text) };
    // Beside lists of pieces, other lists are something else.
    if code.blocks.iter().any(|block| block.list().is_some()) {
        code.blocks.retain(|block| block.list().is_some());
    }
    code
}

struct TextReader<'a, 'o> {
    text: &'a str,
    options: &'o ReadOptions,
    /// How many answers of questions the options contain.
    asked: usize,
}

impl<'a, 'o> TextReader<'a, 'o> {
    fn items(&self) -> Vec<Item> {
        let place = beginning(self.text);
        if self.text.contains('\0') {
            let problem = place.wrong("this is no text", "a text that draws or lists pieces");
            return vec![Item::new(place.number, Err(problem.into()))];
        }
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
        let has_board = cases
            .iter()
            .any(|case| case.block.grids().any(|grid| grid.size.rows > 2 && grid.size.cols > 2));
        if sheet.is_code
            && !has_board
            && items.len() > 1
            && items
                .iter()
                .all(|item| item.parsed.as_ref().is_err_and(|error| error.questions.is_empty()))
        {
            return vec![Item::new(
                place.number,
                place.fail(
                    "this is source code, and nothing in it is a board or a list of pieces",
                    "the rows of the board alone, or a line for each piece and `--columns`",
                ),
            )];
        }
        items
    }

    /// Returns the puzzles of the text, each with its goals. Two boards that could be start and goal
    /// are a question.
    fn cases<'s>(&'s self, sheet: &'s Sheet<'a>) -> Result<Vec<Case<'s, 'a>>, ParseError> {
        let mut cases: Vec<Case> = Vec::new();
        let width = |block: &Block| block.list().map(|list| list.size.cols);
        for (index, block) in sheet.blocks.iter().enumerate() {
            let is_odd = index > 0 && width(block) != width(&sheet.blocks[index - 1]);
            if is_odd && width(block).is_some() {
                return block.place.fail(
                    "pieces with different numbers of values",
                    "the same values for each piece",
                );
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
            let pairs = cases.chunks(2).map(|pair| match pair {
                [start, goal] => Ok(start.paired(&goal.block)),
                _ => halved(&pair[0]).ok_or_else(|| {
                    let place = pair[0].block.place;
                    place.wrong("no board follows as the goal", "a second board").into()
                }),
            });
            return pairs.collect();
        }
        if !cases.iter().all(|case| case.goals.is_empty() && case.block.label == BlockLabel::None) {
            return Ok(cases);
        }
        let may_be_pair = self.options.goal.is_none();
        match &cases[..] {
            [one] => self.parts(one, may_be_pair),
            [start, goal] if may_be_pair && goal.block.beside.is_empty() => self.pair(start, goal),
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
        let is_counted = Beside::of(&start.block.beside, None).numbers.contains(&2);
        if first.size.rows != second.size.rows || first.is_folded() || is_counted {
            return Ok(boards);
        }
        let pair = start.paired(&goal.block);
        let is_stated = self.options.reading.is_some();
        if !is_stated && first.signs() == second.signs() && is_usual_goal(second, self.options) {
            return Ok(vec![pair]);
        }
        // A target given by options may be on only one of the boards.
        let has_target = self.options.target.is_some();
        match (self.is_puzzle(start), self.is_puzzle(goal)) {
            (true, true) if !is_stated && self.is_puzzle(&pair) => {
                let alone = match start.read() {
                    Ok(Some(draft)) if draft.convention == "tiles" => ("goal", "ordered"),
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
    fn parts<'s>(
        &'s self,
        case: &Case<'s, 'a>,
        may_be_pair: bool,
    ) -> Result<Vec<Case<'s, 'a>>, ParseError> {
        let numbers = Beside::of(&case.block.beside, None).numbers;
        for grid in case.block.grids() {
            for count in (2..=grid.size.rows).filter(|count| grid.size.rows.is_multiple_of(*count))
            {
                let height = grid.size.rows / count;
                let is_said = numbers.contains(&count) || numbers.contains(&height) && count > 2;
                let Some(parts) = grid.parts(height as usize).filter(|_| is_said) else { continue };
                let is_board = height > 1 && grid.size.cols > 1;
                if is_board && parts.iter().all(|part| part.signs() == parts[0].signs()) {
                    return Ok(parts
                        .into_iter()
                        .map(|grid| Case { block: case.block.part(grid), ..case.clone() })
                        .collect());
                }
            }
        }
        let Some(pair) = halved(case).filter(|_| may_be_pair) else {
            return Ok(vec![case.clone()]);
        };
        let [start, goal] = [&pair.block, &pair.goals[0]].map(|block| &block.contents[0]);
        if is_usual_goal(goal, self.options) {
            return Ok(vec![pair]);
        }
        if self.options.reading.is_some() {
            return Ok(vec![case.clone()]);
        }
        let next = ReadOptions::with("goal", "next");
        let next = match ["X", "x"].into_iter().find(|gap| start.has(gap)) {
            _ if start.is_folded() => next.and("as", "tiles"),
            Some(gap) => next.and("empty", gap),
            None => next,
        };
        let questions = vec![
            Question::new("start, then goal", next),
            Question::one("one board", "as", "blocks"),
        ];
        let problem = case.block.place.wrong(
            "no goal, unless these are two boards of the same pieces, start and goal",
            "an option that says which",
        );
        let error = self.answered(ParseError { problems: vec![problem], questions });
        if error.questions.is_empty() { Ok(vec![case.clone()]) } else { Err(error) }
    }

    /// Whether a case is a puzzle, or a question. The answers of its questions are not tried.
    fn is_puzzle(&self, case: &Case<'_, 'a>) -> bool {
        let probe = TextReader { asked: MAX_QUESTIONS, ..*self };
        probe.one(case).map_or_else(|error| !error.questions.is_empty(), |_| true)
    }

    /// Returns the puzzle of a case, or the first question that it leaves open.
    fn one(&self, case: &Case<'_, 'a>) -> Parsed {
        let mut draft = case.read()?.ok_or_else(|| {
            beginning(self.text).wrong(
                "this is not understood as a board",
                "rows of cells, the size of the board, or a notation that `--as` names",
            )
        })?;
        match draft.open.is_empty() {
            true => draft.puzzle(),
            false => Err(self.answered(draft.open.swap_remove(0))),
        }
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
            let TextReader { text, asked, .. } = *self;
            let options = &question.options.clone();
            let reader = TextReader { text, options, asked: asked + 1 };
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

/// Returns a board of two halves as start and goal.
fn halved<'o, 'a>(case: &Case<'o, 'a>) -> Option<Case<'o, 'a>> {
    let [start, goal] = case.block.grids().find_map(halves)?;
    let start = Case { block: case.block.part(start), ..case.clone() };
    Some(start.paired(&Block::of(BlockLabel::None, goal)))
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
