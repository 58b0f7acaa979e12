//! Moves of fogleman/rush: `B+1` is car B, one cell to the right or down.

use std::borrow::Cow;

use super::{Script, ScriptError, ScriptWord, farthest, stepped, words};
use crate::notation::transcript::{ParsedMove, TranscriptError};
use crate::puzzle::{Direction, Lock, Placement, Puzzle, Solution, Want, letter_name};

pub const SCRIPT: Script = Script {
    name: "rush",
    about: "fogleman/rush: slides of cars, as B+1 A-2",
    recognises: |text| words(text).next().is_some_and(|word| is_move(word.text)),
    read,
    write,
};

/// Names of cars without letters: A, B, ...
const LETTERS: std::ops::RangeInclusive<u8> = b'A'..=b'Z';

/// Whether a word is a car's letter or number, then a sign and a number of cells.
fn is_move(word: &str) -> bool {
    let Some((name, digits)) = parts(word) else { return false };
    let mut letters = name.chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    (is_letter || is_number(name)) && digits.starts_with(|c: char| c.is_ascii_digit())
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_digit())
}

/// Splits a word at its sign.
fn parts(word: &str) -> Option<(&str, &str)> {
    word.split_once(['+', '-'])
}

/// The pieces, with their names.
struct NamedCars {
    /// Their places, in the order of their names.
    pieces: Vec<Placement>,
    names: Vec<Cow<'static, str>>,
}

impl NamedCars {
    /// Returns the pieces of the start with their names on the board, if moves can be written with
    /// all of these.
    fn own(puzzle: &Puzzle) -> Option<NamedCars> {
        let names = puzzle.origin().names.clone();
        let is_writable = |name: &Cow<str>| is_move(&format!("{name}+1"));
        let pieces = puzzle.start().placements().to_vec();
        (!names.is_empty() && names.iter().all(is_writable)).then_some(NamedCars { pieces, names })
    }

    /// Returns the pieces of the start in the order of their letters, which are those from A on:
    /// that is how fogleman/rush names them, regardless of the board.
    ///
    /// A board of that program has its own letters, and they give the order. If that differs from
    /// our order, the fact `board` has the board.
    fn ranked(puzzle: &Puzzle) -> NamedCars {
        let board = puzzle.notes().iter().find(|note| note.key == "board");
        let pieces = board.and_then(|note| lettered(puzzle, &note.value));
        let pieces = pieces.unwrap_or_else(|| in_order(puzzle));
        let names = LETTERS.map(|letter| letter_name(char::from(letter)));
        NamedCars { names: names.take(pieces.len()).collect(), pieces }
    }

    /// Returns the cars that a text refers to: by the letters of the board, unless it uses others.
    fn meant(puzzle: &Puzzle, text: &str) -> NamedCars {
        let are_meant = |cars: &NamedCars| {
            let mut names = words(text).filter_map(|word| parts(word.text)).map(|(name, _)| name);
            names.all(|name| cars.number(name).is_some())
        };
        NamedCars::own(puzzle).filter(are_meant).unwrap_or_else(|| NamedCars::ranked(puzzle))
    }

    /// Returns the index of a car by name, ignoring case if no name matches exactly.
    fn number(&self, name: &str) -> Option<usize> {
        let exactly = self.names.iter().position(|own| own == name);
        exactly.or_else(|| self.names.iter().position(|own| own.eq_ignore_ascii_case(name)))
    }
}

/// Returns the pieces in the order of their letters on a board, if it is the start.
fn lettered(puzzle: &Puzzle, board: &str) -> Option<Vec<Placement>> {
    let mut letters: Vec<u8> =
        board.bytes().filter(|c| c.is_ascii_alphabetic() && !b"ox".contains(c)).collect();
    letters.sort_unstable();
    letters.dedup();
    let car = |letter: &u8| {
        let cell = board.bytes().position(|c| c == *letter)? as u32;
        let kind = puzzle.start().kind_at(cell)?;
        Some(Placement { cell, kind })
    };
    let cars: Vec<Placement> = letters.iter().map(car).collect::<Option<_>>()?;
    let is_start =
        board.len() == puzzle.size().cells() && cars.len() == puzzle.start().placements().len();
    is_start.then_some(cars)
}

/// Returns the pieces by their places, but the target piece first.
fn in_order(puzzle: &Puzzle) -> Vec<Placement> {
    let mut cars = puzzle.start().placements().to_vec();
    let target = match puzzle.goals()[0].demands() {
        [demand] => match demand.want {
            Want::Origin(kind) => Some(kind),
            Want::Empty => None,
        },
        _ => None,
    };
    cars.sort_by_key(|car| (Some(car.kind) != target, car.cell));
    cars
}

fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let mut cars = NamedCars::meant(puzzle, text);
    let mut moves = Vec::new();
    for word in words(text) {
        let Some((name, _)) = parts(word.text).filter(|_| is_move(word.text)) else {
            return Err(word.unexpected("a move, as in `B+1`"));
        };
        let count = cars.pieces.len();
        let car = cars.number(name).and_then(|number| cars.pieces.get_mut(number));
        let Some(car) = car else {
            return Err(word.unexpected(&format!("the letter of one of {count} cars")));
        };
        let steps = steps(puzzle, *car, word, name.len())?;
        let after = stepped(*car, &steps, puzzle.size());
        moves.push(word.parsed_move(Some(*car), steps));
        // A move off the board is illegal, and the rest is not read.
        let Some(after) = after else { break };
        *car = after;
    }
    Ok(moves)
}

/// Returns the steps of a car, whose name has `name` bytes of the word.
fn steps(
    puzzle: &Puzzle,
    car: Placement,
    word: ScriptWord,
    name: usize,
) -> Result<Vec<Direction>, TranscriptError> {
    let is_forward = word.text.as_bytes()[name] == b'+';
    let direction = match (puzzle.kind(car).lock(), is_forward) {
        (Lock::Horizontal, true) => Direction::Right,
        (Lock::Horizontal, false) => Direction::Left,
        (Lock::Vertical, true) => Direction::Down,
        (Lock::Vertical, false) => Direction::Up,
        (Lock::Free, _) => return Err(word.unexpected("a car that is locked to an axis")),
    };
    let times = word.from(name + 1).number("a number of steps", 1, farthest(puzzle.size()))?;
    Ok(vec![direction; times as usize])
}

fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let mut cars = NamedCars::own(puzzle).unwrap_or_else(|| NamedCars::ranked(puzzle));
    if cars.pieces.len() > cars.names.len() {
        return Err(ScriptError("it has letters for 26 pieces only"));
    }
    let mut text = Vec::new();
    for step in &solution.moves {
        let straight = ScriptError("it has only slides of one locked piece");
        let (&[piece], &[first, ..]) = (&step.pieces[..], &step.steps[..]) else {
            return Err(straight);
        };
        let is_straight = step.steps.iter().all(|&step| step == first);
        if !is_straight || puzzle.kind(piece).lock() == Lock::Free {
            return Err(straight);
        }
        let number = cars.pieces.iter().position(|&car| car == piece).ok_or(straight)?;
        cars.pieces[number] = stepped(piece, &step.steps, puzzle.size()).ok_or(straight)?;
        let sign = if matches!(first, Direction::Right | Direction::Down) { '+' } else { '-' };
        text.push(format!("{}{sign}{}", cars.names[number], step.steps.len()));
    }
    Ok(text.join(" ") + "\n")
}
