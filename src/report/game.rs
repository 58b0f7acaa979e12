//! A puzzle for scripts to play: its pieces and goals, with the paths that draw them.

use serde::Serialize;

use super::palette::themes;
use super::scene::Path;
use super::scene::marks::{axis, bars};
use super::scene::outline::{Outline, label_position, ties};
use super::words::{label, plain};
use crate::puzzle::{Goal, Lock, Placement, Puzzle, Style, Want};

/// The side of a cell in pictures.
const UNIT: f64 = 100.0;
/// The gap between pieces and the edges of their cells.
const INSET: f64 = 4.0;
/// The radius of their corners.
const RADIUS: f64 = 12.0;

/// A playable puzzle, in JSON. `docs/internals/pictures.md` describes the fields.
#[derive(Serialize)]
pub struct GameObject {
    name: String,
    /// How the text was understood; left out if the text is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<String>,
    style: u8,
    rows: u32,
    cols: u32,
    unit: f64,
    kinds: Vec<GameKind>,
    blocked: Vec<u32>,
    walls: String,
    gates: String,
    start: Vec<(u32, u8)>,
    /// The names of the pieces of the start; left out if the text names kinds only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    goals: Vec<GameGoal>,
}

impl GameObject {
    /// Builds the game of a puzzle under a name, in a style.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::game::GameObject;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
    /// let json = serde_json::to_string(&GameObject::new(&puzzle, "Walk", Style::WALK))?;
    /// assert!(json.contains("\"start\":[[0,0]]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: &Puzzle, name: &str, style: Style) -> Self {
        let size = puzzle.size();
        GameObject {
            name: plain(name),
            read_as: puzzle.origin().read_as.as_ref().map(|read_as| plain(&read_as.to_string())),
            style: style.number(),
            rows: size.rows,
            cols: size.cols,
            unit: UNIT,
            kinds: (0..puzzle.kinds().len() as u8)
                .map(|kind| GameKind::new(puzzle, kind))
                .collect(),
            blocked: puzzle.blocked().to_vec(),
            walls: area(puzzle, puzzle.blocked()),
            gates: bars(puzzle, UNIT).to_string(),
            start: puzzle.start().placements().iter().map(pair).collect(),
            names: puzzle.origin().names.iter().map(|name| plain(name)).collect(),
            goals: puzzle.goals().iter().map(|goal| GameGoal::new(puzzle, goal)).collect(),
        }
    }
}

/// A playable puzzle, and its colours as a style sheet: for pages that already have the script.
#[derive(Serialize)]
pub struct GameWithStyleSheet {
    game: GameObject,
    looks: String,
}

impl GameWithStyleSheet {
    /// Builds it from a puzzle under its own name, in a style.
    pub fn new(puzzle: &Puzzle, style: Style) -> Self {
        GameWithStyleSheet {
            game: GameObject::new(puzzle, puzzle.name(), style),
            looks: themes(puzzle, ":root"),
        }
    }
}

#[derive(Serialize)]
struct GameKind {
    name: char,
    /// The label on its pieces, if that is not the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The name of its pieces, if the puzzle gives one.
    called: Option<String>,
    lock: &'static str,
    /// The cells of the board that gates close to it.
    closed: Vec<u32>,
    cells: Vec<(i32, i32)>,
    outline: String,
    ties: String,
    /// Arrowheads along the axis that it is locked to.
    axis: String,
    heart: GamePoint,
}

#[derive(Serialize)]
struct GamePoint {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct GameGoal {
    pieces: Vec<(u32, u8)>,
    empty: Vec<u32>,
    free: String,
}

impl GameKind {
    fn new(puzzle: &Puzzle, index: u8) -> Self {
        let kind = &puzzle.kinds()[usize::from(index)];
        let middle = |cell: i32| UNIT * (f64::from(cell) + 0.5);
        let mut lines = Path::default();
        for (from, to) in ties(kind.cells()) {
            lines.add_line(&[from, to].map(|(row, col)| (middle(col), middle(row))), 0.0);
        }
        let (row, col) = label_position(kind.cells());
        Self {
            name: kind.name(),
            label: Some(label(puzzle, index)).filter(|label| *label != kind.name().to_string()),
            called: puzzle.kind_label(index).map(plain),
            lock: match kind.lock() {
                Lock::Free => "free",
                Lock::Horizontal => "horizontal",
                Lock::Vertical => "vertical",
            },
            closed: puzzle.closed_to(index).to_vec(),
            cells: kind.cells().to_vec(),
            outline: Outline::of(kind.cells()).path(UNIT, INSET, RADIUS).to_string(),
            ties: lines.to_string(),
            axis: axis(kind.cells(), kind.lock(), UNIT).to_string(),
            heart: GamePoint { x: UNIT * col, y: UNIT * row },
        }
    }
}

impl GameGoal {
    fn new(puzzle: &Puzzle, goal: &Goal) -> Self {
        let empty = goal.demands().iter().filter(|demand| demand.want == Want::Empty);
        Self {
            pieces: goal.demanded().placements().iter().map(pair).collect(),
            empty: empty.map(|demand| demand.cell).collect(),
            free: area(puzzle, goal.free()),
        }
    }
}

fn pair(piece: &Placement) -> (u32, u8) {
    (piece.cell, piece.kind)
}

/// Returns the outline of some cells of the board.
fn area(puzzle: &Puzzle, cells: &[u32]) -> String {
    let place = |&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        (row as i32, col as i32)
    };
    Outline::of(&cells.iter().map(place).collect::<Vec<_>>()).path(UNIT, 0.0, 0.0).to_string()
}
