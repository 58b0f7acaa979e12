//! The hardest puzzles of a family.

use std::io::{self, Write};
use std::time::Duration;

use crate::design::{Hunt, HuntResult};
use crate::puzzle::Size;
use crate::report::boxes::{Ink, SCREEN, draw_position, side_by_side};
use crate::report::json::{Object, limit_word, milliseconds, object};
use crate::report::words::{counted, duration};
use crate::report::{Look, Report};

/// A hunt, and what it found.
pub struct HuntReport<'a> {
    /// The hunt.
    pub hunt: &'a Hunt,
    /// What it found.
    pub found: &'a HuntResult,
    /// The time taken.
    pub elapsed: Duration,
}

impl Report for HuntReport<'_> {
    fn text(&self, out: &mut dyn Write, look: Look) -> io::Result<()> {
        let HuntReport { hunt, found, .. } = self;
        let (style, Size { rows, cols }) = (hunt.style(), hunt.family().size());
        let of = if hunt.seed().is_some() { "boards" } else { "members" };
        writeln!(out, "hardest on {rows} x {cols} (style {style}: {})\n", style.meaning())?;
        writeln!(out, "pieces  {of:>9}       positions  moves  start")?;
        for row in &found.rows {
            let (pieces, searched, configurations) = (row.pieces, row.searched, row.configurations);
            let (moves, start) = match &row.hardest {
                Some((moves, puzzle)) => (moves.to_string(), puzzle.shorthand(puzzle.start())),
                None => ("-".to_owned(), String::new()),
            };
            // Members whose search was not finished may be harder.
            let mark = if row.is_proven { " " } else { "+" };
            let line = format!(
                "{pieces:>6}  {searched:>9}  {configurations:>14}  {moves:>5}{mark} {start}"
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out, "\n{}", searched(hunt, found))?;
        if found.rows.iter().any(|row| !row.is_proven) {
            writeln!(out, "+ there may be harder ones")?;
        }
        writeln!(out, "{}", duration(self.elapsed))?;
        if look.is_brief { Ok(()) } else { write_boards(out, found, look.ink) }
    }

    fn json(&self) -> Object {
        let HuntReport { hunt, found, .. } = self;
        let mut rows = Vec::new();
        for row in &found.rows {
            rows.push(object! {
                "pieces": row.pieces,
                "searched": row.searched,
                "stopped": row.stopped,
                "positions": row.configurations,
                "moves": row.hardest.as_ref().map(|(moves, _)| moves),
                "proven": row.is_proven,
                "puzzle": row.hardest.as_ref().map(|(_, puzzle)| puzzle.to_string()),
            });
        }
        object! {
            "schema": "sliding/make/1",
            "size": hunt.family().size(),
            "style": hunt.style(),
            "limit": found.limit.map(limit_word),
            "all": hunt.all(),
            "mirrored": hunt.mirrored(),
            "stuck": hunt.stuck(),
            "seed": hunt.seed(),
            "found": rows,
            "elapsed_ms": milliseconds(self.elapsed),
        }
    }
}

/// Describes how much of the family was searched.
fn searched(hunt: &Hunt, found: &HuntResult) -> String {
    let searched: u64 = found.rows.iter().map(|row| row.searched).sum();
    let stopped: u64 = found.rows.iter().map(|row| row.stopped).sum();
    let mut words = match hunt.seed() {
        Some(seed) => {
            let void = hunt.all() - searched - stopped;
            let all = counted(hunt.all(), "board");
            let left = if found.limit.is_some() { "not made, or did" } else { "did" };
            format!("{searched} of {all} from seed {seed} searched; {void} {left} not come about")
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

fn write_boards(out: &mut dyn Write, found: &HuntResult, ink: Ink) -> io::Result<()> {
    let drawn = found.rows.iter().filter_map(|row| {
        let (moves, puzzle) = row.hardest.as_ref()?;
        let title = format!("{}: {}", row.pieces, counted(*moves, "move"));
        Some((title, draw_position(puzzle, puzzle.start(), ink)))
    });
    let drawings: Vec<_> = drawn.collect();
    if drawings.is_empty() { Ok(()) } else { write!(out, "\n{}", side_by_side(&drawings, SCREEN)) }
}
