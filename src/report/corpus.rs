//! The run of a corpus: a table that grows row by row, with a row for each puzzle and a column for
//! each style; and a JSON object at its end.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::analyse::corpus::{Examination, ExpectationFailure};
use crate::puzzle::Expectation;
use crate::report::json::{self, Object, limit_word, object};
use crate::report::words::{counted, duration, plain};

/// The result of a case of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseResult {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// A limit was met first.
    Skip,
}

/// One puzzle in one style.
#[derive(Clone, Debug, Serialize)]
pub struct CorpusCase {
    /// The puzzle's file.
    pub file: String,
    /// The style of move.
    pub style: u8,
    /// How it ended.
    pub result: CaseResult,
    /// What the file expects.
    pub expected: Object,
    /// The least number of moves found.
    pub moves: Option<u64>,
    /// The number of reachable positions, if it was counted.
    pub positions: Option<u64>,
    /// Whether the solution was replayed step by step and is correct.
    pub verified: bool,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The time taken.
    pub elapsed_ms: f64,
}

impl CorpusCase {
    /// Builds the case of a file's puzzle from what was expected and what was found.
    pub fn new(file: &str, expectation: &Expectation, examined: &Examination) -> Self {
        let result = match &examined.failure {
            None => CaseResult::Pass,
            Some(failure) if failure.is_wrong() => CaseResult::Fail,
            Some(_) => CaseResult::Skip,
        };
        CorpusCase {
            file: file.to_owned(),
            style: expectation.style.number(),
            result,
            expected: json::expectation(expectation),
            moves: examined.moves,
            positions: examined.states,
            verified: examined.is_verified,
            reason: examined.failure.as_ref().map(reason),
            elapsed_ms: json::milliseconds(examined.elapsed),
        }
    }
}

/// Sums over a corpus.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CorpusTotals {
    /// Files with expectations in the chosen styles.
    pub puzzles: usize,
    /// Files without expectations.
    pub puzzles_without: usize,
    /// Files that are not puzzles.
    pub rejected: usize,
    /// Cases that passed.
    pub pass: usize,
    /// Cases that failed.
    pub fail: usize,
    /// Cases that a limit stopped.
    pub skip: usize,
    /// The total wall-clock time.
    pub elapsed_ms: f64,
}

impl CorpusTotals {
    /// Counts a case.
    pub fn add(&mut self, case: &CorpusCase) {
        match case.result {
            CaseResult::Pass => self.pass += 1,
            CaseResult::Fail => self.fail += 1,
            CaseResult::Skip => self.skip += 1,
        }
    }
}

/// Returns the JSON report of a run.
pub fn json(cases: &[CorpusCase], totals: &CorpusTotals) -> Object {
    object! { "schema": "sliding/corpus/1", "cases": cases, "totals": totals }
}

/// A puzzle of the run.
#[derive(Clone, Debug)]
pub struct CorpusRow<'a> {
    /// Its file.
    pub file: &'a str,
    /// The styles in which it is run, one case each.
    pub styles: Vec<u8>,
}

/// A table, written row by row.
pub struct CorpusTable<'a> {
    rows: Vec<CorpusRow<'a>>,
    styles: Vec<u8>,
    width: usize,
    /// Number of rows written.
    written: usize,
    /// Number of their cases.
    cases: usize,
}

impl<'a> CorpusTable<'a> {
    /// Creates the table of these puzzles, each of which has at least one case.
    pub fn new(rows: Vec<CorpusRow<'a>>) -> Self {
        let mut styles: Vec<u8> = rows.iter().flat_map(|row| row.styles.iter().copied()).collect();
        styles.sort_unstable();
        styles.dedup();
        let width = rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0);
        Self { rows, styles, width: width.max("puzzle".len()), written: 0, cases: 0 }
    }

    /// Writes the rows that have become complete. `cases` are those of all rows in order, as far as
    /// they are known.
    pub fn write(&mut self, cases: &[Option<CorpusCase>], out: &mut dyn Write) -> io::Result<()> {
        while let Some(row) = self.rows.get(self.written) {
            let to = self.cases + row.styles.len();
            let found: Option<Vec<&CorpusCase>> =
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

fn cell(case: &CorpusCase) -> String {
    match case.result {
        CaseResult::Pass => case.moves.map_or("none".to_owned(), |moves| moves.to_string()),
        CaseResult::Fail => "FAIL".to_owned(),
        CaseResult::Skip => "skip".to_owned(),
    }
}

/// Describes why a case did not pass.
fn reason(failure: &ExpectationFailure) -> String {
    let moves = |moves: &Option<u64>| match moves {
        Some(moves) => counted(*moves, "move"),
        None => "no solution".to_owned(),
    };
    match failure {
        ExpectationFailure::Moves { expected, found } => {
            format!("expected {}, found {}", moves(expected), moves(found))
        }
        ExpectationFailure::States { expected, found } => {
            format!("expected {}, found {found}", counted(*expected, "position"))
        }
        ExpectationFailure::Flaw(flaw) => format!("the solution is wrong: {flaw}"),
        ExpectationFailure::Stopped { is_counting, by, states } => {
            let what = if *is_counting { "counting the positions" } else { "the search" };
            let (limit, states) = (limit_word(*by), counted(*states, "position"));
            format!("{what} met the {limit} limit after {states}")
        }
        ExpectationFailure::Refused(error) => error.to_string(),
    }
}

/// Writes the lines below the table: the failures, and the totals.
pub fn write_end(
    cases: &[CorpusCase],
    totals: &CorpusTotals,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out)?;
    for case in cases {
        if let Some(reason) = &case.reason {
            let word = if case.result == CaseResult::Fail { "FAIL" } else { "skip" };
            writeln!(out, "{word} {} in style {}: {reason}", plain(&case.file), case.style)?;
        }
    }
    let CorpusTotals { puzzles, puzzles_without, rejected, pass, fail, skip, elapsed_ms } = *totals;
    let time = duration(Duration::from_secs_f64(elapsed_ms / 1000.0));
    let puzzles = counted(puzzles as u64, "puzzle");
    let cases = counted((pass + fail + skip) as u64, "case");
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
