//! What makes a puzzle hard, for people.

use std::io::{self, Write};

use super::{WhyReport, together};
use crate::report::words::{counted, duration, place, plain, position};
use crate::why::Outcome;

impl WhyReport<'_> {
    /// Writes all for people.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let (why, style) = (self.why, self.style);
        let moves = match (why.count.moves, why.count.stopped) {
            (Some(moves), _) => counted(moves, "move"),
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        writeln!(out, "{}: {moves} (style {style}: {})", plain(name), style.meaning())?;
        self.write_pieces(out)?;
        self.write_walls(out)?;
        if let Some(outcome) = why.one_by_one {
            writeln!(out, "\npieces moving one by one: {}", words(outcome))?;
        }
        self.write_superpieces(out)?;
        self.write_passed(out)?;
        writeln!(out, "\n{}", duration(why.elapsed))
    }

    fn write_pieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let (why, puzzle) = (self.why, self.puzzle);
        if why.pieces.is_empty() {
            return Ok(());
        }
        let has_locks = why.pieces.iter().any(|role| role.freed.is_some());
        let freed = if has_locks { "  of its axis" } else { "" };
        writeln!(out, "\nmoves with the piece  nailed down  left out{freed}")?;
        for role in &why.pieces {
            let name = place(&puzzle.named(), role.piece);
            let always = if why.is_moved_always(role) { "*" } else { " " };
            let left_out = role.left_out.map_or_else(|| "-".to_owned(), cell);
            let nailed = cell(role.nailed);
            let freed = match role.freed {
                Some(outcome) => format!("  {:>11}", cell(outcome)),
                None if has_locks => format!("  {:>11}", "-"),
                None => String::new(),
            };
            writeln!(out, "{name:<24}{nailed:>8}{always}  {left_out:>8}{freed}")?;
        }
        if why.pieces.iter().any(|role| why.is_moved_always(role)) {
            writeln!(out, "* every shortest solution moves it")?;
        }
        Ok(())
    }

    fn write_walls(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = self.puzzle.size();
        if !self.why.walls.is_empty() {
            writeln!(out, "\nmoves with the wall open")?;
        }
        for &(wall, outcome) in &self.why.walls {
            let (row, col) = size.row_col(wall);
            let name = format!("row {}, column {}", row + 1, col + 1);
            writeln!(out, "{name:<24}{:>8}", cell(outcome))?;
        }
        for (number, &outcome) in (1..).zip(&self.why.gates) {
            writeln!(out, "gate {number:<19}{:>8}", cell(outcome))?;
        }
        Ok(())
    }

    fn write_superpieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let why = self.why;
        let Some(found) = &why.superpieces else { return Ok(()) };
        if found.stopped.is_some() && found.list.is_empty() {
            return writeln!(out, "\nsuperpieces: not known");
        }
        if found.list.is_empty() {
            return writeln!(out, "\nno shortest solution needs pieces to move together");
        }
        writeln!(out, "\nmoves if these do not move together")?;
        let (told, others): (Vec<_>, Vec<_>) =
            found.list.iter().partition(|own| why.is_needed(own) || own.without.is_err());
        for superpiece in &told {
            let name = together(self.puzzle, superpiece);
            let always = if why.is_needed(superpiece) { "*" } else { " " };
            writeln!(out, "{name:<24}{:>8}{always}", cell(superpiece.without.into()))?;
        }
        if !others.is_empty() {
            let moves = why.count.moves.map_or(String::new(), |moves| moves.to_string());
            writeln!(out, "{:<24}{moves:>8}", format!("{} others", others.len()))?;
        }
        if told.iter().any(|superpiece| why.is_needed(superpiece)) {
            writeln!(out, "* every shortest solution moves such pieces together")?;
        }
        Ok(())
    }

    fn write_passed(&self, out: &mut dyn Write) -> io::Result<()> {
        let why = self.why;
        let Some(solution) = &why.count.solution else { return Ok(()) };
        let solutions = &why.count.solutions;
        if why.passed.is_empty() {
            writeln!(out, "\nshortest solutions: {solutions}; no configuration is on all of them")?;
            return Ok(());
        }
        writeln!(out, "\nshortest solutions: {solutions}; all of them pass")?;
        // The solution that was found is one of them, so it says which piece is which.
        let mut names = self.puzzle.named();
        let mut moves = (1..).zip(&solution.moves).peekable();
        for (distance, configuration) in &why.passed {
            while let Some((_, step)) = moves.next_if(|(number, _)| number <= distance) {
                names.follow(step);
            }
            let position = position(&names, configuration);
            writeln!(out, "after {:<10} {position}", counted(*distance, "move"))?;
        }
        Ok(())
    }
}

/// What came of a variant, in a table.
fn cell(outcome: Outcome) -> String {
    match outcome {
        Outcome::Moves(moves) => moves.to_string(),
        Outcome::Unsolvable => "none".to_owned(),
        Outcome::Stopped(_) => "?".to_owned(),
    }
}

/// The same in words.
fn words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Moves(moves) => counted(moves, "move"),
        Outcome::Unsolvable => "no solution".to_owned(),
        Outcome::Stopped(_) => "not known".to_owned(),
    }
}
