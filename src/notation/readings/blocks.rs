//! Boards of pieces: equal signs are a piece, or a sign is a type of pieces.

use std::collections::BTreeSet;

use super::aim::{aim, cars};
use super::goals;
use super::signs::{Roles, is_bar, parts, roles, walls};
use super::statements::state;
use super::{Beside, Case, Reading, Wrong};
use crate::notation::draft::PuzzleDraft;
use crate::notation::error::Question;
use crate::notation::layout::Grid;
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::text::TextSpan;

/// Readings of `--as` under which a sign in several parts is one piece.
const WHOLE: [&str; 5] = ["blocks", "drawn", "lumi", "bickford", "list"];

/// Reads a board of pieces. A strict reading refuses a board on which nothing could ever move.
pub fn read<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    is_strict: bool,
) -> Result<Reading<'a>, Wrong> {
    let grid = &square(grid);
    let is_lumi = case.is_pair || case.reading() == Some("lumi");
    let is_ragged = grid.odd_row().is_some() && grid.has(".") && !is_lumi;
    // Only lists of puzzles have blank rows above the others.
    let is_blank = grid.rows()[0].is_empty() && case.reading() != Some("list");
    if is_ragged || is_blank || is_titled(grid) {
        return Err(Wrong::new(0, odd_row(grid)));
    }
    if let Some(rule) = beside.rule {
        let message =
            format!("what `{}` means is not known, and it names a piece", rule.text().trim());
        return Err(Wrong::new(
            9,
            rule.wrong(message, "`lock:`, `alike:` or another line of drawings"),
        ));
    }
    let mut wrong: Option<Wrong> = None;
    for tier in roles(grid, case.options, !is_lumi, case.has_goal()) {
        let mut found: Vec<(Reading, ReadOptions)> = Vec::new();
        for roles in tier {
            let stated = ReadOptions::with("empty", roles.empty.first().copied().unwrap_or("."));
            match one(grid, case, beside, roles, is_strict) {
                Ok(reading) => found.push((reading, stated)),
                Err(other) => wrong = Some(other.after(wrong)),
            }
        }
        match found.len() {
            // It only lacks its goal.
            0 if wrong.as_ref().is_some_and(|wrong| wrong.depth > 2) => break,
            0 => {}
            1 => return Ok(found.swap_remove(0).0),
            _ => return Ok(which_is_empty(found)),
        }
    }
    Err(wrong.unwrap_or_else(|| Wrong::new(0, grid.place(0).wrong("no board", "rows of cells"))))
}

/// Asks which of several signs is empty.
fn which_is_empty<'a>(found: Vec<(Reading<'a>, ReadOptions)>) -> Reading<'a> {
    let choice = |(_, stated): &(Reading, ReadOptions)| {
        let sign = stated.empty.clone().unwrap_or_default();
        Question::new(format!("`{sign}` is empty"), stated.clone())
    };
    let choices = found.iter().map(choice).collect();
    let mut first = found.into_iter().next().expect("several readings").0;
    let place = first.draft().place;
    first.ask(
        place.wrong("several signs could be the empty cells", "an option that says which"),
        choices,
    );
    first
}

/// Returns a board that is a square written in one line as a square.
fn square<'a>(grid: &Grid<'a>) -> Grid<'a> {
    let is_line = grid.size.rows == 1 && grid.size.cols > 8 && !grid.has_words;
    let squares = grid.squares().filter(|_| is_line);
    let square = squares.and_then(|squares| Grid::new(squares[0].rows().to_vec(), false));
    square.unwrap_or_else(|| grid.clone())
}

/// Whether the first row differs from all others in length, and is made of words.
fn is_titled(grid: &Grid) -> bool {
    let rows = grid.rows();
    let length = rows[rows.len() - 1].len();
    let is_word = |part: &TextSpan| part.text().chars().all(|c| c.is_alphanumeric() || c == ' ');
    rows.len() > 2
        && !rows[0].is_empty()
        && rows[0].len() != length
        && rows[1..].iter().all(|row| row.len() == length)
        && rows[0].iter().all(is_word)
}

/// Explains why rows of several lengths are not a board.
fn odd_row(grid: &Grid) -> Problem {
    let rows = grid.rows();
    let first = rows.iter().flatten().next().expect("a title or an empty cell");
    if is_titled(grid) {
        let title: String = rows[0].iter().map(TextSpan::text).collect();
        let message = format!("line {} is no row of the board", first.number);
        return first.wrong(message, format!("`title: {title}`, if it is the title"));
    }
    let Some(odd) = grid.odd_row() else { return first.wrong("no board", "rows") };
    let message = format!("this row has {} cells, and the first has {}", odd.len(), rows[0].len());
    let place = odd.first().unwrap_or(first);
    place.wrong(message, "rows of equal length, `.` for each empty cell")
}

/// Returns the puzzle under these roles of the signs.
fn one<'a>(
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    mut roles: Roles<'a>,
    is_strict: bool,
) -> Result<Reading<'a>, Wrong> {
    let place = grid.place(0);
    let options = case.options;
    if roles.pieces.is_empty() {
        return Err(Wrong::new(1, place.wrong("the board has no pieces", "letters for pieces")));
    }
    let is_car = |cells: &[u32]| is_bar(cells, grid.size.cols);
    let mut walled = roles.clone();
    walled.wall("x");
    let x_is_wall =
        is_wall_among_cars(&roles, options, is_car) && is_rush(grid, case, beside, &walled);
    if x_is_wall {
        roles = walled;
    }
    let are_cars = is_rush(grid, case, beside, &roles);
    let convention = if are_cars { "Rush Hour" } else { "blocks" };
    let draft = PuzzleDraft::new(grid.size, place);
    let mut reading = Reading::of(convention, draft, grid.has_words || are_cars);
    let mut notes = roles.notes(grid, are_cars || grid.has_words);
    if x_is_wall {
        let stated = ReadOptions::with("wall", walls(grid, &roles.walls));
        notes.push(("`x` is a wall".to_owned(), stated));
    }
    let draft = reading.draft();
    draft.walls.clone_from(&roles.walls);
    draft.empty = roles.empty.first().copied().unwrap_or("").to_owned();
    if !are_cars {
        notes.drain(..).for_each(|(text, options)| reading.assume(text, options));
        if !case.is_pair && case.reading() != Some("lumi") {
            doubtful(grid, &roles, options, &mut reading);
        }
    }
    add_pieces(&mut reading, grid, case, &roles, are_cars)?;
    let draft = reading.draft();
    draft.limit()?;
    let covered: usize = draft.pieces.iter().map(|piece| piece.cells.len()).sum();
    if is_strict && covered + draft.walls.len() >= grid.size.cells() {
        return Err(Wrong::new(1, place.wrong("no cell is empty", "`.` for each empty cell")));
    }
    if are_cars {
        cars(&mut reading, grid, case, beside, &roles)?;
        notes.into_iter().for_each(|(text, options)| reading.assume(text, options));
        let draft = reading.draft();
        let text = match options.lock.as_deref() {
            None | Some("all") => "cars move along themselves",
            _ => "cars move in all directions",
        };
        options.lock(draft)?;
        match options.lock {
            None => reading.assume(text, "--lock all"),
            Some(_) => reading.note(text, crate::puzzle::AssumptionSource::Option, ""),
        }
        return Ok(reading);
    }
    state(draft, &case.block.statements)?;
    options.lock(draft)?;
    goals::add(draft, case)?;
    aim(&mut reading, grid, case, beside, &roles)?;
    Ok(reading)
}

/// Whether `x` is a wall: beside cars only, where it is no car itself.
fn is_wall_among_cars(
    roles: &Roles,
    options: &ReadOptions,
    is_car: impl Fn(&[u32]) -> bool,
) -> bool {
    let of_x = roles.pieces.iter().find(|(sign, _)| *sign == "x").map(|(_, cells)| cells);
    let is_free = of_x.is_some_and(|cells| !(roles.empty.contains(&".") && is_car(cells)));
    let mut others = roles.pieces.iter().filter(|(sign, _)| *sign != "x");
    is_free
        && options.wall.is_none()
        && roles.pieces.len() > 1
        && others.all(|(_, cells)| is_car(cells))
}

/// Whether the board is one of cars: straight pieces only, and no other goal.
fn is_rush(grid: &Grid, case: &Case, beside: &Beside, roles: &Roles) -> bool {
    let is_car = |(_, cells): &(&str, Vec<u32>)| is_bar(cells, grid.size.cols);
    match case.reading() {
        Some("rush" | "zwegner") => true,
        Some(_) => false,
        None => {
            let is_large = grid.size.rows > 2 && grid.size.cols > 2;
            let are_cars = roles.pieces.iter().all(is_car) || lengths(roles, grid).is_some();
            is_large
                && are_cars
                && grid.boxes.is_none()
                && !case.has_goal()
                && (beside.place.is_none() || beside.names.is_empty())
        }
    }
}

/// Returns height and width of the cars of each sign, where digits are lying cars of that length and
/// letters standing ones, `B` of two cells and so on. At least one sign is a car by itself.
fn lengths<'a>(roles: &Roles<'a>, grid: &Grid) -> Option<Vec<(&'a str, [u32; 2])>> {
    let mut lengths = Vec::new();
    let mut has_own = false;
    for (sign, cells) in &roles.pieces {
        let is_own = is_bar(cells, grid.size.cols) && sign.starts_with(['X', 'x', 'R', 'r', '+']);
        if is_own {
            has_own = true;
            continue;
        }
        let (Some(letter), 1) = (sign.chars().next(), sign.chars().count()) else { return None };
        let size = match letter {
            '2'..='9' => [1, letter.to_digit(10)?],
            'B'..='H' => [u32::from(letter) - u32::from('A') + 1, 1],
            _ => return None,
        };
        cut(cells, size, grid.size.cols)?;
        lengths.push((*sign, size));
    }
    has_own.then_some(lengths)
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

/// Adds the pieces of all signs to a reading.
fn add_pieces<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    roles: &Roles<'a>,
    are_cars: bool,
) -> Result<(), Wrong> {
    let cols = grid.size.cols;
    let is_car = |(_, cells): &(&str, Vec<u32>)| is_bar(cells, cols);
    let mut types: Vec<(&str, Vec<Vec<u32>>)> = Vec::new();
    if are_cars && !roles.pieces.iter().all(is_car) {
        let Some(lengths) = lengths(roles, grid) else {
            return Err(Wrong::new(1, bent(grid, roles)));
        };
        for (sign, cells) in &roles.pieces {
            let size = lengths.iter().find(|(other, _)| other == sign).map(|(_, size)| *size);
            let cars = size.and_then(|size| cut(cells, size, cols));
            types.push((sign, cars.unwrap_or_else(|| vec![cells.clone()])));
        }
        reading.assume("digits are lying cars of that length, letters standing ones", "");
    } else if let Some(boxes) = &grid.boxes {
        for (sign, cells) in &roles.pieces {
            let by_box =
                crate::notation::layout::by_sign(cells.iter().map(|&c| (c, boxes[c as usize])));
            types.push((sign, by_box.into_iter().map(|(_, cells)| cells).collect()));
        }
    } else if are_cars {
        types.extend(roles.pieces.iter().map(|(sign, cells)| (*sign, vec![cells.clone()])));
    } else {
        types = cut_types(reading, grid, case, roles)?;
    }
    let draft = reading.draft();
    let mut alike = Vec::new();
    for (sign, pieces) in types {
        let first = draft.pieces.len();
        for cells in pieces {
            let place = grid.place(cells[0]);
            draft.add(sign, cells, place);
        }
        alike.push((first..draft.pieces.len()).collect::<Vec<_>>());
    }
    if are_cars {
        draft.pieces.sort_by_key(|piece| piece.cells[0]);
        draft.lock_all();
    } else {
        draft.alike = alike.into_iter().filter(|pieces| pieces.len() > 1).collect();
    }
    Ok(())
}

fn bent(grid: &Grid, roles: &Roles) -> Problem {
    let odd = roles.pieces.iter().find(|(_, cells)| !is_bar(cells, grid.size.cols));
    let (sign, cells) = odd.map_or(("", &[0][..]), |(sign, cells)| (*sign, &cells[..]));
    let what = if cells.len() == 1 { "has one cell" } else { "is bent or broken" };
    let expected = "cars of two cells and more, each in one row or column";
    grid.place(cells[0]).wrong(format!("car {sign} {what}"), expected)
}

/// Returns the pieces of each sign, cut where a sign is a type of pieces.
fn cut_types<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    roles: &Roles<'a>,
) -> Result<Vec<SignPieces<'a>>, Wrong> {
    let cols = grid.size.cols;
    let is_typed = case.reading() == Some("types") || case.options.sizes.is_some();
    let (mut types, others) = arrows(&roles.pieces, cols);
    let has_arrows = !types.is_empty();
    let whole: Vec<&str> = case
        .block
        .statements
        .iter()
        .filter_map(|line| line.text().trim().strip_prefix("whole:"))
        .collect();
    let is_kept = case.reading().is_some_and(|reading| WHOLE.contains(&reading));
    for (sign, cells) in others {
        let parts = parts(&cells, cols);
        let is_whole = whole.iter().any(|names| sign.contains(|c: char| names.contains(c)));
        if case.is_pair && !is_typed && parts.len() > 1 {
            reading.assume(format!("`{sign}` is one piece in parts"), "--as lumi");
        }
        let is_shape =
            has_arrows && !sign.chars().all(char::is_alphabetic) && !is_rectangle(&cells, cols);
        if is_whole || is_kept || case.is_pair && !is_typed {
            types.push((sign, vec![cells]));
        } else if is_typed || is_shape || parts.len() > 2 {
            let sizes = sizes(sign, &parts, grid, case)?;
            let size = match sizes[..] {
                [] if is_typed => {
                    let message = format!("`{sign}` cannot be cut into equal pieces");
                    return Err(Wrong::new(
                        1,
                        grid.place(cells[0]).wrong(message, "`--sizes SIGN=WIDTHxHEIGHT`"),
                    ));
                }
                [] if alike(&parts) => {
                    types.push((sign, parts));
                    continue;
                }
                [] => {
                    in_parts(reading, grid, sign, &cells, parts.len());
                    types.push((sign, vec![cells]));
                    continue;
                }
                [size] => size,
                _ => {
                    how_large(reading, grid, sign, &cells, &sizes);
                    sizes[0]
                }
            };
            types.push((sign, cut(&cells, size, cols).unwrap_or_default()));
        } else {
            if parts.len() > 1 {
                in_parts(reading, grid, sign, &cells, parts.len());
            }
            types.push((sign, vec![cells]));
        }
    }
    for (sign, pieces) in types.iter().filter(|(_, pieces)| pieces.len() > 1) {
        reading.assume(format!("`{sign}` is {} pieces", pieces.len()), "--as types");
    }
    types.sort_by_key(|(_, pieces)| pieces[0][0]);
    Ok(types)
}

fn extent(cells: &[u32], cols: u32) -> [u32; 2] {
    let rows = || cells.iter().map(|cell| cell / cols);
    let columns = || cells.iter().map(|cell| cell % cols);
    let span =
        |low: Option<u32>, high: Option<u32>| high.zip(low).map_or(0, |(high, low)| high - low + 1);
    [span(rows().min(), rows().max()), span(columns().min(), columns().max())]
}

fn is_rectangle(cells: &[u32], cols: u32) -> bool {
    let [height, width] = extent(cells, cols);
    cells.len() as u32 == height * width
}

fn alike(parts: &[Vec<u32>]) -> bool {
    let shape = |part: &[u32]| -> Vec<u32> { part.iter().map(|cell| cell - part[0]).collect() };
    parts.iter().all(|part| shape(part) == shape(&parts[0]))
}

/// Returns height and width that the pieces of a sign can have: as an option says, or those of its
/// smallest part, in the start or in a goal, if all parts can be cut so; else single cells. A bar of
/// four cells or more leaves a choice.
fn sizes(sign: &str, own: &[Vec<u32>], grid: &Grid, case: &Case) -> Result<Vec<[u32; 2]>, Wrong> {
    let cols = grid.size.cols;
    let fits = |size: &[u32; 2]| own.iter().all(|part| cut(part, *size, cols).is_some());
    if let Some(size) = told(case.options, sign, grid)? {
        return Ok(vec![size].into_iter().filter(fits).collect());
    }
    let mut all = own.to_vec();
    for goal in case.goals.iter().flat_map(|goal| goal.grids().next()) {
        let cells = goal.cells().filter(|(_, at)| *at == sign).map(|(cell, _)| cell);
        if goal.size == grid.size {
            all.extend(parts(&cells.collect::<Vec<_>>(), cols));
        }
    }
    let Some(smallest) = all.iter().min_by_key(|part| part.len()) else { return Ok(Vec::new()) };
    let size @ [height, width] = extent(smallest, cols);
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

/// Returns height and width of the pieces of a sign that `--sizes` gives as width x height.
fn told(options: &ReadOptions, sign: &str, grid: &Grid) -> Result<Option<[u32; 2]>, Wrong> {
    for part in options.sizes.iter().flat_map(|sizes| sizes.split(',')) {
        let Some((name, size)) = part.rsplit_once('=') else { continue };
        let sides =
            size.split_once('x').and_then(|(w, h)| Some([h.parse().ok()?, w.parse().ok()?]));
        match sides {
            Some([0, _] | [_, 0]) | None => {
                let message = format!("--sizes {part}");
                return Err(grid
                    .place(0)
                    .wrong(message, "`SIGN=WIDTHxHEIGHT`, as in `1=1x1,2=2x1`")
                    .into());
            }
            Some(size) if name == sign => return Ok(Some(size)),
            _ => {}
        }
    }
    Ok(None)
}

/// Asks whether a sign in parts is one piece.
fn in_parts<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    sign: &str,
    cells: &[u32],
    parts: usize,
) {
    let message = format!("`{sign}` stands in {parts} parts that do not touch");
    let expected = "a letter for each piece, or a line `whole: LETTERS` for pieces in parts";
    let one = format!("`{sign}` is one piece in parts");
    let several = format!("`{sign}` is several pieces that are alike");
    let choices = vec![
        Question::new(one, ReadOptions::with("as", "blocks")),
        Question::new(several, ReadOptions::with("as", "types")),
    ];
    reading.ask(grid.place(cells[0]).wrong(message, expected), choices);
}

/// Asks how large the pieces of a sign are.
fn how_large<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    sign: &str,
    cells: &[u32],
    sizes: &[[u32; 2]],
) {
    let choice = |[height, width]: &[u32; 2]| {
        let text = format!("a piece `{sign}` is {width} wide and {height} high");
        Question::new(text, ReadOptions::with("sizes", format!("{sign}={width}x{height}")))
    };
    let message = format!("how large is a piece `{sign}`?");
    let problem = grid.place(cells[0]).wrong(message, "an option that says so");
    reading.ask(problem, sizes.iter().map(choice).collect());
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
        let of =
            |sign| others.iter().find(|(other, _)| *other == sign).map(|(_, cells)| cells.clone());
        let (Some(heads), Some(tails)) = (of(first), of(second)) else { continue };
        let fits = heads.len() == tails.len()
            && heads.iter().all(|cell| tails.binary_search(&(cell + stride)).is_ok());
        if fits {
            others.retain(|(sign, _)| *sign != first && *sign != second);
            dominoes.push((first, heads.iter().map(|&cell| vec![cell, cell + stride]).collect()));
        }
    }
    (dominoes, others)
}

/// Records the questions about signs that could be a wall, an empty cell or a piece.
fn doubtful(grid: &Grid, roles: &Roles, options: &ReadOptions, reading: &mut Reading) {
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
        let is_like = |c: char| match option {
            "wall" => c.is_ascii_lowercase(),
            _ => c.is_ascii_digit(),
        };
        let mut others = roles.pieces.iter().filter(|(other, _)| other != sign);
        let is_digit = *sign == "0" && are_numbers;
        if !is_digit && others.any(|(other, _)| other.chars().all(is_like)) {
            continue;
        }
        let message = format!("`{sign}` could be {what} or a piece");
        let problem = grid.place(cells[0]).wrong(message, "an option that says which");
        let given = if option == "wall" { (*sign).to_owned() } else { format!("{sign}.") };
        let mut choices = vec![
            Question::new(format!("`{sign}` is {what}"), ReadOptions::with(option, given)),
            Question::new(format!("`{sign}` is a piece"), ReadOptions::with(option, other)),
        ];
        if is_digit {
            let dots = "`.` is a sign of pieces, and only `0` is empty";
            choices.push(Question::new(dots, ReadOptions::with("empty", "0")));
        }
        reading.ask(problem, choices);
    }
}
