//! One board: frame and floor, pieces, the demands of goals, and arrows for moves.

use super::Paint::{
    Axis, Case, Floor, Grid, Ground, Ink, Label, Line, Piece, Ring, Strap, Target, Tie, Wall,
};
use super::marks::{arrow, axis, bars, exit};
use super::outline::{Outline, OutlineCell, cells, label_position, signed, ties};
use crate::puzzle::{Goal, Want};
use crate::report::words::drawn_name;
use crate::report::*;

/// Fractions of a cell's side.
const INSET: f64 = 0.04;
const ROUND: f64 = 0.16;
pub(super) const FRAME: f64 = 0.22;
const LABEL: f64 = 0.42;

/// The side of a cell in pictures of few boards.
pub(crate) const LARGE: f64 = 44.0;
/// Maximum width or height of a board, if cells of a reasonable size allow it.
const MOST: f64 = 1200.0;

/// Returns the side of a cell for boards of a puzzle, preferably `wanted`.
pub(crate) fn unit(puzzle: &Puzzle, wanted: f64) -> f64 {
    let longer = puzzle.size().rows.max(puzzle.size().cols);
    wanted.min((MOST / f64::from(longer)).max(2.0))
}

/// Returns width and height of a board with its frame, with cells of `unit` by `unit`.
pub(crate) fn extent(puzzle: &Puzzle, unit: f64) -> Point {
    let Size { rows, cols } = puzzle.size();
    let around = |cells: u32| (f64::from(cells) + 2.0 * FRAME) * unit;
    (around(cols), around(rows))
}

/// Returns the place of a piece after some steps.
pub(crate) fn moved(piece: Placement, steps: &[Direction], size: Size) -> Placement {
    steps.iter().fold(piece, |piece, &step| piece.stepped(step, size))
}

/// Draws boards of a puzzle, all at one size, each with its corner in the origin.
pub struct Painter<'a> {
    puzzle: &'a Puzzle,
    unit: f64,
    labels: bool,
    /// Frame, walls and floor, which are the same on every board.
    ground: Vec<Shape>,
    /// The demands of partial goals.
    targets: Vec<Shape>,
    /// Whether a partial goal demands pieces of a kind.
    is_wanted: Vec<bool>,
}

impl<'a> Painter<'a> {
    /// Draws with cells of `unit` by `unit`. Takes slightly more than linear time in the cells.
    pub fn new(puzzle: &'a Puzzle, unit: f64, labels: bool) -> Self {
        let is_wanted = vec![false; puzzle.kinds().len()];
        let (ground, targets) = (Vec::new(), Vec::new());
        let mut painter = Painter { puzzle, unit, labels, ground, targets, is_wanted };
        painter.draw_ground();
        for goal in puzzle.goals().iter().filter(|goal| !goal.is_complete()) {
            painter.mark_target(goal);
        }
        painter
    }

    /// Draws for print: if there is an exit, it is in the frame, and shows what the goal demands.
    /// Returns whether there is one.
    pub fn for_print(&mut self) -> bool {
        let Some(exit) = exit(self.puzzle, self.unit) else { return false };
        self.ground.push(filled(Ground, exit));
        self.targets.clear();
        true
    }

    /// Returns width and height of a board with its frame.
    pub fn extent(&self) -> Point {
        extent(self.puzzle, self.unit)
    }

    /// Returns the distance of the upper left cell from the board's corner, both across and down.
    fn frame(&self) -> f64 {
        FRAME * self.unit
    }

    fn draw_ground(&mut self) {
        let (unit, frame) = (self.unit, self.frame());
        let blocked = self.puzzle.blocked();
        let cells = 0..self.puzzle.size().cells() as u32;
        let floor = cells.filter(|cell| blocked.binary_search(cell).is_err());
        let floor = self.outline(floor).path(unit, 0.0, unit * ROUND);
        let wall = Path::rectangle((-frame, -frame), self.extent(), frame + unit * INSET);
        let bars = Shape::path(Grid, bars(self.puzzle, unit), unit * 0.05);
        self.ground = vec![filled(Wall, wall), filled(Floor, floor), bars];
    }

    /// Marks the demands of a goal: its pieces, or else its empty cells.
    fn mark_target(&mut self, goal: &Goal) {
        let demanded = goal.demanded();
        let mut places = Vec::new();
        for &piece in demanded.placements() {
            places.push(Outline::of(&cells(self.puzzle, piece)));
            self.is_wanted[usize::from(piece.kind)] = true;
        }
        if places.is_empty() {
            let empty = goal.demands().iter().filter(|demand| demand.want == Want::Empty);
            places.push(self.outline(empty.map(|demand| demand.cell)));
        }
        for place in places {
            let path = place.path(self.unit, self.unit * 0.1, self.unit * 0.1);
            self.targets.push(Shape::path(Target, path, self.unit * 0.06));
        }
    }

    fn outline(&self, cells: impl Iterator<Item = u32>) -> Outline {
        Outline::of(&Vec::from_iter(cells.map(|cell| self.row_col(cell))))
    }

    fn row_col(&self, cell: u32) -> OutlineCell {
        signed(self.puzzle.size().row_col(cell))
    }

    /// Returns the centre of a cell.
    fn centre(&self, (row, col): OutlineCell) -> Point {
        ((f64::from(col) + 0.5) * self.unit, (f64::from(row) + 0.5) * self.unit)
    }

    /// Draws a position with these names, after a move if there was one: then the pieces that moved
    /// have arrows, else there are the places that goals demand.
    pub fn board(
        &self,
        names: &PieceNames,
        position: &Configuration,
        step: Option<&Move>,
    ) -> Shape {
        let Some(Move { pieces, steps, .. }) = step else {
            return self.drawing(names, position, &[], self.targets.clone(), |_| Role::Plain);
        };
        let now = pieces.iter().map(|&piece| moved(piece, steps, self.puzzle.size()));
        let (now, arrows) = (Vec::from_iter(now), self.arrows(pieces, steps));
        self.drawing(names, position, &now, arrows, |_| Role::Plain)
    }

    /// Draws the start, with each piece in a group that moves along the track of its number.
    pub fn moving(&self) -> Shape {
        let (names, targets) = (self.puzzle.names(), self.targets.clone());
        self.drawing(&names, self.puzzle.start(), &[], targets, Role::Moving)
    }

    /// Draws the demands of a goal: its pieces, with a dot on each cell that it leaves open.
    pub fn goal(&self, goal: &Goal) -> Shape {
        let mut dots = Path::default();
        for &cell in goal.free() {
            dots.add_line(&[self.centre(self.row_col(cell)); 2], 0.0);
        }
        let dots = vec![Shape::path(Line, dots, self.unit * 0.12)];
        let demanded = goal.demanded();
        let names = self.puzzle.names_at(&demanded);
        self.drawing(&names, &demanded, &[], dots, |_| Role::Plain)
    }

    /// Draws pieces, and marks between them and their names. Those that have just moved have a
    /// broad border.
    fn drawing(
        &self,
        names: &PieceNames,
        position: &Configuration,
        moved: &[Placement],
        marks: Vec<Shape>,
        role: fn(usize) -> Role,
    ) -> Shape {
        let mut shapes = self.ground.clone();
        let mut above = vec![Shape::group(role(position.placements().len()), (0.0, 0.0), marks)];
        for (i, &piece) in position.placements().iter().enumerate() {
            let body = self.piece(piece, moved.contains(&piece));
            shapes.push(Shape::group(role(i), (0.0, 0.0), body));
            above.push(Shape::group(role(i), (0.0, 0.0), self.ties_and_name(names, piece)));
        }
        shapes.extend(above);
        Shape::group(Role::Plain, (self.frame(), self.frame()), shapes)
    }

    /// Draws a piece, with arrowheads if it is locked to an axis, and a second outline if a partial
    /// goal demands its kind.
    fn piece(&self, piece: Placement, has_moved: bool) -> Vec<Shape> {
        let (unit, kind) = (self.unit, piece.kind);
        let cells = cells(self.puzzle, piece);
        let outline = Outline::of(&cells);
        let edge = if has_moved { 0.08 } else { 0.035 };
        let path = outline.path(unit, unit * INSET, unit * ROUND);
        let mut shapes = vec![Shape::path(Piece(kind), path, unit * edge)];
        if self.is_wanted[usize::from(kind)] {
            let path = outline.path(unit, unit * 0.13, unit * 0.1);
            shapes.push(Shape::path(Ring(kind), path, unit * 0.035));
        }
        let heads = axis(&cells, self.puzzle.kind(piece).lock(), unit);
        shapes.push(Shape::path(Axis(kind), heads, unit * 0.04));
        shapes
    }

    /// Draws what lies across other pieces: the ties between the parts of a piece, and its name, if
    /// names are requested.
    fn ties_and_name(&self, names: &PieceNames, piece: Placement) -> Vec<Shape> {
        let (unit, kind) = (self.unit, piece.kind);
        let cells = cells(self.puzzle, piece);
        let mut shapes = Vec::new();
        for (from, to) in ties(&cells) {
            let line = Path::line(&[self.centre(from), self.centre(to)]);
            shapes.push(Shape::path(Tie, line.clone(), unit * 0.2));
            shapes.push(Shape::path(Strap(kind), line, unit * 0.14));
        }
        if self.labels {
            let (row, col) = label_position(&cells);
            let size = unit * LABEL;
            // Capital letters and digits are 0.73 of the font's size high.
            let (at, name) = ((col * unit, row * unit + 0.365 * size), drawn_name(names, piece));
            shapes.push(Shape::text(Label(kind), at, size, Anchor::Middle, name));
        }
        shapes
    }

    /// Draws arrows for moves. All that is around them comes first, so that none hides another one.
    fn arrows(&self, pieces: &[Placement], steps: &[Direction]) -> Vec<Shape> {
        let unit = self.unit;
        let short = if self.labels { 0.32 } else { 0.1 };
        let (mut around, mut arrows) = (Vec::new(), Vec::new());
        for &piece in pieces {
            let [line, head] = arrow(&cells(self.puzzle, piece), steps, unit, short);
            around.push(Shape::path(Case, head.clone(), unit * 0.09));
            around.push(Shape::path(Case, line.clone(), unit * 0.17));
            arrows.push(Shape::path(Paint::Way, line, unit * 0.09));
            arrows.push(filled(Ink, head));
        }
        around.extend(arrows);
        around
    }
}

/// Builds a path without a stroke.
fn filled(paint: Paint, path: Path) -> Shape {
    Shape::path(paint, path, 0.0)
}
