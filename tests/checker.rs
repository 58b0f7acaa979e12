//! The checker itself: it takes every solution of the engine, and none that was tampered with.

use crate::oracle::puzzle;
use crate::oracle::search::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::{Flaw, verify};
use sliding::puzzle::{Direction, Move, Placement, Reach, Solution, Style};

/// Puzzles of many sorts: plain ones, shapes that interlock, pieces in two parts, pieces that look
/// alike, walls.
const PUZZLES: &str = "simplicity hooks_turn pair_walk twins_lane far_twins teeth silly sw_diamond \
                       rand06 layton_ufosos quirk_gap_rows dads";

/// Calls `check` with the solution of each puzzle in each style.
fn each_solution(check: impl Fn(&Puzzle, Style, &Solution)) {
    for name in PUZZLES.split_whitespace() {
        let puzzle = puzzle(&format!("tests/data/classic/puzzles/{name}.txt"));
        for style in Style::ALL {
            // Not every puzzle can be solved one piece at a time.
            let answer = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap();
            answer.solution.iter().for_each(|solution| check(&puzzle, style, solution));
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
            assert_eq!(verify(puzzle, other, solution), wanted, "{style} as {other}\n{puzzle}");
        }
    });
}

#[test]
fn tampered_solutions_are_refused() {
    each_solution(|puzzle, style, solution| {
        for (at, made) in solution.moves.iter().enumerate() {
            let number = at + 1;
            let is_last = number == solution.moves.len();
            let before = if at == 0 { puzzle.start() } else { &solution.moves[at - 1].after };
            let flaw = |change: &dyn Fn(&mut Vec<Move>)| {
                let mut changed = solution.clone();
                change(&mut changed.moves);
                verify(puzzle, style, &changed).expect_err("a flaw")
            };
            // The solutions are shortest, so what is left of them after this leads nowhere.
            assert_eq!(flaw(&|moves| drop(moves.remove(at))) == Flaw::NotSolved, is_last);
            assert_ne!(flaw(&|moves| moves.insert(at, made.clone())), Flaw::NotSolved);
            if !is_last {
                assert_ne!(flaw(&|moves| moves.swap(at, at + 1)), Flaw::NotSolved);
            }
            let other_result = Flaw::OtherResult { number };
            assert_eq!(flaw(&|moves| moves[at].after = before.clone()), other_result);
            assert_eq!(flaw(&|moves| moves[at].pieces.clear()), Flaw::NoPieces { number });
            assert_eq!(flaw(&|moves| moves[at].steps.clear()), Flaw::NoSteps { number });
            // Another way, or another piece, ends elsewhere, if it is possible at all.
            let stays = before.placements().iter().find(|piece| !made.pieces.contains(piece));
            let back = |step: &mut Direction| *step = step.opposite();
            for flaw in [
                flaw(&|moves| moves[at].steps.iter_mut().for_each(back)),
                stays.map_or(other_result, |piece| flaw(&|moves| moves[at].pieces[0] = *piece)),
            ] {
                let place = match flaw {
                    Flaw::Obstructed { number, .. } | Flaw::OtherResult { number } => number,
                    _ => 0,
                };
                assert_eq!(place, number, "{flaw}\n{puzzle}");
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

/// Pieces that look alike.
const TWINS: &str = "1 x 5\n1 = 1\n11000\n00011\n";

/// No piece but 2 may cover the middle of the first row, not even on its way.
const GATED: &str = "2 x 3\n1 = 1\n2 = 1\n100200\n?2????\nonly 2: .-./...\n";

/// Puzzle and style; cell and kind of each piece; the steps; where the pieces are then, if not at
/// the start; what is wrong.
const FLAWS: &str = "\
corner|5||r||move 1: no piece moves
corner|5|0:0|||move 1: no step is made
# An empty cell, one of piece 2 that is not its origin, a wall, two beyond the board.
corner|0|1:0|r||move 1: no piece has its origin at row 1, column 2
corner|0|4:0|r||move 1: no piece has its origin at row 2, column 2
corner|0|8:0|r||move 1: no piece has its origin at row 3, column 3
corner|0|99:0|r||move 1: no piece has its origin at row 34, column 1
corner|0|4294967295:0|r||move 1: no piece has its origin at row 1431655766, column 1
corner|0|0:1|r||move 1: the piece at row 1, column 1 is of another kind
corner|0|3:99|r||move 1: the piece at row 2, column 1 is of another kind
corner|3|3:1 0:0 3:1|r||move 1: the piece at row 2, column 1 is named twice
corner|0|0:0 3:1|r||move 1: 2 pieces move in a style that moves one at a time
corner|1|0:0 3:1|r||move 1: 2 pieces move in a style that moves one at a time
corner|2|0:0 3:1|r||move 1: 2 pieces move in a style that moves one at a time
corner|0|0:0|rr||move 1: 2 steps in a style whose moves are single steps
corner|3|0:0|rr||move 1: 2 steps in a style whose moves are single steps
corner|1|0:0|rrd||move 1, step 3: a turn in a style whose moves are straight
corner|4|0:0|rrd||move 1, step 3: a turn in a style whose moves are straight
corner|0|3:1|u||move 1, step 1: the piece at row 2, column 1 is locked against that direction
corner|3|0:0 3:1|d||move 1, step 1: the piece at row 2, column 1 is locked against that direction
corner|0|0:0|u||move 1, step 1: the piece at row 1, column 1 would leave the board
corner|0|0:0|d||move 1, step 1: the piece at row 1, column 1 would hit another piece
corner|1|3:1|rr||move 1, step 2: the piece at row 2, column 2 would leave the board
corner|2|0:0|rrdd||move 1, step 4: the piece at row 2, column 3 would hit a blocked cell
corner|2|0:0|rrdl||move 1, step 4: the piece at row 2, column 3 would hit another piece
corner|2|0:0|rrd||move 1: it ends in another position than it says
corner|2|0:0|rrd|5:0 3:1|the last position meets no goal
twins|5|0:0 1:0|rrr|3:0 4:0|none
# The first alone is stopped by the second, although it would look the same behind it.
twins|5|0:0|rr|1:0 2:0|move 1, step 1: the piece at row 1, column 1 would hit another piece
gated|2|3:1|ru|0:0 1:1|none
gated|2|0:0|rr|2:0 3:1|move 1, step 1: the piece at row 1, column 1 would enter a gate that is closed to it
";

fn placements(text: &str) -> Vec<Placement> {
    let number = |text: &str| text.parse().unwrap();
    let pieces = text.split_whitespace().map(|piece| piece.split_once(':').unwrap());
    pieces.map(|(cell, kind)| Placement { cell: number(cell), kind: number(kind) as u8 }).collect()
}

#[test]
fn each_flaw_has_its_reason_and_place() {
    for row in FLAWS.lines().filter(|row| !row.starts_with('#')) {
        let [puzzle, style, pieces, steps, after, flaw] = row.split('|').collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        let text = match puzzle {
            "corner" => CORNER,
            "twins" => TWINS,
            _ => GATED,
        };
        let puzzle: Puzzle = text.parse().unwrap();
        let direction = |letter| {
            let named = |direction: &Direction| direction.word().starts_with(letter);
            Direction::ALL.into_iter().find(named).expect("r, l, d or u")
        };
        let after = match after {
            "" => puzzle.start().clone(),
            _ => puzzle.configuration(placements(after)).unwrap(),
        };
        let steps = steps.chars().map(direction).collect();
        let moves = vec![Move { pieces: placements(pieces), steps, after }];
        let style = style.parse().unwrap();
        let found = verify(&puzzle, style, &Solution { moves });
        assert_eq!(found.err().map_or("none".to_owned(), |flaw| flaw.to_string()), flaw, "{row}");
    }
}
