//! Games played by hand, at random and after a search, before the independent checker.

use std::collections::BTreeSet;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::check::verify;
use sliding::puzzle::game::{Game, MoveError, PositionMoves};
use sliding::puzzle::{Configuration, Direction, Move, Placement, Solution, Style};

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// A flat piece, an upright one and two small ones, with three free cells.
fn small() -> Puzzle {
    puzzle("3 x 3\n1 = 11\n2 = 1/1\n3 = 1\n1233\n??????3?3\n")
}

#[test]
fn steps_are_combined_into_moves_by_style() {
    let puzzle = puzzle("2 x 4\n1 = 1\n1\n00000001\n");
    let way = [Direction::Right, Direction::Right, Direction::Down, Direction::Right];
    for (style, moves) in [(0, 4), (1, 3), (2, 1), (3, 4), (4, 3), (5, 1)] {
        let mut game = Game::new(&puzzle, Style::new(style).unwrap());
        for direction in way {
            let piece = game.position().placements()[0];
            game.push(&[piece], direction).unwrap();
        }
        assert_eq!(game.moves().len(), moves, "style {style}");
        let solution = Solution { moves: game.moves().to_vec() };
        assert_eq!(verify(&puzzle, game.style(), &solution), Ok(()));
    }
}

#[test]
fn moving_back_shortens_a_move() {
    let puzzle = puzzle("3 x 3\n1 = 1\n1\n000000001\n");
    let mut game = Game::new(&puzzle, Style::WALK);
    use Direction::{Down, Left, Right, Up};
    for (direction, left) in [(Right, 1), (Right, 2), (Down, 3), (Left, 4), (Up, 1), (Left, 0)] {
        let piece = game.position().placements()[0];
        game.push(&[piece], direction).unwrap();
        assert_eq!(game.moves().first().map_or(0, |only| only.steps.len()), left);
    }
    assert_eq!(game.position(), puzzle.start());
}

#[test]
fn pieces_are_pushed_only_in_styles_that_move_several() {
    let puzzle = puzzle("1 x 4\n1 = 1\n2 = 1\n12\n0012\n");
    let mut alone = Game::new(&puzzle, Style::STEP);
    let [one, two] = puzzle.start().placements() else { panic!() };
    let refusal = alone.push(&[*one], Direction::Right);
    assert_eq!(refusal, Err(MoveError::Piece(*one, *two)));
    assert_eq!(alone.push(&[*one], Direction::Left), Err(MoveError::Edge(*one)));
    assert_eq!(alone.push(&[*one, *two], Direction::Right), Err(MoveError::Alone));
    assert_eq!(alone.push(&[], Direction::Right), Err(MoveError::Nothing));
    let mut together = Game::new(&puzzle, Style::SUPER_STEP);
    assert_eq!(together.push(&[*one], Direction::Right).unwrap().len(), 2);
}

#[test]
fn walls_and_locks_hold() {
    let puzzle = puzzle("2 x 2\n1 = 1 h\n1x\n0x1\n");
    let mut game = Game::new(&puzzle, Style::WALK);
    let piece = puzzle.start().placements()[0];
    assert_eq!(game.push(&[piece], Direction::Right), Err(MoveError::Wall(piece)));
    assert_eq!(game.push(&[piece], Direction::Down), Err(MoveError::Lock(piece)));
    assert!(!game.undo() && !game.redo());
}

/// A placement that is no piece of the position is refused, wherever it is and whatever its kind, and
/// so is a move of it; a piece that is named twice moves once.
#[test]
fn pieces_that_are_not_there_are_refused() {
    for seed in 0..120 {
        let mut dice = Pcg64Mcg::new(seed);
        let style = Style::new((seed % 6) as u8).unwrap();
        let mut game = Game::new(small(), style);
        for _ in 0..40 {
            let mut pieces: Vec<_> = (0..dice.next_u32() % 4)
                .map(|_| {
                    let [cell, kind] = [[12, 9, u32::MAX], [5, 2, 255]]
                        .map(|most| dice.next_u32() % most[dice.next_u32() as usize % 3]);
                    Placement { cell, kind: kind as u8 }
                })
                .collect();
            pieces.extend(pieces.first().copied());
            let before = game.position().clone();
            let direction = Direction::ALL[dice.next_u32() as usize % 4];
            let is_there = |piece: &Placement| before.placements().contains(piece);
            let all_are_there = pieces.iter().all(is_there);
            let paths = PositionMoves::new(game.puzzle(), style, &before).paths(&pieces);
            let whole =
                Move { pieces: pieces.clone(), steps: vec![direction], after: before.clone() };
            let mut made = game.clone();
            let made = (made.make(&whole), made);
            let pushed = (game.push(&pieces, direction).map(drop), game.clone());
            for (pushed, game) in [made, pushed] {
                let case = format!("seed {seed}, style {style}: {pieces:?}, {pushed:?}");
                let is_refused =
                    matches!(pushed, Err(MoveError::Absent(absent)) if !is_there(&absent));
                assert_eq!(is_refused, !all_are_there, "{case}");
                assert_eq!(game.position().placements().len(), before.placements().len(), "{case}");
                assert_eq!(pushed.is_err(), game.position() == &before, "{case}");
            }
            assert!(all_are_there || matches!(paths, Err(MoveError::Absent(_))), "seed {seed}");
            let piece = before.placements()[dice.next_u32() as usize % before.placements().len()];
            let _ = game.push(&[piece], direction);
        }
    }
}

/// No piece of another puzzle's position is there: one with more kinds, a larger board, other shapes.
#[test]
fn pieces_of_another_puzzle_are_refused() {
    let texts = [
        "3 x 3\n1 = 11\n2 = 1/1\n3 = 1\n4 = 1\n1243\n????????3\n",
        "9 x 9\n1 = 1\n1\n?????1\n",
        "3 x 3\n1 = 111\n2 = 1\n12\n???2\n",
    ];
    for text in texts {
        let (here, other) = (small(), puzzle(text));
        for (puzzle, position) in [(&here, other.start()), (&other, here.start())] {
            for style in Style::ALL {
                let table = PositionMoves::new(puzzle, style, position);
                for &piece in position.placements() {
                    let refused = Err(MoveError::Absent(piece));
                    let pushed = Direction::ALL.map(|way| table.push(&[piece], way));
                    assert!(pushed.iter().all(|one| *one == refused), "{text}: {pushed:?}");
                    assert_eq!(table.paths(&[piece]), Err(MoveError::Absent(piece)), "{text}");
                }
            }
        }
    }
}

/// Whatever is pushed at random, the moves stand up to the checker up to the last one, and
/// undoing and redoing leads back and forth.
#[test]
fn random_games_pass_the_checker() {
    for seed in 0..60 {
        let mut dice = Pcg64Mcg::new(seed);
        let puzzle = small();
        let style = Style::new((seed % 6) as u8).unwrap();
        let mut game = Game::new(&puzzle, style);
        for _ in 0..40 {
            let pieces = game.position().placements();
            let piece = pieces[dice.next_u32() as usize % pieces.len()];
            let _ = game.push(&[piece], Direction::ALL[dice.next_u32() as usize % 4]);
        }
        // The checker wants to see a goal at the end: so the goal is where the game ended.
        let board = puzzle.shorthand(game.position());
        let text = puzzle.to_string();
        let head: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
        let ended: Puzzle =
            format!("{head}{}\n{board}\n", puzzle.shorthand(puzzle.start())).parse().unwrap();
        let solution = Solution { moves: game.moves().to_vec() };
        assert_eq!(verify(&ended, style, &solution), Ok(()), "seed {seed}");
        let (end, count) = (game.position().clone(), game.moves().len());
        game.reset();
        assert_eq!(game.position(), puzzle.start());
        while game.redo() {}
        assert_eq!((game.position(), game.moves().len()), (&end, count));
    }
}

#[test]
fn moves_found_by_a_search_can_be_made() {
    let puzzle = small();
    for style in Style::ALL {
        let outcome = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap();
        let mut game = Game::new(&puzzle, style);
        let solution = outcome.solution.unwrap();
        for step in &solution.moves {
            game.make(step).unwrap();
            assert_eq!(game.position(), &step.after);
        }
        assert!(game.is_solved());
    }
}

/// All that one move leads to from a position, if a set makes it.
fn led_to(
    puzzle: &Puzzle,
    table: &PositionMoves,
    now: &Configuration,
    set: &[Placement],
) -> Vec<String> {
    let size = puzzle.size();
    let after = |way: Vec<Direction>| {
        let there = |&piece: &Placement| {
            let gone = set.contains(&piece);
            way.iter().filter(|_| gone).fold(piece, |piece, &step| piece.stepped(step, size))
        };
        let placements = now.placements().iter().map(there).collect();
        puzzle.shorthand(&puzzle.configuration(placements).expect("pieces that do not overlap"))
    };
    table.paths(set).unwrap_or_default().into_iter().map(after).collect()
}

/// What a table lets pieces do is what the searches call a move: in positions at random, by brute force over
/// sets of pieces.
#[test]
fn the_paths_of_all_sets_are_the_moves_of_the_searches() {
    for seed in 0..48 {
        let mut dice = Pcg64Mcg::new(seed);
        let texts = [
            "3 x 4\n1 = 11\n2 = 1/1 v\n3 = 1\n1123\n???????????3\n",
            "3 x 3\n1 = 1 h\n2 = 01/11\n3 = 1\n1x23\n?x?????3?\n",
        ];
        let style = Style::new((seed % 6) as u8).unwrap();
        let puzzle = texts.get(seed as usize / 6 % 3).map_or_else(small, |text| puzzle(text));
        let mut game = Game::new(&puzzle, style);
        for _ in 0..seed {
            let pieces = game.position().placements();
            let piece = pieces[dice.next_u32() as usize % pieces.len()];
            let _ = game.push(&[piece], Direction::ALL[dice.next_u32() as usize % 4]);
        }
        let now = game.position();
        let table = PositionMoves::new(&puzzle, style, now);
        let pieces = now.placements();
        let sets = (1..1_u32 << pieces.len()).map(|bits| {
            let chosen = (0..).zip(pieces).filter(|(at, _)| bits >> at & 1 == 1);
            chosen.map(|(_, &piece)| piece).collect::<Vec<_>>()
        });
        let mut found: BTreeSet<String> =
            sets.flat_map(|set| led_to(&puzzle, &table, now, &set)).collect();
        // All pieces that look alike may come to lie as they lay.
        found.remove(&puzzle.shorthand(now));
        let from = puzzle.starting_from(now.clone()).unwrap();
        let moves = first_moves(&from, style, 10_000).unwrap().unwrap();
        let expected: BTreeSet<String> =
            moves.iter().map(|one| puzzle.shorthand(&one.after)).collect();
        assert_eq!(found, expected, "seed {seed}, style {style}\n{from}");
    }
}
