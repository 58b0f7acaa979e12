//! A puzzle's file, for programs.

use crate::analyse::other_styles::OtherStyles;
use crate::notation::{Problem, Question};
use crate::puzzle::advice::{Exclusion, PuzzleAdvice};
use crate::puzzle::{Kind, Lock, Placement, Puzzle};
use crate::report::advice::sentence;
use crate::report::json::{self, Object, object, stated};
use crate::report::other_styles::remark_for_check;

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
    let kinds: Vec<Object> =
        kinds.map(|((index, one), pieces)| kind(puzzle, index, one, pieces)).collect();
    let blocked: Vec<[u32; 2]> = (puzzle.blocked().iter())
        .map(|&cell| {
            let (row, col) = puzzle.size().row_col(cell);
            [row + 1, col + 1]
        })
        .collect();
    let mut goals = Vec::new();
    for goal in puzzle.goals() {
        let demanded = goal.demanded();
        goals.push(object! {
            "position": puzzle.goal_shorthand(goal),
            "complete": goal.is_complete(),
            "pieces": json::pieces(&puzzle.names_at(&demanded), demanded.placements()),
        });
    }
    let mut gates = Vec::new();
    for gate in puzzle.gates() {
        let name = |&kind: &u8| puzzle.kinds()[usize::from(kind)].name();
        let kinds: String = gate.kinds.iter().map(name).collect();
        gates.push(object! { "kinds": kinds, "mask": puzzle.mask(&gate.cells) });
    }
    let notes: Vec<Object> = (puzzle.notes().iter())
        .map(|note| object! { "key": note.key, "value": note.value })
        .collect();
    object! {
        "kinds": kinds,
        "blocked": blocked,
        "start": puzzle.shorthand(puzzle.start()),
        "goals": goals,
        "gates": gates,
        "notes": notes,
    }
    .with_some("read_as", json::read_as(puzzle))
}

/// Returns one piece of advice for an author.
pub(super) fn advice(puzzle: &Puzzle, advice: &PuzzleAdvice) -> Object {
    let hint = |about: &str, goal: Option<usize>| {
        object! { "about": about, "message": sentence(puzzle, advice) }
            .with_some("goal", goal.map(|goal| goal + 1))
    };
    let stuck = |object: Object, stuck: Placement| {
        object.with("piece", &json::piece(&puzzle.names(), stuck))
    };
    match *advice {
        PuzzleAdvice::UnusedKind(kind) => {
            hint("unused-kind", None).with("kind", &puzzle.kinds()[kind].name())
        }
        PuzzleAdvice::NothingMoves => hint("nothing-moves", None),
        PuzzleAdvice::NeverMoves(piece) => stuck(hint("never-moves", None), piece),
        PuzzleAdvice::SolvedAlready(goal) => hint("solved-already", Some(goal)),
        PuzzleAdvice::Hopeless => hint("hopeless", None),
        PuzzleAdvice::Excluded(goal, ref reason) => match *reason {
            Exclusion::TooEmpty { wanted, available } => hint("too-empty", Some(goal))
                .and(object! { "wanted": wanted, "available": available }),
            Exclusion::Rigid(piece) => stuck(hint("rigid", Some(goal)), piece),
            Exclusion::CutOff { piece, wanted, available } => {
                stuck(hint("cut-off", Some(goal)), piece)
                    .and(object! { "wanted": wanted, "available": available })
            }
            Exclusion::Gate(piece) => stuck(hint("gate", Some(goal)), piece),
            Exclusion::Order { lock, line } => {
                let axis = if lock == Lock::Vertical { "col" } else { "row" };
                hint("order", Some(goal)).with(axis, &(line + 1))
            }
            Exclusion::Parity => hint("parity", Some(goal)),
        },
    }
}

/// Returns the result for the styles as advice, unless other advice gives it.
pub(super) fn advice_of_styles(puzzle: &Puzzle, other_styles: &OtherStyles) -> Option<Object> {
    let about = match other_styles {
        OtherStyles::Together(_) => "elsewhere",
        OtherStyles::Unsolvable(_) => "no-style",
    };
    Some(object! { "about": about, "message": remark_for_check(puzzle, other_styles)? })
}
