//! Moves as text: the sentences of the reports.

use super::position::Names;
use super::scripts::farthest;
use super::{ParsedMove, direction, number, quoted, unexpected};
use crate::notation::cursor::Cursor;
use crate::notation::problem::Problem;
use crate::notation::text::{TextSpan, lines};
use crate::puzzle::{Placement, Puzzle};

/// Reads sentences with these names of pieces.
pub fn read(puzzle: &Puzzle, names: &Names, text: &str) -> Result<Vec<ParsedMove>, Problem> {
    let lines = lines(text).map(|line| line.trimmed()).filter(|line| !line.text().is_empty());
    lines.map(|line| sentence(puzzle, names, line)).collect()
}

/// Reads `piece 3 at row 4, column 1: right 2, up`, optionally after a number and a point; or `pieces
/// 1 at row 1, column 1; 2 at row 1, column 2 and 3 at row 2, column 1 together: up`.
fn sentence(puzzle: &Puzzle, names: &Names, line: TextSpan) -> Result<ParsedMove, Problem> {
    let mut cursor = Cursor::new(line);
    cursor.digits();
    if !cursor.eat(". ") {
        cursor = Cursor::new(line);
    }
    cursor.take_while(char::is_whitespace);
    let is_one = cursor.eat("piece ");
    if !is_one && !cursor.eat("pieces ") {
        let expected = "a move, as in `piece 1 at row 2, column 3: up`";
        return Err(unexpected(cursor.rest, expected));
    }
    let mut pieces = vec![piece(puzzle, names, &mut cursor)?];
    while !is_one && (cursor.eat("; ") || cursor.eat(" and ")) {
        pieces.push(piece(puzzle, names, &mut cursor)?);
    }
    expect(&mut cursor, if is_one { ": " } else { " together: " })?;
    let mut steps = Vec::new();
    loop {
        let word = cursor.take_while(char::is_alphabetic);
        let step = direction(word.text());
        let step = step.ok_or_else(|| unexpected(word, "`right`, `left`, `down` or `up`"))?;
        let times = match cursor.eat(" ") {
            true => number(&mut cursor, "a number of steps", 1, farthest(puzzle))?,
            false => 1,
        };
        steps.extend(vec![step; times as usize]);
        if !cursor.eat(", ") {
            break;
        }
    }
    match cursor.is_done() {
        true => Ok(ParsedMove { line: Some(line.number), pieces, steps, after: None }),
        false => Err(unexpected(cursor.rest, "`, ` or the end of the line")),
    }
}

/// Reads `3 at row 4, column 1`, or `3 (the king) at row 4, column 1` if that is its name.
fn piece(puzzle: &Puzzle, names: &Names, cursor: &mut Cursor) -> Result<Placement, Problem> {
    // The longest name that ends before more words, or else a character.
    let rest = cursor.rest;
    let ends = [" at row ", " ("].into_iter().flat_map(|end| rest.text().match_indices(end));
    let ends = ends.map(|(at, _)| at).chain([rest.character(0).text().len()]);
    let mut known = ends.filter_map(|end| Some((end, *names.get(&rest.text()[..end])?)));
    let Some((end, kind)) = known.next() else {
        return Err(unexpected(rest, format!("one of {}", quoted(names.keys()))));
    };
    cursor.rest = rest.from(end);
    if cursor.eat(" (") {
        // A name for people.
        let name = cursor.rest.text().find(") at row ").unwrap_or_default();
        cursor.rest = cursor.rest.from(name);
        expect(cursor, ")")?;
    }
    let size = puzzle.size();
    expect(cursor, " at row ")?;
    let row = number(cursor, "a row", 1, size.rows)?;
    expect(cursor, ", column ")?;
    let col = number(cursor, "a column", 1, size.cols)?;
    Ok(Placement { cell: (row - 1) * size.cols + col - 1, kind })
}

fn expect(cursor: &mut Cursor, words: &str) -> Result<(), Problem> {
    if cursor.eat(words) { Ok(()) } else { Err(unexpected(cursor.rest, format!("`{words}`"))) }
}
