//! The rows of N. Bickford's SbpUtilities: numbers, equal ones a piece.

use std::collections::HashMap;

use super::problem::{Problem, judge};
use super::roster::{ANYBODY, FEWER, Roster, TOO_MANY};
use super::text::{Part, beginning, full_lines, number};
use super::unsayable::{board, cells, no_gates, no_locks, no_walls, target, unless};
use super::{Item, Notation, Reader, Written};
use crate::puzzle::{Cell, Demand, GoalSetup, Lock, Puzzle, Setup, Size, Want};

/// A board on one line, or by rows.
pub const NOTATION: Notation = Notation {
    name: "bickford",
    about: "N. Bickford's SbpUtilities: numbers, equal ones a piece; the corner piece to the other",
    read: Some(Reader::Lines { line: by_line, together }),
    write,
};

/// The board whose rows the lines are.
fn together(text: &str) -> Option<Item> {
    let mut first_lines = full_lines(text);
    let first = first_lines.next().unwrap_or(beginning(text));
    // A row is too short for a board, or all of them together are one.
    let is_rows = first_lines.next().is_some() && size_of_line(first.words().count()).is_none()
        || first.words().count() < 9 && first_lines.next().is_some();
    is_rows.then(|| Item::new(first.number, judge(by_rows(text, first), &first)))
}

/// The size of a board on one line.
fn size_of_line(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    match cells {
        20 => Some(Size { rows: 5, cols: 4 }),
        _ if side > 0 && side * side == cells => {
            Some(Size { rows: side as u32, cols: side as u32 })
        }
        _ => None,
    }
}

fn by_line(line: Part) -> Result<Setup, Problem> {
    let numbers: Vec<_> = line.words().collect();
    let Some(size) = size_of_line(numbers.len()) else {
        let message = format!("{} cells are no square", numbers.len());
        return Err(line.wrong(message, "a square or 20 cells, or rows on lines of their own"));
    };
    setup(&numbers, size)
}

fn by_rows(text: &str, first: Part) -> Result<Setup, Problem> {
    let cols = first.words().count();
    let mut rows = full_lines(text);
    if let Some(row) = rows.find(|row| row.words().count() != cols) {
        return Err(row.wrong("a row of another length", "rows of equal length"));
    }
    let numbers: Vec<_> = full_lines(text).flat_map(|line| line.words()).collect();
    setup(&numbers, Size { rows: (numbers.len() / cols) as u32, cols: cols as u32 })
}

/// A piece and the corners of the box around it.
struct Piece<'a> {
    first: Part<'a>,
    cells: Vec<u32>,
}

fn setup(numbers: &[Part], size: Size) -> Result<Setup, Problem> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut known = HashMap::new();
    for (cell, part) in (0..).zip(numbers) {
        let name = number(part)?;
        if name > 0 {
            let index = *known.entry(name).or_insert(pieces.len());
            if index == pieces.len() {
                pieces.push(Piece { first: *part, cells: Vec::new() });
            }
            pieces[index].cells.push(cell);
        }
    }
    let mut corner = pieces.iter().filter(|piece| starts(&piece.cells, size));
    let is_corner = |piece: &&Piece| piece.cells[0] == 0;
    let target = match (pieces.iter().find(is_corner), corner.next(), corner.next()) {
        (Some(piece), ..) | (None, Some(piece), None) => piece,
        _ => {
            let message = "no piece, or more than one, in the upper left corner";
            let expected = "one on that cell, or one that touches the top row and the left column";
            return Err(numbers[0].wrong(message, expected));
        }
    };
    let mut setup = Setup::new(size);
    let mut roster = Roster::default();
    for piece in &pieces {
        let role = if piece.cells == target.cells { 1 } else { ANYBODY };
        let Some(placement) = roster.add(&mut setup, &piece.cells, Lock::Free, role) else {
            return Err(piece.first.wrong(TOO_MANY, FEWER));
        };
        if role != ANYBODY {
            let cell = in_last_corner(&piece.cells, size);
            let demand = Demand { cell, want: Want::Origin(placement.kind) };
            setup.goals.push(GoalSetup::Partial(vec![demand]));
        }
    }
    Ok(setup)
}

/// Whether a piece touches the top row and the left column.
fn starts(cells: &[u32], size: Size) -> bool {
    cells[0] < size.cols && cells.iter().any(|cell| cell % size.cols == 0)
}

/// Where the origin of a piece is when the box around it is in the lower right corner.
fn in_last_corner(cells: &[u32], size: Size) -> u32 {
    let last_col = cells.iter().map(|cell| cell % size.cols).max().unwrap_or(0);
    let last_row = cells.iter().map(|cell| cell / size.cols).max().unwrap_or(0);
    let (down, right) = (size.rows - 1 - last_row, size.cols - 1 - last_col);
    cells[0] + down * size.cols + right
}

fn write(puzzle: &Puzzle) -> Written {
    no_walls(puzzle)?;
    no_locks(puzzle)?;
    no_gates(puzzle)?;
    let size = puzzle.size();
    let (own, exit) = target(puzzle)?;
    let own_cells = cells(puzzle, own);
    let other = "its goal is the piece of the upper left corner in the lower right one";
    unless(exit != in_last_corner(&own_cells, size), other)?;
    let pieces = puzzle.start().placements();
    let starters = pieces.iter().filter(|&&piece| starts(&cells(puzzle, piece), size));
    let only = |mut found: Vec<_>| found.pop() == Some(&own) && found.is_empty();
    let on_corner = pieces.iter().find(|piece| piece.cell == 0);
    let is_target = on_corner.map_or_else(|| only(starters.collect()), |&piece| piece == own);
    unless(!is_target, other)?;
    let numbers: Vec<_> = board(puzzle)
        .iter()
        .map(|&cell| match cell {
            Cell::Piece(index) => (index + 1).to_string(),
            _ => "0".to_owned(),
        })
        .collect();
    if size_of_line(numbers.len()) == Some(size) {
        return Ok(numbers.join(" ") + "\n");
    }
    unless(size.rows < 2 || size.cols < 2, "its boards have at least two rows and columns")?;
    Ok(numbers.chunks(size.cols as usize).map(|row| row.join(" ") + "\n").collect())
}
