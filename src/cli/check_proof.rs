//! `sliding check-proof`: whether a proof proves what it claims.

use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use sliding::Puzzle;
use sliding::check::proof::{Proven, Reason, Refused, check};
use sliding::notation::Notation;
use sliding::report::proof::{CheckReport, Outcome};
use zstd::Decoder;

use super::given::{Format, Given};
use super::input::{self, open};
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
The moves are the checker's own. docs/PROOFS.md says what has to be trusted.

Exit codes: 0 proven, 1 refused, 2 bad input or usage.

Examples:
  sliding check-proof klotski.proof.zst
  sliding check-proof --puzzle @klotski klotski.proof.zst
  zstdcat klotski.proof.zst | sliding check-proof -";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A proof, packed or not; `-` is standard input
    #[arg(value_name = "PROOF")]
    file: PathBuf,
    /// Refuse a proof that is not about this puzzle
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    arguments.given.write(out, |out| check_proof(arguments, out))
}

fn check_proof(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let wanted = match arguments.puzzle.as_deref().map(input::puzzle).transpose() {
        Ok(wanted) => wanted,
        Err(verdict) => return Ok(verdict),
    };
    let (file, source) = match open(&arguments.file) {
        Ok(opened) => opened,
        Err(verdict) => return Ok(verdict),
    };
    let begun = Instant::now();
    let checked = unpacked(source)
        .and_then(|mut source| check(&mut *source, &read_puzzle, arguments.threads));
    let outcome = match (&checked, &wanted) {
        (Err(refused), _) => Outcome::Refused(refused),
        (Ok(Proven { puzzle, .. }), Some(wanted)) if !is_same(puzzle, &wanted.puzzle) => {
            Outcome::OtherPuzzle(puzzle)
        }
        (Ok(proven), _) => Outcome::Proven(proven),
    };
    let report = CheckReport { file: &file, outcome, elapsed: begun.elapsed() };
    match arguments.given.format() {
        Format::Text => report.write_text(out)?,
        Format::Json => write_json(out, &report.json())?,
    }
    Ok(if matches!(outcome, Outcome::Proven(_)) { Verdict::Fine } else { Verdict::Negative })
}

/// How what is packed by zstd begins.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The text of a proof that may be packed.
fn unpacked(mut source: Box<dyn BufRead>) -> Result<Box<dyn BufRead>, Refused> {
    let failed = |error: io::Error| Refused { line: 1, reason: Reason::from(error) };
    let begins = source.fill_buf().map_err(failed)?;
    if !begins.starts_with(&MAGIC) {
        return Ok(source);
    }
    let decoder = Decoder::with_buffer(source).map_err(failed)?;
    Ok(Box::new(BufReader::with_capacity(1 << 17, decoder)))
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
