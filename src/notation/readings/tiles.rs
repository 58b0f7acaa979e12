//! Tile puzzles: numbered single tiles and one gap.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Case, Choice, Made, Outcome, Reading, blocks};
use crate::notation::draft::{Draft, Goal, Wanted};
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::sheet::{Block, Grid, by_sign};
use crate::notation::text::Part;
use crate::puzzle::{
    GoalSetup, KindSetup, MAX_KINDS, Placement, Setup, Size, Source, kind_name, number_name,
};
use crate::tiles::notation::{blank_first, blank_last, named_goal};

/// A board of tiles.
#[derive(Clone, Debug)]
pub struct TileBoard<'a> {
    pub size: Size,
    /// The tile in each cell, row by row; 0 is the gap.
    pub tiles: Vec<u32>,
    pub goal: Vec<u32>,
    /// How much less the numbers of the text are than those of the tiles.
    shift: u32,
    pub place: Part<'a>,
}

/// Signs of the gap, besides 0.
const GAPS: [&str; 14] =
    ["", "_", ".", "x", "X", "*", "#", "-", "b", "B", "-1", "null", "None", "nil"];

/// Reads a board as tiles.
pub fn read<'a>(case: &Case<'_, 'a>) -> Outcome<'a> {
    read_sized(case, None)
}

/// Reads a board as tiles, of a size that the text does not have to show.
pub fn read_sized<'a>(case: &Case<'_, 'a>, size: Option<Size>) -> Outcome<'a> {
    let mut wrong = None;
    let is_told = case.reading() == Some("tiles");
    for (head, grid) in case.board.grids() {
        let verdict = board(&grid, head, size, case.options);
        if is_told
            && !case.goals.is_empty()
            && matches!(verdict, Verdict::Unfit | Verdict::Wrong(_))
        {
            return repeated(&grid, case).map(Some);
        }
        match verdict {
            Verdict::Unfit => {}
            Verdict::Wrong(problem) => wrong = wrong.or(Some(problem)),
            Verdict::Ragged => return ragged(&grid, case).map(Some),
            Verdict::Tiles(found) => return goal(found, head, case).map(Some),
            Verdict::NoGap(found, largest) => return Ok(Some(without_gap(found, largest))),
        }
    }
    wrong.map_or(Ok(None), Err)
}

enum Verdict<'a> {
    Unfit,
    Wrong(Problem),
    Tiles(TileBoard<'a>),
    /// The numbers are 1 to the number of cells.
    NoGap(TileBoard<'a>, u32),
    /// Rows differ in length.
    Ragged,
}

fn board<'a>(
    grid: &Grid<'a>,
    head: &[Part<'a>],
    told: Option<Size>,
    options: &ReadOptions,
) -> Verdict<'a> {
    let parts: Vec<Part> = grid.rows().iter().flatten().copied().collect();
    let values = match values(&parts, grid.has_words, options.gap.as_deref()) {
        Values::Unfit => return Verdict::Unfit,
        Values::Wrong(problem) => return Verdict::Wrong(problem),
        Values::Numbers(values) => values,
    };
    if !grid.is_rectangle() {
        return if values.gap.is_some() { Verdict::Ragged } else { Verdict::Unfit };
    }
    let cells = parts.len() as u32;
    let side = cells.isqrt();
    let is_column = grid.size.cols == 1
        && head.last().is_some_and(|line| line.text().trim() == side.to_string());
    let size = match told {
        Some(size) if size.cells() == parts.len() => size,
        Some(size) => {
            let message = format!("{cells} cells on a board of {} x {}", size.rows, size.cols);
            return Verdict::Wrong(parts[0].wrong(message, "as many as the size has"));
        }
        None if grid.size.rows == 1 || is_column => {
            if side * side != cells || cells < 4 {
                if !grid.has_words && values.gap.is_none() {
                    return Verdict::Unfit;
                }
                let message = format!("{cells} numbers are no square");
                return Verdict::Wrong(parts[0].wrong(message, "rows with slashes between them"));
            }
            Size { rows: side, cols: side }
        }
        None => grid.size,
    };
    let tiles = values.numbers;
    let found = TileBoard { size, tiles, goal: Vec::new(), shift: values.shift, place: parts[0] };
    if values.gap.is_some() { Verdict::Tiles(found) } else { Verdict::NoGap(found, cells) }
}

struct Numbers {
    /// 0 for the gap.
    numbers: Vec<u32>,
    gap: Option<usize>,
    shift: u32,
}

enum Values {
    Unfit,
    Wrong(Problem),
    Numbers(Numbers),
}

/// The numbers of the cells.
fn values(parts: &[Part], has_words: bool, gap: Option<&str>) -> Values {
    let number = |part: &Part| -> Option<i64> {
        let text = part.text().trim();
        if has_words {
            text.parse().ok()
        } else {
            text.parse::<char>().ok()?.to_digit(16).map(i64::from)
        }
    };
    let is_gap = |part: &Part| match gap {
        Some("blank") => part.text().trim().is_empty(),
        Some(gap) => part.text().trim() == gap,
        None => false,
    };
    let numbers: Vec<Option<i64>> = parts.iter().map(number).collect();
    let others: Vec<usize> = (0..parts.len()).filter(|&at| numbers[at].is_none()).collect();
    let at_gap = match gap {
        Some(name) => {
            let found: Vec<usize> = (0..parts.len()).filter(|&at| is_gap(&parts[at])).collect();
            let [at] = found[..] else {
                let message = format!("the gap `{name}` stands {} times on the board", found.len());
                return Values::Wrong(parts[0].wrong(message, "exactly one gap"));
            };
            Some(at)
        }
        None => match others[..] {
            [] => {
                let at = |wanted| numbers.iter().position(|&number| number == Some(wanted));
                at(-1).or(at(0))
            }
            [at] if GAPS.contains(&parts[at].text().trim()) && has_words => Some(at),
            _ => return Values::Unfit,
        },
    };
    if others.iter().any(|&at| Some(at) != at_gap) || parts.len() < 2 {
        return Values::Unfit;
    }
    check(parts, &numbers, at_gap, has_words)
}

/// Whether each number stands once.
fn check(parts: &[Part], numbers: &[Option<i64>], gap: Option<usize>, has_words: bool) -> Values {
    let tiles: Vec<(usize, i64)> = (0..parts.len())
        .filter(|&at| Some(at) != gap)
        .filter_map(|at| Some((at, numbers[at]?)))
        .collect();
    let mut sorted: Vec<i64> = tiles.iter().map(|&(_, number)| number).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let count = tiles.len() as i64;
    let least = sorted.first().copied().unwrap_or(1);
    let shift = i64::from(least == 0 && gap.is_some());
    let is_sound = sorted.len() == tiles.len()
        && least == 1 - shift
        && sorted.last() == Some(&(count - shift));
    if is_sound {
        let mut all = vec![0; parts.len()];
        tiles.iter().for_each(|&(at, number)| all[at] = (number + shift) as u32);
        return Values::Numbers(Numbers { numbers: all, gap, shift: shift as u32 });
    }
    // One mistake, or two on a large board: still tiles.
    let repeated = tiles.len() - sorted.len();
    let allowed = 1.max(tiles.len() / 12);
    let are_near = sorted.iter().filter(|&&number| (0..=count + 1).contains(&number)).count();
    let is_meant = has_words && repeated <= allowed && are_near + allowed + 1 >= tiles.len();
    if !is_meant || tiles.len() < 3 {
        return Values::Unfit;
    }
    let without = if gap.is_none() { ", and there is no gap" } else { "" };
    let mut seen = HashSet::new();
    let twice = tiles.iter().find(|(_, number)| !seen.insert(*number));
    let missing = (1..=count).find(|number| sorted.binary_search(number).is_err());
    let problem = match (twice, missing) {
        (Some(&(at, number)), _) => {
            parts[at].wrong(format!("tile {number} stands twice{without}"), "each number once")
        }
        (None, missing) => {
            let odd = tiles.iter().find(|(_, number)| !(1..=count).contains(number));
            let at = odd.map_or(0, |&(at, _)| at);
            let missing = missing.unwrap_or(0);
            parts[at].wrong(format!("tile {missing} is missing{without}"), "each number once")
        }
    };
    Values::Wrong(problem)
}

/// The board with its goal: drawn, told, or in order.
fn goal<'a>(
    mut board: TileBoard<'a>,
    head: &[Part<'a>],
    case: &Case<'_, 'a>,
) -> Result<Reading<'a>, Problem> {
    let mut assumptions = Vec::new();
    let mut open = Vec::new();
    let ordered = ReadOptions::with("goal", "ordered");
    let mut assume = |text: &str, source, options: &ReadOptions| {
        assumptions.push(crate::puzzle::Assumption::new(text, source, options.to_string()));
    };
    let reading = case.reading();
    let is_column = case.board.lines.len() == board.tiles.len() + 1 && head.len() == 1;
    if let Some(text) = case.stated_goal() {
        board.goal = match named_goal(text, board.size) {
            Some(goal) => goal,
            None => goal_of_text(text, &board, case.options)?,
        };
        assume(
            &format!("the goal is {}", short(text)),
            Source::Option,
            &ReadOptions::with("goal", text),
        );
    } else if let [drawn, rest @ ..] = &case.goals[..] {
        if let Some(second) = rest.first() {
            return Err(second.place.wrong("a second goal", "one goal for a tile puzzle"));
        }
        board.goal = goal_of_block(drawn, &board, case.options)?;
        if case.is_pair {
            assume(
                "the next board is the goal",
                Source::Option,
                &ReadOptions::with("goal", "next"),
            );
        }
    } else if matches!(reading, Some("hackerrank" | "korf")) {
        board.goal = blank_first(board.size);
        assume("the gap goes first", Source::Option, &ReadOptions::with("goal", "gap-first"));
    } else if is_column && reading.is_none() {
        let question = "a side and one number a line: the gap could go last or first";
        let choices = vec![
            Choice::new("HackerRank: the gap goes first", ReadOptions::with("as", "hackerrank")),
            Choice::new("the gap goes last", ReadOptions::with("as", "tiles")),
        ];
        board.goal = blank_last(board.size);
        let problem = board.place.wrong(question, "an option that says which");
        open.push(super::Open { problem, choices });
    } else {
        board.goal = blank_last(board.size);
        assume("in order, the gap last", Source::Convention, &ordered);
    }
    Ok(Reading { convention: "tiles", made: Made::Tiles(board), assumptions, open })
}

fn short(goal: &str) -> Cow<'_, str> {
    if goal.len() < 40 && !goal.contains('\n') { goal.into() } else { "the one given".into() }
}

fn goal_of_text(text: &str, board: &TileBoard, options: &ReadOptions) -> Result<Vec<u32>, Problem> {
    let lifted = |problem: Problem| {
        board.place.wrong(format!("the goal: {}", problem.message), problem.expected)
    };
    let entries = crate::notation::sheet::entries(text);
    let block = entries.into_iter().find_map(|entry| match entry {
        crate::notation::sheet::Entry::Block(block) => Some(block),
        _ => None,
    });
    let Some(block) = block else {
        let expected = "a board, or `ordered`, `gap-first`, `spiral`, `snail` or `reverse`";
        return Err(board.place.wrong("the goal is no board", expected));
    };
    goal_of_block(&block, board, options).map_err(lifted)
}

fn goal_of_block(
    block: &Block,
    start: &TileBoard,
    options: &ReadOptions,
) -> Result<Vec<u32>, Problem> {
    let mut wrong = None;
    for (head, grid) in block.grids() {
        match board(&grid, head, Some(start.size), options) {
            Verdict::Tiles(goal) => return Ok(goal.tiles),
            Verdict::Wrong(problem) => wrong = Some(problem),
            _ => {}
        }
    }
    let message = "the goal does not have the tiles of the board";
    Err(wrong.unwrap_or_else(|| block.place.wrong(message, "the same tiles and one gap")))
}

/// A board on which no cell is empty.
fn without_gap<'a>(mut board: TileBoard<'a>, largest: u32) -> Reading<'a> {
    let message = format!("the numbers 1 to {largest} leave no gap");
    let problem =
        board.place.wrong(message, format!("a gap; `--gap {largest}` makes tile {largest} it"));
    let options = ReadOptions::with("gap", largest.to_string());
    let choice = Choice::new(format!("{largest} is the gap"), options);
    board.goal = blank_last(board.size);
    let made = Made::Tiles(board);
    let open = vec![super::Open { problem, choices: vec![choice] }];
    Reading { convention: "tiles", made, assumptions: Vec::new(), open }
}

/// A board with rows of several lengths: what is missing is wall.
fn ragged<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>) -> Result<Reading<'a>, Problem> {
    let place = grid.rows()[0][0];
    let mut draft = Draft::new(grid.size, place);
    let parts: Vec<Part> = grid.rows().iter().flatten().copied().collect();
    let Values::Numbers(values) = values(&parts, grid.has_words, case.options.gap.as_deref())
    else {
        return Err(place.wrong("rows of several lengths", "rows of one length"));
    };
    let in_row = |cell: u32| {
        let (row, col) = grid.size.row_col(cell);
        grid.rows()[row as usize].len() > col as usize
    };
    let cells: Vec<u32> = (0..grid.size.cells() as u32).filter(|&cell| in_row(cell)).collect();
    draft.walls = (0..grid.size.cells() as u32).filter(|&cell| !in_row(cell)).collect();
    let mut goal = Goal::new(place);
    for ((&cell, &tile), part) in cells.iter().zip(&values.numbers).zip(&parts) {
        if tile > 0 {
            let wanted = cells[tile as usize - 1];
            goal.wanted.push(Wanted { piece: draft.pieces.len(), cell: wanted, place: *part });
            draft.add(part.text().trim(), vec![cell], *part);
        }
    }
    draft.goals = vec![goal];
    let mut reading = Reading::of("tiles", draft, true);
    let is_told = case.reading() == Some("tiles");
    if !is_told {
        let message = "rows of several lengths: a number is missing, or the rows end in walls";
        let choice = Choice::new("rows end in walls", ReadOptions::with("as", "tiles"));
        reading.ask(place.wrong(message, "rows of one length"), vec![choice]);
    }
    reading.assume("in order, the gap last; rows end in walls", &ReadOptions::with("as", "tiles"));
    Ok(reading)
}

/// Single tiles of which several have one number.
fn repeated<'a>(grid: &Grid<'a>, case: &Case<'_, 'a>) -> Result<Reading<'a>, Problem> {
    let mut draft = Draft::new(grid.size, grid.place(0));
    let numbers = grid.cells().filter(|(_, sign)| *sign != "0" && !sign.is_empty());
    for (sign, cells) in by_sign(numbers) {
        let first = draft.pieces.len();
        cells.into_iter().for_each(|cell| draft.add(sign, vec![cell], grid.place(cell)));
        draft.alike.push((first..draft.pieces.len()).collect());
    }
    draft.limit()?;
    draft.empty = "0".to_owned();
    blocks::goals(&mut draft, case)?;
    let mut reading = Reading::of("tiles", draft, true);
    reading.note("tiles with the same number are alike", Source::Option, &ReadOptions::default());
    Ok(reading)
}

/// The puzzle of a board of tiles.
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
    Ok(setup)
}
