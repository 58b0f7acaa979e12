//! Families of puzzles, and the hardest of each.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::design::{
    self, DescriptionError, Family, FamilyDescription, FamilyError, Hunt, Shapes,
};
use sliding::report::hunt::HuntReport;
use sliding::report::json::limit_word;
use sliding::report::{Report, progress};

use crate::json;
use crate::raised;
use crate::search::{Effort, ProgressBoard, SearchOutcome, run};

/// A family, in the words of the program's options: any object with these attributes.
#[derive(FromPyObject)]
pub struct FamilyOptions {
    board: String,
    shapes: String,
    rule: Option<String>,
    exit_row: Option<u32>,
    main: Option<String>,
    pieces: Option<String>,
    empty: Option<String>,
}

/// What an argument of this name says.
pub fn read<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|why| wrong(name, text, why))
}

/// An argument that says nothing.
pub fn wrong(name: &str, text: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name} {text:?}: {why}"))
}

/// The same of a number, or two.
pub fn range<N: FromStr + PartialOrd + Copy>(
    name: &str,
    text: &Option<String>,
) -> PyResult<Option<design::NumberRange<N>>> {
    let text = text.as_deref();
    text.map(|text| design::range(text).map_err(|why| wrong(name, text, why))).transpose()
}

impl FamilyOptions {
    /// The family that is described.
    pub fn family(&self) -> PyResult<Family> {
        let board = design::board(&self.board).map_err(|why| wrong("board", &self.board, why))?;
        let mut described = FamilyDescription::new(board, read("shapes", &self.shapes)?);
        described.rule = self.rule.as_ref().map(|text| read("rule", text)).transpose()?;
        described.exit_row = self.exit_row;
        let main = self.main.as_ref();
        described.main = main.map(|text| read::<Shapes>("main", text)).transpose()?;
        described.pieces = range("pieces", &self.pieces)?;
        described.empty = range("empty", &self.empty)?;
        described.family().map_err(|why| match why {
            DescriptionError::Family(why) => raised::refused_for(&why.to_string()),
            why => PyValueError::new_err(why.to_string()),
        })
    }
}

/// How far it is, in members, boards or puzzles.
pub fn report_progress(board: &ProgressBoard, done: usize, all: usize) {
    board.report(&progress::boards(done, all));
}

/// Finds the hardest puzzles of a family: `sliding/make/1`; and what files of them are called, by number of
/// pieces. With a journal it goes on from there.
#[pyfunction]
#[pyo3(signature = (family, style, random, seed, journal, effort))]
pub fn hunt_family(
    py: Python<'_>,
    family: FamilyOptions,
    style: u8,
    random: Option<u64>,
    seed: u64,
    journal: Option<PathBuf>,
    effort: Effort,
) -> PyResult<SearchOutcome<(String, Vec<String>)>> {
    let (begun, family, style) = (Instant::now(), family.family()?, raised::style(style)?);
    if random.is_some() && !family.rule().has_target() {
        let why = "random boards need a target piece: another rule";
        return Err(PyValueError::new_err(why));
    }
    let (hunted, stop) = run(py, &effort, |budget, board| {
        let hunt = match random {
            None => Hunt::new(family, style, budget),
            Some(boards) => Hunt::sample(family, style, seed, boards),
        };
        hunt.map(|hunt| {
            let report = &mut |done, all| report_progress(board, done, all);
            (hunt.run(journal.as_deref(), budget, report), hunt)
        })
    })?;
    let (found, hunt) = match hunted {
        Ok(hunted) => hunted,
        Err(FamilyError::Stopped(limit)) => {
            let message = "the members were not all listed within the limit";
            let limited = || raised::stopped(limit_word(limit), message);
            return Err(stop.map_or_else(limited, |stop| raised::instead(py, stop)));
        }
        Err(why) => return Err(raised::refused_for(&why.to_string())),
    };
    let found = found.map_err(|error| match error.kind() {
        ErrorKind::InvalidData => PyValueError::new_err(error.to_string()),
        _ => PyErr::from(error),
    })?;
    let report = HuntReport { hunt: &hunt, found: &found, elapsed: begun.elapsed() };
    let hunted = json(&report.json());
    let names = found.rows.iter().map(|row| hunt.name_of(row.pieces)).collect();
    Ok(((hunted, names), stop))
}
