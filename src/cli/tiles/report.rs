//! What is told of solved boards: for people, as JSON, and as a table.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use sliding::report::{json, text};
use sliding::solve::Status;
use sliding::tiles::choice::Answer;
use sliding::tiles::deepening::Ending;
use sliding::tiles::parity::Parity;
use sliding::tiles::{Tiles, notation};

use super::explained;
use crate::cli::{Verdict, write_json};

/// The form of the report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Csv,
}

/// A board and what came out.
pub struct Result<'a> {
    /// The board as it was written.
    pub text: &'a str,
    pub tiles: &'a Tiles,
    pub status: Status,
    pub answer: &'a Answer,
    pub elapsed: Duration,
}

impl Result<'_> {
    fn is_constructed(&self) -> bool {
        matches!(self.answer.found.ending, Ending::Constructed(_))
    }

    /// Moves of the solution; of a longer one, if a limit was met.
    fn moves(&self) -> Option<usize> {
        self.answer.way().map(<[_]>::len)
    }

    /// Moves over n^3, where a square of side n has as many cells as the board.
    fn per_cube(&self, moves: usize) -> f64 {
        moves as f64 / (self.tiles.size.cells() as f64).powf(1.5)
    }
}

/// A row of the table.
#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    rows: u32,
    cols: u32,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<usize>,
    shortest: Option<bool>,
    at_least: Option<u64>,
    at_most: Option<usize>,
    per_cube: Option<f64>,
    notation: &'static str,
    solution: Option<String>,
    positions: u64,
    elapsed_ms: f64,
    engine: &'static str,
}

impl<'a> Row<'a> {
    fn new(result: &Result<'a>, how: notation::Moves) -> Self {
        let Answer { found, engine, .. } = result.answer;
        let is_solved = result.status == Status::Solved;
        let is_open = result.status != Status::Unsolvable;
        let moves = result.moves();
        Row {
            board: result.text,
            rows: result.tiles.size.rows,
            cols: result.tiles.size.cols,
            status: json::status(result.status),
            limit: json::limit(result.status),
            moves: moves.filter(|_| is_solved),
            shortest: is_solved.then(|| !result.is_constructed()),
            at_least: is_open.then_some(found.at_least),
            at_most: moves,
            per_cube: moves.map(|moves| (1e4 * result.per_cube(moves)).round() / 1e4),
            notation: word(how),
            solution: result.answer.way().map(|way| notation::moves(result.tiles, way, how)),
            positions: found.positions,
            elapsed_ms: json::milliseconds(result.elapsed),
            engine,
        }
    }
}

/// What is told of a board, for programs.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    size: json::Size,
    start: &'a [u32],
    goal: &'a [u32],
    #[serde(flatten)]
    row: Row<'a>,
}

impl<'a> Object<'a> {
    fn new(result: &Result<'a>, how: notation::Moves) -> Self {
        let Tiles { size, start, goal } = result.tiles;
        let size = (*size).into();
        Object { schema: "sliding/tiles/1", size, start, goal, row: Row::new(result, how) }
    }
}

fn word(how: notation::Moves) -> &'static str {
    match how {
        notation::Moves::Tiles => "tiles",
        notation::Moves::Blank => "blank",
        notation::Moves::Directions => "directions",
    }
}

/// The most characters of a board that are shown to people.
const SHORT: usize = 60;

/// A board as it was written, or its beginning.
pub fn short(board: &str) -> String {
    let plain = text::plain(board);
    match plain.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &plain[..end]),
        None => plain,
    }
}

/// Where results are written, and in which form.
enum Out<'a> {
    Text(&'a mut dyn Write),
    Json(&'a mut dyn Write),
    Csv(Box<csv::Writer<&'a mut dyn Write>>),
}

/// Writes results, and counts them.
pub struct Report<'a> {
    how: notation::Moves,
    out: Out<'a>,
    count: Count,
    worst: Verdict,
}

/// Boards by how they ended.
#[derive(Default)]
struct Count {
    boards: u64,
    solved: u64,
    moves: usize,
    unsolvable: u64,
    limited: u64,
    positions: u64,
}

impl<'a> Report<'a> {
    pub fn new(format: Format, how: notation::Moves, out: &'a mut dyn Write) -> Self {
        let out = match format {
            Format::Text => Out::Text(out),
            Format::Json => Out::Json(out),
            Format::Csv => Out::Csv(Box::new(csv::Writer::from_writer(out))),
        };
        Report { how, out, count: Count::default(), worst: Verdict::Fine }
    }

    /// Counts a board that was too large.
    pub fn count_refused(&mut self) {
        self.count.boards += 1;
        self.worst = self.worst.max(Verdict::BadInput);
    }

    pub fn write(&mut self, result: &Result) -> io::Result<()> {
        self.count.boards += 1;
        self.count.positions += result.answer.found.positions;
        let verdict = match result.status {
            Status::Solved => {
                self.count.solved += 1;
                self.count.moves += result.moves().unwrap_or(0);
                Verdict::Fine
            }
            Status::Unsolvable => {
                self.count.unsolvable += 1;
                Verdict::Negative
            }
            Status::Stopped(_) => {
                self.count.limited += 1;
                Verdict::Stopped
            }
        };
        self.worst = self.worst.max(verdict);
        let how = self.how;
        match &mut self.out {
            Out::Json(out) => write_json(*out, &Object::new(result, how)),
            Out::Csv(table) => table.serialize(Row::new(result, how)).map_err(cause),
            Out::Text(out) => write_text(*out, result, how),
        }
    }

    /// Sums up, and gives the verdict.
    pub fn finish(self, elapsed: Duration) -> io::Result<Verdict> {
        let Count { boards, solved, moves, unsolvable, limited, positions } = self.count;
        let mean = |sum: f64, of: u64| sum / of.max(1) as f64;
        match self.out {
            Out::Text(out) if boards > 1 => writeln!(
                out,
                "\n{boards} boards: {solved} solved in {:.2} moves on average, \
                 {unsolvable} without solution, {limited} stopped by a limit\n\
                 {:.0} positions on average, {} in all",
                mean(moves as f64, solved),
                mean(positions as f64, boards),
                text::duration(elapsed),
            )?,
            Out::Csv(mut table) => table.flush()?,
            Out::Text(_) | Out::Json(_) => {}
        }
        Ok(self.worst)
    }
}

/// The error of the output itself, of which a table makes one of its own.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn write_text(out: &mut dyn Write, result: &Result, how: notation::Moves) -> io::Result<()> {
    let board = short(result.text);
    let found = &result.answer.found;
    let moves = result.moves().map(|moves| (text::counted(moves as u64, "move"), moves));
    match (result.status, moves) {
        (Status::Unsolvable, _) => {
            let why = explained(&Parity::of(result.tiles));
            writeln!(out, "{board}: no solution: {why}")?;
        }
        (Status::Solved, Some((moves, count))) if result.is_constructed() => {
            let ratio = result.per_cube(count);
            writeln!(out, "{board}: solved in {moves}, {ratio:.3} n^3")?;
            let least = found.at_least;
            writeln!(out, "perhaps not the fewest, which are {least} or more")?;
        }
        (Status::Solved, Some((moves, _))) => {
            writeln!(out, "{board}: solved in {moves}")?;
        }
        (_, moves) => {
            let least = text::counted(found.at_least, "move");
            writeln!(out, "{board}: not solved within the limits")?;
            let most = moves.map(|(_, count)| format!(", at most {count}"));
            writeln!(out, "at least {least}{}", most.unwrap_or_default())?;
        }
    }
    if let Some(way) = result.answer.way() {
        let moves = notation::moves(result.tiles, way, how);
        writeln!(out, "{}: {moves}", word(how))?;
    }
    let positions = text::counted(found.positions, "position");
    let time = text::duration(result.elapsed);
    match result.is_constructed() {
        true => writeln!(out, "constructed in {time}"),
        false => writeln!(out, "{positions} by {}, {time}", result.answer.engine),
    }
}
