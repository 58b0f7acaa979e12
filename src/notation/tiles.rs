//! Tile puzzles as lists of numbers: slidy's rows, Korf's instances, HackerRank's input.

use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{BoardInput, read_tiles, setup_of};
use super::sheet::SheetBlock;
use super::text::{TextSpan, full_lines, number};
use super::write_error::{WriteError, no_gates, no_walls, only_goal, refuse_if};
use super::{Notation, Reader};
use crate::puzzle::{Lock, Note, Placement, Puzzle, Setup};

pub const SLIDY: Notation = Notation {
    name: "tiles",
    about: "tile puzzles as rows of numbers between slashes or on lines, gap last (slidy)",
    read: Some(Reader::Lines { line: slidy, are_lines }),
    write: |puzzle| {
        let (tiles, cols) = numbers(puzzle, false)?;
        Ok(tiles.chunks(cols).map(joined).collect::<Vec<_>>().join("/") + "\n")
    },
};

pub const KORF: Notation = Notation {
    name: "korf",
    about: "Korf's instances: a number, then the tiles row by row, gap first",
    read: Some(Reader::Lines { line: korf, are_lines: |_| true }),
    write: |puzzle| {
        let (tiles, _) = square(puzzle)?;
        Ok(format!("1 {}\n", joined(&tiles)))
    },
};

pub const HACKERRANK: Notation = Notation {
    name: "hackerrank",
    about: "HackerRank's n-puzzle: the side, then a tile a line, gap first",
    read: Some(Reader::Boards),
    write: |puzzle| {
        let (tiles, side) = square(puzzle)?;
        let lines = std::iter::once(side as u32).chain(tiles);
        Ok(lines.map(|number| format!("{number}\n")).collect())
    },
};

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    let is_one = |line: TextSpan| one_line(line).is_ok_and(|parts| is_permutation(&parts));
    let first = full_lines(text).next();
    full_lines(text).nth(1).is_some() && first.is_some_and(is_one)
}

/// Returns the cells of a board on one line: with slashes, or a square.
fn one_line(line: TextSpan<'_>) -> Result<Vec<TextSpan<'_>>, Problem> {
    let cells: Vec<TextSpan> = line.split(|c| c.is_whitespace() || c == '/').collect();
    let side = cells.len().isqrt();
    match line.text().contains('/') || side * side == cells.len() {
        true => Ok(cells),
        false => {
            let message = format!("{} numbers are no square", cells.len());
            Err(line.wrong(message, "rows with slashes between them"))
        }
    }
}

fn slidy(line: TextSpan) -> Result<Setup, Problem> {
    let cells = one_line(line)?;
    let rows: Vec<Vec<TextSpan>> = match line.text().contains('/') {
        true => line.split(|c| c == '/').map(|row| row.words().collect()).collect(),
        false => cells.chunks(cells.len().isqrt().max(1)).map(<[TextSpan]>::to_vec).collect(),
    };
    if let Some(odd) = rows.iter().find(|row| row.len() != rows[0].len()) {
        return Err(odd
            .first()
            .unwrap_or(&line)
            .wrong("a row of another length", "rows of equal length"));
    }
    setup(line, rows, "tiles")
}

fn korf(line: TextSpan) -> Result<Setup, Problem> {
    let mut words = line.words();
    let instance = words.next().unwrap_or(line);
    number(&instance)?;
    let cells: Vec<_> = words.collect();
    let side = cells.len().isqrt();
    if side * side != cells.len() || side < 2 {
        let message = format!("{} cells are no square", cells.len());
        return Err(line.wrong(message, "a number, then as many cells as a square has"));
    }
    let rows = cells.chunks(side).map(<[TextSpan]>::to_vec).collect();
    let mut setup = setup(line, rows, "korf")?;
    let title = format!("instance {}", instance.text());
    setup.notes.push(Note { key: "title".to_owned(), value: title });
    Ok(setup)
}

fn setup(line: TextSpan, rows: Vec<Vec<TextSpan>>, reading: &str) -> Result<Setup, Problem> {
    permutation(&rows.concat())?;
    let options = ReadOptions::with("as", reading);
    setup_of(read_tiles(&BoardInput::new(SheetBlock::of_rows(line, rows), &options)), line)
}

/// Whether a line is a board with its number before it.
pub fn is_instance(line: &TextSpan) -> bool {
    korf(*line).is_ok()
}

/// Whether a line is a board of at least two rows.
pub fn is_board_line(line: &TextSpan) -> bool {
    one_line(*line).is_ok_and(|cells| cells.len() > 3 && is_permutation(&cells))
}

/// Whether these are the numbers from 0 on, each once.
pub fn is_permutation(numbers: &[TextSpan]) -> bool {
    permutation(numbers).is_ok()
}

fn permutation(numbers: &[TextSpan]) -> Result<(), Problem> {
    let mut seen = vec![false; numbers.len()];
    for part in numbers {
        let tile = usize::try_from(number(part)?).unwrap_or(usize::MAX);
        let expected = "each number from 0 to one less than there are cells, once";
        match seen.get_mut(tile) {
            None => return Err(part.wrong(format!("there is no tile {tile}"), expected)),
            Some(true) => return Err(part.wrong(format!("a second tile {tile}"), expected)),
            Some(free) => *free = true,
        }
    }
    Ok(())
}

/// Returns the numbers of a tile puzzle row by row, and the number of columns. Tiles are numbered
/// by their places in the goal.
fn numbers(puzzle: &Puzzle, is_gap_first: bool) -> Result<(Vec<u32>, usize), WriteError> {
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
    refuse_if(!is_full || done.placements().len() != pieces.len(), other)?;
    let (home, first, why) = match is_gap_first {
        true => (0, 0, "its goal has the gap in the upper left corner"),
        false => (cells as u32 - 1, 1, "its goal has the gap in the lower right corner"),
    };
    refuse_if(done.kind_at(home).is_some(), why)?;
    let mut tiles = vec![0; cells];
    for piece in pieces {
        let goal = done.placements().iter().find(|goal| goal.kind == piece.kind);
        tiles[piece.cell as usize] = goal.map_or(0, |goal| goal.cell + first);
    }
    Ok((tiles, puzzle.size().cols as usize))
}

fn square(puzzle: &Puzzle) -> Result<(Vec<u32>, usize), WriteError> {
    let size = puzzle.size();
    refuse_if(size.rows != size.cols, "its boards are squares")?;
    numbers(puzzle, true)
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
