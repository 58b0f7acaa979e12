//! What makes a puzzle hard.

use std::fmt::Display;

use serde::Serializer;

use crate::analyse::Superpiece;
use crate::analyse::why::{Outcome, Why};
use crate::report::words::position;
use crate::report::*;

impl Report for Shown<'_, Why> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let why = self.result;
        let moves = match (why.count.moves, why.count.stopped) {
            (moves @ Some(_), _) | (moves, None) => solution_length(moves),
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
        let passed = json::array(&why.passed, |(distance, position)| {
            object! { "distance": distance, "position": puzzle.shorthand(position) }
        });
        let pieces = json::array(&why.pieces, |role| {
            json::piece(&names, role.piece).and(object! {
                "always": why.is_needed(role.nailed),
                "nailed": role.nailed,
                "left_out": role.left_out,
                "freed": role.freed,
            })
        });
        let walls = json::array(&why.walls, |(cell, outcome)| {
            let (row, col) = size.row_col(*cell);
            object! { "row": row + 1, "col": col + 1, "opened": outcome }
        });
        let superpiece = |found: &Superpiece| {
            let kinds = found.kinds.iter().map(|&kind| puzzle.kinds()[usize::from(kind)].name());
            object! {
                "kinds": Vec::from_iter(kinds),
                "without": found.without,
                "distance": found.distance,
                "before": puzzle.shorthand(&found.before),
                "pieces": json::pieces(&puzzle.names_at(&found.before), &found.pieces),
            }
        };
        let superpieces = why.superpieces.as_ref();
        self.subject.object("sliding/why/1").and(object! {
            "limit": why.stopped.map(limit_word),
            "moves": why.count.moves,
            // In decimal, as it may exceed the integers of JSON readers.
            "solutions": why.count.solution.as_ref().map(|_| why.count.solutions.to_string()),
            "passed": passed,
            "pieces": pieces,
            "walls": walls,
            "gates": why.gates,
            "one_by_one": why.one_by_one,
            "superpieces": superpieces.map(|found| json::array(&found.list, superpiece)),
            "superpieces_limit": superpieces.and_then(|found| found.stopped).map(limit_word),
            "elapsed_ms": milliseconds(why.elapsed),
        })
    }

    /// Returns the pieces, with the moves if each is nailed down, left out or freed of its axis.
    fn table(&self) -> Option<Table> {
        let (why, puzzle) = (self.result, self.subject.puzzle);
        let has_locks = why.pieces.iter().any(|role| role.freed.is_some());
        let mut table = Table::new(&[
            "<moves with the piece",
            ">nailed down",
            ">left out",
            ">without its lock",
        ]);
        for role in &why.pieces {
            let name = place(&puzzle.names(), role.piece);
            let always = if why.is_needed(role.nailed) { "*" } else { " " };
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
        let pieces = &self.result.pieces;
        if pieces.iter().any(|role| self.result.is_needed(role.nailed)) {
            writeln!(out, "* every shortest solution moves it")?;
        }
        let mut outcomes =
            pieces.iter().flat_map(|role| [Some(role.nailed), role.left_out, role.freed]);
        if outcomes.any(|outcome| matches!(outcome, Some(Outcome::Unsolvable))) {
            writeln!(out, "none: it cannot be solved then")?;
        }
        let has_locks = pieces.iter().any(|role| role.freed.is_some());
        let or_lock = if has_locks { ", or it has no lock" } else { "" };
        if pieces.iter().any(|role| role.left_out.is_none() || has_locks && role.freed.is_none()) {
            writeln!(out, "-: the goal needs the piece{or_lock}")?;
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
        let (shown, others): (Vec<_>, Vec<_>) = found.list.iter().partition(|own| {
            why.is_needed(own.without) || matches!(own.without, Outcome::Stopped(_))
        });
        for superpiece in &shown {
            let name = together(self.subject.puzzle, superpiece);
            let always = if why.is_needed(superpiece.without) { "*" } else { " " };
            writeln!(out, "{name:<24}{:>8}{always}", cell(superpiece.without))?;
        }
        if !others.is_empty() {
            let moves = why.count.moves.map_or(String::new(), |moves| moves.to_string());
            writeln!(out, "{:<24}{moves:>8}", format!("{} others", others.len()))?;
        }
        if shown.iter().any(|superpiece| why.is_needed(superpiece.without)) {
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
    let names = superpiece.kinds.iter().map(|&kind| all.names_of_kind(kind));
    listed(&Vec::from_iter(names), "and")
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
        Outcome::Moves(moves) => solution_length(Some(moves)),
        Outcome::Unsolvable => solution_length(None),
        Outcome::Stopped(_) => "not known".to_owned(),
    }
}

/// The result of a variant: its number of moves, unsolvable, or stopped by a limit.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (moves, limit) = match *self {
            Outcome::Moves(moves) => (Some(moves), None),
            Outcome::Unsolvable => (None, None),
            Outcome::Stopped(limit) => (None, Some(limit_word(limit))),
        };
        object! { "moves": moves, "limit": limit }.serialize(serializer)
    }
}
