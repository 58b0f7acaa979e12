//! One board as SVG: frame and floor, pieces, the demands of goals, and arrows for moves.

use std::fmt::Write;

use super::axis::axis;
use super::exit::Exit;
use super::outline::{Outline, OutlineCell, cells, label_position, number, signed, ties};
use crate::puzzle::{
    Configuration, Demand, Direction, Goal, PieceNames, Placement, Puzzle, Size, Want,
};
use crate::report::escape::escape;
use crate::report::words::drawn_name;

/// Fractions of a cell's side.
const INSET: f64 = 0.04;
const ROUND: f64 = 0.16;
const FRAME: f64 = 0.22;
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
pub(crate) fn extent(puzzle: &Puzzle, unit: f64) -> (f64, f64) {
    let Size { rows, cols } = puzzle.size();
    let around = |cells: u32| (f64::from(cells) + 2.0 * FRAME) * unit;
    (around(cols), around(rows))
}

/// A piece that has just moved: its former place, and its steps.
#[derive(Clone, Copy, Debug)]
pub struct MovedPiece<'a> {
    /// Its former place.
    pub from: Placement,
    /// Its steps.
    pub steps: &'a [Direction],
}

impl MovedPiece<'_> {
    /// Returns its present place.
    pub fn to(self, size: Size) -> Placement {
        self.steps.iter().fold(self.from, |piece, &step| piece.stepped(step, size))
    }
}

/// Returns the path data of slanting bars across each cell with a gate. Empty if there are none.
pub(crate) fn bars(puzzle: &Puzzle, unit: f64) -> String {
    let mut cells: Vec<u32> = puzzle.gates().iter().flat_map(|gate| &gate.cells).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    let mut path = String::new();
    for cell in cells {
        let (row, col) = signed(puzzle.size().row_col(cell));
        let at = |corner: i32, share: f64| number((f64::from(corner) + share) * unit);
        for [from, to] in [[0.4, 0.1], [0.9, 0.1], [0.9, 0.6]] {
            // Up to the right, through the cell: y decreases as x increases.
            let (x, y) = (at(col, to), at(row, from));
            let length = number((from - to) * unit);
            let _ = write!(path, "M{x} {y}l{length} -{length}");
        }
    }
    path
}

/// Draws boards of a puzzle, all at one size.
pub struct Painter<'a> {
    puzzle: &'a Puzzle,
    unit: f64,
    labels: bool,
    /// Frame, walls and floor, which are the same on every board.
    ground: String,
    /// The demands of partial goals, drawn over the pieces.
    targets: String,
    /// Whether the targets are below the pieces.
    has_targets_below: bool,
    /// Whether a partial goal demands pieces of a kind.
    is_wanted: Vec<bool>,
    /// For each kind, the ties between its parts, from its origin.
    ties: Vec<Vec<(OutlineCell, OutlineCell)>>,
}

impl<'a> Painter<'a> {
    /// Draws with cells of `unit` by `unit`. Takes slightly more than linear time in the cells.
    pub fn new(puzzle: &'a Puzzle, unit: f64, labels: bool) -> Self {
        let mut painter = Painter {
            puzzle,
            unit,
            labels,
            ground: String::new(),
            targets: String::new(),
            has_targets_below: false,
            is_wanted: vec![false; puzzle.kinds().len()],
            ties: puzzle.kinds().iter().map(|kind| ties(kind.cells())).collect(),
        };
        painter.draw_ground();
        for goal in puzzle.goals().iter().filter(|goal| !goal.is_complete()) {
            painter.mark_target(goal);
        }
        painter
    }

    /// Draws for print: the places that goals demand are below the pieces, or an exit is in the
    /// frame instead. Returns whether there is one.
    pub fn for_print(&mut self) -> bool {
        self.has_targets_below = true;
        let Some(exit) = Exit::of(self.puzzle) else { return false };
        let Size { rows, cols } = self.puzzle.size();
        let board = (f64::from(cols) * self.unit, f64::from(rows) * self.unit);
        self.ground += &exit.svg(self.unit, self.frame(), board);
        self.targets.clear();
        true
    }

    /// Returns width and height of a board with its frame.
    pub fn extent(&self) -> (f64, f64) {
        extent(self.puzzle, self.unit)
    }

    /// Returns the distance of the upper left cell from the board's corner, both across and down.
    pub fn frame(&self) -> f64 {
        FRAME * self.unit
    }

    /// Returns the side of a cell.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    fn draw_ground(&mut self) {
        let (width, height) = self.extent();
        let frame = self.frame();
        let mut is_floor = vec![true; self.puzzle.size().cells()];
        self.puzzle.blocked().iter().for_each(|&cell| is_floor[cell as usize] = false);
        let cells = (0..is_floor.len() as u32).filter(|&cell| is_floor[cell as usize]);
        let cells: Vec<_> = cells.map(|cell| self.row_col(cell)).collect();
        let floor = Outline::of(&cells).path(self.unit, 0.0, self.unit * ROUND);
        self.ground = format!(
            "<rect class=\"wall\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"{3}\"/>\
             <path class=\"floor\" d=\"{floor}\"/>\n",
            number(-frame),
            number(width),
            number(height),
            number(frame + self.unit * INSET),
        );
        let bars = bars(self.puzzle, self.unit);
        if !bars.is_empty() {
            let width = number(self.unit * 0.05);
            let _ = writeln!(
                self.ground,
                "<path class=\"line\" fill=\"none\" opacity=\".6\" stroke-width=\"{width}\" \
                d=\"{bars}\"/>"
            );
        }
    }

    /// Marks the demands of a goal: its pieces, or else its empty cells.
    fn mark_target(&mut self, goal: &Goal) {
        let mut mark = |cells: &[OutlineCell]| {
            let path = Outline::of(cells).path(self.unit, self.unit * 0.1, self.unit * 0.1);
            let (width, dash) = (number(self.unit * 0.06), number(self.unit * 0.14));
            let _ = write!(
                self.targets,
                "<path class=\"target\" fill=\"none\" stroke-width=\"{width}\" \
                 stroke-dasharray=\"{dash}\" d=\"{path}\"/>"
            );
        };
        let demanded = goal.demanded();
        if demanded.placements().is_empty() {
            let empty = |demand: &&Demand| demand.want == Want::Empty;
            let (size, empty) = (self.puzzle.size(), goal.demands().iter().filter(empty));
            let place = |cell| signed(size.row_col(cell));
            mark(&empty.map(|demand| place(demand.cell)).collect::<Vec<_>>());
        }
        for &piece in demanded.placements() {
            mark(&cells(self.puzzle, piece));
            self.is_wanted[usize::from(piece.kind)] = true;
        }
    }

    fn row_col(&self, cell: u32) -> OutlineCell {
        signed(self.puzzle.size().row_col(cell))
    }

    /// Draws a board, its corner in the origin, with these pieces on it, the places that goals
    /// demand, and arrows for the pieces that have just moved. `pieces` is the position after that.
    pub fn board(&self, pieces: &Configuration, moved: &[MovedPiece]) -> String {
        self.board_named(&self.puzzle.names_at(pieces), pieces, moved)
    }

    /// As [`Painter::board`], with the names that the pieces have after moves.
    pub fn board_named(
        &self,
        names: &PieceNames,
        pieces: &Configuration,
        moved: &[MovedPiece],
    ) -> String {
        let mut svg = self.begin();
        // With arrows, the targets go below the pieces, to keep the picture readable.
        let are_below = self.has_targets_below || !moved.is_empty();
        if are_below {
            svg += &self.targets;
            let all = pieces.placements().iter().flat_map(|&piece| cells(self.puzzle, piece));
            self.cover_targets(&mut svg, &Vec::from_iter(all), 0.0);
        }
        let size = self.puzzle.size();
        let now: Vec<Placement> = moved.iter().map(|moved| moved.to(size)).collect();
        for piece in self.order(pieces).into_iter().map(|i| pieces.placements()[i]) {
            self.piece(&mut svg, piece, now.contains(&piece));
        }
        if !are_below {
            svg += &self.targets;
        }
        self.arrows(&mut svg, moved);
        for &piece in pieces.placements() {
            self.label(&mut svg, names, piece);
        }
        svg + "</g>\n"
    }

    /// Returns the numbers of the pieces in drawing order. Ties lie across other pieces, so pieces
    /// with ties come last.
    pub fn order(&self, pieces: &Configuration) -> Vec<usize> {
        let kind = |i: usize| usize::from(pieces.placements()[i].kind);
        let mut order: Vec<usize> = (0..pieces.placements().len()).collect();
        order.sort_by_key(|&i| !self.ties[kind(i)].is_empty());
        order
    }

    /// Draws the demands of a goal: its pieces, with a dot on each cell that it leaves open.
    pub fn goal(&self, goal: &Goal) -> String {
        let mut svg = self.begin();
        if !goal.free().is_empty() {
            svg += "<path class=\"line\" fill=\"none\" stroke-linecap=\"round\" ";
            let _ = write!(svg, "stroke-width=\"{}\" d=\"", number(self.unit * 0.12));
            for &cell in goal.free() {
                let (row, col) = self.row_col(cell);
                let middle = |at| number((f64::from(at) + 0.5) * self.unit);
                let _ = write!(svg, "M{} {}h0", middle(col), middle(row));
            }
            svg += "\"/>";
        }
        let demanded = goal.demanded();
        let names = self.puzzle.names_at(&demanded);
        for &piece in demanded.placements() {
            self.piece(&mut svg, piece, false);
            self.label(&mut svg, &names, piece);
        }
        svg + "</g>\n"
    }

    /// Draws frame and floor, within a group whose origin is the corner of the upper left cell.
    pub fn begin(&self) -> String {
        format!("<g transform=\"translate({0} {0})\">{1}", number(self.frame()), self.ground)
    }

    /// Returns the places that goals demand.
    pub fn targets(&self) -> &str {
        &self.targets
    }

    /// Covers these below a piece that may slide away.
    pub fn cover_targets_below(&self, svg: &mut String, piece: Placement) {
        // Slightly more than its cells, so that nothing shows between it and its neighbours.
        self.cover_targets(svg, &cells(self.puzzle, piece), -0.01);
    }

    /// Draws floor on cells that pieces will cover: the places that goals demand were drawn before,
    /// and must not show in the gaps between the pieces.
    fn cover_targets(&self, svg: &mut String, cells: &[OutlineCell], inset: f64) {
        if !self.targets.is_empty() {
            let path = Outline::of(cells).path(self.unit, self.unit * inset, self.unit * 0.06);
            let _ = write!(svg, "<path class=\"floor\" d=\"{path}\"/>");
        }
    }

    /// Draws a piece, with ties between its parts, arrowheads if it is locked to an axis, and a
    /// second outline if a partial goal demands its kind.
    pub fn piece(&self, svg: &mut String, piece: Placement, has_moved: bool) {
        let kind = piece.kind;
        let outline = Outline::of(&cells(self.puzzle, piece));
        let (unit, round) = (self.unit, self.unit * ROUND);
        let edge = number(unit * if has_moved { 0.08 } else { 0.035 });
        let path = outline.path(unit, unit * INSET, round);
        let _ = write!(svg, "<path class=\"piece k{kind}\" stroke-width=\"{edge}\" d=\"{path}\"/>");
        if self.is_wanted[usize::from(kind)] {
            let path = outline.path(unit, unit * 0.13, unit * 0.1);
            let width = number(unit * 0.035);
            let _ = write!(
                svg,
                "<path class=\"r{kind}\" fill=\"none\" opacity=\".55\" stroke-width=\"{width}\" \
                 d=\"{path}\"/>"
            );
        }
        let lock = self.puzzle.kind(piece).lock();
        let heads = axis(&cells(self.puzzle, piece), lock, unit);
        if !heads.is_empty() {
            let width = number(unit * 0.04);
            let _ = write!(
                svg,
                "<path class=\"axis r{kind}\" fill=\"none\" opacity=\".55\" \
                 stroke-width=\"{width}\" d=\"{heads}\"/>"
            );
        }
        let (row, col) = self.row_col(piece.cell);
        for (from, to) in &self.ties[usize::from(kind)] {
            let middle = |at: i32| number((f64::from(at) + 0.5) * unit);
            let [x, to_x] = [from.1, to.1].map(|at| middle(col + at));
            let [y, to_y] = [from.0, to.0].map(|at| middle(row + at));
            let line = format!("d=\"M{x} {y}L{to_x} {to_y}\" stroke-linecap=\"round\"");
            let (wide, narrow) = (number(unit * 0.2), number(unit * 0.14));
            let fill = format!("class=\"s{kind}\" stroke-width=\"{narrow}\"");
            let _ = write!(svg, "<path class=\"tie\" stroke-width=\"{wide}\" {line}/>");
            let _ = write!(svg, "<path {fill} {line}/>");
        }
        svg.push('\n');
    }

    /// Draws the name of a piece, if names are requested.
    pub fn label(&self, svg: &mut String, names: &PieceNames, piece: Placement) {
        if !self.labels {
            return;
        }
        let (row, col) = label_position(&cells(self.puzzle, piece));
        let size = self.unit * LABEL;
        // Capital letters and digits are 0.73 of the font's size high.
        let (x, y) = (number(col * self.unit), number(row * self.unit + 0.365 * size));
        let word = escape(&drawn_name(names, piece));
        let _ = writeln!(
            svg,
            "<text class=\"l{}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\" font-weight=\"bold\" \
             text-anchor=\"middle\" stroke-width=\"{}\" paint-order=\"stroke\">{word}</text>",
            piece.kind,
            number(size),
            number(self.unit * 0.1),
        );
    }

    /// Draws the path of each piece's centre as an arrow. It ends before the centre, where the name
    /// is.
    fn arrows(&self, svg: &mut String, moved: &[MovedPiece]) {
        let unit = self.unit;
        let arrows: Vec<Arrow> = moved.iter().map(|&moved| self.arrow(moved)).collect();
        let joins = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        let (case, way) = (number(unit * 0.17), number(unit * 0.09));
        // All outlines are drawn first, so that none hides another arrow.
        for Arrow { line, head } in &arrows {
            let _ = writeln!(
                svg,
                "<path class=\"case\" stroke-width=\"{way}\" {joins} d=\"{head}\"/>\
                 <path class=\"case\" style=\"fill:none\" stroke-width=\"{case}\" {joins} \
                 d=\"{line}\"/>"
            );
        }
        for Arrow { line, head } in &arrows {
            let _ = writeln!(
                svg,
                "<path class=\"way\" fill=\"none\" stroke-width=\"{way}\" {joins} d=\"{line}\"/>\
                 <path class=\"head\" d=\"{head}\"/>"
            );
        }
    }

    fn arrow(&self, moved: MovedPiece) -> Arrow {
        let unit = self.unit;
        let (row, col) = label_position(&cells(self.puzzle, moved.from));
        let (mut x, mut y) = (col * unit, row * unit);
        let mut line = format!("M{} {}", number(x), number(y));
        let short = unit * if self.labels { 0.32 } else { 0.1 };
        let (length, half) = (unit * 0.26, unit * 0.17);
        let mut head = String::new();
        let mut runs = moved.steps.chunk_by(|a, b| a == b).peekable();
        while let Some(run) = runs.next() {
            let (rows, cols) = run[0].delta();
            let (down, right) = (f64::from(rows), f64::from(cols));
            let end = if runs.peek().is_none() { short + length } else { 0.0 };
            let by = unit * run.len() as f64 - end;
            (x, y) = (x + right * by, y + down * by);
            let _ = write!(line, "L{} {}", number(x), number(y));
            let corner = |along: f64, aside: f64| {
                let (x, y) = (x + right * along + down * aside, y + down * along - right * aside);
                format!("{} {}", number(x), number(y))
            };
            let (tip, one, other) = (corner(length, 0.0), corner(0.0, half), corner(0.0, -half));
            head = format!("M{one}L{tip}L{other}Z");
        }
        Arrow { line, head }
    }
}

/// Path data of an arrow.
struct Arrow {
    line: String,
    head: String,
}
