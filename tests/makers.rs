//! Packs of levels, and puzzles that become better by small changes.

use std::collections::BTreeSet;

use sliding::design::{
    Aim, Family, ImproveRequest, Improved, Level, Requirements, Rule, Shape, improve, pack,
};
use sliding::notation::Notation;
use sliding::puzzle::{Puzzle, Size, Style};
use sliding::solve::Budget;

use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{Engine, puzzle, read};

fn budget(threads: usize) -> Budget {
    SearchRequest::new(Style::STEP).threads(threads).budget
}

/// The fewest moves by another engine than the one that generated the puzzle.
fn fewest(puzzle: &Puzzle, style: Style) -> Option<u64> {
    let ask = SearchRequest::new(style).by(Engine::Ring);
    search(puzzle, &ask, &mut ()).unwrap().moves
}

fn levels(mut wanted: Requirements, count: usize, threads: usize) -> Vec<Level> {
    let size = Size { rows: 6, cols: 6 };
    let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 }).expect("a family");
    let (family, mut reported) = (family.with_pieces(6..=10), (0, 0));
    wanted.number = count;
    let progress = &mut |made, tried| reported = (made, tried);
    let made = pack(&family, &wanted, Style::SLIDE, &budget(threads), progress);
    let (levels, stopped) = made.expect("a pack");
    assert_eq!((stopped, levels.len()), (None, count));
    assert!(reported.1 > reported.0 as u64, "{reported:?}");
    levels
}

#[test]
fn a_pack_rises_evenly_in_levels_unlike_each_other_and_keeps_them_in_a_larger_one() {
    let ramp = Requirements::new(3..=12);
    let small = levels(ramp.clone(), 10, 1);
    let moves: Vec<u64> = small.iter().map(|level| level.generated.moves).collect();
    assert!((moves[0], moves[9]) == (3, 12) && moves.is_sorted(), "{moves:?}");
    assert!(moves.windows(2).all(|pair| pair[1] - pair[0] <= 2), "{moves:?}");
    for level in &small {
        let (puzzle, moves) = (&level.generated.puzzle, level.generated.moves);
        assert_eq!(fewest(puzzle, Style::SLIDE), Some(moves), "{puzzle}");
        assert_eq!(level.solution.moves.len() as u64, moves, "{puzzle}");
        assert!(level.rating.is_some(), "{puzzle}");
    }
    let large = levels(ramp, 24, 2);
    let ids = BTreeSet::from_iter(large.iter().map(|level| &level.id));
    assert!(ids.len() == 24 && small.iter().all(|level| ids.contains(&level.id)));
    let [few, many] = [&small, &large].map(|levels| {
        let texts = levels.iter().map(|level| level.generated.puzzle.to_string());
        BTreeSet::from_iter(texts)
    });
    assert!(many.is_superset(&few));
    // Drawn anew as cells with the pieces' shapes, to count what two boards have in common.
    let places = large.iter().map(|level| {
        let puzzle = &level.generated.puzzle;
        let pieces = puzzle.start().placements().iter();
        let cells = pieces.map(|&piece| puzzle.kind(piece).covers(piece.cell, puzzle.size()));
        cells.map(|cells| cells.flatten().collect()).collect()
    });
    let places: Vec<BTreeSet<Vec<u32>>> = places.collect();
    for (at, one) in places.iter().enumerate() {
        for other in &places[..at] {
            let shared = one.intersection(other).count();
            assert!(shared * 2 <= one.len().max(other.len()), "{one:?} {other:?}");
        }
    }
}

#[test]
fn felt_difficulty_rises_as_well() {
    let mut ramp: Requirements = "difficulty:1.2-2".parse().expect("a ramp");
    ramp.moves = 3..=15;
    let levels = levels(ramp, 5, 2);
    let felt = levels.iter().filter_map(|level| level.rating.as_ref()?.difficulty());
    let felt: Vec<f64> = felt.collect();
    assert!(felt.len() == 5 && felt.is_sorted(), "{felt:?}");
    assert!(felt[0] < 1.4 && felt[4] > 1.7, "{felt:?}");
}

#[test]
fn levels_like_an_example_have_its_pieces() {
    let example = puzzle("puzzles/classics/klotski.txt");
    let mut wanted = Requirements::new(10..=20);
    wanted.number = 3;
    let made = pack(&example, &wanted, Style::WALK, &Budget::default(), &mut |_, _| ());
    let (levels, _) = made.expect("a pack");
    assert_eq!(levels.len(), 3);
    for level in &levels {
        let puzzle = &level.generated.puzzle;
        assert_eq!((puzzle.counts(), puzzle.goals()), (example.counts(), example.goals()));
        assert_eq!(fewest(puzzle, Style::WALK), Some(level.generated.moves));
    }
}

fn steps(puzzle: &Puzzle, mut wanted: ImproveRequest, threads: usize) -> Vec<Improved> {
    wanted.rounds = Some(12);
    let mut steps = Vec::new();
    let each = &mut |step: &Improved| steps.push(step.clone());
    improve(puzzle, Style::WALK, &wanted, &budget(threads), each).expect("an improvement");
    assert!(steps.len() > 1, "{wanted:?}: nothing better");
    steps
}

#[test]
fn improved_puzzles_are_as_they_say_and_the_same_for_any_number_of_threads() {
    let puzzle = read("3 x 4\n1 = 11\n2 = 1/1\n3 = 1\n12000033\n??????????1\n");
    for aim in [Aim::Longer, Aim::Harder, Aim::FewerPieces] {
        let [one, two] = [1, 2].map(|threads| steps(&puzzle, ImproveRequest::new(aim), threads));
        let pairs = one.iter().zip(&two);
        assert!(one.len() == two.len() && pairs.clone().all(|(one, two)| one.puzzle == two.puzzle));
        for step in &one {
            assert_eq!(fewest(&step.puzzle, Style::WALK), Some(step.moves), "{}", step.puzzle);
            assert_eq!(step.puzzle.start().placements().len(), step.pieces);
        }
        let (first, last) = (&one[0], &one[one.len() - 1]);
        assert!(match aim {
            Aim::Longer => last.moves > first.moves,
            Aim::Harder => last.difficulty > first.difficulty,
            _ => last.pieces < first.pieces && last.moves >= first.moves,
        });
    }
}

#[test]
fn pins_stay_where_they_are() {
    let puzzle = read("3 x 4\n1 = 11\n2 = 1/1\n3 = 1\n120x0033\n??????????1\n");
    let mut wanted = ImproveRequest::new(Aim::Longer);
    let pinned = puzzle.start().placements()[0];
    wanted.pins.pieces.push(pinned);
    (wanted.pins.walls, wanted.pins.goal) = (true, true);
    for Improved { puzzle: step, .. } in steps(&puzzle, wanted, 2) {
        assert!(step.start().placements().contains(&pinned));
        assert_eq!((step.blocked(), step.goals()), (puzzle.blocked(), puzzle.goals()));
    }
}

#[test]
fn boards_of_cars_stay_without_walls() {
    let rush = Notation::named("rush").expect("a notation");
    let (cars, _) = rush.parse("..BC..D.BCE.DAACE....FFF.GGHH..III..").expect("a board");
    let mut wanted = ImproveRequest::new(Aim::Longer);
    // With this seed, a wall would make the board longer.
    wanted.seed = 3;
    for step in steps(&cars, wanted, 2) {
        assert!(step.puzzle.blocked().is_empty(), "{}", step.puzzle);
    }
}
