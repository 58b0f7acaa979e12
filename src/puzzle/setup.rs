//! Setups: puzzles as plain data, which need not be valid.

use super::{Demand, Expectation, Goal, Kind, Lock, Note, Origin, Placement, Puzzle, Size, Want};

/// A puzzle as plain data. It can hold anything; [`Setup::validate`] turns it into a [`Puzzle`], or
/// lists everything wrong with it.
///
/// Use this to make a puzzle without a text: in generators, readers of other notations, and other
/// languages. Cells are numbered row by row from 0. Kinds are given by their index in `kinds`.
///
/// ```
/// use sliding::puzzle::{Demand, GoalSetup, KindSetup, Placement, Setup, Size, Want};
///
/// // Klotski.
/// let mut setup = Setup::new(Size { rows: 5, cols: 4 });
/// setup.comment = "(Klotski)".to_owned();
/// let tall = setup.add_kind(KindSetup::new('1', [(0, 0), (1, 0)]));
/// let square = setup.add_kind(KindSetup::new('2', [(0, 0), (0, 1), (1, 0), (1, 1)]));
/// let wide = setup.add_kind(KindSetup::new('3', [(0, 0), (0, 1)]));
/// let small = setup.add_kind(KindSetup::new('4', [(0, 0)]));
///
/// // The cell of a piece is that of its upper left corner.
/// let at = |row: u32, col: u32, kind| Placement { cell: 4 * row + col, kind };
/// setup.start = vec![
///     at(0, 0, tall), at(0, 1, square), at(0, 3, tall),
///     at(2, 0, tall), at(2, 1, wide), at(2, 3, tall),
///     at(3, 1, small), at(3, 2, small),
///     at(4, 0, small), at(4, 3, small),
/// ];
/// // The square has to reach the middle of the lower edge, wherever the others are then.
/// let reached = Demand { cell: 4 * 3 + 1, want: Want::Origin(square) };
/// setup.goals = vec![GoalSetup::Partial(vec![reached])];
///
/// let puzzle = setup.validate()?;
/// let text = "\
/// 5 x 4 (Klotski)
/// 1 = 1/1
/// 2 = 11/11
/// 3 = 11
/// 4 = 1
/// 121131444004
/// ?????????????2?
/// ";
/// assert_eq!(puzzle, text.parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each fault names its place:
///
/// ```
/// # use sliding::puzzle::{GoalSetup, KindSetup, Placement, Setup, Size};
/// use sliding::puzzle::{SetupPlace, Violation};
///
/// let mut setup = Setup::new(Size { rows: 2, cols: 2 });
/// let wide = setup.add_kind(KindSetup::new('w', [(0, 0), (0, 1)]));
/// setup.start = vec![Placement { cell: 1, kind: wide }];
/// setup.goals = vec![GoalSetup::Complete(vec![Placement { cell: 2, kind: wide }])];
///
/// let faults = setup.validate().unwrap_err();
/// let [fault] = faults.all() else { panic!("one fault") };
/// assert_eq!(fault.place, SetupPlace::Piece(0));
/// assert_eq!(fault.violation, Violation::LeavesBoard('w'));
/// assert_eq!(faults.to_string(), "start[0]: piece `w` leaves the board");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// Height and width of the board.
    pub size: Size,
    /// The text of [`Puzzle::comment`]: one line without blanks around it.
    pub comment: String,
    /// The kinds of pieces; some may have no piece on the board.
    pub kinds: Vec<KindSetup>,
    /// The blocked cells, in any order.
    pub blocked: Vec<u32>,
    /// The pieces that are on the board at the start, in any order.
    pub start: Vec<Placement>,
    /// The alternative goals. Reaching any of them solves the puzzle.
    pub goals: Vec<GoalSetup>,
    /// Cells that only pieces of some kinds may cover.
    pub gates: Vec<Gate>,
    /// Facts for people.
    pub notes: Vec<Note>,
    /// Facts for the regression runner.
    pub expectations: Vec<Expectation>,
    /// What is kept of the text: a name for each piece, in the order of `start`, or none.
    pub origin: Origin,
}

impl Setup {
    /// Creates an empty board of this size.
    pub fn new(size: Size) -> Self {
        Setup {
            size,
            comment: String::new(),
            kinds: Vec::new(),
            blocked: Vec::new(),
            start: Vec::new(),
            goals: Vec::new(),
            gates: Vec::new(),
            notes: Vec::new(),
            expectations: Vec::new(),
            origin: Origin::default(),
        }
    }

    /// Adds a kind, and returns the index that placements and demands use for it.
    ///
    /// There are at most [`MAX_KINDS`](super::MAX_KINDS) names, so a puzzle with an index that does
    /// not fit a byte, which becomes 255, is never valid.
    pub fn add_kind(&mut self, kind: KindSetup) -> u8 {
        let index = u8::try_from(self.kinds.len()).unwrap_or(u8::MAX);
        self.kinds.push(kind);
        index
    }
}

/// A kind of piece as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindSetup {
    /// Its name, one of those that [`kind_number`](super::kind_number) knows.
    pub name: char,
    /// Row and column of each cell that it occupies, from any origin and in any order. Naming
    /// a cell twice does no harm.
    pub cells: Vec<(i32, i32)>,
    /// The axis it is locked to.
    pub lock: Lock,
}

impl KindSetup {
    /// Creates a kind of this name and these cells, which may move in all directions.
    pub fn new(name: char, cells: impl Into<Vec<(i32, i32)>>) -> Self {
        KindSetup { name, cells: cells.into(), lock: Lock::Free }
    }
}

/// Cells that only pieces of some kinds may cover, at every step of every move.
///
/// Where several gates contain a cell, each must let the piece pass.
///
/// ```
/// use sliding::puzzle::{Gate, Puzzle, Setup};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n2 = 1\n12\n0?12\n".parse()?;
/// let mut setup = Setup::from(&puzzle);
/// // Only pieces of the second kind may lie on the last cell.
/// setup.gates = vec![Gate { kinds: vec![1], cells: vec![3] }];
/// let gated = setup.validate()?;
/// assert_eq!((gated.closed_to(0), gated.closed_to(1)), (&[3][..], &[][..]));
/// assert_eq!(gated, "1 x 4\n1 = 1\n2 = 1\n12\n0?12\nonly 2: ...-\n".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Indices of the kinds that may cover the cells, in any order; may be empty.
    pub kinds: Vec<u8>,
    /// The cells, in any order.
    pub cells: Vec<u32>,
}

/// A goal as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalSetup {
    /// These pieces, in any order, and no others: as many of each kind as in the start.
    Complete(Vec<Placement>),
    /// These demands, in any order. Cells that no demand mentions may hold anything.
    Partial(Vec<Demand>),
}

impl From<&Kind> for KindSetup {
    fn from(kind: &Kind) -> Self {
        KindSetup { lock: kind.lock(), ..KindSetup::new(kind.name(), kind.cells()) }
    }
}

impl From<&Goal> for GoalSetup {
    fn from(goal: &Goal) -> Self {
        if goal.is_complete() {
            GoalSetup::Complete(goal.demanded().placements().to_vec())
        } else {
            GoalSetup::Partial(goal.demands().to_vec())
        }
    }
}

impl From<&Puzzle> for Setup {
    /// Returns the puzzle as data, to build another one from it.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Setup};
    ///
    /// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
    /// let mut setup = Setup::from(&puzzle);
    /// setup.blocked.push(2);
    /// assert_eq!(setup.validate()?, "1 x 4\n1 = 1\n10x\n00x1\n".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(puzzle: &Puzzle) -> Self {
        Setup {
            size: puzzle.size(),
            comment: puzzle.comment().to_owned(),
            kinds: puzzle.kinds().iter().map(KindSetup::from).collect(),
            blocked: puzzle.blocked().to_vec(),
            start: puzzle.start().placements().to_vec(),
            goals: puzzle.goals().iter().map(GoalSetup::from).collect(),
            gates: puzzle.gates().to_vec(),
            notes: puzzle.notes().to_vec(),
            expectations: puzzle.expectations().to_vec(),
            origin: puzzle.origin().clone(),
        }
    }
}

impl GoalSetup {
    /// Returns the demands, by their index in the goal's list: a complete goal demands its pieces.
    pub(crate) fn demands(&self) -> Vec<Demand> {
        match self {
            GoalSetup::Partial(demands) => demands.clone(),
            GoalSetup::Complete(pieces) => {
                let demand = |p: &Placement| Demand { cell: p.cell, want: Want::Origin(p.kind) };
                pieces.iter().map(demand).collect()
            }
        }
    }
}
