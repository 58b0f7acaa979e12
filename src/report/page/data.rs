//! The data of a page's script.

use super::core::PageCore;
use super::distances::PackedMap;
use super::{Hidden, Page, Playable};
use crate::analyse::other_styles::{MAX_POSITIONS, other_styles};
use crate::engine::query::{Interrupt, Status};
use crate::puzzle::Puzzle;
use crate::report::game::GameObject;
use crate::report::json::{Object, object};
use crate::report::other_styles::fields;

/// Returns the data that a page's script reads; without the core for pages that load it separately.
/// `docs/internals/pictures.md` describes every field.
pub fn data(page: &Page, core: Option<&PageCore>) -> Object {
    let Hidden { solution, hints, left } = page.hidden;
    let mut hidden = vec![("solution", solution), ("hints", hints), ("left", left)];
    hidden.retain(|(_, is_hidden)| *is_hidden);
    let hidden: Vec<&str> = hidden.into_iter().map(|(name, _)| name).collect();
    let puzzles: Vec<Object> =
        page.puzzles.iter().map(|puzzle| playable(puzzle, page.hidden)).collect();
    object! { "schema": "sliding/page/2", "hidden": hidden, "core": core, "puzzles": puzzles }
}

/// Returns a playable puzzle with its results.
fn playable(page: &Playable, hidden: Hidden) -> Object {
    let (puzzle, outcome) = (page.puzzle, page.outcome);
    // An empty map is useless.
    let distances = page.distances.filter(|distances| !distances.distances.is_empty());
    let distances = distances.filter(|_| hidden.needs_distances());
    // Hidden data is not in the page. Without a map and a solution, the page searches.
    let solution = outcome.solution.as_ref().filter(|_| !hidden.solution).map(|solution| {
        let mut moves = Vec::new();
        for step in &solution.moves {
            let pieces: Vec<u32> = step.pieces.iter().map(|piece| piece.cell).collect();
            let steps: Vec<&str> = step.steps.iter().map(|direction| direction.word()).collect();
            moves.push(object! { "pieces": pieces, "steps": steps });
        }
        moves
    });
    let status = match outcome.status {
        Status::Unsolvable => "unsolvable",
        _ if outcome.solution.is_some() => "solved",
        _ => "unknown",
    };
    let object = Object::default().and(GameObject::new(puzzle, page.name, page.style));
    let object = object.and(object! {
        "text": text(puzzle),
        "status": status,
        "shortest": outcome.is_shortest,
        "moves": outcome.moves,
        "solution": solution,
        "map": distances.map(|distances| PackedMap::new(puzzle, distances)),
    });
    if outcome.status != Status::Unsolvable {
        return object;
    }
    match other_styles(puzzle, page.style, MAX_POSITIONS, &Interrupt::default()) {
        Some(found) => object.and(fields(puzzle, &found)),
        None => object,
    }
}

/// Returns the puzzle as the core reads it, without its notes, which give expected results.
fn text(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}
