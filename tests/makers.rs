//! Packs of levels, and puzzles that become better by small changes.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use sliding::design::{
    Aim, Family, ImproveRequest, Improved, Level, PackRequest, Ramp, Rule, Shape, improve, pack,
};
use sliding::puzzle::{Puzzle, Size, Style};
use sliding::solve::{Budget, Engine, Query, Status, solve};

fn cars() -> Family {
    let size = Size { rows: 6, cols: 6 };
    let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 }).expect("a family");
    family.with_pieces(6..=10)
}

fn levels(wanted: &PackRequest, threads: usize) -> Vec<Level> {
    let mut budget = Budget::default();
    budget.threads = NonZeroUsize::new(threads);
    let made = pack(&cars(), wanted, Style::SLIDE, &budget, &mut |_| ());
    let (levels, stopped) = made.expect("a pack");
    assert_eq!(stopped, None);
    levels
}

/// The fewest moves by another engine than the one that generated the puzzle.
fn fewest(puzzle: &Puzzle, style: Style) -> u64 {
    let mut query = Query::new(puzzle, style);
    query.engine = Engine::Ring;
    let answer = solve(&query, &Budget::default(), &mut ()).expect("an answer");
    assert_eq!(answer.status, Status::Solved);
    answer.moves.expect("moves")
}

#[test]
fn a_pack_rises_evenly_and_keeps_its_levels_in_a_larger_one() {
    let small = levels(&PackRequest::new(Ramp::Moves(3..=12), 10), 1);
    let moves: Vec<u64> = small.iter().map(|level| level.generated.moves).collect();
    assert!(moves.is_sorted() && moves[0] == 3 && moves[9] == 12, "{moves:?}");
    let steps: BTreeSet<u64> = moves.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| *step <= 2), "{moves:?}");
    for level in &small {
        let puzzle = &level.generated.puzzle;
        assert_eq!(fewest(puzzle, Style::SLIDE), level.generated.moves, "{puzzle}");
        assert_eq!(level.solution.moves.len() as u64, level.generated.moves);
        assert!(level.rating.is_some());
    }
    let text = |levels: &[Level]| -> BTreeSet<String> {
        levels.iter().map(|level| level.generated.puzzle.to_string()).collect()
    };
    let large = levels(&PackRequest::new(Ramp::Moves(3..=12), 14), 2);
    assert_eq!(large.len(), 14);
    assert!(text(&large).is_superset(&text(&small)));
}

#[test]
fn no_two_levels_share_most_of_their_places() {
    let levels = levels(&PackRequest::new(Ramp::Moves(3..=8), 24), 2);
    // Drawn anew as cells with the pieces' shapes, to count what two boards have in common.
    let places = |level: &Level| -> BTreeSet<Vec<u32>> {
        let puzzle = &level.generated.puzzle;
        let cells = |&piece: &_| puzzle.kind(piece).covers(piece.cell, puzzle.size());
        let pieces = puzzle.start().placements().iter();
        pieces.map(|piece| cells(piece).flatten().collect()).collect()
    };
    for (at, one) in levels.iter().enumerate() {
        for other in &levels[at + 1..] {
            let (one, other) = (places(one), places(other));
            let shared = one.intersection(&other).count();
            assert!(shared * 2 <= one.len().max(other.len()), "{shared} shared places");
        }
    }
}

#[test]
fn felt_difficulty_rises_as_well() {
    let levels = levels(&PackRequest::new(Ramp::Difficulty(1.2..=2.0, 3..=15), 5), 2);
    let felt = levels.iter().filter_map(|level| level.rating.as_ref()?.difficulty());
    let felt: Vec<f64> = felt.collect();
    assert!(felt.len() == 5 && felt.is_sorted(), "{felt:?}");
    assert!(felt[0] < 1.4 && felt[4] > 1.7, "{felt:?}");
}

#[test]
fn levels_like_an_example_have_its_pieces() {
    let text = std::fs::read_to_string("puzzles/classics/klotski.txt").expect("a file");
    let example: Puzzle = text.parse().expect("a puzzle");
    let wanted = PackRequest::new(Ramp::Moves(10..=20), 3);
    let made = pack(&example, &wanted, Style::WALK, &Budget::default(), &mut |_| ());
    let (levels, _) = made.expect("a pack");
    for level in &levels {
        let puzzle = &level.generated.puzzle;
        assert_eq!(puzzle.counts(), example.counts());
        assert_eq!(puzzle.goals(), example.goals());
        assert_eq!(fewest(puzzle, Style::WALK), level.generated.moves);
    }
    assert_eq!(levels.len(), 3);
}

fn steps(puzzle: &Puzzle, wanted: &ImproveRequest, threads: usize) -> Vec<Improved> {
    let mut budget = Budget::default();
    budget.threads = NonZeroUsize::new(threads);
    let mut steps = Vec::new();
    let each = &mut |step: &Improved| steps.push(step.clone());
    improve(puzzle, Style::WALK, wanted, &budget, each).expect("an improvement");
    steps
}

#[test]
fn improved_puzzles_are_as_they_say_and_the_same_for_any_number_of_threads() {
    let text = "3 x 4\n1 = 11\n2 = 1/1\n3 = 1\n12000033\n??????????1\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    for aim in [Aim::Longer, Aim::Harder, Aim::FewerPieces] {
        let mut wanted = ImproveRequest::new(aim);
        wanted.rounds = Some(12);
        let (one, two) = (steps(&puzzle, &wanted, 1), steps(&puzzle, &wanted, 2));
        let texts = |steps: &[Improved]| -> Vec<String> {
            steps.iter().map(|step| step.puzzle.to_string()).collect()
        };
        assert_eq!(texts(&one), texts(&two), "{aim:?}");
        assert!(one.len() > 1, "{aim:?}: nothing better");
        for step in &one {
            assert_eq!(fewest(&step.puzzle, Style::WALK), step.moves, "{}", step.puzzle);
            assert_eq!(step.puzzle.start().placements().len(), step.pieces);
        }
        let (first, last) = (&one[0], &one[one.len() - 1]);
        match aim {
            Aim::Longer => assert!(last.moves > first.moves),
            Aim::Harder => assert!(last.difficulty > first.difficulty),
            _ => assert!(last.pieces < first.pieces && last.moves >= first.moves),
        }
    }
}

#[test]
fn pins_stay_where_they_are() {
    let text = "3 x 4\n1 = 11\n2 = 1/1\n3 = 1\n120x0033\n??????????1\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut wanted = ImproveRequest::new(Aim::Longer);
    wanted.rounds = Some(12);
    let pinned = puzzle.start().placements()[0];
    wanted.pins.pieces.push(pinned);
    (wanted.pins.walls, wanted.pins.goal) = (true, true);
    let steps = steps(&puzzle, &wanted, 2);
    assert!(steps.len() > 1);
    for step in steps {
        assert!(step.puzzle.start().placements().contains(&pinned));
        assert_eq!(step.puzzle.blocked(), puzzle.blocked());
        assert_eq!(step.puzzle.goals(), puzzle.goals());
    }
}
