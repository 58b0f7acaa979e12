//! Proofs in files: written in full or not at all, packed by zstd or as text; and checked, packed or not.

use std::env;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use zstd::{Decoder, Encoder};

use crate::analyse::{self, Proof, ProveError};
use crate::check::proof::{Proven, Reason, Refused, Unproven, check as check_text};
use crate::files::{Draft, folder_of, named};
use crate::notation::Notation;
use crate::puzzle::Puzzle;
use crate::query::{Budget, Observer, Query};

/// How much is done to pack a proof: as fast as it is written, on other threads.
const LEVEL: i32 = 3;

/// Searches, and writes a [proof](analyse::prove) into a file, which is packed if its name ends in `.zst`. A pipe or a
/// device gets everything as it comes.
///
/// # Errors
///
/// Where the search cannot begin or something cannot be written.
///
/// ```
/// use std::{fs::File, io::BufReader};
///
/// use sliding::proof::{Checked, check, write};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("easy.proof.zst");
/// write(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut (), &path)?;
/// let source = BufReader::new(File::open(&path)?);
/// let checked = check(source, Some(&puzzle), &Budget::default());
/// assert!(matches!(checked, Checked::Proven(proven) if proven.moves == Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    path: &Path,
) -> Result<Proof, ProveError> {
    let failed = |error: io::Error| ProveError::Write(named(path, &error));
    let mut draft = Draft::of(path).map_err(failed)?;
    let proof =
        write_to(&mut draft, query, budget, observer, path).map_err(|error| match error {
            ProveError::Write(error) => failed(error),
            other => other,
        })?;
    if proof.stopped.is_none() {
        draft.put().map_err(failed)?;
    }
    Ok(proof)
}

fn write_to(
    out: &mut dyn Write,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    path: &Path,
) -> Result<Proof, ProveError> {
    let folder = match path.is_file() || !path.exists() {
        true => folder_of(path).to_owned(),
        false => env::temp_dir(),
    };
    if path.extension().is_none_or(|ending| ending != "zst") {
        let mut out = BufWriter::new(out);
        let proof = analyse::prove(query, budget, observer, &folder, &mut out)?;
        out.flush()?;
        return Ok(proof);
    }
    let mut out = Encoder::new(out, LEVEL)?;
    out.include_checksum(true)?;
    out.multithread(budget.threads() as u32)?;
    let proof = analyse::prove(query, budget, observer, &folder, &mut out)?;
    out.finish()?;
    Ok(proof)
}

/// What came of checking a proof.
#[derive(Clone, Debug)]
pub enum Checked {
    /// This is proven.
    Proven(Proven),
    /// Nothing is, for this reason: the proof is refused, or a limit came first.
    Unproven(Unproven),
    /// It is about this puzzle, and not about the one that was asked for.
    OtherPuzzle(Puzzle),
}

/// [Checks](check_text) a proof, packed or not; with a puzzle, also whether the proof is about it, whatever it is
/// called.
pub fn check(source: impl BufRead, wanted: Option<&Puzzle>, budget: &Budget) -> Checked {
    let budget = budget.clone();
    let checked = unpacked(source, budget)
        .map_err(|error| Refused { line: 1, reason: Reason::from(error) }.into())
        .and_then(|(mut source, budget)| check_text(&mut *source, &read_puzzle, &budget));
    match (checked, wanted) {
        (Err(unproven), _) => Checked::Unproven(unproven),
        (Ok(proven), Some(wanted)) if !is_same(&proven.puzzle, wanted) => {
            Checked::OtherPuzzle(proven.puzzle)
        }
        (Ok(proven), _) => Checked::Proven(proven),
    }
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
fn read_puzzle(text: &str) -> Result<Puzzle, String> {
    let knuth = Notation::named("sliding").expect("it is the first of all notations");
    knuth.parse(text).map(|(puzzle, _)| puzzle).map_err(|error| error.to_string())
}

/// Whether two puzzles are one, whatever they are called.
fn is_same(one: &Puzzle, other: &Puzzle) -> bool {
    one.size() == other.size()
        && one.kinds() == other.kinds()
        && one.blocked() == other.blocked()
        && one.start() == other.start()
        && one.goals() == other.goals()
        && one.gates() == other.gates()
}
