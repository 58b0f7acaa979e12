//! All shortest solutions, for people.

use std::io::{self, Write};

use super::SolutionsReport;
use crate::analyse::Count;
use crate::puzzle::Solution;
use crate::report::words::{counted, plain, sentences};

impl SolutionsReport<'_> {
    /// Writes a solution; they are counted from 1.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(
        &self,
        out: &mut dyn Write,
        number: u64,
        solution: &Solution,
    ) -> io::Result<()> {
        writeln!(out, "solution {number}")?;
        for (i, sentence) in sentences(self.puzzle.named(), solution).iter().enumerate() {
            writeln!(out, "{}. {sentence}", i + 1)?;
        }
        writeln!(out)
    }

    /// Writes how many there are, after so many of them.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_end(&self, out: &mut dyn Write, count: &Count, listed: u64) -> io::Result<()> {
        let of_moves = |moves| counted(moves, "move");
        let is_counted = count.solution.is_some();
        let ending = match (count.moves, count.stopped) {
            (Some(moves), _) if is_counted => {
                let solutions = match count.solutions == 1u32.into() {
                    true => "one shortest solution".to_owned(),
                    false => format!("{} shortest solutions", count.solutions),
                };
                let part = match count.solutions == listed.into() {
                    true => String::new(),
                    false => format!("; {listed} of them listed"),
                };
                let classes = match count.classes {
                    Some(classes) if count.solutions > 1u32.into() => {
                        format!("; {classes} without the order of moves that commute")
                    }
                    _ => String::new(),
                };
                format!("{solutions} of {}{classes}{part}", of_moves(moves))
            }
            (Some(moves), _) => {
                format!("solvable in {}; stopped before the count", of_moves(moves))
            }
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        let (name, style) = (plain(self.name), self.style);
        writeln!(out, "{name}: {ending} (style {style}: {})", style.meaning())
    }
}
