//! What the script of a page has to know.

use serde::Serialize;

use super::core::{Core, core};
use super::distances::Map;
use super::{Hidden, Page, Playable};
use crate::notation::Notation;
use crate::puzzle::{Goal, Lock, Placement, Puzzle, Want};
use crate::query::Status;
use crate::report::draw::axis;
use crate::report::draw::board::bars;
use crate::report::draw::outline::{Outline, heart, number, ties};
use crate::report::schema::{self, Schema};
use crate::report::words::{label, plain};

/// The side of a cell in pictures.
const UNIT: f64 = 100.0;
/// What pieces leave free at the edges of their cells.
const INSET: f64 = 4.0;
/// How round their corners are.
const RADIUS: f64 = 12.0;

/// What a page's script reads. `docs/PICTURES.md` describes every field.
#[derive(Serialize)]
pub struct Data {
    schema: Schema,
    hidden: Vec<&'static str>,
    core: Option<&'static Core>,
    puzzles: Vec<Game>,
}

/// A puzzle to be played.
#[derive(Serialize)]
struct Game {
    name: String,
    text: Option<String>,
    style: u8,
    rows: u32,
    cols: u32,
    unit: f64,
    kinds: Vec<Piece>,
    blocked: Vec<u32>,
    walls: String,
    gates: String,
    start: Vec<(u32, u8)>,
    goals: Vec<Target>,
    status: &'static str,
    shortest: bool,
    moves: Option<u64>,
    solution: Option<Vec<Step>>,
    map: Option<Map>,
}

impl Data {
    /// What the script of this page has to know.
    pub fn new(page: &Page) -> Self {
        let Hidden { solution, hints, left } = page.hidden;
        let hidden = [("solution", solution), ("hints", hints), ("left", left)];
        let hidden = hidden.into_iter().filter(|(_, is_hidden)| *is_hidden);
        Data {
            schema: schema::PAGE,
            hidden: hidden.map(|(name, _)| name).collect(),
            core: page.hidden.wants_distances().then(core),
            puzzles: page.puzzles.iter().map(|one| Game::new(one, page.hidden)).collect(),
        }
    }
}

impl Game {
    fn new(page: &Playable, hidden: Hidden) -> Self {
        let puzzle = page.puzzle;
        let size = puzzle.size();
        // An empty map says nothing.
        let distances = page.distances.filter(|distances| !distances.distances.is_empty());
        let distances = distances.filter(|_| hidden.wants_distances());
        // What is not told is not in the page. Without a map, the solution takes its place.
        let is_wanted = !hidden.solution || (distances.is_none() && hidden.wants_distances());
        let solution = page.outcome.solution.as_ref();
        let solution = solution.filter(|_| is_wanted).map(|solution| {
            let moves = solution.moves.iter().map(|step| Step {
                pieces: step.pieces.iter().map(|piece| piece.cell).collect(),
                steps: step.steps.iter().map(|direction| direction.word()).collect(),
            });
            moves.collect()
        });
        Game {
            name: plain(page.name),
            text: hidden.wants_distances().then(|| text(puzzle)).flatten(),
            style: page.style.number(),
            rows: size.rows,
            cols: size.cols,
            unit: UNIT,
            kinds: (0..puzzle.kinds().len() as u8).map(|kind| Piece::new(puzzle, kind)).collect(),
            blocked: puzzle.blocked().to_vec(),
            walls: area(puzzle, puzzle.blocked()),
            gates: bars(puzzle, UNIT),
            start: puzzle.start().placements().iter().map(pair).collect(),
            goals: puzzle.goals().iter().map(|goal| Target::new(puzzle, goal)).collect(),
            status: match page.outcome.status {
                Status::Unsolvable => "unsolvable",
                _ if page.outcome.solution.is_some() => "solved",
                _ => "unknown",
            },
            shortest: page.outcome.is_shortest,
            moves: page.outcome.moves,
            solution,
            map: distances.map(|distances| Map::new(puzzle, distances)),
        }
    }
}

/// The puzzle as the core reads it, without its notes: these say what is expected of it.
fn text(puzzle: &Puzzle) -> Option<String> {
    let notation = Notation::named("sliding").expect("the first of all notations");
    let text = notation.write(puzzle).ok()?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Some(lines.flat_map(|line| [line, "\n"]).collect())
}

#[derive(Serialize)]
struct Piece {
    name: char,
    /// What is drawn on it, if that is not the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// What its pieces are called, if the puzzle says it.
    called: Option<String>,
    lock: &'static str,
    /// The cells of the board that gates close to it.
    closed: Vec<u32>,
    cells: Vec<(i32, i32)>,
    outline: String,
    ties: String,
    /// Arrowheads along the axis that it is locked to.
    axis: String,
    heart: Spot,
}

#[derive(Serialize)]
struct Spot {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Target {
    pieces: Vec<(u32, u8)>,
    empty: Vec<u32>,
    free: String,
}

#[derive(Serialize)]
struct Step {
    pieces: Vec<u32>,
    steps: Vec<&'static str>,
}

impl Piece {
    fn new(puzzle: &Puzzle, index: u8) -> Self {
        let kind = &puzzle.kinds()[usize::from(index)];
        let middle = |cell: i32| number(UNIT * (f64::from(cell) + 0.5));
        let lines = ties(kind.cells()).into_iter().map(|(from, to)| {
            let [from_x, from_y, to_x, to_y] = [from.1, from.0, to.1, to.0].map(middle);
            format!("M{from_x} {from_y}L{to_x} {to_y}")
        });
        let (row, col) = heart(kind.cells());
        Self {
            name: kind.name(),
            label: Some(label(puzzle, index)).filter(|label| *label != kind.name().to_string()),
            called: puzzle.called(index).map(plain),
            lock: match kind.lock() {
                Lock::Free => "free",
                Lock::Horizontal => "horizontal",
                Lock::Vertical => "vertical",
            },
            closed: puzzle.closed_to(index).to_vec(),
            cells: kind.cells().to_vec(),
            outline: Outline::of(kind.cells()).path(UNIT, INSET, RADIUS),
            ties: lines.collect(),
            axis: axis(kind.cells(), kind.lock(), UNIT),
            heart: Spot { x: UNIT * col, y: UNIT * row },
        }
    }
}

impl Target {
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

/// The outline of some cells of the board.
fn area(puzzle: &Puzzle, cells: &[u32]) -> String {
    let place = |&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        (row as i32, col as i32)
    };
    Outline::of(&cells.iter().map(place).collect::<Vec<_>>()).path(UNIT, 0.0, 0.0)
}
