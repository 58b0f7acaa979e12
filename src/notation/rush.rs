//! Rush Hour, a board a line: fogleman/rush, its database, and zwegner/slidey-blocky-thingy.

use super::layout::{characters, of_code};
use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{Case, is_bar, setup_of};
use super::text::{TextSpan, full_lines, number};
use super::write::{Written, cells, refuse_if, start, target};
use super::{Notation, Reader};
use crate::puzzle::{
    Demand, Expectation, GoalSetup, KindSetup, Lock, Note, Placement, Puzzle, Setup, Size, Style,
    Want, kind_name, letter_name,
};

pub const NOTATION: Notation = Notation {
    name: "rush",
    about: "fogleman/rush: Rush Hour boards, a letter a car, one a line or by rows; its database",
    read: Reader::Lines { line: database_line, are_lines },
    write: Some(write),
};

pub const ZWEGNER: Notation = Notation {
    name: "zwegner",
    about: "zwegner/slidey-blocky-thingy: Rush Hour boards, a word a row, `+` leaves; or as JSON",
    read: Reader::Lines {
        line: row_words,
        are_lines: |text| full_lines(text).all(|line| line.text().contains([' ', '\t', '{'])),
    },
    write: None,
};

fn database_line(line: TextSpan) -> Result<Setup, Problem> {
    let (word, known) = columns(line)?;
    let mut setup = board(word)?;
    setup.expectations.extend(known);
    Ok(setup)
}

/// Returns the board of a line, and what the line says of its solution: nothing, `BOARD/MOVES`, or
/// the columns of the database, of which old ones have steps and pieces, too.
fn columns(line: TextSpan) -> Result<(TextSpan, Option<Expectation>), Problem> {
    // Tables have commas, lists have blanks.
    let has_blanks = line.text().contains(char::is_whitespace);
    let is_between = |c: char| c.is_whitespace() || c == '/' || c == ',' && !has_blanks;
    let words: Vec<TextSpan> = line.split(is_between).collect();
    let is_board = |word: &TextSpan| !word.text().starts_with(|c: char| c.is_ascii_digit());
    let at = words.iter().position(is_board).unwrap_or(0);
    let (moves, states) = match (at, words.len() - at) {
        (0, 1) => return Ok((words[0], None)),
        (0, 2) if line.text().contains('/') => (words[1], None),
        (1 | 3, 2 | 3) => (words[0], Some(number(&words[at + 1])?)),
        _ => {
            let expected = "a board, or its number of moves, the board and its number of states";
            return Err(line.wrong("this is no line of the database", expected));
        }
    };
    // The numbers of positions at each distance.
    for word in words.iter().skip(at + 2) {
        word.split(|c| c == ',').try_for_each(|count| number(&count).map(drop))?;
    }
    let moves = Some(number(&moves)?);
    Ok((words[at], Some(Expectation { style: Style::SLIDE, moves, states })))
}

/// Reads a board. Databases have millions, so there is no draft of it.
fn board(word: TextSpan) -> Result<Setup, Problem> {
    let side = word.text().len().isqrt();
    if side < 3 || side * side != word.text().len() {
        let message = format!("{} cells are no square", word.text().chars().count());
        return Err(word.wrong(message, "as many cells as a square has, from 9 on"));
    }
    let size = Size { rows: side as u32, cols: side as u32 };
    let mut setup = Setup::new(size);
    let signs = word.text().as_bytes();
    let mut cars: Vec<Car> = Vec::with_capacity(16);
    let mut seen = [false; 128];
    for (first, &sign) in signs.iter().enumerate() {
        let wrong = |message, expected| Err(word.character(first).wrong(message, expected));
        match sign {
            b'.' | b'o' => continue,
            b'x' => setup.blocked.push(first as u32),
            b'A'..=b'Z' | b'a'..=b'z' if seen[usize::from(sign)] => {}
            b'A'..=b'Z' | b'a'..=b'z' => {
                seen[usize::from(sign)] = true;
                let row_end = first - first % side + side;
                let is_lying = first + 1 < row_end && signs[first + 1] == sign;
                let (end, step) = if is_lying { (row_end, 1) } else { (signs.len(), side) };
                let run = signs[first..end].iter().step_by(step);
                let length = run.take_while(|&&next| next == sign).count();
                let name = char::from(sign);
                match signs.iter().filter(|&&other| other == sign).count() {
                    1 => return wrong(format!("car {name} has one cell"), "at least two"),
                    count if count == length => cars.push(Car { sign, first, length, is_lying }),
                    _ => {
                        let expected = "its cells next to each other in one row or column";
                        return wrong(format!("car {name} is bent or broken"), expected);
                    }
                }
            }
            _ => {
                let expected = "`.` or `o` for an empty cell, `x` for a wall, or a car's letter";
                return wrong(format!("illegal sign `{}`", word.character(first).text()), expected);
            }
        }
    }
    // The car of the first letter has to leave. It comes first, so that it is kind 1.
    let Some(own) = (0..cars.len()).min_by_key(|&car| cars[car].sign) else {
        return Err(word.wrong("there is no car that has to leave", "at least that one"));
    };
    cars[..=own].rotate_right(1);
    if !cars[0].is_lying {
        let place = word.character(cars[0].first);
        let message = format!("car {}, which has to leave, stands upright", place.text());
        return Err(place.wrong(message, "a car that lies in a row"));
    }
    if !cars[1..].is_sorted_by_key(|car| car.sign) {
        // Moves use the letters, but the pieces have none.
        setup.notes.push(Note { key: "board".to_owned(), value: word.text().to_owned() });
    }
    add(&mut setup, &cars);
    Ok(setup)
}

/// A straight car.
struct Car {
    sign: u8,
    first: usize,
    length: usize,
    is_lying: bool,
}

/// Adds cars. The first one has to reach the right edge, and is the only one of its kind.
fn add(setup: &mut Setup, cars: &[Car]) {
    setup.start.reserve(cars.len());
    setup.kinds.reserve(cars.len());
    setup.origin.names.reserve(cars.len());
    for car in cars {
        let lock = if car.is_lying { Lock::Horizontal } else { Lock::Vertical };
        let is_like = |kind: &KindSetup| kind.lock == lock && kind.cells.len() == car.length;
        let kind = match setup.kinds.iter().skip(1).position(is_like) {
            Some(index) => index as u8 + 1,
            None => {
                let name = kind_name(setup.kinds.len() as u8 + 1).expect("there are 50 letters");
                let cell = |i| if car.is_lying { (0, i) } else { (i, 0) };
                let cells: Vec<_> = (0..car.length as i32).map(cell).collect();
                setup.add_kind(KindSetup { lock, ..KindSetup::new(name, cells) })
            }
        };
        setup.start.push(Placement { cell: car.first as u32, kind });
        setup.origin.names.push(letter_name(char::from(car.sign)));
    }
    let cols = setup.size.cols;
    let cell = (setup.start[0].cell / cols + 1) * cols - cars[0].length as u32;
    let demand = Demand { cell, want: Want::Origin(0) };
    setup.goals.push(GoalSetup::Partial(vec![demand]));
}

/// Returns the board of a line; nothing if there is none.
fn board_of<'a>(line: &TextSpan<'a>) -> &'a str {
    let board = columns(*line).map_or("", |(board, _)| board.text());
    if board.is_ascii() { board } else { "" }
}

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    let mut lines = full_lines(below_header(text));
    let cells = lines.next().map_or(0, |line| board_of(&line).len());
    cells > 8 && lines.count() + 1 != cells
}

/// Whether a line has a square board with some empty cell and with cars of more than one cell.
pub fn is_board_line(line: &TextSpan) -> bool {
    // The database has capitals, and its red car is `A`: an `X` means another notation.
    let is_sign = |c: char| c.is_ascii_uppercase() && c != 'X' || ".ox".contains(c);
    let board = board_of(line);
    let side = board.len().isqrt();
    side >= 3
        && side * side == board.len()
        && board.contains(['.', 'o'])
        && board.chars().all(is_sign)
        && ('A'..='Z').all(|car| board.matches(car).count() != 1)
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
    line.text().contains(',') && line.text().split(',').any(|name| name == "board")
}

fn row_words(line: TextSpan) -> Result<Setup, Problem> {
    let (rows, moves) = object(line).unwrap_or((line, None));
    let options = ReadOptions::with("as", "zwegner").and("target", "+");
    let board = Case::of_rows(rows.words().map(characters).collect(), &options);
    let mut setup = setup_of(board, rows)?;
    if let Some(moves) = moves {
        let moves = Some(number(&moves)?);
        setup.expectations.push(Expectation { style: Style::SLIDE, moves, states: None });
    }
    Ok(setup)
}

/// Returns the board of an object in JSON, and the least number of slides.
fn object(line: TextSpan<'_>) -> Option<(TextSpan<'_>, Option<TextSpan<'_>>)> {
    let code = line.text().starts_with('{').then(|| of_code(line.text()));
    let facts = code??.facts;
    let fact = |key: &str| facts.iter().find(|fact| fact.name.text() == key);
    let value = |key| Some(line.part(fact(key)?.values.first()?.span()));
    Some((value("board")?, value("moves")))
}

/// Whether a line is a board of words, or an object with one.
pub fn has_row_words(line: &TextSpan) -> bool {
    let board = object(*line).map_or(*line, |(board, _)| board);
    let side = board.words().count();
    let is_sign = |c: char| c.is_ascii_alphanumeric() || ".+".contains(c);
    let is_row = |row: TextSpan| row.text().len() == side && row.text().chars().all(is_sign);
    side > 2 && board.words().all(is_row) && board.text().matches('+').count() > 1
}

/// Writes the board of a Rush Hour puzzle in a line: `o` for empty cells, `x` for walls, `A` for the
/// target, and letters for the other cars in the order of their first cells.
fn write(puzzle: &Puzzle) -> Written {
    let size = puzzle.size();
    refuse_if(size.rows != size.cols || size.rows < 3, "boards other than squares from 3 x 3 on")?;
    refuse_if(!puzzle.gates().is_empty(), "gates")?;
    let (own, exit) = target(puzzle)?;
    let pieces = puzzle.start().placements();
    let is_car = |&piece: &Placement| {
        let cells = cells(puzzle, piece);
        let lies = cells.get(1) == Some(&(cells[0] + 1));
        let axis = if lies { Lock::Horizontal } else { Lock::Vertical };
        is_bar(&cells, size.cols) && puzzle.kind(piece).lock() == axis
    };
    let others = "pieces other than straight cars that are locked along themselves";
    refuse_if(!pieces.iter().all(is_car), others)?;
    let length = cells(puzzle, own).len() as u32;
    let (row, _) = size.row_col(own.cell);
    let is_exit =
        puzzle.kind(own).lock() == Lock::Horizontal && exit == (row + 1) * size.cols - length;
    refuse_if(!is_exit, "goals other than a lying car at the right edge")?;
    let mut letters = 'B'..='Z';
    let sign = |&piece: &Placement| if piece == own { Some('A') } else { letters.next() };
    let signs: Option<Vec<char>> = pieces.iter().map(sign).collect();
    let signs = signs.ok_or("more than 26 cars")?;
    Ok(start(puzzle, ['o', 'x'], &signs).into_iter().collect::<String>() + "\n")
}
