//! The formats of reports: their names, and the extensions of their files.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    Csv,
    Svg,
    SvgAnimated,
    Png,
    Gif,
    Html,
    Dot,
}

/// The formats of most commands.
pub const TEXT_OR_JSON: &[Format] = &[Format::Text, Format::Json];

impl Format {
    const ALL: [Format; 9] = {
        use Format::*;
        [Text, Json, Csv, Svg, SvgAnimated, Png, Gif, Html, Dot]
    };

    /// Returns the first format whose files have an extension.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.endings().contains(&ending))
    }

    /// Its name on the command line; the extensions of its files, the usual one first; whether it
    /// is binary.
    const fn row(self) -> (&'static str, &'static [&'static str], bool) {
        match self {
            Format::Text => ("text", &["txt"], false),
            Format::Json => ("json", &["json", "jsonl"], false),
            Format::Csv => ("csv", &["csv"], false),
            Format::Svg => ("svg", &["svg"], false),
            Format::SvgAnimated => ("svg-animated", &["svg"], false),
            Format::Png => ("png", &["png"], true),
            Format::Gif => ("gif", &["gif"], true),
            Format::Html => ("html", &["html", "htm"], false),
            Format::Dot => ("dot", &["dot", "gv"], false),
        }
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the extensions of its files, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        self.row().1
    }

    /// Whether it is binary.
    pub fn is_binary(self) -> bool {
        self.row().2
    }

    /// Whether it is a picture or a page.
    pub fn is_visual(self) -> bool {
        use Format::*;
        matches!(self, Svg | SvgAnimated | Png | Gif | Html)
    }
}

/// Reads one of the formats of a command.
pub fn among(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(formats.iter().map(|format| format.name()));
    // Every value that passes is the name of a format.
    names.map(|name| *formats.iter().find(|format| format.name() == name).unwrap_or(&formats[0]))
}
