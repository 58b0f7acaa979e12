//! Moves of fogleman/rush: `B+1` is the second car, one cell to the right or down.

use super::{Script, Unwritable, Word, farthest, stepped, words};
use crate::puzzle::{Direction, Lock, Placement, Puzzle, Solution, Want};
use crate::transcript::{Told, Unreadable};

/// Slides of locked cars.
pub const SCRIPT: Script = Script {
    name: "rush",
    about: "fogleman/rush: slides of cars, as B+1 A-2",
    recognises: |text| words(text).next().is_some_and(|word| is_move(word.text)),
    read,
    write,
};

/// Cars have the letters from A on.
const LETTERS: std::ops::RangeInclusive<u8> = b'A'..=b'Z';

fn is_move(word: &str) -> bool {
    let rest = word.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let digits = rest.and_then(|rest| rest.strip_prefix(['+', '-']));
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// The pieces of the start in the order of their letters.
///
/// A board of that program has letters of its own, and counts by their order. Where that is not the
/// order in which we would give them, the fact `board` has the board.
fn cars(puzzle: &Puzzle) -> Vec<Placement> {
    let board = puzzle.notes().iter().find(|note| note.key == "board");
    board.and_then(|note| lettered(puzzle, &note.value)).unwrap_or_else(|| in_order(puzzle))
}

/// The pieces in the order of their letters on a board, if it is the start.
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

/// The pieces by their places, but the one that the goal is about first.
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

fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Told>, Unreadable> {
    let mut cars = cars(puzzle);
    let mut moves = Vec::new();
    for word in words(text) {
        if !is_move(word.text) {
            return Err(word.instead_of("a move, as in `B+1`"));
        }
        let letter = word.text.as_bytes()[0].to_ascii_uppercase();
        let Some(car) = cars.get_mut(usize::from(letter - LETTERS.start())) else {
            return Err(word.instead_of(&format!("the letter of one of {} cars", cars.len())));
        };
        let steps = steps(puzzle, *car, word)?;
        let after = stepped(*car, &steps, puzzle.size());
        moves.push(word.told(Some(*car), steps));
        // Beyond the edge the move cannot be made, and whatever follows is not heard.
        let Some(after) = after else { break };
        *car = after;
    }
    Ok(moves)
}

fn steps(puzzle: &Puzzle, car: Placement, word: Word) -> Result<Vec<Direction>, Unreadable> {
    let is_forward = word.text.as_bytes()[1] == b'+';
    let direction = match (puzzle.kind(car).lock(), is_forward) {
        (Lock::Horizontal, true) => Direction::Right,
        (Lock::Horizontal, false) => Direction::Left,
        (Lock::Vertical, true) => Direction::Down,
        (Lock::Vertical, false) => Direction::Up,
        (Lock::Free, _) => return Err(word.instead_of("a car that is locked to an axis")),
    };
    let times = word.from(2).number("a number of steps", 1, farthest(puzzle.size()))?;
    Ok(vec![direction; times as usize])
}

fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, Unwritable> {
    let mut cars = cars(puzzle);
    if cars.len() > LETTERS.len() {
        return Err(Unwritable("it has letters for 26 pieces only"));
    }
    let mut text = Vec::new();
    for step in &solution.moves {
        let straight = Unwritable("it has only slides of one locked piece");
        let (&[piece], &[first, ..]) = (&step.pieces[..], &step.steps[..]) else {
            return Err(straight);
        };
        let is_straight = step.steps.iter().all(|&step| step == first);
        if !is_straight || puzzle.kind(piece).lock() == Lock::Free {
            return Err(straight);
        }
        let (index, letter) =
            (0..).zip(LETTERS).find(|&(i, _)| cars.get(i) == Some(&piece)).ok_or(straight)?;
        cars[index] = stepped(piece, &step.steps, puzzle.size()).ok_or(straight)?;
        let sign = if matches!(first, Direction::Right | Direction::Down) { '+' } else { '-' };
        text.push(format!("{}{sign}{}", char::from(letter), step.steps.len()));
    }
    Ok(text.join(" ") + "\n")
}
