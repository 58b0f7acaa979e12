//! The paths of single pieces in one move.

use std::collections::VecDeque;

use super::ground::{Ground, OpenCells, PlacedPiece};
use crate::puzzle::Reach;

/// One path of a piece: it is open if all cells that it passes are empty, apart from the piece
/// itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecePath {
    pub to: PlacedPiece,
    /// All cells that the piece covers along the path, including start and end.
    pub passed: OpenCells,
}

/// All paths of single pieces. Each is reversible.
pub struct PiecePaths {
    /// By kind and cell.
    lists: Vec<Vec<Vec<PiecePath>>>,
}

/// The most paths: in style 2 with many empty cells there are more than can be tried in reasonable
/// time.
const MOST: usize = 1 << 16;

impl PiecePaths {
    /// Builds the paths on a board. Of two paths to one place, none passes all cells of the other,
    /// and none needs more empty cells than the board has. `None` if there are too many.
    pub fn new(ground: &Ground, reach: Reach) -> Option<Self> {
        let mut paths = Self { lists: Vec::new() };
        let mut number = 0;
        for kind in 0..ground.counts().len() as u8 {
            let mut of_kind = vec![Vec::new(); ground.cells()];
            if ground.count(kind) > 0 {
                for (cell, paths) in of_kind.iter_mut().enumerate() {
                    let from = PlacedPiece { cell: cell as u8, kind };
                    *paths = match reach {
                        Reach::Step => single(ground, from),
                        Reach::Slide => straight(ground, from),
                        Reach::Walk => any(ground, from, MOST - number)?,
                    };
                    number += paths.len();
                }
            }
            paths.lists.push(of_kind);
        }
        Some(paths)
    }

    /// Returns the paths of a piece from where it is.
    pub fn of(&self, piece: PlacedPiece) -> &[PiecePath] {
        &self.lists[usize::from(piece.kind)][usize::from(piece.cell)]
    }

    /// Returns all paths, with where they begin.
    pub fn all(&self) -> impl Iterator<Item = (PlacedPiece, PiecePath)> {
        self.lists.iter().enumerate().flat_map(|(kind, cells)| {
            cells.iter().enumerate().flat_map(move |(cell, paths)| {
                let from = PlacedPiece { cell: cell as u8, kind: kind as u8 };
                paths.iter().map(move |&path| (from, path))
            })
        })
    }
}

fn single(ground: &Ground, from: PlacedPiece) -> Vec<PiecePath> {
    let path = |to| PiecePath { to, passed: ground.covers(from) | ground.covers(to) };
    ground.steps(from).into_iter().flatten().map(path).collect()
}

fn straight(ground: &Ground, from: PlacedPiece) -> Vec<PiecePath> {
    let mut paths = Vec::new();
    for direction in 0..4 {
        let (mut at, mut passed) = (from, ground.covers(from));
        while let Some(to) = ground.steps(at)[direction] {
            passed |= ground.covers(to);
            if !can_be_open(ground, from, passed) {
                break;
            }
            paths.push(PiecePath { to, passed });
            at = to;
        }
    }
    paths
}

/// Returns paths with any number of steps; `None` if there are more than `most`.
fn any(ground: &Ground, from: PlacedPiece, most: usize) -> Option<Vec<PiecePath>> {
    let begin = PiecePath { to: from, passed: ground.covers(from) };
    // For each cell, the cells passed by each path to it.
    let mut found: Vec<Vec<OpenCells>> = vec![Vec::new(); ground.cells()];
    found[usize::from(from.cell)].push(begin.passed);
    let mut number = 0;
    // Shorter paths first, as these exclude others.
    let mut open = VecDeque::from([begin]);
    while let Some(path) = open.pop_front() {
        // A better path may have been found by now.
        if !found[usize::from(path.to.cell)].contains(&path.passed) {
            continue;
        }
        for to in ground.steps(path.to).into_iter().flatten() {
            let passed = path.passed | ground.covers(to);
            let there = &mut found[usize::from(to.cell)];
            let is_known = there.iter().any(|other| other & !passed == 0);
            if is_known || !can_be_open(ground, from, passed) {
                continue;
            }
            let before = there.len();
            there.retain(|other| passed & !other != 0);
            there.push(passed);
            number = number + there.len() - before;
            if number > most {
                return None;
            }
            open.push_back(PiecePath { to, passed });
        }
    }
    let paths = (0..).zip(found).filter(|&(cell, _)| cell != from.cell);
    let path = |cell, passed| PiecePath { to: PlacedPiece { cell, kind: from.kind }, passed };
    let paths = paths.flat_map(|(cell, all)| all.into_iter().map(move |passed| path(cell, passed)));
    Some(paths.collect())
}

/// Whether the board has enough empty cells for a path.
fn can_be_open(ground: &Ground, from: PlacedPiece, passed: OpenCells) -> bool {
    (passed & !ground.covers(from)).count_ones() as usize <= ground.gaps()
}
