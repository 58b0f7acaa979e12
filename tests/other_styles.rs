//! What is said of the other styles where one has no solution, against brute force.

use sliding::analyse::other_styles::{
    MAX_POSITIONS, OtherStyles, other_styles, other_styles_if_unsolvable,
};
use sliding::puzzle::Style;
use sliding::solve::Interrupt;

use crate::oracle::random;
use crate::oracle::reference::Reference;
use crate::oracle::{each, read, seeds};

/// Holds what is said against brute force, and returns it in a word. Puzzles with large components are passed over.
fn said(text: &str) -> Option<&'static str> {
    let puzzle = read(text);
    let moves = |reference: &Reference, style| Some(reference.facts(style, 500)?.moves);
    let reference = Reference::new(&puzzle);
    let alone = moves(&reference, Style::WALK)?;
    let joint = moves(&reference, Style::SUPER_WALK)?;
    let found = other_styles_if_unsolvable(&puzzle);
    if alone.is_some() {
        assert_eq!(found, None, "{text}");
        return Some("solvable");
    }
    let asked = other_styles(&puzzle, Style::WALK, MAX_POSITIONS, &Interrupt::default());
    assert_eq!(asked, found, "{text}");
    match found.expect("small searches") {
        OtherStyles::Together(together) => {
            assert_eq!(Some(together.moves), joint, "{text}");
            let groups = &together.groups;
            assert!(!groups.is_empty() && groups.iter().all(|group| group.len() > 1), "{text}");
            Some("together")
        }
        OtherStyles::Unsolvable(nowhere) => {
            assert_eq!(joint, None, "{text}");
            let without = |&piece| Reference::without(&puzzle, piece);
            let open = |&wall: &u32| {
                let mut open = Reference::new(&puzzle);
                open.walls.retain(|&cell| cell != wall);
                open
            };
            let pieces = nowhere.pieces.iter().map(without);
            for variant in pieces.chain(nowhere.walls.iter().map(open)) {
                assert_ne!(moves(&variant, Style::SUPER_WALK), Some(None), "{nowhere:?}: {text}");
            }
            Some("nowhere")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn other_styles_of_random_puzzles_are_as_by_brute_force() {
    let seeds = seeds(300);
    let found = each(&seeds, |&seed| {
        println!("seed {seed}");
        said(&random::any(seed))
    });
    let count = |word| found.iter().filter(|&&own| own == Some(word)).count();
    let (solvable, nowhere) = (count("solvable"), count("nowhere"));
    assert!(solvable > 50 && nowhere > 10, "{solvable}, {nowhere}");
}

/// A hook with a piece between its arms goes down, unless there are pieces in its way.
#[test]
fn hooks_are_as_by_brute_force() {
    for (rows, below) in [(4, 0), (6, 0), (6, 2), (7, 3), (8, 4), (5, 4)] {
        let gap = "0".repeat(2 * (rows - 3) - below);
        let goal = "?".repeat(2 * (rows - 4) + 2);
        let others = "3".repeat(below);
        let kind = if below > 0 { "3 = 1\n" } else { "" };
        let text = format!("{rows} x 2\n1 = 11/01/11\n2 = 1\n{kind}12{gap}{others}\n{goal}1\n");
        let wanted = if below == 0 { "together" } else { "nowhere" };
        assert_eq!(said(&text), Some(wanted), "{text}");
    }
}

#[test]
fn other_styles_by_hand() {
    let gap = "0".repeat(22);
    // Eleven steps down, none of which the hook or the piece that it carries can make alone.
    let carried = &*format!("14 x 2\n1 = 11/01/11\n2 = 1\n12{gap}\n{gap}12\n");
    let stopped = Interrupt::default();
    stopped.set();
    for (text, style, interrupt, wanted) in [
        (
            carried,
            Style::STEP,
            Interrupt::default(),
            "Some(Together(JointSolution { moves: 1, groups: [[0, 1]], are_needed: true }))",
        ),
        (carried, Style::STEP, stopped, "None"),
        (
            "1 x 4\n1 = 1\n2 = 1\n12\n???1\n",
            Style::SUPER_STEP,
            Interrupt::default(),
            "Some(Unsolvable(NoSolution { reasons: [], pieces: [Placement { cell: 1, kind: 1 }], walls: [], goals: [] }))",
        ),
        // The pieces change places where the wall is open.
        (
            "2 x 3\n1 = 1\n2 = 1\n12x0x\n21x?x\n",
            Style::SUPER_STEP,
            Interrupt::default(),
            "Some(Unsolvable(NoSolution { reasons: [], pieces: [], walls: [4], goals: [] }))",
        ),
    ] {
        let found = other_styles(&read(text), style, MAX_POSITIONS, &interrupt);
        assert_eq!(format!("{found:?}"), wanted, "{text}");
    }
}
