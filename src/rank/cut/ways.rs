//! How a piece gets from one place to another in one move.

use super::ground::{Cells, Ground, Piece};
use crate::puzzle::{Movers, Reach, Style};

/// One way from a place to another: it is open where all cells that it passes are empty, but for the
/// piece itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub to: Piece,
    /// All cells that the piece covers on its way, at its beginning and end as well.
    pub passed: Cells,
}

/// All ways of single pieces. There is always the same way back.
pub struct Ways {
    /// By kind and cell.
    lists: Vec<Vec<Vec<Way>>>,
}

/// More ways are too many: in style 2, with many empty cells, there are more than anybody wants to try.
const MOST: usize = 1 << 16;

impl Ways {
    /// The ways on a board in some style. Of two ways to one place, none passes all cells of the other,
    /// and none more cells than can be empty. `None` if pieces move together, or if there are too many.
    pub fn new(ground: &Ground, style: Style) -> Option<Self> {
        if style.movers() != Movers::Single {
            return None;
        }
        let mut ways = Self { lists: Vec::new() };
        let mut number = 0;
        for kind in 0..ground.counts().len() as u8 {
            let mut of_kind = vec![Vec::new(); ground.cells()];
            if ground.count(kind) > 0 {
                for (cell, ways) in of_kind.iter_mut().enumerate() {
                    let from = Piece { cell: cell as u8, kind };
                    *ways = match style.reach() {
                        Reach::Step => single(ground, from),
                        Reach::Slide => straight(ground, from),
                        Reach::Walk => any(ground, from, MOST - number)?,
                    };
                    number += ways.len();
                }
            }
            ways.lists.push(of_kind);
        }
        Some(ways)
    }

    /// The ways of a piece from where it is.
    pub fn of(&self, piece: Piece) -> &[Way] {
        &self.lists[usize::from(piece.kind)][usize::from(piece.cell)]
    }

    /// All of them, with where they begin.
    pub fn all(&self) -> impl Iterator<Item = (Piece, Way)> {
        self.lists.iter().enumerate().flat_map(|(kind, cells)| {
            cells.iter().enumerate().flat_map(move |(cell, ways)| {
                let from = Piece { cell: cell as u8, kind: kind as u8 };
                ways.iter().map(move |&way| (from, way))
            })
        })
    }
}

fn single(ground: &Ground, from: Piece) -> Vec<Way> {
    let way = |to| Way { to, passed: ground.covers(from) | ground.covers(to) };
    ground.steps(from).into_iter().flatten().map(way).collect()
}

fn straight(ground: &Ground, from: Piece) -> Vec<Way> {
    let mut ways = Vec::new();
    for direction in 0..4 {
        let (mut at, mut passed) = (from, ground.covers(from));
        while let Some(to) = ground.steps(at)[direction] {
            passed |= ground.covers(to);
            if !can_be_open(ground, from, passed) {
                break;
            }
            ways.push(Way { to, passed });
            at = to;
        }
    }
    ways
}

/// Ways with any number of steps; `None` if there are more than so many.
fn any(ground: &Ground, from: Piece, most: usize) -> Option<Vec<Way>> {
    let begin = Way { to: from, passed: ground.covers(from) };
    let mut ways = vec![begin];
    let mut open = vec![begin];
    while let Some(way) = open.pop() {
        // A better one may have been found by now.
        if !ways.contains(&way) {
            continue;
        }
        for to in ground.steps(way.to).into_iter().flatten() {
            let passed = way.passed | ground.covers(to);
            let is_known = |other: &Way| other.to == to && other.passed & !passed == 0;
            if !can_be_open(ground, from, passed) || ways.iter().any(is_known) {
                continue;
            }
            ways.retain(|other| other.to != to || passed & !other.passed != 0);
            ways.push(Way { to, passed });
            open.push(Way { to, passed });
            if ways.len() > most {
                return None;
            }
        }
    }
    ways.retain(|way| way.to != from);
    Some(ways)
}

/// Whether so many cells can be empty at all.
fn can_be_open(ground: &Ground, from: Piece, passed: Cells) -> bool {
    (passed & !ground.covers(from)).count_ones() as usize <= ground.gaps()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn number(text: &str, style: Style) -> usize {
        let puzzle: Puzzle = text.parse().unwrap();
        Ways::new(&Ground::new(&puzzle).unwrap(), style).unwrap().all().count()
    }

    #[test]
    fn ways_are_as_many_as_they_should_be() {
        // A unit on a strip, with room everywhere: to any other cell, in one way.
        let strip = "1 x 5\n1 = 1\n1\n?\n";
        assert_eq!(number(strip, Style::STEP), 8);
        assert_eq!(number(strip, Style::SLIDE), 20);
        assert_eq!(number(strip, Style::WALK), 20);
        // Around a ring of eight cells there are two ways to each other cell; with five empty
        // cells, no more than five steps long.
        let ring = "3 x 3\n1 = 1\n2 = 1\n1000x0000\n?\n";
        assert_eq!(number(ring, Style::WALK), 8 * 7 * 2);
        let ring = "3 x 3\n1 = 1\n2 = 1\n3 = 1\n1230x0000\n?\n";
        // To the cells at distance 1 to 5 on either side, for each of three kinds.
        assert_eq!(number(ring, Style::WALK), 3 * 8 * 2 * 5);
    }
}
