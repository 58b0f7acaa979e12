//! The boards of zwegner/slidey-blocky-thingy: Rush Hour, one word per row.

use super::cars::{self, CarBoard, SignMeaning, SignTable};
use super::problem::Problem;
use super::sheet::{LiteralValue, values};
use super::text::{TextSpan, full_lines, number};
use super::{Notation, Reader};
use crate::puzzle::{Expectation, Setup, Style};

pub const NOTATION: Notation = Notation {
    name: "zwegner",
    about: "zwegner/slidey-blocky-thingy: Rush Hour boards, a word a row, `+` leaves; or as JSON",
    read: Reader::Lines { line, are_lines },
    write: None,
};

const SIGNS: SignTable = SignTable {
    meaning: |sign| match sign {
        b'.' => SignMeaning::Empty,
        b'+' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => SignMeaning::Car,
        _ => SignMeaning::Illegal,
    },
    legal: "`.` for an empty cell, `+` for the car that leaves, a digit or a letter for others",
};

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    full_lines(text).all(|line| line.text().starts_with('{') || line.words().nth(1).is_some())
}

fn line(line: TextSpan) -> Result<Setup, Problem> {
    if line.text().starts_with('{') { object(line) } else { words(line) }
}

fn words(line: TextSpan) -> Result<Setup, Problem> {
    let words: Vec<_> = line.words().collect();
    board(&words, line)
}

fn board(words: &[TextSpan], whole: TextSpan) -> Result<Setup, Problem> {
    let side = words.len();
    if side < 3 {
        return Err(whole.wrong("a board of fewer than three rows", "n words of n cells"));
    }
    if let Some(row) = words.iter().find(|row| row.text().len() != side) {
        let message = format!("a row of {} cells on a board of {side}", row.text().chars().count());
        return Err(row.wrong(message, "n words of n cells"));
    }
    cars::read(&CarBoard { words, side }, &SIGNS, |cars| {
        cars.iter().copied().find(|&car| car == b'+')
    })
}

/// Reads a JSON object with a board and the least number of slides.
fn object(line: TextSpan) -> Result<Setup, Problem> {
    let expected = "`{\"moves\": NUMBER, \"board\": \"ROWS\"}`";
    let rows = match value(line, "board") {
        Some((rows, true)) => rows,
        Some(_) => return Err(line.wrong("the board is no string", expected)),
        None => return Err(line.wrong("there is no board", expected)),
    };
    let mut setup = words(rows)?;
    if let Some((moves, _)) = value(line, "moves") {
        let moves = Some(number(&moves)?);
        setup.expectations.push(Expectation { style: Style::SLIDE, moves, states: None });
    }
    Ok(setup)
}

/// Whether a line is an object with the rows of a board in a string.
pub fn is_object(line: &TextSpan) -> bool {
    line.text().starts_with('{')
        && value(*line, "board").is_some_and(|(rows, is_text)| is_text && rows.text().contains(' '))
}

/// Returns the value of a key, and whether it is a string.
fn value<'a>(line: TextSpan<'a>, key: &str) -> Option<(TextSpan<'a>, bool)> {
    let values = values(line.text())?;
    let value = values.first()?.1.get(key)?;
    Some((line.part(value.part()?.span()), matches!(value, LiteralValue::Text(_))))
}

pub fn is_board<'a>(rows: impl Iterator<Item = TextSpan<'a>> + Clone) -> bool {
    let side = rows.clone().count();
    let signs = rows.clone().flat_map(|row| row.text().bytes());
    let is_legal = |sign| (SIGNS.meaning)(sign) != SignMeaning::Illegal;
    side >= 3
        && rows.clone().all(|row| row.text().len() == side)
        && signs.clone().all(is_legal)
        && signs.filter(|&sign| sign == b'+').count() >= 2
}
