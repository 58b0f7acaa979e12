//! The goal of a board without a drawn one: which piece goes where.

use std::cmp::Reverse;

use super::signs::Gap;
use super::{Beside, Case};
use crate::notation::draft::{DraftGoal, Extent, PuzzleDraft};
use crate::notation::layout::{Grid, Side, by_sign};
use crate::notation::options::ReadOptions;
use crate::notation::place::{covering, exit_cells, place_cell};
use crate::notation::problem::{Problem, Question, Result};
use crate::notation::records::has;
use crate::puzzle::{AssumptionSource, Lock, Size};

/// What a text says about its goal.
#[derive(Default)]
pub struct Hint {
    /// The piece that it names or marks, or draws in front of the exit.
    pub target: Option<usize>,
    /// Where that goes, or leaves if it is a car.
    pub place: Option<String>,
    /// Whether it lists its pieces.
    pub is_list: bool,
}

/// Makes it the goal that the red car leaves, or asks which car that is.
fn leave(draft: &mut PuzzleDraft, hint: Hint, options: &ReadOptions) -> Result<()> {
    let given = options.target.as_deref().map(|name| draft.named(name)).transpose()?;
    let (candidates, is_sure) = candidates(draft, hint.is_list);
    let usual = candidates.first().copied().filter(|_| is_sure);
    let Some(car) = given.or(hint.target).or(usual) else {
        ask(draft, &candidates);
        return Ok(());
    };
    let own = &draft.pieces[car];
    let place = options.target_at.as_deref().or(options.exit.as_deref()).or(hint.place.as_deref());
    let Some(place) = place.or((own.lock == Lock::Horizontal).then_some("right")) else {
        let message = format!("car {} stands upright, and no exit is drawn", own.name);
        let (problem, questions) = (own.place.wrong(message, "an exit"), standing(&own.name));
        draft.ask(problem, questions.into());
        return Ok(());
    };
    // It becomes the first piece, as in boards of one line.
    draft.pieces[..=car].rotate_right(1);
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

/// Makes `--target` with `--target-at` or `--exit` the goal; returns whether they are given.
pub fn send_as_stated(
    draft: &mut PuzzleDraft,
    options: &ReadOptions,
    hinted: Option<usize>,
) -> Result<bool> {
    let Some(place) = options.target_at.as_ref().or(options.exit.as_ref()) else {
        return Ok(false);
    };
    let piece = target(draft, options, hinted)?;
    send(draft, piece, place, options.target_at.is_none(), AssumptionSource::Option)?;
    Ok(true)
}

/// Returns the piece that options or the text name, else the only one of the largest size.
fn target(draft: &PuzzleDraft, options: &ReadOptions, hinted: Option<usize>) -> Result<usize> {
    if let Some(name) = &options.target {
        return draft.named(name);
    }
    let sizes = draft.pieces.iter().map(|piece| piece.cells.len()).enumerate();
    match (hinted, by_sign(sizes).into_iter().max()) {
        (Some(piece), _) => Ok(piece),
        (None, Some((_, largest))) if largest.len() == 1 => Ok(largest[0]),
        _ => draft.place.fail("which piece goes there is not written", "`--target PIECE`"),
    }
}

/// Names of the car that leaves, the surest first.
const RED: [&str; 3] = ["x +", "red rouge rot rojo rosso 红", "hero player target main"];

/// Returns the cars that could be the red one: those with such a name, as on the cards of the game,
/// else `R` and the first letter, unless another car lies in the usual row and it does not, or the
/// first of a list if it alone lies there; and whether there is no doubt.
fn candidates(draft: &PuzzleDraft, is_list: bool) -> (Vec<usize>, bool) {
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
        _ if is_list && rivals == [0] => (rivals, true),
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

/// Returns what is drawn of the goal, or written beside the board. The exit of cars is a sign beside the
/// board, or a gap in a frame of walls; one with a sign that stands only at the edge is outside.
pub fn hint(
    draft: &PuzzleDraft,
    grid: &Grid,
    beside: &Beside,
    exits: &[Gap],
    are_cars: bool,
) -> Hint {
    let mut hint = Hint::default();
    let named = beside.names.first().and_then(|name| draft.named(name.text()).ok());
    if !are_cars {
        if let (Some(piece), Some(place)) = (named, beside.place) {
            hint.target = named;
            hint.place = Some(goes_to(draft, beside, piece, place));
        }
        return hint;
    }
    hint.target = named.filter(|_| beside.names.len() == 1);
    let mut drawn = grid.exits.first().copied().filter(|_| grid.exits.len() == 1);
    if let (None, Some(first)) = (drawn, exits.first()) {
        let (row, col) = grid.size.row_col(first.cell);
        let at = if first.side.is_horizontal() { row } else { col };
        drawn = exits.iter().all(|gap| gap.side == first.side).then_some((first.side, at));
        hint.place = drawn.filter(|_| first.is_open).map(|_| format!("{},{}", row + 1, col + 1));
    }
    if let Some((side, at)) = drawn {
        hint.place.get_or_insert(side.word().to_owned());
        hint.target = before(draft, side, at).or(hint.target);
    }
    hint
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

/// Sets the goal, if none is drawn: what options state, what the text hints at, or an exit. Rejects
/// blocks without a goal, and asks whether straight pieces are locked, if they look like cars.
pub fn aim<'a>(
    draft: &mut PuzzleDraft<'a>,
    case: &Case<'_, 'a>,
    hint: Hint,
    exits: &[Gap],
    are_cars: bool,
) -> Result<()> {
    let options = case.options;
    if are_cars {
        if draft.goals.is_empty() {
            leave(draft, hint, options)?;
        }
        return options.lock(draft);
    }
    options.lock(draft)?;
    let exit: Vec<u32> = exits.iter().map(|gap| gap.cell).collect();
    if send_as_stated(draft, options, hint.target)? {
        // The goal is stated.
    } else if case.is_pair {
        draft.assume("the next board is the goal", "--goal next");
    } else if case.reading() == Some("bickford") {
        send(draft, corner(draft)?, "bottom-right", false, AssumptionSource::Option)?;
    } else if !draft.goals.is_empty() {
        // The goal is drawn.
    } else if let Some(place) = hint.place {
        let piece = target(draft, options, hint.target)?;
        send(draft, piece, &place, false, AssumptionSource::Convention)?;
    } else if !exit.is_empty()
        && let Ok(piece) = target(draft, options, None)
        && let [cell] = covering(draft, piece, &exit)[..]
    {
        let mut only = "";
        if !exits[0].is_open {
            draft.walls.retain(|cell| !exit.contains(cell));
            draft.gates.push((vec![piece], exit));
            only = ", which no other piece may enter";
        }
        draft.aim(piece, &[cell]);
        let name = draft.pieces[piece].name.clone();
        let stated = ReadOptions::with("target", &*name);
        draft.assume(format!("piece {name} goes to the exit{only}"), stated);
    } else {
        let named = options.target.as_deref().map_or(Ok(0), |name| draft.named(name));
        return named.and(Err(aimless(draft)));
    }
    let states_locks =
        case.block.statements.iter().any(|line| line.text().trim().starts_with("lock:"));
    let is_free = options.lock.is_none() && !states_locks && !hint.is_list;
    if is_free && looks_like_cars(draft) {
        let problem = draft.place.wrong(
            "cars on a board with a goal, and no line `lock:` says how they move",
            "`lock: ABC h`, `lock: all` or `lock: none`",
        );
        let choices = vec![
            Question::one("cars move along themselves", "lock", "all"),
            Question::one("they move in all directions", "lock", "none"),
        ];
        draft.ask(problem, choices);
    }
    Ok(())
}

/// Returns the place of a piece whose upper left corner goes to a cell that the text gives, from 0:
/// its row first, unless the text gives columns before rows.
fn goes_to(draft: &PuzzleDraft, beside: &Beside, piece: usize, place: [u32; 2]) -> String {
    let Size { rows, cols } = draft.size;
    let mut order = [place, [place[1], place[0]]];
    if rows != cols && beside.sizes.contains(&[cols, rows]) {
        order.reverse();
    }
    let fits = |&[row, col]: &[u32; 2]| draft.first_cell(piece, row, col).is_some();
    let [row, col] = order.into_iter().find(fits).unwrap_or(place);
    format!("{},{}", row + 1, col + 1)
}

/// Returns the error of a puzzle without a goal, with advice.
fn aimless(draft: &PuzzleDraft) -> Problem {
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
    draft.place.wrong("no goal: the text does not say where the pieces should end", format!(
        "a line `goal:` and below it the board as it should be, `--goal FILE`, or an option such \
        as {example}"
    )).at_depth(3)
}

/// Whether all pieces are bars, in both directions, and the goal is about one that moves along
/// itself. One piece in four may be another one.
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
