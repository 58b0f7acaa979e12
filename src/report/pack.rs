//! A pack of levels, as a game loads it.

use crate::design::{Level, Source};
use crate::puzzle::{Move, PieceNames, Placement, Style};
use crate::report::json::{self, Object, object};
use crate::report::puzzle::object_of;
use crate::report::rating;

/// Returns the JSON report of a pack that was generated with a seed; with a shortest solution of
/// each level if it is requested.
pub fn json(
    source: Source,
    seed: u64,
    style: Style,
    levels: &[Level],
    has_solutions: bool,
) -> Object {
    let family = match source {
        Source::Family(family) => Some(family),
        Source::Example(_) => None,
    };
    let exit = family.and_then(|family| family.rule().exit_row());
    let mut all = Vec::new();
    for (number, level) in (1..).zip(levels) {
        let puzzle = &level.generated.puzzle;
        let places = puzzle.start().placements();
        let object = object! {
            "id": level.id,
            "number": number,
            "title": puzzle.name(),
            "moves": level.generated.moves,
            "positions": level.generated.configurations,
            "rating": level.rating.as_ref().map(rating::object),
            "size": puzzle.size(),
            "pieces": pieces(&puzzle.names(), places, places),
        };
        let text = object! { "text": puzzle.to_string() };
        let solution = has_solutions.then(|| solution(level));
        all.push(object.and(object_of(puzzle)).and(text).with_some("solution", solution));
    }
    object! {
        "schema": "sliding/make/1",
        "version": env!("CARGO_PKG_VERSION"),
        "seed": seed,
        "family": family.map(ToString::to_string),
        "exit": exit.map(|row| object! { "row": row + 1, "side": "right" }),
        "style": style,
        "levels": all,
    }
}

/// Returns pieces with their ids, given the places of all pieces by id.
fn pieces(names: &PieceNames, places: &[Placement], pieces: &[Placement]) -> Vec<Object> {
    let piece = |piece: &Placement| {
        let at = places.iter().position(|place| place == piece);
        json::piece(names, *piece).with("id", &at.map(|at| at + 1))
    };
    pieces.iter().map(piece).collect()
}

/// Returns the moves of a level's solution. Each piece keeps its id.
fn solution(level: &Level) -> Vec<Object> {
    let puzzle = &level.generated.puzzle;
    let mut places = puzzle.start().placements().to_vec();
    let mut steps = Vec::new();
    puzzle.names().follow_all(&level.solution, |names, step: &Move| {
        steps.push(json::step_of(puzzle, pieces(names, &places, &step.pieces), step));
        for place in places.iter_mut().filter(|place| step.pieces.contains(place)) {
            *place = step.steps.iter().fold(*place, |at, &to| at.stepped(to, puzzle.size()));
        }
    });
    steps
}
