//! Games played by hand, at random and after a search, before brute force and the independent checker.

use std::collections::{BTreeMap, BTreeSet};

use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::check::verify;
use sliding::puzzle::game::{Game, MoveError, PositionMoves};
use sliding::puzzle::{Direction, GoalSetup, Move, Placement, Setup, Solution, Style};

use crate::oracle::random::{self, Dice};
use crate::oracle::reference::Reference;
use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{each, read, seeds};

/// By their initials.
fn directions(initials: &str) -> impl Iterator<Item = Direction> {
    let of = |initial| Direction::ALL.into_iter().find(|way| way.word().starts_with(initial));
    initials.chars().map(move |initial| of(initial).expect("a direction"))
}

/// How one piece is pushed, and the number of steps of each move. Going back shortens a move.
#[test]
fn steps_are_combined_into_moves_by_style() {
    let puzzle = read("3 x 4\n1 = 1\n1\n000000000001\n");
    for (styles, pushed, moves) in [
        ("03", "rrdr", "1111"),
        ("14", "rrdr", "211"),
        ("25", "rrdr", "4"),
        ("03", "rl", "11"),
        ("14", "rrl", "1"),
        ("14", "rl", ""),
        ("25", "rrdl", "4"),
        ("25", "rrdlu", "1"),
        ("25", "rrdlul", ""),
    ] {
        for style in styles.split("").filter_map(|style| style.parse().ok()) {
            let mut game = Game::new(&puzzle, style);
            for direction in directions(pushed) {
                let piece = game.position().placements()[0];
                game.push(&[piece], direction).unwrap();
            }
            let steps: String =
                game.moves().iter().map(|step| step.steps.len().to_string()).collect();
            assert_eq!(steps, moves, "style {style}: {pushed}");
        }
    }
}

#[test]
fn refusals_name_what_is_in_the_way() {
    let [one, two] = [(0, 0), (1, 1)].map(|(cell, kind)| Placement { cell, kind });
    let pair = "1 x 4\n1 = 1\n2 = 1\n12\n0012\n";
    let walled = "2 x 2\n1 = 1 h\n1x\n0x1\n";
    let gated = "1 x 3\n1 = 1\n2 = 1\n102\n102\nonly 2: .-.\n";
    for (text, pieces, pushed, refusal) in [
        (pair, vec![one], "r", MoveError::Piece(one, two)),
        (pair, vec![one], "l", MoveError::Edge(one)),
        (pair, vec![one, two], "r", MoveError::Alone),
        (pair, vec![], "r", MoveError::Nothing),
        (walled, vec![one], "r", MoveError::Wall(one)),
        (walled, vec![one], "d", MoveError::Lock(one)),
        (gated, vec![one], "r", MoveError::Gate(one)),
    ] {
        let mut game = Game::new(read(text), Style::WALK);
        let direction = directions(pushed).next().unwrap();
        assert_eq!(game.push(&pieces, direction), Err(refusal), "{text}");
    }
}

/// No piece of another puzzle's position is there: one with more kinds, a larger board, other shapes.
#[test]
fn pieces_of_another_puzzle_are_refused() {
    let here = read("3 x 3\n1 = 11\n2 = 1/1\n3 = 1\n1233\n??????3?3\n");
    for text in [
        "3 x 3\n1 = 11\n2 = 1/1\n3 = 1\n4 = 1\n1243\n????????3\n",
        "9 x 9\n1 = 1\n1\n?????1\n",
        "3 x 3\n1 = 111\n2 = 1\n12\n???2\n",
    ] {
        let other = read(text);
        for (puzzle, position) in [(&here, other.start()), (&other, here.start())] {
            let table = PositionMoves::new(puzzle, Style::SUPER_WALK, position);
            for &piece in position.placements() {
                let refused = MoveError::Absent(piece);
                let pushed = Direction::ALL.map(|way| table.push(&[piece], way).unwrap_err());
                assert_eq!(pushed, [refused; 4], "{text}");
                assert_eq!(table.paths(&[piece]), Err(refused), "{text}");
            }
        }
    }
}

/// Holds all that a position allows against brute force, and pushes pieces at random. Returns how many come along.
fn play(game: &mut Game<&Puzzle>, dice: &mut Dice, case: &str) -> usize {
    let (style, now) = (game.style(), game.position().clone());
    let puzzle = game.puzzle().clone();
    let from = puzzle.starting_from(now.clone()).expect("a position");
    // In the order of the reference.
    let mut pieces = now.placements().to_vec();
    pieces.sort_by_key(|piece| (piece.kind, piece.cell));
    let position = |pieces: Vec<_>| puzzle.configuration(pieces).expect("a position");
    let (mut moves, mut fewest) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
    let reference = Reference::new(&from);
    reference.moves_of(style, reference.start(), |set, after| {
        let after = pieces.iter().zip(after).map(|(piece, cell)| Placement { cell, ..*piece });
        let after = position(after.collect());
        let least = fewest.entry(after.clone()).or_insert(set.count_ones());
        *least = set.count_ones().min(*least);
        moves.entry(set).or_default().insert(after);
    });

    // What the searches call a move, with the fewest pieces. All that look alike may come to lie as they lay.
    fewest.remove(&now);
    let found = first_moves(&from, style, 10_000).unwrap().expect("few moves").into_iter();
    let found = found.map(|step| (step.after, step.pieces.len() as u32));
    assert_eq!(found.collect::<BTreeMap<_, _>>(), fewest, "{case}");

    // What a table lets each set of pieces do.
    let table = PositionMoves::new(&puzzle, style, &now);
    let sets = (1..1 << pieces.len()).map(|set| {
        let mut chosen = pieces.clone();
        let mut bits = (0..).map(|at| set >> at & 1 != 0);
        chosen.retain(|_| bits.next() == Some(true));
        let paths = table.paths(&chosen).unwrap_or_default();
        let found = paths.iter().map(|way| {
            let stepped = pieces.iter().map(|&piece| {
                let steps = way.iter().filter(|_| chosen.contains(&piece));
                steps.fold(piece, |piece, &step| piece.stepped(step, puzzle.size()))
            });
            position(stepped.collect())
        });
        let expected = moves.remove(&set).unwrap_or_default();
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{chosen:?}: {case}");
        chosen.sort_unstable();
        (chosen, paths)
    });
    let sets: Vec<(Vec<Placement>, Vec<Vec<Direction>>)> = sets.collect();

    let (any, one) = (dice.pick(&sets).0, vec![dice.pick(&pieces)]);
    let chosen = dice.pick(&[any, one]);
    let direction = dice.pick(&Direction::ALL);
    let can = |(set, paths): &&(Vec<_>, Vec<_>)| {
        chosen.iter().all(|piece| set.contains(piece)) && paths.contains(&vec![direction])
    };
    let least = sets.iter().filter(can).map(|(set, _)| set).min_by_key(|set| set.len());
    // Named twice, they move once.
    let pushed = table.push(&chosen.repeat(2), direction);
    assert_eq!(pushed.as_ref().ok(), least, "{chosen:?}, {direction:?}: {case}");
    let (steps, after) = (vec![direction], now.clone());
    let mut whole = Move { pieces: chosen.clone(), steps, after };
    let made = game.clone().make(&whole);
    assert_eq!(made.is_ok(), least == Some(&chosen), "{made:?}: {case}");

    let cell = dice.pick(&[0, 1, puzzle.size().cells() as u32, u32::MAX]);
    let absent = Placement { cell, kind: dice.pick(&[0, 1, 2, 255]) };
    if !pieces.contains(&absent) {
        whole.pieces.push(absent);
        let refused = MoveError::Absent(absent);
        assert_eq!(table.paths(&whole.pieces), Err(refused), "{case}");
        assert_eq!(game.push(&whole.pieces, direction), Err(refused), "{case}");
        assert_eq!(game.make(&whole), Err(refused), "{case}");
    }
    let moved = game.push(&chosen, direction);
    assert_eq!(moved.is_err(), least.is_none(), "{case}");
    assert_eq!(moved.is_err(), game.position() == &now, "{case}");
    least.map_or(0, |set| set.len() - chosen.len())
}

#[test]
fn random_games_are_played_as_by_brute_force() {
    let joint = each(&seeds(1000), |&seed| {
        let mut dice = Dice::new(seed);
        let style = dice.pick(&Style::ALL);
        let puzzle = read(&random::any(seed));
        let case = format!("seed {seed}, style {style}\n{puzzle}");
        if puzzle.start().placements().len() > 6 {
            return 0;
        }
        let mut game = Game::new(&puzzle, style);
        let joint = (0..12).map(|_| play(&mut game, &mut dice, &case)).sum();
        let (end, moves) = (game.position().clone(), game.moves().to_vec());
        game.reset();
        assert_eq!((game.position(), game.moves()), (puzzle.start(), &[][..]), "{case}");
        while game.redo() {}
        assert_eq!((game.position(), game.moves()), (&end, &moves[..]), "{case}");

        // The checker wants to see a goal at the end: so the goal is where the game ended.
        let mut setup = Setup::from(&puzzle);
        setup.goals = vec![GoalSetup::Complete(end.placements().to_vec())];
        let ended = setup.validate().expect("a puzzle");
        let played = moves.len();
        assert_eq!(verify(&ended, style, &Solution { moves }), Ok(()), "{case}");
        let answer = search(&ended, &SearchRequest::new(style), &mut ()).unwrap();
        let found = answer.solution.expect("a solution").moves;
        assert!(found.len() <= played, "{case}");
        let mut game = Game::new(&ended, style);
        for step in &found {
            game.make(step).unwrap();
            assert_eq!(game.position(), &step.after, "{case}");
        }
        assert!(game.is_solved(), "{case}");
        joint
    });
    assert!(joint.iter().sum::<usize>() > 50, "{joint:?}");
}
