//! Several puzzles in one file.

use std::io::{self, Write};

/// Writes the texts of puzzles one after the other.
#[derive(Default)]
pub struct JoinedTexts {
    is_begun: bool,
}

impl JoinedTexts {
    /// Writes a text. If it has several lines, an empty line is before it.
    pub fn write(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.is_begun && text.trim_end().contains('\n') {
            writeln!(out)?;
        }
        self.is_begun = true;
        out.write_all(text.as_bytes())
    }
}
