//! The game ids of `slide` in Simon Tatham's collection.

use super::draft::PuzzleDraft;
use super::problem::Result;
use super::text::{Cursor, TextSpan, number};
use super::write::{Written, cells, refuse_if, target};
use super::{Notation, Reader};
use crate::puzzle::{Expectation, Lock, Puzzle, Size, Style};

pub const NOTATION: Notation = Notation {
    name: "sgt",
    about: "Simon Tatham's slide: game ids as 5x5u:w6md1aw2d4d1efewa2efew5,3,2",
    read: Reader::Lines { line: id, are_lines: |_| true, meaning: None },
    write: Some(write),
};

/// Whether a line has the form of an id.
pub fn is_id(line: &TextSpan) -> bool {
    let Some((size, rest)) = line.text().split_once(':') else { return false };
    size.starts_with(|c: char| c.is_ascii_digit())
        && size.chars().all(|c| c.is_ascii_digit() || "xmu".contains(c))
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == ',')
        && rest.matches(',').count() > 1
}

fn id(line: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let mut cursor = Cursor::new(line);
    let cols = cursor.number()?;
    let rows = if cursor.take("x").is_some() { cursor.number()? } else { cols };
    // Whether there is a least number of moves, and which.
    cursor.take_while(|c| c.is_ascii_digit() || "mu".contains(c));
    let otherwise = "an id goes on otherwise";
    cursor.expect(":", otherwise)?;
    let size = Size { rows, cols };
    if size.violation().is_some() {
        return line.fail("the board has no cells, or too many", "1 to 1048576 cells");
    }
    let mut draft = PuzzleDraft::new("", size, line);
    let own_cells = blocks(&mut cursor, &mut draft)?;
    cursor.expect(",", otherwise)?;
    let place = cursor.rest;
    let x = cursor.number()?;
    cursor.expect(",", otherwise)?;
    let y = cursor.number()?;
    if cursor.take(",").is_some() {
        let moves = Some(u64::from(cursor.number()?));
        draft.expectations.push(Expectation { style: Style::WALK, moves, states: None });
    }
    if !cursor.is_done() {
        return cursor.rest.fail(otherwise, "nothing more");
    }
    draft.aim(
        0,
        &[size
            .cell(y.into(), x.into())
            .ok_or_else(|| place.wrong("the goal is off the board", "a cell of the board"))?],
    );
    if !own_cells.is_empty() {
        draft.gates.push((vec![0], own_cells));
    }
    Ok(draft)
}

/// Reads the cells of the board, and makes the main block the first piece. Returns the cells that
/// only it may enter.
fn blocks<'a>(cursor: &mut Cursor<'a>, draft: &mut PuzzleDraft<'a>) -> Result<Vec<u32>> {
    let count = draft.size.cells();
    let (mut own_cells, mut mains) = (Vec::new(), Vec::new());
    // The block of each cell.
    let mut blocks: Vec<Option<usize>> = Vec::new();
    while blocks.len() < count {
        let is_own = cursor.take("f").is_some();
        let Some((letter, part)) = cursor.take("amewd") else {
            return cursor.rest.fail(
                format!("{} cells of {count}", blocks.len()),
                "`a`, `m`, `e`, `w` or `d` for each cell",
            );
        };
        let digits = cursor.digits();
        let number = if digits.text().is_empty() { 1 } else { number(&digits)? as usize };
        let times = if letter == 'd' { 1 } else { number };
        if times > count - blocks.len() {
            return part.fail("there are more cells than the board has", format!("{count} cells"));
        }
        for _ in 0..times {
            let cell = blocks.len() as u32;
            own_cells.extend(is_own.then_some(cell));
            let block = match letter {
                'e' | 'w' => None,
                'd' => blocks.len().checked_sub(number).and_then(|at| *blocks.get(at)?),
                _ => {
                    draft.add("", Vec::new(), part);
                    Some(draft.pieces.len() - 1)
                }
            };
            match (letter, block) {
                ('w', _) => draft.walls.push(cell),
                ('d', None) => {
                    return part.fail(
                        format!("the cell {number} before is no cell of a block"),
                        "the distance to one",
                    );
                }
                ('m', Some(block)) => mains.push(block),
                _ => {}
            }
            if let Some(block) = block {
                draft.pieces[block].cells.push(cell);
            }
            blocks.push(block);
        }
    }
    let [main] = mains[..] else {
        let place = mains.get(1).map_or(draft.place, |&second| draft.pieces[second].place);
        return place.fail(format!("{} main blocks", mains.len()), "exactly one `m`");
    };
    draft.pieces[..=main].rotate_right(1);
    Ok(own_cells)
}

fn write(puzzle: &Puzzle) -> Written {
    let size = puzzle.size();
    refuse_if(
        size.cols < 5 || size.cols > 251 || size.rows < 4,
        "boards with fewer than 5 or more than 251 columns, or fewer than 4 rows",
    )?;
    refuse_if(!puzzle.kinds().iter().all(|kind| kind.lock() == Lock::Free), "locked pieces")?;
    let (target, exit) = target(puzzle)?;
    let closed = match puzzle.gates() {
        [] => &[][..],
        [gate] if gate.kinds == [target.kind] => &gate.cells,
        _ => return Err("gates other than one for the target piece alone"),
    };
    let mut words = vec!["e".to_owned(); size.cells()];
    puzzle.blocked().iter().for_each(|&cell| words[cell as usize] = "w".to_owned());
    for &piece in puzzle.start().placements() {
        let cells = cells(puzzle, piece);
        words[cells[0] as usize] = if piece == target { "m" } else { "a" }.to_owned();
        for pair in cells.windows(2) {
            words[pair[1] as usize] = format!("d{}", pair[1] - pair[0]);
        }
    }
    for &cell in closed {
        let word = &mut words[cell as usize];
        refuse_if(word.starts_with('d'), "gates under later cells of blocks")?;
        word.insert(0, 'f');
    }
    let mut cells = String::new();
    for run in words.chunk_by(|one, other| one == other && !one.starts_with('d')) {
        cells += &run[0];
        cells.extend((run.len() > 1).then(|| run.len().to_string()));
    }
    let (row, col) = size.row_col(exit);
    Ok(format!("{}x{}u:{cells},{col},{row}\n", size.cols, size.rows))
}
