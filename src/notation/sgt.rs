//! The game ids of `slide` in Simon Tatham's collection.

use super::cars::{FEWER, TOO_MANY, kind_of};
use super::problem::Problem;
use super::text::{TextSpan, number};
use super::write::{Written, cells, no_locks, only_goal, refuse_if, start};
use super::{Notation, Reader};
use crate::puzzle::{
    Demand, Expectation, Gate, GoalSetup, Lock, Placement, Puzzle, Setup, Size, Style, Want,
};

pub const NOTATION: Notation = Notation {
    name: "sgt",
    about: "Simon Tatham's slide: game ids as 5x5u:w6md1aw2d4d1efewa2efew5,3,2",
    read: Reader::Lines { line: id, are_lines: |_| true },
    write: Some(write),
};

/// Whether a line has the form of an id.
pub fn is_id(line: &TextSpan) -> bool {
    let Some((size, rest)) = line.text().split_once(':') else { return false };
    let is_size = |c: char| c.is_ascii_digit() || "xmu".contains(c);
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == ',';
    size.starts_with(|c: char| c.is_ascii_digit())
        && size.chars().all(is_size)
        && rest.chars().all(is_cell)
        && rest.matches(',').nth(1).is_some()
}

/// A text that is consumed from its beginning.
struct Cursor<'a> {
    rest: TextSpan<'a>,
}

impl<'a> Cursor<'a> {
    /// Consumes the first character, of one byte, if it is one of these.
    fn take(&mut self, signs: &str) -> Option<(char, TextSpan<'a>)> {
        let c = self.rest.text().chars().next().filter(|&c| signs.contains(c))?;
        let part = self.rest.part(0..1);
        self.rest = self.rest.from(1);
        Some((c, part))
    }

    /// Consumes the leading digits, perhaps none.
    fn digits(&mut self) -> TextSpan<'a> {
        let text = self.rest.text();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let digits = self.rest.part(0..end);
        self.rest = self.rest.from(end);
        digits
    }

    fn number(&mut self) -> Result<u32, Problem> {
        let digits = self.digits();
        let value = u32::try_from(number(&digits)?);
        value.map_err(|_| digits.wrong("this number is too large", "a smaller one"))
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Problem> {
        let found = self.take(sign).map(|_| ());
        found.ok_or_else(|| self.rest.wrong("an id goes on otherwise", format!("`{sign}`")))
    }
}

/// The pieces as they are read, cell by cell.
#[derive(Default)]
struct SgtBlocks<'a> {
    /// The cells of each, and its place in the text.
    blocks: Vec<(Vec<u32>, TextSpan<'a>)>,
    /// The block of each cell so far.
    owners: Vec<Option<usize>>,
    main: Option<usize>,
    walls: Vec<u32>,
    fields: Vec<u32>,
}

fn id(line: TextSpan) -> Result<Setup, Problem> {
    let mut cursor = Cursor { rest: line };
    let cols = cursor.number()?;
    let rows = if cursor.take("x").is_some() { cursor.number()? } else { cols };
    if cursor.take("m").is_some() {
        cursor.number()?;
    } else {
        cursor.take("u");
    }
    if cursor.rest.text().starts_with('#') {
        let message = "a seed says nothing without the program that made it";
        return Err(cursor.rest.wrong(message, "an id with its cells, behind `:`"));
    }
    cursor.expect(":")?;
    let size = Size { rows, cols };
    if size.violation().is_some() {
        return Err(line.wrong("the board has no cells, or too many", "1 to 1048576 cells"));
    }
    let mut blocks = blocks(&mut cursor, size)?;
    let mut setup = Setup::new(size);
    let place = cursor.rest;
    let (x, y) = goal(&mut cursor, &mut setup)?;
    let Some(main) = blocks.main else {
        return Err(line.wrong("there is no main block", "one that begins with `m`"));
    };
    setup.blocked = blocks.walls;
    blocks.blocks[..=main].rotate_right(1);
    for (cells, part) in blocks.blocks {
        let (row, col) = size.row_col(cells[0]);
        let offset = |&cell: &u32| {
            let (r, c) = size.row_col(cell);
            ((r - row) as i32, c as i32 - col as i32)
        };
        let kind = kind_of(&mut setup, Lock::Free, cells.iter().map(offset));
        let kind = kind.ok_or_else(|| part.wrong(TOO_MANY, FEWER))?;
        setup.start.push(Placement { cell: cells[0], kind });
    }
    let off = || place.wrong("the goal is off the board", "a cell of the board");
    let cell = size.cell(y.into(), x.into()).ok_or_else(off)?;
    setup.goals = vec![GoalSetup::Partial(vec![Demand { cell, want: Want::Origin(0) }])];
    if !blocks.fields.is_empty() {
        setup.gates.push(Gate { kinds: vec![0], cells: blocks.fields });
    }
    Ok(setup)
}

/// Reads the goal's column and row. The least number of moves, if given, goes into the setup.
fn goal(cursor: &mut Cursor, setup: &mut Setup) -> Result<(u32, u32), Problem> {
    cursor.expect(",")?;
    let x = cursor.number()?;
    cursor.expect(",")?;
    let y = cursor.number()?;
    if cursor.take(",").is_some() {
        let moves = Some(u64::from(cursor.number()?));
        setup.expectations.push(Expectation { style: Style::WALK, moves, states: None });
    }
    match cursor.rest.text() {
        "" => Ok((x, y)),
        _ => Err(cursor.rest.wrong("this is no part of an id", "nothing")),
    }
}

fn blocks<'a>(cursor: &mut Cursor<'a>, size: Size) -> Result<SgtBlocks<'a>, Problem> {
    let mut blocks = SgtBlocks::default();
    while !cursor.rest.text().is_empty() && !cursor.rest.text().starts_with(',') {
        let is_field = cursor.take("f").is_some();
        let Some((letter, part)) = cursor.take("amewdAMEWD") else {
            return Err(cursor.rest.wrong("this is no cell", "`a`, `m`, `e`, `w` or `d`"));
        };
        let letter = letter.to_ascii_lowercase();
        let digits = cursor.digits();
        let count = if digits.text().is_empty() { 1 } else { number(&digits)? };
        let times = if letter == 'd' { 1 } else { count };
        if times > (size.cells() - blocks.owners.len()) as u64 {
            let expected = format!("{} cells", size.cells());
            return Err(part.wrong("there are more cells than the board has", expected));
        }
        for _ in 0..times {
            blocks.cell(letter, count, part)?;
            if is_field {
                blocks.fields.push(blocks.owners.len() as u32 - 1);
            }
        }
    }
    if blocks.owners.len() < size.cells() {
        let message = format!("{} cells of {}", blocks.owners.len(), size.cells());
        return Err(cursor.rest.wrong(message, "all cells of the board"));
    }
    Ok(blocks)
}

impl<'a> SgtBlocks<'a> {
    /// Adds a cell; `distance` leads from the latest cell of the block that it continues.
    fn cell(&mut self, letter: char, distance: u64, part: TextSpan<'a>) -> Result<(), Problem> {
        let here = self.owners.len() as u32;
        let owner = match letter {
            'e' => None,
            'w' => {
                self.walls.push(here);
                None
            }
            'd' => {
                let before = u64::from(here).checked_sub(distance).filter(|_| distance > 0);
                let owner = before.and_then(|before| self.owners[before as usize]);
                let is_end =
                    |&owner: &usize| self.blocks[owner].0.last().copied().map(u64::from) == before;
                let Some(owner) = owner.filter(is_end) else {
                    let message = format!("the cell {distance} before is not the end of a block");
                    return Err(part.wrong(message, "the distance to a block's latest cell"));
                };
                self.blocks[owner].0.push(here);
                Some(owner)
            }
            _ => {
                let index = self.blocks.len();
                if letter == 'm' && self.main.replace(index).is_some() {
                    return Err(part.wrong("a second main block", "exactly one `m`"));
                }
                self.blocks.push((vec![here], part));
                Some(index)
            }
        };
        self.owners.push(owner);
        Ok(())
    }
}

/// Returns the target piece at its start, its place at the goal, and the cells that only it may
/// enter.
fn target(puzzle: &Puzzle) -> Result<(Placement, u32, &[u32]), &'static str> {
    no_locks(puzzle)?;
    let &[Demand { cell: exit, want: Want::Origin(kind) }] = only_goal(puzzle)?.demands() else {
        return Err("goals that are not about exactly one piece");
    };
    let mut alike = puzzle.start().placements().iter().filter(|piece| piece.kind == kind);
    let (Some(&target), None) = (alike.next(), alike.next()) else {
        return Err("goals about one of several like pieces");
    };
    let others = || puzzle.start().placements().iter().filter(|piece| piece.kind != kind);
    let cells = others().next().map_or(&[][..], |piece| puzzle.closed_to(piece.kind));
    let is_own = puzzle.closed_to(kind).is_empty()
        && others().all(|piece| puzzle.closed_to(piece.kind) == cells);
    refuse_if(!is_own, "gates that let another than the target piece pass")?;
    Ok((target, exit, cells))
}

fn write(puzzle: &Puzzle) -> Written {
    let size = puzzle.size();
    refuse_if(
        size.cols < 5 || size.cols > 251 || size.rows < 4,
        "boards with fewer than 5 or more than 251 columns, or fewer than 4 rows",
    )?;
    let (target, exit, fields) = target(puzzle)?;
    let pieces = puzzle.start().placements();
    let all: Vec<Vec<u32>> = pieces.iter().map(|&piece| cells(puzzle, piece)).collect();
    let indices: Vec<Option<usize>> = (0..pieces.len()).map(Some).collect();
    let owners = start(puzzle, [None, None], &indices);
    let mut words: Vec<(String, u32)> = Vec::new();
    for (cell, owner) in (0..).zip(owners) {
        let is_field = fields.binary_search(&cell).is_ok();
        let word = match owner {
            Some(index) => {
                let before = all[index].iter().rev().find(|&&other| other < cell);
                refuse_if(is_field && before.is_some(), "gates under later cells of blocks")?;
                match before {
                    Some(before) => format!("d{}", cell - before),
                    None if pieces[index] == target => "m".to_owned(),
                    None => "a".to_owned(),
                }
            }
            None if puzzle.blocked().binary_search(&cell).is_ok() => "w".to_owned(),
            None => "e".to_owned(),
        };
        let word = if is_field { format!("f{word}") } else { word };
        match words.last_mut() {
            Some((last, count)) if *last == word && !word.contains('d') => *count += 1,
            _ => words.push((word, 1)),
        }
    }
    let run = |(word, count): &(String, u32)| match count {
        1 => word.clone(),
        _ => format!("{word}{count}"),
    };
    let runs: String = words.iter().map(run).collect();
    let (row, col) = size.row_col(exit);
    Ok(format!("{}x{}u:{runs},{col},{row}\n", size.cols, size.rows))
}
