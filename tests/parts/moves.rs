//! The moves at a start: which there are, and how they are explained.

use std::collections::BTreeMap;

use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::puzzle::game::PositionMoves;
use sliding::puzzle::{Configuration, Placement, Style};

use crate::oracle::random;

/// The move from the start to the goal: the cells of the pieces and the steps, if one move leads there.
fn explained(puzzle: &Puzzle, style: Style) -> String {
    let moves = first_moves(puzzle, style, 1000).unwrap().unwrap();
    let Some(found) = moves.iter().find(|found| puzzle.is_solved_by(&found.after)) else {
        return "none".to_owned();
    };
    let cells = found.pieces.iter().map(|piece| piece.cell.to_string());
    let steps = found.steps.iter().map(|step| step.word().to_owned());
    cells.chain(steps).collect::<Vec<_>>().join(" ")
}

/// Found by hand.
#[test]
fn a_move_is_explained_with_the_fewest_pieces_and_steps() {
    let line = "1 x 4\n1 = 1\n1110\n0111\n";
    let round = "2 x 4\n1 = 1\n11100000\n01110000\n";
    let pushed = "2 x 4\n1 = 11/1\n2 = 1\n12\n012\n";
    let hooks = "2 x 4\n1 = 11/1\n2 = 01/11\n12\n012\n";
    let corner = "2 x 2\n1 = 1\n1\n0001\n";
    let gap = "2 x 4\n1 = 1\n11010000\n01110000\n";
    for (text, style, expected) in [
        // Pieces that look alike: one of them or all, with and without room to go round.
        (line, 0, "none"),
        (line, 2, "none"),
        (line, 3, "0 1 2 right"),
        (line, 5, "0 1 2 right"),
        (round, 2, "0 down right right right up"),
        (round, 4, "0 1 2 right"),
        (round, 5, "0 down right right right up"),
        ("1 x 5\n1 = 1\n10100\n10010\n", 3, "2 right"),
        ("1 x 6\n1 = 1\n111000\n011100\n", 5, "0 1 2 right"),
        (gap, 3, "0 1 right"),
        (gap, 5, "0 down right right up"),
        // One pushes the other.
        (pushed, 1, "none"),
        (pushed, 4, "0 2 right"),
        // Locks, and the reach of a style.
        ("3 x 1\n1 = 1\n1\n001\n", 0, "none"),
        ("3 x 1\n1 = 1\n1\n001\n", 1, "0 down down"),
        ("3 x 1\n1 = 1 h\n1\n001\n", 1, "none"),
        (corner, 1, "none"),
        (corner, 4, "none"),
        (corner, 2, "0 right down"),
        ("2 x 2\n1 = 1\n1\n1000\n", 5, "none"),
        // Two hooks, one in the other, go together only.
        (hooks, 2, "none"),
        (hooks, 3, "0 2 right"),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        let style = Style::new(style).unwrap();
        assert_eq!(explained(&puzzle, style), expected, "style {style}\n{text}");
    }
}

/// The fewest pieces that a game lets go in one move to each position, over all sets of pieces.
fn fewest(puzzle: &Puzzle, style: Style) -> BTreeMap<Configuration, usize> {
    let pieces = puzzle.start().placements();
    let table = PositionMoves::new(puzzle, style, puzzle.start());
    let mut fewest = BTreeMap::new();
    for bits in 1..1_u32 << pieces.len() {
        let set: Vec<Placement> = (0..)
            .zip(pieces)
            .filter(|(at, _)| bits >> at & 1 == 1)
            .map(|(_, &piece)| piece)
            .collect();
        for steps in table.paths(&set).unwrap_or_default() {
            let step = |piece: Placement, &step: &_| piece.stepped(step, puzzle.size());
            let own = |piece: &Placement| if set.contains(piece) { &steps[..] } else { &[] };
            let after = pieces.iter().map(|piece| own(piece).iter().fold(*piece, step)).collect();
            let least = fewest.entry(puzzle.configuration(after).unwrap()).or_insert(set.len());
            *least = set.len().min(*least);
        }
    }
    fewest.remove(puzzle.start());
    fewest
}

#[test]
fn first_moves_lead_to_all_neighbours_with_the_fewest_pieces() {
    let mut together = 0;
    for seed in 30_000..30_200 {
        let pair = random::puzzle(seed);
        let text = if seed % 3 == 0 { pair.framed } else { pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let moves = first_moves(&puzzle, style, 10_000).unwrap().unwrap();
            let found: BTreeMap<_, _> =
                moves.into_iter().map(|found| (found.after, found.pieces.len())).collect();
            assert_eq!(found, fewest(&puzzle, style), "seed {seed}, style {style}\n{text}");
            together += found.values().filter(|&&pieces| pieces > 1).count();
        }
    }
    assert!(together > 1000, "{together}");
}

/// Each set of sixty pieces can go down.
#[test]
fn too_many_moves_are_not_listed() {
    let puzzle: Puzzle = format!("2 x 60\n1 = 1\n{}\n?\n", "1".repeat(60)).parse().unwrap();
    assert_eq!(first_moves(&puzzle, Style::SUPER_STEP, 1000).unwrap(), None);
}
