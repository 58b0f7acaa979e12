//! The public face of the library: everything that others may use, with its signature, as
//! `tests/data/public.txt` has it. What is public is public on purpose.
//!
//! rustdoc knows, and tells it in its pages. `SLIDING_REGENERATE=1 cargo test public` writes the
//! listing anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::recorded;

/// Fewer would mean that the pages were not understood.
const FEWEST_ITEMS: usize = 100;

#[test]
fn public_items_are_those_that_were_recorded() {
    let pages = documented();
    let all = read(&pages.join("all.html"));
    let links = between_all(&all, "<li><a href=\"", "</a>");
    let mut items: Vec<_> = links.filter_map(|link| link.split_once(".html\">")).collect();
    items.sort_unstable_by_key(|&(_, name)| name);
    let mut listing = String::new();
    for (page, name) in &items {
        let page = format!("{page}.html");
        listing += &format!("{name}\n{}\n", signatures(&read(&pages.join(page))));
    }
    assert!(items.len() >= FEWEST_ITEMS, "only {} items were found", items.len());
    let recorded = recorded::text("tests/data/public.txt", &listing);
    let (new, gone) = (only_in(&listing, &recorded), only_in(&recorded, &listing));
    assert!(new.is_empty() && gone.is_empty(), "public now:\n{new}\nand no more:\n{gone}");
}

/// The items of a listing that another does not have just so.
fn only_in(listing: &str, other: &str) -> String {
    let others: Vec<_> = other.split("\n\n").collect();
    let items = listing.split("\n\n").filter(|item| !others.contains(item));
    items.collect::<Vec<_>>().join("\n")
}

/// Lets rustdoc write its pages, and gives their folder.
fn documented() -> PathBuf {
    let test = std::env::current_exe().expect("the test is a file");
    // It lies in `debug/deps` of the target folder.
    let target = test.ancestors().nth(3).expect("a target folder");
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--lib", "--no-deps", "--offline", "--locked", "--quiet"])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(status.expect("cargo starts").success(), "cargo doc");
    target.join("doc/sliding")
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The declaration of an item, and those of its own methods and constants, each indented.
fn signatures(page: &str) -> String {
    let declaration = between(page, "item-decl\"><code>", "</code>").expect("a declaration");
    let own = between(page, "id=\"implementations\"", "id=\"trait-implementations\"");
    let own = own.or_else(|| between(page, "id=\"implementations\"", "id=\"synthetic-"));
    let methods = between_all(own.unwrap_or(""), "<h4 class=\"code-header\">", "</h4>");
    let mut text = String::new();
    for signature in std::iter::once(declaration).chain(methods) {
        for line in plain(signature).lines().filter(|line| !line.trim().is_empty()) {
            text += &format!("    {}\n", line.trim_end());
        }
    }
    text
}

/// A piece of a page without its marks.
fn plain(html: &str) -> String {
    // Long lists are folded under a line that says so.
    let folds = between_all(html, "<summary", "</summary>").collect::<Vec<_>>();
    let html = folds.iter().fold(html.to_owned(), |html, fold| html.replace(fold, ">"));
    let html = html.replace("</div>", "</div>\n");
    let mut text = String::new();
    for (index, part) in html.split('<').enumerate() {
        // All but the first begin within a mark.
        let outside = part.split_once('>').map(|(_, outside)| outside);
        text += if index == 0 { part } else { outside.unwrap_or("") };
    }
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text, |text, (escaped, sign)| text.replace(escaped, sign))
}

/// What stands between two marks, where that is first.
fn between<'a>(text: &'a str, begin: &'a str, end: &'a str) -> Option<&'a str> {
    between_all(text, begin, end).next()
}

/// What stands between two marks, each time.
fn between_all<'a>(text: &'a str, begin: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(begin).skip(1).filter_map(move |rest| rest.split_once(end).map(|(inner, _)| inner))
}
