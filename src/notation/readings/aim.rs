//! The goal of a board without a drawn one: which piece goes where.

use std::cmp::Reverse;

use super::signs::Roles;
use super::{Beside, Case, Reading};
use crate::notation::draft::{DraftGoal, DraftTarget, Extent, PuzzleDraft};
use crate::notation::error::Question;
use crate::notation::layout::{ExitMark, Grid, Side};
use crate::notation::options::ReadOptions;
use crate::notation::place::{covering, exit_cells, place_cell};
use crate::notation::problem::Problem;
use crate::puzzle::{AssumptionSource, Lock, Size};

/// An exit of a board: in the form of an option, and the car in front of it.
type Exit = (String, Option<usize>);

/// Makes it the goal of a board of cars that one of them leaves.
pub fn cars<'a>(
    reading: &mut Reading<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    roles: &Roles<'a>,
) -> Result<(), Problem> {
    let exit = drawn_exit(grid, roles, &reading.draft);
    let named = match beside.names[..] {
        [name] => reading.draft.named(name.text()).ok(),
        _ => None,
    };
    target(reading, exit, named, case.options)
}

/// Makes it the goal that the red car leaves, or asks which car that is. `named` is the car that the
/// text names.
pub fn target<'a>(
    reading: &mut Reading<'a>,
    exit: Option<Exit>,
    named: Option<usize>,
    options: &ReadOptions,
) -> Result<(), Problem> {
    let draft = &mut reading.draft;
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let (candidates, is_sure) = candidates(draft);
    let facing = exit.as_ref().and_then(|&(_, car)| car);
    let usual = candidates.first().copied().filter(|_| is_sure);
    let Some(car) = given.or(facing).or(named).or(usual) else {
        ask(reading, &candidates);
        return Ok(());
    };
    let is_lying = draft.pieces[car].lock == Lock::Horizontal;
    let drawn = exit.map(|(place, _)| place).or(is_lying.then(|| "right".to_owned()));
    let place = options.target_at.as_ref().or(options.exit.as_ref()).or(drawn.as_ref());
    let Some(place) = place else {
        let own = &draft.pieces[car];
        let message = format!("car {} stands upright, and no exit is drawn", own.name);
        let (problem, questions) = (own.place.wrong(message, "an exit"), standing(&own.name));
        reading.ask(problem, questions.into());
        return Ok(());
    };
    // It becomes the first piece, as in boards of one line.
    let target = draft.pieces.remove(car);
    draft.pieces.insert(0, target);
    let is_given = given.is_some() || options.target_at.is_some();
    let source = if is_given { AssumptionSource::Option } else { AssumptionSource::Convention };
    send(reading, 0, place, options.target_at.is_none(), source)
}

/// Makes it the goal that a piece is at a place, or leaves at a side or a cell.
pub fn send(
    reading: &mut Reading,
    piece: usize,
    place: &str,
    is_exit: bool,
    source: AssumptionSource,
) -> Result<(), Problem> {
    let draft = &mut reading.draft;
    let cells = match is_exit {
        true => exit_cells(draft, piece, place)?,
        false => vec![place_cell(draft, piece, place)?],
    };
    draft.aim(piece, &cells);
    let name = &*draft.pieces[piece].name;
    let verb = match Side::named(place) {
        _ if !is_exit => "goes to",
        Some(side) if side.is_horizontal() => "leaves to the",
        Some(_) => "leaves at the",
        None => "leaves at",
    };
    let car = if draft.pieces[piece].lock == Lock::Free { "" } else { "car " };
    let text = format!("{car}{name} {verb} {place}");
    let stated =
        ReadOptions::with("target", name).and(if is_exit { "exit" } else { "target-at" }, place);
    reading.note(text, source, stated);
    Ok(())
}

/// Makes `--target` with `--target-at` or `--exit` the goal; returns whether they are given. Without a
/// target, the only piece of the largest size is meant.
pub fn send_as_stated(reading: &mut Reading, options: &ReadOptions) -> Result<bool, Problem> {
    let Some(place) = options.target_at.as_ref().or(options.exit.as_ref()) else {
        return Ok(false);
    };
    let piece = match &options.target {
        Some(target) => reading.draft.named(target)?,
        None => reading.draft.only_largest()?,
    };
    send(reading, piece, place, options.target_at.is_none(), AssumptionSource::Option)?;
    Ok(true)
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
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    let are_letters = draft.pieces.iter().all(|piece| piece.name.parse().is_ok_and(is_letter));
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
    let draft = &mut reading.draft;
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
) -> Result<(), Problem> {
    let options = case.options;
    let exit: Vec<u32> = roles.exits.iter().map(|gap| gap.cell).collect();
    if send_as_stated(reading, options)? {
        // The goal is stated.
    } else if case.is_pair {
        reading.assume("the next board is the goal", "--goal next");
    } else if case.reading() == Some("bickford") {
        send(reading, corner(&reading.draft)?, "bottom-right", false, AssumptionSource::Option)?;
    } else if !reading.draft.goals.is_empty() {
        // The goal is drawn.
    } else if let (Some(place), [name, ..]) = (beside.place, &beside.names[..]) {
        goes_to(reading, grid, beside, name.text(), place)?;
    } else if let Some((piece, cell)) = through_exit(&reading.draft, &exit, options)? {
        let draft = &mut reading.draft;
        let mut only = "";
        if !roles.exits[0].is_open {
            draft.walls.retain(|cell| !exit.contains(cell));
            draft.gates.push((vec![piece], exit));
            only = ", which no other piece may enter";
        }
        draft.aim(piece, &[cell]);
        let name = draft.pieces[piece].name.clone();
        let stated = ReadOptions::with("target", &*name);
        reading.assume(format!("piece {name} goes to the exit{only}"), stated);
    } else {
        has_goal(&reading.draft)?;
    }
    let states_locks =
        case.block.statements.iter().any(|line| line.text().trim().starts_with("lock:"));
    let draft = &mut reading.draft;
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
    let draft = &reading.draft;
    let piece = draft.named(name)?;
    let Size { rows, cols } = grid.size;
    let turned = [place[1], place[0]];
    let is_turned = rows != cols && beside.sizes.contains(&[cols, rows]);
    let order = if is_turned { [turned, place] } else { [place, turned] };
    let fits = |[row, col]: &[u32; 2]| draft.first_cell(piece, *row, *col).is_some();
    let [row, col] = order.into_iter().find(fits).unwrap_or(place);
    let to = format!("{},{}", row + 1, col + 1);
    send(reading, piece, &to, false, AssumptionSource::Convention)
}

/// Returns the piece that fills the exit of a frame, and where its first cell goes then: the target of
/// options, else the only piece of the largest size.
fn through_exit(
    draft: &PuzzleDraft,
    exit: &[u32],
    options: &ReadOptions,
) -> Result<Option<(usize, u32)>, Problem> {
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let piece = given.or(draft.only_largest().ok()).filter(|_| !exit.is_empty());
    let Some(piece) = piece else { return Ok(None) };
    let [cell] = covering(draft, piece, exit)[..] else { return Ok(None) };
    Ok(Some((piece, cell)))
}

/// Rejects a puzzle without a goal, with advice.
pub fn has_goal(draft: &PuzzleDraft) -> Result<(), Problem> {
    if !draft.goals.is_empty() {
        return Ok(());
    }
    let name = |piece: usize| &*draft.pieces[piece].name;
    let fits = |&piece: &usize| {
        name(piece).chars().all(char::is_alphanumeric)
            && draft.named(name(piece)).is_ok()
            && place_cell(draft, piece, "bottom-middle").is_ok()
    };
    let size = |&piece: &usize| (draft.pieces[piece].cells.len(), Reverse(piece));
    let example = match (0..draft.pieces.len()).filter(fits).max_by_key(size) {
        Some(piece) => format!("`--target {} --target-at bottom-middle`", name(piece)),
        None => "`--target PIECE --target-at PLACE`".to_owned(),
    };
    let expected = format!(
        "a line `goal:` and below it the board as it should be, `--goal FILE`, or an option such \
        as {example}"
    );
    let message = "no goal: the text does not say where the pieces should end";
    Err(draft.place.wrong(message, expected).at_depth(3))
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
    let is_free = |piece: &usize| axes[*piece] == Lock::Free;
    let mut free = (0..axes.len()).filter(is_free);
    axes.len() > 3
        && 4 * free.clone().count() <= axes.len()
        && free.all(|piece| draft.pieces[piece].cells.len() == 1)
        && has(Lock::Horizontal)
        && has(Lock::Vertical)
        && draft.goals.iter().all(along)
}

/// Returns the piece in the upper left corner, as in N. Bickford's files.
fn corner(draft: &PuzzleDraft) -> Result<usize, Problem> {
    let starts = |&piece: &usize| matches!(draft.extent(piece), Extent { top: 0, left: 0, .. });
    let wrong = || {
        let expected = "one that touches the top row and the left column";
        draft.place.wrong("no piece in the upper left corner", expected).at_depth(3)
    };
    (0..draft.pieces.len()).find(starts).ok_or_else(wrong)
}
