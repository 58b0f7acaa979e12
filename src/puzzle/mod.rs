//! Sliding-block puzzles: a board, kinds of pieces, a start and one or more goals.
//!
//! A [`Setup`] is a puzzle as plain data, valid or not. A [`Puzzle`] can only be made from a valid
//! one, and is valid from then on: no piece overlaps another or leaves the board, every goal fits
//! the board, and a complete goal has exactly the pieces of the start. Code that takes a `Puzzle`
//! relies on that and checks nothing again. [`notation`](crate::notation) reads and writes texts,
//! through the same validation.

pub mod advice;
mod configuration;
mod direction;
mod fault;
pub mod game;
mod goal;
mod kind;
mod motion;
mod named;
mod origin;
mod setup;
mod validate;

pub use configuration::{Board, Cell, Configuration, Placement};
pub use direction::Direction;
pub use fault::{Fault, Faults, Occupant, SetupPlace, Violation};
pub use goal::{Demand, Goal, Want};
pub use kind::{Kind, Lock, MAX_KINDS, kind_name, kind_number};
pub use motion::{Move, Movers, Reach, Solution, Style, UnknownStyle};
pub use named::PieceNames;
pub use origin::{Assumption, AssumptionSource, Origin, ReadAs};
pub(crate) use origin::{letter_name, number_name};
pub use setup::{Gate, GoalSetup, KindSetup, Setup};

use std::borrow::Cow;

use validate::BoardBuilder;

/// The largest number of cells a board may have: 2^20, as on a board of 1024 by 1024.
///
/// It keeps a short file that declares a huge board from exhausting memory.
pub const MAX_CELLS: usize = 1 << 20;

/// The maximum number of goals times cells of the board. More would only use up memory.
pub const MAX_GOAL_CELLS: usize = 1 << 24;

/// The height and width of a board, in cells. Both are at least 1 in a puzzle; by default they are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
}

impl Size {
    /// Returns the number of cells on the board, at most [`MAX_CELLS`].
    pub fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns row and column of a cell, both from 0. Cells are numbered row by row from 0.
    pub fn row_col(self, cell: u32) -> (u32, u32) {
        (cell / self.cols, cell % self.cols)
    }

    /// Returns the cell at `row` and `col`, or `None` off the board.
    pub fn cell(self, row: i64, col: i64) -> Option<u32> {
        let inside =
            (0..i64::from(self.rows)).contains(&row) && (0..i64::from(self.cols)).contains(&col);
        inside.then(|| row as u32 * self.cols + col as u32)
    }

    /// Returns the cell that lies some rows below and columns to the right of another, or `None` off
    /// the board.
    ///
    /// ```
    /// let size = sliding::puzzle::Size { rows: 3, cols: 4 };
    /// assert_eq!(size.shifted(5, (1, -1)), Some(8));
    /// assert_eq!(size.shifted(5, (0, 3)), None);
    /// ```
    pub fn shifted(self, cell: u32, (down, right): (i32, i32)) -> Option<u32> {
        let (row, col) = self.row_col(cell);
        self.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))
    }
}

/// A fact for people, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `title`, `author`, `source`, `license`, `note`, or any other words without `:`, but not
    /// `expect`, which is for [`Expectation`].
    pub key: String,
    /// One line without blanks around it.
    pub value: String,
}

impl Note {
    /// Returns the kind that this names, and what its pieces are called.
    pub(crate) fn kind_label(&self) -> Option<(char, &str)> {
        self.of_kind("name").filter(|(_, name)| !name.is_empty())
    }

    /// Returns the kind that this colours, and its colour.
    pub(crate) fn color(&self) -> Option<(char, [u8; 3])> {
        let (kind, color) = self.of_kind("color")?;
        let digits = color.strip_prefix('#')?;
        let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        is_color.then_some((kind, [red, green, blue]))
    }

    /// Returns the name of a kind and the text after it, if this is the key.
    fn of_kind(&self, key: &str) -> Option<(char, &str)> {
        let mut value = self.value.chars();
        let kind = value.next()?;
        let rest = value.as_str();
        let is_meant = self.key == key && rest.starts_with(char::is_whitespace);
        is_meant.then_some((kind, rest.trim()))
    }
}

/// A fact for the regression runner: the expected result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The style of move.
    pub style: Style,
    /// The least number of moves, or `None` if no sequence of moves reaches a goal.
    pub moves: Option<u64>,
    /// The number of positions reachable from the start, if known.
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
    gates: Vec<Gate>,
    /// For each kind, the cells that some gate closes to it, ascending.
    closed: Vec<Vec<u32>>,
    notes: Vec<Note>,
    expectations: Vec<Expectation>,
    origin: Origin,
}

impl Puzzle {
    /// Returns height and width of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the comment: the text after the board's size on the first line of a file.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Returns the puzzle's name: its `title`, else the comment of the first line without
    /// parentheses around it. May be empty.
    pub fn name(&self) -> &str {
        if let Some(title) = self.notes.iter().find(|note| note.key == "title") {
            return &title.value;
        }
        let bare = self.comment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        bare.unwrap_or(&self.comment)
    }

    /// Returns the kinds of pieces in the order of their definitions, including unused ones. A
    /// [`Placement`] gives its kind as an index in this list.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the blocked cells, ascending.
    pub fn blocked(&self) -> &[u32] {
        &self.blocked
    }

    /// Returns the start position.
    pub fn start(&self) -> &Configuration {
        &self.start
    }

    /// Returns the goals, at least one; reaching any of them solves the puzzle.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Returns the gates, in their order; of each the kinds and the cells ascending.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Returns the cells that pieces of a kind must not cover because of some gate, ascending.
    /// Blocked cells may be among them.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such kind.
    pub fn closed_to(&self, kind: u8) -> &[u32] {
        &self.closed[usize::from(kind)]
    }

    /// Whether the gates let a piece be in its place. Takes time linear in its cells.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such kind.
    pub fn gates_allow(&self, piece: Placement) -> bool {
        let closed = self.closed_to(piece.kind);
        self.kind(piece).covers_one_of(piece.cell, self.size, closed).is_none()
    }

    /// Returns the facts for people, in their order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the name of the pieces of a kind, from a fact `name: K TEXT`.
    ///
    /// ```
    /// use sliding::Puzzle;
    ///
    /// let text = "1 x 2\n1 = 1\n1\n01\n# name: 1 the king\n# color: 1 #ffd700\n";
    /// let puzzle: Puzzle = text.parse()?;
    /// assert_eq!(puzzle.kind_label(0), Some("the king"));
    /// assert_eq!(puzzle.color(0), Some([0xff, 0xd7, 0x00]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kind_label(&self, kind: u8) -> Option<&str> {
        self.look_of(kind, Note::kind_label)
    }

    /// Returns the colour of the pieces of a kind, as red, green and blue, from a fact `color: K
    /// #RRGGBB`.
    pub fn color(&self, kind: u8) -> Option<[u8; 3]> {
        self.look_of(kind, Note::color)
    }

    /// Returns the value of the first fact of this sort about the kind.
    fn look_of<'a, T>(
        &'a self,
        kind: u8,
        said: impl Fn(&'a Note) -> Option<(char, T)>,
    ) -> Option<T> {
        let name = self.kinds.get(usize::from(kind))?.name();
        let mut said = self.notes.iter().filter_map(said);
        said.find(|&(of, _)| of == name).map(|(_, look)| look)
    }

    /// Returns the facts for the regression runner, at most one per style.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }

    /// Returns the configuration with these pieces, given in any order. Takes time linear in the
    /// board's size.
    ///
    /// # Errors
    ///
    /// Returns what is wrong if these are not the puzzle's pieces, or if some overlap, leave the
    /// board, or lie on blocked cells or on those that a gate closes to them.
    ///
    /// ```
    /// use sliding::puzzle::{Placement, Puzzle};
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
    /// let at = |cell| puzzle.configuration(vec![Placement { cell, kind: 0 }]);
    /// assert!(puzzle.is_solved_by(&at(2)?));
    /// assert_eq!(at(3).unwrap_err().to_string(), "start[0]: piece `1` leaves the board");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn configuration(&self, placements: Vec<Placement>) -> Result<Configuration, Faults> {
        self.check(&placements)?;
        Ok(Configuration::new(placements))
    }

    /// Checks that the pieces can lie like this.
    fn check(&self, placements: &[Placement]) -> Result<(), Faults> {
        let mut tray = BoardBuilder::new(self.size, &self.kinds);
        for &cell in &self.blocked {
            tray.block(cell);
        }
        let pieces = placements.iter().enumerate();
        let mut faults: Vec<Fault> = pieces
            .filter_map(|(index, &piece)| {
                let violation = tray.lay(piece).or_else(|| tray.closed(piece, &self.closed))?;
                Some(Fault { place: SetupPlace::Piece(index), violation })
            })
            .collect();
        if faults.is_empty() {
            let counts = self.counts().into_iter().zip(&tray.counts);
            let others = self.kinds.iter().zip(counts).filter(|(_, (start, here))| start != *here);
            faults.extend(others.map(|(kind, (start, &here))| {
                let violation = Violation::OtherPieces { name: kind.name(), start, here };
                Fault { place: SetupPlace::Start, violation }
            }));
        }
        if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
    }

    /// Returns the same puzzle with another start. Takes time linear in the board's size.
    ///
    /// # Errors
    ///
    /// Returns what is wrong if it is a configuration of another puzzle.
    ///
    /// ```
    /// use sliding::Puzzle;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
    /// let moved: Puzzle = "1 x 3\n1 = 1\n01\n001\n".parse()?;
    /// assert_eq!(puzzle.starting_from(moved.start().clone())?, moved);
    /// let larger: Puzzle = "1 x 9\n1 = 1\n0000001\n1\n".parse()?;
    /// assert!(puzzle.starting_from(larger.start().clone()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn starting_from(&self, start: Configuration) -> Result<Puzzle, Faults> {
        self.check(start.placements())?;
        let names = self.names_at(&start).into_names();
        Ok(self.starting_with(start, names))
    }

    /// Returns the same puzzle with another of its positions as start, whose pieces have these
    /// names.
    pub(crate) fn starting_with(
        &self,
        start: Configuration,
        names: Vec<Cow<'static, str>>,
    ) -> Puzzle {
        let origin = Origin { names, read_as: self.origin.read_as.clone() };
        Puzzle { start, origin, ..self.clone() }
    }

    /// Returns what the puzzle keeps of the text that it was read from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the name of each piece of the start, in the order of its placements: its own if the
    /// text gives one, else the name of its kind.
    ///
    /// ```
    /// let puzzle: sliding::Puzzle = "1 x 3\n1 = 1\n11\n011\n".parse()?;
    /// assert_eq!(puzzle.piece_names(), ["1", "1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece_names(&self) -> Vec<Cow<'static, str>> {
        if !self.origin.names.is_empty() {
            return self.origin.names.clone();
        }
        let kind_name = |&piece: &Placement| self.kind(piece).name().to_string().into();
        self.start.placements().iter().map(kind_name).collect()
    }

    /// Returns the kind of a piece.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such kind; any index beyond the end is one such.
    pub fn kind(&self, piece: Placement) -> &Kind {
        &self.kinds[usize::from(piece.kind)]
    }

    /// Returns the number of pieces of each kind, in the order of [`Puzzle::kinds`].
    pub fn counts(&self) -> Vec<u32> {
        self.start.counts(self.kinds.len())
    }

    /// Returns the number of cells that are neither blocked nor covered by a piece.
    pub fn empty_cells(&self) -> usize {
        let covered: usize =
            self.start.placements().iter().map(|p| self.kinds[p.kind as usize].cells().len()).sum();
        self.size.cells() - self.blocked.len() - covered
    }

    /// Returns what lies on each cell in `configuration`. Pieces of another puzzle that do not fit
    /// this board are left out.
    pub fn board(&self, configuration: &Configuration) -> Board {
        Board::new(self, configuration)
    }

    /// Whether `configuration` meets one of the goals; one of another puzzle does not. Takes time
    /// linear in the board's size.
    pub fn is_solved_by(&self, configuration: &Configuration) -> bool {
        if self.check(configuration.placements()).is_err() {
            return false;
        }
        let board = self.board(configuration);
        self.goals.iter().any(|goal| goal.is_met_by(configuration, &board))
    }
}
