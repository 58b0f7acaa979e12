//! Readers of all kinds: other languages, phones, dark rooms, paper, and those who listen; and how long they
//! wait.

use serde_json::json;

use crate::page::browser::Browser;
use crate::page::desk::CONTRAST;

use super::editor;
use super::folder::Folder;
use super::gallery::set;

const PAGES: [&str; 3] = ["index.html", "play.html#id=klotski", "edit.html"];

/// What is worth printing of each.
const PICTURES: [&str; 3] = [".card img", "#board", "#start"];

/// All texts change with the language, and it is kept from page to page.
pub fn languages(browser: &mut Browser, folder: &Folder) {
    browser.open(&folder.page("index.html"));
    for (language, heading, title) in [
        ("de", "Schiebepuzzles", "Vier Kolonnen rücken vor"),
        ("zh", "滑块类游戏", "四路进兵"),
        ("en", "Sliding-block puzzles", "Four Columns Advance"),
    ] {
        set(browser, "language", language);
        assert_eq!(browser.text("document.querySelector('h1').textContent"), heading);
        let card = "document.querySelector('[data-id=four-columns-advance] .title').textContent";
        assert_eq!(browser.text(card), title);
        for page in PAGES {
            browser.open(&folder.page(page));
            assert_eq!(browser.text("document.documentElement.lang"), language, "{page}");
            assert_eq!(browser.text("document.getElementById('language').value"), language);
            // Nothing is left in another language, but what scripts say instead.
            let wrong = browser.value(
                "[...document.querySelectorAll('[data-text]')].filter((element) => \
                   !element.closest('#numbers, title') && element.id !== 'play' && \
                   element.textContent !== t(element.dataset.text)).map((element) => element.dataset.text)",
            );
            assert_eq!(wrong, json!([]), "{language}, {page}");
            let wrong = browser.value(
                "[...document.querySelectorAll('[data-label]')].filter((element) => \
                   element.ariaLabel !== t(element.dataset.label)).map((element) => element.dataset.label)",
            );
            assert_eq!(wrong, json!([]), "{language}, {page}");
        }
        browser.open(&folder.page("play.html#id=klotski"));
        browser.value("document.getElementById('hint').click()");
        let [hint, general] = match language {
            "de" => ["Tipp: Stein 4 (Soldat) in Zeile ", "(General)"],
            "zh" => ["提示：第 ", "(将)"],
            _ => ["Hint: piece 4 (soldier) at row ", "(general)"],
        };
        browser.wait(&format!("said.textContent.startsWith('{hint}')"));
        let names = "[...document.querySelectorAll('#board .piece')].map((piece) => piece.ariaLabel).join()";
        assert!(browser.text(names).contains(general));
        editor::open(browser, folder, 2, 2);
        let expected = match language {
            "de" => {
                "Zeile 4, Spalte 2 das Zeichen `!` gehört in keine Stellung; erwartet: `0`, `x`, der Name einer Art, oder in \
                 einem Ziel `?`"
            }
            "zh" => {
                "第 4 行第 2 列 局面中有非法字符 `!`；应为：`0`、`x`、种类的名称，或在目标中用 `?`"
            }
            _ => {
                "Line 4, column 2 illegal character `!` in a configuration; expected `0`, `x`, the name of a kind, or in a \
                 goal `?`"
            }
        };
        // What only notations of other programs have is reported in English.
        let place = match language {
            "de" => "Zeile 5, Spalte 3",
            "zh" => "第 5 行第 3 列",
            _ => "Line 5, column 3",
        };
        let short = format!("{place} a row is too long; expected as many cells as the size says");
        let stuck = match language {
            "de" => "das Ziel ist nicht zu erreichen: eine ungerade Vertauschung trennt es davon",
            "zh" => "目标无法到达：两者相差一个奇排列",
            _ => "the goal cannot be reached: it is an odd permutation away",
        };
        for (text, said, in_english) in [
            ("2 x 2\n1 = 1\n2 = 1\n1!\n21\n", expected, 0),
            ("2 x 2\n1 = 1\n2 = 1\n3 = 1\n123\n213\n", stuck, 0),
            ("display Two\nsize 2 2\ninitial\nAB\ntarget\nBA\n..\nend\n", &short, 1),
        ] {
            editor::paste(browser, text);
            editor::checked(browser);
            let items = "[...document.querySelectorAll('#problems li')]";
            let is_said = format!("(item) => item.textContent.startsWith({})", json!(said));
            browser.wait(&format!("{items}.some({is_said})"));
            assert_eq!(
                browser.value(&format!(
                    "{items}.filter((item) => item.querySelector('[lang=en]')).length"
                )),
                json!(if language == "en" { 0 } else { in_english })
            );
        }
        browser.open(&folder.page("index.html"));
    }
}

/// Nothing is wider than a phone, and nothing too small for a finger, which draws as a mouse does.
pub fn phone(browser: &mut Browser, folder: &Folder) {
    browser.resize(360, 740, true);
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    for language in ["de", "en"] {
        browser.open(&folder.page("index.html"));
        set(browser, "language", language);
        for page in PAGES {
            browser.open(&folder.page(page));
            browser.value(
                "document.querySelectorAll('details').forEach((part) => { part.open = true; })",
            );
            let width = browser.value("document.documentElement.scrollWidth");
            assert_eq!(width, 360, "{page}, {language}");
            let small = browser.value(
                "[...document.querySelectorAll('button, input, select, summary, nav a, .tools span')]\
                   .filter((control) => {\
                   const box = control.getBoundingClientRect();\
                   return box.width > 0 && !control.closest('.tools input') && !control.matches('.tools input') \
                     && Math.min(box.width, box.height) < 43.5;\
                 }).map((control) => control.outerHTML)",
            );
            assert_eq!(small, json!([]), "{page}");
        }
    }
    browser.open(&folder.page("edit.html"));
    let places = browser.value(
        "[0, 1, 5].map((cell) => { const found = document.querySelectorAll('#start [role=gridcell]')[cell]; \
           const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })",
    );
    let place = |at: usize| {
        (places[at][0].as_f64().expect("a number"), places[at][1].as_f64().expect("a number"))
    };
    browser.touch("touchStart", Some(place(0)));
    browser.touch("touchMove", Some(place(1)));
    browser.touch("touchMove", Some(place(2)));
    browser.touch("touchEnd", None);
    let text = browser.text("document.getElementById('text').value");
    assert!(text.starts_with("AA..\n.A..\n....\n"), "{text}");
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": false}));
}

/// What every control is called, for those who do not see it.
const NAMELESS: &str = "[...document.querySelectorAll('button, input, select, textarea, a, [role=grid], [role=gridcell], [role=application]')]\
    .filter((control) => !(control.ariaLabel || control.textContent.trim() || control.labels?.length && control.labels[0].textContent.trim() \
      || control.getAttribute('aria-labelledby'))).map((control) => control.outerHTML)";

pub fn looks(browser: &mut Browser, folder: &Folder) {
    let ground = "getComputedStyle(document.body).backgroundColor";
    for (page, picture) in PAGES.into_iter().zip(PICTURES) {
        browser.prefer(&[]);
        browser.open(&folder.page(page));
        let light = browser.text(ground);
        for scheme in ["light", "dark"] {
            browser.prefer(&[("prefers-color-scheme", scheme)]);
            let contrast = browser.value(CONTRAST).as_f64().expect("a number");
            assert!(contrast >= 4.5, "{page}, {scheme}: {contrast}");
        }
        assert_ne!(browser.text(ground), light, "{page}");
        assert_eq!(browser.value(NAMELESS), json!([]), "{page}");
        assert_eq!(browser.value("document.querySelectorAll('main').length"), 1, "{page}");
        assert_eq!(browser.value("document.querySelectorAll('h1').length"), 1, "{page}");
        assert!(browser.value("document.querySelectorAll('[aria-live=polite]').length") != 0);
        browser.prefer(&[]);
        // On paper there is nothing to press, and the pictures are there.
        browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
        let seen = browser.value(
            "[...document.querySelectorAll('button, nav, textarea')]\
               .filter((control) => control.getBoundingClientRect().width > 0 && !control.matches('.place'))\
               .map((control) => control.outerHTML)",
        );
        assert_eq!(seen, json!([]), "{page}");
        let seen =
            format!("document.querySelector('{picture}').getBoundingClientRect().width > 50");
        assert_eq!(browser.value(&seen), true, "{page}");
        browser.call("Emulation.setEmulatedMedia", json!({"media": ""}));
    }
}

/// What changes is reported in live regions: how many puzzles are left, hints, what is found.
pub fn reported(browser: &mut Browser, folder: &Folder) {
    let reported = |browser: &mut Browser, region: &str| {
        let live = format!("document.querySelector('#{region}[role=status][aria-live=polite]')");
        browser.wait(&format!("({live}?.textContent ?? '') !== ''"));
        browser.text(&format!("{live}.textContent"))
    };
    browser.open(&folder.page("index.html"));
    set(browser, "words", "8-PUZZLE hard");
    assert!(reported(browser, "count").starts_with("1 of "));
    set(browser, "words", "");
    browser.open(&folder.page("play.html#id=agatka"));
    browser.value("document.getElementById('hint').click()");
    assert!(reported(browser, "said").starts_with("Hint: piece "));
    editor::open(browser, folder, 2, 2);
    editor::paste(browser, "AB.\ngoal:\n..B\n");
    editor::checked(browser);
    assert_eq!(reported(browser, "verdict"), "This is a puzzle: 2 pieces, 1 empty cell.");
    browser.value("document.getElementById('solve').click()");
    browser.wait("document.querySelector('#findings .verdict') !== null");
    assert!(reported(browser, "findings").starts_with("Solved in 1 move"));
}

/// From disk, all is there before it is waited for.
pub fn time(browser: &mut Browser, folder: &Folder) {
    eprintln!("{} bytes in all", folder.bytes());
    for (page, mark) in
        [("index.html", "ready"), ("play.html#id=klotski", "board"), ("edit.html", "solver")]
    {
        let mut times: Vec<[f64; 2]> = Vec::new();
        for _ in 0..5 {
            browser.open(&folder.page(page));
            browser.wait(&format!("performance.getEntriesByName('{mark}').length > 0"));
            browser.wait("performance.getEntriesByName('first-paint').length > 0");
            times.push(["first-paint", mark].map(|name| {
                let time = format!("performance.getEntriesByName('{name}')[0].startTime");
                browser.value(&time).as_f64().expect("a time")
            }));
        }
        times.sort_by(|a, b| a[1].total_cmp(&b[1]));
        let [paint, ready] = times[times.len() / 2];
        eprintln!("{page}: first paint after {paint:.0} ms, {mark} after {ready:.0} ms");
        // Far more than it takes, for slow machines.
        assert!(paint < 2_000.0 && ready < 5_000.0, "{page}: {paint} ms, {ready} ms");
    }
}
