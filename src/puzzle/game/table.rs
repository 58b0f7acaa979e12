//! Moving pieces by hand, from any position.

use super::MoveError;
use crate::puzzle::{
    Board, Cell, Configuration, Direction, Lock, Movers, Placement, Puzzle, Reach, Size, Style,
};

/// A position in which pieces can be moved in a given style. Whether the position is reachable does
/// not matter.
///
/// ```
/// use sliding::{Puzzle, puzzle::{Direction, Style, game::PositionMoves}};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n2 = 1\n12\n0012\n".parse()?;
/// let [one, two] = puzzle.start().placements() else { panic!("two pieces") };
/// let table = PositionMoves::new(&puzzle, Style::SUPER_SLIDE, puzzle.start());
/// // The second piece comes along, and both can go on to the edge.
/// let both = table.push(&[*one], Direction::Right)?;
/// assert_eq!(both, [*one, *two]);
/// assert_eq!(table.paths(&both)?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PositionMoves<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    position: &'a Configuration,
}

impl<'a> PositionMoves<'a> {
    /// Creates a table for a position of a puzzle.
    pub fn new(puzzle: &'a Puzzle, style: Style, now: &'a Configuration) -> Self {
        PositionMoves { puzzle, style, position: now }
    }

    /// Returns the smallest set with these pieces that can make a step, by ascending cell: if the
    /// style moves pieces together, pieces in the way come along. Takes time linear in the board's
    /// size and the pieces' cells.
    ///
    /// # Errors
    ///
    /// Returns what blocks the step, or the first piece that is not there.
    pub fn push(
        &self,
        pieces: &[Placement],
        direction: Direction,
    ) -> Result<Vec<Placement>, MoveError> {
        let mut set = self.chosen(pieces)?;
        let together = self.style.movers() == Movers::Super;
        let board = self.puzzle.board(self.position);
        let mut next = 0;
        while let Some(&piece) = set.get(next) {
            next += 1;
            for other in self.blocking_pieces(&board, piece, direction)? {
                if !together && other != piece {
                    return Err(MoveError::Piece(piece, other));
                }
                if !set.contains(&other) {
                    set.push(other);
                }
            }
        }
        set.sort_unstable();
        Ok(set)
    }

    /// Returns the steps of all moves of these pieces and no others: one shortest sequence to each
    /// place, shorter ones first. Takes time linear in the board's size for each place they reach.
    ///
    /// # Errors
    ///
    /// Returns an error if a piece is not there, or if the style does not move these together.
    pub fn paths(&self, pieces: &[Placement]) -> Result<Vec<Vec<Direction>>, MoveError> {
        let size = self.puzzle.size();
        let pieces = self.chosen(pieces)?;
        let mut places = vec![pieces.clone()];
        let mut paths: Vec<Vec<Direction>> = vec![Vec::new()];
        let mut next = 0;
        while next < paths.len() {
            let (place, path) = (places[next].clone(), paths[next].clone());
            next += 1;
            if self.style.reach() == Reach::Step && !path.is_empty() {
                break;
            }
            let now = self.moved(&pieces, &place);
            for direction in Direction::ALL {
                let turns = path.first().is_some_and(|&first| first != direction);
                if turns && self.style.reach() == Reach::Slide {
                    continue;
                }
                let there = PositionMoves { position: &now, ..*self };
                let alone = there.push(&place, direction).is_ok_and(|set| set.len() == place.len());
                let after: Vec<_> = stepped(&place, direction, size).collect();
                if alone && !places.contains(&after) {
                    places.push(after);
                    paths.push(path.iter().copied().chain([direction]).collect());
                }
            }
        }
        paths.remove(0);
        Ok(paths)
    }

    /// Returns some pieces by ascending cell, each once, if all are there and the style can move
    /// them.
    fn chosen(&self, pieces: &[Placement]) -> Result<Vec<Placement>, MoveError> {
        let mut chosen = pieces.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        let mut all = self.position.placements();
        if self.puzzle.check(all).is_err() {
            // A position of another puzzle has none of its pieces.
            all = &[];
        }
        if let Some(&absent) = chosen.iter().find(|piece| all.binary_search(piece).is_err()) {
            return Err(MoveError::Absent(absent));
        }
        match chosen.len() {
            0 => Err(MoveError::Nothing),
            2.. if self.style.movers() == Movers::Single => Err(MoveError::Alone),
            _ => Ok(chosen),
        }
    }

    /// Returns the position after some pieces have moved to their places.
    fn moved(&self, pieces: &[Placement], places: &[Placement]) -> Configuration {
        let rest = self.position.placements().iter().filter(|piece| !pieces.contains(piece));
        Configuration::new(rest.chain(places).copied().collect())
    }

    /// Returns the pieces on the cells that a piece enters, itself perhaps among them, or what else
    /// blocks the step. `board` is the position, in which the piece may be elsewhere.
    pub(crate) fn blocking_pieces(
        &self,
        board: &Board,
        piece: Placement,
        direction: Direction,
    ) -> Result<Vec<Placement>, MoveError> {
        let kind = self.puzzle.kind(piece);
        let is_locked = match kind.lock() {
            Lock::Free => false,
            Lock::Horizontal => !direction.is_horizontal(),
            Lock::Vertical => direction.is_horizontal(),
        };
        if is_locked {
            return Err(MoveError::Lock(piece));
        }
        let (row, col) = self.puzzle.size().row_col(piece.cell);
        let (down, right) = direction.delta();
        let closed = self.puzzle.closed_to(piece.kind);
        let mut others = Vec::new();
        for &(r, c) in kind.cells() {
            let (row, col) =
                (i64::from(row) + i64::from(r + down), i64::from(col) + i64::from(c + right));
            let Some(cell) = board.size().cell(row, col) else {
                return Err(MoveError::Edge(piece));
            };
            match board.cells()[cell as usize] {
                Cell::Blocked => return Err(MoveError::Wall(piece)),
                Cell::Piece(index) => others.push(self.position.placements()[index as usize]),
                Cell::Empty | Cell::Any => {}
            }
            if closed.binary_search(&cell).is_ok() {
                return Err(MoveError::Gate(piece));
            }
        }
        Ok(others)
    }
}

/// Returns the pieces one step further.
pub(super) fn stepped(
    pieces: &[Placement],
    direction: Direction,
    size: Size,
) -> impl Iterator<Item = Placement> {
    pieces.iter().map(move |piece| piece.stepped(direction, size))
}
