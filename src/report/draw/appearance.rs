//! The look of a picture, and its style sheet.
//!
//! Pictures use classes to say what things are, and one `<style>` element gives their colours. So a
//! picture can be light or dark by itself, and other pages can restyle it. Custom properties would
//! be shorter, but programs other than browsers do not support them.

use std::fmt::Write;

use crate::puzzle::Puzzle;
use crate::report::palette::{Scheme, Swatch, Tone, swatch_in};
use crate::tiles::Tiles;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system is set; light if that is unknown.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// Whether pieces have labels: their own names, else those of their kinds.
    pub labels: bool,
}

impl Appearance {
    /// Returns the default look of a puzzle's pictures: tiles have their numbers, as they look the
    /// same without.
    ///
    /// ```
    /// use sliding::{Puzzle, report::draw::{Appearance, Theme}};
    ///
    /// let tiles: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
    /// assert!(Appearance::of(&tiles, Theme::Auto).labels);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(puzzle: &Puzzle, theme: Theme) -> Self {
        Appearance { theme, labels: Tiles::of(puzzle).is_some() }
    }

    /// Returns the same for pictures that cannot query the reader's system.
    pub fn resolved(self) -> Self {
        let theme = match self.theme {
            Theme::Auto => Theme::Light,
            theme => theme,
        };
        Self { theme, ..self }
    }
}

/// Returns a `<style>` element with the colours of a theme for all boards of a puzzle.
pub(crate) fn style_sheet_of(puzzle: &Puzzle, theme: Theme) -> String {
    style_element(&colours_of(puzzle, theme))
}

/// Returns the rules for the colours of a theme for all boards of a puzzle.
pub(crate) fn colours_of(puzzle: &Puzzle, theme: Theme) -> String {
    let counts = puzzle.counts().into_iter().enumerate();
    let kinds_on_board = counts.filter(|&(_, count)| count > 0).map(|(kind, _)| kind);
    colours(kinds_on_board, |kind, tone| swatch_in(puzzle, kind, tone), theme)
}

/// Returns a `<style>` element with the colours of a theme: those of these kinds, and all others.
pub(crate) fn style_sheet(
    kinds: impl IntoIterator<Item = usize>,
    swatch: impl Fn(usize, Tone) -> Swatch,
    theme: Theme,
) -> String {
    style_element(&colours(kinds, swatch, theme))
}

fn style_element(colours: &str) -> String {
    format!("<style>text{{font-family:{FONTS}}}\n{colours}</style>\n")
}

fn colours(
    kinds: impl IntoIterator<Item = usize>,
    swatch: impl Fn(usize, Tone) -> Swatch,
    theme: Theme,
) -> String {
    let kinds = Vec::from_iter(kinds);
    let rules = |tone| {
        let mut rules = surroundings(tone);
        for &kind in &kinds {
            let Swatch { fill, label } = swatch(kind, tone);
            let _ = write!(
                rules,
                ".k{kind}{{fill:{fill}}}.s{kind}{{stroke:{fill}}}\
                 .l{kind}{{fill:{label};stroke:{fill}}}.r{kind}{{stroke:{label}}}"
            );
        }
        rules
    };
    match theme {
        Theme::Light => rules(Tone::Light),
        Theme::Dark => rules(Tone::Dark),
        Theme::Auto => {
            let (light, dark) = (rules(Tone::Light), rules(Tone::Dark));
            format!("{light}\n@media (prefers-color-scheme:dark){{{dark}}}")
        }
    }
}

/// The renderer's own font comes first, so that widths agree.
pub(crate) const FONTS: &str = "'DejaVu Sans',Verdana,system-ui,sans-serif";

fn surroundings(tone: Tone) -> String {
    let Scheme { ground, floor, wall, ink, faint, edge, accent } = Scheme::of(tone);
    format!(
        ".ground{{fill:{ground}}}.floor{{fill:{floor}}}.wall{{fill:{wall}}}.ink{{fill:{ink}}}\
         .faint{{fill:{faint}}}.line{{stroke:{faint}}}.piece,.tie{{stroke:{edge}}}\
         .target{{stroke:{accent}}}.way{{stroke:{ink}}}.head{{fill:{ink}}}\
         .case{{stroke:{ground};fill:{ground}}}"
    )
}
