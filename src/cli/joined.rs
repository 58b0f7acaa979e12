//! Several puzzles in one file.

use std::io::Write;

use sliding::notation::Notation;

use super::failure::Failure;

/// Writes the texts of puzzles one after the other, if their notation takes several to a file.
pub struct JoinedTexts {
    notation: &'static Notation,
    /// What else could be done, for the message.
    advice: &'static str,
    /// The first text, until another has followed it.
    first: Option<String>,
    written: usize,
}

impl JoinedTexts {
    pub fn new(notation: &'static Notation, advice: &'static str) -> Self {
        Self { notation, advice, first: None, written: 0 }
    }

    /// Writes a text. If it has several lines, an empty line is before it.
    pub fn write(&mut self, text: String, out: &mut dyn Write) -> Result<(), Failure> {
        if self.first.take().is_some_and(|first| !self.notation.joins(&first, &text)) {
            let (name, advice) = (self.notation.name, self.advice);
            return Err(Failure::input(format!("{name} takes one puzzle to a file{advice}")));
        }
        if self.written > 0 && text.trim_end().contains('\n') {
            writeln!(out)?;
        }
        out.write_all(text.as_bytes())?;
        if self.written == 0 {
            self.first = Some(text);
        }
        self.written += 1;
        Ok(())
    }
}
