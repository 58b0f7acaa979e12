//! Pages in a real browser, where scenes drive them, and the logic of their scripts in Node.
//!
//! A scene is a script, `player.js` and the like. It runs in a page of its own that has the page under test in a frame,
//! and writes into that page how it went: `driver.js` says how. `make.sh` makes what it plays.

use std::io::{self, Write};
use std::process::{Command, Output};

const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/pages");

/// Runs a program of the system. Where there is none, the test is skipped; but a machine that calls itself `CI` must
/// have it.
pub fn run(command: &mut Command) -> Option<Output> {
    let output = command.output().ok();
    if output.is_none() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{command:?} does not run");
        // Not by `eprintln`, which is hidden when a test passes.
        let _ = writeln!(io::stderr(), "skipped: no {:?} on the path", command.get_program());
    }
    output
}

/// Writes the pages of a scene, and lets a browser play it with these options besides.
fn plays(scene: &str, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut make = Command::new("bash");
    make.arg(format!("{HERE}/make.sh")).arg(scene).env("SLIDING", env!("CARGO_BIN_EXE_sliding"));
    let Some(made) = run(make.current_dir(&folder)) else { return };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut browser = Command::new("chromium");
    browser
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"])
        .args([
            "--allow-file-access-from-files",
            "--enable-logging=stderr",
            "--user-data-dir=profile",
        ])
        .args(options)
        .arg(format!("file://{}/scene.html", folder.path().display()));
    let Some(played) = run(browser.current_dir(&folder)) else { return };
    let shown = String::from_utf8_lossy(&played.stdout);
    let complaints = String::from_utf8_lossy(&played.stderr);
    assert!(shown.contains("<pre id=\"outcome\">as it should be</pre>"), "{shown}{complaints}");
    assert!(!complaints.contains(":CONSOLE:"), "{complaints}");
}

#[test]
fn a_puzzle_is_played() {
    plays("player", &[]);
}

#[test]
fn a_puzzle_is_drawn_and_solved() {
    plays("editor", &[]);
}

#[test]
fn a_gallery_is_looked_through() {
    plays("gallery", &[]);
    plays("gallery", &["--force-dark-mode"]);
}

#[test]
fn a_search_is_watched() {
    plays("lesson", &[]);
}

#[test]
fn a_page_says_what_is_proven() {
    plays("proofs", &["--force-dark-mode", "--force-prefers-reduced-motion"]);
}

#[test]
fn scripts_do_what_they_should() {
    let mut node = Command::new("node");
    node.arg("--test").arg(format!("{HERE}/scripts.test.mjs"));
    let Some(tested) = run(node.env("SLIDING", env!("CARGO_BIN_EXE_sliding"))) else { return };
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stdout));
}
