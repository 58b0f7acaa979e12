//! The editor: drawing by mouse and keys, texts of all kinds, and what the solver says, held against the
//! library.

use std::fs;

use serde_json::json;
use sliding::Puzzle;
use sliding::analyse::explore as explore_map;
use sliding::notation::parse;
use sliding::puzzle::Style;

use crate::ask::{SearchRequest, search};
use crate::page::browser::Browser;
use crate::page::desk::press;
use crate::page::table::Table;

use super::folder::Folder;
use super::gallery::set;

const TEXT: &str = "document.getElementById('text').value";
const VERDICT: &str = "document.getElementById('verdict').textContent";

/// Opens the editor with an empty board.
pub fn open(browser: &mut Browser, folder: &Folder, rows: usize, cols: usize) {
    browser.open(&folder.page("edit.html"));
    set(browser, "rows", &rows.to_string());
    set(browser, "cols", &cols.to_string());
    let cells =
        format!("document.querySelectorAll('#start [role=gridcell]').length === {}", rows * cols);
    browser.wait(&cells);
}

/// The middle of a cell of the start or the goal.
fn cell(browser: &mut Browser, sheet: &str, number: usize) -> (f64, f64) {
    let place = browser.value(&format!(
        "(() => {{ const cell = document.querySelectorAll('#{sheet} [role=gridcell]')[{number}]; \
          cell.scrollIntoView({{block: 'nearest'}}); const box = cell.getBoundingClientRect(); \
          return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ));
    (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"))
}

/// A stroke from cell to cell.
fn stroke(browser: &mut Browser, sheet: &str, cells: &[usize]) {
    let way: Vec<(f64, f64)> = cells.iter().map(|&number| cell(browser, sheet, number)).collect();
    browser.drag(&way, 0);
}

fn tool(browser: &mut Browser, name: &str) {
    browser.value(&format!("document.querySelector('[name=tool][value={name}]').click()"));
}

/// Waits until the solver has said what it thinks of the text as it is now.
pub fn checked(browser: &mut Browser) -> String {
    browser.wait(&format!("page.dataset.checked === {TEXT}"));
    browser.text(VERDICT)
}

pub fn paste(browser: &mut Browser, text: &str) {
    browser.value("document.getElementById('text').select()");
    browser.value("document.getElementById('text').focus()");
    browser.call("Input.insertText", json!({"text": text}));
}

/// Asks for a solution, and holds it against the library's.
fn solves(browser: &mut Browser, style: u8) -> u64 {
    set(browser, "style", &style.to_string());
    press(browser, "solve");
    browser.wait("document.querySelector('#findings .verdict') !== null");
    let puzzle: Puzzle = parse(&browser.text(TEXT)).expect("a puzzle").0;
    let found = search(&puzzle, &SearchRequest::new(Style::new(style).expect("a style")), &mut ());
    let moves = found.expect("a search").moves.expect("a solution");
    let said = browser.text("document.querySelector('#findings .verdict').textContent");
    let many = if moves == 1 { "" } else { "s" };
    assert_eq!(said, format!("Solved in {moves} move{many}, the fewest there can be."));
    let listed = browser.value("document.querySelectorAll('#findings li').length");
    assert_eq!(listed, moves);
    moves
}

/// Goes on to the page to play on, and plays the puzzle by mouse and by keys.
fn plays(browser: &mut Browser) {
    let text = browser.text(TEXT);
    press(browser, "play");
    browser.wait("location.pathname.endsWith('play.html')");
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    let address = browser.text("location.href");
    let puzzle: Puzzle = parse(&text).expect("a puzzle").0;
    let table = Table::at(puzzle, Style::WALK, address);
    browser.wait("document.getElementById('left').textContent !== '–'");
    table.play_by_mouse(browser);
    browser.wait("page.classList.contains('solved')");
    browser.value("document.getElementById('reset').click()");
    table.play_by_keys(browser);
    browser.wait("page.classList.contains('solved')");
}

/// A puzzle of one's own, by mouse alone.
pub fn by_mouse(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 3, 4);
    assert_eq!(checked(browser), "Nothing is drawn yet.");
    stroke(browser, "start", &[0, 4]);
    stroke(browser, "start", &[1, 2]);
    stroke(browser, "start", &[5]);
    stroke(browser, "start", &[3]);
    tool(browser, "wall");
    stroke(browser, "start", &[3]);
    tool(browser, "piece");
    // The piece that was begun last is chosen for the goal: another is chosen where it lies.
    stroke(browser, "start", &[1, 1]);
    stroke(browser, "goal", &[8]);
    tool(browser, "gap");
    stroke(browser, "goal", &[2]);
    let drawn = "ABB#\nAC..\n....\ngoal:\n.._#\n....\nBB..\n";
    assert_eq!(browser.text(TEXT), drawn);
    assert_eq!(checked(browser), "This is a puzzle: 3 pieces, 6 empty cells.");
    // A slip, and back.
    tool(browser, "erase");
    stroke(browser, "goal", &[9]);
    assert_eq!(browser.text(TEXT), drawn.replace("BB..", "...."));
    press(browser, "undo");
    assert_eq!(browser.text(TEXT), drawn);
    checked(browser);
    assert!(solves(browser, 2) > 1);
    plays(browser);
}

/// The same by keys alone, with a lock.
pub fn by_keys(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 3);
    browser.value("document.querySelector('#start [tabindex=\"0\"]').focus()");
    browser.keys(&["A", "ArrowDown", "A", "ArrowRight", "C", "ArrowUp", "B"]);
    assert_eq!(browser.text("document.activeElement.ariaLabel"), "row 1, column 2: piece B");
    browser.value("document.querySelector('#goal [tabindex=\"0\"]').focus()");
    browser.keys(&["ArrowRight", "ArrowRight", "B", "ArrowDown", "_"]);
    assert_eq!(browser.text(TEXT), "AB.\nAC.\ngoal:\n..B\n.._\n");
    assert_eq!(browser.text("document.activeElement.ariaLabel"), "row 2, column 3: must be empty");
    assert_eq!(checked(browser), "This is a puzzle: 3 pieces, 2 empty cells.");
    // What has no room is reported.
    browser.keys(&["A"]);
    let said = browser.text("said.textContent");
    assert_eq!(said, "There is no room for piece A there.");
    checked(browser);
    assert_eq!(solves(browser, 2), 1);
    // Locked to its column, the only piece that could go there cannot.
    set(browser, "chosen", "B");
    set(browser, "lock", "v");
    assert!(browser.text(TEXT).ends_with("lock: B v\n"));
    checked(browser);
    press(browser, "solve");
    browser.wait("document.querySelector('#findings .verdict') !== null");
    let said = browser.text("document.querySelector('#findings .verdict').textContent");
    assert_eq!(said, "There is no solution: this is proven.");
    set(browser, "lock", "");
    assert_eq!(browser.text(TEXT), "AB.\nAC.\ngoal:\n..B\n.._\n");
    checked(browser);
    plays(browser);
}

/// What is pasted is checked and drawn, as the library reads it.
pub fn pasted(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 2);
    let samples = samples();
    assert!(samples.len() >= 5);
    for (notation, text) in samples {
        let puzzle = parse(&text).unwrap_or_else(|error| panic!("{notation}: {error}")).0;
        paste(browser, &text);
        let said = checked(browser);
        let pieces = puzzle.start().placements().len();
        assert!(
            said.starts_with(&format!("This is a puzzle: {pieces} pieces,")),
            "{notation}: {said}"
        );
        let covered: usize = puzzle
            .kinds()
            .iter()
            .zip(puzzle.counts())
            .map(|(kind, count)| kind.cells().len() * count as usize)
            .sum();
        let drawn = "document.querySelectorAll('#start .piece-cell').length";
        assert_eq!(browser.value(drawn), covered, "{notation}");
        assert_eq!(browser.value("document.getElementById('far').hidden"), true, "{notation}");
        // Drawing on it makes the text a drawing of the same puzzle.
        press(browser, "more");
        press(browser, "fewer");
        let redrawn: Puzzle = parse(&browser.text(TEXT)).expect("a puzzle").0;
        let asked = SearchRequest::new(Style::STEP);
        let moves = |puzzle: &Puzzle| search(puzzle, &asked, &mut ()).expect("a search").moves;
        assert_eq!(moves(&redrawn), moves(&puzzle), "{notation}");
    }
}

/// A text in each of some notations.
fn samples() -> Vec<(&'static str, String)> {
    let klotski: Puzzle = crate::page::table::puzzle("classics/klotski.txt");
    let cars: Puzzle = crate::page::table::puzzle("rush-hour/fifty-one-slides.txt");
    let tiles: Puzzle = crate::page::table::puzzle("tiles/8-puzzle-hardest.txt");
    let write = |name: &'static str, puzzle: &Puzzle| {
        let notation = sliding::notation::Notation::named(name).expect("a notation");
        (name, notation.write(puzzle).unwrap_or_else(|why| panic!("{name}: {why}")))
    };
    vec![
        ("sliding", klotski.to_string()),
        write("drawn", &klotski),
        write("klotski", &klotski),
        write("rush", &cars),
        write("tiles", &tiles),
    ]
}

/// What is wrong is reported as by the library, and the cursor goes there.
pub fn broken(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 2);
    for text in ["3 x 3\n1 = 12\n2 = 11\n2y\n002\n", "AAB\n..\ngoal:\n...\n.AA\n", "", "<b>\n"] {
        paste(browser, text);
        browser.value(&format!("(() => {{ const field = document.getElementById('text'); field.value = {}; field.dispatchEvent(new Event('input')); }})()", json!(text)));
        let said = checked(browser);
        let error = parse(text).expect_err("no puzzle");
        let problems = error.problems();
        let many = if problems.len() == 1 { "" } else { "s" };
        assert_eq!(said, format!("This is no puzzle yet: {} problem{many}.", problems.len()));
        let shown = browser.value(
            "[...document.querySelectorAll('#problems li')].map((item) => item.textContent)",
        );
        let expected: Vec<String> = problems
            .iter()
            .map(|problem| {
                format!(
                    "Line {}, column {} {}; expected {}",
                    problem.line, problem.column, problem.message, problem.expected
                )
            })
            .collect();
        assert_eq!(shown, json!(expected));
    }
    paste(browser, "3 x 3\n1 = 12\n2 = 11\n2y\n002\n");
    checked(browser);
    browser.value("document.querySelectorAll('.place')[1].click()");
    let at = "[document.activeElement.id, document.getElementById('text').selectionStart]";
    assert_eq!(browser.value(at), json!(["text", 21]));
    assert_eq!(
        browser.value("document.getElementById('drawing').classList.contains('undrawn')"),
        true
    );
}

/// The map says what the library says, with a chart and a table of it.
pub fn explored(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 2);
    let puzzle = crate::page::table::puzzle("classics/simplicity.txt");
    paste(browser, &puzzle.to_string());
    checked(browser);
    set(browser, "style", "2");
    press(browser, "explore");
    browser.wait("document.querySelectorAll('#chart .position img').length === 2");
    let asked = SearchRequest::new(Style::WALK);
    let map = explore_map(&asked.query(&puzzle), &asked.budget, 12, &mut ()).expect("a map");
    let levels = &map.from_start.levels;
    let said = browser.text("document.getElementById('findings').textContent");
    let total: u64 = levels.iter().sum();
    assert!(said.starts_with(&format!("{total} positions can be reached.")), "{said}");
    let depth = levels.len() - 1;
    assert!(
        said.contains(&format!("The farthest position is {depth} moves from the start.")),
        "{said}"
    );
    let bars = browser.value(
        "[...document.querySelectorAll('#chart td')].map((cell) => Number(cell.textContent))",
    );
    assert_eq!(bars, json!(levels));
    assert_eq!(browser.value("document.querySelectorAll('.bar-of').length"), levels.len());
    browser.wait(
        "[...document.querySelectorAll('.position img')].every((image) => image.naturalWidth > 0)",
    );
    // From the farthest, one can play.
    let farthest = puzzle.shorthand(&map.from_start.farthest[0]);
    let links = browser.value(
        "[...document.querySelectorAll('.position a')].map((link) => link.href.split('&at=')[1])",
    );
    assert_eq!(links[0], json!(farthest));
    browser.value("document.querySelector('.position a').click()");
    browser.wait("location.pathname.endsWith('play.html')");
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    assert_eq!(browser.text("board.dataset.position"), farthest);
}

/// A search that would never end is stopped, and more can be asked then.
pub fn stopped(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 2);
    let kinds: String = "123456789abcdef".chars().map(|name| format!("{name} = 1\n")).collect();
    paste(browser, &format!("4 x 4 (Fifteen)\n{kinds}123456789abcdef\n0fedcba987654321\n"));
    checked(browser);
    press(browser, "explore");
    browser.wait("!document.getElementById('stop').hidden");
    browser.wait("document.getElementById('findings').textContent.includes('so far')");
    press(browser, "stop");
    browser.wait("document.getElementById('findings').textContent === 'Stopped.'");
    // Whatever is drawn while a search goes on ends it as well.
    press(browser, "explore");
    paste(browser, "AB.\ngoal:\n..B\n");
    assert_eq!(checked(browser), "This is a puzzle: 2 pieces, 1 empty cell.");
    assert_eq!(solves(browser, 2), 1);
}

/// The link has the puzzle, and a reload keeps it.
pub fn shared(browser: &mut Browser, folder: &Folder) {
    open(browser, folder, 2, 2);
    let text = "title: Ä & <b> #1\nAB.\ngoal:\n..B\n";
    paste(browser, text);
    checked(browser);
    press(browser, "copy");
    let link = browser.text("document.getElementById('link').value");
    assert_eq!(browser.text("location.href"), link);
    assert!(
        link.starts_with(&folder.page("edit.html#text=")) && !link.contains(['<', ' ', 'Ä']),
        "{link}"
    );
    browser.reload();
    assert_eq!(browser.text(TEXT), text);
    browser.open(&folder.page("index.html"));
    browser.open(&link);
    assert_eq!(browser.text(TEXT), text);
    assert_eq!(checked(browser), "This is a puzzle: 2 pieces, 1 empty cell.");
    press(browser, "play");
    browser.wait("location.pathname.endsWith('play.html')");
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    assert_eq!(browser.text("document.querySelector('h1').textContent"), "Ä & <b> #1");
    // The hint is there at once, or after a search; made, it is a move, and the position is in the link as well.
    press(browser, "hint");
    browser.wait("document.getElementById('said').textContent.startsWith('Hint')");
    press(browser, "hint");
    browser.wait("board.dataset.position === 'A0B'");
    browser.wait("location.hash.endsWith('&at=A0B')");
    browser.reload();
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    assert_eq!(browser.text("board.dataset.position"), "A0B");
}

/// A file of it, and a picture.
pub fn saved(browser: &mut Browser, folder: &Folder) {
    let downloads = tempfile::tempdir().expect("a folder");
    browser.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    open(browser, folder, 2, 2);
    let text = "title: To keep!\nAB.\ngoal:\n..B\n";
    paste(browser, text);
    checked(browser);
    let mut wait = |id: &str, name: &str| {
        press(browser, id);
        let begun = std::time::Instant::now();
        loop {
            let content = fs::read(downloads.path().join(name)).unwrap_or_default();
            if !content.is_empty() {
                return content;
            }
            assert!(begun.elapsed().as_secs() < 20, "{name} does not come");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    assert_eq!(wait("save", "to-keep.txt"), text.as_bytes());
    let picture = String::from_utf8(wait("picture", "to-keep.svg")).expect("text");
    let picture = roxmltree::Document::parse(&picture).expect("a picture");
    let root = picture.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let twice = |name| Some((2.0 * root.attribute(name)?.parse::<f64>().ok()?).round() as u32);
    let png = wait("pixels", "to-keep.png");
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let (width, height) = reader.info().size();
    assert_eq!((Some(width), Some(height)), (twice("width"), twice("height")));
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut bytes).expect("pixels");
    // The board and its pieces are of several colours.
    let colours: std::collections::HashSet<&[u8]> = bytes.chunks(4).collect();
    assert!(colours.len() > 3, "{}", colours.len());
}

/// Whatever a puzzle calls itself, it does nothing.
pub fn hostile(browser: &mut Browser, _: &Folder) {
    let name = "</script><img src=x onerror=alert(1)> {n} |two {{body}} \"q\" '&amp;";
    let puzzles = tempfile::tempdir().expect("a folder");
    let file = puzzles.path().join("<i> & \"x\".txt");
    let text = format!("1 x 3\n1 = 1\n1\n001\n# title: {name}\n# name: 1 {name}\n");
    fs::write(&file, text).expect("a file");
    let site = Folder::write(&[file.to_str().expect("text")]);
    browser.open(&site.page("index.html"));
    assert_eq!(browser.text("document.querySelector('.title').textContent"), name);
    assert_eq!(browser.value("document.images.length"), 1);
    browser.value("document.querySelector('.card a').click()");
    browser.wait("location.pathname.endsWith('play.html')");
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    assert_eq!(browser.text("document.querySelector('h1').textContent"), name);
    assert_eq!(browser.text("document.title"), name);
    browser.value("document.getElementById('edit').click()");
    browser.wait("location.pathname.endsWith('edit.html')");
    browser.wait("document.querySelector('[data-ready=all]') !== null");
    checked(browser);
    assert_eq!(browser.value("document.images.length"), 0);
}

/// The example in `docs/programs.md` does what it is said to do.
pub fn documented(browser: &mut Browser, folder: &Folder) {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/programs.md");
    let page = fs::read_to_string(page).expect("a page");
    let example = page.split("```js\n").nth(1).and_then(|rest| rest.split("```").next());
    let (_, example) =
        example.and_then(|text| text.split_once("Sliding.open();")).expect("an example");
    open(browser, folder, 2, 2);
    checked(browser);
    let found = browser.value(&format!(
        "(async () => {{ const sliding = await solver(); {example} \
          return [valid, next.pieces, left, moves, legal.length, picture.startsWith('<svg')]; }})()"
    ));
    let level: Puzzle = parse("AAB\n...\ngoal:\n...\n.AA\n").expect("a puzzle").0;
    let legal =
        sliding::analyse::first_moves(&level, Style::STEP, 100).expect("moves").expect("few");
    let piece = json!([{"kind": "A", "name": "A", "row": 1, "col": 1}]);
    assert_eq!(found, json!([true, piece, 1, 2, legal.len(), true]));
}
