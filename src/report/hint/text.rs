//! The next move of a shortest solution, for people.

use std::io::{self, Write};

use super::HintReport;
use crate::report::solution::text::result;
use crate::report::words::{counted, plain, sentence};

impl HintReport<'_> {
    /// Writes the next move and how many are left after it; or why there is none.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let HintReport { puzzle, style, outcome } = self;
        let (Some(next), Some(left)) = (self.next(), self.left()) else {
            return match outcome.moves {
                Some(0) => writeln!(out, "{}: solved already", plain(name)),
                _ => writeln!(out, "{}", result(name, *style, outcome)),
            };
        };
        writeln!(out, "{}", sentence(&puzzle.named(), next))?;
        let left = counted(left, "move");
        let perhaps = if outcome.is_shortest { "" } else { ", perhaps not the fewest," };
        let meaning = style.meaning();
        writeln!(out, "{}: {left}{perhaps} left after it (style {style}: {meaning})", plain(name))
    }
}
