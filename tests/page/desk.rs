//! What lies around the board: going back and forth, the solution, the link; and pages of odd
//! puzzles, for odd readers.

use super::browser::Browser;
use super::table::{Table, puzzle};
use sliding::puzzle::Direction;

/// The modifier key.
const CONTROL: u8 = 2;

pub fn press(browser: &mut Browser, id: &str) {
    let place = browser.value(&format!(
        "(() => {{ const button = document.getElementById('{id}'); \
          button.scrollIntoView({{block: 'center'}}); const box = button.getBoundingClientRect(); \
          return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ));
    let place = (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"));
    browser.drag(&[place], 0);
}

pub fn settles_at(table: &Table, browser: &mut Browser, position: &str, moves: usize) {
    browser.wait(&format!("board.dataset.position === '{position}'"));
    assert_eq!(table.shown(browser).moves, moves.to_string());
}

pub fn undo_and_redo(browser: &mut Browser) {
    let table = Table::set(browser, puzzle("tiles/4x2.txt"), 0, 0);
    let moves = &table.solution().moves[..3];
    for step in moves {
        table.drag(browser, step.pieces[0], &step.steps);
    }
    let after = |moves: usize| table.puzzle.shorthand(&table.solution().moves[moves - 1].after);
    settles_at(&table, browser, &after(3), 3);
    press(browser, "undo");
    settles_at(&table, browser, &after(2), 2);
    browser.key("z", CONTROL);
    press(browser, "undo");
    settles_at(&table, browser, &table.start(), 0);
    press(browser, "undo");
    assert_eq!(table.shown(browser).said, "There is nothing to undo.");
    press(browser, "redo");
    press(browser, "redo");
    press(browser, "redo");
    settles_at(&table, browser, &after(3), 3);
    press(browser, "redo");
    assert_eq!(table.shown(browser).said, "There is nothing to redo.");
    press(browser, "reset");
    settles_at(&table, browser, &table.start(), 0);
    // Another move instead of those that were taken back.
    press(browser, "redo");
    settles_at(&table, browser, &after(1), 1);
    let other = table.solution().moves[1].pieces[0];
    table.drag(browser, other, &table.solution().moves[1].steps);
    press(browser, "redo");
    settles_at(&table, browser, &after(2), 2);
}

pub fn solution(browser: &mut Browser) {
    let table = Table::set(browser, puzzle("classics/klotski.txt"), 2, 100_000);
    let after = |moves: usize| table.puzzle.shorthand(&table.solution().moves[moves - 1].after);
    press(browser, "forward");
    settles_at(&table, browser, &after(1), 1);
    press(browser, "forward");
    press(browser, "forward");
    press(browser, "back");
    settles_at(&table, browser, &after(2), 2);
    browser.value("slider.value = 40; slider.dispatchEvent(new Event('input'))");
    settles_at(&table, browser, &after(40), 40);
    assert_eq!(table.shown(browser).left, "41");
    assert_eq!(browser.text("where.textContent"), "40 of 81");
    // To look at a piece is not to go on from there.
    table.click(browser, 0, 0);
    press(browser, "leave");
    settles_at(&table, browser, &table.start(), 0);
    press(browser, "last");
    settles_at(&table, browser, &after(81), 81);
    press(browser, "first");
    settles_at(&table, browser, &table.start(), 0);
    press(browser, "play");
    browser.wait("Number(moves.textContent) >= 2");
    press(browser, "play");
    // From a position of the solution the game goes on.
    browser.value("slider.value = 80; slider.dispatchEvent(new Event('input'))");
    let last = &table.solution().moves[80];
    table.drag(browser, last.pieces[0], &last.steps);
    settles_at(&table, browser, &after(81), 81);
    assert!(table.shown(browser).said.ends_with("nobody can do it in fewer."));
}

pub fn link(browser: &mut Browser) {
    let table = Table::set(browser, puzzle("classics/klotski.txt"), 2, 100_000);
    let step = &table.solution().moves[0];
    table.drag(browser, step.pieces[0], &step.steps);
    let position = table.shown(browser).position;
    assert_eq!(position, table.puzzle.shorthand(&step.after));
    press(browser, "copy");
    let link = browser.text("link.value");
    assert_eq!(browser.text("location.href"), link);
    assert_eq!(link, format!("{}#at={position}", table.address));
    browser.open(&link);
    let shown = table.shown(browser);
    assert_eq!((shown.position, shown.left), (position, "80".to_owned()));
    // A link in the same page.
    browser.value(&format!("location.hash = '#at={}'", table.start()));
    browser.wait(&format!("board.dataset.position === '{}'", table.start()));
    // What is no position of this puzzle: too many pieces, too few, overlapping, nonsense.
    for bad in ["1211314440044", "12113144400", "1121", "%3Cscript%3E", "", "121131444004?", "x"] {
        browser.open(&format!("{}#at={bad}", table.address));
        let shown = table.shown(browser);
        assert_eq!(shown.position, table.start(), "{bad}");
        assert_eq!(shown.said, "The link names no position of this puzzle. Here is the start.");
    }
}

/// A puzzle of this name.
fn named(name: &str) -> sliding::Puzzle {
    format!("1 x 3\n1 = 1\n1\n001\n# title: {name}\n").parse().expect("a puzzle")
}

pub fn hostile_names(browser: &mut Browser) {
    let names = [
        "</script><script>document.title = 'caught'</script>",
        "<!-- <script> \\ \"quoted\" 'twice' & &amp; {{data}} ${name}",
        "\u{202e}backwards \u{2066}and \u{7}more\u{2028}lines",
    ];
    for name in names {
        Table::set(browser, named(name), 2, 100);
        let clean = |c: char| {
            let is_odd = c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
            if is_odd || ('\u{2066}'..='\u{2069}').contains(&c) { '\u{fffd}' } else { c }
        };
        let expected: String = name.chars().map(clean).collect();
        assert_eq!(browser.text("document.querySelector('h1').textContent"), expected);
        assert_eq!(browser.text("JSON.parse(data.textContent).puzzles[0].name"), expected);
        assert_eq!(browser.value("document.scripts.length"), 2);
        assert!(browser.text("document.title").starts_with(expected.trim_end()));
    }
}

/// Puzzles without a solution are played all the same.
pub fn unsolvable(browser: &mut Browser) {
    let text = "2 x 2 (Swap)\n1 = 1\n2 = 1\n3 = 1\n123\n213\n";
    let table = Table::set(browser, text.parse().expect("a puzzle"), 2, 100);
    assert!(browser.text("note.textContent").starts_with("It is proven"));
    assert_eq!(browser.value("solution.hidden"), true);
    let piece = table.puzzle.start().placements()[1];
    table.drag(browser, piece, &[Direction::Down]);
    assert_eq!(table.shown(browser).position, "1032");
    browser.key("h", 0);
    assert!(table.shown(browser).said.starts_with("There is no hint"));
}

/// On a phone everything fits, buttons are large enough for fingers, and pieces follow these.
pub fn phone(browser: &mut Browser) {
    browser.resize(360, 740, true);
    browser.call("Emulation.setTouchEmulationEnabled", serde_json::json!({"enabled": true}));
    for (file, style) in [("classics/klotski.txt", 2), ("studies/sixty-in-a-row.txt", 3)] {
        Table::set(browser, puzzle(file), style, 1_000);
        browser.value("document.querySelector('details').open = true");
        let width = browser.value("document.documentElement.scrollWidth");
        assert_eq!(width, 360, "{file}");
        let small = browser.value(
            "[...document.querySelectorAll('button, input, select, summary')].filter((control) => {\
               const box = control.getBoundingClientRect();\
               return box.width > 0 && Math.min(box.width, box.height) < 44;\
             }).map((control) => control.id)",
        );
        assert_eq!(small, serde_json::json!([]), "{file}");
    }
    let table = Table::set(browser, puzzle("classics/silly.txt"), 5, 0);
    let step = &table.solution().moves[0];
    for &piece in &step.pieces {
        let place = table.middle(browser, piece.cell);
        browser.touch("touchStart", Some(place));
        browser.wait("document.querySelectorAll('[aria-pressed=true]').length > 0");
        browser.wait(&format!(
            "document.querySelector('.chosen').getAttribute('aria-pressed') === 'true' \
             && document.querySelector('.chosen').ariaLabel.endsWith('column {}')",
            table.puzzle.size().row_col(piece.cell).1 + 1
        ));
        browser.touch("touchEnd", None);
    }
    let way = table.way(browser, step.pieces[0], &step.steps);
    browser.touch("touchStart", Some(way[0]));
    way[1..].iter().for_each(|&place| browser.touch("touchMove", Some(place)));
    browser.touch("touchEnd", None);
    settles_at(&table, browser, &table.puzzle.shorthand(&step.after), 1);
    browser.call("Emulation.setTouchEmulationEnabled", serde_json::json!({"enabled": false}));
}

/// On a computer the board is left of the goal, and is seen whole with its buttons.
pub fn computer(browser: &mut Browser) {
    for width in [1280, 1024, 900] {
        browser.resize(width, 800, false);
        Table::set(browser, puzzle("classics/klotski.txt"), 2, 1_000);
        let edges = |id: &str| {
            let value = browser.value(&format!(
                "(() => {{ const box = document.getElementById('{id}').getBoundingClientRect(); \
                 return [box.left, box.right, box.top, box.bottom]; }})()"
            ));
            serde_json::from_value::<[f64; 4]>(value).expect("four edges")
        };
        let [board, hint, goals] = ["board", "hint", "goals"].map(edges);
        assert!(board[1] <= goals[0], "{width}: board {board:?}, goals {goals:?}");
        assert!(board[1] - board[0] > 320.0, "{width}: board {board:?}");
        assert!(board[3] <= hint[2] && hint[3] <= 800.0, "{width}: board {board:?}, hint {hint:?}");
    }
}

/// Contrast of the colours of an element, computed from its style.
pub const CONTRAST: &str = "(() => {
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }).reduce((sum, share, i) => sum + share * [0.2126, 0.7152, 0.0722][i], 0.05);
    const ground = (element) => {
        const colour = getComputedStyle(element).backgroundColor;
        return /, 0\\)$/.test(colour) ? ground(element.parentElement) : colour;
    };
    const texts = [...document.querySelectorAll('h1, p, dt, dd, button, [type=text], select, label, summary, td, kbd')];
    return Math.min(...texts.map((text) => {
        const [one, other] = [light(getComputedStyle(text).color), light(ground(text))];
        return Math.max(one, other) / Math.min(one, other);
    }));
})()";

pub fn dark_and_still(browser: &mut Browser) {
    let ground = "getComputedStyle(document.body).backgroundColor";
    let table = Table::set(browser, puzzle("classics/silly.txt"), 5, 100_000);
    let light = browser.text(ground);
    let read = |browser: &mut Browser| browser.value(CONTRAST).as_f64().expect("a number");
    assert!(read(browser) >= 4.5, "{}", read(browser));
    let dark = ("prefers-color-scheme", "dark");
    browser.prefer(&[dark, ("prefers-reduced-motion", "reduce")]);
    assert_ne!(browser.text(ground), light);
    assert!(read(browser) >= 4.5, "{}", read(browser));
    // Nothing slides: the next position is there at once.
    browser.value("forward.click()");
    let after = table.puzzle.shorthand(&table.solution().moves[0].after);
    assert_eq!(table.shown(browser).position, after);
    let duration = "getComputedStyle(document.querySelector('.piece')).transitionDuration";
    assert_eq!(browser.text(duration), "0s");
}
