//! Options for pictures, and writing them.

use std::io::Write;

use clap::{Args, ValueEnum};
use sliding::Puzzle;
use sliding::report::scene::pixels::{TooManyPixels, missing_characters};
use sliding::report::scene::{Appearance, Scene, Theme};

use super::failure::{CommandResult, Failure};
use super::format::Format;
use super::input::Input;
use super::{Verdict, complain};

// The look of pictures.
#[derive(Args, Clone, Copy)]
pub struct PictureOptions {
    /// Write names on pieces in pictures [default: on tiles only]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    labels: Option<bool>,
    #[command(flatten)]
    theme: ThemeOption,
}

// Light or dark pictures.
#[derive(Args, Clone, Copy)]
pub struct ThemeOption {
    #[arg(long, value_name = "THEME", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Colours of pictures: auto (follows the viewer), light, dark")]
    theme: ThemeName,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
}

impl PictureOptions {
    pub fn appearance(self, puzzle: &Puzzle) -> Appearance {
        let appearance = Appearance::of(puzzle, self.theme.theme());
        Appearance { labels: self.labels.unwrap_or(appearance.labels), ..appearance }
    }
}

impl ThemeOption {
    pub fn theme(self) -> Theme {
        match self.theme {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        }
    }
}

/// Writes a picture, in pixels if it is not SVG. These need glyphs for the title, if there is one.
pub fn emit(
    out: &mut dyn Write,
    format: Format,
    scene: &Scene,
    (input, title): (&Input, Option<&str>),
) -> CommandResult {
    match format {
        Format::Png => write_rendered(out, scene.png(), (input, title)),
        Format::Gif => write_rendered(out, scene.gif(), (input, title)),
        _ => {
            out.write_all(scene.svg().as_bytes())?;
            Ok(Verdict::Fine)
        }
    }
}

/// Writes pixels, or says why there are none. Reports the characters of the title, if
/// there is one, that they cannot show.
fn write_rendered(
    out: &mut dyn Write,
    made: Result<Vec<u8>, TooManyPixels>,
    (input, title): (&Input, Option<&str>),
) -> CommandResult {
    let bytes = made.map_err(|error| Failure::input(format!("{}: {error}", input.file)))?;
    let lacking = title.map(missing_characters).unwrap_or_default();
    if !lacking.is_empty() {
        complain(&format!(
            "{}: the font of pictures does not have {lacking}: an ellipsis stands there; \
             SVG leaves letters to its reader",
            input.file
        ));
    }
    out.write_all(&bytes)?;
    Ok(Verdict::Fine)
}
