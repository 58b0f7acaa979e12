//! Objects in JSON: blocks with shapes and positions, cars, states.

use super::cars::leave_at;
use super::lists::{PieceRecord, drafted};
use super::{Reading, ReadingResult};
use crate::notation::draft::{DraftGoal, DraftTarget, PuzzleDraft};
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::sheet::{LiteralValue, by_sign, values};
use crate::notation::text::TextSpan;
use crate::puzzle::Size;

/// Reads a text as one object with lists of pieces.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> ReadingResult<'a> {
    let Some(values) = values(text) else { return Ok(None) };
    let [(_, object @ LiteralValue::Map(_))] = &values[..] else { return Ok(None) };
    let list = |key| object.get(key).and_then(LiteralValue::list);
    let mut reading = match (list("blocks"), list("cars")) {
        (Some(blocks), _) => {
            let Some((records, size, escape)) = blocks_of(object, blocks) else { return Ok(None) };
            escaping(&records, size, escape)?
        }
        (None, Some(cars)) => {
            let Some((records, side)) = cars_of(object, cars) else { return Ok(None) };
            leaving(&records, side, cars, options)?
        }
        (None, None) => return states(object).transpose(),
    };
    options.lock(reading.draft())?;
    options.aim(reading.draft())?;
    Ok(Some(reading))
}

fn number(value: &LiteralValue) -> Option<u32> {
    value.part()?.text().parse().ok()
}

fn pair(value: &LiteralValue) -> Option<(u32, u32)> {
    let [first, second] = value.list()? else { return None };
    Some((number(first)?, number(second)?))
}

/// Reads `{"blocks": [{"shape": [h, w], "position": [r, c]}], "boardSize": [r, c], "escapePoint":
/// [r, c]}`.
fn blocks_of<'a>(
    object: &LiteralValue<'a>,
    blocks: &[LiteralValue<'a>],
) -> Option<(Vec<PieceRecord<'a>>, Size, (u32, u32))> {
    let (rows, cols) = pair(object.get("boardSize")?)?;
    let escape = pair(object.get("escapePoint")?)?;
    let record = |block: &LiteralValue<'a>| {
        let (height, width) = pair(block.get("shape")?)?;
        let (row, col) = pair(block.get("position")?)?;
        Some(PieceRecord { name: block.get("shape")?.list()?[0].part()?, row, col, height, width })
    };
    let records: Vec<PieceRecord> = blocks.iter().map(record).collect::<Option<_>>()?;
    (!records.is_empty()).then_some((records, Size { rows, cols }, escape))
}

/// Makes it the goal that the first block reaches the escape point.
fn escaping<'a>(
    records: &[PieceRecord<'a>],
    size: Size,
    (row, col): (u32, u32),
) -> Result<Reading<'a>, Problem> {
    let mut draft = drafted(records, size, false)?;
    for (index, piece) in draft.pieces.iter_mut().enumerate() {
        piece.name = (index + 1).to_string().into();
    }
    let cell = draft.first_cell(0, row, col).ok_or_else(|| {
        let message = "the first block does not fit the escape point";
        draft.place.wrong(message, "a place on the board")
    })?;
    draft.aim(0, &[cell]);
    let mut reading = Reading::of("JSON of blocks", draft, true);
    reading.assume("the first block goes to the escape point", "");
    Ok(reading)
}

/// Reads `{"cars": [{"position": cell, "length": n, "orientation": "horizontal", "player":
/// true}]}`, on a board of 6 x 6 if there is no size.
fn cars_of<'a>(
    object: &LiteralValue<'a>,
    cars: &[LiteralValue<'a>],
) -> Option<(Vec<PieceRecord<'a>>, u32)> {
    let side = object.get("size").or(object.get("boardSize")).and_then(number).unwrap_or(6);
    let record = |car: &LiteralValue<'a>| {
        let (position, length) = (number(car.get("position")?)?, number(car.get("length")?)?);
        let axis = car.get("orientation")?.part()?.text();
        let (height, width) = if axis.starts_with(['h', 'H']) { (1, length) } else { (length, 1) };
        let name = car.get("id").or(car.get("name")).or(car.get("position"))?.part()?;
        let (row, col) = (position.checked_div(side)?, position.checked_rem(side)?);
        Some(PieceRecord { name, row, col, height, width })
    };
    let records: Vec<PieceRecord> = cars.iter().map(record).collect::<Option<_>>()?;
    (!records.is_empty()).then_some((records, side))
}

/// Makes it the goal that the player's car leaves to the right.
fn leaving<'a>(
    records: &[PieceRecord<'a>],
    side: u32,
    cars: &[LiteralValue],
    options: &ReadOptions,
) -> Result<Reading<'a>, Problem> {
    let is_player = |car: &LiteralValue| {
        car.get("player").and_then(LiteralValue::part).is_some_and(|is| is.text() == "true")
    };
    let draft = drafted(records, Size { rows: side, cols: side }, true)?;
    let expected = "`\"player\": true`, or `--target CAR`";
    let missing = || draft.place.wrong("no goal: no car is the player's", expected);
    let car = match options.target.as_deref() {
        Some(name) => draft.named(name)?,
        None => cars.iter().position(is_player).ok_or_else(missing)?,
    };
    let mut reading = Reading::of("JSON of cars", draft, true);
    leave_at(&mut reading, car, "right", options)?;
    reading.assume(format!("the board is {side} x {side}"), "");
    Ok(reading)
}

/// Reads `{"start_state": [[0, 1, ...], ...], "final_states": [[[...]]]}`: 0 is empty, equal
/// numbers are a piece.
fn states<'a>(object: &LiteralValue<'a>) -> Option<Result<Reading<'a>, Problem>> {
    let start = grid(object.get("start_state")?)?;
    let goals = object.get("final_states")?.list()?.iter().map(grid).collect::<Option<Vec<_>>>()?;
    let is_empty = |rows: &ObjectRows| pieces(rows).is_empty();
    (!is_empty(&start) && !goals.iter().any(is_empty)).then(|| stated(&start, &goals))
}

fn stated<'a>(start: &ObjectRows<'a>, goals: &[ObjectRows<'a>]) -> Result<Reading<'a>, Problem> {
    let size_of = |rows: &ObjectRows| Size { rows: rows.len() as u32, cols: rows[0].len() as u32 };
    let mut draft = PuzzleDraft::new(size_of(start), start[0][0]);
    for (name, cells) in pieces(start) {
        draft.add(name.text(), cells, name);
    }
    for rows in goals {
        if size_of(rows) != draft.size {
            let expected = "as many rows and columns as the start has";
            return Err(rows[0][0].wrong("a final state of another size", expected));
        }
        let mut goal = DraftGoal::new(draft.place);
        for (name, cells) in pieces(rows) {
            let piece = draft.named(name.text())?;
            if draft.pattern(&cells) != draft.pattern(&draft.pieces[piece].cells) {
                let message = format!("piece {} has another shape in the goal", name.text());
                return Err(name.wrong(message, "the shape of the start"));
            }
            goal.wanted.push(DraftTarget { piece, cell: cells[0], place: name });
        }
        draft.goals.push(goal);
    }
    let mut reading = Reading::of("JSON of states", draft, true);
    reading.assume("0 is empty, equal numbers are a piece", "");
    Ok(reading)
}

/// Rows of one length.
type ObjectRows<'a> = Vec<Vec<TextSpan<'a>>>;

fn grid<'a>(value: &LiteralValue<'a>) -> Option<ObjectRows<'a>> {
    let row = |row: &LiteralValue<'a>| {
        row.list()?.iter().map(LiteralValue::part).collect::<Option<Vec<_>>>()
    };
    let rows: ObjectRows = value.list()?.iter().map(row).collect::<Option<_>>()?;
    let cols = rows.first().map_or(0, Vec::len);
    (cols > 0 && rows.iter().all(|row| row.len() == cols)).then_some(rows)
}

/// Returns the cells of each number except 0.
fn pieces<'a>(rows: &ObjectRows<'a>) -> Vec<(TextSpan<'a>, Vec<u32>)> {
    let parts: Vec<TextSpan> = rows.iter().flatten().copied().collect();
    let signs = (0..).zip(&parts).map(|(cell, part)| (cell, part.text()));
    let pieces = by_sign(signs.filter(|(_, sign)| *sign != "0"));
    pieces.into_iter().map(|(_, cells)| (parts[cells[0] as usize], cells)).collect()
}
