//! Tile puzzles as lists of numbers: slidy's rows, Korf's instances, HackerRank's input.

use super::problem::{Problem, judge};
use super::text::{Part, beginning, full_lines, number};
use super::unsayable::{Unsayable, no_gates, no_walls, only_goal, unless};
use super::{Item, Notation, Reader};
use crate::puzzle::{
    GoalSetup, KindSetup, Lock, MAX_CELLS, MAX_KINDS, Note, Placement, Puzzle, Setup, Size,
    kind_name, number_name,
};

use super::roster::TOO_MANY;

/// Rows between slashes or on lines; the gap goes last.
pub const SLIDY: Notation = Notation {
    name: "tiles",
    about: "tile puzzles as rows of numbers between slashes or on lines, the gap at last (slidy)",
    read: Some(Reader::Lines { line: |line| setup(&one_line(line)?, Gap::Last), together }),
    write: |puzzle| {
        let (tiles, cols) = numbers(puzzle, Gap::Last)?;
        Ok(tiles.chunks(cols).map(joined).collect::<Vec<_>>().join("/") + "\n")
    },
};

/// The number of an instance, then the cells; the gap goes first.
pub const KORF: Notation = Notation {
    name: "korf",
    about: "Korf's instances: a number, then the tiles row by row, the gap at first",
    read: Some(Reader::Lines { line: korf, together: |_| None }),
    write: |puzzle| {
        let (tiles, _) = square(puzzle)?;
        Ok(format!("1 {}\n", joined(&tiles)))
    },
};

/// The side, then a tile a line; the gap goes first.
pub const HACKERRANK: Notation = Notation {
    name: "hackerrank",
    about: "HackerRank's n-puzzle: the side, then a tile a line, the gap at first",
    read: Some(Reader::Text(|text| {
        let first = beginning(text);
        let line = full_lines(text).next().map_or(first.number, |line| line.number);
        Item::only(line, judge(hackerrank(text), &first))
    })),
    write: |puzzle| {
        let (tiles, side) = square(puzzle)?;
        let lines = std::iter::once(side as u32).chain(tiles);
        Ok(lines.map(|number| format!("{number}\n")).collect())
    },
};

/// Where the gap shall be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    First,
    Last,
}

/// A board as it was read.
struct Board<'a> {
    numbers: Vec<Part<'a>>,
    rows: usize,
}

/// The board whose rows the lines are.
fn together(text: &str) -> Option<Item> {
    is_one_board(text).then(|| {
        let first = full_lines(text).next().unwrap_or(beginning(text));
        let board = whole(text).and_then(|board| setup(&board, Gap::Last));
        Item::new(first.number, judge(board, &first))
    })
}

/// Whether the lines are rows of one board, and not each a board.
fn is_one_board(text: &str) -> bool {
    let is_row = |line: &Part| line.words().count() > 0 && !line.text().contains('/');
    let mut lines = full_lines(text);
    let Some(first) = lines.next() else { return true };
    match lines.next() {
        None => false,
        Some(_) if one_line(first).is_ok_and(|board| is_permutation(&board.numbers)) => {
            // Nothing tells `1 0` above `3 2` from two boards but that a board is a square.
            false
        }
        Some(_) => {
            is_row(&first)
                || full_lines(text).any(|line| is_row(&line))
                || whole(text).is_ok_and(|board| is_permutation(&board.numbers))
        }
    }
}

/// A board whose rows end with slashes and lines.
fn whole(text: &str) -> Result<Board<'_>, Problem> {
    let rows = full_lines(text).flat_map(|line| rows(line).collect::<Vec<_>>());
    rectangle(rows, beginning(text))
}

fn rows(line: Part<'_>) -> impl Iterator<Item = Part<'_>> {
    line.split(|c| c == '/').map(|row| row.trimmed())
}

/// A board on one line: with slashes, or a square.
fn one_line(line: Part<'_>) -> Result<Board<'_>, Problem> {
    if line.text().contains('/') {
        return rectangle(rows(line), line);
    }
    let numbers: Vec<_> = line.words().collect();
    let rows = numbers.len().isqrt();
    if rows * rows != numbers.len() {
        let message = format!("{} numbers are no square", numbers.len());
        return Err(line.wrong(message, "rows with slashes between them"));
    }
    Ok(Board { numbers, rows })
}

fn rectangle<'a>(
    rows: impl Iterator<Item = Part<'a>>,
    place: Part<'a>,
) -> Result<Board<'a>, Problem> {
    let mut board = Board { numbers: Vec::new(), rows: 0 };
    for row in rows {
        let before = board.numbers.len();
        board.numbers.extend(row.words());
        board.rows += 1;
        if board.numbers.len() != board.rows * (board.numbers.len() - before) {
            return Err(row.wrong("a row of another length", "rows of equal length"));
        }
    }
    if board.rows == 0 {
        Err(place.wrong("there are no tiles", "rows of numbers"))
    } else {
        Ok(board)
    }
}

fn korf(line: Part) -> Result<Setup, Problem> {
    let mut words = line.words();
    let instance = words.next().unwrap_or(line);
    number(&instance)?;
    let numbers: Vec<_> = words.collect();
    let rows = numbers.len().isqrt();
    if rows * rows != numbers.len() || rows < 2 {
        let message = format!("{} cells are no square", numbers.len());
        return Err(line.wrong(message, "a number, then as many cells as a square has"));
    }
    let mut setup = setup(&Board { numbers, rows }, Gap::First)?;
    let title = format!("instance {}", instance.text());
    setup.notes.push(Note { key: "title".to_owned(), value: title });
    Ok(setup)
}

fn hackerrank(text: &str) -> Result<Setup, Problem> {
    let mut words = full_lines(text).flat_map(|line| line.words());
    let Some(first) = words.next() else {
        return Err(beginning(text).wrong("the side is missing", "a number"));
    };
    let side = number(&first)?;
    let numbers: Vec<_> = words.collect();
    if side < 2 || side.checked_mul(side) != Some(numbers.len() as u64) {
        let message = format!("{} cells on a board of side {side}", numbers.len());
        return Err(first.wrong(message, "the side k, then k times k numbers"));
    }
    setup(&Board { numbers, rows: side as usize }, Gap::First)
}

/// Whether a line is a board with its number before it.
pub fn is_instance(line: &Part) -> bool {
    korf(*line).is_ok()
}

/// Whether a line is a board of at least two rows.
pub fn is_board_line(line: &Part) -> bool {
    one_line(*line).is_ok_and(|board| board.rows > 1 && is_permutation(&board.numbers))
}

/// Whether these are the numbers from 0 on, each once.
pub fn is_permutation(numbers: &[Part]) -> bool {
    permutation(numbers).is_ok()
}

fn permutation(numbers: &[Part]) -> Result<Vec<usize>, Problem> {
    let mut seen = vec![false; numbers.len()];
    let mut found = Vec::with_capacity(numbers.len());
    for part in numbers {
        let tile = usize::try_from(number(part)?).unwrap_or(usize::MAX);
        let expected = "each number from 0 to one less than there are cells, once";
        match seen.get_mut(tile) {
            None => return Err(part.wrong(format!("there is no tile {tile}"), expected)),
            Some(true) => return Err(part.wrong(format!("a second tile {tile}"), expected)),
            Some(free) => *free = true,
        }
        found.push(tile);
    }
    Ok(found)
}

fn setup(board: &Board, gap: Gap) -> Result<Setup, Problem> {
    let tiles = permutation(&board.numbers)?;
    if tiles.len() > MAX_KINDS + 1 || tiles.len() > MAX_CELLS {
        let message = format!("{} tiles: {TOO_MANY}", tiles.len() - 1);
        return Err(board.numbers[0].wrong(message, "at most 60 tiles"));
    }
    let (rows, cols) = (board.rows as u32, (tiles.len() / board.rows) as u32);
    let mut setup = Setup::new(Size { rows, cols });
    for name in (1..tiles.len()).filter_map(|tile| kind_name(tile as u8)) {
        setup.add_kind(KindSetup::new(name, [(0, 0)]));
    }
    let piece = |cell: usize, tile: usize| Placement { cell: cell as u32, kind: tile as u8 - 1 };
    let lying = tiles.iter().enumerate().filter(|&(_, &tile)| tile > 0);
    setup.start = lying.clone().map(|(cell, &tile)| piece(cell, tile)).collect();
    setup.origin.names = lying.map(|(_, &tile)| number_name(tile)).collect();
    let home = |tile| if gap == Gap::First { tile } else { tile - 1 };
    let done = (1..tiles.len()).map(|tile| piece(home(tile), tile)).collect();
    setup.goals.push(GoalSetup::Complete(done));
    Ok(setup)
}

/// The numbers of a tile puzzle row by row, and how many are in a row. Tiles are numbered by their
/// places in the goal.
fn numbers(puzzle: &Puzzle, gap: Gap) -> Result<(Vec<u32>, usize), Unsayable> {
    no_walls(puzzle)?;
    no_gates(puzzle)?;
    let other = "it has tile puzzles alone: single cells, each of its own kind, and one gap";
    let goal = only_goal(puzzle)?;
    let pieces = puzzle.start().placements();
    let is_tile = |piece: &Placement| {
        let kind = puzzle.kind(*piece);
        kind.cells().len() == 1 && kind.lock() == Lock::Free
    };
    let are_apart = puzzle.counts().iter().all(|&count| count <= 1);
    let cells = puzzle.size().cells();
    let is_full = pieces.len() + 1 == cells && pieces.iter().all(is_tile) && are_apart;
    let done = goal.demanded();
    unless(!is_full || done.placements().len() != pieces.len(), other)?;
    let (home, first) = if gap == Gap::First { (0, 0) } else { (cells as u32 - 1, 1) };
    let is_home = done.kind_at(home).is_none();
    unless(
        !is_home,
        match gap {
            Gap::First => "its goal has the gap in the upper left corner",
            Gap::Last => "its goal has the gap in the lower right corner",
        },
    )?;
    let mut tiles = vec![0; cells];
    for piece in pieces {
        let goal = done.placements().iter().find(|goal| goal.kind == piece.kind);
        tiles[piece.cell as usize] = goal.map_or(0, |goal| goal.cell + first);
    }
    Ok((tiles, puzzle.size().cols as usize))
}

fn square(puzzle: &Puzzle) -> Result<(Vec<u32>, usize), Unsayable> {
    let size = puzzle.size();
    unless(size.rows != size.cols, "its boards are squares")?;
    numbers(puzzle, Gap::First)
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
