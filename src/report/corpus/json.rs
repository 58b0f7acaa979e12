//! The run of a corpus, for programs.

use serde::Serialize;

use super::text::reason;
use crate::corpus::Examined;
use crate::puzzle::Expectation;
use crate::report::json::{self, Expected};
use crate::report::schema::{self, Schema};

/// How a case of a corpus ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseResult {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// A limit came first.
    Skip,
}

/// One puzzle in one style.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The puzzle's file.
    pub file: String,
    /// The style of move.
    pub style: u8,
    /// How it ended.
    pub result: CaseResult,
    /// What the file expects.
    pub expected: Expected,
    /// The least number of moves that was found.
    pub moves: Option<u64>,
    /// The number of configurations that can be reached, where it was counted.
    pub states: Option<u64>,
    /// Whether the solution was replayed step by step, and found right.
    pub verified: bool,
    /// Whether a proof was written and stood up.
    pub proven: bool,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The time taken.
    pub elapsed_ms: f64,
}

impl Case {
    /// The puzzle of a file, and what came out where this was expected.
    pub fn new(file: &str, expectation: &Expectation, examined: &Examined) -> Self {
        let result = match &examined.trouble {
            None => CaseResult::Pass,
            Some(trouble) if trouble.is_wrong() => CaseResult::Fail,
            Some(_) => CaseResult::Skip,
        };
        Case {
            file: file.to_owned(),
            style: expectation.style.number(),
            result,
            expected: expectation.into(),
            moves: examined.moves,
            states: examined.states,
            verified: examined.is_verified,
            proven: examined.is_proven,
            reason: examined.trouble.as_ref().map(reason),
            elapsed_ms: json::milliseconds(examined.elapsed),
        }
    }
}

/// Sums over a corpus.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Totals {
    /// Files with expectations in the chosen styles.
    pub puzzles: usize,
    /// Files without.
    pub puzzles_without: usize,
    /// Files that are no puzzles.
    pub rejected: usize,
    /// Cases that passed.
    pub pass: usize,
    /// Cases that failed.
    pub fail: usize,
    /// Cases that a limit stopped.
    pub skip: usize,
    /// Cases that were proven.
    pub proven: usize,
    /// The time taken by all, as the clock on the wall shows it.
    pub elapsed_ms: f64,
}

impl Totals {
    /// Counts a case.
    pub fn add(&mut self, case: &Case) {
        self.proven += usize::from(case.proven);
        match case.result {
            CaseResult::Pass => self.pass += 1,
            CaseResult::Fail => self.fail += 1,
            CaseResult::Skip => self.skip += 1,
        }
    }
}

/// The run of a corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Corpus {
    schema: Schema,
    cases: Vec<Case>,
    totals: Totals,
}

impl Corpus {
    /// The report on these cases.
    pub fn new(cases: Vec<Case>, totals: Totals) -> Self {
        Corpus { schema: schema::CORPUS, cases, totals }
    }
}
