//! Families of puzzles, and their rules.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use super::shape::{MOST_CELLS, MOST_SHAPES, Shape, Shapes};
use crate::engine::query::Stopped;
use crate::puzzle::{Lock, Puzzle, Size};

/// The target and the goal of a family's puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One piece, from the upper left corner to the lower right one.
    Corner,
    /// One piece, from anywhere to anywhere.
    Anywhere,
    /// One piece along this row, counted from 0, to its right end. No other piece that is locked to
    /// its row is in this one, as in Rush Hour.
    Exit {
        /// The row.
        row: u32,
    },
    /// Of the pieces of one shape in this row, counted from 0, the one nearest to the right end has
    /// to reach that end. The others are behind it. No other shape that is locked to its row is in
    /// this one. That is the rule of Unit Rush Hour in J. Tromp and R. Cilibrasi, "Limits of Rush
    /// Hour Logic Complexity" (2005, arXiv:cs/0502068).
    Nearest {
        /// The row.
        row: u32,
    },
    /// All pieces, from anywhere to anywhere.
    Any,
}

impl Rule {
    /// The names of all, as on the command line, in journals and in names of files.
    pub const NAMES: [&'static str; 5] = ["corner", "anywhere", "exit", "nearest", "any"];

    /// Returns the rule with a name; its exit, if it has one, is in a row, counted from 0.
    pub fn named(name: &str, row: u32) -> Option<Rule> {
        let exit = Rule::Exit { row };
        let all = [Rule::Corner, Rule::Anywhere, exit, Rule::Nearest { row }, Rule::Any];
        all.into_iter().find(|rule| rule.name() == name)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Corner => "corner",
            Rule::Anywhere => "anywhere",
            Rule::Exit { .. } => "exit",
            Rule::Nearest { .. } => "nearest",
            Rule::Any => "any",
        }
    }

    /// Whether there is a target piece, distinct from the others.
    pub fn has_target(self) -> bool {
        self != Rule::Any
    }

    /// Returns the row of the exit, which is at its right end.
    pub fn exit_row(self) -> Option<u32> {
        match self {
            Rule::Exit { row } | Rule::Nearest { row } => Some(row),
            Rule::Corner | Rule::Anywhere | Rule::Any => None,
        }
    }
}

/// A shape, and the allowed number of pieces of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedShape {
    pub shape: Shape,
    /// The minimum and the maximum.
    pub number: RangeInclusive<u32>,
}

/// A family of puzzles: all boards of a size with pieces of some shapes. Pieces of a shape are
/// alike, except for the target piece; with [`Rule::Nearest`] except for those in the row of the
/// exit.
///
/// ```
/// use sliding::design::{Family, Hunt, Rule, Shape};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::Budget;
///
/// let size = Size { rows: 2, cols: 2 };
/// let family = Family::new(size, Shape::rectangles(size), Rule::Corner)?.with_pieces(1..=3);
/// // Five have a piece of one cell in the corner, with nothing, one or two more, or one of two
/// // cells beside it; four have one of two cells, with nothing or one more.
/// let hunt = Hunt::new(family, Style::WALK, &Budget::default())?;
/// assert_eq!(hunt.all() + hunt.mirrored() + hunt.stuck(), 9);
/// # Ok::<(), sliding::design::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub(super) size: Size,
    pub(super) shapes: Vec<AllowedShape>,
    /// The allowed shapes of the target piece, by their indices.
    pub(super) main: Vec<u32>,
    /// The allowed numbers of pieces, including the target.
    pub(super) pieces: RangeInclusive<u32>,
    /// The allowed numbers of empty cells.
    pub(super) empty: RangeInclusive<u32>,
    pub(super) rule: Rule,
    /// The shapes that every member needs.
    pub(super) needed: Vec<u32>,
}

/// Why a family is invalid, or has nothing to search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// The board has no cells.
    #[error("the board has no cells")]
    NoCells,
    /// No rule has this name.
    #[error("no rule `{0}`: expected one of {names}", names = Rule::NAMES.join(", "))]
    NoRule(String),
    /// A row of an exit, and a rule without an exit.
    #[error("an exit row needs the rule exit or nearest")]
    NoExit,
    /// A row that the board does not have.
    #[error("the board has no row {0} for the exit")]
    NoRow(u32),
    /// No piece can reach the goal of the rule.
    #[error("no shape can be the target piece: {0}")]
    NoTarget(&'static str),
    /// A shape is listed twice.
    #[error("shape {0} is listed twice")]
    DuplicateShape(Shape),
    /// A shape that the family does not have.
    #[error("{0} is not one of the shapes of the family")]
    NotAShape(Shape),
    /// No numbers of pieces are within the bounds.
    #[error(
        "the family has no members: no combination of these pieces leaves the requested number of \
         empty cells"
    )]
    Empty,
    /// There are too many members.
    #[error("the family has more than {most} members; allow fewer pieces or shapes")]
    TooMany {
        /// The limit. With [`Rule::Corner`] it is on members that can be placed, if these are found
        /// in time.
        most: usize,
    },
    /// The board has more cells than the limit.
    #[error("the board is too large: the limit for a family is {0} cells")]
    TooLarge(usize),
    /// This number of boards has given no puzzle of the requested difficulty.
    #[error("no such puzzle found on {0} boards; widen the requested ranges or allow more pieces")]
    NothingGenerated(usize),
    /// From no start of the family a goal can be reached.
    #[error("no board of the family has a solution; allow other pieces or more empty cells")]
    NoSolution,
    /// All starts were examined, and fewer puzzles than requested are as requested.
    #[error(
        "{made} such puzzles exist: all {positions} starts were examined, and they need {least} to \
         {most} moves"
    )]
    TooFew {
        /// The number of puzzles that are as requested.
        made: usize,
        /// The number of starts from which a goal can be reached.
        positions: usize,
        /// The fewest moves from the easiest one.
        least: u64,
        /// The fewest moves from the hardest one.
        most: u64,
    },
    /// Each further level of a pack is like another.
    #[error(
        "level {0} is not found: on {1} boards each shares most of its pieces' places, or of the \
         moves of its solution, with another level; request fewer levels or allow more pieces"
    )]
    Alike(usize, u64),
    /// There are too many shapes.
    #[error("the family has more than {0} shapes; allow fewer")]
    TooManyShapes(usize),
    /// A limit came first.
    #[error("stopped by a limit")]
    Stopped(Stopped),
}

/// Maximum number of members of a family.
pub const MOST_MEMBERS: usize = 4_000_000;

impl Family {
    /// Creates the family of all boards of a size with any numbers of pieces of these shapes. Any
    /// of them may be the shape of the target piece, but if the target leaves the board by a row,
    /// it is the first shape that is locked to rows, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too large or has no cells, a shape is listed twice, there
    /// are too many shapes, there is no such row, or no shape can be that of the target piece.
    pub fn new(size: Size, shapes: Vec<Shape>, rule: Rule) -> Result<Self, FamilyError> {
        Self::with_shapes(
            size,
            &Shapes::Listed(shapes.into_iter().map(|s| (s, None)).collect()),
            rule,
            None,
        )
    }

    /// Creates a family of these shapes, and of those for the target piece if they are given.
    fn with_shapes(
        size: Size,
        shapes: &Shapes,
        rule: Rule,
        main: Option<&Shapes>,
    ) -> Result<Self, FamilyError> {
        let cells = u64::from(size.rows) * u64::from(size.cols);
        if cells > MOST_CELLS as u64 {
            return Err(FamilyError::TooLarge(MOST_CELLS));
        }
        if cells == 0 {
            return Err(FamilyError::NoCells);
        }
        let most = cells as u32;
        let mut family = Self {
            size,
            shapes: Vec::new(),
            main: Vec::new(),
            pieces: 1..=most,
            empty: 1..=most,
            rule,
            needed: Vec::new(),
        };
        let mut places = BTreeMap::new();
        for (at, (shape, number)) in (0..).zip(shapes.list(size)) {
            if at as usize == MOST_SHAPES {
                return Err(FamilyError::TooManyShapes(MOST_SHAPES));
            }
            if places.insert(shape.clone(), at).is_some() {
                return Err(FamilyError::DuplicateShape(shape));
            }
            let number = number.map_or(0..=most, |number| family.bounded(number));
            family.needed.extend((*number.start() > 0).then_some(at));
            family.shapes.push(AllowedShape { shape, number });
        }
        if let Some(row) = rule.exit_row().filter(|&row| row >= size.rows) {
            return Err(FamilyError::NoRow(row.saturating_add(1)));
        }
        let lying = family.shapes.iter().position(|allowed| is_lying(&allowed.shape));
        family.main = match (main, rule.exit_row().and(lying)) {
            (Some(main), _) => {
                let place = |(shape, _)| match places.get(&shape) {
                    Some(&at) => Ok(at),
                    None => Err(FamilyError::NotAShape(shape)),
                };
                main.list(size).into_iter().map(place).collect::<Result<_, _>>()?
            }
            (None, Some(lying)) => vec![lying as u32],
            (None, None) => (0..family.shapes.len() as u32).collect(),
        };
        family.check_targets().map_err(FamilyError::NoTarget)?;
        Ok(family)
    }

    /// Checks whether the target piece can have a shape, or says why not.
    fn check_targets(&self) -> Result<(), &'static str> {
        if self.rule.has_target() && self.main.is_empty() {
            return Err("none is allowed");
        }
        let mut targets = self.main.iter().map(|&main| self.shape(main));
        if let Some(row) = self.rule.exit_row() {
            let leaves = |shape: &Shape| {
                shape.lock() != Lock::Vertical && row + shape.size().rows <= self.size.rows
            };
            if !targets.clone().any(leaves) {
                return Err("none moves along the exit row");
            }
        }
        // The number of pieces in the row has to stay constant.
        if matches!(self.rule, Rule::Nearest { .. }) && !targets.all(is_lying) {
            return Err("with the rule nearest, all must be locked to their rows");
        }
        Ok(())
    }

    /// Creates the family that these words describe. By default cars have the rule exit, units the
    /// rule nearest, and others the rule corner; an exit is in the middle row. Rows are counted from
    /// 1. The target piece has one of the shapes `main`, if there are any.
    ///
    /// # Errors
    ///
    /// As [`Family::new`], and if no rule has the name, or it has no exit and a row is given, or one of
    /// `main` is not a shape of the family.
    ///
    /// ```
    /// use sliding::design::{Family, Rule, board};
    ///
    /// let family = Family::described(board("3x3")?, &"units".parse()?, None, None, None)?;
    /// assert_eq!(family.with_empty(1..=1).rule(), Rule::Nearest { row: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn described(
        size: Size,
        shapes: &Shapes,
        rule: Option<&str>,
        exit_row: Option<u32>,
        main: Option<&Shapes>,
    ) -> Result<Self, FamilyError> {
        let name = rule.unwrap_or(match shapes {
            Shapes::Cars => "exit",
            Shapes::Units => "nearest",
            _ => "corner",
        });
        let row = exit_row.unwrap_or(size.rows.div_ceil(2));
        let row = row.checked_sub(1).ok_or(FamilyError::NoRow(0))?;
        let rule = Rule::named(name, row).ok_or_else(|| FamilyError::NoRule(name.to_owned()))?;
        if exit_row.is_some() && rule.exit_row().is_none() {
            return Err(FamilyError::NoExit);
        }
        Self::with_shapes(size, shapes, rule, main)
    }

    /// Restricts the number of pieces, including the target, if a range is given.
    pub fn with_pieces(self, pieces: impl Into<Option<RangeInclusive<u32>>>) -> Self {
        let pieces = pieces.into().map_or(self.pieces.clone(), |range| self.bounded(range));
        Self { pieces, ..self }
    }

    /// Restricts the number of empty cells, if a range is given.
    pub fn with_empty(self, empty: impl Into<Option<RangeInclusive<u32>>>) -> Self {
        let empty = empty.into().map_or(self.empty.clone(), |range| self.bounded(range));
        Self { empty, ..self }
    }

    /// Returns the board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Clips a range of numbers of pieces or cells to those that the board can have.
    fn bounded(&self, range: RangeInclusive<u32>) -> RangeInclusive<u32> {
        let cells = self.size.cells() as u32;
        (*range.start()).min(cells + 1)..=(*range.end()).min(cells)
    }

    /// Returns an error if there is no target piece.
    pub(super) fn check_target(&self) -> Result<(), FamilyError> {
        match self.rule {
            Rule::Any => Err(FamilyError::NoTarget("the rule any has no target piece")),
            _ => Ok(()),
        }
    }

    /// Returns a shape by its index.
    pub(super) fn shape(&self, at: u32) -> &Shape {
        &self.shapes[at as usize].shape
    }

    /// Returns the number of cells of a shape.
    pub(super) fn cells_of(&self, shape: u32) -> u32 {
        self.shape(shape).cells().len() as u32
    }

    /// Whether this number of pieces, covering this number of cells, is within the bounds.
    pub(super) fn allows(&self, pieces: u32, cells: u32) -> bool {
        let left = (self.size.cells() as u32).checked_sub(cells);
        pieces > 0
            && self.pieces.contains(&pieces)
            && left.is_some_and(|left| self.empty.contains(&left))
    }

    /// Returns the minimum number of empty cells with which a piece of a shape can reach the goal
    /// of the rule; more than the board has, if it never can.
    pub(super) fn room_for(&self, main: u32) -> u32 {
        let shape = self.shape(main);
        let own = shape.size();
        let across = if shape.lock() == Lock::Vertical { u32::MAX } else { own.rows };
        let along = if shape.lock() == Lock::Horizontal { u32::MAX } else { own.cols };
        match self.rule {
            Rule::Corner => {
                let across = if own.cols < self.size.cols { across } else { 0 };
                let along = if own.rows < self.size.rows { along } else { 0 };
                across.max(along)
            }
            Rule::Exit { .. } | Rule::Nearest { .. } => across,
            Rule::Anywhere => across.min(along),
            Rule::Any => 0,
        }
    }

    /// Returns the maximum number of target pieces: one, or with [`Rule::Nearest`] as many as fit
    /// the row.
    pub(super) fn most_targets(&self, main: u32) -> u32 {
        if !matches!(self.rule, Rule::Nearest { .. }) {
            return 1;
        }
        let cells = self.shape(main).cells().iter();
        self.size.cols / cells.filter(|&&(row, _)| row == 0).count() as u32
    }

    /// Returns the cells where a target piece of a shape may have its origin at the start, and at the
    /// end.
    pub(super) fn ends(&self, main: Option<u32>) -> (Vec<u32>, Vec<u32>) {
        let is_in_row =
            |&cell: &u32| self.rule.exit_row().is_none_or(|exit| self.size.row_col(cell).0 == exit);
        let cells = |main| {
            let cells = (0..self.size.cells() as u32).filter(is_in_row);
            cells.filter(|&cell| self.covers(main, true, cell).is_some()).collect()
        };
        let mut starts: Vec<u32> = main.map(cells).unwrap_or_default();
        let mut goals = starts.clone();
        if self.rule != Rule::Anywhere {
            goals.drain(..goals.len().saturating_sub(1));
        }
        if self.rule == Rule::Corner {
            starts.truncate(1);
        }
        (starts, goals)
    }

    /// Returns the cells that a piece with its origin in a cell covers, as bits. `None` if it may
    /// not lie there: it is not on the board, or the rule bars it from the row.
    pub(super) fn covers(&self, shape: u32, is_target: bool, origin: u32) -> Option<u64> {
        let (shape, (row, col)) = (self.shape(shape), self.size.row_col(origin));
        let is_barred = match self.rule {
            Rule::Nearest { row: exit } if is_target => row != exit,
            Rule::Exit { row: exit } | Rule::Nearest { row: exit } if !is_target => {
                let rows = row..row + shape.size().rows;
                shape.lock() == Lock::Horizontal && rows.contains(&exit)
            }
            _ => false,
        };
        let (row, left) = (i64::from(row), i64::from(col) - i64::from(shape.cells()[0].1));
        let cells = shape.cells().iter().try_fold(0, |cells, &(down, right)| {
            let cell = self.size.cell(row + i64::from(down), left + i64::from(right))?;
            Some(cells | 1 << cell)
        });
        cells.filter(|_| !is_barred)
    }
}

impl Display for Family {
    /// Writes everything that the members and their numbers depend on. Target shapes are counted
    /// from 0.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let range = |range: &RangeInclusive<u32>| format!("{}-{}", range.start(), range.end());
        let Size { rows, cols } = self.size;
        write!(f, "{rows}x{cols} rule {}", self.rule.name())?;
        if let Some(row) = self.rule.exit_row() {
            write!(f, " row {}", row + 1)?;
        }
        let main: Vec<String> = self.main.iter().map(u32::to_string).collect();
        let (pieces, empty) = (range(&self.pieces), range(&self.empty));
        write!(f, " main {} pieces {pieces} empty {empty} shapes ", main.join(","))?;
        let shape =
            |allowed: &AllowedShape| format!("{}:{}", allowed.shape, range(&allowed.number));
        f.write_str(&self.shapes.iter().map(shape).collect::<Vec<_>>().join(","))
    }
}

/// Whether a puzzle is one of cars, as in Rush Hour: such boards have no walls.
pub fn is_of_cars(puzzle: &Puzzle) -> bool {
    let mut kinds = puzzle.kinds().iter();
    puzzle.blocked().is_empty() && kinds.all(|kind| kind.lock() != Lock::Free)
}

impl From<Stopped> for FamilyError {
    fn from(stopped: Stopped) -> Self {
        FamilyError::Stopped(stopped)
    }
}

/// Whether a shape is locked to its row.
pub fn is_lying(shape: &Shape) -> bool {
    shape.lock() == Lock::Horizontal
}
