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

/// Found by hand: pieces that look alike go one of them or all, with and without room to go round; one pushes the
/// other; locks, and the reach of a style; two hooks, one in the other, go together only.
#[test]
fn a_move_is_explained_with_the_fewest_pieces_and_steps() {
    for row in include_str!("../data/explained.tsv").lines().skip(1) {
        let [text, style, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let puzzle: Puzzle = text.replace("\\n", "\n").parse().unwrap();
        let style = style.parse().unwrap();
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
