//! What a sliding-block puzzle is: a board, kinds of pieces, a start and one or more goals.
//!
//! A [`Puzzle`] can only be made by [`parsing`](parse) its text, and is valid from then on: no
//! piece overlaps another or leaves the board, every goal fits the board, and a complete goal has
//! exactly the pieces of the start. Whatever takes a `Puzzle` relies on that and checks nothing
//! again.

mod configuration;
mod fault;
mod goal;
mod kind;
mod motion;
pub mod parse;
mod print;

pub use configuration::{Board, Cell, Configuration, Placement};
pub use fault::Fault;
pub use goal::{Demand, Goal, Want};
pub use kind::{Kind, Lock, MAX_KINDS, kind_name, kind_number};
pub use motion::{Direction, Move, Movers, Reach, Solution, Style};
pub use parse::{ParseError, Problem, Warning};

/// The largest number of cells a board may have: 2^20, as on a board of 1024 by 1024.
///
/// It keeps a short file that asks for a huge board from eating the memory.
pub const MAX_CELLS: usize = 1 << 20;

/// The height and width of a board, in cells. Both are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
}

impl Size {
    /// Number of cells on the board, at most [`MAX_CELLS`].
    pub fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Row and column of a cell, both from 0. Cells are numbered row by row from 0.
    pub fn row_col(self, cell: u32) -> (u32, u32) {
        (cell / self.cols, cell % self.cols)
    }

    /// The cell at `row` and `col`, or `None` where that lies off the board.
    pub fn cell(self, row: i64, col: i64) -> Option<u32> {
        let inside =
            (0..i64::from(self.rows)).contains(&row) && (0..i64::from(self.cols)).contains(&col);
        inside.then(|| row as u32 * self.cols + col as u32)
    }
}

/// A line `# key: value` after the stop lines: a fact for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `title`, `author`, `source`, `license`, `note`, or any other word.
    pub key: String,
    /// The rest of the line, without blanks around it.
    pub value: String,
}

/// A line `# expect: STYLE MOVES [STATES]`: a fact for the regression runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The style of move, 0 to 5.
    pub style: u8,
    /// The least number of moves, or `None` where no sequence of moves reaches a goal.
    pub moves: Option<u64>,
    /// The number of configurations that can be reached from the start, where known.
    pub states: Option<u64>,
}

/// A valid sliding-block puzzle.
///
/// ```
/// use sliding::Puzzle;
///
/// let puzzle: Puzzle = "2 x 3 (tiny)\n1 = 11\n2 = 1\n12\n00012\n".parse().unwrap();
/// assert_eq!(puzzle.size().cells(), 6);
/// assert_eq!(puzzle.start().placements().len(), 2);
/// // What is printed parses to the same puzzle.
/// assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    size: Size,
    comment: String,
    kinds: Vec<Kind>,
    blocked: Vec<u32>,
    start: Configuration,
    goals: Vec<Goal>,
    notes: Vec<Note>,
    expectations: Vec<Expectation>,
}

impl Puzzle {
    /// Height and width of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What stands behind the board's size on the first line of the file.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The puzzle's name: its `title`, else the commentary of the first line without parentheses
    /// around it. May be empty.
    pub fn name(&self) -> &str {
        if let Some(title) = self.notes.iter().find(|note| note.key == "title") {
            return &title.value;
        }
        let bare = self.comment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        bare.unwrap_or(&self.comment)
    }

    /// The kinds of pieces in the order of their definitions, those that are never used included.
    /// A [`Placement`] names a kind by its index here.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The blocked cells, ascending.
    pub fn blocked(&self) -> &[u32] {
        &self.blocked
    }

    /// The configuration to start from.
    pub fn start(&self) -> &Configuration {
        &self.start
    }

    /// The ways to stop, at least one; reaching any of them solves the puzzle.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The facts for people, in the order of the file.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The facts for the regression runner, at most one a style.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }

    /// The same puzzle from another configuration; `None` if that has other pieces, or some overlap,
    /// leave the board or lie on blocked cells. Takes time linear in the board's size.
    ///
    /// ```
    /// use sliding::{Puzzle, puzzle::{Configuration, Placement}};
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse().unwrap();
    /// let at = |cell| Configuration::new(vec![Placement { cell, kind: 0 }]);
    /// assert_eq!(puzzle.starting_from(at(1)).unwrap().start(), &at(1));
    /// assert!(puzzle.starting_from(at(3)).is_none());
    /// ```
    pub fn starting_from(&self, start: Configuration) -> Option<Puzzle> {
        let mut is_free = vec![true; self.size.cells()];
        for &cell in &self.blocked {
            is_free[cell as usize] = false;
        }
        for piece in start.placements() {
            let (row, col) = self.size.row_col(piece.cell);
            for &(r, c) in self.kinds.get(usize::from(piece.kind))?.cells() {
                let cell =
                    self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c));
                if !std::mem::replace(&mut is_free[cell? as usize], false) {
                    return None;
                }
            }
        }
        let same = start.counts(self.kinds.len()) == self.counts();
        same.then(|| Puzzle { start, ..self.clone() })
    }

    /// How many pieces of each kind are on the board, in the order of [`Puzzle::kinds`].
    pub fn counts(&self) -> Vec<u32> {
        self.start.counts(self.kinds.len())
    }

    /// Number of cells that are neither blocked nor covered by a piece.
    pub fn empty_cells(&self) -> usize {
        let covered: usize =
            self.start.placements().iter().map(|p| self.kinds[p.kind as usize].cells().len()).sum();
        self.size.cells() - self.blocked.len() - covered
    }

    /// What lies on each cell in `configuration`, which must be one of this puzzle.
    pub fn board(&self, configuration: &Configuration) -> Board {
        Board::new(self, configuration)
    }

    /// Whether `configuration` meets one of the goals. Takes time linear in the board's size.
    pub fn is_solved_by(&self, configuration: &Configuration) -> bool {
        let board = self.board(configuration);
        self.goals.iter().any(|goal| goal.is_met_by(configuration, &board))
    }
}

impl std::str::FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse::parse(text).map(|(puzzle, _)| puzzle)
    }
}
