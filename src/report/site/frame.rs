//! The pages of a site: their common frame.

use super::{SiteFile, digest};
use crate::puzzle::Style;
use crate::report::page;
use crate::report::texts::{Texts, fill};

const FRAME: &str = include_str!("frame.html");
const GALLERY: &str = include_str!("gallery.html");
const PLAY: &str = include_str!("play.html");
const EDITOR: &str = include_str!("editor.html");
const SERVICE: &str = include_str!("service.js");

/// The scripts of this folder: names and contents.
const SCRIPTS: [(&str, &str); 10] = [
    ("site.js", include_str!("site.js")),
    ("gallery.js", include_str!("gallery.js")),
    ("play.js", include_str!("play.js")),
    ("levels.js", include_str!("levels.js")),
    ("names.js", include_str!("names.js")),
    ("drawing.js", include_str!("drawing.js")),
    ("sheet.js", include_str!("sheet.js")),
    ("findings.js", include_str!("findings.js")),
    ("solver.js", include_str!("solver.js")),
    ("editor.js", include_str!("editor.js")),
];

/// Returns the scripts of all pages, including that of the page to play on.
pub fn scripts() -> Vec<SiteFile> {
    let mut files: Vec<SiteFile> =
        SCRIPTS.iter().map(|(name, content)| SiteFile::new(*name, *content)).collect();
    // The page's script is normally a module; from disk it can only be an ordinary one.
    let player = page::SCRIPT.join("\n");
    let player = format!(
        "const play = (() => {{\n\"use strict\";\n{player}\n\
         return (page) => begin(page, \"{}\");\n}})();\n",
        page::core::rules()
    );
    files.push(SiteFile::new("player.js", player));
    files
}

/// Returns the pages, with English texts, which begin with a style.
pub fn pages(texts: &Texts, style: Style) -> [SiteFile; 3] {
    let editor = ["solver.js", "drawing.js", "sheet.js", "findings.js", "editor.js"];
    let player = ["puzzles.js", "solver.js", "names.js", "levels.js", "play.js"];
    let play = PLAY.replace("{{player}}", page::table());
    let write = |file: &str, page: &str, body: &str, own: &[&str]| {
        let scripts = ["texts.js", "site.js"].iter().chain(own);
        let scripts: String =
            scripts.map(|name| format!("<script src=\"{name}\" defer></script>\n")).collect();
        let current = |other: &str| if other == page { " aria-current=\"page\"" } else { "" };
        let parts = [
            ("version", env!("CARGO_PKG_VERSION")),
            ("gallery", current("gallery")),
            ("editor", current("editor")),
            ("styles", &texts.styles(style)),
            ("scripts", &scripts),
            ("name", ""),
        ];
        let template = FRAME.replace("{{body}}", body).replace("{{page}}", page);
        SiteFile::new(file, fill(&texts.fill(&template), &parts))
    };
    [
        write(
            "index.html",
            "gallery",
            GALLERY,
            &["puzzles.js", "solver.js", "levels.js", "gallery.js"],
        ),
        write("play.html", "play", &play, &player),
        write("edit.html", "editor", EDITOR, &editor),
    ]
}

/// Returns the service worker that caches all files, so that the pages work offline.
pub fn service(files: &[SiteFile]) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let names = serde_json::to_string(&names).expect("texts are JSON");
    SERVICE.replace("{{digest}}", &digest(files)).replace("{{files}}", &names)
}
