//! A puzzle's file, for programs.

use crate::notation::Question;
use crate::puzzle::{Kind, Note};
use crate::report::json::stated;
use crate::report::other_styles::remark_for_check;
use crate::report::*;

/// Returns an error or a warning about a puzzle's text.
pub fn problem(problem: &Problem) -> Object {
    let Problem { line, column, message, expected, cause, .. } = problem;
    let object =
        object! { "line": line, "column": column, "message": message, "expected": expected };
    match cause {
        Some(cause) => object.and(cause),
        None => object,
    }
}

/// Returns one way to understand a text that leaves something open.
pub fn reading(Question { text, options, puzzle, .. }: &Question) -> Object {
    let object = object! { "text": text, "options": stated(options) };
    match puzzle {
        Some(puzzle) => object.with("size", &puzzle.size()).and(object_of(puzzle)),
        None => object,
    }
}

fn kind(puzzle: &Puzzle, index: u8, kind: &Kind, pieces: u32) -> Object {
    let lock = match kind.lock() {
        Lock::Free => None,
        Lock::Horizontal => Some("horizontal"),
        Lock::Vertical => Some("vertical"),
    };
    object! {
        "name": kind.name(),
        "called": puzzle.kind_label(index),
        "color": puzzle.color(index).map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")),
        "pieces": pieces,
        "cells": kind.cells().len(),
        "shape": kind.cells(),
        "lock": lock,
        "definition": kind.to_string(),
    }
}

/// Returns a puzzle as data, complete enough to draw it and to read it again.
pub fn object_of(puzzle: &Puzzle) -> Object {
    let kinds = (0..).zip(puzzle.kinds()).zip(puzzle.counts());
    let blocked = puzzle.blocked().iter().map(|&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        [row + 1, col + 1]
    });
    let blocked = Vec::from_iter(blocked);
    let goals = json::array(puzzle.goals(), |goal| {
        let demanded = goal.demanded();
        object! {
            "position": puzzle.goal_shorthand(goal),
            "complete": goal.is_complete(),
            "pieces": json::pieces(&puzzle.names_at(&demanded), demanded.placements()),
        }
    });
    let gates = json::array(puzzle.gates(), |gate| {
        let name = |&kind: &u8| puzzle.kinds()[usize::from(kind)].name();
        let kinds: String = gate.kinds.iter().map(name).collect();
        object! { "kinds": kinds, "mask": puzzle.mask(&gate.cells) }
    });
    let note = |note: &Note| object! { "key": note.key, "value": note.value };
    object! {
        "kinds": json::array(kinds, |((index, one), pieces)| kind(puzzle, index, one, pieces)),
        "blocked": blocked,
        "start": puzzle.shorthand(puzzle.start()),
        "goals": goals,
        "gates": gates,
        "notes": json::array(puzzle.notes(), note),
    }
    .with_some("read_as", json::read_as(puzzle))
}

/// Returns the result for the styles as advice, unless other advice gives it.
pub(super) fn advice_of_styles(puzzle: &Puzzle, other_styles: &OtherStyles) -> Option<Object> {
    let about = match other_styles {
        OtherStyles::Together(_) => "elsewhere",
        OtherStyles::Unsolvable(_) => "no-style",
    };
    Some(object! { "about": about, "message": remark_for_check(puzzle, other_styles)? })
}
