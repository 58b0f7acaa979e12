//! What a page searches for by itself, with the core that is in it.

use sliding::Puzzle;

use super::browser::Browser;
use super::desk::press;
use super::table::{Table, puzzle};

/// From positions beside the solution, in every style, where the page has no map.
pub fn hints(browser: &mut Browser) {
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    let table = Table::set(browser, puzzle("classics/century.txt"), 2, 0);
    let pebble = |table: &Table| {
        let moves = &table.solution().moves;
        moves[0].pieces[0]
    };
    let (piece, steps) = (pebble(&table), table.solution().moves[0].steps.clone());
    for style in 0..6 {
        browser.value(&format!(
            "(() => {{ const list = document.getElementById('style'); list.value = '{style}'; \
              list.dispatchEvent(new Event('change')); }})()"
        ));
        press(browser, "reset");
        table.drag(browser, piece, &steps[..1]);
        let left = table.searched(browser, style);
        browser.wait(&format!("document.getElementById('left').textContent === '{left}'"));
        // The number was searched for unasked, and the hint is what came of it.
        browser.key("h", 0);
        browser.wait("said.textContent.startsWith('Hint: piece ')");
        browser.key("h", 0);
        assert_eq!(table.searched(browser, style), left - 1, "style {style}");
        browser.wait(&format!("document.getElementById('left').textContent === '{}'", left - 1));
    }
}

/// More positions than can be waited for: the player stops the search, or plays on.
pub fn stopped(browser: &mut Browser) {
    let kinds: String = "123456789ab".chars().map(|name| format!("{name} = 1\n")).collect();
    // Two are swapped. What the page gets is proven, but not for other styles.
    let text = format!("3 x 4 (Vast)\n{kinds}123456789ab0\n213456789ab0\n");
    let vast: Puzzle = text.parse().expect("a puzzle");
    let table = Table::set(browser, vast, 2, 0);
    browser.key("h", 0);
    let none = "There is no hint from here: no moves lead to the goal.";
    assert_eq!(table.shown(browser).said, none);
    browser.value(
        "(() => { const list = document.getElementById('style'); list.value = '5'; \
          list.dispatchEvent(new Event('change')); })()",
    );
    let is_shown = "document.getElementById('search').checkVisibility()";
    let begins = |browser: &mut Browser| {
        browser.key("h", 0);
        browser.wait("far.textContent.includes(' positions')");
        assert_eq!(browser.value(is_shown), true);
    };
    begins(browser);
    // The page can be played meanwhile: the search was about another position.
    browser.key("ArrowDown", 0);
    browser.wait("moves.textContent === '1'");
    assert_eq!(browser.value(is_shown), false);
    begins(browser);
    press(browser, "stop");
    assert_eq!(browser.value(is_shown), false);
    assert_eq!(table.shown(browser).said, "The search for a hint is stopped.");
    press(browser, "undo");
    browser.wait(&format!("board.dataset.position === '{}'", table.start()));
}
