//! The site that `sliding site` writes, in a real browser: its gallery, what is played there, and the editor
//! by mouse, finger and keys.

mod editor;
mod example;
mod folder;
mod gallery;
mod readers;
mod server;
mod service;

use crate::page::browser::Browser;
use folder::Folder;

type Scene = (&'static str, fn(&mut Browser, &Folder));

/// What is tried, one after the other in one browser.
const SCENES: [Scene; 18] = [
    ("filters", gallery::filters),
    ("a puzzle of the gallery", gallery::played),
    ("puzzles that are not there", gallery::missing),
    ("drawn by mouse", editor::by_mouse),
    ("drawn by keys", editor::by_keys),
    ("pasted", editor::pasted),
    ("broken", editor::broken),
    ("explored", editor::explored),
    ("stopped", editor::stopped),
    ("shared", editor::shared),
    ("saved", editor::saved),
    ("the example for makers of games", editor::documented),
    ("hostile names", editor::hostile),
    ("languages", readers::languages),
    ("a phone", readers::phone),
    ("dark, printed, and read aloud", readers::looks),
    ("what is reported", readers::reported),
    ("time", readers::time),
];

#[test]
fn a_site_in_a_browser() {
    let Some(mut browser) = Browser::start("site::a_site_in_a_browser") else { return };
    let folder = Folder::write(&[]);
    for (name, scene) in SCENES {
        eprintln!("scene: {name}");
        let begun = std::time::Instant::now();
        browser.resize(1000, 1300, false);
        browser.prefer(&[]);
        scene(&mut browser, &folder);
        assert_eq!(browser.complaints(), [""; 0], "{name}");
        eprintln!("  {:?}", begun.elapsed());
    }
    eprintln!("scene: a pack of levels");
    example::sixty_levels(&mut browser);
    assert_eq!(browser.complaints(), [""; 0], "a pack of levels");
    eprintln!("scene: without a network");
    server::offline(&mut browser, &folder);
    assert_eq!(browser.complaints(), [""; 0], "without a network");
}
