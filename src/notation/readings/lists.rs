//! Lists of pieces: one per line, with its size and its place as numbers.

use super::cars::{go, leave_at};
use super::{Reading, ReadingResult, blocks};
use crate::notation::draft::{DraftGoal, DraftTarget, Extent, PuzzleDraft};
use crate::notation::options::{ReadOptions, covering};
use crate::notation::problem::Problem;
use crate::notation::sheet::by_sign;
use crate::notation::text::{TextSpan, full_lines};
use crate::puzzle::{AssumptionSource, Lock, Size};

type ListRows<'a> = Vec<Vec<TextSpan<'a>>>;

/// A piece as a line describes it: a box of cells, its corner counted from 0.
pub struct PieceRecord<'a> {
    pub name: TextSpan<'a>,
    pub row: u32,
    pub col: u32,
    pub height: u32,
    pub width: u32,
}

/// The columns of a table, with their possible names in its first line.
const COLUMNS: [(&str, &[&str]); 5] = [
    ("name", &["car", "name", "id", "vehicle", "piece"]),
    ("axis", &["orientation", "direction", "dir", "axis"]),
    ("col", &["col", "column", "x"]),
    ("row", &["row", "y"]),
    ("length", &["length", "len", "size"]),
];

/// The pieces of a list, and their board.
struct PieceList<'a> {
    convention: &'static str,
    records: Vec<PieceRecord<'a>>,
    size: Size,
    /// Whether only the pieces determine the size of the board.
    is_size_assumed: bool,
    are_cars: bool,
}

const CARS: &str = "Rush Hour, a car a line";
const BOXES: &str = "a piece a line: name, x, y, width, height";
const TRAY: &str = "a tray: height, width, row and column of each block";

/// Reads a text as a list of pieces.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> ReadingResult<'a> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let table: ListRows = full_lines(text).map(|line| line.split(is_between).collect()).collect();
    if table.len() < 2 || table.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    if let Some((size, lines)) = room(&table) {
        return walled(size, lines, options).map(Some);
    }
    let list = match (with_header(&table)?, sided(&table)?) {
        (Some(list), _) | (None, Some(list)) => list,
        _ => match boxes(&table).or_else(|| tray(&table)) {
            Some(list) => list,
            None => return Ok(None),
        },
    };
    let draft = match drafted(&list.records, list.size, list.are_cars) {
        // Numbers that are not such a list may be a board.
        Err(_) if !list.are_cars => return Ok(None),
        draft => draft?,
    };
    let mut reading = Reading::of(list.convention, draft, true);
    if list.is_size_assumed {
        let Size { rows, cols } = list.size;
        reading.assume(format!("the board is {rows} x {cols}"), "");
    }
    match options.goal.as_deref() {
        _ if list.are_cars => red(&mut reading, options)?,
        Some(goal) if list.convention == TRAY => {
            tray_goal(reading.draft(), goal)?;
            let text = "the goal has blocks of these sizes in these places";
            reading.note(text, AssumptionSource::Option, "");
        }
        _ => {
            aim(&mut reading, options)?;
            blocks::has_goal(reading.draft())?;
        }
    }
    Ok(Some(reading))
}

fn number(part: &TextSpan) -> Option<u32> {
    part.text().parse().ok()
}

/// Reads the box that a line describes; rows and columns count from `first`.
fn record<'a>(columns: &[&str], first: u32, line: &[TextSpan<'a>]) -> Option<PieceRecord<'a>> {
    let part = |name| line.get(columns.iter().position(|column| *column == name)?);
    let value = |name| number(part(name)?);
    let (height, width) = match part("axis") {
        Some(axis) if axis.text().starts_with(['h', 'H']) => (1, value("length")?),
        Some(_) => (value("length")?, 1),
        None => (value("height")?, value("width")?),
    };
    let (row, col) = (value("row")?.checked_sub(first)?, value("col")?.checked_sub(first)?);
    Some(PieceRecord { name: *part("name").or(line.first())?, row, col, height, width })
}

/// Reads the boxes of lines that have exactly these columns.
fn records<'a>(
    columns: &str,
    first: u32,
    lines: &[Vec<TextSpan<'a>>],
) -> Option<Vec<PieceRecord<'a>>> {
    let columns: Vec<&str> = columns.split(' ').collect();
    let are_full = lines.iter().all(|line| line.len() == columns.len());
    lines.iter().map(|line| record(&columns, first, line).filter(|_| are_full)).collect()
}

/// Reads a table with columns such as `car,orientation,col,row,length`.
fn with_header<'a>(table: &ListRows<'a>) -> Result<Option<PieceList<'a>>, Problem> {
    let column = |part: &TextSpan| {
        let name = part.text().to_ascii_lowercase();
        COLUMNS.iter().find(|(_, names)| names.contains(&&*name)).map_or("", |&(column, _)| column)
    };
    let columns: Vec<&str> = table[0].iter().map(column).collect();
    if !COLUMNS.iter().all(|(column, _)| columns.contains(column)) {
        return Ok(None);
    }
    let record = |line: &Vec<TextSpan<'a>>| {
        let expected = "as many values as the first line names, rows and columns from 1";
        record(&columns, 1, line).ok_or_else(|| line[0].wrong("this line is no car", expected))
    };
    let records: Vec<PieceRecord> = table[1..].iter().map(record).collect::<Result<_, _>>()?;
    let ends = |r: &PieceRecord| r.row.saturating_add(r.height).max(r.col.saturating_add(r.width));
    let needed = records.iter().map(ends).max().unwrap_or(0);
    let side = [6, 9, 12].into_iter().find(|&side| side >= needed).unwrap_or(needed);
    let size = Size { rows: side, cols: side };
    let list = PieceList { convention: CARS, records, size, is_size_assumed: true, are_cars: true };
    Ok(Some(list))
}

/// Reads the side, the number of cars, and lines `NAME h|v LENGTH COLUMN ROW`.
fn sided<'a>(table: &ListRows<'a>) -> Result<Option<PieceList<'a>>, Problem> {
    let ([side], [count]) = (&table[0][..], &table[1][..]) else { return Ok(None) };
    let (Some(side), Some(count)) = (number(side), number(count)) else { return Ok(None) };
    let has_axis = |line: &Vec<TextSpan>| {
        line.get(1).is_some_and(|axis| matches!(axis.text(), "h" | "H" | "v" | "V"))
    };
    let records = records("name axis length col row", 1, &table[2..])
        .filter(|records| !records.is_empty() && table[2..].iter().all(has_axis));
    let Some(records) = records else { return Ok(None) };
    if records.len() != count as usize {
        let message = format!("{} cars, and the second line says {count}", records.len());
        return Err(table[1][0].wrong(message, "a line for each car"));
    }
    let size = Size { rows: side, cols: side };
    let list =
        PieceList { convention: CARS, records, size, is_size_assumed: false, are_cars: true };
    Ok(Some(list))
}

/// Reads a header, then lines `NAME X Y WIDTH HEIGHT`.
fn boxes<'a>(table: &ListRows<'a>) -> Option<PieceList<'a>> {
    let first = table.iter().position(|line| line.len() == 5)?;
    let records = records("name col row width height", 0, &table[first..])?;
    let count = table[..first].last().and_then(|line| number(&line[0]));
    let is_list = records.len() > 1
        && first <= 3
        && count.is_none_or(|count| count as usize == records.len());
    is_list.then_some(())?;
    let rows = records.iter().map(|record| record.row.saturating_add(record.height)).max()?;
    let cols = records.iter().map(|record| record.col.saturating_add(record.width)).max()?;
    let size = Size { rows, cols };
    Some(PieceList { convention: BOXES, records, size, is_size_assumed: true, are_cars: false })
}

/// Reads rows and columns, then lines `HEIGHT WIDTH ROW COLUMN`.
fn tray<'a>(table: &ListRows<'a>) -> Option<PieceList<'a>> {
    let [rows, cols] = &table[0][..] else { return None };
    let size = Size { rows: number(rows)?, cols: number(cols)? };
    let records = tray_records(&table[1..])?;
    Some(PieceList { convention: TRAY, records, size, is_size_assumed: false, are_cars: false })
}

fn tray_records<'a>(lines: &[Vec<TextSpan<'a>>]) -> Option<Vec<PieceRecord<'a>>> {
    records("height width row col", 0, lines)
        .filter(|records| records.iter().all(|record| record.height > 0 && record.width > 0))
}

/// Reads the goal: places for blocks, each for any block of its size.
fn tray_goal(draft: &mut PuzzleDraft, text: &str) -> Result<(), Problem> {
    let table: ListRows = full_lines(text).map(|line| line.words().collect()).collect();
    let Some(records) = tray_records(&table).filter(|records| !records.is_empty()) else {
        let expected = "lines of height, width, row and column";
        return Err(draft.place.wrong("the goal is no list of blocks", expected));
    };
    let size = |Extent { height, width, .. }| (height, width);
    let sizes: Vec<_> = (0..draft.pieces.len()).map(|piece| size(draft.extent(piece))).collect();
    let mut goal = DraftGoal::new(draft.place);
    for PieceRecord { row, col, height, width, .. } in records {
        let used =
            |piece: usize| goal.wanted.iter().any(|wanted: &DraftTarget| wanted.piece == piece);
        let is_like = |&piece: &usize| sizes[piece] == (height, width) && !used(piece);
        let found = (0..sizes.len()).find(is_like);
        let cell = found.and_then(|piece| draft.first_cell(piece, row, col));
        let (Some(piece), Some(cell)) = (found, cell) else {
            let message =
                format!("the goal has a block of {height} x {width} too many, or off the board");
            return Err(draft.place.wrong(message, "blocks of the start"));
        };
        goal.wanted.push(DraftTarget { piece, cell, place: draft.place });
    }
    // Any block of a size will do.
    draft.alike = by_sign((0..).zip(sizes)).into_iter().map(|(_, group)| group).collect();
    draft.goals = vec![goal];
    Ok(())
}

/// Returns the size and the rows of a grid that has a frame of 1 and -1.
fn room<'t, 'a>(table: &'t ListRows<'a>) -> Option<(Size, &'t [Vec<TextSpan<'a>>])> {
    let [cols, rows] = &table[0][..] else { return None };
    let size = Size { rows: number(rows)?, cols: number(cols)? };
    let lines = &table[1..];
    let fits = lines.len() == size.rows as usize
        && lines.iter().all(|line| line.len() == size.cols as usize);
    let has_exit = lines.iter().flatten().any(|part| part.text() == "-1");
    let is_framed = lines[0].iter().all(|part| matches!(part.text(), "1" | "-1"));
    (fits && has_exit && is_framed && size.violation().is_none()).then_some((size, lines))
}

/// Reads a grid: 1 wall, 0 empty, -1 the exit, which only piece 2 may enter.
fn walled<'a>(
    size: Size,
    lines: &[Vec<TextSpan<'a>>],
    options: &ReadOptions,
) -> Result<Reading<'a>, Problem> {
    let mut draft = PuzzleDraft::new(size, lines[0][0]);
    let mut exits = Vec::new();
    let parts: Vec<TextSpan> = lines.iter().flatten().copied().collect();
    for (sign, cells) in by_sign((0..).zip(parts.iter().map(TextSpan::text))) {
        match sign {
            "1" => draft.walls = cells,
            "0" => {}
            "-1" => exits = cells,
            _ => draft.add(sign, cells.clone(), parts[cells[0] as usize]),
        }
    }
    let missing = |_| draft.place.wrong("there is no piece 2, which has to leave", "a piece 2");
    let target = draft.named("2").map_err(missing)?;
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
    reading.assume("1 is a wall, 0 is empty", "");
    reading.assume("piece 2 goes to -1, which no other piece may enter", "");
    aim(&mut reading, options)?;
    Ok(reading)
}

/// Drafts boxes on a board of this size, as cars if requested.
pub fn drafted<'a>(
    records: &[PieceRecord<'a>],
    size: Size,
    are_cars: bool,
) -> Result<PuzzleDraft<'a>, Problem> {
    let place = records[0].name;
    if size.violation().is_some() {
        return Err(place.wrong("the board has no cells, or too many", "1 to 1048576 cells"));
    }
    let mut draft = PuzzleDraft::new(size, place);
    let mut taken = std::collections::BTreeSet::new();
    for &PieceRecord { name, row, col, height, width } in records {
        let mut cells = Vec::new();
        for row in row..row.saturating_add(height.min(size.rows + 1)) {
            for col in col..col.saturating_add(width.min(size.cols + 1)) {
                let cell = size.cell(row.into(), col.into()).filter(|&cell| taken.insert(cell));
                let Some(cell) = cell else {
                    let message =
                        format!("piece {} lies off the board or on another piece", name.text());
                    return Err(name.wrong(message, "free cells of the board"));
                };
                cells.push(cell);
            }
        }
        if cells.is_empty() {
            return Err(name.wrong("a piece without cells", "a length of at least 1"));
        }
        draft.add(name.text(), cells, name);
    }
    if are_cars {
        draft.lock_all();
    }
    Ok(draft)
}

/// Adds the goal of cars: `X`, `R` or the first one leaves to the right.
fn red(reading: &mut Reading, options: &ReadOptions) -> Result<(), Problem> {
    let draft = reading.draft();
    let is_red = |car: &usize| matches!(&*draft.pieces[*car].name, "X" | "x" | "red" | "R" | "r");
    let car = match options.target.as_deref() {
        Some(name) => draft.named(name)?,
        None => (0..draft.pieces.len()).find(is_red).unwrap_or(0),
    };
    if options.target.is_none() && draft.pieces[car].lock != Lock::Horizontal {
        let message = "no goal: which car has to leave is not written";
        return Err(draft.place.wrong(message, "`--target CAR`"));
    }
    match &options.to {
        Some(to) => go(reading, car, to),
        None => leave_at(reading, car, "right", options),
    }
}

/// Applies the locks and the goal that options state.
fn aim(reading: &mut Reading, options: &ReadOptions) -> Result<(), Problem> {
    options.lock(reading.draft())?;
    if let Some(text) = options.aim(reading.draft())? {
        reading.note(text, AssumptionSource::Option, "");
    }
    Ok(())
}
