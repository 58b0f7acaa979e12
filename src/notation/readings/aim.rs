//! The goal of a board without a drawn one: which piece goes where.

use super::signs::Roles;
use super::statements::state;
use super::{Beside, Case, Reading, Wrong, goals};
use crate::notation::draft::{DraftGoal, DraftTarget, Extent, PuzzleDraft};
use crate::notation::error::Question;
use crate::notation::layout::{ExitMark, Grid, Side};
use crate::notation::options::ReadOptions;
use crate::notation::place::{exit_cells, place_cell};
use crate::notation::problem::Problem;
use crate::puzzle::{AssumptionSource, Lock};

/// An exit of a board: in the form of an option, and the car in front of it.
type Exit = (String, Option<usize>);

/// Sets the goal of a board of cars: one of them leaves.
pub fn cars<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    roles: &Roles<'a>,
) -> Result<(), Wrong> {
    let exit = drawn_exit(grid, roles, reading.draft());
    state(reading.draft(), &case.block.statements)?;
    if case.has_goal() {
        goals::add(reading.draft(), case)?;
        return Ok(());
    }
    let named = match beside.names[..] {
        [name] => reading.draft().named(name.text()).ok(),
        _ => None,
    };
    target(reading, exit, named, case.options)?;
    Ok(())
}

/// Makes it the goal that the red car leaves, or asks which car that is. `named` is the car that the
/// text names.
pub fn target<'a>(
    reading: &mut Reading<'a>,
    exit: Option<Exit>,
    named: Option<usize>,
    options: &ReadOptions,
) -> Result<(), Problem> {
    let draft = reading.draft();
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    if let (Some(car), Some(to)) = (given, &options.to) {
        first(draft, car);
        return go(reading, 0, to);
    }
    let by_exit = exit.as_ref().and_then(|&(_, car)| car);
    let is_drawn = exit.is_some();
    let (candidates, is_sure) = candidates(draft);
    let car = match given.or(by_exit).or(named) {
        Some(car) => car,
        None if is_sure => candidates[0],
        None => {
            ask(reading, &candidates);
            return Ok(());
        }
    };
    let is_lying = draft.pieces[car].lock == Lock::Horizontal;
    let exit = exit.map_or("right".to_owned(), |(exit, _)| exit);
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

/// Makes it the goal that a piece is at a place, as an option states.
pub fn go(reading: &mut Reading, piece: usize, to: &str) -> Result<(), Problem> {
    let draft = reading.draft();
    let cell = place_cell(draft, piece, to)?;
    let name = draft.pieces[piece].name.clone();
    draft.aim(piece, &[cell]);
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
/// first letter, unless another car lies in the usual row and it does not; and whether there is no
/// doubt.
fn candidates(draft: &PuzzleDraft) -> (Vec<usize>, bool) {
    let all = || 0..draft.pieces.len();
    let lies = |&car: &usize| draft.pieces[car].lock == Lock::Horizontal;
    let with = |red: &[&str]| -> Vec<usize> {
        let is_red = |&car: &usize| {
            red.contains(&&*draft.pieces[car].name) && draft.pieces[car].cells.len() < 4
        };
        all().filter(is_red).filter(lies).collect()
    };
    let marked = with(&["X", "x", "+"]);
    if !marked.is_empty() {
        let is_sure = marked.len() == 1;
        return (marked, is_sure);
    }
    let is_letter = |name: &str| name.len() == 1 && name.chars().all(|c| c.is_ascii_alphabetic());
    let are_letters = draft.pieces.iter().all(|piece| is_letter(&piece.name));
    let first = all().min_by_key(|&car| draft.pieces[car].name.clone()).filter(|_| are_letters);
    let usual = draft.size.rows.saturating_sub(1) / 2;
    let is_usual = |&car: &usize| lies(&car) && draft.extent(car).top == usual;
    let rivals: Vec<usize> = all().filter(is_usual).collect();
    let mut red = with(&["R", "r"]);
    red.extend(first.filter(|car| lies(car) && !red.contains(car)));
    match red[..] {
        [] => (all().filter(lies).collect(), false),
        [one] => {
            let is_elsewhere = !rivals.is_empty() && !rivals.contains(&one);
            red.extend(rivals.iter().filter(|_| is_elsewhere));
            let is_sure = !is_elsewhere && first.is_none_or(|first| lies(&first));
            (red, is_sure)
        }
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

/// Returns an exit that is drawn: a sign beside the board, or a gap in a frame of walls. A gap with a
/// sign that stands only at the edge is outside.
fn drawn_exit(grid: &Grid, roles: &Roles, draft: &PuzzleDraft) -> Option<Exit> {
    if let [mark] = grid.exits[..] {
        return Some((mark.side.word().to_owned(), before(draft, mark)));
    }
    let first = roles.exits.first()?;
    let (row, col) = grid.size.row_col(first.cell);
    let at = if first.side.is_horizontal() { row } else { col };
    let car = before(draft, ExitMark { side: first.side, at });
    let is_one = roles.exits.iter().all(|gap| gap.side == first.side);
    let place = match first.is_open {
        true => format!("{},{}", row + 1, col + 1),
        false => first.side.word().to_owned(),
    };
    is_one.then_some((place, car))
}

/// Returns the car nearest to an exit that faces it along its row or column.
fn before(draft: &PuzzleDraft, mark: ExitMark) -> Option<usize> {
    let lock = if mark.side.is_horizontal() { Lock::Horizontal } else { Lock::Vertical };
    let is_there = |&car: &usize| {
        let extent = draft.extent(car);
        let line = if mark.side.is_horizontal() { extent.top } else { extent.left };
        draft.axis(car) == lock && line == mark.at
    };
    let cars = (0..draft.pieces.len()).filter(is_there);
    match mark.side {
        Side::Right | Side::Bottom => cars.max_by_key(|&car| draft.pieces[car].cells[0]),
        Side::Left | Side::Top => cars.min_by_key(|&car| draft.pieces[car].cells[0]),
    }
}

/// Sets the goal of a board of blocks, if none is drawn: what options state, what the lines beside the
/// board say, or an exit. Rejects a board without a goal, and asks whether straight pieces are
/// locked, if it looks like one of cars.
pub fn aim<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    roles: &Roles<'a>,
) -> Result<(), Wrong> {
    let options = case.options;
    let draft = reading.draft();
    if let Some(text) = options.aim(draft)? {
        reading.note(text, AssumptionSource::Option, "");
    } else if case.is_pair {
        reading.note("the next board is the goal", AssumptionSource::Convention, "--goal next");
    } else if case.reading() == Some("bickford") {
        let (piece, cell) = corner(draft).map_err(|problem| Wrong::new(3, problem))?;
        draft.aim(piece, &[cell]);
        let text = "from the upper left corner to the lower right";
        reading.note(text, AssumptionSource::Option, "--as bickford");
    } else if !draft.goals.is_empty() {
        // The goal is drawn.
    } else if let (Some(place), [name, ..]) = (beside.place, &beside.names[..]) {
        goes_to(reading, grid, beside, name.text(), place)?;
    } else if let Some((piece, cell)) = through_exit(draft, roles, options)? {
        let name = draft.pieces[piece].name.clone();
        if !roles.exits[0].is_open {
            let cells: Vec<u32> = roles.exits.iter().map(|gap| gap.cell).collect();
            draft.walls.retain(|cell| !cells.contains(cell));
            draft.gates.push((vec![piece], cells));
        }
        draft.aim(piece, &[cell]);
        let stated = ReadOptions::with("target", &*name);
        let only = if roles.exits[0].is_open { "" } else { ", which no other piece may enter" };
        reading.assume(format!("piece {name} goes to the exit{only}"), stated);
    } else {
        has_goal(draft)?;
    }
    let states_locks =
        case.block.statements.iter().any(|line| line.text().trim().starts_with("lock:"));
    let draft = reading.draft();
    if options.lock.is_none() && looks_like_cars(draft) && !states_locks {
        let message = "cars on a board with a goal, and no line `lock:` says how they move";
        let problem = draft.place.wrong(message, "`lock: ABC h`, `lock: all` or `lock: none`");
        let choice =
            |text: &'static str, word| Question::new(text, ReadOptions::with("lock", word));
        let choices = vec![
            choice("cars move along themselves", "all"),
            choice("they move in all directions", "none"),
        ];
        reading.ask(problem, choices);
    }
    Ok(())
}

/// Makes it the goal that the upper left corner of a piece is in a cell that the text gives, from 0:
/// its row first, unless the text gives columns before rows.
fn goes_to(
    reading: &mut Reading,
    grid: &Grid,
    beside: &Beside,
    name: &str,
    place: [u32; 2],
) -> Result<(), Problem> {
    let draft = reading.draft();
    let piece = draft.named(name)?;
    let size = [grid.size.rows, grid.size.cols];
    let is_turned = size[0] != size[1] && beside.sizes.contains(&[size[1], size[0]]);
    let is_at = |[row, col]: [u32; 2]| draft.first_cell(piece, row, col);
    let turned = [place[1], place[0]];
    let order = if is_turned { [turned, place] } else { [place, turned] };
    let found = order.into_iter().find_map(|corner| is_at(corner).map(|cell| (corner, cell)));
    let Some((corner, cell)) = found else {
        let message = format!("no place {}, {} for piece `{name}`", place[0], place[1]);
        return Err(draft.place.wrong(message, "row and column of its upper left corner, from 0"));
    };
    draft.aim(piece, &[cell]);
    let to = format!("{},{}", corner[0] + 1, corner[1] + 1);
    let stated = ReadOptions::with("target", name).and("to", &*to);
    reading.assume(format!("{name} goes to {to}, as the text says"), stated);
    Ok(())
}

/// Returns the piece that fits the exit of a frame, and where its first cell goes: the target of
/// options, else the only piece of the largest size.
fn through_exit(
    draft: &PuzzleDraft,
    roles: &Roles,
    options: &ReadOptions,
) -> Result<Option<(usize, u32)>, Problem> {
    let Some(first) = roles.exits.first() else { return Ok(None) };
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let only = draft.only_largest().ok();
    let Some(piece) = given.or(only) else { return Ok(None) };
    let Extent { height, width, .. } = draft.extent(piece);
    let is_one = roles.exits.iter().all(|gap| gap.side == first.side);
    let across = if first.side.is_horizontal() { height } else { width };
    if !is_one || across as usize != roles.exits.len() {
        return Ok(None);
    }
    let (row, col) = draft.size.row_col(first.cell);
    let corner = match first.side {
        Side::Left | Side::Top => Some((row, col)),
        Side::Right => col.checked_sub(width - 1).map(|left| (row, left)),
        Side::Bottom => row.checked_sub(height - 1).map(|top| (top, col)),
    };
    Ok(corner.and_then(|(top, left)| Some((piece, draft.first_cell(piece, top, left)?))))
}

/// Rejects a puzzle without a goal, with advice.
pub fn has_goal(draft: &PuzzleDraft) -> Result<(), Wrong> {
    if !draft.goals.is_empty() {
        return Ok(());
    }
    let is_named = |&piece: &usize| {
        let name = &draft.pieces[piece].name;
        name.chars().all(char::is_alphanumeric) && draft.named(name).is_ok()
    };
    let largest = (0..draft.pieces.len())
        .filter(is_named)
        .max_by_key(|&piece| (draft.pieces[piece].cells.len(), std::cmp::Reverse(piece)));
    let example = largest.filter(|&piece| place_cell(draft, piece, "bottom-middle").is_ok());
    let example = match example.map(|piece| &draft.pieces[piece].name) {
        Some(name) => format!("`--target {name} --to bottom-middle`"),
        None => "`--target PIECE --to PLACE`".to_owned(),
    };
    let expected = format!(
        "a line `goal:` and below it the board as it should be, `--goal FILE`, or an option such \
        as {example}"
    );
    let message = "no goal: the text does not say where the pieces should end";
    Err(Wrong::new(3, draft.place.wrong(message, expected)))
}

/// Whether all pieces are bars, in both directions, and the goal is about one that moves along
/// itself. One piece in four may be a single cell.
fn looks_like_cars(draft: &PuzzleDraft) -> bool {
    let axes: Vec<Lock> = (0..draft.pieces.len()).map(|piece| draft.axis(piece)).collect();
    let has = |lock| axes.contains(&lock);
    let along = |goal: &DraftGoal| match goal.wanted[..] {
        [DraftTarget { piece, cell, .. }] => {
            let (from, to) =
                (draft.size.row_col(draft.pieces[piece].cells[0]), draft.size.row_col(cell));
            axes[piece] == Lock::Horizontal && from.0 == to.0
                || axes[piece] == Lock::Vertical && from.1 == to.1
        }
        _ => false,
    };
    let pieces = draft.pieces.iter().zip(&axes);
    let mut free = pieces.filter(|(_, axis)| **axis == Lock::Free).map(|(piece, _)| piece);
    axes.len() > 3
        && 4 * free.clone().count() <= axes.len()
        && free.all(|piece| piece.cells.len() == 1)
        && has(Lock::Horizontal)
        && has(Lock::Vertical)
        && draft.goals.iter().all(along)
}

/// Returns the piece in the upper left corner, and its place in the lower right one, as in N.
/// Bickford's files.
fn corner(draft: &PuzzleDraft) -> Result<(usize, u32), Problem> {
    let all = || 0..draft.pieces.len();
    let on_corner = all().find(|&piece| draft.pieces[piece].cells[0] == 0);
    let starts = |&piece: &usize| matches!(draft.extent(piece), Extent { top: 0, left: 0, .. });
    let mut starting = all().filter(starts);
    match (on_corner, starting.next(), starting.next()) {
        (Some(piece), ..) | (None, Some(piece), None) => {
            Ok((piece, place_cell(draft, piece, "bottom-right")?))
        }
        _ => {
            let message = "no piece, or more than one, in the upper left corner";
            let expected = "one on that cell, or one that touches the top row and the left column";
            Err(draft.place.wrong(message, expected))
        }
    }
}
