//! The pages of a site: their common frame, and a script for each.

use super::SiteFile;
use super::label::{OwnFile, label};
use crate::puzzle::Style;
use crate::report::page;
use crate::report::texts::{Texts, fill};

const FRAME: &str = include_str!("frame.html");
const SERVICE: &str = include_str!("service.js");

/// The script of all pages, which needs that of the core.
const COMMON: [&str; 2] = [include_str!("site.js"), include_str!("solver.js")];

/// The scripts of single pages, in the order of their dependencies.
const LEVELS: &str = include_str!("levels.js");
const GALLERY: [&str; 2] = [LEVELS, include_str!("gallery.js")];
const PLAY: [&str; 3] = [include_str!("names.js"), LEVELS, include_str!("play.js")];
const EDITOR: [&str; 4] = [
    include_str!("drawing.js"),
    include_str!("sheet.js"),
    include_str!("findings.js"),
    include_str!("editor.js"),
];

/// Returns the pages, with English texts, which begin with a style, and their scripts.
pub fn pages(texts: &Texts, style: Style) -> Vec<SiteFile> {
    let mut files = Vec::new();
    let mut write = |file: &str, page: &str, body: &str, own: &[&str]| {
        let script = [&page::CORE[..], &COMMON, own].concat().join("\n");
        files.push(SiteFile::new(format!("{page}.js"), script));
        let current = |other: &str| if other == page { " aria-current=\"page\"" } else { "" };
        let parts = [
            ("version", env!("CARGO_PKG_VERSION")),
            ("gallery", current("gallery")),
            ("editor", current("editor")),
            ("styles", &texts.styles(style)),
            ("name", ""),
        ];
        let template = FRAME.replace("{{body}}", body).replace("{{page}}", page);
        files.push(SiteFile::new(file, fill(&texts.fill(&template), &parts)));
    };
    write("index.html", "gallery", include_str!("gallery.html"), &GALLERY);
    write("edit.html", "editor", include_str!("editor.html"), &EDITOR);
    let table = include_str!("play.html").replace("{{player}}", page::table());
    let rules = format!("const RULES = \"{}\";\n", page::core::rules());
    write("play.html", "play", &table, &[&page::PLAYER[..], &[&rules], &PLAY].concat());
    files
}

/// Returns the service worker that caches all files, so that the pages work offline. It differs
/// if one of them does.
pub fn service(files: &[SiteFile]) -> String {
    let names = Vec::from_iter(files.iter().map(|file| file.name.as_str()));
    let names = serde_json::to_string(&names).expect("texts are JSON");
    let own = Vec::from_iter(files.iter().map(OwnFile::new));
    let digest = OwnFile::new(&label(&own)).sha256;
    SERVICE.replace("{{digest}}", &digest).replace("{{files}}", &names)
}
