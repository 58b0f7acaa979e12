//! The boards of fogleman/rush and of its database: Rush Hour in one word.

use super::cars::{self, CarBoard, SignMeaning, SignTable};
use super::problem::Problem;
use super::text::{TextSpan, full_lines, number};
use super::{Notation, Reader};
use crate::puzzle::{Expectation, Note, Setup, Style};

pub const NOTATION: Notation = Notation {
    name: "rush",
    about: "fogleman/rush: Rush Hour boards, a letter a car, one a line or by rows; its database",
    read: Reader::Lines { line, are_lines },
    write: Some(cars::write),
};

const SIGNS: SignTable = SignTable {
    meaning: |sign| match sign {
        b'.' | b'o' => SignMeaning::Empty,
        b'x' => SignMeaning::Wall,
        b'A'..=b'Z' | b'a'..=b'z' => SignMeaning::Car,
        _ => SignMeaning::Illegal,
    },
    legal: "`.` or `o` for an empty cell, `x` for a wall, or the letter of a car",
};

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    let text = below_header(text);
    let lines = full_lines(text).count();
    let cells = |known: DatabaseLine| {
        Some(known.board.text().len()).filter(|_| known.board.text().is_ascii())
    };
    let side = |line: &TextSpan| known(*line).ok().and_then(cells);
    full_lines(text).next().is_none_or(|first| side(&first).is_some_and(|cells| cells > 8))
        && !full_lines(text).all(|line| side(&line) == Some(lines))
}

/// Whether these are the cells of a square with some empty and with cars of more than one cell.
pub fn is_board_word(signs: impl Iterator<Item = u8>) -> bool {
    let mut counts = [0_usize; 128];
    let mut cells = 0;
    for sign in signs {
        // The database has capitals, and its red car is `A`: an `X` means another notation.
        if !(sign.is_ascii_uppercase() && sign != b'X' || b".ox".contains(&sign)) {
            return false;
        }
        counts[usize::from(sign)] += 1;
        cells += 1;
    }
    let is_single = |sign: u8| counts[usize::from(sign)] == 1 && !b".ox".contains(&sign);
    let side = (cells as f64).sqrt() as usize;
    side >= 3
        && side * side == cells
        && counts[usize::from(b'o')] + counts[usize::from(b'.')] > 0
        && !(b'A'..=b'z').any(is_single)
}

fn read(lot: &CarBoard) -> Result<Setup, Problem> {
    let mut are_in_order = true;
    // The car whose letter comes first is the target.
    let mut setup = cars::read(lot, &SIGNS, |cars| {
        let first = cars.iter().copied().min();
        are_in_order = cars.iter().filter(|car| Some(**car) != first).is_sorted();
        first
    })?;
    if !are_in_order {
        // Moves use the letters, but the pieces have none.
        let board = lot.signs().map(char::from).collect();
        setup.notes.push(Note { key: "board".to_owned(), value: board });
    }
    Ok(setup)
}

/// What a line contains besides its board.
struct DatabaseLine<'a> {
    board: TextSpan<'a>,
    moves: Option<TextSpan<'a>>,
    states: Option<TextSpan<'a>>,
}

fn line(line: TextSpan) -> Result<Setup, Problem> {
    let DatabaseLine { board, moves, states } = known(line)?;
    let side = board.text().len().isqrt();
    if side * side != board.text().len() || side < 3 {
        let message = format!("{} cells are no square", board.text().chars().count());
        return Err(board.wrong(message, "as many cells as a square has, from 9 on"));
    }
    let mut setup = read(&CarBoard { words: &[board], side })?;
    if let Some(moves) = moves {
        let states = states.as_ref().map(number).transpose()?;
        let moves = Some(number(&moves)?);
        setup.expectations.push(Expectation { style: Style::SLIDE, moves, states });
    }
    Ok(setup)
}

fn known(line: TextSpan) -> Result<DatabaseLine, Problem> {
    let mut words = [line; 6];
    let mut count = 0;
    // Tables have commas, lists have blanks.
    let has_blanks = line.text().contains(char::is_whitespace);
    for word in line.split(|c| c.is_whitespace() || c == ',' && !has_blanks) {
        let Some(place) = words.get_mut(count) else {
            return Err(word.wrong("a seventh word", "nothing behind the counts"));
        };
        *place = word;
        count += 1;
    }
    // Old lines give steps and pieces, too.
    let (board, states) = match count {
        0 | 1 => return Ok(alone(words[0])),
        2 => return Err(line.behind().wrong("the size of the component is missing", "a number")),
        3 | 4 => (1, 2),
        _ => (3, 4),
    };
    words[1..board].iter().try_for_each(|word| number(word).map(|_| ()))?;
    if states + 1 < count {
        words[states + 1].split(|c| c == ',').try_for_each(|count| number(&count).map(|_| ()))?;
    }
    Ok(DatabaseLine { board: words[board], moves: Some(words[0]), states: Some(words[states]) })
}

/// Reads a board, perhaps followed by `/` and the moves.
fn alone(word: TextSpan) -> DatabaseLine {
    match word.text().find('/') {
        None => DatabaseLine { board: word, moves: None, states: None },
        Some(at) => {
            DatabaseLine { board: word.part(0..at), moves: Some(word.from(at + 1)), states: None }
        }
    }
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
    let mut names = line.text().split(',');
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    line.text().contains(',')
        && line.text().split(',').all(is_name)
        && names.any(|name| name == "board")
}

/// Whether a line is one of the database.
pub fn is_database_line(line: &TextSpan) -> bool {
    known(*line).is_ok_and(|known| {
        let numbers = known.moves.iter().chain(&known.states);
        known.states.is_some()
            && numbers.into_iter().all(|part| number(part).is_ok())
            && is_board_word(known.board.text().bytes())
    })
}

/// Whether a line is a board, perhaps followed by `/` and the moves.
pub fn is_board_line(line: &TextSpan) -> bool {
    let DatabaseLine { board, moves, .. } = alone(*line);
    moves.is_none_or(|moves| number(&moves).is_ok()) && is_board_word(board.text().bytes())
}
