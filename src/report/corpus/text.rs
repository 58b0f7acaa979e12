//! The run of a corpus, for people: a row for each puzzle, a column for each style.

use std::io::{self, Write};
use std::time::Duration;

use super::{Case, CaseResult, Totals};
use crate::corpus::Trouble;
use crate::report::json::limit_word;
use crate::report::words::{counted, duration, plain};

/// A puzzle that is run.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Its file.
    pub file: &'a str,
    /// The styles in which it is run, one case each.
    pub styles: Vec<u8>,
}

/// A table that is written row by row.
pub struct Table<'a> {
    rows: Vec<Row<'a>>,
    styles: Vec<u8>,
    width: usize,
    /// Rows that are written.
    written: usize,
    /// Cases that these have.
    cases: usize,
}

impl<'a> Table<'a> {
    /// The table of these puzzles, each of which has at least one case.
    pub fn new(rows: Vec<Row<'a>>) -> Self {
        let mut styles: Vec<u8> = rows.iter().flat_map(|row| row.styles.iter().copied()).collect();
        styles.sort_unstable();
        styles.dedup();
        let width = rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0);
        Self { rows, styles, width: width.max("puzzle".len()), written: 0, cases: 0 }
    }

    /// Writes the rows that have become complete. `cases` are those of all rows in their order, as
    /// far as they are known.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&mut self, cases: &[Option<Case>], out: &mut dyn Write) -> io::Result<()> {
        while let Some(row) = self.rows.get(self.written) {
            let to = self.cases + row.styles.len();
            let found: Option<Vec<&Case>> =
                cases[self.cases..to].iter().map(Option::as_ref).collect();
            let Some(found) = found else { break };
            if self.written == 0 {
                let title = |style: &u8| format!("style {style}");
                self.line("puzzle", &self.styles.iter().map(title).collect::<Vec<_>>(), out)?;
            }
            let result = |style: &u8| {
                let case = found.iter().find(|case| case.style == *style);
                case.map_or("-".to_owned(), |case| cell(case))
            };
            self.line(&plain(row.file), &self.styles.iter().map(result).collect::<Vec<_>>(), out)?;
            (self.written, self.cases) = (self.written + 1, to);
        }
        out.flush()
    }

    fn line(&self, name: &str, cells: &[String], out: &mut dyn Write) -> io::Result<()> {
        let width = self.width;
        write!(out, "{name:<width$}")?;
        for cell in cells {
            write!(out, "  {cell:>7}")?;
        }
        writeln!(out)
    }
}

fn cell(case: &Case) -> String {
    match case.result {
        CaseResult::Pass => case.moves.map_or("none".to_owned(), |moves| moves.to_string()),
        CaseResult::Fail => "FAIL".to_owned(),
        CaseResult::Skip => "skip".to_owned(),
    }
}

/// Why a case did not pass, in words.
pub(super) fn reason(trouble: &Trouble) -> String {
    let moves = |moves: &Option<u64>| match moves {
        Some(moves) => counted(*moves, "move"),
        None => "no solution".to_owned(),
    };
    match trouble {
        Trouble::Moves { expected, found } => {
            format!("expected {}, found {}", moves(expected), moves(found))
        }
        Trouble::States { expected, found } => {
            format!("expected {}, found {found}", counted(*expected, "configuration"))
        }
        Trouble::Proof(refused) => format!("the proof is refused: {refused}"),
        Trouble::Flaw(flaw) => format!("the solution is wrong: {flaw}"),
        Trouble::Stopped { is_counting, by, states } => {
            let what = if *is_counting { "counting the configurations" } else { "the search" };
            let (limit, states) = (limit_word(*by), counted(*states, "configuration"));
            format!("{what} met the {limit} limit after {states}")
        }
        Trouble::Refused(error) => error.to_string(),
    }
}

/// Writes what stands below the table: what went wrong in some cases, and the totals of all.
///
/// # Errors
///
/// Those of `out`.
pub fn write_end(cases: &[Case], totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for case in cases {
        if let Some(reason) = &case.reason {
            let word = if case.result == CaseResult::Fail { "FAIL" } else { "skip" };
            writeln!(out, "{word} {} in style {}: {reason}", plain(&case.file), case.style)?;
        }
    }
    let Totals { puzzles, puzzles_without, rejected, pass, fail, skip, proven, elapsed_ms } =
        *totals;
    let time = duration(Duration::from_secs_f64(elapsed_ms / 1000.0));
    let puzzles = counted(puzzles as u64, "puzzle");
    let cases = counted((pass + fail + skip) as u64, "case");
    write!(out, "{puzzles}, {cases}: {pass} pass, {fail} fail, {skip} skip in {time}")?;
    if proven > 0 {
        write!(out, "; {proven} proven")?;
    }
    if puzzles_without > 0 {
        let puzzles = counted(puzzles_without as u64, "puzzle");
        write!(out, "; {puzzles} without expectations")?;
    }
    if rejected > 0 {
        write!(out, "; {} rejected", counted(rejected as u64, "file"))?;
    }
    writeln!(out)
}
