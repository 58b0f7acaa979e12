//! Options for pictures, and writing them.

use std::fmt::Display;
use std::io::Write;

use clap::{Args, ValueEnum};
use sliding::Puzzle;
use sliding::report::draw;
use sliding::report::draw::pdf::pdf;
use sliding::report::draw::raster::{png, unlettered};

use super::failure::{Ended, Failure};
use super::format::Format;
use super::input::Input;
use super::{Verdict, complain};

// The look of pictures.
#[derive(Args, Clone, Copy)]
pub struct Look {
    /// Write names on pieces in pictures [default: on tiles only]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    labels: Option<bool>,
    #[command(flatten)]
    theme: Theme,
}

// Light or dark pictures.
#[derive(Args, Clone, Copy)]
pub struct Theme {
    #[arg(long, value_name = "THEME", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Colours of pictures: auto (follows the viewer), light, dark")]
    theme: Name,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Auto,
    Light,
    Dark,
}

impl Look {
    pub fn look(self, puzzle: &Puzzle) -> draw::Look {
        let look = draw::Look::of(puzzle, self.theme.theme());
        draw::Look { labels: self.labels.unwrap_or(look.labels), ..look }
    }
}

impl Theme {
    /// Returns the look of pictures without names on pieces.
    pub fn look(self) -> draw::Look {
        draw::Look { theme: self.theme(), labels: false }
    }

    fn theme(self) -> draw::Theme {
        match self.theme {
            Name::Auto => draw::Theme::Auto,
            Name::Light => draw::Theme::Light,
            Name::Dark => draw::Theme::Dark,
        }
    }
}

/// Writes a picture that `draw` draws. SVG may leave the theme to its reader; PNG and PDF cannot,
/// and need glyphs for the title, if there is one.
pub fn emit(
    out: &mut dyn Write,
    format: Format,
    look: draw::Look,
    (input, title): (&Input, Option<&str>),
    draw: impl FnOnce(draw::Look) -> String,
) -> Ended {
    match format {
        Format::Svg => {
            out.write_all(draw(look).as_bytes())?;
            Ok(Verdict::Fine)
        }
        Format::Pdf => write_rendered(out, pdf(&draw(look.settled())), (input, title)),
        _ => write_rendered(out, png(&draw(look.settled())), (input, title)),
    }
}

/// Writes pixels or a page, or says why there are none. Reports the characters of the title, if
/// there is one, that they cannot show.
pub fn write_rendered(
    out: &mut dyn Write,
    made: Result<Vec<u8>, impl Display>,
    (input, title): (&Input, Option<&str>),
) -> Ended {
    let bytes = made.map_err(|error| Failure::input(format!("{}: {error}", input.file)))?;
    let lacking = title.map(unlettered).unwrap_or_default();
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
