//! The levels of GNOME Klotski: one drawing with walls, pieces, a door and the goal.

use std::collections::BTreeSet;

use super::draft::PuzzleDraft;
use super::error::judge;
use super::problem::Problem;
use super::readings::parts;
use super::sheet::{Grid, by_sign};
use super::text::{TextSpan, beginning, is_comment, uncommented_lines};
use super::{Item, Notation, Reader};
use crate::puzzle::{MAX_GOAL_CELLS, Setup, Size};

pub const NOTATION: Notation = Notation {
    name: "gnome",
    about: "GNOME Klotski: `#` wall, `*` goes to `.`, `-` lets nothing else pass",
    read: Reader::Text(|text| {
        let first = level(text).first().copied().unwrap_or(beginning(text));
        Item::only(first.number, judge(setup(text), &first))
    }),
    write: None,
};

/// Returns the lines from the first to the last that is not empty, without comments.
fn level(text: &str) -> Vec<TextSpan<'_>> {
    let mut lines: Vec<_> = uncommented_lines(text).collect();
    let is_wall = |line: &TextSpan| line.text().starts_with('#') && !is_comment(line);
    let width = |line: &TextSpan| line.text().chars().count();
    let walls: Vec<TextSpan> = lines.iter().copied().filter(is_wall).collect();
    // A row with a wall and an open end looks like a comment, but is as wide as the walls around it.
    let is_row = |line: &TextSpan| {
        let is_inside = walls.first().is_some_and(|first| first.number < line.number)
            && walls.last().is_some_and(|last| last.number > line.number);
        !is_comment(line) || is_inside && Some(width(line)) == walls.iter().map(width).max()
    };
    lines.retain(is_row);
    let is_full = |line: &TextSpan| !line.text().is_empty();
    lines.truncate(lines.iter().rposition(is_full).map_or(0, |last| last + 1));
    lines.drain(..lines.iter().position(is_full).unwrap_or(0));
    lines
}

/// Whether a text is one drawing with the signs of a level.
pub fn is_level(text: &str) -> bool {
    let rows = level(text);
    let has = |sign: &str| rows.iter().any(|row| row.text().contains(sign));
    has("##") && has("*") && (has(".") || has("-")) && rows.iter().all(|row| !row.text().is_empty())
}

/// Returns the sign in a cell, a blank if the row is too short.
fn sign(sheet: &Grid, cell: u32) -> char {
    sheet.at(cell).chars().next().unwrap_or(' ')
}

fn signs<'s>(sheet: &'s Grid) -> impl Iterator<Item = (u32, char)> + use<'s> {
    (0..sheet.size.cells() as u32).map(|cell| (cell, sign(sheet, cell)))
}

fn is_piece(c: char) -> bool {
    !matches!(c, '#' | ' ' | '.' | '-' | '\t')
}

fn setup(text: &str) -> Result<Setup, Problem> {
    let place = beginning(text);
    let beyond = || place.wrong("the board is too large", "at most 1048576 cells");
    let sheet = Grid::drawn(&level(text)).ok_or_else(beyond)?;
    let mut pieces = by_sign(signs(&sheet).filter(|&(_, c)| is_piece(c)));
    pieces.sort_by_key(|(c, _)| *c != '*');
    if pieces.first().is_none_or(|(c, _)| *c != '*') {
        return Err(place.wrong("there is no `*`", "the cells of the piece that has to leave"));
    }
    let used = reached(&sheet);
    let (size, own) = framed(sheet.size, &used);
    let mut draft = PuzzleDraft::new(size, place);
    for (_, cells) in &pieces {
        let place = sheet.place(cells[0]);
        draft.add("", cells.iter().filter_map(|&cell| own(cell)).collect(), place);
    }
    let (mut goal, mut door) = (BTreeSet::new(), Vec::new());
    for (cell, c) in signs(&sheet) {
        match own(cell) {
            Some(own) if !used[cell as usize] => draft.walls.push(own),
            Some(own) if c == '.' => drop(goal.insert(own)),
            Some(own) if c == '-' => door.push(own),
            _ => {}
        }
    }
    let cells = size.cells();
    let is_within = |&first: &u32| {
        draft.cells_at(0, first).is_some_and(|cells| cells.iter().all(|cell| goal.contains(cell)))
    };
    let firsts: Vec<u32> =
        (0..cells as u32).filter(is_within).take(MAX_GOAL_CELLS / cells + 1).collect();
    if firsts.is_empty() {
        let message = "the goal holds no place of the piece that has to leave";
        return Err(draft.pieces[0].place.wrong(message, "enough cells with `.`"));
    }
    draft.aim(0, &firsts);
    if !door.is_empty() {
        draft.gates.push((vec![0], door));
    }
    draft.unnamed()
}

/// Returns the cells that pieces can enter: those connected to their own; the door counts for the
/// target only.
fn reached(sheet: &Grid) -> Vec<bool> {
    let mut all = vec![false; sheet.size.cells()];
    for is_target in [true, false] {
        let is_open = |&(_, c): &(u32, char)| c != '#' && (is_target || c != '-');
        let open: Vec<u32> = signs(sheet).filter(is_open).map(|(cell, _)| cell).collect();
        let is_own = |&cell: &u32| {
            let c = sign(sheet, cell);
            is_piece(c) && (c == '*') == is_target
        };
        for part in parts(&open, sheet.size.cols).iter().filter(|part| part.iter().any(is_own)) {
            part.iter().for_each(|&cell| all[cell as usize] = true);
        }
    }
    all
}

/// Returns the size of the bounding box of the used cells, and the map from cells to cells of the
/// box.
fn framed(whole: Size, used: &[bool]) -> (Size, impl Fn(u32) -> Option<u32>) {
    let cells = || (0..).zip(used).filter(|(_, used)| **used).map(|(cell, _)| whole.row_col(cell));
    let range = |values: &dyn Fn((u32, u32)) -> u32| {
        let least = cells().map(values).min().unwrap_or(0);
        (least, cells().map(values).max().unwrap_or(0) - least + 1)
    };
    let ((top, rows), (left, cols)) = (range(&|cell| cell.0), range(&|cell| cell.1));
    let size = Size { rows, cols };
    let own = move |cell| {
        let (row, col) = whole.row_col(cell);
        size.cell(i64::from(row) - i64::from(top), i64::from(col) - i64::from(left))
    };
    (size, own)
}
