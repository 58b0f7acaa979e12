//! A puzzle for scripts to play: its pieces and goals, with the paths that draw them.

use super::palette::themes;
use super::scene::marks::{axis, bars};
use super::scene::outline::{Outline, label_position, ties};
use super::words::label;
use crate::puzzle::{Goal, Want};
use crate::report::*;

/// The side of a cell in pictures.
const UNIT: f64 = 100.0;
/// The gap between pieces and the edges of their cells.
const INSET: f64 = 4.0;
/// The radius of their corners.
const RADIUS: f64 = 12.0;

/// A playable puzzle, in JSON. `docs/internals/pictures.md` describes the fields.
#[derive(Serialize)]
#[serde(transparent)]
pub struct GameObject(Object);

impl GameObject {
    /// Builds the game of a puzzle under a name, in a style.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::game::GameObject;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
    /// let json = serde_json::to_string(&GameObject::new(&puzzle, "Walk", Style::WALK))?;
    /// assert!(json.contains("\"start\":[[0,0]]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: &Puzzle, name: &str, style: Style) -> Self {
        let (size, origin) = (puzzle.size(), puzzle.origin());
        let kinds = (0..puzzle.kinds().len() as u8).map(|index| kind(puzzle, index));
        let names = Vec::from_iter(origin.names.iter().map(|name| plain(name)));
        let game = object! { "name": plain(name) }
            // Left out if the text is complete.
            .with_some(
                "read_as",
                origin.read_as.as_ref().map(|read_as| plain(&read_as.to_string())),
            )
            .and(object! {
                "style": style,
                "rows": size.rows,
                "cols": size.cols,
                "unit": UNIT,
                "kinds": Vec::from_iter(kinds),
                "blocked": puzzle.blocked(),
                "walls": area(puzzle, puzzle.blocked()),
                "gates": bars(puzzle, UNIT).to_string(),
                "start": pairs(puzzle.start()),
            })
            // Left out if the text names kinds only.
            .with_some("names", Some(names).filter(|names| !names.is_empty()));
        let goals = puzzle.goals().iter().map(|one| goal(puzzle, one));
        GameObject(game.with("goals", &Vec::from_iter(goals)))
    }
}

/// A playable puzzle, and its colours as a style sheet: for pages that already have the script.
#[derive(Serialize)]
pub struct GameWithStyleSheet {
    game: GameObject,
    looks: String,
}

impl GameWithStyleSheet {
    /// Builds it from a puzzle under its own name, in a style.
    pub fn new(puzzle: &Puzzle, style: Style) -> Self {
        GameWithStyleSheet {
            game: GameObject::new(puzzle, puzzle.name(), style),
            looks: themes(puzzle, ":root"),
        }
    }
}

fn kind(puzzle: &Puzzle, index: u8) -> Object {
    let kind = &puzzle.kinds()[usize::from(index)];
    let middle = |cell: i32| UNIT * (f64::from(cell) + 0.5);
    let mut lines = Path::default();
    for (from, to) in ties(kind.cells()) {
        lines.add_line(&[from, to].map(|(row, col)| (middle(col), middle(row))), 0.0);
    }
    let (row, col) = label_position(kind.cells());
    let lock = match kind.lock() {
        Lock::Free => "free",
        Lock::Horizontal => "horizontal",
        Lock::Vertical => "vertical",
    };
    let label = label(puzzle, index);
    object! { "name": kind.name() }
        .with_some("label", Some(&label).filter(|label| **label != kind.name().to_string()))
        .and(object! {
            "coloured": puzzle.color(index).is_some(),
            "called": puzzle.kind_label(index).map(plain),
            "lock": lock,
            "closed": puzzle.closed_to(index),
            "cells": kind.cells(),
            "outline": Outline::of(kind.cells()).path(UNIT, INSET, RADIUS).to_string(),
            "ties": lines.to_string(),
            "axis": axis(kind.cells(), kind.lock(), UNIT).to_string(),
            "heart": object! { "x": UNIT * col, "y": UNIT * row },
        })
}

fn goal(puzzle: &Puzzle, goal: &Goal) -> Object {
    let empty = goal.demands().iter().filter(|demand| demand.want == Want::Empty);
    object! {
        "pieces": pairs(&goal.demanded()),
        "empty": Vec::from_iter(empty.map(|demand| demand.cell)),
        "free": area(puzzle, goal.free()),
    }
}

/// Returns the cell and the kind of each piece.
pub(super) fn pairs(position: &Configuration) -> Vec<(u32, u8)> {
    position.placements().iter().map(|piece| (piece.cell, piece.kind)).collect()
}

/// Returns the outline of some cells of the board.
fn area(puzzle: &Puzzle, cells: &[u32]) -> String {
    let place = |&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        (row as i32, col as i32)
    };
    Outline::of(&cells.iter().map(place).collect::<Vec<_>>()).path(UNIT, 0.0, 0.0).to_string()
}
