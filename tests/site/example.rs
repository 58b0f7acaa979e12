//! The example game of the web package, with a pack of sixty levels.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::page::browser::Browser;

use super::server::Server;

/// Writes a pack of sixty levels by one command.
fn write_pack(path: &Path) {
    let family = ["generate", "--board", "6x6", "--shapes", "cars", "--pieces", "6-10"];
    let levels = ["--ramp", "3-12", "--number", "60", "--title", "Level {n}", "--with-solutions"];
    let mut program = Command::new(env!("CARGO_BIN_EXE_sliding"));
    program.args(family).args(["--style", "slide", "--format", "json"]).args(levels);
    let made = program.arg("--output").arg(path).status().expect("the program runs");
    assert!(made.success());
}

/// The game, and the package that it needs, in a folder of their own.
fn write_game(folder: &Path) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/web");
    for part in ["built", "example"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
        for file in fs::read_dir(web.join(part)).expect("it is kept") {
            let file = file.expect("a file");
            fs::copy(file.path(), folder.join(part).join(file.file_name())).expect("a copy");
        }
    }
}

/// The middle of the first cell of a piece on the screen, and the size of a cell.
fn place(browser: &mut Browser, piece: &Value) -> (f64, f64, f64) {
    let origin = |name: &str| piece[name].as_u64().expect("a number") - 1;
    let selector =
        format!(".piece > rect:first-child[x='{}'][y='{}']", origin("col"), origin("row"));
    let numbers = browser.value(&format!(
        "(({{ x, y, width }}) => [x, y, width])\
         (document.querySelector(\"{selector}\").getBoundingClientRect())"
    ));
    let number = |index: usize| numbers[index].as_f64().expect("a number");
    (number(0) + number(2) / 2.0, number(1) + number(2) / 2.0, number(2))
}

/// All sixty levels are there; the first is played to its end by its solution, and then the next.
pub fn sixty_levels(browser: &mut Browser) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.json");
    write_pack(&path);
    write_game(folder.path());
    let pack: Value = serde_json::from_slice(&fs::read(&path).expect("a pack")).expect("JSON");
    let levels = pack["levels"].as_array().expect("levels");
    let moves: Vec<_> = levels.iter().map(|level| level["moves"].as_u64()).collect();
    assert!(moves.len() == 60 && moves.is_sorted(), "{moves:?}");
    assert_eq!((moves[0], moves[59]), (Some(3), Some(12)));

    let server = Server::of(folder.path());
    browser.at_home(Some(server.home.clone()));
    browser.open(&format!("{}example/index.html?pack=../levels.json", server.home));
    assert_eq!(browser.value("document.querySelectorAll('#levels option').length"), 60);
    for (number, level) in (1..).zip(levels).take(2) {
        browser.wait(&format!("state.textContent.startsWith('Level {number}: 0 moves')"));
        for (made, step) in (1..).zip(level["solution"].as_array().expect("moves")) {
            let (x, y, cell) = place(browser, &step["pieces"][0]);
            let words = step["steps"].as_array().expect("steps");
            let count = |word: &str| words.iter().filter(|step| **step == word).count() as f64;
            let to = (
                x + cell * (count("right") - count("left")),
                y + cell * (count("down") - count("up")),
            );
            let middle = ((x + to.0) / 2.0, (y + to.1) / 2.0);
            browser.drag(&[(x, y), middle, to], 0);
            browser.wait(&format!("state.textContent.includes('{made} moves;')"));
        }
        let least = &level["moves"];
        let solved = format!("Solved in {least} moves; the fewest are {least}");
        assert_eq!(browser.text("state.textContent"), solved);
        browser.value("next.click()");
    }
    browser.wait("state.textContent.startsWith('Level 3: 0 moves')");
    browser.at_home(None);
    server.end();
}
