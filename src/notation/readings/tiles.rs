//! Tile puzzles: numbered single tiles and one gap.

use std::collections::{BTreeSet, HashSet};

use super::blocks;
use super::statements::{is_aim, state};
use super::{Beside, Case, ReadingResult};
use crate::notation::draft::{DraftGoal, PuzzleDraft};
use crate::notation::layout::{Block, Grid};
use crate::notation::options::ReadOptions;
use crate::notation::problem::{Problem, Question, Result};
use crate::notation::text::TextSpan;
use crate::notation::texts::sheet;
use crate::puzzle::{AssumptionSource, Size};
use crate::tiles::Parity;
use crate::tiles::Tiles;
use crate::tiles::notation::{blank_first, blank_last, named_goal};

/// The tiles of a grid. Cells that its rows lack are walls.
struct Board<'a> {
    size: Size,
    /// The cells with their parts of the text, row by row.
    cells: Vec<u32>,
    parts: Vec<TextSpan<'a>>,
    /// The tile in each of them; 0 is the gap.
    tiles: Vec<u32>,
    /// The difference between the numbers of the tiles and those of the text.
    shift: u32,
}

impl<'a> Board<'a> {
    /// Returns the tiles as pieces in the order of their numbers, each with its home.
    fn draft(&self, goal: &[u32]) -> PuzzleDraft<'a> {
        let mut draft = PuzzleDraft::new("tiles", self.size, self.parts[0]);
        draft.walls = (0..self.size.cells() as u32)
            .filter(|cell| self.cells.binary_search(cell).is_err())
            .collect();
        let (starts, homes) = (Tiles::places(&self.tiles), Tiles::places(goal));
        for tile in 1..self.tiles.len() {
            let part = self.parts[starts[tile]];
            let name = (tile as u32 - self.shift).to_string();
            put(&mut draft, &name, self.cells[starts[tile]], self.cells[homes[tile]], part);
        }
        draft
    }
}

/// Adds a tile to a board, and its home to the goal.
fn put<'a>(draft: &mut PuzzleDraft<'a>, name: &str, cell: u32, home: u32, place: TextSpan<'a>) {
    if draft.goals.is_empty() {
        draft.goals.push(DraftGoal::default());
    }
    draft.goals[0].wanted.push((draft.pieces.len(), home));
    draft.add(name, vec![cell], place);
}

/// Signs of the gap, besides 0.
const GAPS: [&str; 14] =
    ["", "_", ".", "x", "X", "*", "#", "-", "b", "B", "-1", "null", "None", "nil"];

/// Reads a grid as tiles, in order unless another goal is drawn or stated. Lines about its pieces
/// make it a board of single cells like any other.
pub fn read<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>, beside: &Beside<'a>) -> ReadingResult<'a> {
    let may_repeat =
        case.reading() == Some("tiles") && !case.goals.is_empty() && grid.is_rectangle();
    if grid.boxes.is_some() {
        return Ok(None);
    }
    let board = match board(grid, None, case.options) {
        Ok(None) | Err(_) if may_repeat => return repeated(grid, case, beside).map(Some),
        Ok(Some(board)) => board,
        Ok(None) => return Ok(walled(grid, case)),
        Err(wrong) => return Err(wrong),
    };
    if !board.tiles.contains(&0) {
        return Ok(Some(without_gap(board)));
    }
    let mut draft = aim(&board, grid, beside, case)?;
    let statements = &case.block.statements;
    if statements.iter().any(|line| is_aim(line.text().trim())) {
        if let Some(drawn) = case.goals.first() {
            return drawn.place.fail("two goals, one drawn and one in a line", "one of them");
        }
        draft.assumptions.clear();
    }
    state(&mut draft, statements)?;
    Ok(Some(draft))
}

/// Returns the tiles of a grid, if it is one of tiles. Only a grid with a gap may lack cells.
fn board<'a>(
    grid: &Grid<'a>,
    size: Option<Size>,
    options: &ReadOptions,
) -> Result<Option<Board<'a>>> {
    let cells: Vec<u32> = (0..grid.size.cells() as u32)
        .filter(|cell| {
            let (row, col) = grid.size.row_col(*cell);
            grid.rows()[row as usize].len() > col as usize
        })
        .collect();
    let parts: Vec<TextSpan> = grid.rows().iter().flatten().copied().collect();
    let numbers = numbers(&parts, grid.has_words, options.gap.as_deref())?;
    let Some((tiles, shift)) = numbers else { return Ok(None) };
    let has_gap = tiles.contains(&0);
    let count = parts.len() as u32;
    let side = count.isqrt();
    let size = match size {
        _ if !grid.is_rectangle() && !has_gap => return Ok(None),
        _ if !grid.is_rectangle() => grid.size,
        Some(size) if size.cells() == parts.len() => size,
        Some(Size { rows, cols }) => {
            return parts[0].fail(
                format!("{count} cells on a board of {rows} x {cols}"),
                "as many as the size has",
            );
        }
        None if grid.size.rows > 1 => grid.size,
        None if side * side == count && count > 3 => Size { rows: side, cols: side },
        None if !grid.has_words && !has_gap => return Ok(None),
        None => {
            return parts[0]
                .fail(format!("{count} numbers are no square"), "rows with slashes between them");
        }
    };
    Ok(Some(Board { size, cells, parts, tiles, shift }))
}

/// Returns the tiles of the cells, and the difference between their numbers and those of the text.
fn numbers(
    parts: &[TextSpan],
    has_words: bool,
    gap: Option<&str>,
) -> Result<Option<(Vec<u32>, u32)>> {
    let number = |part: &TextSpan| -> Option<i64> {
        let text = part.text().trim();
        if has_words {
            text.parse().ok()
        } else {
            let digit = text.parse::<char>().ok()?.to_digit(36)?;
            Some(i64::from(digit)).filter(|&digit| digit <= parts.len() as i64)
        }
    };
    let numbers: Vec<Option<i64>> = parts.iter().map(number).collect();
    let others: Vec<usize> = (0..parts.len()).filter(|&at| numbers[at].is_none()).collect();
    let at_gap = match (gap, &others[..]) {
        (Some(name), _) => {
            let sign = if name == "blank" { "" } else { name };
            let found: Vec<usize> =
                (0..parts.len()).filter(|&at| parts[at].text().trim() == sign).collect();
            let [at] = found[..] else {
                return parts[0].fail(
                    format!("the gap `{name}` stands {} times on the board", found.len()),
                    "exactly one gap",
                );
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
    let sorted: BTreeSet<i64> = tiles.iter().map(|&(_, number)| number).collect();
    let shift = i64::from(sorted.contains(&0) && at_gap.is_some());
    let count = tiles.len() as i64;
    if sorted.iter().copied().eq(1 - shift..=count - shift) {
        let mut all = vec![0; parts.len()];
        tiles.iter().for_each(|&(at, number)| all[at] = (number + shift) as u32);
        return Ok(Some((all, shift as u32)));
    }
    // One mistake, or two on a large board: still tiles.
    let allowed = 1.max(tiles.len() / 12);
    let near = sorted.range(0..=count + 1).count();
    let is_meant = tiles.len() - sorted.len() <= allowed && near + allowed + 1 >= tiles.len();
    if !is_meant || !has_words || tiles.len() < 3 {
        return Ok(None);
    }
    Err(mistake(parts, &tiles, at_gap.is_some()).at_depth(4))
}

/// Reports the number that occurs twice, or is missing.
fn mistake(parts: &[TextSpan], tiles: &[(usize, i64)], has_gap: bool) -> Problem {
    let without = if has_gap { "" } else { ", and there is no gap" };
    let mut seen = HashSet::new();
    let (at, what) = match tiles.iter().find(|(_, number)| !seen.insert(*number)) {
        Some((at, number)) => (*at, format!("{number} stands twice")),
        None => {
            let missing = (1..).find(|number| !seen.contains(number)).unwrap_or(0);
            let odd = tiles.iter().find(|(_, number)| !(1..=tiles.len() as i64).contains(number));
            (odd.map_or(0, |&(at, _)| at), format!("{missing} is missing"))
        }
    };
    parts[at].wrong(format!("tile {what}{without}"), "each number once")
}

/// Returns the board with its goal: drawn, stated, or in order.
fn aim<'a>(
    board: &Board<'a>,
    grid: &Grid<'a>,
    beside: &Beside<'a>,
    case: &Case<'_, 'a>,
) -> Result<PuzzleDraft<'a>> {
    let (size, place) = (board.size, board.parts[0]);
    let read = |goal: &[u32]| board.draft(goal);
    let stated = |goal: &str| ReadOptions::with("goal", goal);
    let in_option = AssumptionSource::Option;
    if let Some(text) = case.stated_goal() {
        let goal = match named_goal(text, size) {
            Some(goal) => goal,
            None => goal_of_text(text, board, case.options)?,
        };
        let is_short = text.len() < 40 && !text.contains('\n');
        let name = if is_short { text } else { "the one given" };
        return Ok(read(&goal).with(format!("the goal is {name}"), in_option, stated(text)));
    }
    if let [drawn, rest @ ..] = &case.goals[..] {
        if let Some(second) = rest.first() {
            return second.place.fail("a second goal", "one goal for a tile puzzle");
        }
        let draft = read(&goal_of_block(drawn, board, case.options)?);
        let next = stated("next");
        return Ok(match case.is_pair {
            true => draft.with("the next board is the goal", in_option, next),
            false => draft,
        });
    }
    if !grid.is_rectangle() {
        let as_tiles = ReadOptions::with("as", "tiles");
        let order = blank_last(Size { rows: 1, cols: board.parts.len() as u32 });
        let mut draft = read(&order);
        if case.reading() != Some("tiles") {
            let choice = Question::new("rows end in walls", as_tiles.clone());
            draft.ask(
                place.wrong(
                    "rows of several lengths: a number is missing, or the rows end in walls",
                    "rows of one length",
                ),
                vec![choice],
            );
        }
        draft.assume("in order, the gap last; rows end in walls", as_tiles);
        return Ok(draft);
    }
    if matches!(case.reading(), Some("hackerrank" | "korf")) {
        let draft = read(&blank_first(size));
        return Ok(draft.with("the gap goes first", in_option, stated("gap-first")));
    }
    let rows = grid.rows();
    let is_column = beside.numbers == [size.rows]
        && rows[0].get(1).is_some_and(|cell| cell.number != rows[0][0].number);
    let to = |goal| Tiles::new(size, board.tiles.clone(), goal).ok();
    let [last, first] = [to(blank_last(size)), to(blank_first(size))];
    let is_solvable =
        |tiles: &Option<Tiles>| tiles.as_ref().is_some_and(|tiles| Parity::of(tiles).is_solvable());
    let distances = |tiles: &Option<Tiles>| tiles.as_ref().map_or(0, Tiles::distances);
    let is_near =
        is_solvable(&first) && distances(&first) * 3 < distances(&last) && distances(&last) > 3;
    let mut draft = read(&blank_last(size));
    let (question, by) = match case.reading() {
        None if is_column => {
            ("a side and one number a line: the gap could go last or first", "HackerRank: ")
        }
        None if is_near => ("the goal with the gap first is much nearer", ""),
        _ => {
            draft.assume("in order, the gap last", stated("ordered"));
            return Ok(draft);
        }
    };
    let mut choices = Vec::new();
    if is_solvable(&first) {
        choices.push(Question::new(format!("{by}the gap goes first"), stated("gap-first")));
    }
    if is_solvable(&last) {
        choices.push(Question::new("the gap goes last", stated("ordered")));
    }
    draft.ask(place.wrong(question, "an option that says which"), choices);
    Ok(draft)
}

/// Whether a grid has tiles in the order of a usual goal.
pub fn is_usual_goal(grid: &Grid, options: &ReadOptions) -> bool {
    let Ok(Some(board)) = board(grid, None, options) else { return false };
    let names = ["ordered", "gap-first", "spiral"];
    grid.is_rectangle()
        && names.iter().any(|name| named_goal(name, board.size).as_ref() == Some(&board.tiles))
}

fn goal_of_text(text: &str, board: &Board, options: &ReadOptions) -> Result<Vec<u32>> {
    let place = board.parts[0];
    let Some(block) = sheet(text).blocks.into_iter().next() else {
        return place.fail(
            "the goal is no board",
            "a board, or `ordered`, `gap-first`, `spiral`, `snail` or `reverse`",
        );
    };
    goal_of_block(&block, board, options).map_err(|problem| {
        place
            .wrong(format!("the goal: {}", problem.message), problem.expected)
            .at_depth(problem.depth)
    })
}

fn goal_of_block(block: &Block, start: &Board, options: &ReadOptions) -> Result<Vec<u32>> {
    let mut wrong = block
        .place
        .wrong("the goal does not have the tiles of the board", "the same tiles and one gap");
    for grid in block.grids().filter(|grid| grid.is_rectangle()) {
        match board(grid, Some(start.size), options) {
            Ok(Some(goal)) if goal.tiles.contains(&0) => return Ok(goal.tiles),
            Ok(_) => {}
            Err(other) => wrong = other,
        }
    }
    Err(wrong)
}

/// Asks about a board on which no cell is empty.
fn without_gap(board: Board) -> PuzzleDraft {
    let largest = board.tiles.len();
    let place = board.parts[0];
    let problem = place.wrong(
        format!("the numbers 1 to {largest} leave no gap"),
        format!("a gap; `--gap {largest}` makes tile {largest} it"),
    );
    let options = ReadOptions::with("gap", largest.to_string());
    let choice = Question::new(format!("{largest} is the gap"), options);
    let mut draft = PuzzleDraft::new("tiles", board.size, place);
    draft.ask(problem, vec![choice]);
    draft
}

/// Reads tiles among walls: digits and letters from 10 on, each once, a gap 0, and a wall `=` or `#`.
/// Each tile belongs to the cell with its number, counted row by row.
fn walled<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>) -> Option<PuzzleDraft<'a>> {
    let is_wall = |sign: &str| matches!(sign, "=" | "#");
    let (walls, others): (Vec<_>, Vec<_>) = grid.cells().partition(|(_, sign)| is_wall(sign));
    let is_whole = !walls.is_empty() && grid.has("0") && !grid.has_words && grid.is_rectangle();
    if !is_whole || case.has_goal() || case.reading().is_some() {
        return None;
    }
    let mut draft = PuzzleDraft::new("tiles", grid.size, grid.place(0));
    draft.walls = walls.into_iter().map(|(cell, _)| cell).collect();
    let mut seen = HashSet::new();
    for (cell, sign) in others {
        let tile = sign.parse::<char>().ok()?.to_digit(36)?;
        let home = tile.checked_sub(1);
        (home.is_none_or(|home| home < grid.size.cells() as u32 && !is_wall(grid.at(home)))
            && seen.insert(tile))
        .then_some(())?;
        if let Some(home) = home {
            put(&mut draft, sign, cell, home, grid.place(cell));
        }
    }
    draft.assume("each tile goes to the cell with its number; walls stay", "");
    Some(draft)
}

/// Reads single tiles of which several have the same number.
fn repeated<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
) -> Result<PuzzleDraft<'a>> {
    let sizes: Vec<String> = grid.by_sign().iter().map(|(sign, _)| format!("{sign}=1x1")).collect();
    let single = ReadOptions::with("as", "types").and("empty", "0").and("sizes", sizes.join(","));
    let options = single.or(case.options);
    let mut draft = blocks::read(grid, &Case { options: &options, ..case.clone() }, beside)?;
    draft.convention = "tiles";
    draft.assumptions.clear();
    Ok(draft.with("tiles with the same number are alike", AssumptionSource::Option, ""))
}
