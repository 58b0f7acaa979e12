//! A site of puzzles in a folder: a gallery, a page to play on and an editor, without a server:
//! `docs/internals/site.md`.
//!
//! The scripts beside this file, and those of the page to play on, say what the pages do. This
//! module assembles the files of the folder; the caller writes them.

mod card;
mod core;
mod frame;
mod label;

use hmac_sha256::Hash;
use serde::Serialize;

use super::draw::{Look, Theme};
use super::json::to_json;
use super::page::{self, Parts, Playable};
use super::palette::{Tone, all_properties};
use super::puzzle::sheet::PuzzleSheet;
use super::texts::Texts;
use crate::puzzle::Style;
use card::Card;
use frame::Frame;
#[cfg(test)]
pub(super) use frame::sources;
pub use label::{LABEL, Own, label, own_files};

/// The longer side of a picture in the gallery.
const PICTURE: f64 = 220.0;

const LOOKS: &str = include_str!("site.css");
const ICON: &str = include_str!("icon.svg");

/// A folder of puzzles to play, with an editor for more.
pub struct Site<'a> {
    /// The puzzles of the gallery.
    pub puzzles: &'a [Exhibit<'a>],
}

/// A puzzle of the gallery.
pub struct Exhibit<'a> {
    /// The name of its files: small letters, digits and hyphens. It must be unique.
    pub id: &'a str,
    /// Its family.
    pub family: &'a str,
    /// The puzzle with its results.
    pub playable: Playable<'a>,
}

/// A file of a site.
pub struct File {
    /// Its path in the folder, with `/` between parts.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

impl File {
    fn new(name: impl Into<String>, content: impl Into<Vec<u8>>) -> File {
        File { name: name.into(), content: content.into() }
    }
}

impl Site<'_> {
    /// Returns the files of the folder, except its [`label`].
    ///
    /// Takes milliseconds for a hundred puzzles, and some kilobytes for each besides a megabyte in
    /// total.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::page::Playable;
    /// use sliding::report::site::{Exhibit, Site};
    /// use sliding::solve::{Budget, Query, solve};
    ///
    /// let puzzle: Puzzle = "1 x 4 (Walk)\n1 = 1\n1\n0001\n".parse()?;
    /// let style = Style::WALK;
    /// let outcome = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
    /// let name = puzzle.name();
    /// let playable = Playable { puzzle: &puzzle, name, style, outcome: &outcome, distances: None };
    /// let walk = Exhibit { id: "walk", family: "", playable };
    /// let files = Site { puzzles: &[walk] }.files();
    /// assert!(files.iter().any(|file| file.name == "puzzles/walk.svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn files(&self) -> Vec<File> {
        let texts = Texts::read();
        let style = self.puzzles.first().map_or(Style::WALK, |exhibit| exhibit.playable.style);
        let cards: Vec<Card> = self.puzzles.iter().map(Card::new).collect();
        let mut files = vec![
            File::new("site.css", looks()),
            File::new("icon.svg", ICON),
            File::new("core.js", core::script()),
            File::new("texts.js", texts.script() + page::WORDS),
        ];
        files.extend(frame::scripts());
        for Frame { name, body } in frame::pages(&texts, &cards, style) {
            files.push(File::new(name, body));
        }
        for exhibit in self.puzzles {
            let id = exhibit.id;
            files.push(File::new(format!("puzzles/{id}.svg"), picture(exhibit)));
            files.push(File::new(format!("puzzles/{id}.js"), data(exhibit)));
        }
        files.push(File::new("sw.js", frame::service(&files)));
        files
    }
}

/// Returns a digest that distinguishes the files of one site from those of another.
fn digest(files: &[File]) -> String {
    let mut hash = Hash::new();
    for File { name, content } in files {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(Hash::hash(content));
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the style sheet of all pages, including that of the page to play on.
fn looks() -> String {
    let [light, dark] = [Tone::Light, Tone::Dark].map(all_properties);
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{}{LOOKS}",
        page::LOOKS
    )
}

/// Draws the start, for the gallery.
fn picture(exhibit: &Exhibit) -> String {
    let Playable { puzzle, name, .. } = exhibit.playable;
    let size = puzzle.size();
    let mut sheet = PuzzleSheet::new(puzzle, name, Look::of(puzzle, Theme::Auto));
    sheet.cell = Some((PICTURE / f64::from(size.rows.max(size.cols))).clamp(4.0, 44.0).floor());
    sheet.is_bare = true;
    sheet.has_goals = false;
    sheet.svg()
}

/// The data of the page to play on.
#[derive(Serialize)]
struct Brought<'a> {
    id: &'a str,
    text: String,
    #[serde(flatten)]
    parts: Parts,
}

/// Returns the data of the page to play on, as a script: a page opened from disk may not read other
/// files.
fn data(exhibit: &Exhibit) -> String {
    let Exhibit { id, playable, .. } = *exhibit;
    let brought = Brought { id, text: playable.puzzle.to_string(), parts: Parts::new(playable) };
    format!("receive({});\n", page::harmless(&to_json(&brought)))
}
