//! Proofs: written to files, and checked; and other files that are written.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Instant;

use pyo3::prelude::*;
use sliding::analyse::proof;
use sliding::files::{self, PendingFile};
use sliding::report::Report;
use sliding::report::proof::{CheckedReport, ProofReport};
use sliding::report::subject::Subject;
use sliding::solve::Query;

use crate::json;
use crate::puzzle::Puzzle;
use crate::questions::{OnDisk, disk};
use crate::raised;
use crate::search::{Effort, ProgressObserver, SearchOutcome, run};

/// Writes a proof into a file, and returns its report, `sliding/prove/1`.
#[pyfunction]
pub fn prove(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    path: PathBuf,
    effort: Effort,
    way: (String, OnDisk),
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let mut query = Query::new(&puzzle.0, raised::style(style)?);
    let (engine, on_disk) = way;
    query.engine = raised::engine(&engine)?;
    query.disk = disk(on_disk);
    let (proved, stop) = run(py, &effort, |budget, board| {
        proof::write(&query, budget, &mut ProgressObserver(board), &path)
    })?;
    let (proof, stop) = match (proved, stop) {
        (Ok(proof), stop) => (proof, stop),
        (Err(_), Some(stop)) => return Err(raised::instead(py, stop)),
        (Err(error), None) => return Err(raised::unproven(&error)),
    };
    let is_written = proof.stopped.is_none();
    let bytes = if is_written { Some(fs::metadata(&path)?.len()) } else { None };
    let subject = Subject::new(&puzzle.0, query.style, file);
    let to = &path.to_string_lossy();
    Ok((json(&ProofReport { subject, proof: &proof, to, bytes }.json()), stop))
}

/// Writes a text into a file, in full or not at all.
#[pyfunction]
pub fn write_file(path: PathBuf, text: &str) -> PyResult<()> {
    let written = PendingFile::of(&path).and_then(|mut draft| {
        draft.write_all(text.as_bytes())?;
        draft.commit()
    });
    written.map_err(|error| raised::system(&error, Some(&path)))
}

/// The folder of pattern databases that the system has.
#[pyfunction]
pub fn databases() -> Option<PathBuf> {
    files::database_folder(None)
}

/// Checks a proof: `sliding/verify/1`.
#[pyfunction]
#[pyo3(signature = (path, shown, puzzle, effort))]
pub fn check_proof(
    py: Python<'_>,
    path: PathBuf,
    shown: &str,
    puzzle: Option<&Puzzle>,
    effort: Effort,
) -> PyResult<String> {
    let source = File::open(&path).map_err(|error| raised::system(&error, Some(&path)))?;
    let source = BufReader::with_capacity(1 << 16, source);
    let begun = Instant::now();
    let wanted = puzzle.map(|puzzle| &*puzzle.0);
    let (checked, stop) = run(py, &effort, |budget, _| proof::check(source, wanted, budget))?;
    if let Some(stop) = stop {
        return Err(raised::instead(py, stop));
    }
    let (file, elapsed) = (shown, begun.elapsed());
    Ok(json(&CheckedReport { file, checked: &checked, elapsed }.json()))
}
