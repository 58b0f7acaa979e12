//! Goals that are drawn, below a board or in an option.

use std::collections::{BTreeMap, BTreeSet};

use super::Case;
use super::signs::lists;
use crate::notation::draft::{DraftGoal, PuzzleDraft};
use crate::notation::layout::Block;
use crate::notation::options::ReadOptions;
use crate::notation::problem::Result;
use crate::notation::text::TextSpan;
use crate::notation::texts::sheet as blocks;
use crate::tiles::{Tiles, notation};

/// Adds the goals that are drawn, or that an option states.
pub fn add<'a>(draft: &mut PuzzleDraft<'a>, case: &Case<'_, 'a>) -> Result<()> {
    let Some(text) = case.stated_goal() else {
        for block in &case.goals {
            draft.goals.push(goal(draft, block, case)?);
        }
        return Ok(());
    };
    if let Some(goal) = tile_goal(draft, text) {
        draft.goals.push(goal);
        return Ok(());
    }
    let place = draft.place;
    let blocks = blocks(text).blocks;
    if blocks.is_empty() {
        return place.fail("the goal is no board", "rows as those of the board");
    }
    for block in blocks {
        let goal = goal(draft, &block, case).map_err(|problem| {
            place.wrong(format!("the goal: {}", problem.message), problem.expected)
        })?;
        draft.goals.push(goal);
    }
    Ok(())
}

/// Returns a goal that names an order of tiles, or has their numbers, if all pieces are such tiles.
fn tile_goal(draft: &PuzzleDraft, text: &str) -> Option<DraftGoal> {
    let places = Tiles::places(&notation::goal(text, draft.size).ok()?);
    let mut tiles = BTreeMap::new();
    for (piece, tile) in draft.pieces.iter().enumerate() {
        tiles.insert(tile.name.parse::<usize>().ok()?, piece);
    }
    // An order of tiles may begin with 0.
    let is_named = notation::named_goal(text, draft.size).is_some();
    let least = if is_named { *tiles.keys().next()? } else { 1 };
    let are_all = tiles.keys().copied().eq(least..least + places.len() - 1);
    let homes = places[1..].iter().map(|&home| home as u32);
    let mut wanted: Vec<(usize, u32)> = tiles.values().copied().zip(homes).collect();
    wanted.sort_by_key(|wanted| wanted.1);
    are_all.then_some(DraftGoal { wanted, empty: Vec::new() })
}

fn goal(draft: &PuzzleDraft, block: &Block, case: &Case) -> Result<DraftGoal> {
    let Some(grid) = block
        .grids()
        .filter(|grid| grid.size.rows == draft.size.rows && grid.size.cols <= draft.size.cols)
        .min_by_key(|grid| draft.size.cols - grid.size.cols)
    else {
        let rows = block.grids().next().map_or(0, |grid| grid.size.rows);
        let message = match rows == draft.size.rows {
            true => "the goal is wider than the board".to_owned(),
            false => format!("the goal has {rows} rows, and the board has {}", draft.size.rows),
        };
        return block.place.fail(message, "a drawing as large as the board");
    };
    let mut signs: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let mut empty = Vec::new();
    let dots = grid.has(".");
    let names: BTreeSet<&str> = draft.pieces.iter().map(|piece| &*piece.name).collect();
    for (own, sign) in grid.cells() {
        let (row, col) = grid.size.row_col(own);
        let cell = row * draft.size.cols + col;
        let is_wall = draft.walls.binary_search(&cell).is_ok();
        if names.contains(sign) {
            signs.entry(sign).or_default().insert(cell);
        } else if sign.is_empty() && dots && !is_wall {
            return grid.place(own).fail(
                "a cell in one drawing that the other does not have",
                "the same cells in both",
            );
        } else if sign == "_" && draft.empty != "_" || sign == "0" && dots && draft.empty == "0" {
            // `0` is the gap in the start, and beside dots here as well.
            if is_wall {
                return grid.place(own).fail("a blocked cell cannot be empty", "`.` or `#` there");
            }
            empty.push(cell);
        } else if is_wall || is_open(draft, case.options, sign) {
            // The goal leaves the cell open.
        } else if sign == "#" {
            return grid.place(own).fail(
                "start and goal differ in their blocked cells",
                "`#` in the same cells, or `.` in the goal",
            );
        } else if let Some(first) = arrow(sign).filter(|first| names.contains(first)) {
            signs.entry(first).or_default().insert(cell);
        } else {
            return grid.place(own).fail(
                format!("there is no piece `{sign}` on the board"),
                format!("a piece of the board: {}", draft.names()),
            );
        }
    }
    let mut wanted = Vec::new();
    for (sign, cells) in signs {
        let place = |cell: u32| {
            let (row, col) = draft.size.row_col(cell);
            grid.place(row * grid.size.cols + col)
        };
        wanted.extend(wanted_of(draft, sign, cells, place)?);
    }
    wanted.sort_by_key(|wanted: &(usize, u32)| wanted.1);
    if wanted.is_empty() && empty.is_empty() && (case.is_pair || case.options.goal.is_some()) {
        return block.place.fail("the goal names no piece", "at least one");
    }
    Ok(DraftGoal { wanted, empty })
}

/// Returns the name of a domino that is drawn with two arrows, given the second one.
fn arrow(sign: &str) -> Option<&'static str> {
    [(">", "<"), ("v", "^")].iter().find(|pair| pair.0 == sign).map(|pair| pair.1)
}

/// Whether a goal leaves a cell with this sign open.
fn is_open(draft: &PuzzleDraft, options: &ReadOptions, sign: &str) -> bool {
    let is_given = options.empty.as_deref().is_some_and(|given| lists(given, sign));
    sign.is_empty() || sign == "." || sign == draft.empty || is_given
}

/// Returns where a goal has the pieces of a sign.
fn wanted_of<'g>(
    draft: &PuzzleDraft,
    sign: &str,
    mut cells: BTreeSet<u32>,
    place: impl Fn(u32) -> TextSpan<'g>,
) -> Result<Vec<(usize, u32)>> {
    let other_shape = |cell: u32| {
        place(cell).wrong(
            format!("piece `{sign}` has another shape in the goal"),
            "the cells of the piece as they lie on the board, elsewhere",
        )
    };
    let mut wanted = Vec::new();
    let mut pieces = (0..draft.pieces.len()).filter(|&piece| draft.pieces[piece].name == sign);
    while let Some(&cell) = cells.first() {
        let piece = pieces.next().ok_or_else(|| other_shape(cell))?;
        let own = draft.cells_at(piece, cell).ok_or_else(|| other_shape(cell))?;
        if !own.iter().all(|cell| cells.remove(cell)) {
            return Err(other_shape(cell));
        }
        wanted.push((piece, cell));
    }
    Ok(wanted)
}
