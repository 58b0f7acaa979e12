//! Objects as JSON writes them: blocks with shapes and positions, cars, states.

use super::lists::{Record, drafted};
use super::{Outcome, Reading, cars};
use crate::notation::draft::{Draft, Goal, Piece, Wanted};
use crate::notation::options::ReadOptions;
use crate::notation::problem::Problem;
use crate::notation::sheet::{Value, by_sign, values};
use crate::notation::text::Part;
use crate::puzzle::{Lock, Size, Source};

/// Reads a text as one object with lists of pieces.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> Outcome<'a> {
    let Some(values) = values(text) else { return Outcome::Unfit };
    let [(_, object @ Value::Map(_))] = &values[..] else { return Outcome::Unfit };
    let reading = if let Some(blocks) = object.get("blocks").and_then(Value::list) {
        blocks_of(object, blocks)
    } else if let Some(cars) = object.get("cars").and_then(Value::list) {
        cars_of(object, cars, options)
    } else {
        return states(object).map_or(Outcome::Unfit, Outcome::from);
    };
    match reading {
        Some(reading) => reading.and_then(|reading| stated(reading, options)).into(),
        None => Outcome::Unfit,
    }
}

fn number(value: &Value) -> Option<u32> {
    value.part()?.text().parse().ok()
}

/// Two numbers.
fn pair(value: &Value) -> Option<(u32, u32)> {
    let [first, second] = value.list()? else { return None };
    Some((number(first)?, number(second)?))
}

/// The options' goal and locks in place of the text's.
fn stated<'a>(mut reading: Reading<'a>, options: &ReadOptions) -> Result<Reading<'a>, Problem> {
    let draft = reading.draft();
    options.lock(draft)?;
    options.aim(draft)?;
    Ok(reading)
}

/// `{"blocks": [{"shape": [h, w], "position": [r, c]}], "boardSize": [r, c], "escapePoint": [r, c]}`:
/// the first block goes to the escape point.
fn blocks_of<'a>(object: &Value<'a>, blocks: &[Value<'a>]) -> Option<Result<Reading<'a>, Problem>> {
    let (rows, cols) = pair(object.get("boardSize")?)?;
    let escape = pair(object.get("escapePoint")?)?;
    let record = |block: &Value<'a>| {
        let (height, width) = pair(block.get("shape")?)?;
        let (row, col) = pair(block.get("position")?)?;
        Some(Record { name: block.get("shape")?.list()?[0].part()?, row, col, height, width })
    };
    let records: Vec<Record> = blocks.iter().map(record).collect::<Option<_>>()?;
    (!records.is_empty()).then_some(())?;
    Some(drafted(&records, Size { rows, cols }, false).and_then(|mut draft| {
        for (index, piece) in draft.pieces.iter_mut().enumerate() {
            piece.name = (index + 1).to_string().into();
        }
        let Some(cell) = draft.first_cell(0, escape.0, escape.1) else {
            return Err(draft
                .place
                .wrong("the first block does not fit the escape point", "a place on the board"));
        };
        draft.aim(0, &[cell]);
        let mut reading = Reading::of("JSON of blocks", draft, true);
        reading.assume("the first block goes to the escape point", &ReadOptions::default());
        Ok(reading)
    }))
}

/// `{"cars": [{"position": cell, "length": n, "orientation": "horizontal", "player": true}]}`: the
/// player's car leaves to the right of a board of 6 x 6.
fn cars_of<'a>(
    object: &Value<'a>,
    cars: &[Value<'a>],
    options: &ReadOptions,
) -> Option<Result<Reading<'a>, Problem>> {
    let side = object.get("size").or(object.get("boardSize")).and_then(number).unwrap_or(6);
    let record = |car: &Value<'a>| {
        let (position, length) = (number(car.get("position")?)?, number(car.get("length")?)?);
        let axis = car.get("orientation")?.part()?.text().to_ascii_lowercase();
        let (height, width) = if axis.starts_with('h') { (1, length) } else { (length, 1) };
        let name = car.get("id").or(car.get("name")).or(car.get("position"))?.part()?;
        Some(Record { name, row: position / side, col: position % side, height, width })
    };
    let is_player =
        |car: &Value| car.get("player").and_then(Value::part).is_some_and(|is| is.text() == "true");
    let records: Vec<Record> = cars.iter().map(record).collect::<Option<_>>()?;
    (side > 0 && !records.is_empty()).then_some(())?;
    let told = options.target.is_some();
    let player = cars.iter().position(is_player);
    Some(drafted(&records, Size { rows: side, cols: side }, true).and_then(|draft| {
        let car = match options.target.as_deref() {
            Some(name) => draft.named(name)?,
            None => player.ok_or_else(|| {
                draft.place.wrong(
                    "no goal: no car is the player's",
                    "`\"player\": true`, or `--target CAR`",
                )
            })?,
        };
        let source = if told { Source::Option } else { Source::Convention };
        let mut reading = Reading::of("JSON of cars", draft, true);
        cars::leave_at(&mut reading, car, options.exit.as_deref().unwrap_or("right"), source)?;
        reading.assume(format!("the board is {side} x {side}"), &ReadOptions::default());
        Ok(reading)
    }))
}

/// `{"start_state": [[0, 1, ...], ...], "final_states": [[[...]]]}`: 0 is empty, equal numbers are a piece.
fn states<'a>(object: &Value<'a>) -> Option<Result<Reading<'a>, Problem>> {
    let rows = grid(object.get("start_state")?)?;
    let size = Size { rows: rows.len() as u32, cols: rows.first()?.len() as u32 };
    let place = rows[0][0];
    let goals = object.get("final_states")?.list()?;
    let mut draft = Draft::new(size, place);
    for (name, cells) in pieces(&rows)? {
        draft.pieces.push(Piece {
            name: name.text().to_owned().into(),
            cells,
            lock: Lock::Free,
            place: name,
        });
    }
    for goal in goals {
        let mut drawn = Goal { wanted: Vec::new(), empty: Vec::new(), place };
        let rows = grid(goal)?;
        if rows.len() != size.rows as usize || rows[0].len() != size.cols as usize {
            let expected = "as many rows and columns as the start has";
            return Some(Err(rows[0][0].wrong("a final state of another size", expected)));
        }
        for (name, cells) in pieces(&rows)? {
            let piece = match draft.named(name.text()) {
                Ok(piece) => piece,
                Err(problem) => return Some(Err(problem)),
            };
            if draft.pattern(&cells) != draft.pattern(&draft.pieces[piece].cells) {
                let message = format!("piece {} has another shape in the goal", name.text());
                return Some(Err(name.wrong(message, "the shape of the start")));
            }
            drawn.wanted.push(Wanted { piece, cell: cells[0], place: name });
        }
        draft.goals.push(drawn);
    }
    let mut reading = Reading::of("JSON of states", draft, true);
    reading.assume("0 is empty, equal numbers are a piece", &ReadOptions::default());
    Some(Ok(reading))
}

fn grid<'a>(value: &Value<'a>) -> Option<Vec<Vec<Part<'a>>>> {
    let row = |row: &Value<'a>| row.list()?.iter().map(Value::part).collect::<Option<Vec<_>>>();
    let rows: Vec<Vec<Part>> = value.list()?.iter().map(row).collect::<Option<_>>()?;
    let cols = rows.first().map_or(0, Vec::len);
    (cols > 0 && rows.iter().all(|row| row.len() == cols)).then_some(rows)
}

/// The cells of each number but 0.
fn pieces<'a>(rows: &[Vec<Part<'a>>]) -> Option<Vec<(Part<'a>, Vec<u32>)>> {
    let parts: Vec<Part> = rows.iter().flatten().copied().collect();
    let signs = (0..).zip(&parts).map(|(cell, part)| (cell, part.text()));
    let pieces = by_sign(signs.filter(|(_, sign)| *sign != "0"));
    let placed = |(_, cells): (&str, Vec<u32>)| (parts[cells[0] as usize], cells);
    (!pieces.is_empty()).then(|| pieces.into_iter().map(placed).collect())
}
