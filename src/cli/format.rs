//! Formats of reports, and what the ending of a file says of them.

use clap::ValueEnum;

/// A command's formats.
pub trait Formats: ValueEnum + Copy {
    /// The endings of files in this format, the usual one first. Of several formats with one
    /// ending, the first is the one that the ending means.
    fn endings(self) -> &'static [&'static str];

    /// The format that an ending means.
    fn of_ending(ending: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|format| format.endings().contains(&ending))
    }

    /// What it is called in `--format`.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Endings that name a format, be it one of the command or not.
const KNOWN: [&str; 15] = [
    "svg", "png", "apng", "gif", "html", "htm", "json", "txt", "csv", "npy", "dot", "gv",
    "graphml", "pdf", "jpg",
];

/// What is odd about a report of this format in a file with this ending.
pub fn contradiction(format: impl Formats, ending: &str) -> Option<String> {
    let is_odd = KNOWN.contains(&ending) && !format.endings().contains(&ending);
    is_odd.then(|| format!("the ending says {ending}, but this is {}", format.name()))
}
