//! Rush Hour: straight cars that move along themselves, and a target car that leaves.

use super::signs::{BoardSigns, is_bar, parts, walls};
use super::statements::state;
use super::{BoardInput, Reading, ReadingResult, blocks};
use crate::notation::draft::{MAX_PIECES, PuzzleDraft};
use crate::notation::error::Question;
use crate::notation::options::{ReadOptions, exit_cells, place_cell};
use crate::notation::problem::Problem;
use crate::notation::sheet::{ExitMark, Grid, Side};
use crate::puzzle::{AssumptionSource, Lock};

pub fn read<'a>(input: &BoardInput<'_, 'a>) -> ReadingResult<'a> {
    let is_stated = matches!(input.reading(), Some("rush" | "zwegner"));
    let mut wrong = None;
    for (_, grid) in input.board.grids() {
        let grid = square(grid);
        let dense = grid.size.rows > 2 && grid.size.cols > 2 || is_stated;
        let has_dots = grid.cells().any(|(_, sign)| sign == ".");
        let is_ragged = !grid.is_rectangle() && (has_dots || blocks::is_titled(&grid));
        if !dense || is_ragged && !is_stated {
            continue;
        }
        match pieces(&grid, input.options) {
            Ok(cars) => return leave(&grid, cars, input).map(Some),
            Err(problem) => wrong = wrong.or(Some(problem)),
        }
    }
    let message = "this is no Rush Hour board";
    let other = || input.board.place.wrong(message, "rows of one length, from 3 x 3");
    if is_stated { Err(wrong.unwrap_or_else(other)) } else { Ok(None) }
}

/// Returns a board that is a square written in one line as a square.
fn square(grid: Grid<'_>) -> Grid<'_> {
    let is_line = grid.size.rows == 1 && grid.size.cols > 8 && !grid.has_words;
    match grid.squares().filter(|_| is_line) {
        Some(mut squares) => squares.remove(0),
        None => grid,
    }
}

/// Cars and walls, and the assumptions made to recognise them, with the options that state these.
type Cars<'a> = (PuzzleDraft<'a>, Vec<(String, ReadOptions)>);

fn pieces<'a>(grid: &Grid<'a>, options: &ReadOptions) -> Result<Cars<'a>, Problem> {
    let cols = grid.size.cols;
    let cells_of = |sign: &str| -> Vec<u32> {
        grid.cells().filter(|(_, at)| *at == sign).map(|(cell, _)| cell).collect()
    };
    // A single `x`, or any if `o` is empty, is a wall in the notation of fogleman/rush.
    let has_dots = grid.cells().any(|(_, at)| at == ".");
    let x_is_car = has_dots && is_bar(&cells_of("x"), cols);
    let signs = BoardSigns::new(grid, options, |sign| (sign == "x" && !x_is_car).then_some(true));
    let mut draft = PuzzleDraft::new(grid.size, grid.place(0));
    let mut notes = signs.notes(grid, |empty| matches!(empty, "0" | "-1"));
    let has_x = grid.cells().any(|(_, at)| at == "x");
    if has_x && !x_is_car && options.wall.is_none() {
        let stated = ReadOptions::with("wall", walls(grid, &signs.walls));
        notes.push(("`x` is a wall".to_owned(), stated));
    }
    draft.walls.clone_from(&signs.walls);
    draft.empty = signs.empty.unwrap_or("").to_owned();
    if signs.pieces.is_empty() {
        return Err(grid.place(0).wrong("there is no car", "at least one"));
    }
    let are_bars = signs.pieces.iter().all(|(_, cells)| is_bar(cells, cols));
    let cars = match are_bars {
        true => signs.pieces.iter().map(|(sign, cells)| (*sign, cells.clone())).collect(),
        false => by_length(&signs.pieces, cols).ok_or_else(|| bent(grid, &signs.pieces))?,
    };
    if !are_bars {
        notes.push((
            "digits are lying cars of that length, letters standing ones".to_owned(),
            ReadOptions::default(),
        ));
    }
    for (sign, cells) in cars {
        let place = grid.place(cells[0]);
        draft.add(sign, cells, place);
    }
    draft.limit()?;
    draft.pieces.sort_by_key(|piece| piece.cells[0]);
    draft.lock_all();
    Ok((draft, notes))
}

fn bent(grid: &Grid, pieces: &[(&str, Vec<u32>)]) -> Problem {
    let odd = pieces.iter().find(|(_, cells)| !is_bar(cells, grid.size.cols));
    let (sign, cells) = odd.map_or(("", &[0][..]), |(sign, cells)| (*sign, &cells[..]));
    let what = if cells.len() == 1 { "has one cell" } else { "is bent or broken" };
    let expected = "cars of two cells and more, each in one row or column";
    grid.place(cells[0]).wrong(format!("car {sign} {what}"), expected)
}

/// Returns the cars of a board that gives lengths: digits are horizontal, letters vertical, `B`
/// with two cells and so on; any other sign is one car.
fn by_length<'a>(pieces: &[(&'a str, Vec<u32>)], cols: u32) -> Option<Vec<(&'a str, Vec<u32>)>> {
    let mut cars = Vec::new();
    for (sign, cells) in pieces {
        if is_bar(cells, cols) && sign.starts_with(['X', 'x', 'R', 'r', '+']) {
            cars.push((*sign, cells.clone()));
            continue;
        }
        let mut signs = sign.chars();
        let (sign_char, None) = (signs.next()?, signs.next()) else { return None };
        let (length, stride) = match sign_char {
            '2'..='9' => (sign_char.to_digit(10)?, 1),
            'B'..='H' => (u32::from(sign_char) - u32::from('A') + 1, cols),
            _ => return None,
        };
        if cells.len() > MAX_PIECES {
            return None;
        }
        let mut left: Vec<u32> = cells.clone();
        while let Some(&first) = left.first() {
            let car: Vec<u32> = (0..length).map(|step| first + step * stride).collect();
            let fits =
                car.iter().all(|cell| left.contains(cell)) && (is_bar(&car, cols) || length == 1);
            fits.then_some(())?;
            left.retain(|cell| !car.contains(cell));
            cars.push((*sign, car));
        }
    }
    Some(cars)
}

fn leave<'a>(
    grid: &Grid<'a>,
    cars: Cars<'a>,
    input: &BoardInput<'_, 'a>,
) -> Result<Reading<'a>, Problem> {
    let (draft, notes) = cars;
    let mut reading = Reading::of("Rush Hour", draft, true);
    let drawn = drawn_exit(grid, reading.draft());
    state(reading.draft(), &input.statements)?;
    if input.goals.is_empty() && input.stated_goal().is_none() {
        target(&mut reading, drawn, input.options)?;
    } else {
        blocks::goals(reading.draft(), input)?;
    }
    for (text, options) in notes {
        reading.assume(text, options);
    }
    match input.options.lock.as_deref() {
        None => reading.assume("cars move along themselves", "--lock all"),
        Some(_) => {
            input.options.lock(reading.draft())?;
            let text = match input.options.lock.as_deref() {
                Some("all") => "cars move along themselves",
                _ => "cars move in all directions",
            };
            reading.note(text, AssumptionSource::Option, "");
        }
    }
    Ok(reading)
}

/// Makes it the goal that the red car leaves, or asks which car that is.
fn target<'a>(
    reading: &mut Reading<'a>,
    drawn: Option<Exit>,
    options: &ReadOptions,
) -> Result<(), Problem> {
    let draft = reading.draft();
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    if let (Some(car), Some(to)) = (given, &options.to) {
        first(draft, car);
        return go(reading, 0, to);
    }
    let by_exit = drawn.as_ref().and_then(|&(_, car)| car);
    let is_drawn = drawn.is_some();
    let (candidates, is_sure) = candidates(draft);
    let car = match given.or(by_exit) {
        Some(car) => car,
        None if is_sure => candidates[0],
        None => {
            ask(reading, &candidates);
            return Ok(());
        }
    };
    let is_lying = draft.pieces[car].lock == Lock::Horizontal;
    let exit = drawn.map_or("right".to_owned(), |(exit, _)| exit);
    if options.exit.is_none() && !is_drawn && !is_lying {
        let own = &draft.pieces[car];
        let message = format!("car {} stands upright, and no exit is drawn", own.name);
        let (problem, questions) = (own.place.wrong(message, "an exit"), standing(&own.name));
        reading.ask(problem, questions.into());
        return Ok(());
    }
    first(draft, car);
    leave_at(reading, 0, &exit, options)
}

/// Makes it the goal that a car is at a place, as an option states.
pub fn go(reading: &mut Reading, car: usize, to: &str) -> Result<(), Problem> {
    let draft = reading.draft();
    let cell = place_cell(draft, car, to)?;
    let name = draft.pieces[car].name.clone();
    draft.aim(car, &[cell]);
    let stated = ReadOptions::with("target", &*name).and("to", to);
    reading.note(format!("car {name} goes to {to}"), AssumptionSource::Option, &stated);
    Ok(())
}

/// Makes it the goal that a car leaves at a side or a cell, unless options state another goal.
pub fn leave_at(
    reading: &mut Reading,
    car: usize,
    exit: &str,
    options: &ReadOptions,
) -> Result<(), Problem> {
    let exit = options.exit.as_deref().unwrap_or(exit);
    let source = if options.target.is_some() {
        AssumptionSource::Option
    } else {
        AssumptionSource::Convention
    };
    let draft = reading.draft();
    let cells = exit_cells(draft, car, exit)?;
    let name = draft.pieces[car].name.clone();
    draft.aim(car, &cells);
    let place = match Side::named(exit) {
        Some(side) if side.is_horizontal() => format!("to the {exit}"),
        Some(_) => format!("at the {exit}"),
        None => format!("at {exit}"),
    };
    let stated = ReadOptions::with("target", &*name).and("exit", exit);
    reading.note(format!("car {name} leaves {place}"), source, &stated);
    Ok(())
}

/// Makes a car the first piece, as in boards of one line.
fn first(draft: &mut PuzzleDraft, car: usize) {
    let target = draft.pieces.remove(car);
    draft.pieces.insert(0, target);
}

/// Returns the cars that could be the red one: `X` and `R` as on the cards of the game, else the
/// first letter; and whether there is no doubt.
fn candidates(draft: &PuzzleDraft) -> (Vec<usize>, bool) {
    let lies = |&car: &usize| draft.pieces[car].lock == Lock::Horizontal;
    let with = |red: &[&str]| -> Vec<usize> {
        let all = 0..draft.pieces.len();
        all.filter(|&car| {
            red.contains(&&*draft.pieces[car].name) && draft.pieces[car].cells.len() < 4
        })
        .filter(lies)
        .collect()
    };
    let marked = with(&["X", "x", "+"]);
    if !marked.is_empty() {
        let is_sure = marked.len() == 1;
        return (marked, is_sure);
    }
    let all = || 0..draft.pieces.len();
    let is_letter = |name: &str| name.len() == 1 && name.chars().all(|c| c.is_ascii_alphabetic());
    let are_letters = draft.pieces.iter().all(|piece| is_letter(&piece.name));
    let first = all().min_by_key(|&car| draft.pieces[car].name.clone()).filter(|_| are_letters);
    let mut red = with(&["R", "r"]);
    red.extend(first.filter(|car| lies(car) && !red.contains(car)));
    match red.len() {
        0 => (all().filter(lies).collect(), false),
        1 => (red, first.is_none_or(|first| lies(&first))),
        _ => (red, false),
    }
}

fn ask(reading: &mut Reading, candidates: &[usize]) {
    let draft = reading.draft();
    let name = |car: usize| &*draft.pieces[car].name;
    let lying = |&car: &usize| {
        let options = ReadOptions::with("target", name(car));
        Question::new(format!("car {} leaves to the right", name(car)), options)
    };
    let choices: Vec<Question> = match candidates {
        [] => draft.pieces.iter().take(3).flat_map(|piece| standing(&piece.name)).collect(),
        cars => cars.iter().take(6).map(lying).collect(),
    };
    let message = "no goal: which car has to leave is not written";
    let problem =
        draft.place.wrong(message, "`--target CAR`, or a goal drawn below a line `goal:`");
    reading.ask(problem, choices);
}

/// Returns the possible exits of a vertical car.
fn standing(name: &str) -> [Question; 2] {
    [Side::Bottom, Side::Top].map(|side| {
        let options = ReadOptions::with("target", name).and("exit", side.word());
        Question::new(format!("car {name} leaves at the {}", side.word()), options)
    })
}

/// An exit in the form of an option, and the car in front of it.
type Exit = (String, Option<usize>);

/// Returns an exit that is drawn: an arrow beside the board, or a gap in a frame of walls.
fn drawn_exit(grid: &Grid, draft: &PuzzleDraft) -> Option<Exit> {
    if let [mark] = grid.marks[..] {
        return Some((mark.side.word().to_owned(), before(draft, mark)));
    }
    let border: Vec<u32> = grid.edge().collect();
    let is_wall = |cell: &&u32| draft.walls.binary_search(cell).is_ok();
    let gaps: Vec<u32> = border.iter().filter(|cell| !is_wall(cell)).copied().collect();
    let is_frame = draft.walls.len() > border.len() / 2 && gaps.len() < 4;
    (is_frame && parts(&gaps, grid.size.cols).len() == 1).then_some(())?;
    let (row, col) = grid.size.row_col(gaps[0]);
    let (side, at) = match () {
        () if col + 1 == grid.size.cols => (Side::Right, row),
        () if col == 0 => (Side::Left, row),
        () if row == 0 => (Side::Top, col),
        () => (Side::Bottom, col),
    };
    Some((format!("{},{}", row + 1, col + 1), before(draft, ExitMark { side, at })))
}

/// Returns the car nearest to an exit that faces it along its row or column.
fn before(draft: &PuzzleDraft, mark: ExitMark) -> Option<usize> {
    let lock = if mark.side.is_horizontal() { Lock::Horizontal } else { Lock::Vertical };
    let is_there = |&car: &usize| {
        let extent = draft.extent(car);
        let line = if mark.side.is_horizontal() { extent.top } else { extent.left };
        draft.pieces[car].lock == lock && line == mark.at
    };
    let cars = (0..draft.pieces.len()).filter(is_there);
    match mark.side {
        Side::Right | Side::Bottom => cars.max_by_key(|&car| draft.pieces[car].cells[0]),
        Side::Left | Side::Top => cars.min_by_key(|&car| draft.pieces[car].cells[0]),
    }
}
