//! Rush Hour, a board a line: fogleman/rush, its database, and zwegner/slidey-blocky-thingy.

use super::draft::PuzzleDraft;
use super::layout::{Grid, characters};
use super::options::ReadOptions;
use super::problem::Result;
use super::readings::draft_of;
use super::text::{TextSpan, full_lines, number};
use super::tiles::is_square;
use super::write::{Written, refuse_if, signs, target};
use super::{Notation, Reader};
use crate::puzzle::{Expectation, Kind, Lock, Note, Puzzle, Size, Style};

pub const NOTATION: Notation = Notation {
    name: "rush",
    about: "fogleman/rush: Rush Hour boards, a letter a car, one a line or by rows; its database",
    read: Reader::Lines {
        line: database_line,
        are_lines,
        meaning: Some("Rush Hour: the car with the first letter leaves to the right"),
    },
    write: Some(write),
};

pub const ZWEGNER: Notation = Notation {
    name: "zwegner",
    about: "zwegner/slidey-blocky-thingy: Rush Hour boards, a word a row, `+` leaves; or as JSON",
    read: Reader::Lines {
        line: row_words,
        are_lines: |text| full_lines(text).all(|line| line.text().contains([' ', '\t', '{'])),
        meaning: Some("Rush Hour: car + leaves to the right"),
    },
    write: None,
};

fn database_line(line: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let (word, known) = columns(&line)?;
    let mut draft = board(word)?;
    draft.expectations.extend(known);
    Ok(draft)
}

/// Returns the board of a line, and what the line says of its solution: nothing, `BOARD/MOVES`, or
/// the columns of the database, of which old ones have steps and pieces, too.
fn columns<'a>(line: &TextSpan<'a>) -> Result<(TextSpan<'a>, Option<Expectation>)> {
    // Tables have commas, lists have blanks.
    let has_blanks = line.text().contains(char::is_whitespace);
    let words: Vec<TextSpan> =
        line.split(|c: char| c.is_whitespace() || c == '/' || c == ',' && !has_blanks).collect();
    let at = words
        .iter()
        .position(|word| !word.text().starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(0);
    let (moves, states) = match (at, words.len() - at) {
        (0, 1) => return Ok((words[0], None)),
        (0, 2) if line.text().contains('/') => (words[1], None),
        (1 | 3, 2 | 3) => (words[0], Some(number(&words[at + 1])?)),
        _ => {
            return line.fail(
                "this is no line of the database",
                "a board, or its number of moves, the board and its number of states",
            );
        }
    };
    let moves = Some(number(&moves)?);
    Ok((words[at], Some(Expectation { style: Style::SLIDE, moves, states })))
}

/// Reads a board.
fn board(word: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let signs = word.text().as_bytes();
    let side = signs.len().isqrt();
    if side < 3 || !is_square(signs.len()) {
        return word.fail(
            format!("{} cells are no square", word.text().chars().count()),
            "as many cells as a square has, from 9 on",
        );
    }
    let mut draft = PuzzleDraft::new("", Size { rows: side as u32, cols: side as u32 }, word);
    draft.pieces.reserve(16);
    // The car of each letter.
    let mut cars = [usize::MAX; 128];
    for (cell, &sign) in signs.iter().enumerate() {
        match sign {
            b'.' | b'o' => {}
            b'x' => draft.walls.push(cell as u32),
            _ if sign.is_ascii_alphabetic() => {
                let car = &mut cars[usize::from(sign)];
                if *car == usize::MAX {
                    *car = draft.pieces.len();
                    let place = word.part(cell..cell + 1);
                    draft.add(place.text(), Vec::with_capacity(3), place);
                }
                draft.pieces[*car].cells.push(cell as u32);
            }
            _ => {
                let place = word.character(cell);
                return place.fail(
                    format!("illegal sign `{}`", place.text()),
                    "`.` or `o` for an empty cell, `x` for a wall, or a car's letter",
                );
            }
        }
    }
    // The car of the first letter has to leave. It comes first, so that it is kind 1.
    let own = (0..draft.pieces.len()).min_by_key(|&car| &draft.pieces[car].name);
    let own =
        own.ok_or_else(|| word.wrong("there is no car that has to leave", "at least that one"))?;
    draft.pieces[..=own].rotate_right(1);
    draft.lock_cars()?;
    let own = &draft.pieces[0];
    if own.lock == Lock::Vertical {
        return own.place.fail(
            format!("car {}, which has to leave, stands upright", own.name),
            "a car that lies in a row",
        );
    }
    if !draft.pieces[1..].is_sorted_by_key(|car| &car.name) {
        // Moves use the letters, but the pieces have none.
        draft.notes.push((word, Note { key: "board".to_owned(), value: word.text().to_owned() }));
    }
    let own = &draft.pieces[0].cells;
    let end = (own[0] / draft.size.cols + 1) * draft.size.cols - own.len() as u32;
    draft.aim(0, &[end]);
    Ok(draft)
}

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    let mut lines = full_lines(below_header(text));
    let board = lines.next().and_then(|line| columns(&line).ok());
    let cells = board.map_or(0, |(board, _)| board.text().len());
    cells > 8 && text.is_ascii() && lines.count() + 1 != cells
}

/// Whether a line has a square board with some empty cell and with cars of more than one cell.
pub fn is_board_line(line: &TextSpan) -> bool {
    // The database has capitals, and its red car is `A`: an `X` means another notation.
    columns(line).is_ok_and(|(board, _)| {
        let board = board.text();
        board.len() > 8
            && is_square(board.len())
            && board.contains(['.', 'o'])
            && board.chars().all(|c| c.is_ascii_uppercase() && c != 'X' || ".ox".contains(c))
            && ('A'..='Z').all(|car| board.matches(car).count() != 1)
    })
}

/// Returns a text without its header of column names.
pub fn below_header(text: &str) -> &str {
    match full_lines(text).next().filter(is_header) {
        Some(header) => &text[header.span().end..],
        None => text,
    }
}

/// Whether a line names columns, one of which has boards.
pub fn is_header(line: &TextSpan) -> bool {
    line.text().split(',').skip(1).any(|name| name == "board")
}

fn row_words(line: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let options = ReadOptions::with("as", "zwegner").and("target", "+");
    let board = fact(&line, "board").unwrap_or(line);
    let grid = Grid::new(board.words().map(characters).collect(), true);
    let mut draft = draft_of(grid, &options, board)?;
    if let Some(moves) = fact(&line, "moves") {
        let moves = Some(number(&moves)?);
        draft.expectations.push(Expectation { style: Style::SLIDE, moves, states: None });
    }
    Ok(draft)
}

/// Returns a value of an object in JSON.
fn fact<'a>(line: &TextSpan<'a>, key: &str) -> Option<TextSpan<'a>> {
    let parts = line.split(|c| "{}\":,".contains(c)).map(|part| part.trimmed());
    let mut parts = parts.filter(|part| !part.text().is_empty());
    parts.find(|part| part.text() == key)?;
    parts.next()
}

/// Whether a line is a board of words, or an object with one.
pub fn has_row_words(line: &TextSpan) -> bool {
    let board = fact(line, "board").unwrap_or(*line);
    let side = board.words().count();
    side > 2
        && board.words().all(|row| {
            row.text().len() == side
                && row.text().chars().all(|c| c.is_ascii_alphanumeric() || ".+".contains(c))
        })
        && board.text().matches('+').count() > 1
}

/// Writes the board of a Rush Hour puzzle in a line: `o` for empty cells, `x` for walls, `A` for the
/// target, and letters for the other cars in the order of their first cells.
fn write(puzzle: &Puzzle) -> Written {
    let size = puzzle.size();
    refuse_if(size.rows != size.cols || size.rows < 3, "boards other than squares from 3 x 3 on")?;
    refuse_if(!puzzle.gates().is_empty(), "gates")?;
    let (own, exit) = target(puzzle)?;
    let is_car = |kind: &Kind| {
        let along = |at: i32| match kind.lock() {
            Lock::Horizontal => Some((0, at)),
            Lock::Vertical => Some((at, 0)),
            Lock::Free => None,
        };
        kind.cells().len() > 1 && (0..).zip(kind.cells()).all(|(at, cell)| along(at) == Some(*cell))
    };
    let others = "pieces other than straight cars that are locked along themselves";
    refuse_if(!puzzle.kinds().iter().all(is_car), others)?;
    let kind = puzzle.kind(own);
    let edge = (own.cell / size.cols + 1) * size.cols;
    let is_exit = kind.lock() == Lock::Horizontal && exit + kind.cells().len() as u32 == edge;
    refuse_if(!is_exit, "goals other than a lying car at the right edge")?;
    let mut letters = 'B'..='Z';
    let pieces = puzzle.start().placements();
    let names: Option<Vec<char>> =
        pieces.iter().map(|&piece| if piece == own { Some('A') } else { letters.next() }).collect();
    let board = signs(puzzle, ['o', 'x'], pieces, &names.ok_or("more than 26 cars")?);
    Ok(board.into_iter().collect::<String>() + "\n")
}
