//! Playing a puzzle by hand: pieces are pushed step by step, and steps become moves as the style
//! counts them.

mod table;

use crate::puzzle::{Configuration, Direction, Move, Named, Placement, Puzzle, Reach, Style};

pub use table::Table;
use table::stepped;

/// Why pieces cannot be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No piece was to be pushed.
    #[error("no piece is chosen")]
    Nothing,
    /// More than one piece, where pieces move alone.
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
    /// A gate keeps this piece from where it would come to.
    #[error("a gate is closed to it")]
    Gate(Placement),
    /// Others than the pieces of a move would come along.
    #[error("other pieces would come along")]
    Others,
    /// The second piece is in the way of the first.
    #[error("another piece is in the way")]
    Piece(Placement, Placement),
}

/// A game: a puzzle, a meaning of one move, and the moves so far.
///
/// ```
/// use sliding::{Puzzle, puzzle::{Direction, Style, game::Game}};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let mut game = Game::new(&puzzle, Style::SLIDE);
/// for _ in 0..3 {
///     let piece = game.now().placements()[0];
///     game.push(&[piece], Direction::Right).unwrap();
/// }
/// // Three steps in one direction are one move of style 1.
/// assert_eq!((game.moves().len(), game.is_solved()), (1, true));
/// assert!(game.undo());
/// assert_eq!(game.now(), puzzle.start());
/// ```
#[derive(Clone, Debug)]
pub struct Game<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    past: Vec<Move>,
    /// Moves that were taken back, the last one first.
    future: Vec<Move>,
}

impl<'a> Game<'a> {
    /// A game that begins with the puzzle's start.
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Game { puzzle, style, past: Vec::new(), future: Vec::new() }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The meaning of one move.
    pub fn style(&self) -> Style {
        self.style
    }

    /// What lies where.
    pub fn now(&self) -> &Configuration {
        self.past.last().map_or(self.puzzle.start(), |last| &last.after)
    }

    /// The names of the pieces, where they are now. Takes time linear in the moves so far.
    pub fn names(&self) -> Named<'a> {
        let mut names = self.puzzle.named();
        self.past.iter().for_each(|step| names.follow(step));
        names
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.past
    }

    /// Whether a goal is met.
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_solved_by(self.now())
    }

    /// Pushes pieces one step, and gives those that moved, where they are then: where the style
    /// moves pieces together, whatever is in the way comes along, if it can.
    ///
    /// The step becomes part of the last move, if that moved the same pieces and one move can do
    /// both; a step back shortens it. Takes time linear in the board's size and the pieces' cells.
    ///
    /// # Errors
    ///
    /// Where something cannot move. Nothing has changed then.
    ///
    /// # Panics
    ///
    /// If a placement is not that of a piece on the board.
    pub fn push(
        &mut self,
        pieces: &[Placement],
        direction: Direction,
    ) -> Result<Vec<Placement>, Refusal> {
        let set = Table::new(self.puzzle, self.style, self.now()).push(pieces, direction)?;
        let moved: Vec<Placement> = stepped(&set, direction, self.puzzle.size()).collect();
        let rest = self.now().placements().iter().filter(|piece| !set.contains(piece));
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

    /// Makes a whole move, as a search finds them.
    ///
    /// # Errors
    ///
    /// Where one of its steps cannot be made. None of them is, then.
    pub fn make(&mut self, whole: &Move) -> Result<(), Refusal> {
        let before = self.clone();
        let mut pieces = whole.pieces.clone();
        for &direction in &whole.steps {
            let moved = match self.push(&pieces, direction) {
                Ok(moved) if moved.len() > pieces.len() => Err(Refusal::Others),
                pushed => pushed,
            };
            match moved {
                Ok(moved) => pieces = moved,
                Err(refusal) => {
                    *self = before;
                    return Err(refusal);
                }
            }
        }
        Ok(())
    }

    /// Takes the last move back. False where there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.past.pop();
        let is_done = last.is_some();
        self.future.extend(last);
        is_done
    }

    /// Makes the move again that was taken back last. False where there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.future.pop();
        let is_done = next.is_some();
        self.past.extend(next);
        is_done
    }

    /// Begins anew. What was made can be made again.
    pub fn reset(&mut self) {
        while self.undo() {}
    }

    /// The steps of the last move with one more, if that moved the same pieces and is still one move;
    /// without what leads back to where it has been.
    fn longer(&self, set: &[Placement], direction: Direction) -> Option<Vec<Direction>> {
        let (last, size) = (self.past.last()?, self.puzzle.size());
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
