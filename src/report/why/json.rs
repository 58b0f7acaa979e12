//! What makes a puzzle hard, for programs.

use serde::Serialize;

use super::WhyReport;
use crate::analyse::Superpiece;
use crate::puzzle::{Placement, Puzzle};
use crate::report::json::{self, About};
use crate::report::schema::{self, Schema};
use crate::why::{Outcome, PieceRole};

impl WhyReport<'_> {
    /// All for programs.
    pub fn json(&self, file: &str) -> Told {
        let (why, puzzle) = (self.why, self.puzzle);
        let (size, names) = (puzzle.size(), puzzle.named());
        let piece = |role: &PieceRole| {
            let Placement { cell, kind } = role.piece;
            let (row, col) = size.row_col(cell);
            Piece {
                name: names.name(role.piece).into_owned(),
                kind: puzzle.kinds()[usize::from(kind)].name(),
                row: row + 1,
                col: col + 1,
                always: why.is_moved_always(role),
                nailed: Variant::of(role.nailed),
                left_out: role.left_out.map(Variant::of),
                freed: role.freed.map(Variant::of),
            }
        };
        let wall = |&(cell, outcome): &(u32, Outcome)| {
            let (row, col) = size.row_col(cell);
            Wall { row: row + 1, col: col + 1, opened: Variant::of(outcome) }
        };
        Told {
            schema: schema::WHY,
            about: About::new(puzzle, file, self.style),
            limit: why.stopped.map(json::limit_word),
            moves: why.count.moves,
            solutions: why.count.solution.as_ref().map(|_| why.count.solutions.to_string()),
            passed: (why.passed.iter())
                .map(|(distance, configuration)| Passed {
                    distance: *distance,
                    configuration: puzzle.shorthand(configuration),
                })
                .collect(),
            pieces: why.pieces.iter().map(piece).collect(),
            walls: why.walls.iter().map(wall).collect(),
            gates: why.gates.iter().copied().map(Variant::of).collect(),
            one_by_one: why.one_by_one.map(Variant::of),
            superpieces: why.superpieces.as_ref().map(|found| {
                found.list.iter().map(|superpiece| Together::of(puzzle, superpiece)).collect()
            }),
            superpieces_limit: (why.superpieces.as_ref())
                .and_then(|found| found.stopped.map(json::limit_word)),
            elapsed_ms: json::milliseconds(why.elapsed),
        }
    }
}

/// What makes a puzzle hard, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    limit: Option<&'static str>,
    moves: Option<u64>,
    /// In decimal, as it may be larger than any number of JSON's readers.
    solutions: Option<String>,
    passed: Vec<Passed>,
    pieces: Vec<Piece>,
    walls: Vec<Wall>,
    gates: Vec<Variant>,
    one_by_one: Option<Variant>,
    superpieces: Option<Vec<Together>>,
    superpieces_limit: Option<&'static str>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Passed {
    distance: u64,
    configuration: String,
}

#[derive(Clone, Debug, Serialize)]
struct Piece {
    name: String,
    kind: char,
    row: u32,
    col: u32,
    always: bool,
    nailed: Variant,
    left_out: Option<Variant>,
    freed: Option<Variant>,
}

#[derive(Clone, Debug, Serialize)]
struct Wall {
    row: u32,
    col: u32,
    opened: Variant,
}

#[derive(Clone, Debug, Serialize)]
struct Together {
    kinds: Vec<char>,
    without: Variant,
    distance: u64,
    before: String,
    pieces: Vec<json::Piece>,
}

impl Together {
    fn of(puzzle: &Puzzle, superpiece: &Superpiece) -> Self {
        let name = |kind: u8| puzzle.kinds()[usize::from(kind)].name();
        let names = puzzle.named_in(&superpiece.before);
        Self {
            kinds: superpiece.kinds.iter().map(|&kind| name(kind)).collect(),
            without: Variant::of(superpiece.without.into()),
            distance: superpiece.distance,
            before: puzzle.shorthand(&superpiece.before),
            pieces: superpiece
                .pieces
                .iter()
                .map(|&piece| json::Piece::new(&names, piece))
                .collect(),
        }
    }
}

/// A variant of the puzzle: solved in so many moves, unsolvable, or stopped by a limit.
#[derive(Clone, Copy, Debug, Serialize)]
struct Variant {
    moves: Option<u64>,
    limit: Option<&'static str>,
}

impl Variant {
    fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Moves(moves) => Self { moves: Some(moves), limit: None },
            Outcome::Unsolvable => Self { moves: None, limit: None },
            Outcome::Stopped(limit) => Self { moves: None, limit: Some(json::limit_word(limit)) },
        }
    }
}
