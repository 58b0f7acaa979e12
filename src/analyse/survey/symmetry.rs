//! Symmetries of a puzzle: what can be done with all placements without a change of what leads where.
//!
//! Kinds of one shape with equally many pieces may be renamed, and a board may be turned or mirrored
//! where its walls, its gates and the shapes of its pieces are the same afterwards. So placements that
//! come of each other are equally far from whoever is farthest from them.

use crate::puzzle::{Configuration, Kind, Lock, Placement, Puzzle};
use crate::rank::Ranking;

/// The symmetries of a puzzle. Goals do not matter.
pub struct Symmetries<'a> {
    ranking: &'a Ranking,
    counts: Vec<u32>,
    turns: Vec<Turn>,
}

/// A way to turn or mirror the board.
struct Turn {
    /// For each shape what it becomes.
    shapes: Vec<usize>,
    /// For each shape and each origin of a piece the origin that it becomes.
    origins: Vec<Vec<u32>>,
}

/// Where a cell goes: whether rows and columns are counted from the other end, and whether they are
/// exchanged afterwards.
#[derive(Clone, Copy)]
struct Way {
    flips: (bool, bool),
    swaps: bool,
}

impl Way {
    /// All eight, the one that changes nothing first.
    fn all() -> impl Iterator<Item = Self> {
        let bit = |number: u8, at: u8| number >> at & 1 != 0;
        (0..8).map(move |n| Self { flips: (bit(n, 0), bit(n, 1)), swaps: bit(n, 2) })
    }

    /// What becomes of a difference of rows and columns.
    fn of(self, (row, col): (i32, i32)) -> (i32, i32) {
        let row = if self.flips.0 { -row } else { row };
        let col = if self.flips.1 { -col } else { col };
        if self.swaps { (col, row) } else { (row, col) }
    }

    fn lock(self, lock: Lock) -> Lock {
        match lock {
            Lock::Horizontal if self.swaps => Lock::Vertical,
            Lock::Vertical if self.swaps => Lock::Horizontal,
            lock => lock,
        }
    }
}

impl<'a> Symmetries<'a> {
    /// Finds them.
    pub fn new(puzzle: &Puzzle, ranking: &'a Ranking) -> Self {
        let turns = Way::all().filter_map(|way| Turn::new(puzzle, ranking, way)).collect();
        Self { ranking, counts: puzzle.counts(), turns }
    }

    /// Whether there are none but the one that changes nothing.
    pub fn are_trivial(&self) -> bool {
        let may_rename = self.ranking.classes.iter().any(|class| {
            let mut counts: Vec<u32> =
                class.kinds().iter().map(|&kind| self.counts[usize::from(kind)]).collect();
            counts.sort_unstable();
            counts.windows(2).any(|pair| pair[0] == pair[1])
        });
        self.turns.len() == 1 && !may_rename
    }

    /// The smallest number of all that a placement becomes.
    pub fn least(&self, placement: &Configuration) -> u64 {
        let turned = self.turns.iter().map(|turn| self.renamed(turn, placement));
        turned.filter_map(|placement| self.ranking.rank(&placement)).min().unwrap_or(0)
    }

    /// A placement after a turn. Of the kinds that may be renamed, the first to come has the first name.
    fn renamed(&self, turn: &Turn, placement: &Configuration) -> Configuration {
        let moved = placement.placements().iter().filter_map(|piece| {
            let (shape, _) = self.ranking.letters[usize::from(piece.kind)]?;
            let (shape, cell) = (usize::from(shape), piece.cell as usize);
            Some((turn.origins[shape][cell], turn.shapes[shape], piece.kind))
        });
        let mut pieces: Vec<(u32, usize, u8)> = moved.collect();
        pieces.sort_unstable();
        let count = |kind: u8| self.counts[usize::from(kind)];
        let (mut names, mut is_used) = ([None; 64], [false; 64]);
        let placements = pieces.into_iter().filter_map(|(cell, shape, kind)| {
            let mut kinds = self.ranking.classes[shape].kinds().iter().copied();
            let name = &mut names[usize::from(kind)];
            if name.is_none() {
                *name = kinds.find(|&to| count(to) == count(kind) && !is_used[usize::from(to)]);
                is_used[usize::from((*name)?)] = true;
            }
            Some(Placement { cell, kind: (*name)? })
        });
        Configuration::new(placements.collect())
    }
}

impl Turn {
    /// `None` where the puzzle is not the same afterwards.
    fn new(puzzle: &Puzzle, ranking: &Ranking, way: Way) -> Option<Self> {
        let size = puzzle.size();
        if way.swaps && size.rows != size.cols {
            return None;
        }
        let (last_row, last_col) = (size.rows as i32 - 1, size.cols as i32 - 1);
        let cell = |cell: u32| {
            let (row, col) = size.row_col(cell);
            let (row, col) = (row as i32, col as i32);
            let row = if way.flips.0 { last_row - row } else { row };
            let col = if way.flips.1 { last_col - col } else { col };
            let (row, col) = if way.swaps { (col, row) } else { (row, col) };
            size.cell(row.into(), col.into())
        };
        let all = |cells: &[u32]| -> Option<Vec<u32>> {
            let mut cells: Vec<u32> = cells.iter().map(|&at| cell(at)).collect::<Option<_>>()?;
            cells.sort_unstable();
            Some(cells)
        };
        if all(puzzle.blocked())? != puzzle.blocked() {
            return None;
        }
        let (mut shapes, mut origins) = (Vec::new(), Vec::new());
        for class in &ranking.classes {
            let first = class.kinds()[0];
            let kind = &puzzle.kinds()[usize::from(first)];
            let (pattern, origin) = turned(kind, way)?;
            let closed = all(puzzle.closed_to(first))?;
            let is_it = |kinds: &[u8]| {
                let other = &puzzle.kinds()[usize::from(kinds[0])];
                other.cells() == pattern
                    && other.lock() == way.lock(kind.lock())
                    && puzzle.closed_to(kinds[0]) == closed
                    && counts(puzzle, kinds) == counts(puzzle, class.kinds())
            };
            shapes.push(ranking.classes.iter().position(|other| is_it(other.kinds()))?);
            let becomes = |at: u32| {
                let (row, col) = size.row_col(at);
                let (row, col) =
                    (i64::from(row) + i64::from(origin.0), i64::from(col) + i64::from(origin.1));
                size.cell(row, col).and_then(cell).unwrap_or(0)
            };
            origins.push((0..size.cells() as u32).map(becomes).collect());
        }
        Some(Self { shapes, origins })
    }
}

/// A cell, as row and column from another.
type Offset = (i32, i32);

/// The cells of a kind after a turn, from what is their origin then; and which of its cells that was.
fn turned(kind: &Kind, way: Way) -> Option<(Vec<Offset>, Offset)> {
    let (first, origin) = kind.cells().iter().map(|&cell| (way.of(cell), cell)).min()?;
    let from_first = |&cell: &Offset| {
        let (row, col) = way.of(cell);
        (row - first.0, col - first.1)
    };
    let mut pattern: Vec<Offset> = kind.cells().iter().map(from_first).collect();
    pattern.sort_unstable();
    Some((pattern, origin))
}

/// How many pieces there are of each of some kinds, ascending.
fn counts(puzzle: &Puzzle, kinds: &[u8]) -> Vec<u32> {
    let all = puzzle.counts();
    let mut counts: Vec<u32> = kinds.iter().map(|&kind| all[usize::from(kind)]).collect();
    counts.sort_unstable();
    counts
}
