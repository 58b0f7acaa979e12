//! The run of a corpus: a table that grows row by row, with a row for each puzzle and a column for
//! each style; and a JSON object at its end.

use std::collections::BTreeSet;

use crate::analyse::corpus::{Examination, ExpectationFailure};
use crate::puzzle::Expectation;
use crate::report::*;

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
            elapsed_ms: milliseconds(examined.elapsed),
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

/// A table, written row by row.
pub struct CorpusTable {
    styles: Vec<u8>,
    width: usize,
}

impl CorpusTable {
    /// Creates the table for cases of these files in these styles.
    pub fn new<'a>(cases: impl Iterator<Item = (&'a str, u8)>) -> Self {
        let (mut styles, mut width) = (BTreeSet::new(), "puzzle".len());
        for (file, style) in cases {
            styles.insert(style);
            width = width.max(file.chars().count());
        }
        Self { styles: styles.into_iter().collect(), width }
    }

    /// Returns the line of headings.
    pub fn head(&self) -> String {
        self.line("puzzle", |style| format!("style {style}"))
    }

    /// Returns the row of a puzzle.
    pub fn row(&self, file: &str, cases: &[CorpusCase]) -> String {
        self.line(&plain(file), |style| {
            let case = cases.iter().find(|case| case.style == style);
            case.map_or("-".to_owned(), cell)
        })
    }

    fn line(&self, name: &str, cell: impl Fn(u8) -> String) -> String {
        let width = self.width;
        let cells = self.styles.iter().map(|&style| format!("  {:>7}", cell(style)));
        format!("{name:<width$}{}\n", cells.collect::<String>())
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
    match failure {
        ExpectationFailure::Moves { expected, found } => {
            format!("expected {}, found {}", solution_length(*expected), solution_length(*found))
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
    let puzzles = counted(puzzles, "puzzle");
    let cases = counted(pass + fail + skip, "case");
    write!(out, "{puzzles}, {cases}: {pass} pass, {fail} fail, {skip} skip in {time}")?;
    if puzzles_without > 0 {
        let puzzles = counted(puzzles_without, "puzzle");
        write!(out, "; {puzzles} without expectations")?;
    }
    if rejected > 0 {
        write!(out, "; {} rejected", counted(rejected, "file"))?;
    }
    writeln!(out)
}
