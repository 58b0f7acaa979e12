//! Tables: columns of text, or comma-separated values.

use std::fmt::{Display, Write as _};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::report::*;

/// A table with a line of headings.
///
/// A heading begins with the side that its column is aligned to: `<` or `>`. It may have blanks
/// around it, which make the column wider.
///
/// ```
/// use sliding::report::table::Table;
///
/// let mut table = Table::new(&["<name", ">moves"]);
/// table.add(&[&"Klotski", &81]);
/// assert_eq!(table.text(""), "name     moves\nKlotski     81\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table without rows.
    pub fn new(headings: &[&str]) -> Table {
        Table { headings: headings.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Returns a table of one row, whose cells are JSON values.
    pub fn of_fields(fields: Vec<(&str, Value)>) -> Table {
        let headings = fields.iter().map(|(name, _)| format!("<{name}")).collect();
        let cell = |(_, value): (&str, Value)| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        Table { headings, rows: vec![fields.into_iter().map(cell).collect()] }
    }

    /// Adds a row, with a cell for each of the first columns. Columns without cells are not shown.
    pub fn add(&mut self, cells: &[&dyn Display]) {
        self.rows.push(cells.iter().map(ToString::to_string).collect());
    }

    /// Returns the headings of the columns that have cells.
    fn shown(&self) -> &[String] {
        let columns = self.rows.iter().map(Vec::len).max();
        &self.headings[..columns.unwrap_or(self.headings.len())]
    }

    /// Returns the lines, each after `indent`, with two blanks between columns.
    pub fn text(&self, indent: &str) -> String {
        let headings = self.shown().iter().map(|heading| heading[1..].to_owned());
        let mut lines = vec![headings.collect()];
        lines.extend(self.rows.iter().cloned());
        let width = |column: usize| lines.iter().map(|line| line[column].width()).max();
        let widths: Vec<usize> = (0..self.shown().len()).filter_map(width).collect();
        let mut text = String::new();
        for line in &lines {
            let mut row = indent.to_owned();
            for ((cell, heading), width) in line.iter().zip(&self.headings).zip(&widths) {
                let blanks = " ".repeat(width - cell.width());
                let _ = match heading.starts_with('<') {
                    true => write!(row, "{cell}{blanks}  "),
                    false => write!(row, "{blanks}{cell}  "),
                };
            }
            text += row.trim_end();
            text.push('\n');
        }
        text
    }

    /// Writes comma-separated values, below the headings if they are wanted.
    pub fn write_csv(&self, out: &mut dyn Write, has_headings: bool) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        if has_headings {
            writer.write_record(self.shown().iter().map(|heading| heading[1..].trim()))?;
        }
        for row in &self.rows {
            // They may quote names from files, and a terminal may be what reads them.
            writer.write_record(row.iter().map(|cell| plain(cell.trim())))?;
        }
        writer.flush()
    }
}
