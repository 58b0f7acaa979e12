//! Tile puzzles: numbered single tiles and one gap.

use std::collections::{BTreeSet, HashSet};

use super::statements::{is_aim, state};
use super::{Beside, Case, ReadingResult};
use super::{blocks, goals};
use crate::notation::draft::{DraftGoal, PuzzleDraft};
use crate::notation::layout::Grid;
use crate::notation::options::ReadOptions;
use crate::notation::problem::{Question, Result};
use crate::notation::text::TextSpan;
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
    let board = match board(grid, case.options) {
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
fn board<'a>(grid: &Grid<'a>, options: &ReadOptions) -> Result<Option<Board<'a>>> {
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
    let size = match grid.is_rectangle() {
        true if grid.size.rows > 1 => grid.size,
        false if has_gap => grid.size,
        false => return Ok(None),
        true if side * side == count && count > 3 => Size { rows: side, cols: side },
        true if !grid.has_words && !has_gap => return Ok(None),
        true => {
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
    let tiles = (0..parts.len()).zip(&numbers).filter(|(at, _)| Some(*at) != at_gap);
    let tiles: Vec<(usize, i64)> =
        tiles.filter_map(|(at, number)| Some((at, (*number)?))).collect();
    let sorted: BTreeSet<i64> = tiles.iter().map(|&(_, number)| number).collect();
    let shift = i64::from(sorted.contains(&0) && at_gap.is_some());
    let count = tiles.len() as i64;
    let wanted = 1 - shift..=count - shift;
    if sorted.iter().copied().eq(wanted.clone()) {
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
    // The number that occurs twice, or is missing.
    let mut seen = HashSet::new();
    let is_odd = |(_, number): &&(usize, i64)| !wanted.contains(number) || !seen.insert(*number);
    let &(at, odd) = tiles.iter().find(is_odd).unwrap_or(&tiles[0]);
    let what = match wanted.clone().find(|number| !sorted.contains(number)) {
        Some(missing) if !wanted.contains(&odd) => format!("{missing} is missing"),
        _ => format!("{odd} stands twice"),
    };
    let without = if at_gap.is_some() { "" } else { ", and there is no gap" };
    Err(parts[at].wrong(format!("tile {what}{without}"), "each number once").at_depth(4))
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
    if case.has_goal() {
        let name = case.stated_goal().unwrap_or("next");
        let mut draft = read(&board.tiles);
        draft.goals.clear();
        draft.empty = grid.at(Tiles::places(&board.tiles)[0] as u32).to_owned();
        goals::add(&mut draft, case)?;
        if draft.goals.len() > 1 || draft.goals[0].wanted.len() < draft.pieces.len() {
            return place.fail("the goal does not have the tiles of the board", "one board of all");
        }
        let is_short = name.len() < 40 && !name.contains('\n');
        return Ok(match case.stated_goal() {
            Some(_) if is_short => {
                draft.with(format!("the goal is {name}"), in_option, stated(name))
            }
            Some(_) => draft.with("the goal is the one given", in_option, stated(name)),
            None if case.is_pair => {
                draft.with("the next board is the goal", in_option, stated(name))
            }
            None => draft,
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
    let Ok(Some(board)) = board(grid, options) else { return false };
    let names = ["ordered", "gap-first", "spiral"];
    grid.is_rectangle()
        && names.iter().any(|name| named_goal(name, board.size).as_ref() == Some(&board.tiles))
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
