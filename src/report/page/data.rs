//! The data of a page's script.

use super::core::{core, rules};
use super::distances::PackedMap;
use super::{Hidden, Page, Playable};
use crate::analyse::DistanceTable;
use crate::analyse::other_styles::{MAX_POSITIONS, other_styles};
use crate::engine::query::{Interrupt, Status};
use crate::puzzle::Puzzle;
use crate::report::game::GameObject;
use crate::report::json::{Object, object};
use crate::report::other_styles::fields;
use crate::tiles::Tiles;

/// Returns the data that the script of a page in one file reads: the rules, the core if the page
/// may have to search, and the puzzles.
/// `docs/internals/pictures.md` describes every field.
pub fn data(page: &Page) -> Object {
    let is_known = |playable: &Playable| map(playable, page.hidden).is_some();
    let searches = page.hidden.needs_distances() && !page.puzzles.iter().all(is_known);
    let has_tiles = page
        .puzzles
        .iter()
        .any(|one| one.puzzle.size().cells() > 9 && Tiles::of(one.puzzle).is_some());
    let core = searches.then(|| core(has_tiles));
    puzzles(page).and(object! { "rules": rules(), "core": core })
}

/// Returns the part of the data that differs from page to page.
pub fn puzzles(page: &Page) -> Object {
    let puzzles = Vec::from_iter(page.puzzles.iter().map(|puzzle| playable(puzzle, page.hidden)));
    object! { "schema": "sliding/page/3", "hidden": page.hidden, "puzzles": puzzles }
}

/// Returns the distances that a page has. An empty map is useless.
fn map<'a>(page: &Playable<'a>, hidden: Hidden) -> Option<&'a DistanceTable> {
    let map = page.distances.filter(|map| !map.distances.is_empty());
    map.filter(|_| hidden.needs_distances())
}

/// Returns a playable puzzle with its results.
fn playable(page: &Playable, hidden: Hidden) -> Object {
    let (puzzle, outcome) = (page.puzzle, page.outcome);
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
        "map": map(page, hidden).map(|map| PackedMap::new(puzzle, map)),
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
