//! The data of a page's script.

use serde::Serialize;

use super::core::{PageCore, core};
use super::distances::PackedMap;
use super::{Hidden, Page, Playable};
use crate::analyse::other_styles::{MAX_POSITIONS, other_styles};
use crate::engine::query::{Interrupt, Status};
use crate::puzzle::Puzzle;
use crate::report::game::GameObject;
use crate::report::other_styles::OtherStylesFields;
use crate::report::schema::{self, Schema};

/// The data that a page's script reads. `docs/internals/pictures.md` describes every field.
#[derive(Serialize)]
pub struct PageData {
    schema: Schema,
    hidden: Vec<&'static str>,
    /// On a site, it is a separate file.
    core: Option<&'static PageCore>,
    puzzles: Vec<PlayableObject>,
}

/// A playable puzzle with its results.
#[derive(Serialize)]
struct PlayableObject {
    #[serde(flatten)]
    game: GameObject,
    text: String,
    status: &'static str,
    shortest: bool,
    moves: Option<u64>,
    solution: Option<Vec<PageMove>>,
    map: Option<PackedMap>,
    #[serde(flatten)]
    other_styles: Option<OtherStylesFields>,
}

#[derive(Serialize)]
struct PageMove {
    pieces: Vec<u32>,
    steps: Vec<&'static str>,
}

impl PageData {
    /// Returns the same without the core, for pages that load it separately.
    pub fn without_core(page: &Page) -> Self {
        PageData { core: None, ..PageData::new(page) }
    }

    /// Collects the data for the script of this page.
    pub fn new(page: &Page) -> Self {
        let Hidden { solution, hints, left } = page.hidden;
        let hidden = [("solution", solution), ("hints", hints), ("left", left)];
        let hidden = hidden.into_iter().filter(|(_, is_hidden)| *is_hidden);
        PageData {
            schema: schema::PAGE,
            hidden: hidden.map(|(name, _)| name).collect(),
            core: Some(core()),
            puzzles: page.puzzles.iter().map(|one| PlayableObject::new(one, page.hidden)).collect(),
        }
    }
}

impl PlayableObject {
    fn new(page: &Playable, hidden: Hidden) -> Self {
        let puzzle = page.puzzle;
        // An empty map is useless.
        let distances = page.distances.filter(|distances| !distances.distances.is_empty());
        let distances = distances.filter(|_| hidden.needs_distances());
        // Hidden data is not in the page. Without a map and a solution, the page searches.
        let solution = page.outcome.solution.as_ref();
        let solution = solution.filter(|_| !hidden.solution).map(|solution| {
            let moves = solution.moves.iter().map(|step| PageMove {
                pieces: step.pieces.iter().map(|piece| piece.cell).collect(),
                steps: step.steps.iter().map(|direction| direction.word()).collect(),
            });
            moves.collect()
        });
        PlayableObject {
            game: GameObject::new(puzzle, page.name, page.style),
            text: text(puzzle),
            status: match page.outcome.status {
                Status::Unsolvable => "unsolvable",
                _ if page.outcome.solution.is_some() => "solved",
                _ => "unknown",
            },
            shortest: page.outcome.is_shortest,
            moves: page.outcome.moves,
            solution,
            map: distances.map(|distances| PackedMap::new(puzzle, distances)),
            other_styles: other_styles_fields(page),
        }
    }
}

/// Returns the results for the other styles, if there is no solution.
fn other_styles_fields(page: &Playable) -> Option<OtherStylesFields> {
    let is_unsolvable = page.outcome.status == Status::Unsolvable;
    let find = || other_styles(page.puzzle, page.style, MAX_POSITIONS, &Interrupt::default());
    is_unsolvable.then(find).flatten().map(|found| OtherStylesFields::new(page.puzzle, &found))
}

/// Returns the puzzle as the core reads it, without its notes, which give expected results.
fn text(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}
