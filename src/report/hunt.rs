//! The hardest puzzles of a family.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::design::{Hunt, HuntResult, HuntRow};
use crate::puzzle::Size;
use crate::report::boxes::{Ink, SCREEN, draw_position, side_by_side};
use crate::report::json;
use crate::report::schema::{self, Schema};
use crate::report::words::{counted, duration};

/// Writes the text report; the boards only if requested, in this ink.
pub fn write_text(
    out: &mut dyn Write,
    hunt: &Hunt,
    found: &HuntResult,
    elapsed: Duration,
    boards: Option<Ink>,
) -> io::Result<()> {
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
        let line =
            format!("{pieces:>6}  {searched:>9}  {configurations:>14}  {moves:>5}{mark} {start}");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "\n{}", searched(hunt, found))?;
    if found.rows.iter().any(|row| !row.is_proven) {
        writeln!(out, "+ there may be harder ones")?;
    }
    writeln!(out, "{}", duration(elapsed))?;
    boards.map_or(Ok(()), |ink| write_boards(out, found, ink))
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

/// Returns the JSON report.
pub fn json(hunt: &Hunt, found: &HuntResult, elapsed: Duration) -> impl Serialize {
    let size = hunt.family().size();
    let row = |row: &HuntRow| HuntRowObject {
        pieces: row.pieces,
        searched: row.searched,
        stopped: row.stopped,
        configurations: row.configurations,
        moves: row.hardest.as_ref().map(|(moves, _)| *moves),
        proven: row.is_proven,
        puzzle: row.hardest.as_ref().map(|(_, puzzle)| puzzle.to_string()),
    };
    HuntObject {
        schema: schema::HUNT,
        rows: size.rows,
        cols: size.cols,
        style: hunt.style().number(),
        limit: found.limit.map(json::limit_word),
        all: hunt.all(),
        mirrored: hunt.mirrored(),
        stuck: hunt.stuck(),
        seed: hunt.seed(),
        found: found.rows.iter().map(row).collect(),
        elapsed_ms: json::milliseconds(elapsed),
    }
}

#[derive(Serialize)]
struct HuntObject {
    schema: Schema,
    rows: u32,
    cols: u32,
    style: u8,
    limit: Option<&'static str>,
    all: u64,
    mirrored: u64,
    stuck: u64,
    seed: Option<u64>,
    found: Vec<HuntRowObject>,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct HuntRowObject {
    pieces: u32,
    searched: u64,
    stopped: u64,
    configurations: u64,
    moves: Option<u64>,
    proven: bool,
    puzzle: Option<String>,
}
