//! The moves at a start: which there are, and how they are explained.

use sliding::Puzzle;
use sliding::analyse::first_moves;
use sliding::puzzle::Style;

use crate::files;

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
    for [text, style, expected] in files::rows(include_str!("../data/explained.tsv")) {
        let puzzle: Puzzle = text.replace("\\n", "\n").parse().unwrap();
        let style = style.parse().unwrap();
        assert_eq!(explained(&puzzle, style), expected, "style {style}\n{text}");
    }
}

/// Each set of sixty pieces can go down.
#[test]
fn too_many_moves_are_not_listed() {
    let puzzle: Puzzle = format!("2 x 60\n1 = 1\n{}\n?\n", "1".repeat(60)).parse().unwrap();
    assert_eq!(first_moves(&puzzle, Style::SUPER_STEP, 1000).unwrap(), None);
}
