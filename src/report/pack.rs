//! A pack of levels, as a game loads it.

use crate::design::Level;
use crate::puzzle::Style;
use crate::report::json::{self, Object, object};
use crate::report::puzzle::object_of;
use crate::report::rating;

/// Returns the JSON report of a pack; with a shortest solution of each level if it is requested.
pub fn json(levels: &[Level], style: Style, has_solutions: bool) -> Object {
    let mut all = Vec::new();
    for (number, level) in (1..).zip(levels) {
        let puzzle = &level.generated.puzzle;
        let solution = has_solutions.then(|| json::steps(puzzle.names(), &level.solution));
        let object = object! {
            "number": number,
            "title": puzzle.name(),
            "moves": level.generated.moves,
            "positions": level.generated.configurations,
            "rating": level.rating.as_ref().map(rating::object),
            "size": puzzle.size(),
            "pieces": json::pieces(&puzzle.names(), puzzle.start().placements()),
        };
        let text = object! { "text": puzzle.to_string() };
        all.push(object.and(object_of(puzzle)).and(text).with_some("solution", solution));
    }
    object! { "schema": "sliding/make/1", "style": style, "levels": all }
}
