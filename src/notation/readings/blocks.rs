//! Boards of pieces: equal signs are a piece, or a sign is a type of pieces.

use std::collections::BTreeSet;

use super::aim::{aim, hint};
use super::goals;
use super::signs::{Roles, is_bar, parts, roles, walls};
use super::statements::state;
use super::{Beside, Case};
use crate::notation::draft::{Extent, PuzzleDraft, extent};
use crate::notation::layout::{Grid, by_sign};
use crate::notation::options::ReadOptions;
use crate::notation::problem::{Problem, Question, Result};
use crate::notation::text::TextSpan;
use crate::puzzle::AssumptionSource;

/// Readings of `--as` under which a sign in several parts is one piece.
const WHOLE: [&str; 5] = ["blocks", "drawn", "lumi", "bickford", "list"];

/// Reads a board of pieces.
pub fn read<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
) -> Result<PuzzleDraft<'a>> {
    let is_lumi = case.is_pair || case.reading() == Some("lumi");
    if let Some(problem) = uneven(grid, case, is_lumi) {
        return Err(problem.at_depth(0));
    }
    let mut wrong: Option<Problem> = None;
    for tier in roles(grid, case.options, !is_lumi, case.has_goal()) {
        let mut found = Vec::new();
        let mut choices = Vec::new();
        for roles in tier {
            let sign = roles.empty.first().copied().unwrap_or(".");
            match one(grid, case, beside, roles) {
                Ok(draft) => {
                    found.push(draft);
                    choices.push(Question::one(format!("`{sign}` is empty"), "empty", sign));
                }
                Err(other) => wrong = Some(other.after(wrong)),
            }
        }
        // A board that only lacks its goal needs no other roles.
        let is_aimless = wrong.as_ref().is_some_and(|wrong| wrong.depth > 2);
        if found.is_empty() && !is_aimless {
            continue;
        }
        let Some(mut draft) = found.into_iter().next() else { break };
        if choices.len() > 1 {
            let problem = grid
                .place(0)
                .wrong("several signs could be the empty cells", "an option that says which");
            draft.ask(problem, choices);
        }
        return Ok(draft);
    }
    Err(wrong.unwrap_or_else(|| grid.place(0).wrong("no board", "rows of cells").at_depth(0)))
}

/// Explains why rows of several lengths are not a board.
fn uneven(grid: &Grid, case: &Case, is_lumi: bool) -> Option<Problem> {
    let [first, below @ ..] = grid.rows() else { return None };
    let cell = grid.first();
    let is_even = below.len() > 1 && below.iter().all(|row| row.len() == below[0].len());
    let like =
        |row: &[TextSpan]| grid.rows().iter().filter(|other| other.len() == row.len()).count();
    let usual = grid.rows().iter().rev().max_by_key(|row| like(row))?;
    let odd = grid.rows().iter().find(|row| row.len() != usual.len())?;
    let is_title = is_even
        && !first.is_empty()
        && first.iter().all(|part| part.text().chars().all(|c| c.is_alphanumeric() || c == ' '));
    let others = if odd.len() == first.len() { "most have" } else { "the first has" };
    let place = odd.first().copied().unwrap_or(cell);
    let is_ragged = grid.has(".") && !is_lumi;
    // Only lists of puzzles have blank rows above the others.
    let is_blank = first.is_empty() && case.reading() != Some("list");
    (is_title || is_ragged || is_blank).then(|| {
        place.wrong(
            format!("this row has {} cells, and {others} {}", odd.len(), usual.len()),
            "rows of equal length, `.` for each empty cell; a title as `title: NAME`",
        )
    })
}

/// Returns the puzzle under these roles of the signs.
fn one<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    mut roles: Roles<'a>,
) -> Result<PuzzleDraft<'a>> {
    let place = grid.place(0);
    let options = case.options;
    if roles.pieces.is_empty() {
        return Err(place.wrong("the board has no pieces", "letters for pieces").at_depth(1));
    }
    let walled = roles.walled("x", grid);
    let x_is_wall = options.wall.is_none()
        && walled.as_ref().is_some_and(|walled| is_rush(grid, case, beside, walled));
    if let Some(walled) = walled.filter(|_| x_is_wall) {
        roles = walled;
    }
    let are_cars = is_rush(grid, case, beside, &roles);
    let convention = if are_cars { "Rush Hour" } else { "blocks" };
    let mut draft = PuzzleDraft::new(convention, grid.size, place);
    draft.is_numbered = grid.has_words || are_cars;
    let mut notes = roles.notes(grid, draft.is_numbered);
    if x_is_wall {
        let stated = ReadOptions::with("wall", walls(grid, &roles.walls));
        notes.push(("`x` is a wall".to_owned(), stated));
    }
    draft.walls.clone_from(&roles.walls);
    draft.empty = roles.empty.first().copied().unwrap_or("").to_owned();
    if !are_cars {
        notes.drain(..).for_each(|(text, options)| draft.assume(text, options));
        if !case.is_pair && case.reading() != Some("lumi") {
            doubtful(grid, &roles, options, &mut draft);
        }
    }
    add_pieces(&mut draft, grid, case, &roles)?;
    draft.limit()?;
    let has_drawn_goal = !case.is_pair && !case.goals.is_empty();
    if !has_drawn_goal && draft.area() + draft.walls.len() >= grid.size.cells() {
        return Err(place.wrong("no cell is empty", "`.` for each empty cell").at_depth(1));
    }
    state(&mut draft, &case.block.statements)?;
    goals::add(&mut draft, case)?;
    let hint = hint(&draft, grid, beside, &roles.exits, are_cars);
    aim(&mut draft, case, hint, &roles.exits, are_cars)?;
    if are_cars {
        notes.into_iter().for_each(|(text, options)| draft.assume(text, options));
        match options.lock.as_deref() {
            None => draft.assume("cars move along themselves", "--lock all"),
            Some("all") => draft.note("cars move along themselves", AssumptionSource::Option, ""),
            _ => draft.note("cars move in all directions", AssumptionSource::Option, ""),
        }
    }
    Ok(draft)
}

/// Whether the board is one of cars: straight pieces only, and no other goal.
fn is_rush(grid: &Grid, case: &Case, beside: &Beside, roles: &Roles) -> bool {
    match case.reading() {
        Some("rush" | "zwegner") => true,
        Some(_) => false,
        None => {
            let is_large = grid.size.rows > 2 && grid.size.cols > 2;
            let are_cars = roles.pieces.iter().all(|(_, cells)| is_bar(cells, grid.size.cols))
                || cars_by_length(roles, grid.size.cols).is_some();
            is_large
                && are_cars
                && grid.boxes.is_none()
                && !case.has_goal()
                && (beside.place.is_none() || beside.names.is_empty())
        }
    }
}

/// Returns the cars of each sign, where digits are lying cars of that length and letters standing ones,
/// `B` of two cells and so on. At least one sign is a car by itself.
fn cars_by_length<'a>(roles: &Roles<'a>, cols: u32) -> Option<Vec<SignPieces<'a>>> {
    let mut has_own = false;
    let mut types = Vec::new();
    for (sign, cells) in &roles.pieces {
        let letter = sign.parse::<char>().ok()?;
        let size = match letter {
            'X' | 'x' | 'R' | 'r' | '+' if is_bar(cells, cols) => {
                has_own = true;
                types.push((*sign, vec![cells.clone()]));
                continue;
            }
            '2'..='9' => [1, letter.to_digit(10)?],
            'B'..='H' => [u32::from(letter) - u32::from('A') + 1, 1],
            _ => return None,
        };
        types.push((*sign, cut(cells, size, cols)?));
    }
    has_own.then_some(types)
}

/// Cuts cells into pieces of this height and width, from the upper left on.
fn cut(cells: &[u32], [height, width]: [u32; 2], cols: u32) -> Option<Vec<Vec<u32>>> {
    let mut left: BTreeSet<u32> = cells.iter().copied().collect();
    let mut pieces = Vec::new();
    while let Some(&first) = left.first() {
        if first % cols + width > cols {
            return None;
        }
        let rows = (0..height).flat_map(|row| (0..width).map(move |col| row * cols + col));
        let piece: Vec<u32> = rows.map(|offset| first + offset).collect();
        if !piece.iter().all(|cell| left.remove(cell)) {
            return None;
        }
        pieces.push(piece);
    }
    Some(pieces)
}

/// Adds the pieces of all signs to a draft.
fn add_pieces<'a>(
    draft: &mut PuzzleDraft<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    roles: &Roles<'a>,
) -> Result<()> {
    let cols = grid.size.cols;
    let are_cars = draft.convention == "Rush Hour";
    let are_bars = roles.pieces.iter().all(|(_, cells)| is_bar(cells, cols));
    let types = match (&grid.boxes, cars_by_length(roles, cols)) {
        (_, Some(cars)) if are_cars && !are_bars => {
            draft.assume("digits are lying cars of that length, letters standing ones", "");
            cars
        }
        _ if are_cars => {
            roles.pieces.iter().map(|(sign, cells)| (*sign, vec![cells.clone()])).collect()
        }
        (Some(boxes), _) => roles
            .pieces
            .iter()
            .map(|(sign, cells)| {
                let by_box = by_sign(cells.iter().map(|&cell| (cell, boxes[cell as usize])));
                (*sign, by_box.into_iter().map(|(_, cells)| cells).collect())
            })
            .collect(),
        _ => cut_types(draft, grid, case, roles)?,
    };
    for (sign, pieces) in types {
        let first = draft.pieces.len();
        for cells in pieces {
            let place = grid.place(cells[0]);
            draft.add(sign, cells, place);
        }
        if !are_cars && draft.pieces.len() > first + 1 {
            draft.alike.push((first..draft.pieces.len()).collect());
        }
    }
    if are_cars {
        draft.pieces.sort_by_key(|piece| piece.cells[0]);
        draft.lock_cars()?;
    }
    Ok(())
}

/// Returns the pieces of each sign, cut where a sign is a type of pieces.
fn cut_types<'a>(
    draft: &mut PuzzleDraft<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    roles: &Roles<'a>,
) -> Result<Vec<SignPieces<'a>>> {
    let cols = grid.size.cols;
    let is_typed = case.reading() == Some("types") || case.options.sizes.is_some();
    let (mut types, others) = arrows(&roles.pieces, cols);
    let has_arrows = !types.is_empty();
    let statements = case.block.statements.iter().map(|line| line.text().trim());
    let whole: String = statements.filter_map(|line| line.strip_prefix("whole:")).collect();
    let is_kept =
        case.is_pair && !is_typed || case.reading().is_some_and(|reading| WHOLE.contains(&reading));
    for (sign, cells) in others {
        let parts = parts(&cells, cols);
        let place = grid.place(cells[0]);
        if case.is_pair && !is_typed && parts.len() > 1 {
            draft.assume(format!("`{sign}` is one piece in parts"), "--as lumi");
        }
        let is_shape =
            has_arrows && !sign.chars().all(char::is_alphabetic) && !is_rectangle(&cells, cols);
        let is_whole = is_kept || sign.contains(|c: char| whole.contains(c));
        let may_cut = !is_whole && (is_typed || is_shape || parts.len() > 2);
        let sizes = if may_cut { sizes(sign, &parts, grid, case)? } else { Vec::new() };
        let pieces = match sizes[..] {
            [] if is_whole => vec![cells],
            [] if is_typed => {
                return Err(place
                    .wrong(
                        format!("`{sign}` cannot be cut into equal pieces"),
                        "`--sizes SIGN=WIDTHxHEIGHT`",
                    )
                    .at_depth(1));
            }
            [] if may_cut && alike(&parts) => parts,
            [] if parts.len() > 1 => {
                let count = parts.len();
                let one = format!("`{sign}` is one piece in parts");
                let several = format!("`{sign}` is several pieces that are alike");
                let choices =
                    vec![Question::one(one, "as", "blocks"), Question::one(several, "as", "types")];
                draft.ask(
                    place.wrong(
                        format!("`{sign}` stands in {count} parts that do not touch"),
                        "a letter for each piece, or a line `whole: LETTERS` for pieces in parts",
                    ),
                    choices,
                );
                vec![cells]
            }
            [] => vec![cells],
            [size, ..] => {
                if sizes.len() > 1 {
                    let problem = place
                        .wrong(format!("how large is a piece `{sign}`?"), "an option that says so");
                    draft.ask(
                        problem,
                        sizes
                            .iter()
                            .map(|[height, width]| {
                                let text =
                                    format!("a piece `{sign}` is {width} wide and {height} high");
                                Question::one(text, "sizes", format!("{sign}={width}x{height}"))
                            })
                            .collect(),
                    );
                }
                cut(&cells, size, cols).unwrap_or_default()
            }
        };
        types.push((sign, pieces));
    }
    for (sign, pieces) in types.iter().filter(|(_, pieces)| pieces.len() > 1) {
        draft.assume(format!("`{sign}` is {} pieces", pieces.len()), "--as types");
    }
    types.sort_by_key(|(_, pieces)| pieces[0][0]);
    Ok(types)
}

fn is_rectangle(cells: &[u32], cols: u32) -> bool {
    let Extent { height, width, .. } = extent(cells, cols);
    cells.len() as u32 == height * width
}

fn alike(parts: &[Vec<u32>]) -> bool {
    let shape = |part: &[u32]| -> Vec<u32> { part.iter().map(|cell| cell - part[0]).collect() };
    parts.iter().all(|part| shape(part) == shape(&parts[0]))
}

/// Returns height and width that the pieces of a sign can have: as an option says, or those of its
/// smallest part, in the start or in a goal, if all parts can be cut so; else single cells. A bar of
/// four cells or more leaves a choice.
fn sizes(sign: &str, own: &[Vec<u32>], grid: &Grid, case: &Case) -> Result<Vec<[u32; 2]>> {
    let cols = grid.size.cols;
    let fits = |size: &[u32; 2]| own.iter().all(|part| cut(part, *size, cols).is_some());
    for given in case.options.sizes.iter().flat_map(|sizes| sizes.split(',')) {
        let side = |text: &str| text.parse::<u32>().ok().filter(|side| *side > 0);
        let size = given.rsplit_once('=').and_then(|(name, size)| {
            let (width, height) = size.split_once('x')?;
            Some((name, [side(height)?, side(width)?]))
        });
        match size {
            Some((name, size)) if name == sign => {
                return Ok(Some(size).filter(fits).into_iter().collect());
            }
            Some(_) => {}
            None => {
                return grid
                    .place(0)
                    .fail(format!("--sizes {given}"), "`SIGN=WIDTHxHEIGHT`, as in `1=1x1,2=2x1`");
            }
        }
    }
    let mut all = own.to_vec();
    for goal in case.goals.iter().flat_map(|goal| goal.grids().next()) {
        let cells = goal.cells().filter(|(_, at)| *at == sign).map(|(cell, _)| cell);
        if goal.size == grid.size {
            all.extend(parts(&cells.collect::<Vec<_>>(), cols));
        }
    }
    let Some(smallest) = all.iter().min_by_key(|part| part.len()) else { return Ok(Vec::new()) };
    let Extent { height, width, .. } = extent(smallest, cols);
    let size = [height, width];
    let is_typed = case.reading() == Some("types");
    let singles = [1, 1];
    if !is_rectangle(smallest, cols) || !fits(&size) {
        let is_usual = is_typed || smallest.len() == 1 || own.len() == 1;
        return Ok(if is_usual { vec![singles] } else { Vec::new() });
    }
    if is_typed && height.max(width) > 3 && height.min(width) == 1 {
        let half = [height.div_ceil(2), width.div_ceil(2)];
        return Ok([half, singles, size].into_iter().filter(fits).collect());
    }
    Ok(vec![size])
}

/// A sign with its cells, or with those of its pieces.
type SignCells<'s> = (&'s str, Vec<u32>);
type SignPieces<'s> = (&'s str, Vec<Vec<u32>>);

/// Takes dominoes drawn as `<>`, or `^` above `v`, out of the signs.
fn arrows<'s>(pieces: &[SignCells<'s>], cols: u32) -> (Vec<SignPieces<'s>>, Vec<SignCells<'s>>) {
    let mut others = pieces.to_vec();
    let mut dominoes = Vec::new();
    let halves = [("<", ">", 1), ("^", "v", cols), ("∧", "∨", cols), ("n", "u", cols)];
    for (first, second, stride) in halves {
        let of = |sign| others.iter().find(|(other, _)| *other == sign).map(|(_, cells)| cells);
        let (Some(heads), Some(tails)) = (of(first), of(second)) else { continue };
        if heads.iter().map(|cell| cell + stride).eq(tails.iter().copied()) {
            let pieces = heads.iter().map(|&cell| vec![cell, cell + stride]).collect();
            others.retain(|(sign, _)| *sign != first && *sign != second);
            dominoes.push((first, pieces));
        }
    }
    (dominoes, others)
}

/// Records the questions about signs that could be a wall, an empty cell or a piece.
fn doubtful(grid: &Grid, roles: &Roles, options: &ReadOptions, draft: &mut PuzzleDraft) {
    if !roles.empty.contains(&".") || options.wall.is_some() || options.empty.is_some() {
        return;
    }
    let has_hash = grid.has("#");
    let are_numbers = roles.pieces.iter().all(|(sign, _)| !sign.chars().any(char::is_alphabetic));
    for (sign, cells) in &roles.pieces {
        let (option, other, what) = match *sign {
            "x" if !has_hash => ("wall", "#", "a wall"),
            "0" | "_" | "-" | "@" | "&" | "*" | "~" => ("empty", ".", "an empty cell"),
            _ => continue,
        };
        let problem = grid
            .place(cells[0])
            .wrong(format!("`{sign}` could be {what} or a piece"), "an option that says which");
        let given = if option == "wall" { (*sign).to_owned() } else { format!("{sign}.") };
        let mut choices = vec![
            Question::one(format!("`{sign}` is {what}"), option, given),
            Question::one(format!("`{sign}` is a piece"), option, other),
        ];
        if *sign == "0" && are_numbers {
            let dots = "`.` is a sign of pieces, and only `0` is empty";
            choices.push(Question::one(dots, "empty", "0"));
        }
        draft.ask(problem, choices);
    }
}
