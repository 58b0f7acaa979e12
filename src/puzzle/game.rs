//! Playing a puzzle by hand: pieces are pushed step by step, and steps are joined into moves of the
//! style.

mod table;

use std::borrow::Borrow;

use crate::puzzle::{Configuration, Direction, Move, PieceNames, Placement, Puzzle, Reach, Style};

pub use table::PositionMoves;
use table::stepped;

/// Why pieces cannot be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No piece was given.
    #[error("no piece is chosen")]
    Nothing,
    /// No piece of the position is there.
    #[error("there is no such piece")]
    Absent(Placement),
    /// More than one piece, in a style that moves pieces one at a time.
    #[error("pieces move one at a time in this style")]
    Alone,
    /// This piece would leave the board.
    #[error("the edge of the board is in the way")]
    Edge(Placement),
    /// A blocked cell is in this piece's way.
    #[error("a wall is in the way")]
    Wall(Placement),
    /// This piece may only move along the other axis.
    #[error("a piece that would have to move is locked to its line")]
    Lock(Placement),
    /// A gate bars this piece from the next cell.
    #[error("a gate is closed to it")]
    Gate(Placement),
    /// Other pieces than those of the move would have to move too.
    #[error("other pieces would come along")]
    Others,
    /// The second piece is in the way of the first.
    #[error("another piece is in the way")]
    Piece(Placement, Placement),
}

/// A game: a puzzle, a meaning of one move, and the moves so far.
///
/// It has its puzzle to itself, or shares it: `P` is [`Puzzle`], `&Puzzle` or `Arc<Puzzle>`.
///
/// ```
/// use sliding::{Puzzle, puzzle::{Direction, Style, game::Game}};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let mut game: Game = Game::new(puzzle, Style::SLIDE);
/// for _ in 0..3 {
///     let piece = game.position().placements()[0];
///     game.push(&[piece], Direction::Right).unwrap();
/// }
/// // Three steps in one direction are one move of style 1.
/// assert_eq!((game.moves().len(), game.is_solved()), (1, true));
/// assert!(game.undo());
/// assert_eq!(game.position(), game.puzzle().start());
/// ```
#[derive(Clone, Debug)]
pub struct Game<P = Puzzle> {
    puzzle: P,
    style: Style,
    past: Vec<Move>,
    /// Undone moves, the latest undone last.
    future: Vec<Move>,
}

impl<P: Borrow<Puzzle>> Game<P> {
    /// Starts a game at the puzzle's start.
    pub fn new(puzzle: P, style: Style) -> Self {
        Game { puzzle, style, past: Vec::new(), future: Vec::new() }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.puzzle.borrow()
    }

    /// Returns the meaning of one move.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Returns the current position.
    pub fn position(&self) -> &Configuration {
        self.past.last().map_or(self.puzzle().start(), |last| &last.after)
    }

    /// Returns the names of the pieces, where they are now. Takes time linear in the moves so far.
    pub fn names(&self) -> PieceNames<'_> {
        let mut names = self.puzzle().names();
        self.past.iter().for_each(|step| names.follow(step));
        names
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.past
    }

    /// Whether a goal is met.
    pub fn is_solved(&self) -> bool {
        self.puzzle().is_solved_by(self.position())
    }

    /// Pushes pieces one step, and returns all pieces that moved, in their new places: if the style
    /// moves pieces together, pieces in the way come along if they can.
    ///
    /// The step extends the last move if that moved the same pieces and the two are one move
    /// together; a step back shortens it. Takes time linear in the board's size and the pieces'
    /// cells.
    ///
    /// # Errors
    ///
    /// Returns an error if a piece is not there or something cannot move; the game is unchanged then.
    pub fn push(
        &mut self,
        pieces: &[Placement],
        direction: Direction,
    ) -> Result<Vec<Placement>, MoveError> {
        let table = PositionMoves::new(self.puzzle(), self.style, self.position());
        let set = table.push(pieces, direction)?;
        let moved: Vec<Placement> = stepped(&set, direction, self.puzzle().size()).collect();
        let rest = self.position().placements().iter().filter(|piece| !set.contains(piece));
        let after = Configuration::new(rest.chain(&moved).copied().collect());
        self.future.clear();
        match self.longer(&set, direction) {
            Some(steps) => {
                let last = self.past.last_mut().expect("a move to make longer");
                (last.steps, last.after) = (steps, after);
                if last.steps.is_empty() {
                    self.past.pop();
                }
            }
            None => self.past.push(Move { pieces: set, steps: vec![direction], after }),
        }
        Ok(moved)
    }

    /// Makes a whole move, such as one that a search found.
    ///
    /// # Errors
    ///
    /// Returns an error if one of its steps cannot be made; the game is unchanged then.
    pub fn make(&mut self, whole: &Move) -> Result<(), MoveError> {
        let (past, future) = (self.past.clone(), self.future.clone());
        let mut pieces = whole.pieces.clone();
        for &direction in &whole.steps {
            let moved = match self.push(&pieces, direction) {
                Ok(moved) if moved.len() > pieces.len() => Err(MoveError::Others),
                pushed => pushed,
            };
            match moved {
                Ok(moved) => pieces = moved,
                Err(refusal) => {
                    (self.past, self.future) = (past, future);
                    return Err(refusal);
                }
            }
        }
        Ok(())
    }

    /// Undoes the last move. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.past.pop();
        let is_done = last.is_some();
        self.future.extend(last);
        is_done
    }

    /// Redoes the move undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.future.pop();
        let is_done = next.is_some();
        self.past.extend(next);
        is_done
    }

    /// Undoes all moves. They can be redone.
    pub fn reset(&mut self) {
        while self.undo() {}
    }

    /// Returns the steps of the last move with one more, without detours, if it moved the same
    /// pieces and is still one move.
    fn longer(&self, set: &[Placement], direction: Direction) -> Option<Vec<Direction>> {
        let (last, size) = (self.past.last()?, self.puzzle().size());
        let now = last
            .pieces
            .iter()
            .map(|&piece| last.steps.iter().fold(piece, |piece, &step| piece.stepped(step, size)));
        let first = *last.steps.first()?;
        let is_one = match self.style.reach() {
            Reach::Step => false,
            Reach::Slide => direction == first || direction == first.opposite(),
            Reach::Walk => true,
        };
        if !is_one || !now.eq(set.iter().copied()) {
            return None;
        }
        let mut steps = last.steps.clone();
        steps.push(direction);
        let mut trail = vec![(0, 0)];
        for step in &steps {
            let (&(row, col), (down, right)) = (trail.last()?, step.delta());
            trail.push((row + down, col + right));
        }
        let end = *trail.last()?;
        let met = trail.iter().position(|&place| place == end)?;
        steps.truncate(met);
        Some(steps)
    }
}
