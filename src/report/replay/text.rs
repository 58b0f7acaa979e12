//! What came of replaying a solution, for people.

use std::io::{self, Write};

use super::{Refused, ReplayReport};
use crate::puzzle::Style;
use crate::report::words::{counted, plain};

impl ReplayReport<'_> {
    /// Writes whether the solution solves the puzzle, and how many moves it is in each style; or where
    /// it goes wrong.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        if let Some(Refused { line, flaw }) = &self.refused {
            let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
            return writeln!(out, "{}{line}: {flaw}", plain(self.source));
        }
        let told = counted(self.replay.told() as u64, "move");
        let ending = if self.solves() { "solved" } else { "all legal, but no goal is met" };
        let meant = if self.is_of_gap { "read as moves of the gap" } else { "as written" };
        writeln!(out, "{}: {told} {meant}, {ending}", plain(name))?;
        writeln!(out, "\nstyle  moves")?;
        for style in Style::ALL {
            let meaning = style.meaning();
            match self.replay.moves(style) {
                Ok(moves) => writeln!(out, "    {style}  {moves:>5}  {meaning}")?,
                Err(at) => writeln!(out, "    {style}      -  {meaning}; move {at} is of several")?,
            }
        }
        Ok(())
    }
}
