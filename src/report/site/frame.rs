//! The pages of a site: their common frame.

use std::collections::BTreeSet;

use super::card::Card;
use super::{SiteFile, digest};
use crate::puzzle::Style;
use crate::report::escape::escape;
use crate::report::page;
use crate::report::texts::Texts;

const FRAME: &str = include_str!("frame.html");
const GALLERY: &str = include_str!("gallery.html");
const PLAY: &str = include_str!("play.html");
const EDITOR: &str = include_str!("editor.html");
const SERVICE: &str = include_str!("service.js");

/// The scripts of this folder: names and contents.
const SCRIPTS: [(&str, &str); 9] = [
    ("site.js", include_str!("site.js")),
    ("gallery.js", include_str!("gallery.js")),
    ("play.js", include_str!("play.js")),
    ("names.js", include_str!("names.js")),
    ("drawing.js", include_str!("drawing.js")),
    ("sheet.js", include_str!("sheet.js")),
    ("findings.js", include_str!("findings.js")),
    ("solver.js", include_str!("solver.js")),
    ("editor.js", include_str!("editor.js")),
];

/// A page.
pub struct SitePage {
    pub name: &'static str,
    pub body: String,
}

/// Returns the scripts of all pages, including that of the page to play on.
pub fn scripts() -> Vec<SiteFile> {
    let mut files: Vec<SiteFile> =
        SCRIPTS.iter().map(|(name, content)| SiteFile::new(*name, *content)).collect();
    // The page's script is normally a module; from disk it can only be an ordinary one.
    let player = page::SCRIPT.join("\n");
    let player = format!(
        "(() => {{\n\"use strict\";\n{player}\n\
         begin(new Player(brought.page, brought.table));\n}})();\n"
    );
    files.push(SiteFile::new("player.js", player));
    files
}

/// Returns the pages, with English texts.
pub fn pages(texts: &Texts, cards: &[Card], style: Style) -> [SitePage; 3] {
    let mut list = String::new();
    cards.iter().for_each(|card| card.write(texts, &mut list));
    let families: BTreeSet<&str> = cards.iter().map(|card| card.family).collect();
    let families: String = families
        .into_iter()
        .filter(|family| !family.is_empty())
        .map(|family| format!("<option value=\"{0}\">{0}</option>", escape(family)))
        .collect();
    let count = count(texts, cards.len());
    let gallery = [("count", count.as_str()), ("families", &families), ("cards", &list)];
    let editor = ["solver.js", "drawing.js", "sheet.js", "findings.js", "editor.js"];
    let player = ["solver.js", "names.js", "play.js"];
    let play = PLAY.replace("{{player}}", page::table());
    let frame = |name, page, body: &str, scripts: &[&str], parts: &[(&str, &str)]| SitePage {
        name,
        body: write(texts, style, (page, body), scripts, parts),
    };
    [
        frame("index.html", "gallery", GALLERY, &["gallery.js"], &gallery),
        frame("play.html", "play", &play, &player, &[("name", "")]),
        frame("edit.html", "editor", EDITOR, &editor, &[]),
    ]
}

/// Writes a page with this name and body, its scripts, and the parts that replace its placeholders.
/// Text from puzzles is in parts only, in which no placeholders are replaced.
fn write(
    texts: &Texts,
    first: Style,
    (page, body): (&str, &str),
    own: &[&str],
    parts: &[(&str, &str)],
) -> String {
    let scripts = ["texts.js", "site.js"].iter().chain(own);
    let scripts: String =
        scripts.map(|name| format!("<script src=\"{name}\" defer></script>\n")).collect();
    let current = |other: &str| if other == page { " aria-current=\"page\"" } else { "" };
    let style = |style: &Style| {
        let chosen = if *style == first { " selected" } else { "" };
        let number = style.number();
        format!("<option value=\"{number}\"{chosen} data-text=\"style.{number}\"></option>")
    };
    let styles = texts.fill(&Style::ALL.iter().map(style).collect::<String>());
    let template = texts.fill(&FRAME.replace("{{body}}", body).replace("{{page}}", page));
    let common = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("gallery", current("gallery")),
        ("editor", current("editor")),
        ("styles", &styles),
        ("scripts", &scripts),
    ];
    let part = |place: &str| {
        let found = common.iter().chain(parts).find(|part| part.0 == place);
        found.unwrap_or_else(|| panic!("no part {place}")).1
    };
    let mut filled = String::new();
    let mut rest = template.as_str();
    while let Some((text, (place, after))) =
        rest.split_once("{{").and_then(|(text, more)| Some((text, more.split_once("}}")?)))
    {
        filled += text;
        filled += part(place);
        rest = after;
    }
    filled + rest
}

/// Describes the number of puzzles shown at first.
fn count(texts: &Texts, number: usize) -> String {
    let forms = texts.english("gallery.count");
    let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
    let form = if number == 1 { one } else { many };
    let number = number.to_string();
    form.replace("{shown}", &number).replace("{n}", &number)
}

/// Returns the service worker that caches all files, so that the pages work offline.
pub fn service(files: &[SiteFile]) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let names = serde_json::to_string(&names).expect("texts are JSON");
    SERVICE.replace("{{digest}}", &digest(files)).replace("{{files}}", &names)
}
