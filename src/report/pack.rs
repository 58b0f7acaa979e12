//! A pack of levels, as a game loads it.

use serde::Serialize;

use crate::design::Level;
use crate::puzzle::Style;
use crate::report::json::{self, JsonMove, JsonPiece, JsonSize};
use crate::report::puzzle::PuzzleObject;
use crate::report::rating::RatingFields;
use crate::report::schema::{self, Schema};

/// Returns the JSON report of a pack; with a shortest solution of each level if it is requested.
pub fn json(levels: &[Level], style: Style, has_solutions: bool) -> impl Serialize + use<> {
    let level = |(number, level): (usize, &Level)| {
        let puzzle = &level.generated.puzzle;
        JsonLevel {
            number,
            title: puzzle.name().to_owned(),
            moves: level.generated.moves,
            states: level.generated.configurations,
            rating: level.rating.as_ref().map(RatingFields::from),
            size: json::size(puzzle),
            pieces: JsonPiece::all(&puzzle.names(), puzzle.start()),
            puzzle_object: PuzzleObject::new(puzzle),
            text: puzzle.to_string(),
            solution: has_solutions.then(|| json::steps(puzzle.names(), &level.solution)),
        }
    };
    let levels = (1..).zip(levels).map(level).collect();
    PackObject { schema: schema::PACK, style: style.number(), levels }
}

#[derive(Serialize)]
struct PackObject {
    schema: Schema,
    style: u8,
    levels: Vec<JsonLevel>,
}

#[derive(Serialize)]
struct JsonLevel {
    number: usize,
    title: String,
    moves: u64,
    states: u64,
    rating: Option<RatingFields>,
    size: JsonSize,
    pieces: Vec<JsonPiece>,
    #[serde(flatten)]
    puzzle_object: PuzzleObject,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<JsonMove>>,
}
