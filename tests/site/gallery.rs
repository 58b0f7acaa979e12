//! The gallery, and what is played from there.

use crate::page::browser::Browser;
use crate::page::table::puzzle;

use super::folder::Folder;

/// The cards that are shown.
const SHOWN: &str = "[...document.querySelectorAll('.card')].filter((card) => !card.hidden).map((card) => card.dataset.id)";

fn shown(browser: &mut Browser) -> Vec<String> {
    let cards = browser.value(SHOWN);
    let cards = cards.as_array().expect("a list").iter();
    cards.map(|id| id.as_str().expect("a text").to_owned()).collect()
}

/// Puts a value into a field, as its reader does.
pub fn set(browser: &mut Browser, id: &str, value: &str) {
    browser.value(&format!(
        "(() => {{ const field = document.getElementById('{id}'); field.value = '{value}'; \
          for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {{bubbles: true}})); \
        }})()"
    ));
}

/// All puzzles of the folder `puzzles` with what their own lines expect: id, family, moves in each style.
fn corpus() -> Vec<(String, String, [Option<u64>; 6])> {
    let mut all = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    for file in super::folder::files(&root) {
        let Ok(path) = file.strip_prefix(&root) else { continue };
        if file.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let read = puzzle(path.to_str().expect("text"));
        let mut moves = [None; 6];
        for expected in read.expectations() {
            moves[usize::from(expected.style.number())] = expected.moves;
        }
        let text = |part: &std::ffi::OsStr| part.to_str().expect("text").to_owned();
        let family = path.parent().expect("a family").as_os_str();
        all.push((text(file.file_stem().expect("a name")), text(family), moves));
    }
    all
}

/// What is shown is what the puzzles' own lines say.
pub fn filters(browser: &mut Browser, folder: &Folder) {
    let corpus = corpus();
    assert!(corpus.len() > 70);
    browser.open(&folder.page("index.html"));
    assert_eq!(shown(browser).len(), corpus.len());
    let all = corpus.len();
    assert_eq!(
        browser.text("document.getElementById('count').textContent"),
        format!("{all} of {all} puzzles")
    );
    let klotski = "document.querySelector('[data-id=klotski] .figures').textContent";
    assert_eq!(browser.text(klotski), "5 × 4, 10 pieces · 81 moves · 25,955 positions");
    let is_loaded = "[...document.images].slice(0, 4).every((image) => image.naturalWidth > 0)";
    browser.wait(is_loaded);
    for style in [0, 2, 5] {
        set(browser, "style", &style.to_string());
        set(browser, "hardness", "21-60");
        let mut expected: Vec<&str> = Vec::new();
        for (id, _, moves) in &corpus {
            if moves[style].is_some_and(|moves| (21..=60).contains(&moves)) {
                expected.push(id);
            }
        }
        let mut found = shown(browser);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "style {style}");
        assert!(!expected.is_empty());
    }
    // In the order of difficulty.
    set(browser, "order", "moves");
    let order: Vec<u64> = shown(browser)
        .iter()
        .map(|id| corpus.iter().find(|one| one.0 == *id).expect("a puzzle").2[5].expect("moves"))
        .collect();
    assert!(order.is_sorted() && order[0] < order[order.len() - 1], "{order:?}");
    set(browser, "hardness", "none");
    assert_eq!(shown(browser).len(), corpus.iter().filter(|one| one.2[5].is_none()).count());
    set(browser, "hardness", "");
    set(browser, "family", "tiles");
    assert_eq!(shown(browser).len(), corpus.iter().filter(|one| one.1 == "tiles").count());
    set(browser, "words", "8-PUZZLE hard");
    assert_eq!(shown(browser), ["8-puzzle-hardest"]);
    set(browser, "words", "no such thing");
    assert_eq!(shown(browser).len(), 0);
    set(browser, "style", "2");
}

/// A puzzle of the gallery has a page, and can be changed.
pub fn played(browser: &mut Browser, folder: &Folder) {
    browser.open(&folder.page("index.html"));
    let link = browser.text("document.querySelector('[data-id=agatka] a').href");
    assert_eq!(link, folder.page("play.html#id=agatka"));
    // Its pieces have the names that they have in Huarong Dao.
    browser.open(&folder.page("play.html#id=klotski"));
    let names = "[...document.querySelectorAll('#board .piece')].map((piece) => piece.ariaLabel).join('; ')";
    let said = browser.text(names);
    for name in ["(Cao Cao)", "(Guan Yu)", "(general)", "(soldier)"] {
        assert!(said.contains(name), "{said}");
    }
    // And it can be changed.
    browser.value("document.getElementById('edit').click()");
    browser.wait("location.pathname.endsWith('edit.html')");
    browser.wait("document.querySelector('[data-checked]') !== null && document.querySelectorAll('#start .piece-cell').length === 18");
}

pub fn missing(browser: &mut Browser, folder: &Folder) {
    for id in ["", "#id=nothing", "#id=../site", "#id=", "#id=%zz", "#text=%zz"] {
        browser.open(&folder.page(&format!("play.html{id}")));
        assert_eq!(browser.value("page.hidden"), true, "{id}");
        let said = browser.text("problem.textContent");
        assert!(said.starts_with("There is no puzzle of this name here."), "{id}: {said}");
        // A file that is not there is reported by the browser.
        browser.complaints();
    }
    browser.open(&folder.page("play.html#text=5%20x"));
    let said = browser.text("problem.textContent");
    assert!(said.starts_with("This link has no puzzle: Line 1, column 1"), "{said}");
}
