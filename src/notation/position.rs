//! The one filler of boards: positions as text, in a puzzle file and wherever one is given.

use super::problem::MAX_PROBLEMS;
use super::text::TextSpan;
use crate::puzzle::{Placement, Size};

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing is said about it.
    Free,
    Empty,
    Wall,
    /// It may hold anything.
    Open,
    /// A piece of this kind.
    Piece(u8),
    /// A piece on another one or on a wall.
    Clash,
}

/// Why a word cannot stand where it does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    Unknown,
    TooLong,
    /// The word says that this cell is blocked and it is not, or the other way round.
    Wall(u32),
    /// A piece with another name covers the cell.
    Covered,
}

/// What a position is laid on.
pub struct Filler<'a> {
    pub size: Size,
    /// Whether only those cells have a word that no earlier piece covers; else all have one.
    pub is_shorthand: bool,
    /// The cells of each kind; the name of a piece stands on the first.
    pub shapes: Vec<&'a [(i32, i32)]>,
    /// The blocked cells, ascending, if they are known.
    pub walls: Option<&'a [u32]>,
}

/// A board after the words of a position. Its pieces may overlap or leave the board: validation
/// finds that.
pub struct Filled<'t> {
    pub cells: Vec<Content>,
    /// In the order of their names.
    pub pieces: Vec<Placement>,
    /// The index of the word that names each piece.
    pub words: Vec<u32>,
    /// Whether all pieces have room.
    pub has_room: bool,
    /// At most [`MAX_PROBLEMS`].
    pub misfits: Vec<(TextSpan<'t>, Misfit)>,
}

impl Filler<'_> {
    /// Fills the board with words and what they stand for. `end` is the place behind the words.
    pub fn fill<'t>(
        &self,
        words: impl IntoIterator<Item = (TextSpan<'t>, Option<Content>)>,
        end: TextSpan<'t>,
    ) -> Filled<'t> {
        let mut cells = vec![Content::Free; self.size.cells()];
        for &wall in self.walls.unwrap_or_default() {
            cells[wall as usize] = Content::Wall;
        }
        let (pieces, named, misfits) = (Vec::new(), Vec::new(), Vec::new());
        let mut filled = Filled { cells, pieces, words: named, has_room: true, misfits };
        let mut cell = 0;
        for (index, (word, said)) in (0..).zip(words) {
            while self.is_shorthand
                && filled
                    .cells
                    .get(cell)
                    .is_some_and(|content| matches!(content, Content::Piece(_) | Content::Clash))
            {
                cell += 1;
            }
            let Some(before) = filled.cells.get_mut(cell) else {
                filled.misfits.push((word.through(end), Misfit::TooLong));
                break;
            };
            let misfit = match (*before, said) {
                (Content::Piece(_) | Content::Clash, Some(Content::Free)) => None,
                (Content::Piece(_) | Content::Clash, said) => {
                    (said != Some(*before)).then_some(Misfit::Covered)
                }
                (_, None) => Some(Misfit::Unknown),
                (_, Some(Content::Piece(kind))) => {
                    let piece = Placement { cell: cell as u32, kind };
                    filled.pieces.push(piece);
                    filled.words.push(index);
                    self.lay(&mut filled, piece);
                    None
                }
                (_, Some(content)) => {
                    let is_walled = *before == Content::Wall || content == Content::Open;
                    let is_wall = content == Content::Wall || content == Content::Open;
                    let differs = self.walls.is_some() && is_walled != is_wall;
                    if !differs {
                        *before = content;
                    }
                    differs.then_some(Misfit::Wall(cell as u32))
                }
            };
            filled.misfits.extend(misfit.map(|misfit| (word, misfit)));
            if filled.misfits.len() == MAX_PROBLEMS {
                return filled;
            }
            cell += 1;
        }
        // The cells that are left are empty, so no wall may be among them.
        let mut left = (cell..filled.cells.len()).filter(|&at| filled.cells[at] == Content::Wall);
        if let (Some(wall), false) = (left.next(), filled.cells.contains(&Content::Open)) {
            filled.misfits.push((end, Misfit::Wall(wall as u32)));
        }
        filled
    }

    /// Covers the cells of a piece.
    fn lay(&self, filled: &mut Filled, piece: Placement) {
        let cells = self.shapes[usize::from(piece.kind)];
        for &(down, right) in cells {
            let offset = (down - cells[0].0, right - cells[0].1);
            let covered = self.size.shifted(piece.cell, offset);
            let content = covered.map(|covered| &mut filled.cells[covered as usize]);
            filled.has_room &= matches!(content, Some(Content::Free));
            if let Some(content) = content {
                let is_free = *content == Content::Free;
                *content = if is_free { Content::Piece(piece.kind) } else { Content::Clash };
            }
        }
    }
}

impl Filled<'_> {
    /// Returns the cells with this content, ascending.
    pub fn all(&self, content: Content) -> Vec<u32> {
        (0..).zip(&self.cells).filter(|(_, here)| **here == content).map(|(cell, _)| cell).collect()
    }
}
