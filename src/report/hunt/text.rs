//! The hardest puzzles of a family, for people.

use std::io::{self, Write};

use super::HuntReport;
use crate::puzzle::Size;
use crate::report::boxes::{Ink, SCREEN, beside, lying};
use crate::report::words::{counted, duration};

impl HuntReport<'_> {
    /// Writes all for people; the boards only if they are wanted.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, boards: bool, ink: Ink) -> io::Result<()> {
        let (style, Size { rows, cols }) = (self.hunt.style(), self.hunt.family().size());
        let of = if self.hunt.seed().is_some() { "boards" } else { "members" };
        writeln!(out, "hardest on {rows} x {cols} (style {style}: {})\n", style.meaning())?;
        writeln!(out, "pieces  {of:>9}  configurations  moves  start")?;
        for row in &self.found.rows {
            let (pieces, searched, configurations) = (row.pieces, row.searched, row.configurations);
            let (moves, start) = match &row.hardest {
                Some((moves, puzzle)) => (moves.to_string(), puzzle.shorthand(puzzle.start())),
                None => ("-".to_owned(), String::new()),
            };
            // What was not searched to its end may have something harder.
            let mark = if row.is_proven { " " } else { "+" };
            let line = format!(
                "{pieces:>6}  {searched:>9}  {configurations:>14}  {moves:>5}{mark} {start}"
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out, "\n{}", self.searched())?;
        if self.found.rows.iter().any(|row| !row.is_proven) {
            writeln!(out, "+ there may be harder ones")?;
        }
        writeln!(out, "{}", duration(self.elapsed))?;
        if boards {
            self.write_boards(out, ink)?;
        }
        Ok(())
    }

    /// How much of the family was searched.
    fn searched(&self) -> String {
        let searched: u64 = self.found.rows.iter().map(|row| row.searched).sum();
        let stopped: u64 = self.found.rows.iter().map(|row| row.stopped).sum();
        let hunt = self.hunt;
        let mut words = match hunt.seed() {
            Some(seed) => {
                let void = hunt.all() - searched - stopped;
                let all = counted(hunt.all(), "board");
                let left = if self.found.limit.is_some() { "not made, or did" } else { "did" };
                format!(
                    "{searched} of {all} from seed {seed} searched; {void} {left} not come about"
                )
            }
            None => {
                let all = hunt.all() + hunt.mirrored() + hunt.stuck();
                let left = hunt.all() - searched - stopped;
                let mut words = format!("{searched} of {} searched", counted(all, "member"));
                let mut add = |number: u64, what: &str| {
                    if number > 0 {
                        words += &format!(", {number} {what}");
                    }
                };
                add(hunt.mirrored(), "the mirror image of another");
                add(hunt.stuck(), "without room to move the piece");
                add(left, "not searched");
                words
            }
        };
        if stopped > 0 {
            words += &format!(", {stopped} stopped by a limit");
        }
        words
    }

    fn write_boards(&self, out: &mut dyn Write, ink: Ink) -> io::Result<()> {
        let drawn = self.found.rows.iter().filter_map(|row| {
            let (moves, puzzle) = row.hardest.as_ref()?;
            let title = format!("{}: {}", row.pieces, counted(*moves, "move"));
            Some((title, lying(puzzle, puzzle.start(), ink)))
        });
        let drawings: Vec<_> = drawn.collect();
        if drawings.is_empty() { Ok(()) } else { write!(out, "\n{}", beside(&drawings, SCREEN)) }
    }
}
