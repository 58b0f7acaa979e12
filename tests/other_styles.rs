//! What is said of the other styles where one has no solution, against brute force.

use sliding::Puzzle;
use sliding::analyse::other_styles::{
    MAX_POSITIONS, OtherStyles, other_styles, other_styles_if_unsolvable,
};
use sliding::puzzle::Style;

use crate::reference::Reference;
use crate::{parallel, random};

/// Puzzles with larger components are passed over.
const MOST: usize = 500;

/// What was said, in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Solvable,
    Together,
    Nowhere,
}

fn moves(reference: &Reference, style: Style) -> Option<Option<u64>> {
    Some(reference.facts(style, MOST)?.moves)
}

fn one(text: &str) -> Option<Case> {
    let puzzle: Puzzle = text.parse().unwrap();
    let reference = Reference::new(&puzzle);
    let alone = moves(&reference, Style::WALK)?;
    let joint = moves(&reference, Style::SUPER_WALK)?;
    assert_eq!(moves(&reference, Style::STEP)?.is_some(), alone.is_some(), "{text}");
    assert_eq!(moves(&reference, Style::SUPER_STEP)?.is_some(), joint.is_some(), "{text}");
    if alone.is_some() {
        assert_eq!(other_styles_if_unsolvable(&puzzle), None, "{text}");
        return Some(Case::Solvable);
    }
    let found = other_styles(&puzzle, Style::WALK, MAX_POSITIONS, &Default::default())
        .expect("small searches");
    assert_eq!(other_styles_if_unsolvable(&puzzle).as_ref(), Some(&found), "{text}");
    match found {
        OtherStyles::Together(together) => {
            assert_eq!(Some(together.moves), joint, "{text}");
            assert!(!together.groups.is_empty(), "{text}");
            assert!(together.groups.iter().all(|group| group.len() > 1), "{text}");
            Some(Case::Together)
        }
        OtherStyles::Unsolvable(nowhere) => {
            assert_eq!(joint, None, "{text}");
            for &piece in &nowhere.pieces {
                let without = moves(&Reference::without(&puzzle, piece), Style::SUPER_WALK);
                assert!(without != Some(None), "{piece:?}: {text}");
            }
            for &wall in &nowhere.walls {
                let mut open = Reference::new(&puzzle);
                open.walls.retain(|&cell| cell != wall);
                assert!(moves(&open, Style::SUPER_WALK) != Some(None), "{wall}: {text}");
            }
            Some(Case::Nowhere)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn other_styles_agree_with_brute_force() {
    let many = (70_000..70_200).map(random::of_many_orders);
    let puzzles: Vec<String> =
        many.chain((71_000..71_200).map(|seed| random::puzzle(seed).small)).collect();
    let found = parallel::each(&puzzles, |text| one(text));
    let count = |case| found.iter().filter(|&&own| own == Some(case)).count();
    let (solvable, nowhere) = (count(Case::Solvable), count(Case::Nowhere));
    assert!(solvable > 50 && nowhere > 10, "{solvable}, {nowhere}");
}

/// A hook with a piece between its arms goes down, unless there are pieces in its way.
#[test]
fn hooks_agree_with_brute_force() {
    for (rows, below) in [(4, 0), (6, 0), (6, 2), (7, 3), (8, 4), (5, 4)] {
        let gap = "0".repeat(2 * (rows - 3) - below);
        let goal = "?".repeat(2 * (rows - 4) + 2);
        let others = "3".repeat(below);
        let kind = if below > 0 { "3 = 1\n" } else { "" };
        let text = format!("{rows} x 2\n1 = 11/01/11\n2 = 1\n{kind}12{gap}{others}\n{goal}1\n");
        let wanted = if below == 0 { Case::Together } else { Case::Nowhere };
        assert!(one(&text) == Some(wanted), "{text}");
    }
}

/// A hook with a piece between its arms, which must be carried: eleven steps down, none of which either
/// can make alone.
#[test]
fn a_carried_piece_has_to_move_together_with_its_hook() {
    let rows = 14;
    let empty = "0".repeat(2 * (rows - 3));
    let text = format!("{rows} x 2\n1 = 11/01/11\n2 = 1\n12{empty}\n{empty}12\n");
    let puzzle: Puzzle = text.parse().unwrap();
    let reference = Reference::new(&puzzle);
    assert_eq!(moves(&reference, Style::WALK), Some(None));
    assert_eq!(moves(&reference, Style::SUPER_STEP), Some(Some(11)));
    let Some(OtherStyles::Together(found)) =
        other_styles(&puzzle, Style::STEP, MAX_POSITIONS, &Default::default())
    else {
        panic!()
    };
    assert_eq!((found.moves, found.are_needed), (1, true));
    assert_eq!(found.groups, [[0, 1]]);
}

#[test]
fn pieces_and_walls_that_prevent_a_solution_are_named() {
    let nowhere = |text: &str| {
        let puzzle: Puzzle = text.parse().unwrap();
        match other_styles(&puzzle, Style::SUPER_STEP, MAX_POSITIONS, &Default::default()) {
            Some(OtherStyles::Unsolvable(nowhere)) => nowhere,
            other => panic!("{other:?}"),
        }
    };
    let piece = nowhere("1 x 4\n1 = 1\n2 = 1\n12\n???1\n");
    assert_eq!((piece.pieces.len(), piece.pieces[0].kind, piece.walls.len()), (1, 1, 0));
    // The pieces change places where the wall is open.
    let wall = nowhere("2 x 3\n1 = 1\n2 = 1\n12x0x\n21x?x\n");
    assert_eq!(wall.walls, [4]);
}

/// A search that is stopped says nothing.
#[test]
fn there_is_no_result_after_an_interrupt() {
    let text = "4 x 2\n1 = 11/01/11\n2 = 1\n1200\n0012\n";
    let interrupt = sliding::solve::Interrupt::default();
    interrupt.set();
    assert_eq!(other_styles(&text.parse().unwrap(), Style::STEP, MAX_POSITIONS, &interrupt), None);
}
