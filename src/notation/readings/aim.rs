//! The goal of a board without a drawn one: which piece goes where.

use std::cmp::Reverse;

use super::signs::Roles;
use super::{Beside, Case};
use crate::notation::draft::{DraftGoal, Extent, PuzzleDraft};
use crate::notation::layout::{Grid, Side};
use crate::notation::options::ReadOptions;
use crate::notation::place::{covering, exit_cells, place_cell};
use crate::notation::problem::{Question, Result};
use crate::notation::records::has;
use crate::puzzle::{AssumptionSource, Lock, Size};

/// An exit of a board: in the form of an option, and the car in front of it.
type Exit = (String, Option<usize>);

/// Makes it the goal of a board of cars that one of them leaves.
pub fn cars<'a>(
    draft: &mut PuzzleDraft<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    roles: &Roles<'a>,
) -> Result<()> {
    let exit = drawn_exit(grid, roles, draft);
    let named = match beside.names[..] {
        [name] => draft.named(name.text()).ok(),
        _ => None,
    };
    target(draft, exit, named, None, case.options)
}

/// Makes it the goal that the red car leaves, or asks which car that is. `named` is the car that the
/// text names, `first` the one to take if none is marked.
pub fn target<'a>(
    draft: &mut PuzzleDraft<'a>,
    exit: Option<Exit>,
    named: Option<usize>,
    first: Option<usize>,
    options: &ReadOptions,
) -> Result<()> {
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let (candidates, is_sure) = candidates(draft);
    let facing = exit.as_ref().and_then(|&(_, car)| car);
    let usual = candidates.first().copied().filter(|_| is_sure);
    let Some(car) = given.or(facing).or(named).or(usual).or(first) else {
        ask(draft, &candidates);
        return Ok(());
    };
    let is_lying = draft.pieces[car].lock == Lock::Horizontal;
    let drawn = exit.map(|(place, _)| place).or(is_lying.then(|| "right".to_owned()));
    let place = options.target_at.as_ref().or(options.exit.as_ref()).or(drawn.as_ref());
    let Some(place) = place else {
        let own = &draft.pieces[car];
        let (problem, questions) = (
            own.place
                .wrong(format!("car {} stands upright, and no exit is drawn", own.name), "an exit"),
            standing(&own.name),
        );
        draft.ask(problem, questions.into());
        return Ok(());
    };
    // It becomes the first piece, as in boards of one line.
    let target = draft.pieces.remove(car);
    draft.pieces.insert(0, target);
    let is_given = given.is_some() || options.target_at.is_some();
    let source = if is_given { AssumptionSource::Option } else { AssumptionSource::Convention };
    send(draft, 0, place, options.target_at.is_none(), source)
}

/// Makes it the goal that a piece is at a place, or leaves at a side or a cell.
pub fn send(
    draft: &mut PuzzleDraft,
    piece: usize,
    place: &str,
    is_exit: bool,
    source: AssumptionSource,
) -> Result<()> {
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
    draft.note(text, source, stated);
    Ok(())
}

/// Makes `--target` with `--target-at` or `--exit` the goal; returns whether they are given. Without a
/// target, the only piece of the largest size is meant.
pub fn send_as_stated(draft: &mut PuzzleDraft, options: &ReadOptions) -> Result<bool> {
    let Some(place) = options.target_at.as_ref().or(options.exit.as_ref()) else {
        return Ok(false);
    };
    let piece = match &options.target {
        Some(target) => draft.named(target)?,
        None => draft.only_largest()?,
    };
    send(draft, piece, place, options.target_at.is_none(), AssumptionSource::Option)?;
    Ok(true)
}

/// Names of the car that leaves, the surest first.
const RED: [&str; 3] = ["x +", "red rouge rot rojo rosso 红", "hero player target main"];

/// Returns the cars that could be the red one: those with such a name, as on the cards of the game,
/// else `R` and the first letter, unless another car lies in the usual row and it does not; and
/// whether there is no doubt.
fn candidates(draft: &PuzzleDraft) -> (Vec<usize>, bool) {
    let all = || 0..draft.pieces.len();
    let lies = |car: &usize| draft.pieces[*car].lock == Lock::Horizontal;
    let with = |names: &str| -> Vec<usize> {
        all()
            .filter(lies)
            .filter(|car| has(names, &draft.pieces[*car].name.to_lowercase()))
            .collect()
    };
    if let Some(marked) = RED.into_iter().map(with).find(|marked| !marked.is_empty()) {
        let is_sure = marked.len() == 1;
        return (marked, is_sure);
    }
    let are_letters = draft
        .pieces
        .iter()
        .all(|piece| piece.name.parse().is_ok_and(|sign: char| sign.is_ascii_alphabetic()));
    let first = all().min_by_key(|&car| &draft.pieces[car].name).filter(|_| are_letters);
    let rivals: Vec<usize> = all().filter(|&car| draft.is_usual(car)).collect();
    let mut red = with("r");
    red.extend(first.filter(|car| lies(car) && !red.contains(car)));
    match red[..] {
        [] => (all().filter(lies).collect(), false),
        [one] => {
            let is_elsewhere = !rivals.is_empty() && !rivals.contains(&one);
            red.extend(rivals.iter().filter(|_| is_elsewhere));
            (red, !is_elsewhere && first.is_none_or(|first| lies(&first)))
        }
        _ => (red, false),
    }
}

fn ask(draft: &mut PuzzleDraft, candidates: &[usize]) {
    let name = |car: usize| &*draft.pieces[car].name;
    let choices: Vec<Question> = match candidates {
        [] => draft.pieces.iter().take(3).flat_map(|piece| standing(&piece.name)).collect(),
        cars => cars
            .iter()
            .take(6)
            .map(|&car| {
                let options = ReadOptions::with("target", name(car));
                Question::new(format!("car {} leaves to the right", name(car)), options)
            })
            .collect(),
    };
    let problem = draft.place.wrong(
        "no goal: which car has to leave is not written",
        "`--target CAR`, or a goal drawn below a line `goal:`",
    );
    draft.ask(problem, choices);
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
    if let [(side, at)] = grid.exits[..] {
        return Some((side.word().to_owned(), before(draft, side, at)));
    }
    let first = roles.exits.first()?;
    let (row, col) = grid.size.row_col(first.cell);
    let car = before(draft, first.side, if first.side.is_horizontal() { row } else { col });
    let is_one = roles.exits.iter().all(|gap| gap.side == first.side);
    let place = match first.is_open {
        true => format!("{},{}", row + 1, col + 1),
        false => first.side.word().to_owned(),
    };
    is_one.then_some((place, car))
}

/// Returns the car nearest to an exit that faces it along its row or column.
fn before(draft: &PuzzleDraft, side: Side, at: u32) -> Option<usize> {
    let cars = (0..draft.pieces.len()).filter(|&car| match draft.axis(car) {
        Lock::Horizontal => side.is_horizontal() && draft.extent(car).top == at,
        Lock::Vertical => !side.is_horizontal() && draft.extent(car).left == at,
        Lock::Free => false,
    });
    match side {
        Side::Right | Side::Bottom => cars.max_by_key(|&car| draft.pieces[car].cells[0]),
        Side::Left | Side::Top => cars.min_by_key(|&car| draft.pieces[car].cells[0]),
    }
}

/// Sets the goal of a board of blocks, if none is drawn: what options state, what the lines beside the
/// board say, or an exit. Rejects a board without a goal, and asks whether straight pieces are
/// locked, if it looks like one of cars.
pub fn aim<'a>(
    draft: &mut PuzzleDraft<'a>,
    grid: &Grid<'a>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
    roles: &Roles<'a>,
) -> Result<()> {
    let options = case.options;
    let exit: Vec<u32> = roles.exits.iter().map(|gap| gap.cell).collect();
    if send_as_stated(draft, options)? {
        // The goal is stated.
    } else if case.is_pair {
        draft.assume("the next board is the goal", "--goal next");
    } else if case.reading() == Some("bickford") {
        send(draft, corner(draft)?, "bottom-right", false, AssumptionSource::Option)?;
    } else if !draft.goals.is_empty() {
        // The goal is drawn.
    } else if let (Some(place), [name, ..]) = (beside.place, &beside.names[..]) {
        goes_to(draft, grid, beside, name.text(), place)?;
    } else if let Some((piece, cell)) = through_exit(draft, &exit, options)? {
        let mut only = "";
        if !roles.exits[0].is_open {
            draft.walls.retain(|cell| !exit.contains(cell));
            draft.gates.push((vec![piece], exit));
            only = ", which no other piece may enter";
        }
        draft.aim(piece, &[cell]);
        let name = draft.pieces[piece].name.clone();
        let stated = ReadOptions::with("target", &*name);
        draft.assume(format!("piece {name} goes to the exit{only}"), stated);
    } else {
        has_goal(draft)?;
    }
    let states_locks =
        case.block.statements.iter().any(|line| line.text().trim().starts_with("lock:"));
    if options.lock.is_none() && looks_like_cars(draft) && !states_locks {
        let problem = draft.place.wrong(
            "cars on a board with a goal, and no line `lock:` says how they move",
            "`lock: ABC h`, `lock: all` or `lock: none`",
        );
        let choice =
            |text: &'static str, word| Question::new(text, ReadOptions::with("lock", word));
        let choices = vec![
            choice("cars move along themselves", "all"),
            choice("they move in all directions", "none"),
        ];
        draft.ask(problem, choices);
    }
    Ok(())
}

/// Makes it the goal that the upper left corner of a piece is in a cell that the text gives, from 0:
/// its row first, unless the text gives columns before rows.
fn goes_to(
    draft: &mut PuzzleDraft,
    grid: &Grid,
    beside: &Beside,
    name: &str,
    place: [u32; 2],
) -> Result<()> {
    let piece = draft.named(name)?;
    let Size { rows, cols } = grid.size;
    let turned = [place[1], place[0]];
    let is_turned = rows != cols && beside.sizes.contains(&[cols, rows]);
    let order = if is_turned { [turned, place] } else { [place, turned] };
    let [row, col] = order
        .into_iter()
        .find(|[row, col]| draft.first_cell(piece, *row, *col).is_some())
        .unwrap_or(place);
    let to = format!("{},{}", row + 1, col + 1);
    send(draft, piece, &to, false, AssumptionSource::Convention)
}

/// Returns the piece that fills the exit of a frame, and where its first cell goes then: the target of
/// options, else the only piece of the largest size.
fn through_exit(
    draft: &PuzzleDraft,
    exit: &[u32],
    options: &ReadOptions,
) -> Result<Option<(usize, u32)>> {
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let piece = given.or(draft.only_largest().ok()).filter(|_| !exit.is_empty());
    let Some(piece) = piece else { return Ok(None) };
    let [cell] = covering(draft, piece, exit)[..] else { return Ok(None) };
    Ok(Some((piece, cell)))
}

/// Rejects a puzzle without a goal, with advice.
pub fn has_goal(draft: &PuzzleDraft) -> Result<()> {
    if !draft.goals.is_empty() {
        return Ok(());
    }
    let name = |piece: usize| &*draft.pieces[piece].name;
    let example = match (0..draft.pieces.len())
        .filter(|&piece| {
            name(piece).chars().all(char::is_alphanumeric)
                && draft.named(name(piece)).is_ok()
                && place_cell(draft, piece, "bottom-middle").is_ok()
        })
        .max_by_key(|&piece| (draft.pieces[piece].cells.len(), Reverse(piece)))
    {
        Some(piece) => format!("`--target {} --target-at bottom-middle`", name(piece)),
        None => "`--target PIECE --target-at PLACE`".to_owned(),
    };
    Err(draft.place.wrong("no goal: the text does not say where the pieces should end", format!(
        "a line `goal:` and below it the board as it should be, `--goal FILE`, or an option such \
        as {example}"
    )).at_depth(3))
}

/// Whether all pieces are bars, in both directions, and the goal is about one that moves along
/// itself. One piece in four may be a single cell.
fn looks_like_cars(draft: &PuzzleDraft) -> bool {
    let axes: Vec<Lock> = (0..draft.pieces.len()).map(|piece| draft.axis(piece)).collect();
    let along = |goal: &DraftGoal| match goal.wanted[..] {
        [(piece, cell)] => {
            let [from, to] = [draft.pieces[piece].cells[0], cell].map(|at| draft.size.row_col(at));
            match axes[piece] {
                Lock::Horizontal => from.0 == to.0,
                Lock::Vertical => from.1 == to.1,
                Lock::Free => false,
            }
        }
        _ => false,
    };
    let count = |lock| axes.iter().filter(|axis| **axis == lock).count();
    axes.len() > 3
        && 4 * count(Lock::Free) <= axes.len()
        && axes
            .iter()
            .zip(&draft.pieces)
            .all(|(axis, piece)| *axis != Lock::Free || piece.cells.len() == 1)
        && count(Lock::Horizontal) > 0
        && count(Lock::Vertical) > 0
        && draft.goals.iter().all(along)
}

/// Returns the piece in the upper left corner, as in N. Bickford's files.
fn corner(draft: &PuzzleDraft) -> Result<usize> {
    (0..draft.pieces.len())
        .find(|&piece| matches!(draft.extent(piece), Extent { top: 0, left: 0, .. }))
        .ok_or_else(|| {
            draft
                .place
                .wrong(
                    "no piece in the upper left corner",
                    "one that touches the top row and the left column",
                )
                .at_depth(3)
        })
}
