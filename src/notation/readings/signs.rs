//! The roles of a board's signs: empty, a wall, the frame with its exits, or a piece.

use std::collections::BTreeSet;

use crate::notation::draft::{Extent, extent};
use crate::notation::layout::{Grid, Side, by_sign};
use crate::notation::options::ReadOptions;

/// Signs that are empty wherever they can be.
const SURE: [&str; 8] = [".", "..", "⬜", "□", "◻", "◽", "·", "　"];
/// Signs that are empty if none of those stands on the board, the most usual first.
const USUAL: [&str; 16] =
    ["_", "-", "-1", "0", "o", "@", "&", "*", "~", "+", "None", "null", "nil", "--", "00", "?"];
/// Signs of walls.
const WALLS: [&str; 5] = ["#", "█", "■", "⬛", "◼"];

/// One way to understand the signs of a board.
#[derive(Clone, Debug, Default)]
pub struct Roles<'a> {
    /// The signs of empty cells.
    pub empty: Vec<&'a str>,
    /// The cells of walls, ascending.
    pub walls: Vec<u32>,
    pub exits: Vec<Gap>,
    /// Each sign of a piece with its cells, ascending, in the order of the first cells.
    pub pieces: Vec<(&'a str, Vec<u32>)>,
    /// The sign that surrounds the board, except at an exit.
    pub frame: Option<&'a str>,
}

/// A cell of the edge that the frame leaves out.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub cell: u32,
    pub side: Side,
    /// Whether any piece may enter it; else its sign stands only at the edge.
    pub is_open: bool,
}

/// Whether an option that lists signs has this one.
pub fn lists(option: &str, sign: &str) -> bool {
    let name = if sign.is_empty() { "blank" } else { sign };
    sign.chars().count() == 1 && option.contains(sign)
        || option.split(',').any(|listed| listed == name)
}

/// Returns the roles that signs can have, in tiers: a lower tier counts only if no reading of a
/// higher one holds. `has_walls` is false on boards where a `#` is a piece; a board with a goal has no
/// exit.
pub fn roles<'a>(
    grid: &Grid<'a>,
    options: &ReadOptions,
    has_walls: bool,
    has_goal: bool,
) -> Vec<Vec<Roles<'a>>> {
    let signs: Vec<&str> = grid.by_sign().into_iter().map(|(sign, _)| sign).collect();
    let one = |empty: Vec<&'a str>| Roles::new(grid, options, has_walls, has_goal, empty);
    let has_dots = signs.contains(&".");
    let bickford = (options.reading.as_deref() == Some("bickford")).then_some("0");
    if let Some(given) = options.empty.as_deref().or(bickford) {
        return vec![vec![one(signs
            .iter()
            .filter(|sign| lists(given, sign) || sign.is_empty() && !has_dots)
            .copied()
            .collect())]];
    }
    let mut sure: Vec<&str> = signs.iter().filter(|sign| SURE.contains(sign)).copied().collect();
    if sure.is_empty() {
        sure.extend(signs.iter().find(|sign| sign.is_empty()));
    }
    if !sure.is_empty() {
        return vec![vec![one(sure)]];
    }
    let usual = USUAL.into_iter().filter_map(|usual| signs.iter().find(|sign| **sign == usual));
    let usual: Vec<Roles> = usual.map(|sign| one(vec![sign])).collect();
    let broken = |sign: &&str| {
        let cells = grid.cells().filter(|(_, at)| at == sign).map(|(cell, _)| cell);
        parts(&cells.collect::<Vec<_>>(), grid.size.cols).len() > 1
    };
    let others = signs.iter().filter(|sign| broken(sign)).map(|sign| one(vec![sign])).collect();
    vec![usual, others, vec![one(Vec::new())]]
}

impl<'a> Roles<'a> {
    fn new(
        grid: &Grid<'a>,
        options: &ReadOptions,
        has_walls: bool,
        has_goal: bool,
        empty: Vec<&'a str>,
    ) -> Self {
        let is_empty = |sign: &str| empty.contains(&sign);
        let framed = if has_walls { frame(grid, &empty, options) } else { None };
        let (frame, gaps) = framed.map_or((None, Vec::new()), |(sign, gaps)| (Some(sign), gaps));
        let exits = if has_goal { Vec::new() } else { gaps };
        let is_wall = |sign: &str| match options.wall.as_deref() {
            Some(given) => lists(given, sign) || frame == Some(sign),
            None => {
                has_walls && WALLS.contains(&sign)
                    || frame == Some(sign)
                    || sign.is_empty() && !is_empty(sign)
            }
        };
        let is_exit = |cell: u32| exits.iter().any(|exit| exit.cell == cell && !exit.is_open);
        let mut roles = Roles { frame, ..Roles::default() };
        let mut others = Vec::new();
        for (cell, sign) in grid.cells() {
            match () {
                () if is_wall(sign) || is_exit(cell) => roles.walls.push(cell),
                () if !is_empty(sign) => others.push((cell, sign)),
                () => {}
            }
        }
        roles.pieces = by_sign(others);
        Roles { exits, empty, ..roles }
    }

    /// Returns what was assumed of signs, with the options that state it.
    pub fn notes(&self, grid: &Grid, is_plain: bool) -> Vec<(String, ReadOptions)> {
        let mut notes = Vec::new();
        if let Some(frame) = self.frame.filter(|frame| *frame != "#") {
            let stated = ReadOptions::with("wall", walls(grid, &self.walls));
            notes.push((format!("`{frame}` is a wall"), stated));
        }
        let is_known =
            |sign: &str| sign.is_empty() || sign == "." || is_plain && matches!(sign, "0" | "-1");
        for empty in self.empty.iter().filter(|sign| !is_known(sign)) {
            notes.push((format!("`{empty}` is empty"), ReadOptions::with("empty", *empty)));
        }
        notes
    }

    /// Returns the roles if the cells of a sign are walls, unless it is a car.
    pub fn walled(&self, sign: &str, grid: &Grid) -> Option<Roles<'a>> {
        let (cells, pieces): (Vec<_>, Vec<_>) =
            self.pieces.iter().cloned().partition(|(other, _)| *other == sign);
        let [(_, cells)] = &cells[..] else { return None };
        let is_car = self.empty.contains(&".") && is_bar(cells, grid.size.cols);
        let mut walls = [&self.walls[..], cells].concat();
        walls.sort_unstable();
        (!is_car && !pieces.is_empty()).then(|| Roles { walls, pieces, ..self.clone() })
    }
}

/// Returns the signs of walls, in the form of an option.
pub fn walls(grid: &Grid, walls: &[u32]) -> String {
    let signs: BTreeSet<&str> = walls
        .iter()
        .map(|&cell| if grid.at(cell).is_empty() { "blank" } else { grid.at(cell) })
        .collect();
    Vec::from_iter(signs).join(",")
}

/// Returns the sign that surrounds the board, with its gaps, at most three. It stands in all corners,
/// and nowhere inside, unless it is one of walls.
fn frame<'a>(
    grid: &Grid<'a>,
    empty: &[&str],
    options: &ReadOptions,
) -> Option<(&'a str, Vec<Gap>)> {
    let size = grid.size;
    let sign = grid.at(0);
    if size.rows < 3 || size.cols < 3 || sign.is_empty() || empty.contains(&sign) {
        return None;
    }
    let is_given = options.wall.as_deref().is_some_and(|wall| lists(wall, sign));
    let is_edge = |cell: u32| !grid.sides(cell).is_empty();
    let stands_inside = grid.cells().any(|(cell, at)| at == sign && !is_edge(cell));
    if stands_inside && !WALLS.contains(&sign) && !is_given {
        return None;
    }
    let mut gaps = Vec::new();
    for (cell, at) in grid.cells().filter(|(_, at)| *at != sign) {
        match grid.sides(cell)[..] {
            [] => {}
            [side] => {
                // A sign that stands only at the edge is no piece.
                let mut same = grid.cells().filter(|(_, other)| *other == at);
                let is_alone = same.all(|(cell, _)| grid.sides(cell).len() == 1);
                gaps.push(Gap { cell, side, is_open: empty.contains(&at) || !is_alone })
            }
            _ => return None,
        }
    }
    (gaps.len() < 4).then_some((sign, gaps))
}

/// Returns the parts of a set of cells that touch.
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
    let Extent { height, width, .. } = extent(cells, cols);
    let length = cells.len() as u32;
    length > 1 && height * width == length && height.min(width) == 1
}
