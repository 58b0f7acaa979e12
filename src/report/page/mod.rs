//! A page to play a puzzle on, in one self-contained file: `docs/internals/pictures.md`.
//!
//! The script's files beside this one say what the page does. This module combines them with the
//! script's data: the puzzle and its pictures, the solution, perhaps the map; and with the core,
//! for positions that neither covers.

pub(super) mod core;
mod data;
mod distances;
mod lesson;
pub(super) mod packed;

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac_sha256::Hash;
use serde::Serialize;

use super::escape::escape;
use super::json::{Object, object, to_json};
use super::palette::themes;
use super::texts::{Texts, fill};
use crate::analyse::DistanceTable;
use crate::engine::query::Answer;
use crate::puzzle::{Puzzle, Style};
use data::{data, puzzles};
pub use lesson::TraceReport;

pub(super) const TEMPLATE: &str = include_str!("page.html");
/// The style sheet, without colours.
pub(super) const LOOKS: &str = include_str!("player.css");

/// The script that looks up texts in their table.
pub(super) const WORDS: &str = include_str!("words.js");

/// The script that begins the core in a worker.
pub(super) const CORE: [&str; 3] =
    [core::CLIENT, include_str!("unpack.js"), include_str!("core.js")];

/// The script of the player, in the order of its files' dependencies. It needs that of the core.
pub(super) const PLAYER: [&str; 9] = [
    core::WRAPPER,
    include_str!("rules.js"),
    include_str!("game.js"),
    include_str!("map.js"),
    include_str!("oracle.js"),
    include_str!("board.js"),
    include_str!("place.js"),
    include_str!("search.js"),
    include_str!("player.js"),
];

/// The script that starts a single-file page.
const START: &str = include_str!("start.js");

/// A page, with one puzzle or with several to choose from.
pub struct Page<'a> {
    /// The puzzles, at least one. The page begins with the first.
    pub puzzles: &'a [Playable<'a>],
    /// What the page hides.
    pub hidden: Hidden,
}

/// What a page hides, and has no data for either: for a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hidden {
    /// The solution.
    pub solution: bool,
    /// Hints.
    pub hints: bool,
    /// The number of moves left.
    pub left: bool,
}

impl Hidden {
    /// Whether the page uses distances.
    pub fn needs_distances(self) -> bool {
        !(self.hints && self.left)
    }
}

/// A playable puzzle of a page.
#[derive(Clone, Copy)]
pub struct Playable<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its name.
    pub name: &'a str,
    /// The style in which it is played.
    pub style: Style,
    /// The result of a search in this style. If it has no solution, the page offers none.
    pub outcome: &'a Answer,
    /// The distances of all positions, if the page is to have them.
    pub distances: Option<&'a DistanceTable>,
}

impl Page<'_> {
    /// Writes the page.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::page::{Hidden, Page, Playable};
    /// use sliding::analyse::distance_table;
    /// use sliding::solve::{Budget, Query, solve};
    ///
    /// let puzzle: Puzzle = "1 x 4 (</script>)\n1 = 1\n1\n0001\n".parse().unwrap();
    /// let style = Style::WALK;
    /// let (query, budget) = (Query::new(&puzzle, style), Budget::default());
    /// let answer = solve(&query, &budget, &mut ()).unwrap();
    /// let distances = distance_table(&query, &budget, 100_000, &mut ()).ok();
    /// let mut page = Vec::new();
    /// let (name, distances) = (puzzle.name(), distances.as_ref());
    /// let playable = Playable { puzzle: &puzzle, name, style, outcome: &answer, distances };
    /// Page { puzzles: &[playable], hidden: Hidden::default() }.write(&mut page).unwrap();
    /// let page = String::from_utf8(page).unwrap();
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// assert_eq!(page.matches("</script>").count(), 2);
    /// ```
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let script = [&CORE[..], &PLAYER, &[START]].concat().join("\n");
        let first = self.puzzles.first();
        let style = first.map_or(Style::WALK, |playable| playable.style);
        let name = first.map_or("", |playable| playable.name);
        write_page(out, TEMPLATE, name, style, self.colours() + LOOKS, &data(self), &script)
    }

    /// Returns the colours of the puzzles' kinds as a style sheet.
    fn colours(&self) -> String {
        let mut looks = String::new();
        for (number, playable) in (1..).zip(self.puzzles) {
            let root = match number {
                1 => ":root".to_owned(),
                _ => format!(":root[data-puzzle=\"{number}\"]"),
            };
            looks += &themes(playable.puzzle, &root);
        }
        looks
    }
}

/// Writes a page in one file, from a template with the texts, a style sheet, data and a script.
fn write_page(
    out: &mut dyn Write,
    template: &str,
    name: &str,
    style: Style,
    looks: String,
    data: &Object,
    script: &str,
) -> io::Result<()> {
    let texts = Texts::read();
    let script = format!("{}\n{WORDS}\n{script}", texts.spoken());
    let parts = [
        ("script-hash", source(&script)),
        ("style-hash", source(&looks)),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("name", escape(name)),
        ("styles", texts.styles(style)),
        ("style", looks),
        ("data", escape_for_script(&to_json(data))),
        ("script", script),
    ];
    let parts = parts.each_ref().map(|(name, part)| (*name, part.as_str()));
    out.write_all(fill(&texts.fill(template), &parts).as_bytes())
}

/// Returns the body of a page above its data: the table to play at, for a site.
pub(super) fn table() -> &'static str {
    let (_, body) = TEMPLATE.split_once("<body>\n").expect("a page has a body");
    body.split_once("<script").expect("a page has data").0
}

/// Returns a puzzle for pages that already have the scripts, style sheets and core: `page` is the
/// script's data, and `looks` the colours as a style sheet.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::page::{Playable, parts};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// let style = Style::WALK;
/// let outcome = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let (name, outcome) = (puzzle.name(), &outcome);
/// let playable = Playable { puzzle: &puzzle, name, style, outcome, distances: None };
/// assert!(serde_json::to_string(&parts(playable))?.contains("\"moves\":1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parts(playable: Playable) -> Object {
    let page = Page { puzzles: &[playable], hidden: Hidden::default() };
    object! { "looks": page.colours(), "page": puzzles(&page) }
}

/// Returns the source expression for a text that the content security policy allows.
fn source(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Hash::hash(text.as_bytes())))
}

/// Makes JSON safe in a script element: nothing in it can end the element or begin a comment, and
/// nothing changes the direction of what follows. Such characters occur in strings only.
pub(super) fn escape_for_script(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => text.push(c),
        }
    }
    text
}
