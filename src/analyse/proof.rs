//! Proofs in files: written atomically, as gzip or text; and checked, compressed or not.

use std::env;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::analyse::{self, Proof, ProveError};
use crate::check::proof::{CheckError, InvalidProof, ProofFault, Proven, check as check_text};
use crate::engine::query::{Budget, Observer, Query};
use crate::files::{PendingFile, folder_of, with_path};
use crate::notation::Notation;
use crate::puzzle::Puzzle;

/// Compression level. The third takes half as long again and saves a tenth.
const LEVEL: Compression = Compression::new(2);

/// Bytes packed or unpacked at a time.
const BLOCK: usize = 1 << 17;

/// Searches, and writes a [proof](analyse::prove) into a file, compressed if its name ends in
/// `.gz`. A pipe or a device is written directly.
///
/// # Errors
///
/// Returns an error if the search cannot begin or something cannot be written.
///
/// ```
/// use std::{fs::File, io::BufReader};
///
/// use sliding::analyse::proof::{Checked, check, write};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("easy.proof.gz");
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
    write_file(query, budget, observer, path).map_err(|error| match error {
        ProveError::Write(error) => with_path(path, &error).into(),
        refused => refused,
    })
}

fn write_file(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    path: &Path,
) -> Result<Proof, ProveError> {
    let folder = match path.is_file() || !path.exists() {
        true => folder_of(path).to_owned(),
        false => env::temp_dir(),
    };
    let mut draft = PendingFile::of(path)?;
    let proof = if path.extension().is_some_and(|ending| ending == "gz") {
        let mut out = BufWriter::with_capacity(BLOCK, GzEncoder::new(&mut draft, LEVEL));
        let proof = analyse::prove(query, budget, observer, &folder, &mut out)?;
        out.into_inner().map_err(io::Error::from)?.finish()?;
        proof
    } else {
        let mut out = BufWriter::new(&mut draft);
        let proof = analyse::prove(query, budget, observer, &folder, &mut out)?;
        out.flush()?;
        proof
    };
    if proof.stopped.is_none() {
        draft.commit()?;
    }
    Ok(proof)
}

/// The result of checking a proof.
#[derive(Clone, Debug)]
pub enum Checked {
    /// This is proven.
    Proven(Proven),
    /// Nothing is proven: the proof is rejected, or a limit was met first.
    Unproven(CheckError),
    /// It is about this puzzle, not the expected one.
    OtherPuzzle(Puzzle),
}

/// [Checks](check_text) a proof, compressed or not; with a puzzle, also whether the proof is about
/// it, ignoring names.
///
/// ```
/// use sliding::analyse::proof::{Checked, check};
/// use sliding::solve::Budget;
///
/// let checked = check(&b"sliding-proof 2\n"[..], None, &Budget::default());
/// assert!(matches!(checked, Checked::Unproven(_)));
/// ```
pub fn check(source: impl BufRead, wanted: Option<&Puzzle>, budget: &Budget) -> Checked {
    let checked = unpacked(source)
        .map_err(|error| InvalidProof { line: 1, reason: ProofFault::from(error) }.into())
        .and_then(|mut source| check_text(&mut *source, &read_puzzle, budget));
    match (checked, wanted) {
        (Err(unproven), _) => Checked::Unproven(unproven),
        (Ok(proven), Some(wanted)) if !is_same(&proven.puzzle, wanted) => {
            Checked::OtherPuzzle(proven.puzzle)
        }
        (Ok(proven), _) => Checked::Proven(proven),
    }
}

/// Magic bytes of compressed files: gzip, and zstd.
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns the text of a proof that may be compressed.
fn unpacked<'a>(mut source: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let begin = source.fill_buf()?;
    if begin.starts_with(&ZSTD) {
        return Err(io::Error::other("this is packed by zstd: unpack it first, as by zstdcat"));
    }
    if !begin.starts_with(&GZIP) {
        return Ok(Box::new(source));
    }
    Ok(Box::new(BufReader::with_capacity(BLOCK, MultiGzDecoder::new(source))))
}

/// Reads the puzzle of a proof, which has to be in Knuth's notation.
fn read_puzzle(text: &str) -> Result<Puzzle, String> {
    let knuth = Notation::named("sliding").expect("it is the first of all notations");
    knuth.parse(text).map(|(puzzle, _)| puzzle).map_err(|error| error.to_string())
}

/// Whether two puzzles are the same, ignoring names.
fn is_same(puzzle: &Puzzle, other: &Puzzle) -> bool {
    puzzle.size() == other.size()
        && puzzle.kinds() == other.kinds()
        && puzzle.blocked() == other.blocked()
        && puzzle.start() == other.start()
        && puzzle.goals() == other.goals()
        && puzzle.gates() == other.gates()
}
