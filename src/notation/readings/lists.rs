//! Lists of pieces: a line for each, with its size and its place in numbers.

use super::cars::{self, owned};
use super::{Outcome, Reading, blocks};
use crate::notation::draft::{Draft, Extent, Goal, Piece, Wanted};
use crate::notation::options::{ReadOptions, axis, covering};
use crate::notation::problem::Problem;
use crate::notation::sheet::by_sign;
use crate::notation::text::{Part, full_lines};
use crate::puzzle::{Lock, Size, Source};

/// A piece as a line says it: a box of cells, its corner counted from 0.
pub struct Record<'a> {
    pub name: Part<'a>,
    pub row: u32,
    pub col: u32,
    pub height: u32,
    pub width: u32,
}

/// Lines, each cut into words.
type Table<'a> = Vec<Vec<Part<'a>>>;

/// Reads a text as a list of pieces.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> Outcome<'a> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let lines = full_lines(text).filter(|line| !line.text().starts_with("//"));
    let table: Table = lines.map(|line| line.split(is_between).collect()).collect();
    if table.len() < 2 || table.iter().any(Vec::is_empty) {
        return Outcome::Unfit;
    }
    let reading = with_header(&table, options)
        .or_else(|| sided(&table, options))
        .or_else(|| room(&table, options))
        .or_else(|| boxes(&table, options))
        .or_else(|| tray(&table, options));
    reading.map_or(Outcome::Unfit, Outcome::from)
}

fn number(part: &Part) -> Option<u32> {
    part.text().parse().ok()
}

/// A table with columns such as `car,orientation,col,row,length`.
fn with_header<'a>(
    table: &Table<'a>,
    options: &ReadOptions,
) -> Option<Result<Reading<'a>, Problem>> {
    let column = |names: &[&str]| {
        table[0].iter().position(|part| names.contains(&&*part.text().to_ascii_lowercase()))
    };
    let name = column(&["car", "name", "id", "vehicle", "piece"])?;
    let axis = column(&["orientation", "direction", "dir", "axis"])?;
    let col = column(&["col", "column", "x"])?;
    let row = column(&["row", "y"])?;
    let length = column(&["length", "len", "size"])?;
    let record = |line: &Vec<Part<'a>>| {
        let length = number(line.get(length)?)?;
        let is_lying = line.get(axis)?.text().to_ascii_lowercase().starts_with('h');
        let (height, width) = if is_lying { (1, length) } else { (length, 1) };
        Some(Record {
            name: *line.get(name)?,
            row: number(line.get(row)?)?.checked_sub(1)?,
            col: number(line.get(col)?)?.checked_sub(1)?,
            height,
            width,
        })
    };
    let records: Option<Vec<Record>> = table[1..].iter().map(record).collect();
    let Some(records) = records else {
        let odd = table[1..].iter().find(|line| record(line).is_none())?;
        return Some(Err(odd[0].wrong(
            "this line is no car",
            "as many values as the first line names, rows and columns from 1",
        )));
    };
    let needed = records.iter().map(|r| (r.row + r.height).max(r.col + r.width)).max()?;
    let side = [6, 9, 12].into_iter().find(|&side| side >= needed).unwrap_or(needed);
    let mut reading = match drafted(&records, Size { rows: side, cols: side }, true) {
        Ok(draft) => Reading::of("Rush Hour, a car a line", draft, true),
        Err(problem) => return Some(Err(problem)),
    };
    reading.assume(format!("the board is {side} x {side}"), &ReadOptions::default());
    Some(red(&mut reading, options).map(|()| reading))
}

/// The side, the number of cars, and lines `NAME h|v LENGTH COLUMN ROW`.
fn sided<'a>(table: &Table<'a>, options: &ReadOptions) -> Option<Result<Reading<'a>, Problem>> {
    let ([side], [count]) = (&table[0][..], &table[1][..]) else { return None };
    let (side, count) = (number(side)?, number(count)? as usize);
    let lines = table.get(2..)?;
    let record = |line: &Vec<Part<'a>>| {
        let [name, axis, length, col, row] = &line[..] else { return None };
        let length = number(length)?;
        let (height, width) = match axis.text() {
            "h" | "H" => (1, length),
            "v" | "V" => (length, 1),
            _ => return None,
        };
        let (row, col) = (number(row)?.checked_sub(1)?, number(col)?.checked_sub(1)?);
        Some(Record { name: *name, row, col, height, width })
    };
    let records: Vec<Record> = lines.iter().filter_map(record).collect();
    if records.is_empty() || records.len() != lines.len() {
        return None;
    }
    if records.len() != count {
        let message = format!("{} cars, and the second line says {count}", records.len());
        return Some(Err(table[1][0].wrong(message, "a line for each car")));
    }
    let mut reading = match drafted(&records, Size { rows: side, cols: side }, true) {
        Ok(draft) => Reading::of("Rush Hour, a car a line", draft, true),
        Err(problem) => return Some(Err(problem)),
    };
    Some(red(&mut reading, options).map(|()| reading))
}

/// Columns and rows, then a grid: 1 wall, 0 empty, -1 the exit, which piece 2 alone may enter.
fn room<'a>(table: &Table<'a>, options: &ReadOptions) -> Option<Result<Reading<'a>, Problem>> {
    let [cols, rows] = &table[0][..] else { return None };
    let size = Size { rows: number(rows)?, cols: number(cols)? };
    let lines = &table[1..];
    let fits = lines.len() == size.rows as usize
        && lines.iter().all(|line| line.len() == size.cols as usize);
    let has_exit = lines.iter().flatten().any(|part| part.text() == "-1");
    let is_framed = lines[0].iter().all(|part| matches!(part.text(), "1" | "-1"));
    (fits && has_exit && is_framed && size.violation().is_none()).then_some(())?;
    let mut draft = Draft::new(size, lines[0][0]);
    let mut exits = Vec::new();
    let parts: Vec<Part> = lines.iter().flatten().copied().collect();
    for (sign, cells) in by_sign((0..).zip(parts.iter().map(Part::text))) {
        match sign {
            "1" => draft.walls = cells,
            "0" => {}
            "-1" => exits = cells,
            _ => draft.pieces.push(piece(parts[cells[0] as usize], cells)),
        }
    }
    let Ok(target) = draft.named("2") else {
        return Some(Err(draft
            .place
            .wrong("there is no piece 2, which has to leave", "a piece 2")));
    };
    draft.gates = vec![(vec![target], exits.clone())];
    let covering = |&exit: &u32| {
        let (row, col) = size.row_col(exit);
        covering(&draft, target, row, col)
    };
    let of_all = |mut cells: Vec<u32>, others: Vec<u32>| {
        cells.retain(|cell| others.contains(cell));
        cells
    };
    let cells = exits.iter().map(covering).reduce(of_all).unwrap_or_default();
    draft.aim(target, &cells);
    let mut reading = Reading::of("columns, rows and a grid", draft, true);
    reading.assume("1 is a wall, 0 is empty", &ReadOptions::default());
    reading.assume("piece 2 goes to -1, which no other piece may enter", &ReadOptions::default());
    Some(aimed(reading, options))
}

/// A head, then lines `NAME X Y WIDTH HEIGHT`.
fn boxes<'a>(table: &Table<'a>, options: &ReadOptions) -> Option<Result<Reading<'a>, Problem>> {
    let first = table.iter().position(|line| line.len() == 5)?;
    let record = |line: &Vec<Part<'a>>| {
        let [name, col, row, width, height] = &line[..] else { return None };
        let [col, row, width, height] =
            [number(col)?, number(row)?, number(width)?, number(height)?];
        Some(Record { name: *name, row, col, height, width })
    };
    let records: Vec<Record> = table[first..].iter().filter_map(record).collect();
    let count = table[..first].last().and_then(|line| number(&line[0]));
    let is_list = records.len() == table.len() - first
        && records.len() > 1
        && first <= 3
        && count.is_none_or(|count| count as usize == records.len());
    let rows = records.iter().map(|record| record.row.saturating_add(record.height)).max()?;
    let cols = records.iter().map(|record| record.col.saturating_add(record.width)).max()?;
    is_list.then_some(())?;
    let draft = match drafted(&records, Size { rows, cols }, false) {
        Ok(draft) => draft,
        // Five numbers a line can be a board as well.
        Err(_) => return None,
    };
    let mut reading = Reading::of("a piece a line: name, x, y, width, height", draft, true);
    reading.assume(format!("the board is {rows} x {cols}"), &ReadOptions::default());
    Some(huarong(reading, options))
}

/// Rows and columns, then lines `HEIGHT WIDTH ROW COLUMN`.
fn tray<'a>(table: &Table<'a>, options: &ReadOptions) -> Option<Result<Reading<'a>, Problem>> {
    let [rows, cols] = &table[0][..] else { return None };
    let size = Size { rows: number(rows)?, cols: number(cols)? };
    let records = tray_records(&table[1..])?;
    let draft = drafted(&records, size, false).ok()?;
    let mut reading =
        Reading::of("a tray: height, width, row and column of each block", draft, true);
    if let Some(text) = options.goal.as_deref() {
        if let Err(problem) = tray_goal(reading.draft(), text) {
            return Some(Err(problem));
        }
        reading.note(
            "the goal has blocks of these sizes in these places",
            Source::Option,
            &ReadOptions::default(),
        );
        return Some(Ok(reading));
    }
    Some(huarong(reading, options))
}

fn tray_records<'a>(lines: &[Vec<Part<'a>>]) -> Option<Vec<Record<'a>>> {
    let record = |line: &Vec<Part<'a>>| {
        let [height, width, row, col] = &line[..] else { return None };
        let [height, width, row, col] =
            [number(height)?, number(width)?, number(row)?, number(col)?];
        (height > 0 && width > 0).then_some(Record { name: line[0], row, col, height, width })
    };
    lines.iter().map(record).collect()
}

/// Blocks that have to lie somewhere, each any one of its size.
fn tray_goal(draft: &mut Draft, text: &str) -> Result<(), Problem> {
    let table: Table = full_lines(text).map(|line| line.words().collect()).collect();
    let expected = "lines of height, width, row and column";
    let Some(records) = tray_records(&table).filter(|records| !records.is_empty()) else {
        return Err(draft.place.wrong("the goal is no list of blocks", expected));
    };
    let size = |extent: Extent| (extent.height, extent.width);
    let mut goal = Goal { wanted: Vec::new(), empty: Vec::new(), place: draft.place };
    for record in records {
        let like = |&piece: &usize| size(draft.extent(piece)) == (record.height, record.width);
        let used = |piece: &usize| goal.wanted.iter().any(|wanted: &Wanted| wanted.piece == *piece);
        let found = (0..draft.pieces.len()).filter(like).find(|piece| !used(piece));
        let cell = found.and_then(|piece| draft.first_cell(piece, record.row, record.col));
        let (Some(piece), Some(cell)) = (found, cell) else {
            let message = format!(
                "the goal has a block of {} x {} too many, or off the board",
                record.height, record.width
            );
            return Err(draft.place.wrong(message, "blocks of the start"));
        };
        goal.wanted.push(Wanted { piece, cell, place: draft.place });
    }
    // Any block of a size will do.
    for piece in 0..draft.pieces.len() {
        let first =
            (0..=piece).find(|&other| size(draft.extent(other)) == size(draft.extent(piece)));
        match draft.alike.iter_mut().find(|group| first == Some(group[0])) {
            Some(group) => group.push(piece),
            None => draft.alike.push(vec![piece]),
        }
    }
    draft.goals = vec![goal];
    Ok(())
}

fn piece(name: Part<'_>, cells: Vec<u32>) -> Piece<'_> {
    Piece { name: owned(name.text()), cells, lock: Lock::Free, place: name }
}

/// Boxes on a board of this size, cars if they are to be.
pub fn drafted<'a>(
    records: &[Record<'a>],
    size: Size,
    are_cars: bool,
) -> Result<Draft<'a>, Problem> {
    let place = records[0].name;
    if size.violation().is_some() {
        return Err(place.wrong("the board has no cells, or too many", "1 to 1048576 cells"));
    }
    let mut draft = Draft::new(size, place);
    let mut taken = std::collections::BTreeSet::new();
    for record in records {
        let mut cells = Vec::new();
        for row in record.row..record.row.saturating_add(record.height.min(size.rows + 1)) {
            for col in record.col..record.col.saturating_add(record.width.min(size.cols + 1)) {
                let cell = size.cell(row.into(), col.into()).filter(|&cell| taken.insert(cell));
                let Some(cell) = cell else {
                    let message = format!(
                        "piece {} lies off the board or on another piece",
                        record.name.text()
                    );
                    return Err(record.name.wrong(message, "free cells of the board"));
                };
                cells.push(cell);
            }
        }
        if cells.is_empty() {
            return Err(record.name.wrong("a piece without cells", "a length of at least 1"));
        }
        draft.pieces.push(piece(record.name, cells));
    }
    if are_cars {
        for piece in 0..draft.pieces.len() {
            draft.pieces[piece].lock = axis(&draft, piece);
        }
    }
    Ok(draft)
}

/// The goal of cars: `X`, `R` or the first one leaves to the right.
fn red(reading: &mut Reading, options: &ReadOptions) -> Result<(), Problem> {
    let draft = reading.draft();
    let lies = |&car: &usize| draft.pieces[car].lock == Lock::Horizontal;
    let with = |names: &[&str]| {
        (0..draft.pieces.len()).find(|&car| names.contains(&&*draft.pieces[car].name))
    };
    let car = match options.target.as_deref() {
        Some(name) => Some(draft.named(name)?),
        None => with(&["X", "x", "red", "R", "r"]).or(Some(0)).filter(lies),
    };
    let Some(car) = car else {
        return Err(draft
            .place
            .wrong("no goal: which car has to leave is not written", "`--target CAR`"));
    };
    let source = if options.target.is_some() { Source::Option } else { Source::Convention };
    match &options.to {
        Some(to) => cars::go(reading, car, to),
        None => cars::leave_at(reading, car, options.exit.as_deref().unwrap_or("right"), source),
    }
}

/// A goal that options state.
fn aimed<'a>(mut reading: Reading<'a>, options: &ReadOptions) -> Result<Reading<'a>, Problem> {
    let draft = reading.draft();
    options.lock(draft)?;
    if let Some(text) = options.aim(draft)? {
        reading.note(text, Source::Option, &ReadOptions::default());
    }
    Ok(reading)
}

/// A goal that options state, or the question for one.
fn huarong<'a>(reading: Reading<'a>, options: &ReadOptions) -> Result<Reading<'a>, Problem> {
    let mut reading = aimed(reading, options)?;
    match reading.draft() {
        draft if draft.goals.is_empty() => Err(blocks::no_goal(draft)),
        _ => Ok(reading),
    }
}
