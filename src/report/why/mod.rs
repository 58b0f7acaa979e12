//! What makes a puzzle hard.

use std::fmt::Display;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::analyse::Superpiece;
use crate::analyse::why::{Outcome, PieceRole, Why};
use crate::puzzle::{Configuration, Puzzle};
use crate::report::json::{self, Object, object};
use crate::report::table::Table;
use crate::report::words::{counted, duration, place, position};
use crate::report::{Look, Report, Shown};

impl Report for Shown<'_, Why> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let why = self.result;
        let moves = match (why.count.moves, why.count.stopped) {
            (Some(moves), _) => counted(moves, "move"),
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        writeln!(out, "{}", self.subject.result(&moves))?;
        self.write_pieces(out)?;
        self.write_walls(out)?;
        if let Some(outcome) = why.one_by_one {
            writeln!(out, "\npieces moving one by one: {}", words(outcome))?;
        }
        self.write_superpieces(out)?;
        self.write_passed(out)?;
        writeln!(out, "\n{}", duration(why.elapsed))
    }

    fn json(&self) -> Object {
        let (why, puzzle) = (self.result, self.subject.puzzle);
        let (size, names) = (puzzle.size(), puzzle.names());
        let position = |(distance, position): &(u64, Configuration)| {
            object! { "distance": distance, "position": puzzle.shorthand(position) }
        };
        let piece = |role: &PieceRole| {
            json::piece(&names, role.piece).and(object! {
                "always": why.is_moved_always(role),
                "nailed": role.nailed,
                "left_out": role.left_out,
                "freed": role.freed,
            })
        };
        let wall = |&(cell, outcome): &(u32, Outcome)| {
            let (row, col) = size.row_col(cell);
            object! { "row": row + 1, "col": col + 1, "opened": outcome }
        };
        let superpiece = |found: &Superpiece| {
            let kinds: Vec<char> =
                found.kinds.iter().map(|&kind| puzzle.kinds()[usize::from(kind)].name()).collect();
            object! {
                "kinds": kinds,
                "without": Outcome::from(found.without),
                "distance": found.distance,
                "before": puzzle.shorthand(&found.before),
                "pieces": json::pieces(&puzzle.names_at(&found.before), &found.pieces),
            }
        };
        let superpieces = why.superpieces.as_ref();
        self.subject.object("sliding/why/1").and(object! {
            "limit": why.stopped.map(json::limit_word),
            "moves": why.count.moves,
            // In decimal, as it may exceed the integers of JSON readers.
            "solutions": why.count.solution.as_ref().map(|_| why.count.solutions.to_string()),
            "passed": Vec::from_iter(why.passed.iter().map(position)),
            "pieces": Vec::from_iter(why.pieces.iter().map(piece)),
            "walls": Vec::from_iter(why.walls.iter().map(wall)),
            "gates": why.gates,
            "one_by_one": why.one_by_one,
            "superpieces": superpieces.map(|found| Vec::from_iter(found.list.iter().map(superpiece))),
            "superpieces_limit": superpieces.and_then(|found| found.stopped).map(json::limit_word),
            "elapsed_ms": json::milliseconds(why.elapsed),
        })
    }

    /// Returns the pieces, with the moves if each is nailed down, left out or freed of its axis.
    fn table(&self) -> Option<Table> {
        let (why, puzzle) = (self.result, self.subject.puzzle);
        let has_locks = why.pieces.iter().any(|role| role.freed.is_some());
        let mut table =
            Table::new(&["<moves with the piece", ">nailed down", ">left out", ">of its axis"]);
        for role in &why.pieces {
            let name = place(&puzzle.names(), role.piece);
            let always = if why.is_moved_always(role) { "*" } else { " " };
            let nailed = cell(role.nailed) + always;
            let [left_out, freed] =
                [role.left_out, role.freed].map(|outcome| outcome.map_or("-".to_owned(), cell));
            let cells: [&dyn Display; 4] = [&name, &nailed, &left_out, &freed];
            table.add(if has_locks { &cells } else { &cells[..3] });
        }
        Some(table).filter(|_| !why.pieces.is_empty())
    }
}

impl Shown<'_, Why> {
    fn write_pieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = self.table() else { return Ok(()) };
        write!(out, "\n{}", table.text(""))?;
        if self.result.pieces.iter().any(|role| self.result.is_moved_always(role)) {
            writeln!(out, "* every shortest solution moves it")?;
        }
        Ok(())
    }

    fn write_walls(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = self.subject.puzzle.size();
        if !self.result.walls.is_empty() {
            writeln!(out, "\nmoves with the wall open")?;
        }
        for &(wall, outcome) in &self.result.walls {
            let (row, col) = size.row_col(wall);
            let name = format!("row {}, column {}", row + 1, col + 1);
            writeln!(out, "{name:<24}{:>8}", cell(outcome))?;
        }
        for (number, &outcome) in (1..).zip(&self.result.gates) {
            writeln!(out, "gate {number:<19}{:>8}", cell(outcome))?;
        }
        Ok(())
    }

    fn write_superpieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let why = self.result;
        let Some(found) = &why.superpieces else { return Ok(()) };
        if found.stopped.is_some() && found.list.is_empty() {
            return writeln!(out, "\nsuperpieces: not known");
        }
        if found.list.is_empty() {
            return writeln!(out, "\nno shortest solution needs pieces to move together");
        }
        writeln!(out, "\nmoves if these do not move together")?;
        let (shown, others): (Vec<_>, Vec<_>) =
            found.list.iter().partition(|own| why.is_needed(own) || own.without.is_err());
        for superpiece in &shown {
            let name = together(self.subject.puzzle, superpiece);
            let always = if why.is_needed(superpiece) { "*" } else { " " };
            writeln!(out, "{name:<24}{:>8}{always}", cell(superpiece.without.into()))?;
        }
        if !others.is_empty() {
            let moves = why.count.moves.map_or(String::new(), |moves| moves.to_string());
            writeln!(out, "{:<24}{moves:>8}", format!("{} others", others.len()))?;
        }
        if shown.iter().any(|superpiece| why.is_needed(superpiece)) {
            writeln!(out, "* every shortest solution moves such pieces together")?;
        }
        Ok(())
    }

    fn write_passed(&self, out: &mut dyn Write) -> io::Result<()> {
        let why = self.result;
        let Some(solution) = &why.count.solution else { return Ok(()) };
        let solutions = &why.count.solutions;
        if why.passed.is_empty() {
            writeln!(out, "\nshortest solutions: {solutions}; no position is on all of them")?;
            return Ok(());
        }
        writeln!(out, "\nshortest solutions: {solutions}; all of them pass")?;
        // The solution found is one of them, so it identifies individual pieces.
        let mut names = self.subject.puzzle.names();
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

/// Names the kinds of a superpiece: `1, 1 and 4`.
fn together(puzzle: &Puzzle, superpiece: &Superpiece) -> String {
    let all = puzzle.names();
    let names: Vec<_> = superpiece.kinds.iter().map(|&kind| all.names_of_kind(kind)).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Describes the result of a variant, in a table.
fn cell(outcome: Outcome) -> String {
    match outcome {
        Outcome::Moves(moves) => moves.to_string(),
        Outcome::Unsolvable => "none".to_owned(),
        Outcome::Stopped(_) => "?".to_owned(),
    }
}

/// Describes the result of a variant, in words.
fn words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Moves(moves) => counted(moves, "move"),
        Outcome::Unsolvable => "no solution".to_owned(),
        Outcome::Stopped(_) => "not known".to_owned(),
    }
}

/// The result of a variant: its number of moves, unsolvable, or stopped by a limit.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (moves, limit) = match *self {
            Outcome::Moves(moves) => (Some(moves), None),
            Outcome::Unsolvable => (None, None),
            Outcome::Stopped(limit) => (None, Some(json::limit_word(limit))),
        };
        object! { "moves": moves, "limit": limit }.serialize(serializer)
    }
}
