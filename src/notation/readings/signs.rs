//! The meaning of a board's signs: empty, a wall, or a piece.

use std::collections::BTreeSet;

use crate::notation::options::ReadOptions;
use crate::notation::sheet::{Grid, by_sign};

/// Signs of empty cells if no `.` is on the board, the surest first.
const EMPTY: [&str; 14] = ["", "_", "-", "-1", "⬜", "□", "◻", "◽", "0", "o", "@", "&", "*", "~"];
/// Signs of walls.
const WALLS: [&str; 5] = ["#", "█", "■", "⬛", "◼"];

/// The pieces of a board by their signs, and its walls.
pub struct BoardSigns<'a> {
    /// Each sign of a piece with its cells, ascending, in the order of the first cells.
    pub pieces: Vec<(&'a str, Vec<u32>)>,
    pub walls: Vec<u32>,
    /// The sign of the empty cells, if it is not a dot or a blank.
    pub empty: Option<&'a str>,
    /// Whether the empty sign is a dot.
    pub has_dots: bool,
    /// The sign that surrounds the board, except at an exit.
    pub frame: Option<&'a str>,
}

/// Whether an option that lists signs has this one.
pub fn lists(option: &str, sign: &str) -> bool {
    option == sign
        || sign.is_empty() && option.split(',').any(|listed| listed == "blank")
        || sign.chars().count() == 1 && option.contains(sign)
        || option.split(',').any(|listed| listed == sign) && !sign.is_empty()
}

impl<'a> BoardSigns<'a> {
    /// Returns the assumptions about signs, with the options that state them. `is_plain` is an
    /// empty sign that need not be reported.
    pub fn notes(
        &self,
        grid: &Grid,
        is_plain: impl Fn(&str) -> bool,
    ) -> Vec<(String, ReadOptions)> {
        let wall = self.frame.filter(|wall| *wall != "#").map(|wall| {
            let options = ReadOptions::with("wall", walls(grid, &self.walls));
            (format!("`{wall}` is a wall"), options)
        });
        let empty = self
            .empty
            .filter(|empty| !is_plain(empty))
            .map(|empty| (format!("`{empty}` is empty"), ReadOptions::with("empty", empty)));
        wall.into_iter().chain(empty).collect()
    }

    /// Sorts the cells of a board. `is_wall` overrides the defaults.
    pub fn new(
        grid: &Grid<'a>,
        options: &ReadOptions,
        is_wall: impl Fn(&str) -> Option<bool>,
    ) -> Self {
        let has = |sign: &str| grid.cells().any(|(_, at)| at == sign);
        let has_dots = has(".");
        let frame = frame(grid);
        let given = options.empty.as_deref();
        let usual = EMPTY
            .into_iter()
            .find(|sign| has(sign) && frame != Some(sign))
            .filter(|_| !has_dots && given.is_none());
        let is_empty = |sign: &str| match given {
            Some(given) => lists(given, sign) || sign.is_empty() && !has_dots,
            None => sign == "." || usual == Some(sign),
        };
        let is_wall = |sign: &str| match options.wall.as_deref() {
            Some(given) => lists(given, sign),
            None => is_wall(sign).unwrap_or_else(|| {
                WALLS.contains(&sign) || frame == Some(sign) || sign.is_empty() && !is_empty(sign)
            }),
        };
        let (walls, others): (Vec<_>, Vec<_>) = grid.cells().partition(|(_, at)| is_wall(at));
        BoardSigns {
            pieces: by_sign(others.into_iter().filter(|(_, at)| !is_empty(at))),
            walls: walls.into_iter().map(|(cell, _)| cell).collect(),
            empty: usual.filter(|sign| !sign.is_empty()),
            has_dots,
            frame,
        }
    }
}

/// Returns the signs of walls, in the form of an option.
pub fn walls(grid: &Grid, walls: &[u32]) -> String {
    let name = |sign: &str| if sign.is_empty() { "blank".to_owned() } else { sign.to_owned() };
    let signs: BTreeSet<String> = walls.iter().map(|&cell| name(grid.at(cell))).collect();
    signs.into_iter().collect::<Vec<_>>().join(",")
}

/// Returns the sign that surrounds the board, except at an exit.
fn frame<'a>(grid: &Grid<'a>) -> Option<&'a str> {
    let size = grid.size;
    if size.rows < 4 || size.cols < 4 {
        return None;
    }
    let sign = grid.at(0);
    let others = grid.edge().filter(|&cell| grid.at(cell) != sign).count();
    let is_sign = |c: char| !c.is_alphanumeric() && c != '.';
    (others < 4 && !sign.is_empty() && sign.chars().all(is_sign)).then_some(sign)
}

pub fn parts(cells: &[u32], cols: u32) -> Vec<Vec<u32>> {
    let mut left: BTreeSet<u32> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut at = 0;
        while let Some(&cell) = part.get(at) {
            at += 1;
            let before = (cell % cols > 0).then(|| cell.wrapping_sub(1));
            let after = (cell % cols + 1 < cols).then(|| cell + 1);
            let next = [before, after, cell.checked_sub(cols), cell.checked_add(cols)];
            part.extend(next.into_iter().flatten().filter(|other| left.remove(other)));
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Whether cells lie in one row or one column without a gap.
pub fn is_bar(cells: &[u32], cols: u32) -> bool {
    let by = |stride: u32| cells.windows(2).all(|pair| pair[1] - pair[0] == stride);
    let in_row = cells.first().zip(cells.last()).is_some_and(|(a, b)| a / cols == b / cols);
    cells.len() > 1 && (by(1) && in_row || by(cols))
}
