//! Pages in a real browser: they are played by mouse, finger and keys, and say what the engine says.

pub mod browser;
mod choices;
pub mod desk;
mod play;
mod searches;
pub mod table;

use browser::Browser;

type Scene = (&'static str, fn(&mut Browser));

/// What is tried, one after the other in one browser.
const SCENES: [Scene; 22] = [
    ("solutions by mouse and keys", play::solutions),
    ("refusals", play::refusals),
    ("clicks", play::clicks),
    ("hints", play::hints),
    ("hints without a map", play::hints_without_a_map),
    ("hints that are searched for", searches::hints),
    ("a search that is stopped", searches::stopped),
    ("pieces together", play::together),
    ("undo and redo", desk::undo_and_redo),
    ("the solution", desk::solution),
    ("the link", desk::link),
    ("hostile names", desk::hostile_names),
    ("a puzzle without a solution", desk::unsolvable),
    ("keys at once", choices::keys_at_once),
    ("a game is kept", choices::game_is_kept),
    ("what is hidden", choices::hidden),
    ("another style", choices::another_style),
    ("what stands on the pieces", choices::labels),
    ("several puzzles", choices::several),
    ("a phone", desk::phone),
    ("a computer", desk::computer),
    ("dark and still", desk::dark_and_still),
];

#[test]
fn pages_in_a_browser() {
    let Some(mut browser) = Browser::start("page::pages_in_a_browser") else { return };
    for (name, scene) in SCENES {
        eprintln!("scene: {name}");
        let begun = std::time::Instant::now();
        browser.resize(1000, 1300, false);
        browser.prefer(&[]);
        scene(&mut browser);
        assert_eq!(browser.complaints(), [""; 0], "{name}");
        eprintln!("  {:?}", begun.elapsed());
    }
}

/// How many bytes each part of the core may have before it is packed.
const MOST: u64 = 575_000;

#[test]
fn the_core_that_pages_carry_is_small() {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/bindings/web/built");
    for part in ["search.wasm", "texts.wasm"] {
        let bytes = std::fs::metadata(format!("{built}/{part}")).expect("it is kept").len();
        assert!(bytes <= MOST, "{part}: {bytes} bytes");
    }
}
