//! Playing: whole solutions, moves that are refused, and hints from anywhere.

use sliding::puzzle::Direction;

use super::browser::Browser;
use super::table::{SHIFT, Table, arrow, puzzle};
use crate::random::Dice;

/// Puzzles of different character, each in a style.
const SOLVED: [(&str, u8); 8] = [
    ("classics/klotski.txt", 2),
    ("rush-hour/fifty-one-slides.txt", 1),
    ("tiles/4x2.txt", 0),
    ("odd-shapes/scattered-squares.txt", 0),
    ("studies/ring-and-pebble.txt", 3),
    ("studies/any-place-below.txt", 3),
    ("classics/silly.txt", 5),
    ("studies/bolts.txt", 5),
];

/// A solution played by mouse, and then by keys, takes as many moves as the engine says.
pub fn solutions(browser: &mut Browser) {
    for (file, style) in SOLVED {
        eprintln!("{file}, style {style}");
        let table = Table::set(browser, puzzle(file), style, 100_000);
        table.play_by_mouse(browser);
        is_solved(&table, browser);
        browser.open(&table.address);
        table.play_by_keys(browser);
        is_solved(&table, browser);
    }
}

fn is_solved(table: &Table, browser: &mut Browser) {
    let shown = table.shown(browser);
    assert_eq!(shown.left, "0");
    assert_eq!(browser.value("page.classList.contains('solved')"), true, "{shown:?}");
}

/// What is no move changes nothing, and the page says why.
pub fn refusals(browser: &mut Browser) {
    // Nothing of Klotski goes up, nor anything but the pebbles down; a locked car does not turn.
    let cases = [
        ("classics/klotski.txt", 2, 1, Direction::Down, "piece 3 at row 3, column 2 is in the way"),
        ("classics/klotski.txt", 2, 0, Direction::Up, "the edge of the board is in the way"),
        ("classics/silly.txt", 5, 0, Direction::Up, "the edge of the board is in the way"),
        ("classics/silly.txt", 3, 0, Direction::Right, "a wall is in the way"),
        ("rush-hour/fifty-one-slides.txt", 1, 1, Direction::Down, "it is locked to the other axis"),
    ];
    for (file, style, piece, direction, why) in cases {
        let table = Table::set(browser, puzzle(file), style, 100_000);
        let piece = table.puzzle.start().placements()[piece];
        let refused = |browser: &mut Browser, how: &str| {
            let shown = table.shown(browser);
            assert_eq!(shown.position, table.start(), "{file}, by {how}: {shown:?}");
            assert_eq!(shown.moves, "0", "{file}, by {how}: {shown:?}");
            assert!(shown.said.contains(why), "{file}, by {how}: {shown:?}");
            browser.value("said.textContent = ''");
        };
        table.drag(browser, piece, &[direction]);
        refused(browser, "mouse");
        browser.key(arrow(direction), 0);
        refused(browser, "keys");
    }
}

/// A click on an empty cell brings the chosen piece there, if that is one move.
pub fn clicks(browser: &mut Browser) {
    let table = Table::set(browser, puzzle("tiles/4x2.txt"), 0, 0);
    // Piece 5 lies aside of the empty cell, and piece 6 below it.
    for (from, expected) in [(3, "07653412"), (2, "67053412")] {
        table.click(browser, from, 0);
        table.click(browser, 0, 0);
        assert_eq!(table.shown(browser).position, expected);
    }
}

/// Seed of the random play.
const SEED: u64 = 2026;

/// From wherever random play leads, the page counts as many moves as the engine, and its hint is a
/// move to where there is one fewer.
pub fn hints(browser: &mut Browser) {
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    let cases = [
        ("classics/klotski.txt", 2),
        ("studies/bolts.txt", 1),
        ("classics/silly.txt", 5),
        ("tiles/4x2.txt", 3),
    ];
    for (file, style) in cases {
        let table = Table::set(browser, puzzle(file), style, 100_000);
        let mut dice = Dice::new(SEED);
        table.enter(browser);
        for round in 0..12 {
            wander(&table, browser, &mut dice);
            let name = format!("{file}, style {style}, seed {SEED}, round {round}");
            let before = table.shown(browser);
            let left = table.distances[&before.position];
            assert_eq!(before.left, left.to_string(), "{name}: {before:?}");
            browser.key("h", 0);
            let asked = table.shown(browser);
            assert_eq!(asked.position, before.position, "{name}: {asked:?}");
            if left == 0 {
                assert_eq!(asked.said, "It is solved.", "{name}");
                continue;
            }
            assert!(asked.said.starts_with("Hint: piece "), "{name}: {asked:?}");
            browser.key("h", 0);
            let after = table.shown(browser);
            assert_eq!(table.distances[&after.position], left - 1, "{name}: {asked:?} {after:?}");
            assert_eq!(after.left, (left - 1).to_string(), "{name}: {after:?}");
        }
    }
}

/// Presses keys at random, some of which move something.
fn wander(table: &Table, browser: &mut Browser, dice: &mut Dice) {
    let pieces = table.puzzle.start().placements().len();
    let mut keys = vec!["Escape"];
    for _ in 0..4 {
        keys.extend(std::iter::repeat_n("PageDown", dice.below(pieces)));
        if dice.one_in(3) {
            keys.push(" ");
        }
        keys.push(arrow(dice.pick(&Direction::ALL)));
    }
    browser.keys(&keys);
}

/// Without a map, hints go along the solution.
pub fn hints_without_a_map(browser: &mut Browser) {
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    let table = Table::set(browser, puzzle("classics/klotski.txt"), 2, 1_000);
    assert!(
        browser.text("note.textContent").ends_with("Where you leave it, they are searched for.")
    );
    table.enter(browser);
    for left in (1..=table.solution().moves.len()).rev() {
        assert_eq!(table.shown(browser).left, left.to_string());
        browser.key("h", 0);
        browser.key("h", 0);
    }
    let shown = table.shown(browser);
    assert_eq!(
        shown.said, "Well done! Solved in 81 moves, and nobody can do it in fewer.",
        "{shown:?}"
    );
}

/// In styles of pieces together, those in the way come along, and any can be taken along.
pub fn together(browser: &mut Browser) {
    let table = Table::set(browser, puzzle("classics/silly.txt"), 3, 100_000);
    let [upper, ..] = table.puzzle.start().placements()[..] else { panic!() };
    // The T lies in the notch of the U, and pushes it.
    table.drag(browser, upper, &[Direction::Down]);
    assert_eq!(table.shown(browser).position, "000xx1002000033");
    // There and back within a gesture is no move at all.
    let table = Table::set(browser, puzzle("classics/silly.txt"), 3, 100_000);
    table.drag(browser, upper, &[Direction::Down, Direction::Up]);
    let shown = table.shown(browser);
    assert_eq!((shown.position, shown.moves.as_str()), (table.start(), "0"));
    // The T and a pebble far away, together.
    let pebble = table.puzzle.start().placements()[3];
    for piece in [upper, pebble] {
        table.click(browser, piece.cell, SHIFT);
    }
    assert_eq!(browser.value("document.querySelectorAll('[aria-pressed=true]').length"), 2);
    table.drag(browser, pebble, &[Direction::Right]);
    assert_eq!(table.shown(browser).said.matches("piece").count(), 1, "the T cannot go right");
}
