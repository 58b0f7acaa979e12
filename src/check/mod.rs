//! An independent checker of solutions.
//!
//! It replays a solution from the start on a board laid out cell by cell, directly from the
//! definition of the styles, and shares no code with the searches or their moves. It tracks
//! individual pieces: every step is tested for each cell of each moving piece.

#[cfg(feature = "pages")]
pub mod proof;
mod replay;

use crate::puzzle::{
    Cell, Configuration, Direction, Lock, Movers, Placement, Puzzle, Reach, Size, Solution, Style,
};

pub use replay::Replay;

/// What is wrong with a solution. Moves, steps, rows and columns are counted from 1; row and column
/// are those of a piece's origin when the step is tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A move without pieces.
    #[error("move {number}: no piece moves")]
    NoPieces {
        /// The move.
        number: usize,
    },
    /// A move without steps.
    #[error("move {number}: no step is made")]
    NoSteps {
        /// The move.
        number: usize,
    },
    /// A move names a cell that is no piece's origin.
    #[error("move {number}: no piece has its origin at row {row}, column {col}")]
    NoPieceThere {
        /// The move.
        number: usize,
        /// The row named.
        row: u64,
        /// The column named.
        col: u64,
    },
    /// A move names a piece of another kind than the one there.
    #[error("move {number}: the piece at row {row}, column {col} is of another kind")]
    OtherKind {
        /// The move.
        number: usize,
        /// The row named.
        row: u64,
        /// The column named.
        col: u64,
    },
    /// A move names a piece twice.
    #[error("move {number}: the piece at row {row}, column {col} is named twice")]
    NamedTwice {
        /// The move.
        number: usize,
        /// The piece's row.
        row: u64,
        /// The piece's column.
        col: u64,
    },
    /// Several pieces in a style that moves one.
    #[error("move {number}: {pieces} pieces move in a style that moves one at a time")]
    SeveralPieces {
        /// The move.
        number: usize,
        /// The number of pieces.
        pieces: usize,
    },
    /// Several steps in a style whose moves are single steps.
    #[error("move {number}: {steps} steps in a style whose moves are single steps")]
    SeveralSteps {
        /// The move.
        number: usize,
        /// The number of steps.
        steps: usize,
    },
    /// A turn in a style whose moves are straight.
    #[error("move {number}, step {step}: a turn in a style whose moves are straight")]
    Turn {
        /// The move.
        number: usize,
        /// The first step in another direction.
        step: usize,
    },
    /// A step that a piece cannot make.
    #[error("move {number}, step {step}: the piece at row {row}, column {col} {obstacle}")]
    Obstructed {
        /// The move.
        number: usize,
        /// The step.
        step: usize,
        /// The piece's row.
        row: u64,
        /// The piece's column.
        col: u64,
        /// What blocks it.
        obstacle: Obstacle,
    },
    /// A move that ends in another position than it claims.
    #[error("move {number}: it ends in another position than it says")]
    OtherResult {
        /// The move.
        number: usize,
    },
    /// The last position meets no goal.
    #[error("the last position meets no goal")]
    NotSolved,
}

/// What blocks a step of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// It is locked to the other axis.
    #[error("is locked against that direction")]
    Lock,
    /// A cell of it would leave the board.
    #[error("would leave the board")]
    Border,
    /// A cell of it would cover a blocked one.
    #[error("would hit a blocked cell")]
    Wall,
    /// A cell of it would cover one that a gate closes to it.
    #[error("would enter a gate that is closed to it")]
    Gate,
    /// A cell of it would cover a piece that does not move along.
    #[error("would hit another piece")]
    Piece,
}

/// Checks that `solution` leads from the start of `puzzle` to a goal by moves of `style`. Does not
/// check that it is shortest.
///
/// Takes time linear in the steps times the cells of the pieces that make them, and about linear in
/// the moves times the pieces on the board.
///
/// # Errors
///
/// Returns the first flaw.
///
/// ```
/// use sliding::check::{Flaw, verify};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "2 x 2\n1 = 1\n2 = 1\n12\n0012\n".parse().unwrap();
/// let (step, together) = (Style::STEP, Style::SUPER_STEP);
/// let answer = solve(&Query::new(&puzzle, together), &Budget::default(), &mut ()).unwrap();
/// let mut solution = answer.solution.unwrap();
/// assert_eq!(verify(&puzzle, together, &solution), Ok(()));
/// // The pieces go down as one, which is no single-piece move.
/// assert_eq!(verify(&puzzle, step, &solution), Err(Flaw::SeveralPieces { number: 1, pieces: 2 }));
/// solution.moves.pop();
/// assert_eq!(verify(&puzzle, together, &solution), Err(Flaw::NotSolved));
/// ```
pub fn verify(puzzle: &Puzzle, style: Style, solution: &Solution) -> Result<(), Flaw> {
    let mut board = CheckedBoard::new(puzzle);
    for (number, step) in (1..).zip(&solution.moves) {
        board.make(number, style, &step.pieces, &step.steps)?;
        if board.configuration() != step.after {
            return Err(Flaw::OtherResult { number });
        }
    }
    if puzzle.is_solved_by(&board.configuration()) { Ok(()) } else { Err(Flaw::NotSolved) }
}

/// A board with its pieces, each of which keeps its number throughout.
#[derive(Clone, Debug)]
struct CheckedBoard<'a> {
    puzzle: &'a Puzzle,
    size: Size,
    /// The content of each cell; pieces by their number.
    cells: Vec<Cell>,
    /// Kind and present origin of each piece.
    pieces: Vec<Placement>,
    /// Whether each piece is one of the movers of the present move.
    moving: Vec<bool>,
}

impl<'a> CheckedBoard<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let start = puzzle.start();
        Self {
            puzzle,
            size: puzzle.size(),
            cells: puzzle.board(start).cells().to_vec(),
            pieces: start.placements().to_vec(),
            moving: vec![false; start.placements().len()],
        }
    }

    fn configuration(&self) -> Configuration {
        Configuration::new(self.pieces.clone())
    }

    /// Makes a move after checking all of it. Returns the numbers of the pieces that moved.
    fn make(
        &mut self,
        number: usize,
        style: Style,
        pieces: &[Placement],
        steps: &[Direction],
    ) -> Result<Vec<u32>, Flaw> {
        self.moving.fill(false);
        let movers = self.movers(number, style, pieces)?;
        let Some(&first) = steps.first() else { return Err(Flaw::NoSteps { number }) };
        match style.reach() {
            Reach::Step if steps.len() > 1 => {
                return Err(Flaw::SeveralSteps { number, steps: steps.len() });
            }
            Reach::Slide => {
                if let Some(turn) = steps.iter().position(|&step| step != first) {
                    return Err(Flaw::Turn { number, step: turn + 1 });
                }
            }
            Reach::Step | Reach::Walk => {}
        }
        for (step, &direction) in (1..).zip(steps) {
            self.step(number, step, &movers, direction)?;
        }
        Ok(movers)
    }

    /// Returns the numbers of the pieces that a move names, and marks these as `moving`.
    fn movers(
        &mut self,
        number: usize,
        style: Style,
        named: &[Placement],
    ) -> Result<Vec<u32>, Flaw> {
        let mut movers = Vec::with_capacity(named.len());
        for &Placement { cell, kind } in named {
            let (row, col) = self.place(cell);
            // The origin is a cell of its piece, so the board says which piece it could be.
            let lying = match self.cells.get(cell as usize) {
                Some(&Cell::Piece(piece)) if self.pieces[piece as usize].cell == cell => piece,
                _ => return Err(Flaw::NoPieceThere { number, row, col }),
            };
            if self.pieces[lying as usize].kind != kind {
                return Err(Flaw::OtherKind { number, row, col });
            }
            if std::mem::replace(&mut self.moving[lying as usize], true) {
                return Err(Flaw::NamedTwice { number, row, col });
            }
            movers.push(lying);
        }
        match (movers.len(), style.movers()) {
            (0, _) => Err(Flaw::NoPieces { number }),
            (pieces @ 2.., Movers::Single) => Err(Flaw::SeveralPieces { number, pieces }),
            _ => Ok(movers),
        }
    }

    /// Shifts the movers by one cell, if nothing blocks any of them.
    fn step(
        &mut self,
        number: usize,
        step: usize,
        movers: &[u32],
        direction: Direction,
    ) -> Result<(), Flaw> {
        for &mover in movers {
            if let Some(obstacle) = self.obstacle(mover, direction) {
                let (row, col) = self.place(self.pieces[mover as usize].cell);
                return Err(Flaw::Obstructed { number, step, row, col, obstacle });
            }
        }
        // All are lifted before any is put back: one may enter the former cells of another.
        for &mover in movers {
            self.fill(mover, Cell::Empty);
        }
        for &mover in movers {
            let origin = self.pieces[mover as usize].cell;
            let target = self.beside(origin, (0, 0), direction);
            self.pieces[mover as usize].cell = target.expect("the step stays on the board");
            self.fill(mover, Cell::Piece(mover));
        }
        Ok(())
    }

    /// Returns the first obstacle to a step that all moving pieces make together.
    fn obstacle(&self, mover: u32, direction: Direction) -> Option<Obstacle> {
        let Placement { cell, kind } = self.pieces[mover as usize];
        let is_closed = |cell: u32| {
            self.puzzle.gates().iter().any(|g| g.cells.contains(&cell) && !g.kinds.contains(&kind))
        };
        let kind = &self.puzzle.kinds()[kind as usize];
        let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
        if kind.lock() == against {
            return Some(Obstacle::Lock);
        }
        kind.cells().iter().find_map(|&offset| {
            let Some(target) = self.beside(cell, offset, direction) else {
                return Some(Obstacle::Border);
            };
            match self.cells[target as usize] {
                Cell::Piece(other) if !self.moving[other as usize] => Some(Obstacle::Piece),
                Cell::Blocked => Some(Obstacle::Wall),
                _ => is_closed(target).then_some(Obstacle::Gate),
            }
        })
    }

    /// Puts `content` into every cell of a piece.
    fn fill(&mut self, piece: u32, content: Cell) {
        let Placement { cell, kind } = self.pieces[piece as usize];
        let (row, col) = self.size.row_col(cell);
        for &(r, c) in self.puzzle.kinds()[kind as usize].cells() {
            let cell = self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c));
            self.cells[cell.expect("a piece lies on the board") as usize] = content;
        }
    }

    /// Returns the cell one step in `direction` from the one at `offset` from `origin`; `None` off
    /// the board.
    fn beside(&self, origin: u32, offset: (i32, i32), direction: Direction) -> Option<u32> {
        let (row, col) = self.size.row_col(origin);
        let (rows, cols) = direction.delta();
        let row = i64::from(row) + i64::from(offset.0) + i64::from(rows);
        let col = i64::from(col) + i64::from(offset.1) + i64::from(cols);
        self.size.cell(row, col)
    }

    /// Returns row and column from 1, also of a number beyond the board.
    fn place(&self, cell: u32) -> (u64, u64) {
        let (row, col) = self.size.row_col(cell);
        (u64::from(row) + 1, u64::from(col) + 1)
    }
}
