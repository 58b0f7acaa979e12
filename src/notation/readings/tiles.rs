//! Tile puzzles: numbered single tiles and one gap.

use std::collections::HashSet;

use super::statements::{Fact, fact, is_aim, state};
use super::{BoardInput, Reading, ReadingContent, ReadingResult, blocks};
use crate::notation::draft::{DraftGoal, DraftTarget, PuzzleDraft};
use crate::notation::error::Question;
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::sheet::{Grid, SheetBlock, SheetEntry, by_sign, entries};
use crate::notation::text::TextSpan;
use crate::puzzle::{
    AssumptionSource, Expectation, GoalSetup, KindSetup, MAX_KINDS, Note, Placement, Setup, Size,
    kind_name, number_name,
};
use crate::tiles::notation::{blank_first, blank_last, named_goal};

#[derive(Clone, Debug)]
pub struct TileBoard<'a> {
    pub size: Size,
    /// The tile in each cell, row by row; 0 is the gap.
    pub tiles: Vec<u32>,
    pub goal: Vec<u32>,
    /// The difference between the numbers of the tiles and those of the text.
    shift: u32,
    /// Title, source and so on.
    notes: Vec<Note>,
    expectations: Vec<Expectation>,
    pub place: TextSpan<'a>,
}

impl TileBoard<'_> {
    fn has_gap(&self) -> bool {
        self.tiles.contains(&0)
    }
}

/// Signs of the gap, besides 0.
const GAPS: [&str; 14] =
    ["", "_", ".", "x", "X", "*", "#", "-", "b", "B", "-1", "null", "None", "nil"];

pub fn read<'a>(input: &BoardInput<'_, 'a>) -> ReadingResult<'a> {
    read_sized(input, None)
}

/// Reads a board as tiles. `size` need not be visible in the text.
pub fn read_sized<'a>(input: &BoardInput<'_, 'a>, size: Option<Size>) -> ReadingResult<'a> {
    let mut wrong = None;
    let may_repeat = input.reading() == Some("tiles") && !input.goals.is_empty();
    for (head, grid) in input.board.grids() {
        match board(&grid, head, size, input.options) {
            Ok(None) | Err(_) if may_repeat => return repeated(&grid, input).map(Some),
            Ok(None) => {}
            Err(problem) => wrong = wrong.or(Some(problem)),
            Ok(Some(board)) if !grid.is_rectangle() => {
                return Ok(Some(ragged(&board, &grid, input)));
            }
            Ok(Some(board)) if !board.has_gap() => return Ok(Some(without_gap(board))),
            Ok(Some(board)) => return stated(board, &grid, head, input).map(Some),
        }
    }
    wrong.map_or(Ok(None), Err)
}

/// Returns the numbers of a grid, if it is one of tiles. Only a grid with a gap may lack cells.
fn board<'a>(
    grid: &Grid<'a>,
    head: &[TextSpan<'a>],
    stated: Option<Size>,
    options: &ReadOptions,
) -> Result<Option<TileBoard<'a>>, Problem> {
    let parts: Vec<TextSpan> = grid.rows().iter().flatten().copied().collect();
    let numbers = numbers(&parts, grid.has_words, options.gap.as_deref())?;
    let Some((tiles, shift)) = numbers else { return Ok(None) };
    let goal = Vec::new();
    let (notes, expectations) = (Vec::new(), Vec::new());
    let place = parts[0];
    let mut board = TileBoard { size: grid.size, tiles, goal, shift, notes, expectations, place };
    if !grid.is_rectangle() {
        return Ok(Some(board).filter(TileBoard::has_gap));
    }
    let cells = parts.len() as u32;
    let side = cells.isqrt();
    let is_column = grid.size.cols == 1
        && head.last().is_some_and(|line| line.text().trim() == side.to_string());
    if let Some(size) = stated {
        if size.cells() != parts.len() {
            let message = format!("{cells} cells on a board of {} x {}", size.rows, size.cols);
            return Err(parts[0].wrong(message, "as many as the size has"));
        }
        board.size = size;
    } else if grid.size.rows == 1 || is_column {
        if side * side != cells || cells < 4 {
            if !grid.has_words && !board.has_gap() {
                return Ok(None);
            }
            let message = format!("{cells} numbers are no square");
            return Err(parts[0].wrong(message, "rows with slashes between them"));
        }
        board.size = Size { rows: side, cols: side };
    }
    Ok(Some(board))
}

/// The tiles of the cells, and the difference between their numbers and those of the text.
type TileNumbers = Option<(Vec<u32>, u32)>;

fn numbers(parts: &[TextSpan], has_words: bool, gap: Option<&str>) -> Result<TileNumbers, Problem> {
    let number = |part: &TextSpan| -> Option<i64> {
        let text = part.text().trim();
        if has_words {
            text.parse().ok()
        } else {
            text.parse::<char>().ok()?.to_digit(16).map(i64::from)
        }
    };
    let numbers: Vec<Option<i64>> = parts.iter().map(number).collect();
    let others: Vec<usize> = (0..parts.len()).filter(|&at| numbers[at].is_none()).collect();
    let at_gap = match (gap, &others[..]) {
        (Some(name), _) => {
            let sign = if name == "blank" { "" } else { name };
            let is_gap = |&at: &usize| parts[at].text().trim() == sign;
            let found: Vec<usize> = (0..parts.len()).filter(is_gap).collect();
            let [at] = found[..] else {
                let message = format!("the gap `{name}` stands {} times on the board", found.len());
                return Err(parts[0].wrong(message, "exactly one gap"));
            };
            Some(at)
        }
        (None, []) => {
            let at = |wanted| numbers.iter().position(|&number| number == Some(wanted));
            at(-1).or(at(0))
        }
        (None, &[at]) if GAPS.contains(&parts[at].text().trim()) && has_words => Some(at),
        _ => return Ok(None),
    };
    if others.iter().any(|&at| Some(at) != at_gap) || parts.len() < 2 {
        return Ok(None);
    }
    let tiles = (0..parts.len()).filter(|&at| Some(at) != at_gap);
    let tiles: Vec<(usize, i64)> = tiles.filter_map(|at| Some((at, numbers[at]?))).collect();
    let mut sorted: Vec<i64> = tiles.iter().map(|&(_, number)| number).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let shift = i64::from(sorted.first() == Some(&0) && at_gap.is_some());
    let count = tiles.len() as i64;
    let is_sound = sorted.len() == tiles.len()
        && sorted.first() == Some(&(1 - shift))
        && sorted.last() == Some(&(count - shift));
    if is_sound {
        let mut all = vec![0; parts.len()];
        tiles.iter().for_each(|&(at, number)| all[at] = (number + shift) as u32);
        return Ok(Some((all, shift as u32)));
    }
    // One mistake, or two on a large board: still tiles.
    let allowed = 1.max(tiles.len() / 12);
    let are_near = sorted.iter().filter(|&&number| (0..=count + 1).contains(&number)).count();
    let is_meant = tiles.len() - sorted.len() <= allowed && are_near + allowed + 1 >= tiles.len();
    if !is_meant || !has_words || tiles.len() < 3 {
        return Ok(None);
    }
    Err(mistake(parts, &tiles, at_gap.is_some()))
}

/// Reports the number that occurs twice, or is missing.
fn mistake(parts: &[TextSpan], tiles: &[(usize, i64)], has_gap: bool) -> Problem {
    let without = if has_gap { "" } else { ", and there is no gap" };
    let range = 1..=tiles.len() as i64;
    let mut seen = HashSet::new();
    let (at, what) = match tiles.iter().find(|(_, number)| !seen.insert(*number)) {
        Some((at, number)) => (*at, format!("{number} stands twice")),
        None => {
            let odd = tiles.iter().find(|(_, number)| !range.contains(number));
            let missing = range.clone().find(|number| !seen.contains(number)).unwrap_or(0);
            (odd.map_or(0, |&(at, _)| at), format!("{missing} is missing"))
        }
    };
    parts[at].wrong(format!("tile {what}{without}"), "each number once")
}

/// Reads the board with its goal and the lines beside it. Lines about its pieces make it a board of
/// single cells like any other.
fn stated<'a>(
    mut board: TileBoard<'a>,
    grid: &Grid<'a>,
    head: &[TextSpan<'a>],
    input: &BoardInput<'_, 'a>,
) -> Result<Reading<'a>, Problem> {
    let mut others = Vec::new();
    for line in &input.statements {
        match fact(*line) {
            Some(Ok(Fact::Note(note))) => board.notes.push(note),
            Some(Ok(Fact::Expectation(expectation))) => board.expectations.push(expectation),
            Some(Err(problem)) => return Err(problem),
            None => others.push(line.text().trim()),
        }
    }
    let reading = goal(board, head, input)?;
    let ReadingContent::Tiles(board) = &reading.content else { return Ok(reading) };
    if others.is_empty() {
        return Ok(reading);
    }
    let mut draft = PuzzleDraft::new(board.size, board.place);
    let mut goal = DraftGoal::new(board.place);
    for (cell, &tile) in (0..).zip(&board.tiles).filter(|(_, tile)| **tile > 0) {
        let place = grid.place(cell);
        let home = board.goal.iter().position(|&there| there == tile).unwrap_or(0) as u32;
        goal.wanted.push(DraftTarget { piece: draft.pieces.len(), cell: home, place });
        draft.add(place.text().trim(), vec![cell], place);
    }
    let states_goal = others.into_iter().any(is_aim);
    if !states_goal {
        draft.goals = vec![goal];
    } else if let Some(drawn) = input.goals.first() {
        return Err(drawn.place.wrong("two goals, one drawn and one in a line", "one of them"));
    }
    draft.limit()?;
    state(&mut draft, &input.statements)?;
    let assumptions = if states_goal { Vec::new() } else { reading.assumptions };
    Ok(Reading { assumptions, open: reading.open, ..Reading::of("tiles", draft, true) })
}

/// Reads the board with its goal: drawn, stated, or in order.
fn goal<'a>(
    mut board: TileBoard<'a>,
    head: &[TextSpan<'a>],
    input: &BoardInput<'_, 'a>,
) -> Result<Reading<'a>, Problem> {
    let mut open = None;
    let stated = |goal: &str| ReadOptions::with("goal", goal);
    let is_column = input.board.lines.len() == board.tiles.len() + 1 && head.len() == 1;
    let mut assumed = None;
    if let Some(text) = input.stated_goal() {
        board.goal = match named_goal(text, board.size) {
            Some(goal) => goal,
            None => goal_of_text(text, &board, input.options)?,
        };
        let is_short = text.len() < 40 && !text.contains('\n');
        let goal = if is_short { text } else { "the one given" };
        assumed = Some((format!("the goal is {goal}"), AssumptionSource::Option, stated(text)));
    } else if let [drawn, rest @ ..] = &input.goals[..] {
        if let Some(second) = rest.first() {
            return Err(second.place.wrong("a second goal", "one goal for a tile puzzle"));
        }
        board.goal = goal_of_block(drawn, &board, input.options)?;
        let text = "the next board is the goal".to_owned();
        assumed = input.is_pair.then(|| (text, AssumptionSource::Option, stated("next")));
    } else if matches!(input.reading(), Some("hackerrank" | "korf")) {
        board.goal = blank_first(board.size);
        assumed =
            Some(("the gap goes first".to_owned(), AssumptionSource::Option, stated("gap-first")));
    } else if is_column && input.reading().is_none() {
        let question = "a side and one number a line: the gap could go last or first";
        let choices = vec![
            Question::new("HackerRank: the gap goes first", ReadOptions::with("as", "hackerrank")),
            Question::new("the gap goes last", ReadOptions::with("as", "tiles")),
        ];
        let problem = board.place.wrong(question, "an option that says which");
        open = Some((problem, choices));
    } else {
        board.goal = blank_last(board.size);
        let text = "in order, the gap last".to_owned();
        assumed = Some((text, AssumptionSource::Convention, stated("ordered")));
    }
    let mut reading = Reading::of_tiles(board);
    if let Some((problem, choices)) = open {
        reading.ask(problem, choices);
    }
    if let Some((text, source, options)) = assumed {
        reading.note(text, source, options);
    }
    Ok(reading)
}

fn goal_of_text(text: &str, board: &TileBoard, options: &ReadOptions) -> Result<Vec<u32>, Problem> {
    let block = entries(text).into_iter().find_map(|entry| match entry {
        SheetEntry::Block(block) => Some(block),
        SheetEntry::Statement(_) => None,
    });
    let Some(block) = block else {
        let expected = "a board, or `ordered`, `gap-first`, `spiral`, `snail` or `reverse`";
        return Err(board.place.wrong("the goal is no board", expected));
    };
    goal_of_block(&block, board, options).map_err(|problem| {
        board.place.wrong(format!("the goal: {}", problem.message), problem.expected)
    })
}

fn goal_of_block(
    block: &SheetBlock,
    start: &TileBoard,
    options: &ReadOptions,
) -> Result<Vec<u32>, Problem> {
    let mut wrong = None;
    for (head, grid) in block.grids() {
        match board(&grid, head, Some(start.size), options) {
            Ok(Some(goal)) if goal.has_gap() && grid.is_rectangle() => return Ok(goal.tiles),
            Ok(_) => {}
            Err(problem) => wrong = Some(problem),
        }
    }
    let message = "the goal does not have the tiles of the board";
    Err(wrong.unwrap_or_else(|| block.place.wrong(message, "the same tiles and one gap")))
}

/// Asks about a board on which no cell is empty.
fn without_gap(board: TileBoard) -> Reading {
    let largest = board.tiles.len();
    let expected = format!("a gap; `--gap {largest}` makes tile {largest} it");
    let problem = board.place.wrong(format!("the numbers 1 to {largest} leave no gap"), expected);
    let options = ReadOptions::with("gap", largest.to_string());
    let choice = Question::new(format!("{largest} is the gap"), options);
    let mut reading = Reading::of_tiles(board);
    reading.ask(problem, vec![choice]);
    reading
}

/// Reads a board with rows of several lengths: missing cells are walls.
fn ragged<'a>(board: &TileBoard<'a>, grid: &Grid<'a>, input: &BoardInput<'_, 'a>) -> Reading<'a> {
    let place = board.place;
    let mut draft = PuzzleDraft::new(grid.size, place);
    let in_row = |cell: &u32| {
        let (row, col) = grid.size.row_col(*cell);
        grid.rows()[row as usize].len() > col as usize
    };
    let (cells, walls): (Vec<u32>, _) = (0..grid.size.cells() as u32).partition(in_row);
    draft.walls = walls;
    let mut goal = DraftGoal::new(place);
    for (&cell, &tile) in cells.iter().zip(&board.tiles).filter(|(_, tile)| **tile > 0) {
        let place = grid.place(cell);
        let home = cells[tile as usize - 1];
        goal.wanted.push(DraftTarget { piece: draft.pieces.len(), cell: home, place });
        draft.add(place.text().trim(), vec![cell], place);
    }
    draft.goals = vec![goal];
    let mut reading = Reading::of("tiles", draft, true);
    let as_tiles = ReadOptions::with("as", "tiles");
    if input.reading() != Some("tiles") {
        let message = "rows of several lengths: a number is missing, or the rows end in walls";
        let choice = Question::new("rows end in walls", as_tiles.clone());
        reading.ask(place.wrong(message, "rows of one length"), vec![choice]);
    }
    reading.assume("in order, the gap last; rows end in walls", &as_tiles);
    reading
}

/// Reads single tiles of which several have the same number.
fn repeated<'a>(grid: &Grid<'a>, input: &BoardInput<'_, 'a>) -> Result<Reading<'a>, Problem> {
    let mut draft = PuzzleDraft::new(grid.size, grid.place(0));
    let numbers = grid.cells().filter(|(_, sign)| *sign != "0" && !sign.is_empty());
    for (sign, cells) in by_sign(numbers) {
        let first = draft.pieces.len();
        cells.into_iter().for_each(|cell| draft.add(sign, vec![cell], grid.place(cell)));
        draft.alike.push((first..draft.pieces.len()).collect());
    }
    draft.limit()?;
    draft.empty = "0".to_owned();
    blocks::goals(&mut draft, input)?;
    let mut reading = Reading::of("tiles", draft, true);
    reading.note("tiles with the same number are alike", AssumptionSource::Option, "");
    Ok(reading)
}

/// Returns the puzzle of a board of tiles.
pub fn setup(board: &TileBoard) -> Result<Setup, Problem> {
    let TileBoard { size, tiles, goal, .. } = board;
    if tiles.len() > MAX_KINDS + 1 {
        let message = format!("{} tiles: more than {MAX_KINDS} kinds of pieces", tiles.len() - 1);
        return Err(board.place.wrong(message, "at most 60 tiles"));
    }
    let mut setup = Setup::new(*size);
    for name in (1..tiles.len()).filter_map(|tile| kind_name(tile as u8)) {
        setup.add_kind(KindSetup::new(name, [(0, 0)]));
    }
    let lying = |tiles: &[u32]| -> Vec<Placement> {
        let tiles = (0..).zip(tiles).filter(|&(_, &tile)| tile > 0);
        tiles.map(|(cell, &tile)| Placement { cell, kind: tile as u8 - 1 }).collect()
    };
    setup.start = lying(tiles);
    let names = tiles.iter().filter(|&&tile| tile > 0);
    setup.origin.names = names.map(|tile| number_name((tile - board.shift) as usize)).collect();
    setup.goals.push(GoalSetup::Complete(lying(goal)));
    setup.notes.clone_from(&board.notes);
    setup.expectations.clone_from(&board.expectations);
    Ok(setup)
}
