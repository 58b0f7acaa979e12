//! A puzzle that is played by hand: what the pieces can do wherever they lie. Pieces go by the numbers that they
//! have in `game`, so a position is the cell of each piece's origin.

use serde::Serialize;
use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::notation::knuth;
use sliding::notation::transcript;
use sliding::puzzle::game::{self, MoveError};
use sliding::puzzle::{Configuration, Direction, Placement, Style};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{AnswerError, UNREAD};
use crate::{Answer, json};

/// A puzzle on the table.
#[wasm_bindgen]
pub struct Table {
    puzzle: Puzzle,
}

/// Who would come along with a step, or what is in the way of whom.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Pushed {
    Set(Vec<u32>),
    Obstacle(Obstacle),
}

#[derive(Serialize)]
struct Obstacle {
    why: &'static str,
    piece: u32,
    other: Option<u32>,
}

/// Pieces, and the steps that they take together.
#[derive(Serialize)]
struct Moved {
    set: Vec<u32>,
    steps: Vec<&'static str>,
}

fn words(steps: &[Direction]) -> Vec<&'static str> {
    steps.iter().map(|step| step.word()).collect()
}

#[wasm_bindgen]
impl Table {
    /// The puzzle of a text in SLIDING's notation.
    ///
    /// # Errors
    ///
    /// Where it is none.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Table, String> {
        let (puzzle, _) = knuth::read_only(text).map_err(|_| UNREAD.to_owned())?;
        Ok(Table { puzzle })
    }

    /// Who comes along if pieces are to go a step, as `{ set }`; or `{ obstacle }`, what keeps them from it.
    ///
    /// # Errors
    ///
    /// Where pieces cannot lie like that, or a number or word is none.
    pub fn push(&self, style: u8, position: &[u32], pieces: &[u32], direction: &str) -> Answer {
        let way = Direction::ALL.into_iter().find(|way| way.word() == direction);
        let way =
            way.ok_or_else(|| AnswerError::of(format!("no direction `{direction}`")).thrown())?;
        let (placements, now) = self.placements(position)?;
        let pieces = chosen(&placements, pieces)?;
        let pushed =
            game::PositionMoves::new(&self.puzzle, self::style(style)?, &now).push(&pieces, way);
        Ok(json(&match pushed {
            Ok(set) => Pushed::Set(numbers(&placements, &set)),
            Err(refusal) => Pushed::Obstacle(obstacle(&placements, refusal)),
        }))
    }

    /// The ways that one move of some pieces can go: the steps to each place.
    ///
    /// # Errors
    ///
    /// As [`push`](Table::push).
    pub fn ways(&self, style: u8, position: &[u32], pieces: &[u32]) -> Answer {
        let (placements, now) = self.placements(position)?;
        let pieces = chosen(&placements, pieces)?;
        let table = game::PositionMoves::new(&self.puzzle, self::style(style)?, &now);
        // Pieces that do not move together have no way.
        let ways = table.paths(&pieces).unwrap_or_default();
        Ok(json(&ways.iter().map(|way| words(way)).collect::<Vec<_>>()))
    }

    /// The moves that can be made, one to each configuration that a move leads to.
    ///
    /// # Errors
    ///
    /// As [`push`](Table::push).
    pub fn moves(&self, style: u8, position: &[u32]) -> Answer {
        let (placements, now) = self.placements(position)?;
        let from = self.puzzle.starting_from(now).map_err(|faults| message_of(&faults))?;
        let moves =
            first_moves(&from, self::style(style)?, usize::MAX).map_err(|why| message_of(&why))?;
        let moved = |one: &sliding::puzzle::Move| Moved {
            set: numbers(&placements, &one.pieces),
            steps: words(&one.steps),
        };
        Ok(json(&moves.unwrap_or_default().iter().map(moved).collect::<Vec<_>>()))
    }

    /// Whether a goal is met.
    ///
    /// # Errors
    ///
    /// Where pieces cannot lie like that.
    pub fn solved(&self, position: &[u32]) -> Result<bool, String> {
        Ok(self.puzzle.is_solved_by(&self.placements(position)?.1))
    }

    /// A position as it stands in a puzzle file.
    ///
    /// # Errors
    ///
    /// Where pieces cannot lie like that.
    pub fn shorthand(&self, position: &[u32]) -> Answer {
        Ok(self.puzzle.shorthand(&self.placements(position)?.1))
    }

    /// The position that somebody wrote, if it is one of this puzzle.
    pub fn position(&self, text: &str) -> Option<Vec<u32>> {
        let written = transcript::position(&self.puzzle, text).ok()?;
        let mut left = written.placements().to_vec();
        let start = self.puzzle.start().placements().iter();
        let cell = |piece: &Placement| {
            let at = left.iter().position(|other| other.kind == piece.kind)?;
            Some(left.remove(at).cell)
        };
        start.map(cell).collect()
    }

    /// The pieces by their numbers, and what lies where.
    fn placements(&self, position: &[u32]) -> Result<(Vec<Placement>, Configuration), String> {
        let start = self.puzzle.start().placements();
        let placed = start.iter().zip(position);
        let placements: Vec<_> =
            placed.map(|(piece, &cell)| Placement { cell, ..*piece }).collect();
        let now =
            self.puzzle.configuration(placements.clone()).map_err(|faults| message_of(&faults))?;
        Ok((placements, now))
    }
}

fn message_of(why: &impl ToString) -> String {
    AnswerError::of(why.to_string()).thrown()
}

fn style(number: u8) -> Result<Style, String> {
    Style::new(number).ok_or_else(|| message_of(&"a style is a number from 0 to 5"))
}

/// Pieces by their numbers.
fn chosen(placements: &[Placement], pieces: &[u32]) -> Result<Vec<Placement>, String> {
    let chosen = pieces.iter().map(|&piece| placements.get(piece as usize).copied());
    chosen.collect::<Option<_>>().ok_or_else(|| message_of(&"there is no such piece"))
}

/// The numbers of pieces, ascending.
fn numbers(placements: &[Placement], set: &[Placement]) -> Vec<u32> {
    (0..)
        .zip(placements)
        .filter(|(_, piece)| set.contains(piece))
        .map(|(number, _)| number)
        .collect()
}

fn obstacle(placements: &[Placement], refusal: MoveError) -> Obstacle {
    let number = |piece| numbers(placements, &[piece]).first().copied().unwrap_or_default();
    let (why, piece, other) = match refusal {
        MoveError::Edge(piece) => ("edge", Some(piece), None),
        MoveError::Wall(piece) => ("wall", Some(piece), None),
        MoveError::Lock(piece) => ("lock", Some(piece), None),
        MoveError::Gate(piece) => ("gate", Some(piece), None),
        MoveError::Piece(piece, other) => ("piece", Some(piece), Some(other)),
        MoveError::Nothing | MoveError::Alone | MoveError::Others | MoveError::Absent(_) => {
            ("nothing", None, None)
        }
    };
    Obstacle { why, piece: piece.map(number).unwrap_or_default(), other: other.map(number) }
}
