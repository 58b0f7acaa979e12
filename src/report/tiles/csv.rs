//! Solved tile puzzles as a table of comma-separated values.

use std::io::{self, Write};

use super::json::{Row, SolutionRow};
use super::{TilesReport, TilesSolution};

/// A table with a line of names first.
pub struct Table<'a> {
    writer: csv::Writer<&'a mut dyn Write>,
}

impl<'a> Table<'a> {
    /// A table that is written to `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { writer: csv::Writer::from_writer(out) }
    }

    /// Writes the row of a board.
    pub fn write(&mut self, report: &TilesReport) -> io::Result<()> {
        self.writer.serialize(Row::new(report)).map_err(cause)
    }

    /// Writes the row of a solution. A table has either boards or solutions.
    pub fn write_solution(&mut self, solution: &TilesSolution) -> io::Result<()> {
        self.writer.serialize(SolutionRow::new(solution)).map_err(cause)
    }

    /// Hands over what has not been written yet.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of the output itself, of which a table makes one of its own.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
