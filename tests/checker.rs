//! The checker itself: it takes every solution of the engine, and none that was tampered with.

use std::fs;
use std::path::Path;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::{Flaw, Obstacle, verify};
use sliding::puzzle::{Direction, Move, Placement, Reach, Solution, Style};

fn puzzle(name: &str) -> Puzzle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classic/puzzles");
    fs::read_to_string(folder.join(name).with_extension("txt")).unwrap().parse().unwrap()
}

/// Puzzles of many sorts: plain ones, shapes that interlock, pieces in two parts, pieces that look
/// alike, walls.
fn puzzles() -> Vec<Puzzle> {
    let names = ["simplicity", "hooks_turn", "pair_walk", "twins_lane", "far_twins", "teeth"];
    let more = ["silly", "sw_diamond", "rand06", "layton_ufosos", "quirk_gap_rows", "dads"];
    names.iter().chain(&more).map(|name| puzzle(name)).collect()
}

/// Calls `check` with the solution in each style.
fn each_solution(mut check: impl FnMut(&Puzzle, Style, Solution)) {
    for puzzle in puzzles() {
        for style in Style::ALL {
            // Not every puzzle can be solved one piece at a time.
            let outcome = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap();
            if outcome.moves.is_some() {
                check(&puzzle, style, outcome.solution.expect("a solution"));
            }
        }
    }
}

#[test]
fn a_solution_is_valid_in_wider_styles_only() {
    each_solution(|puzzle, style, solution| {
        for other in Style::ALL {
            let numbered = || (1..).zip(&solution.moves);
            let too_many = numbered().find_map(|(number, one)| {
                let (pieces, steps) = (one.pieces.len(), one.steps.len());
                let turn = one.steps.iter().position(|&step| step != one.steps[0]);
                match (other.number(), other.reach()) {
                    (0..3, _) if pieces > 1 => Some(Flaw::SeveralPieces { number, pieces }),
                    (_, Reach::Step) if steps > 1 => Some(Flaw::SeveralSteps { number, steps }),
                    (_, Reach::Slide) => turn.map(|turn| Flaw::Turn { number, step: turn + 1 }),
                    _ => None,
                }
            });
            let wanted = too_many.map_or(Ok(()), Err);
            assert_eq!(verify(puzzle, other, &solution), wanted, "{style} as {other}\n{puzzle}");
        }
    });
}

/// The solutions are shortest, so what is left of them after this leads nowhere.
#[test]
fn refuses_dropped_repeated_and_swapped_moves() {
    each_solution(|puzzle, style, solution| {
        for at in 0..solution.moves.len() {
            let is_refused = |change: &dyn Fn(&mut Vec<Move>)| {
                let mut changed = solution.clone();
                change(&mut changed.moves);
                let is_last = changed.moves.len() == at;
                let flaw = verify(puzzle, style, &changed).expect_err("a flaw");
                assert_eq!(flaw == Flaw::NotSolved, is_last, "{flaw}, move {at}\n{puzzle}");
            };
            is_refused(&|moves| drop(moves.remove(at)));
            is_refused(&|moves| moves.insert(at, moves[at].clone()));
            if at + 1 < solution.moves.len() {
                is_refused(&|moves| moves.swap(at, at + 1));
            }
        }
    });
}

#[test]
fn refuses_changed_moves() {
    each_solution(|puzzle, style, solution| {
        let start = puzzle.start();
        for at in 0..solution.moves.len() {
            let number = at + 1;
            let before = if at == 0 { start } else { &solution.moves[at - 1].after };
            let flaw_of = |change: &dyn Fn(&mut Move)| {
                let mut changed = solution.clone();
                change(&mut changed.moves[at]);
                verify(puzzle, style, &changed).expect_err("a flaw")
            };
            let flaw = flaw_of(&|one| one.after = before.clone());
            assert_eq!(flaw, Flaw::OtherResult { number });
            assert_eq!(flaw_of(&|one| one.pieces.clear()), Flaw::NoPieces { number });
            assert_eq!(flaw_of(&|one| one.steps.clear()), Flaw::NoSteps { number });
            let fails = |flaw: &Flaw| match *flaw {
                Flaw::Obstructed { number: at, .. } | Flaw::OtherResult { number: at } => {
                    at == number
                }
                _ => false,
            };
            // Going the other way ends elsewhere, if it is possible at all.
            let back = flaw_of(&|one| {
                one.steps.iter_mut().for_each(|step| *step = step.opposite());
            });
            assert!(fails(&back), "{back}, move {number}\n{puzzle}");
            let movers = &solution.moves[at].pieces;
            if let Some(&stays) = before.placements().iter().find(|piece| !movers.contains(piece)) {
                let other = flaw_of(&|one| one.pieces[0] = stays);
                assert!(fails(&other), "{other}, move {number}\n{puzzle}");
            }
        }
    });
}

/// ```text
/// 1 . .
/// 2-2 .
/// . . x
/// ```
///
/// Piece 2 is locked to its row. The goal is piece 1 in the lower left corner.
const CORNER: &str = "3 x 3\n1 = 1\n2 = 11 h\n1002000x\n??????1\n";

fn placements(pieces: &[(u32, u8)]) -> Vec<Placement> {
    pieces.iter().map(|&(cell, kind)| Placement { cell, kind }).collect()
}

/// The move of the pieces along steps `r`, `l`, `d`, `u`. It says that it ends with the pieces
/// `after`, or if that is empty, at the start.
fn one(puzzle: &Puzzle, pieces: &[(u32, u8)], steps: &str, after: &[(u32, u8)]) -> Move {
    let step = |letter| {
        let named = |direction: &Direction| direction.word().starts_with(letter);
        Direction::ALL.into_iter().find(named).expect("r, l, d or u")
    };
    let after = match after {
        [] => puzzle.start().clone(),
        _ => puzzle.configuration(placements(after)).unwrap(),
    };
    Move { pieces: placements(pieces), steps: steps.chars().map(step).collect(), after }
}

#[test]
fn each_flaw_by_its_name() {
    use Obstacle::*;
    let corner: Puzzle = CORNER.parse().unwrap();
    let flaw = |style: usize, moves: &[Move]| {
        let solution = Solution { moves: moves.to_vec() };
        verify(&corner, Style::ALL[style], &solution)
    };
    let first =
        |style, pieces: &[(u32, u8)], steps: &str| flaw(style, &[one(&corner, pieces, steps, &[])]);
    let number = 1;
    let obstructed =
        |step, row, col, obstacle| Err(Flaw::Obstructed { number, step, row, col, obstacle });

    assert_eq!(flaw(0, &[]), Err(Flaw::NotSolved));
    assert_eq!(first(5, &[], "r"), Err(Flaw::NoPieces { number }));
    assert_eq!(first(5, &[(0, 0)], ""), Err(Flaw::NoSteps { number }));
    // An empty cell, one of piece 2 that is not its origin, a wall, one beyond the board.
    let places = [(1, 1, 2), (4, 2, 2), (8, 3, 3), (99, 34, 1), (u32::MAX, 1431655766, 1)];
    for (cell, row, col) in places {
        let wanted = Err(Flaw::NoPieceThere { number, row, col });
        assert_eq!(first(0, &[(cell, 0)], "r"), wanted);
    }
    assert_eq!(first(0, &[(0, 1)], "r"), Err(Flaw::OtherKind { number, row: 1, col: 1 }));
    assert_eq!(first(0, &[(3, 99)], "r"), Err(Flaw::OtherKind { number, row: 2, col: 1 }));
    let twice = Err(Flaw::NamedTwice { number, row: 2, col: 1 });
    assert_eq!(first(3, &[(3, 1), (0, 0), (3, 1)], "r"), twice);
    for style in 0..3 {
        let several = Err(Flaw::SeveralPieces { number, pieces: 2 });
        assert_eq!(first(style, &[(0, 0), (3, 1)], "r"), several);
    }
    for style in [0, 3] {
        assert_eq!(first(style, &[(0, 0)], "rr"), Err(Flaw::SeveralSteps { number, steps: 2 }));
    }
    for style in [1, 4] {
        assert_eq!(first(style, &[(0, 0)], "rrd"), Err(Flaw::Turn { number, step: 3 }));
    }
    assert_eq!(first(0, &[(3, 1)], "u"), obstructed(1, 2, 1, Lock));
    assert_eq!(first(3, &[(0, 0), (3, 1)], "d"), obstructed(1, 2, 1, Lock));
    assert_eq!(first(0, &[(0, 0)], "u"), obstructed(1, 1, 1, Border));
    assert_eq!(first(0, &[(0, 0)], "d"), obstructed(1, 1, 1, Piece));
    assert_eq!(
        first(0, &[(0, 0)], "d").unwrap_err().to_string(),
        "move 1, step 1: the piece at row 1, column 1 would hit another piece"
    );
    assert_eq!(first(1, &[(3, 1)], "rr"), obstructed(2, 2, 2, Border));
    assert_eq!(first(2, &[(0, 0)], "rrdd"), obstructed(4, 2, 3, Wall));
    assert_eq!(first(2, &[(0, 0)], "rrdl"), obstructed(4, 2, 3, Piece));
    assert_eq!(first(2, &[(0, 0)], "rrd"), Err(Flaw::OtherResult { number }));
}

/// Pieces that look alike keep apart in the checker: what moves is the one that is named.
#[test]
fn the_pieces_of_a_superpiece_stay_together() {
    let row: Puzzle = "1 x 5\n1 = 1\n11000\n00011\n".parse().unwrap();
    let flaw =
        |moves: &[Move]| verify(&row, Style::SUPER_WALK, &Solution { moves: moves.to_vec() });
    let both = one(&row, &[(0, 0), (1, 0)], "rrr", &[(3, 0), (4, 0)]);
    assert_eq!(flaw(&[both]), Ok(()));
    // The first alone is stopped by the second, although it would look the same behind it.
    let first = one(&row, &[(0, 0)], "rr", &[(1, 0), (2, 0)]);
    let (number, step) = (1, 1);
    let obstacle = Obstacle::Piece;
    assert_eq!(flaw(&[first]), Err(Flaw::Obstructed { number, step, row: 1, col: 1, obstacle }));
}

#[test]
fn a_gate_lets_only_the_pieces_it_names_pass() {
    // No piece but 2 may cover the middle of the first row, not even on its way.
    let gated: Puzzle = "2 x 3\n1 = 1\n2 = 1\n100200\n?2????\nonly 2: .-./...\n".parse().unwrap();
    let flaw = |moves: &[Move]| verify(&gated, Style::WALK, &Solution { moves: moves.to_vec() });
    assert_eq!(flaw(&[one(&gated, &[(3, 1)], "ru", &[(0, 0), (1, 1)])]), Ok(()));
    let (number, obstacle) = (1, Obstacle::Gate);
    let refused = Err(Flaw::Obstructed { number, step: 1, row: 1, col: 1, obstacle });
    assert_eq!(flaw(&[one(&gated, &[(0, 0)], "rr", &[(2, 0), (3, 1)])]), refused);
}
