//! What a reader or an author can choose: the style, what stands on the pieces, one of several
//! puzzles, what is hidden; and what is kept of all that.

use std::fs;

use sliding::puzzle::{Direction, Style};
use sliding::report::page::{Hidden, Page, Playable};

use super::browser::Browser;
use super::desk::{press, settles_at};
use super::table::{Table, puzzle};
use crate::ask::{SearchRequest, search};

const KLOTSKI: &str = "classics/klotski.txt";

/// Chooses from a list, as its reader can.
fn choose(browser: &mut Browser, list: &str, value: &str) {
    browser.value(&format!(
        "(() => {{ const list = document.getElementById('{list}'); list.value = '{value}'; \
          list.dispatchEvent(new Event('change')); }})()"
    ));
}

/// No click on the board is needed first.
pub fn keys_at_once(browser: &mut Browser) {
    let table = Table::set(browser, puzzle(KLOTSKI), 2, 100_000);
    browser.key("h", 0);
    assert!(table.shown(browser).said.starts_with("Hint: piece "));
    // The first piece that can move at all is the left one of the pebbles in the middle.
    browser.key("ArrowDown", 0);
    settles_at(&table, browser, "121131044404", 1);
    browser.key("u", 0);
    settles_at(&table, browser, &table.start(), 0);
    // On a list or in the field with the link, the same keys mean something else.
    for control in ["style", "link", "slider"] {
        browser.value(&format!("document.getElementById('{control}').focus()"));
        browser.key("ArrowDown", 0);
        browser.key("h", 0);
        assert_eq!(table.shown(browser).moves, "0", "{control}");
    }
    // A button is pressed by Enter, and leaves arrows to the board.
    browser.value("document.getElementById('hint').focus()");
    browser.key("ArrowDown", 0);
    settles_at(&table, browser, "121131044404", 1);
}

/// A game, its count and what can be undone are there again after a reload.
pub fn game_is_kept(browser: &mut Browser) {
    let table = Table::set(browser, puzzle(KLOTSKI), 2, 100_000);
    assert_eq!(browser.text("location.href"), table.address);
    let after = |moves: usize| table.puzzle.shorthand(&table.solution().moves[moves - 1].after);
    for step in &table.solution().moves[..3] {
        table.drag(browser, step.pieces[0], &step.steps);
    }
    press(browser, "undo");
    settles_at(&table, browser, &after(2), 2);
    let address = format!("{}#at={}", table.address, after(2));
    browser.wait(&format!("location.href === '{address}'"));
    browser.reload();
    let shown = table.shown(browser);
    assert_eq!((shown.position, shown.moves), (after(2), "2".to_owned()));
    assert_eq!(shown.said, "Your game goes on.");
    press(browser, "redo");
    settles_at(&table, browser, &after(3), 3);
    press(browser, "reset");
    settles_at(&table, browser, &table.start(), 0);
    browser.wait(&format!("location.href === '{}'", table.address));
    // The position of the solution that is looked at is in the address, and the game beside it.
    press(browser, "last");
    settles_at(&table, browser, &after(81), 81);
    browser.wait("history.state?.tour === 81");
    browser.reload();
    settles_at(&table, browser, &after(81), 81);
    press(browser, "leave");
    settles_at(&table, browser, &table.start(), 0);
    // Another puzzle in the same file does not take the game.
    let step = &table.solution().moves[0];
    table.drag(browser, step.pieces[0], &step.steps);
    let other = Table::set(browser, puzzle("classics/century.txt"), 2, 0);
    let file = |table: &Table| table.address.strip_prefix("file://").expect("a file").to_owned();
    let page = fs::read(file(&table)).expect("a page");
    let step = &other.solution().moves[0];
    other.drag(browser, step.pieces[0], &step.steps);
    browser.wait("history.state?.game.at === 1");
    fs::write(file(&other), page).expect("a file");
    browser.reload();
    let shown = table.shown(browser);
    assert_eq!((shown.position, shown.moves), (table.start(), "0".to_owned()));
}

/// What a class is not to see is not shown, and not in the file either.
pub fn hidden(browser: &mut Browser) {
    let field = |browser: &mut Browser, name: &str| {
        browser.value(&format!("JSON.parse(data.textContent).puzzles[0].{name} !== null"))
    };
    let visible = |browser: &mut Browser, id: &str| {
        browser.value(&format!("document.getElementById('{id}').checkVisibility()"))
    };
    let all = Hidden { solution: true, hints: true, left: true };
    let table = Table::hiding(browser, puzzle(KLOTSKI), 2, 100_000, all);
    for name in ["solution", "map"] {
        assert_eq!(field(browser, name), false, "{name}");
    }
    for id in ["solution", "hint", "left"] {
        assert_eq!(visible(browser, id), false, "{id}");
    }
    assert_eq!(browser.text("best.textContent"), "81");
    browser.keys(&["h", "h", "n"]);
    let shown = table.shown(browser);
    assert_eq!((shown.position, shown.said.as_str()), (table.start(), ""));

    // Hints are searched for, where there is neither a map nor the solution.
    let solution = Hidden { solution: true, ..Hidden::default() };
    let table = Table::hiding(browser, puzzle(KLOTSKI), 2, 0, solution);
    assert_eq!(
        (visible(browser, "solution"), visible(browser, "hint")),
        (false.into(), true.into())
    );
    for name in ["solution", "map"] {
        assert_eq!(field(browser, name), false, "{name}");
    }
    assert_eq!(browser.text("note.textContent"), "Hints are searched for.");
    browser.keys(&["n", "h"]);
    browser.wait("said.textContent.startsWith('Hint: ')");
    assert_eq!(table.shown(browser).left, "81");
    browser.keys(&["h"]);
    browser.wait("moves.textContent === '1'");
    assert_eq!(table.shown(browser).left, "80");
    assert_eq!(table.searched(browser, 2), 80);

    // The number alone.
    let left = Hidden { left: true, ..Hidden::default() };
    let table = Table::hiding(browser, puzzle(KLOTSKI), 2, 100_000, left);
    assert_eq!(
        (visible(browser, "left"), visible(browser, "solution")),
        (false.into(), true.into())
    );
    let step = &table.solution().moves[0];
    table.drag(browser, step.pieces[0], &step.steps);
    assert!(table.shown(browser).said.ends_with(". 1 move."), "{:?}", table.shown(browser));
}

/// Another style counts otherwise, and the page searches for what it does not know of it.
pub fn another_style(browser: &mut Browser) {
    let table = Table::set(browser, puzzle(KLOTSKI), 2, 100_000);
    let pebble = table.puzzle.start().placements()[6];
    let steps = [Direction::Down, Direction::Right];
    table.drag(browser, pebble, &steps);
    let there = table.shown(browser);
    let left = table.distances[&there.position].to_string();
    assert_eq!((there.moves.as_str(), &there.left), ("1", &left));
    choose(browser, "style", "0");
    let shown = table.shown(browser);
    assert_eq!(shown.position, there.position);
    assert_eq!(shown.moves, "0");
    assert_eq!(shown.said, "Now one move is: one piece, one step. Counting begins anew.");
    assert_eq!(browser.value("solution.checkVisibility()"), false);
    press(browser, "reset");
    table.drag(browser, pebble, &steps);
    settles_at(&table, browser, &there.position, 2);
    // The style is kept, too.
    browser.wait("history.state?.style === 0 && history.state.game.at === 2");
    browser.reload();
    settles_at(&table, browser, &there.position, 2);
    assert_eq!(browser.text("document.getElementById('style').value"), "0");
    press(browser, "undo");
    assert_eq!(table.shown(browser).moves, "1");
    let left = table.searched(browser, 0);
    browser.key("h", 0);
    browser.wait("said.textContent.startsWith('Hint: piece 4 at row')");
    assert_eq!(table.shown(browser).left, left.to_string());
    browser.key("h", 0);
    assert_eq!(table.searched(browser, 0), left - 1);
    press(browser, "reset");
    browser.wait("best.textContent === '116'");
    browser.wait("document.getElementById('left').textContent === '116'");
    // Pieces together: the upright pushes what is below it, down to the edge.
    choose(browser, "style", "5");
    assert_eq!(browser.value("document.querySelector('.for-groups').checkVisibility()"), false);
    browser.value("document.querySelector('details').open = true");
    assert_eq!(browser.value("document.querySelector('tr.for-groups').checkVisibility()"), true);
    press(browser, "reset");
    let first = table.puzzle.start().placements()[2];
    table.drag(browser, first, &[Direction::Down]);
    assert_eq!(table.shown(browser).said.matches("the edge of the board").count(), 1);
    choose(browser, "style", "2");
    assert_eq!(table.shown(browser).left, "81");
    assert_eq!(browser.value("solution.checkVisibility()"), true);
}

/// Letters of kinds, names, numbers or nothing stand on the pieces, and on those of the goals.
pub fn labels(browser: &mut Browser) {
    let on = |browser: &mut Browser, place: &str| {
        browser.text(&format!(
            "[...document.querySelectorAll('#{place} .name')].map((name) => name.textContent).join(' ')"
        ))
    };
    let table = Table::set(browser, puzzle(KLOTSKI), 2, 0);
    assert_eq!(on(browser, "board"), "1 2 1 1 3 1 4 4 4 4");
    assert_eq!(
        browser.value("document.querySelector('#labels [value=names]')"),
        serde_json::Value::Null
    );
    choose(browser, "labels", "numbers");
    assert_eq!(on(browser, "board"), "1 5 2 3 6 4 7 8 9 10");
    assert_eq!(on(browser, "goals"), "5");
    let pebble = table.puzzle.start().placements()[6];
    table.drag(browser, pebble, &[Direction::Down]);
    assert!(table.shown(browser).said.starts_with("Now piece 7 at row 5, column 2."));
    browser.wait("history.state?.labels === 'numbers'");
    browser.reload();
    assert_eq!(on(browser, "board"), "1 5 2 3 6 4 7 8 9 10");
    choose(browser, "labels", "nothing");
    assert_eq!((on(browser, "board").trim(), on(browser, "goals").as_str()), ("", ""));

    let named = "1 x 4\n1 = 1\n2 = 11\n120\n?12\n# name: 1 the gentleman\n";
    let named: sliding::Puzzle = named.parse().expect("a puzzle");
    assert_eq!(named.kind_label(0), Some("the gentleman"));
    Table::set(browser, named, 2, 100);
    choose(browser, "labels", "names");
    assert_eq!(on(browser, "board"), "the gentleman 2");
    // The name is no wider than the piece.
    let fits = "[...document.querySelectorAll('.piece')].every((piece) => \
        piece.querySelector('.name').getBBox().width <= piece.querySelector('.shape').getBBox().width)";
    assert_eq!(browser.value(fits), true);
    // Letters of goals are as large as those of the board, where there is room.
    let size = |browser: &mut Browser, place: &str| {
        let rule = "(name) => name.getBoundingClientRect().height";
        let all = format!("[...document.querySelectorAll('#{place} .name')].map({rule})");
        browser.value(&format!("Math.max(...{all})")).as_f64().expect("a number")
    };
    Table::set(browser, puzzle(KLOTSKI), 2, 0);
    assert!(size(browser, "goals") >= 12.0, "{}", size(browser, "goals"));
}

/// A page with several puzzles has a list of them, and each has its game.
pub fn several(browser: &mut Browser) {
    let puzzles = [puzzle(KLOTSKI), puzzle("tiles/4x2.txt")];
    let answers = puzzles
        .each_ref()
        .map(|puzzle| search(puzzle, &SearchRequest::new(Style::WALK), &mut ()).expect("a search"));
    let playable = |number: usize| Playable {
        puzzle: &puzzles[number],
        name: puzzles[number].name(),
        style: Style::WALK,
        outcome: &answers[number],
        distances: None,
    };
    let playables = [playable(0), playable(1)];
    let mut page = Vec::new();
    Page { puzzles: &playables, hidden: Hidden::default() }.write(&mut page).expect("memory");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    fs::write(&file, page).expect("a file");
    let address = format!("file://{}", file.display());
    let is_shown = |browser: &mut Browser, number: usize, position: &str| {
        browser.wait(&format!(
            "document.querySelector('[data-ready=all] #name')?.textContent === '{}' \
             && board.dataset.position === '{position}'",
            puzzles[number].name(),
        ));
        assert_eq!(browser.text("document.title"), puzzles[number].name());
    };
    let start = |number: usize| puzzles[number].shorthand(puzzles[number].start());
    browser.open(&address);
    is_shown(browser, 0, &start(0));
    let names = browser.text("[...puzzle.options].map((option) => option.text).join(', ')");
    assert_eq!(names, format!("1. {}, 2. {}", puzzles[0].name(), puzzles[1].name()));
    browser.key("ArrowDown", 0);
    is_shown(browser, 0, "121131044404");
    // From the list, and back by way of the browser.
    choose(browser, "puzzle", "2");
    browser.loaded();
    is_shown(browser, 1, &start(1));
    browser.value("history.back()");
    browser.loaded();
    is_shown(browser, 0, "121131044404");
    assert_eq!(browser.text("moves.textContent"), "1");
    // By a link to a position of the other.
    browser.open(&format!("{address}#puzzle=2&at={}", start(1)));
    is_shown(browser, 1, &start(1));
    assert_eq!(browser.text("best.textContent"), answers[1].moves.expect("solved").to_string());
    browser.wait(&format!("location.href === '{address}#puzzle=2'"));
    // A number that no puzzle has.
    browser.open(&format!("{address}#puzzle=3"));
    is_shown(browser, 0, &start(0));
}
