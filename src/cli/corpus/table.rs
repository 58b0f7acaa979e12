//! The table of a corpus: a row for each puzzle, a column for each style.

use std::io::{self, Write};
use std::time::Duration;

use sliding::report::json::{Case, Totals, Verdict};
use sliding::report::text::{counted, duration, plain};

use super::Planned;

/// A table that is written row by row.
pub struct Table<'a> {
    plan: &'a [Planned<'a>],
    styles: Vec<u8>,
    width: usize,
    /// Index in the plan of the first case that is not written yet.
    next: usize,
}

impl<'a> Table<'a> {
    /// The table of these cases, which are in the order of the puzzles.
    pub fn new(plan: &'a [Planned<'a>]) -> Self {
        let mut styles: Vec<u8> =
            plan.iter().map(|planned| planned.expectation.style.number()).collect();
        styles.sort_unstable();
        styles.dedup();
        let widths = plan.iter().map(|planned| planned.input.file.chars().count());
        Self { plan, styles, width: widths.max().unwrap_or(0).max("puzzle".len()), next: 0 }
    }

    /// Writes the rows that have become complete.
    pub fn write(&mut self, cases: &[Option<Case>], out: &mut dyn Write) -> io::Result<()> {
        while let Some(planned) = self.plan.get(self.next) {
            let file = &planned.input.file;
            let same = self.plan[self.next..].iter();
            let count = same.take_while(|other| std::ptr::eq(other.input, planned.input)).count();
            let row: Option<Vec<&Case>> =
                cases[self.next..self.next + count].iter().map(Option::as_ref).collect();
            let Some(row) = row else { break };
            if self.next == 0 {
                let title = |style: &u8| format!("style {style}");
                self.line("puzzle", &self.styles.iter().map(title).collect::<Vec<_>>(), out)?;
            }
            let result = |style: &u8| {
                let case = row.iter().find(|case| case.style == *style);
                case.map_or("-".to_owned(), |case| cell(case))
            };
            self.line(&plain(file), &self.styles.iter().map(result).collect::<Vec<_>>(), out)?;
            self.next += count;
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
        Verdict::Pass => case.moves.map_or("none".to_owned(), |moves| moves.to_string()),
        Verdict::Fail => "FAIL".to_owned(),
        Verdict::Skip => "skip".to_owned(),
    }
}

/// Writes what stands below the table: what went wrong, and the totals.
pub fn end(cases: &[Case], totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for case in cases {
        if let Some(reason) = &case.reason {
            let word = if case.result == Verdict::Fail { "FAIL" } else { "skip" };
            writeln!(out, "{word} {} in style {}: {reason}", plain(&case.file), case.style)?;
        }
    }
    let Totals { puzzles, puzzles_without, rejected, pass, fail, skip, elapsed_ms } = *totals;
    let time = duration(Duration::from_secs_f64(elapsed_ms / 1000.0));
    let puzzles = counted(puzzles as u64, "puzzle");
    let cases = counted(cases.len() as u64, "case");
    write!(out, "{puzzles}, {cases}: {pass} pass, {fail} fail, {skip} skip in {time}")?;
    if puzzles_without > 0 {
        let puzzles = counted(puzzles_without as u64, "puzzle");
        write!(out, "; {puzzles} without expectations")?;
    }
    if rejected > 0 {
        write!(out, "; {} rejected", counted(rejected as u64, "file"))?;
    }
    writeln!(out)
}
