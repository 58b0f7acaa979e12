//! Proofs: written to files, and checked.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use pyo3::prelude::*;
use sliding::analyse::{self, Proof, ProveError};
use sliding::check::proof::{Proven, Reason, Refused, check};
use sliding::notation::Notation;
use sliding::puzzle;
use sliding::report::proof::{self as report, Outcome as Checked};
use sliding::report::subject::Subject;
use sliding::solve::{Budget, Query};
use zstd::{Decoder, Encoder};

use crate::json;
use crate::puzzle::Puzzle;
use crate::questions::{OnDisk, disk};
use crate::raised;
use crate::search::{Effort, Outcome, Watch, run};

/// How much is done to pack a proof: as fast as it is written, on another thread.
const LEVEL: i32 = 3;

/// Writes a proof into a file, levels of the search into nameless ones in a folder meanwhile, and tells
/// of it as `sliding/prove/1`. In that, the file is called `shown`; if that ends in `.zst`, it is packed.
#[pyfunction]
pub fn prove(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    path: PathBuf,
    folder: PathBuf,
    effort: Effort,
    way: (String, OnDisk),
    shown: &str,
    file: &str,
) -> PyResult<Outcome<String>> {
    let mut query = Query::new(&puzzle.0, raised::style(style)?);
    let (engine, on_disk) = way;
    query.engine = raised::engine(&engine)?;
    query.disk = disk(on_disk);
    let mut out = BufWriter::new(File::create(&path)?);
    let (proved, stop) = run(py, &effort, |budget, board| -> Result<Proof, ProveError> {
        let watch = &mut Watch(board);
        if !shown.ends_with(".zst") {
            let proof = analyse::prove(&query, budget, watch, &folder, &mut out)?;
            out.flush()?;
            return Ok(proof);
        }
        let mut packed = Encoder::new(&mut out, LEVEL)?;
        packed.include_checksum(true)?;
        packed.multithread(effort.threads().map_or(1, |threads| threads.get() as u32))?;
        let proof = analyse::prove(&query, budget, watch, &folder, &mut packed)?;
        packed.finish()?.flush()?;
        Ok(proof)
    })?;
    let (proof, stop) = match (proved, stop) {
        (Ok(proof), stop) => (proof, stop),
        (Err(_), Some(stop)) => return Err(raised::instead(py, stop)),
        (Err(error), None) => return Err(raised::unproven(&error)),
    };
    let is_written = proof.stopped.is_none();
    let bytes = if is_written { Some(fs::metadata(&path)?.len()) } else { None };
    let subject = Subject::new(&puzzle.0, query.style, file);
    Ok((json(&report::json(&subject, &proof, shown, bytes)), stop))
}

/// How what is packed by zstd begins.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The window of what is packed: 128 MiB at most, as `zstd` itself unpacks, or else this part of the memory.
const MOST_WINDOW: u32 = 27;
const WINDOW: u64 = 4;

/// The text of a proof that may be packed, and what the check may take besides unpacking it.
fn unpacked<'a>(
    mut source: impl BufRead + 'a,
    mut budget: Budget,
) -> io::Result<(Box<dyn BufRead + 'a>, Budget)> {
    if !source.fill_buf()?.starts_with(&MAGIC) {
        return Ok((Box::new(source), budget));
    }
    let window = (budget.memory / WINDOW).max(1).ilog2().clamp(10, MOST_WINDOW);
    budget.memory = budget.memory.saturating_sub(1 << window);
    let mut decoder = Decoder::with_buffer(source)?;
    decoder.window_log_max(window)?;
    Ok((Box::new(BufReader::with_capacity(1 << 17, decoder)), budget))
}

/// A proof has its puzzle in Knuth's notation, and in no other.
fn read_puzzle(text: &str) -> Result<puzzle::Puzzle, String> {
    let knuth = Notation::named("sliding").expect("it is the first of all notations");
    knuth.parse(text).map(|(puzzle, _)| puzzle).map_err(|error| error.to_string())
}

/// Whether two puzzles are one, whatever they are called.
fn is_same(one: &puzzle::Puzzle, other: &puzzle::Puzzle) -> bool {
    one.size() == other.size()
        && one.kinds() == other.kinds()
        && one.blocked() == other.blocked()
        && one.start() == other.start()
        && one.goals() == other.goals()
        && one.gates() == other.gates()
}

/// Checks a proof: `sliding/check-proof/1`.
#[pyfunction]
#[pyo3(signature = (path, shown, puzzle, effort))]
pub fn check_proof(
    py: Python<'_>,
    path: PathBuf,
    shown: &str,
    puzzle: Option<&Puzzle>,
    effort: Effort,
) -> PyResult<String> {
    let source = BufReader::with_capacity(1 << 16, File::open(&path)?);
    let begun = Instant::now();
    let (checked, stop) = run(py, &effort, |budget, _| {
        let (mut source, budget) = unpacked(source, budget.clone())
            .map_err(|error| Refused { line: 1, reason: Reason::from(error) })?;
        check(&mut *source, &read_puzzle, &budget)
    })?;
    if let Some(stop) = stop {
        return Err(raised::instead(py, stop));
    }
    let outcome = match (&checked, puzzle) {
        (Err(unproven), _) => Checked::Unproven(unproven),
        (Ok(Proven { puzzle, .. }), Some(wanted)) if !is_same(puzzle, &wanted.0) => {
            Checked::OtherPuzzle(puzzle)
        }
        (Ok(proven), _) => Checked::Proven(proven),
    };
    Ok(json(&report::check_json(shown, outcome, begun.elapsed())))
}
