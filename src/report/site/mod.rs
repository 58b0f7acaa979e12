//! A site of puzzles in a folder: a gallery, a page to play on and an editor, without a server:
//! `docs/internals/site.md`.
//!
//! The scripts beside this file, and those of the page to play on, say what the pages do. This
//! module assembles the files of the folder; the caller writes them.

mod core;
mod frame;
mod label;

use std::collections::BTreeMap;

use super::json::{Object, object, to_json};
use super::page::{self, Playable};
use super::palette::{Tone, all_properties};
use super::puzzle::sheet::PuzzleSheet;
use super::scene::{Appearance, Theme};
use super::texts::Texts;
use super::words::plain;
use crate::engine::query::Status;
use crate::puzzle::{Size, Style};
pub use label::{LABEL, OwnFile, label, own_files};

/// The longer side of a picture in the gallery.
const PICTURE: f64 = 220.0;

const LOOKS: &str = include_str!("site.css");
const ICON: &str = include_str!("icon.svg");

/// A folder of puzzles to play, with an editor for more.
pub struct Site<'a> {
    /// The puzzles of the gallery.
    pub puzzles: &'a [GalleryPuzzle<'a>],
}

/// A puzzle of the gallery.
pub struct GalleryPuzzle<'a> {
    /// The name of its files: small letters, digits and hyphens. It must be unique.
    pub id: &'a str,
    /// Its family.
    pub family: &'a str,
    /// The moves that a simulated player takes on average, if it was rated.
    pub rating: Option<u64>,
    /// The puzzle with its results.
    pub playable: Playable<'a>,
}

/// A file of a site.
pub struct SiteFile {
    /// Its path in the folder, with `/` between parts.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

impl SiteFile {
    fn new(name: impl Into<String>, content: impl Into<Vec<u8>>) -> SiteFile {
        SiteFile { name: name.into(), content: content.into() }
    }
}

impl Site<'_> {
    /// Returns the files of the folder, except its [`label`].
    ///
    /// Takes milliseconds for a hundred puzzles with a solution, up to two seconds for each without
    /// one, and some kilobytes for each besides a megabyte in total.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::page::Playable;
    /// use sliding::report::site::{GalleryPuzzle, Site};
    /// use sliding::solve::{Budget, Query, solve};
    ///
    /// let puzzle: Puzzle = "1 x 4 (Walk)\n1 = 1\n1\n0001\n".parse()?;
    /// let style = Style::WALK;
    /// let outcome = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
    /// let (name, outcome) = (puzzle.name(), &outcome);
    /// let playable = Playable { puzzle: &puzzle, name, style, outcome, distances: None };
    /// let walk = GalleryPuzzle { id: "walk", family: "", rating: None, playable };
    /// let files = Site { puzzles: &[walk] }.files();
    /// assert!(files.iter().any(|file| file.name == "puzzles/walk.svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn files(&self) -> Vec<SiteFile> {
        let texts = Texts::read();
        let style = self.puzzles.first().map_or(Style::WALK, |shown| shown.playable.style);
        let mut files = vec![
            SiteFile::new("site.css", looks()),
            SiteFile::new("icon.svg", ICON),
            SiteFile::new("core.js", core::script()),
            SiteFile::new("generator.js", core::generator()),
            SiteFile::new("texts.js", texts.script() + page::WORDS),
        ];
        files.push(SiteFile::new("puzzles.js", self.list()));
        files.extend(frame::pages(&texts, style));
        for shown in self.puzzles {
            let id = shown.id;
            files.push(SiteFile::new(format!("puzzles/{id}.svg"), picture(shown)));
            files.push(SiteFile::new(format!("puzzles/{id}.js"), data(shown)));
        }
        files.push(SiteFile::new("sw.js", frame::service(&files)));
        files
    }

    /// Returns a script that lists the puzzles in the order of the gallery.
    fn list(&self) -> String {
        let list: Vec<Object> = self.puzzles.iter().map(listed).collect();
        format!("const PUZZLES = {};\n", page::escape_for_script(&to_json(&list)))
    }
}

/// Returns a puzzle as the gallery lists it, with the least number of moves and the number of
/// positions by style: those that the puzzle expects, and in the style of the site those found.
fn listed(shown: &GalleryPuzzle) -> Object {
    let Playable { puzzle, name, style, outcome, .. } = shown.playable;
    let expected = puzzle.expectations().iter();
    let mut results: BTreeMap<u8, (Option<u64>, Option<u64>)> =
        expected.map(|one| (one.style.number(), (one.moves, one.states))).collect();
    if outcome.status == Status::Unsolvable || (outcome.moves.is_some() && outcome.is_shortest) {
        results.entry(style.number()).or_default().0 = outcome.moves;
    }
    let Size { rows, cols } = puzzle.size();
    object! {
        "id": shown.id,
        "family": shown.family,
        "name": plain(name),
        "rows": rows,
        "cols": cols,
        "pieces": puzzle.start().placements().len(),
        "results": results,
        "rating": shown.rating,
    }
}

/// Returns the style sheet of all pages, including that of the page to play on.
fn looks() -> String {
    let [light, dark] = [Tone::Light, Tone::Dark].map(all_properties);
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{}{LOOKS}",
        page::LOOKS
    )
}

/// Draws the start, for the gallery. The only piece that the goal names is red, as in `player.js`.
fn picture(shown: &GalleryPuzzle) -> String {
    let Playable { puzzle, name, .. } = shown.playable;
    let size = puzzle.size();
    let mut sheet = PuzzleSheet::new(puzzle, name, Appearance::of(puzzle, Theme::Auto));
    sheet.cell = Some((PICTURE / f64::from(size.rows.max(size.cols))).clamp(4.0, 44.0).floor());
    sheet.is_bare = true;
    sheet.has_goals = false;
    let mut scene = sheet.scene();
    if let [goal] = puzzle.goals()
        && let [target] = goal.demanded().placements()
        && !goal.is_complete()
        && puzzle.start().placements().iter().filter(|piece| piece.kind == target.kind).count() == 1
    {
        scene.colours.kinds[usize::from(target.kind)].get_or_insert([0xe0, 0x44, 0x3c]);
    }
    scene.svg()
}

/// Returns the data of the page to play on, as a script: a page opened from disk may not read other
/// files.
fn data(shown: &GalleryPuzzle) -> String {
    let GalleryPuzzle { id, playable, .. } = *shown;
    let text = playable.puzzle.to_string();
    let content = object! { "id": id, "text": text }.and(page::parts(playable));
    format!("receive({});\n", page::escape_for_script(&to_json(&content)))
}
