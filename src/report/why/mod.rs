//! What makes a puzzle hard.

use std::io::{self, Write};

use serde::Serialize;

use crate::analyse::Superpiece;
use crate::analyse::why::{Outcome, PieceRole, Why};
use crate::puzzle::{Placement, Puzzle};
use crate::report::json::{self, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::{counted, duration, place, position};

/// What makes a puzzle hard.
pub struct WhyReport<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The result.
    pub why: &'a Why,
}

impl WhyReport<'_> {
    /// Writes the text report.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let why = self.why;
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

    fn write_pieces(&self, out: &mut dyn Write) -> io::Result<()> {
        let (why, puzzle) = (self.why, self.subject.puzzle);
        if why.pieces.is_empty() {
            return Ok(());
        }
        let has_locks = why.pieces.iter().any(|role| role.freed.is_some());
        let freed = if has_locks { "  of its axis" } else { "" };
        writeln!(out, "\nmoves with the piece  nailed down  left out{freed}")?;
        for role in &why.pieces {
            let name = place(&puzzle.names(), role.piece);
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
        let size = self.subject.puzzle.size();
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
        let why = self.why;
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

    /// Returns the JSON report.
    pub fn json(&self) -> impl Serialize + use<> {
        let (why, puzzle) = (self.why, self.subject.puzzle);
        let (size, names) = (puzzle.size(), puzzle.names());
        let piece = |role: &PieceRole| {
            let Placement { cell, kind } = role.piece;
            let (row, col) = size.row_col(cell);
            PieceVariants {
                name: names.name(role.piece).into_owned(),
                kind: puzzle.kinds()[usize::from(kind)].name(),
                row: row + 1,
                col: col + 1,
                always: why.is_moved_always(role),
                nailed: VariantResult::of(role.nailed),
                left_out: role.left_out.map(VariantResult::of),
                freed: role.freed.map(VariantResult::of),
            }
        };
        let wall = |&(cell, outcome): &(u32, Outcome)| {
            let (row, col) = size.row_col(cell);
            WallVariant { row: row + 1, col: col + 1, opened: VariantResult::of(outcome) }
        };
        WhyObject {
            schema: schema::WHY,
            about: SubjectFields::new(&self.subject),
            limit: why.stopped.map(json::limit_word),
            moves: why.count.moves,
            solutions: why.count.solution.as_ref().map(|_| why.count.solutions.to_string()),
            passed: (why.passed.iter())
                .map(|(distance, configuration)| PassedPosition {
                    distance: *distance,
                    configuration: puzzle.shorthand(configuration),
                })
                .collect(),
            pieces: why.pieces.iter().map(piece).collect(),
            walls: why.walls.iter().map(wall).collect(),
            gates: why.gates.iter().copied().map(VariantResult::of).collect(),
            one_by_one: why.one_by_one.map(VariantResult::of),
            superpieces: why.superpieces.as_ref().map(|found| {
                found
                    .list
                    .iter()
                    .map(|superpiece| SuperpieceVariant::of(puzzle, superpiece))
                    .collect()
            }),
            superpieces_limit: (why.superpieces.as_ref())
                .and_then(|found| found.stopped.map(json::limit_word)),
            elapsed_ms: json::milliseconds(why.elapsed),
        }
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

#[derive(Serialize)]
struct WhyObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    limit: Option<&'static str>,
    moves: Option<u64>,
    /// In decimal, as it may exceed the integers of JSON readers.
    solutions: Option<String>,
    passed: Vec<PassedPosition>,
    pieces: Vec<PieceVariants>,
    walls: Vec<WallVariant>,
    gates: Vec<VariantResult>,
    one_by_one: Option<VariantResult>,
    superpieces: Option<Vec<SuperpieceVariant>>,
    superpieces_limit: Option<&'static str>,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct PassedPosition {
    distance: u64,
    configuration: String,
}

#[derive(Serialize)]
struct PieceVariants {
    name: String,
    kind: char,
    row: u32,
    col: u32,
    always: bool,
    nailed: VariantResult,
    left_out: Option<VariantResult>,
    freed: Option<VariantResult>,
}

#[derive(Serialize)]
struct WallVariant {
    row: u32,
    col: u32,
    opened: VariantResult,
}

#[derive(Serialize)]
struct SuperpieceVariant {
    kinds: Vec<char>,
    without: VariantResult,
    distance: u64,
    before: String,
    pieces: Vec<json::JsonPiece>,
}

impl SuperpieceVariant {
    fn of(puzzle: &Puzzle, superpiece: &Superpiece) -> Self {
        let name = |kind: u8| puzzle.kinds()[usize::from(kind)].name();
        let names = puzzle.names_at(&superpiece.before);
        Self {
            kinds: superpiece.kinds.iter().map(|&kind| name(kind)).collect(),
            without: VariantResult::of(superpiece.without.into()),
            distance: superpiece.distance,
            before: puzzle.shorthand(&superpiece.before),
            pieces: superpiece
                .pieces
                .iter()
                .map(|&piece| json::JsonPiece::new(&names, piece))
                .collect(),
        }
    }
}

/// The result of a variant: its number of moves, unsolvable, or stopped by a limit.
#[derive(Serialize)]
struct VariantResult {
    moves: Option<u64>,
    limit: Option<&'static str>,
}

impl VariantResult {
    fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Moves(moves) => Self { moves: Some(moves), limit: None },
            Outcome::Unsolvable => Self { moves: None, limit: None },
            Outcome::Stopped(limit) => Self { moves: None, limit: Some(json::limit_word(limit)) },
        }
    }
}
