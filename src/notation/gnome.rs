//! The levels of GNOME Klotski: one drawing with walls, pieces, a door and the goal.

use super::draft::{Extent, PuzzleDraft, extent};
use super::layout::{Grid, by_sign, characters};
use super::readings::parts;
use super::text::{TextSpan, beginning, is_comment, uncommented_lines};
use super::{Item, Notation, Parsed, Reader};
use crate::puzzle::{MAX_GOAL_CELLS, Size};

pub const NOTATION: Notation = Notation {
    name: "gnome",
    about: "GNOME Klotski: `#` wall, `*` goes to `.`, `-` lets nothing else pass",
    read: Reader::Text(|text| {
        let rows = level(text);
        let first = rows.first().copied().unwrap_or(beginning(text));
        Item::only(first.number, puzzle(&rows, beginning(text)))
    }),
    write: None,
};

/// Returns the lines from the first to the last that is not empty, without comments.
fn level(text: &str) -> Vec<TextSpan<'_>> {
    let lines: Vec<TextSpan> = uncommented_lines(text).collect();
    let is_wall = |line: &TextSpan| line.text().starts_with('#') && !is_comment(line);
    let width = |line: &TextSpan| line.text().chars().count();
    let widest = lines.iter().filter(|line| is_wall(line)).map(width).max();
    let walls = lines.iter().position(is_wall)..lines.iter().rposition(is_wall);
    // A row with a wall and an open end looks like a comment, but is as wide as the walls around it.
    let rows = lines
        .iter()
        .copied()
        .enumerate()
        .filter(|(at, line)| {
            !is_comment(line) || walls.contains(&Some(*at)) && Some(width(line)) == widest
        })
        .map(|(_, line)| line);
    let mut rows: Vec<TextSpan> = rows.skip_while(|row| row.text().is_empty()).collect();
    while rows.pop_if(|row| row.text().is_empty()).is_some() {}
    rows
}

/// Whether a text is one drawing with the signs of a level.
pub fn is_level(text: &str) -> bool {
    let rows = level(text);
    let has = |sign: &str| rows.iter().any(|row| row.text().contains(sign));
    has("##") && has("*") && (has(".") || has("-")) && rows.iter().all(|row| !row.text().is_empty())
}

/// Returns the cells that pieces can enter: what is connected to theirs.
fn used(grid: &Grid) -> Vec<u32> {
    let open = grid.cells().filter(|(_, sign)| *sign != "#").map(|(cell, _)| cell);
    let parts = parts(&open.collect::<Vec<u32>>(), grid.size.cols).into_iter();
    let mut used: Vec<u32> = parts
        .filter(|part| part.iter().any(|cell| !["", ".", "-"].contains(&grid.at(*cell))))
        .flatten()
        .collect();
    used.sort_unstable();
    used
}

fn puzzle(rows: &[TextSpan], place: TextSpan) -> Parsed {
    let rows: Vec<Vec<TextSpan>> = rows.iter().copied().map(characters).collect();
    let sheet = Grid::new(rows, false)
        .ok_or_else(|| place.wrong("the board is too large", "at most 1048576 cells"))?;
    // The board is the frame of the cells that are used.
    let Extent { top, left, height, width } = extent(&used(&sheet), sheet.size.cols);
    let (top, left) = (top as usize, left as usize);
    let rows = sheet.rows().iter().skip(top).take(height as usize);
    let rows = rows.map(|row| row.iter().skip(left).take(width as usize).copied().collect());
    let missing = || place.wrong("there is no `*`", "the cells of the piece that has to leave");
    let mut grid = Grid::new(rows.collect(), false).ok_or_else(missing)?;
    grid.size = Size { rows: height, cols: width };
    let used = used(&grid);
    let mut draft = PuzzleDraft::new("", grid.size, place);
    draft.walls = (0..height * width).filter(|cell| used.binary_search(cell).is_err()).collect();
    let mut signs = by_sign(used.into_iter().map(|cell| (cell, grid.at(cell))));
    signs.sort_by_key(|(sign, _)| *sign != "*");
    if signs.first().is_none_or(|(sign, _)| *sign != "*") {
        return Err(missing().into());
    }
    let (mut goal, mut door) = (Vec::new(), Vec::new());
    for (sign, cells) in signs {
        let place = grid.place(cells[0]);
        match sign {
            "" => {}
            "." => goal = cells,
            "-" => door = cells,
            _ => draft.add("", cells, place),
        }
    }
    let most = MAX_GOAL_CELLS / draft.size.cells() + 1;
    let firsts: Vec<u32> = goal
        .iter()
        .copied()
        .filter(|&first| {
            let cells = draft.cells_at(0, first);
            cells.is_some_and(|cells| cells.iter().all(|cell| goal.binary_search(cell).is_ok()))
        })
        .take(most)
        .collect();
    if firsts.is_empty() {
        return draft.pieces[0].place.fail(
            "the goal holds no place of the piece that has to leave",
            "enough cells with `.`",
        );
    }
    draft.aim(0, &firsts);
    if !door.is_empty() {
        draft.gates.push((vec![0], door));
    }
    draft.puzzle()
}
