//! Goals that are drawn, below a board or in an option.

use std::collections::{BTreeMap, BTreeSet};

use super::Case;
use super::signs::lists;
use crate::notation::draft::{DraftGoal, DraftTarget, PuzzleDraft, short_list};
use crate::notation::layout::{Block, Grid};
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::text::TextSpan;
use crate::notation::texts::sheet as blocks;

/// Adds the goals that are drawn, or that an option states.
pub fn add<'a>(draft: &mut PuzzleDraft<'a>, case: &Case<'_, 'a>) -> Result<(), Problem> {
    if let Some(text) = case.stated_goal() {
        let mut given = false;
        for block in blocks(text).blocks {
            let goal = goal(draft, &block, case).map_err(|problem| {
                draft.place.wrong(format!("the goal: {}", problem.message), problem.expected)
            })?;
            let place = draft.place;
            let wanted =
                goal.wanted.iter().map(|wanted| DraftTarget { place, ..*wanted }).collect();
            let empty = goal.empty.iter().map(|&(cell, _)| (cell, place)).collect();
            draft.goals.push(DraftGoal { wanted, empty, place });
            given = true;
        }
        if !given {
            return Err(draft.place.wrong("the goal is no board", "rows as those of the board"));
        }
        return Ok(());
    }
    for block in &case.goals {
        let goal = goal(draft, block, case)?;
        draft.goals.push(goal);
    }
    Ok(())
}

fn goal<'g>(draft: &PuzzleDraft, block: &Block<'g>, case: &Case) -> Result<DraftGoal<'g>, Problem> {
    let is_same = |grid: &&Grid| grid.size == draft.size;
    let of_size =
        |grid: &&Grid| grid.size.rows == draft.size.rows && grid.size.cols <= draft.size.cols;
    let found = block.grids().find(is_same).or(block.grids().find(of_size));
    let Some(grid) = found else {
        let rows = block.grids().next().map_or(0, |grid| grid.size.rows);
        let message = match rows == draft.size.rows {
            true => "the goal is wider than the board".to_owned(),
            false => format!("the goal has {rows} rows, and the board has {}", draft.size.rows),
        };
        return Err(block.place.wrong(message, "a drawing as large as the board"));
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
            let message = "a cell in one drawing that the other does not have";
            return Err(grid.place(own).wrong(message, "the same cells in both"));
        } else if sign == "_" && draft.empty != "_" || sign == "0" && dots && draft.empty == "0" {
            // `0` is the gap in the start, and beside dots here as well.
            empty.push((cell, grid.place(own)));
        } else if is_wall || is_open(draft, case.options, sign) {
            // The goal leaves the cell open.
        } else if sign == "#" {
            let message = "start and goal differ in their blocked cells";
            let expected = "`#` in the same cells, or `.` in the goal";
            return Err(grid.place(own).wrong(message, expected));
        } else if (sign == ">" || sign == "v") && names.contains(arrow(sign)) {
            signs.entry(arrow(sign)).or_default().insert(cell);
        } else {
            let names: Vec<&str> = draft.pieces.iter().map(|piece| &*piece.name).collect();
            let message = format!("there is no piece `{sign}` on the board");
            let expected = format!("a piece of the board: {}", short_list(&names));
            return Err(grid.place(own).wrong(message, expected));
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
    wanted.sort_by_key(|wanted| wanted.cell);
    if wanted.is_empty() && empty.is_empty() && (case.is_pair || case.options.goal.is_some()) {
        return Err(block.place.wrong("the goal names no piece", "at least one"));
    }
    Ok(DraftGoal { wanted, empty, place: block.place })
}

fn named_so<'d>(draft: &'d PuzzleDraft, name: &'d str) -> impl Iterator<Item = usize> + 'd {
    (0..draft.pieces.len()).filter(move |&piece| *draft.pieces[piece].name == *name)
}

/// Returns the name of a domino that is drawn with two arrows, given the second one.
fn arrow(sign: &str) -> &'static str {
    if sign == ">" { "<" } else { "^" }
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
) -> Result<Vec<DraftTarget<'g>>, Problem> {
    let other_shape = |cell: u32| {
        let expected = "the cells of the piece as they lie on the board, elsewhere";
        place(cell).wrong(format!("piece `{sign}` has another shape in the goal"), expected)
    };
    let mut wanted = Vec::new();
    for piece in named_so(draft, sign) {
        let Some(&first) = cells.first() else { break };
        let own = draft.cells_at(piece, first);
        let own = own.filter(|own| own.iter().all(|cell| cells.contains(cell)));
        let own = own.ok_or_else(|| other_shape(first))?;
        for cell in &own {
            cells.remove(cell);
        }
        wanted.push(DraftTarget { piece, cell: first, place: place(first) });
    }
    match cells.first() {
        None => Ok(wanted),
        Some(&cell) => Err(other_shape(cell)),
    }
}
