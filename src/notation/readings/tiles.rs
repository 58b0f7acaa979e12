//! Tile puzzles: numbered single tiles and one gap.

use std::collections::HashSet;

use super::goals;
use super::statements::{Fact, fact, is_aim, state};
use super::{Beside, Case, Reading, ReadingContent, ReadingResult, Wrong};
use crate::notation::draft::{DraftGoal, DraftTarget, PuzzleDraft};
use crate::notation::error::Question;
use crate::notation::layout::{Block, Grid, by_sign};
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::text::TextSpan;
use crate::notation::texts::sheet;
use crate::puzzle::{
    AssumptionSource, Expectation, GoalSetup, KindSetup, MAX_KINDS, Note, Placement, Setup, Size,
    kind_name, number_name,
};
use crate::tiles::Tiles;
use crate::tiles::notation::{blank_first, blank_last, named_goal};
use crate::tiles::parity::Parity;

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

/// Reads a grid as tiles. `size` need not be visible in the text.
pub fn read<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    size: Option<Size>,
) -> ReadingResult<'a> {
    let is_stated = case.reading().is_some();
    let may_repeat =
        case.reading() == Some("tiles") && !case.goals.is_empty() && grid.is_rectangle();
    if grid.boxes.is_some() {
        return Ok(None);
    }
    match board(grid, size, case.options) {
        Ok(None) | Err(_) if may_repeat => repeated(grid, case).map(Some),
        Ok(None) => Ok(walled(grid, case).filter(|_| !is_stated)),
        Err(problem) => Err(problem),
        Ok(Some(board)) if !grid.is_rectangle() => Ok(Some(ragged(&board, grid, case))),
        Ok(Some(board)) if !board.has_gap() => Ok(Some(without_gap(board))),
        Ok(Some(board)) => stated(board, grid, beside, case).map(Some),
    }
}

/// Returns the numbers of a grid, if it is one of tiles. Only a grid with a gap may lack cells.
fn board<'a>(
    grid: &Grid<'a>,
    stated: Option<Size>,
    options: &ReadOptions,
) -> Result<Option<TileBoard<'a>>, Wrong> {
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
    if let Some(size) = stated {
        if size.cells() != parts.len() {
            let message = format!("{cells} cells on a board of {} x {}", size.rows, size.cols);
            return Err(parts[0].wrong(message, "as many as the size has").into());
        }
        board.size = size;
    } else if grid.size.rows == 1 {
        if side * side != cells || cells < 4 {
            if !grid.has_words && !board.has_gap() {
                return Ok(None);
            }
            let message = format!("{cells} numbers are no square");
            return Err(parts[0].wrong(message, "rows with slashes between them").into());
        }
        board.size = Size { rows: side, cols: side };
    }
    Ok(Some(board))
}

/// The tiles of the cells, and the difference between their numbers and those of the text.
type TileNumbers = Option<(Vec<u32>, u32)>;

fn numbers(parts: &[TextSpan], has_words: bool, gap: Option<&str>) -> Result<TileNumbers, Wrong> {
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
                return Err(parts[0].wrong(message, "exactly one gap").into());
            };
            Some(at)
        }
        (None, []) => {
            let at = |wanted| numbers.iter().position(|&number| number == Some(wanted));
            at(-1).or(at(0))
        }
        (None, &[at]) if GAPS.contains(&parts[at].text().trim()) => Some(at),
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
    Err(Wrong::new(4, mistake(parts, &tiles, at_gap.is_some())))
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
    beside: &Beside<'a>,
    case: &Case<'_, 'a>,
) -> Result<Reading<'a>, Wrong> {
    let mut others = Vec::new();
    for line in &case.block.statements {
        match fact(*line) {
            Some(Ok(Fact::Note(note))) => board.notes.push(note),
            Some(Ok(Fact::Expectation(expectation))) => board.expectations.push(expectation),
            Some(Err(problem)) => return Err(problem.into()),
            None => others.push(line.text().trim()),
        }
    }
    if let Some(rule) = beside.rule {
        let message =
            format!("what `{}` means is not known, and it names a tile", rule.text().trim());
        return Err(Wrong::new(
            9,
            rule.wrong(message, "`lock:`, `alike:` or another line of drawings"),
        ));
    }
    let reading = goal(board, grid, beside, case)?;
    let ReadingContent::Tiles(board) = &reading.content else { return Ok(reading) };
    if others.is_empty() {
        return Ok(reading);
    }
    let home = |tile: u32| board.goal.iter().position(|&there| there == tile).unwrap_or(0) as u32;
    let mut draft = drafted(grid, board.size, &board.tiles, home);
    let states_goal = others.into_iter().any(is_aim);
    if states_goal {
        draft.goals.clear();
        if let Some(drawn) = case.goals.first() {
            let message = "two goals, one drawn and one in a line";
            return Err(drawn.place.wrong(message, "one of them").into());
        }
    }
    draft.limit()?;
    state(&mut draft, &case.block.statements)?;
    let assumptions = if states_goal { Vec::new() } else { reading.assumptions };
    Ok(Reading { assumptions, open: reading.open, ..Reading::of("tiles", draft, true) })
}

/// Returns a board of tiles as pieces, each with its home.
fn drafted<'a>(
    grid: &Grid<'a>,
    size: Size,
    tiles: &[u32],
    home: impl Fn(u32) -> u32,
) -> PuzzleDraft<'a> {
    let place = grid.place(0);
    let mut draft = PuzzleDraft::new(size, place);
    let mut goal = DraftGoal::new(place);
    let parts: Vec<TextSpan> = grid.rows().iter().flatten().copied().collect();
    for (cell, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile > 0) {
        let place = parts.get(cell).copied().unwrap_or(place);
        goal.wanted.push(DraftTarget { piece: draft.pieces.len(), cell: home(tile), place });
        draft.add(place.text().trim(), vec![cell as u32], place);
    }
    draft.goals = vec![goal];
    draft
}

/// Reads the board with its goal: drawn, stated, or in order.
fn goal<'a>(
    mut board: TileBoard<'a>,
    grid: &Grid<'a>,
    beside: &Beside<'a>,
    case: &Case<'_, 'a>,
) -> Result<Reading<'a>, Wrong> {
    let stated = |goal: &str| ReadOptions::with("goal", goal);
    let rows = grid.rows();
    let is_column = beside.numbers == [board.size.rows]
        && rows[0].get(1).is_some_and(|cell| cell.number != rows[0][0].number);
    let mut open = None;
    let mut assumed = None;
    if let Some(text) = case.stated_goal() {
        board.goal = match named_goal(text, board.size) {
            Some(goal) => goal,
            None => goal_of_text(text, &board, case.options)?,
        };
        let is_short = text.len() < 40 && !text.contains('\n');
        let goal = if is_short { text } else { "the one given" };
        assumed = Some((format!("the goal is {goal}"), AssumptionSource::Option, stated(text)));
    } else if let [drawn, rest @ ..] = &case.goals[..] {
        if let Some(second) = rest.first() {
            return Err(second.place.wrong("a second goal", "one goal for a tile puzzle").into());
        }
        board.goal = goal_of_block(drawn, &board, case.options)?;
        let text = "the next board is the goal".to_owned();
        assumed = case.is_pair.then(|| (text, AssumptionSource::Option, stated("next")));
    } else if matches!(case.reading(), Some("hackerrank" | "korf")) {
        board.goal = blank_first(board.size);
        assumed =
            Some(("the gap goes first".to_owned(), AssumptionSource::Option, stated("gap-first")));
    } else if is_column && case.reading().is_none() {
        let question = "a side and one number a line: the gap could go last or first";
        let choices = vec![
            Question::new("HackerRank: the gap goes first", ReadOptions::with("as", "hackerrank")),
            Question::new("the gap goes last", ReadOptions::with("as", "tiles")),
        ];
        open = Some((question, choices));
    } else {
        board.goal = blank_last(board.size);
        if may_go_first(&board) && case.reading().is_none() {
            let question = "the goal with the gap first is nearer, or the only one in reach";
            let choices = vec![
                Question::new("the gap goes first", stated("gap-first")),
                Question::new("the gap goes last", stated("ordered")),
            ];
            open = Some((question, choices));
        }
        let text = "in order, the gap last".to_owned();
        assumed = Some((text, AssumptionSource::Convention, stated("ordered")));
    }
    let place = board.place;
    let mut reading = Reading::of_tiles(board);
    if let Some((question, choices)) = open {
        reading.ask(place.wrong(question, "an option that says which"), choices);
    }
    if let Some((text, source, options)) = assumed {
        reading.note(text, source, options);
    }
    Ok(reading)
}

/// Whether a board is meant with the gap first, by all that can be seen: that goal is much nearer, or
/// the other one cannot be reached and is not clearly nearer.
fn may_go_first(board: &TileBoard) -> bool {
    let distance = |goal: &[u32]| -> u32 {
        let cols = board.size.cols as usize;
        let mut homes = vec![0; goal.len()];
        goal.iter().enumerate().for_each(|(cell, &tile)| homes[tile as usize] = cell);
        let away = |(cell, &tile): (usize, &u32)| {
            let home = homes[tile as usize];
            ((cell / cols).abs_diff(home / cols) + (cell % cols).abs_diff(home % cols)) as u32
        };
        board.tiles.iter().enumerate().filter(|(_, tile)| **tile > 0).map(away).sum()
    };
    let (last, first) = (blank_last(board.size), blank_first(board.size));
    let reaches = |goal: &Vec<u32>| {
        let tiles = Tiles::new(board.size, board.tiles.clone(), goal.clone());
        tiles.is_ok_and(|tiles| Parity::of(&tiles).is_solvable())
    };
    let (to_last, to_first) = (distance(&last), distance(&first));
    to_first * 3 < to_last && to_last > 3
        || to_first < 2 * to_last && !reaches(&last) && reaches(&first)
}

/// Whether a grid has tiles in the order of a usual goal.
pub fn is_usual_goal(grid: &Grid, options: &ReadOptions) -> bool {
    let Ok(Some(board)) = board(grid, None, options) else { return false };
    let names = ["ordered", "gap-first", "spiral"];
    board.has_gap()
        && grid.is_rectangle()
        && names.iter().any(|name| named_goal(name, board.size).as_ref() == Some(&board.tiles))
}

fn goal_of_text(text: &str, board: &TileBoard, options: &ReadOptions) -> Result<Vec<u32>, Wrong> {
    let Some(block) = sheet(text).blocks.into_iter().next() else {
        let expected = "a board, or `ordered`, `gap-first`, `spiral`, `snail` or `reverse`";
        return Err(board.place.wrong("the goal is no board", expected).into());
    };
    let named = |Wrong { problem, depth }: Wrong| {
        let message = format!("the goal: {}", problem.message);
        Wrong::new(depth, board.place.wrong(message, problem.expected))
    };
    goal_of_block(&block, board, options).map_err(named)
}

fn goal_of_block(
    block: &Block,
    start: &TileBoard,
    options: &ReadOptions,
) -> Result<Vec<u32>, Wrong> {
    let mut wrong = None;
    for grid in block.grids() {
        match board(grid, Some(start.size), options) {
            Ok(Some(goal)) if goal.has_gap() && grid.is_rectangle() => return Ok(goal.tiles),
            Ok(_) => {}
            Err(problem) => wrong = wrong.or(Some(problem)),
        }
    }
    let message = "the goal does not have the tiles of the board";
    Err(wrong.unwrap_or_else(|| block.place.wrong(message, "the same tiles and one gap").into()))
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
fn ragged<'a>(board: &TileBoard<'a>, grid: &Grid<'a>, case: &Case<'_, 'a>) -> Reading<'a> {
    let in_row = |cell: &u32| {
        let (row, col) = grid.size.row_col(*cell);
        grid.rows()[row as usize].len() > col as usize
    };
    let (cells, walls): (Vec<u32>, _) = (0..grid.size.cells() as u32).partition(in_row);
    let mut draft = drafted(grid, grid.size, &board.tiles, |tile| cells[tile as usize - 1]);
    // The tiles are numbered without the cells that are missing.
    draft.pieces.iter_mut().for_each(|piece| piece.cells[0] = cells[piece.cells[0] as usize]);
    draft.walls = walls;
    let mut reading = Reading::of("tiles", draft, true);
    let as_tiles = ReadOptions::with("as", "tiles");
    if case.reading() != Some("tiles") {
        let message = "rows of several lengths: a number is missing, or the rows end in walls";
        let choice = Question::new("rows end in walls", as_tiles.clone());
        reading.ask(board.place.wrong(message, "rows of one length"), vec![choice]);
    }
    reading.assume("in order, the gap last; rows end in walls", &as_tiles);
    reading
}

/// Reads tiles among walls: digits and letters from 10 on, each once, a gap 0, and a wall `=` or `#`.
/// Each tile belongs to the cell with its number, counted row by row.
fn walled<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>) -> Option<Reading<'a>> {
    let walls = grid.cells().filter(|(_, at)| matches!(*at, "=" | "#"));
    let cells: Vec<u32> = walls.map(|(cell, _)| cell).collect();
    let is_whole = !cells.is_empty() && grid.has("0") && !grid.has_words && grid.is_rectangle();
    if !is_whole || case.has_goal() {
        return None;
    }
    let mut tiles = vec![0; grid.size.cells()];
    let mut seen = HashSet::new();
    for (cell, sign) in grid.cells().filter(|(cell, _)| cells.binary_search(cell).is_err()) {
        let tile = sign.parse::<char>().ok()?.to_digit(36)?;
        let home = tile.checked_sub(1);
        let is_free = home.is_none_or(|home| {
            (home as usize) < tiles.len() && cells.binary_search(&home).is_err()
        });
        if !is_free || !seen.insert(tile) {
            return None;
        }
        tiles[cell as usize] = tile;
    }
    let mut draft = drafted(grid, grid.size, &tiles, |tile| tile - 1);
    draft.walls = cells;
    let mut reading = Reading::of("tiles", draft, true);
    reading.assume("each tile goes to the cell with its number; walls stay", "");
    Some(reading)
}

/// Reads single tiles of which several have the same number.
fn repeated<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>) -> Result<Reading<'a>, Wrong> {
    let mut draft = PuzzleDraft::new(grid.size, grid.place(0));
    let numbers = grid.cells().filter(|(_, sign)| *sign != "0" && !sign.is_empty());
    for (sign, cells) in by_sign(numbers) {
        let first = draft.pieces.len();
        cells.into_iter().for_each(|cell| draft.add(sign, vec![cell], grid.place(cell)));
        draft.alike.push((first..draft.pieces.len()).collect());
    }
    draft.limit()?;
    draft.empty = "0".to_owned();
    goals::add(&mut draft, case)?;
    let mut reading = Reading::of("tiles", draft, true);
    reading.note("tiles with the same number are alike", AssumptionSource::Option, "");
    Ok(reading)
}

/// Returns the puzzle of a board of tiles.
pub fn setup(board: &TileBoard) -> Result<Setup, Problem> {
    let TileBoard { size, tiles, goal, .. } = board;
    if tiles.len() > MAX_KINDS + 1 {
        let message = format!("{} tiles: more than {MAX_KINDS} kinds of pieces", tiles.len() - 1);
        let expected = "at most 60 tiles; `sliding tiles solve` takes any number";
        return Err(board.place.wrong(message, expected));
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
