//! Puzzles from data of any kind.

use std::collections::BTreeSet;

use sliding::notation::parse;
use sliding::puzzle::{
    Configuration, Demand, Expectation, GoalSetup, KindSetup, Lock, Note, Placement, Puzzle, Setup,
    Size, Style, Want,
};

use super::bytes::Bytes;
use super::place::is_in;
use super::{small, texts};

/// A setup is a sound puzzle, which reads back from its text and from its data; or it has faults,
/// each of which is in a place that there is.
pub fn run(bytes: &mut Bytes) {
    let setup = setup(bytes);
    match setup.validate() {
        Ok(puzzle) => {
            is_sound(&puzzle, puzzle.start());
            texts::reads_back(&puzzle, &puzzle.to_string(), parse);
            assert!(Setup::from(&puzzle).validate().as_ref() == Ok(&puzzle), "{setup:?}");
            configurations(&puzzle, bytes);
        }
        Err(faults) => {
            assert!(!faults.all().is_empty(), "neither a puzzle nor faults: {setup:?}");
            for fault in faults.all() {
                assert!(is_in(&setup, fault.place), "{fault}: no such place in {setup:?}");
                assert!(!fault.to_string().is_empty());
            }
        }
    }
}

/// Anything at all, or something not far from a puzzle.
fn setup(bytes: &mut Bytes) -> Setup {
    let near = if bytes.one_in(4) { None } else { small::puzzle(bytes) };
    let mut setup = match &near {
        Some(puzzle) => Setup::from(puzzle),
        None => Setup::new(size(bytes)),
    };
    let changes = if near.is_some() { bytes.below(4) } else { bytes.below(40) };
    (0..changes).for_each(|_| disturb(&mut setup, bytes));
    setup
}

fn size(bytes: &mut Bytes) -> Size {
    if bytes.one_in(30) {
        let sides = [1, 1 << 10, (1 << 20) - 1, 1 << 20, u32::MAX];
        return Size { rows: bytes.pick(&sides), cols: bytes.pick(&sides) };
    }
    Size { rows: bytes.below(9) as u32, cols: bytes.below(9) as u32 }
}

fn disturb(setup: &mut Setup, bytes: &mut Bytes) {
    match bytes.below(13) {
        0 => setup.size = size(bytes),
        1 => setup.blocked.push(cell(bytes)),
        2 => setup.start.push(placement(bytes)),
        3 => drop(setup.start.pop()),
        4 => setup.goals.push(GoalSetup::Partial(vec![demand(bytes)])),
        5 => setup.goals.push(GoalSetup::Complete(setup.start.clone())),
        6 => drop(setup.goals.pop()),
        7 => match setup.goals.last_mut() {
            Some(GoalSetup::Partial(demands)) => demands.push(demand(bytes)),
            Some(GoalSetup::Complete(pieces)) => pieces.push(placement(bytes)),
            _ => {}
        },
        8 => {
            let mut kind = KindSetup::new(bytes.pick(&['1', 'A', 'Z', 'x', '0', '=']), []);
            kind.cells = (0..bytes.below(6)).map(|_| (offset(bytes), offset(bytes))).collect();
            kind.lock = bytes.pick(&[Lock::Free, Lock::Horizontal, Lock::Vertical]);
            setup.add_kind(kind);
        }
        9 => drop(setup.kinds.pop()),
        10 => setup.comment = line(bytes),
        11 => setup.notes.push(Note { key: line(bytes), value: line(bytes) }),
        _ => {
            let style = bytes.pick(&Style::ALL);
            let mut number = || bytes.pick(&[None, Some(0), Some(12), Some(u64::MAX)]);
            let (moves, states) = (number(), number());
            setup.expectations.push(Expectation { style, moves, states });
        }
    }
}

fn cell(bytes: &mut Bytes) -> u32 {
    if bytes.one_in(20) { bytes.number() } else { bytes.below(16) as u32 }
}

fn placement(bytes: &mut Bytes) -> Placement {
    let kind = if bytes.one_in(20) { bytes.byte() } else { bytes.below(4) as u8 };
    Placement { cell: cell(bytes), kind }
}

fn demand(bytes: &mut Bytes) -> Demand {
    let Placement { cell, kind } = placement(bytes);
    Demand { cell, want: bytes.pick(&[Want::Empty, Want::Origin(kind)]) }
}

fn offset(bytes: &mut Bytes) -> i32 {
    if bytes.one_in(20) { bytes.number() as i32 } else { bytes.below(3) as i32 }
}

fn line(bytes: &mut Bytes) -> String {
    let known = ["title", "expect", ":", "#", "\r", "\u{feff}", "or 1", "(x)", "7 = 1", " h"];
    match bytes.one_in(2) {
        true => (0..bytes.below(4)).map(|_| bytes.pick(&known)).collect(),
        false => String::from_utf8_lossy(bytes.some(12)).into_owned(),
    }
}

/// The pieces lie on the board, each on cells of its own, and as many as in the start; every goal
/// says something or nothing about each cell, and can be met as far as the pieces go.
fn is_sound(puzzle: &Puzzle, configuration: &Configuration) {
    let counts = |pieces: &[Placement]| {
        let mut counts = vec![0; puzzle.kinds().len()];
        pieces.iter().for_each(|piece| counts[usize::from(piece.kind)] += 1);
        counts
    };
    lie_apart(puzzle, configuration.placements());
    assert_eq!(counts(configuration.placements()), puzzle.counts());
    assert!(!configuration.placements().is_empty() && !puzzle.goals().is_empty());
    for goal in puzzle.goals() {
        let demanded = goal.demanded();
        lie_apart(puzzle, demanded.placements());
        let there = counts(demanded.placements());
        assert!(there.iter().zip(puzzle.counts()).all(|(goal, start)| *goal <= start));
        assert!(!goal.is_complete() || there == puzzle.counts());
    }
}

fn lie_apart(puzzle: &Puzzle, pieces: &[Placement]) {
    let mut taken: BTreeSet<u32> = puzzle.blocked().iter().copied().collect();
    for &piece in pieces {
        for cell in puzzle.kind(piece).covers(piece.cell, puzzle.size()) {
            let cell = cell.expect("pieces lie on the board");
            assert!(taken.insert(cell), "two things on cell {cell} of\n{puzzle}");
        }
    }
}

/// Placements are a configuration of the puzzle, from which it can start, or have faults.
fn configurations(puzzle: &Puzzle, bytes: &mut Bytes) {
    let mut pieces = puzzle.start().placements().to_vec();
    for _ in 0..bytes.below(4) {
        if bytes.one_in(2) && !pieces.is_empty() {
            pieces.swap_remove(bytes.below(pieces.len()));
        }
        pieces.push(placement(bytes));
    }
    if let Ok(configuration) = puzzle.configuration(pieces) {
        is_sound(puzzle, &configuration);
        let moved = puzzle.starting_from(configuration.clone()).expect("a configuration of it");
        assert_eq!(moved.start(), &configuration);
        let board = puzzle.board(&configuration);
        let is_met = puzzle.goals().iter().any(|goal| goal.is_met_by(&configuration, &board));
        assert_eq!(is_met, puzzle.is_solved_by(&configuration));
    }
    // One of another puzzle is refused, or shown as far as it fits.
    let Some(other) = small::puzzle(bytes) else { return };
    let foreign = other.start();
    let is_own = puzzle.starting_from(foreign.clone()).is_ok();
    assert!(is_own || !puzzle.is_solved_by(foreign));
    assert_eq!(puzzle.board(foreign).cells().len(), puzzle.size().cells());
    puzzle.shorthand(foreign);
}
