//! Tile puzzles as lists of numbers: slidy's rows, Korf's instances, HackerRank's input.

use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{BoardInput, read_tiles, setup_of};
use super::sheet::SheetBlock;
use super::text::{TextSpan, full_lines, number};
use super::write::{Written, no_gates, no_walls, only_goal, refuse_if};
use super::{Notation, Reader};
use crate::puzzle::{Lock, Note, Placement, Puzzle, Setup};

pub const SLIDY: Notation = Notation {
    name: "tiles",
    about: "tile puzzles as rows of numbers between slashes or on lines, gap last (slidy)",
    read: Reader::Lines { line: slidy, are_lines },
    write: Some(write),
};

pub const KORF: Notation = Notation {
    name: "korf",
    about: "Korf's instances: a number, then the tiles row by row, gap first",
    read: Reader::Lines { line: korf, are_lines: |_| true },
    write: None,
};

pub const HACKERRANK: Notation = Notation {
    name: "hackerrank",
    about: "HackerRank's n-puzzle: the side, then a tile a line, gap first",
    read: Reader::Boards,
    write: None,
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

/// Writes the numbers of a tile puzzle row by row. Tiles are numbered by their places in the goal.
fn write(puzzle: &Puzzle) -> Written {
    no_walls(puzzle)?;
    no_gates(puzzle)?;
    let other = "this, only tile puzzles: single cells, each of its own kind, and one gap";
    let goal = only_goal(puzzle)?;
    let pieces = puzzle.start().placements();
    let is_tile = |piece: &Placement| {
        let kind = puzzle.kind(*piece);
        kind.cells().len() == 1 && kind.lock() == Lock::Free
    };
    let are_apart = puzzle.counts().iter().all(|&count| count <= 1);
    let cells = puzzle.size().cells();
    let is_full = pieces.len() + 1 == cells && pieces.iter().all(is_tile) && are_apart;
    // Numbers on one line without slashes are those of a square.
    refuse_if(puzzle.size().rows == 1, "boards of one row")?;
    let done = goal.demanded();
    refuse_if(!is_full || done.placements().len() != pieces.len(), other)?;
    let is_gap_last = done.kind_at(cells as u32 - 1).is_none();
    refuse_if(!is_gap_last, "goals with the gap elsewhere than in the lower right corner")?;
    let mut tiles = vec![0; cells];
    for piece in pieces {
        let goal = done.placements().iter().find(|goal| goal.kind == piece.kind);
        tiles[piece.cell as usize] = goal.map_or(0, |goal| goal.cell + 1);
    }
    let joined = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let rows = tiles.chunks(puzzle.size().cols as usize).map(joined);
    Ok(rows.collect::<Vec<_>>().join("/") + "\n")
}
