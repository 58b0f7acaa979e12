//! `sliding check-proof`: whether a proof proves what it claims.

use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use sliding::Puzzle;
use sliding::check::proof::{Proven, Reason, Refused, Unproven, check};
use sliding::notation::Notation;
use sliding::report::proof::{Outcome, check_json, write_check_text};
use sliding::solve::Budget;
use zstd::Decoder;

use super::failure::Ended;
use super::format::Format;
use super::input::open;
use super::output::{Form, Given};
use super::stream::Reading;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
The moves are the checker's own. docs/PROOFS.md says what has to be trusted.

Exit codes: 0 proven, 1 refused, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding check-proof klotski.proof.zst
  sliding check-proof --puzzle @klotski klotski.proof.zst
  sliding check-proof --memory 1GiB --time-limit 600 from-a-stranger.proof.zst
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
    #[command(flatten)]
    reading: Reading,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<NonZeroUsize>,
    /// Memory that the program may take: 512MiB, 4GB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = options::memory)]
    memory: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let form = arguments.given.form()?;
    form.write(out, |out| check_proof(arguments, &form, out))
}

fn check_proof(arguments: &Arguments, form: &Form, out: &mut dyn Write) -> Ended {
    let wanted =
        arguments.puzzle.as_deref().map(|path| arguments.reading.only(path)).transpose()?;
    let (file, source) = open(&arguments.file)?;
    let begun = Instant::now();
    let budget = arguments.budget();
    let checked = unpacked(source, budget.clone())
        .and_then(|(mut source, budget)| check(&mut *source, &read_puzzle, &budget));
    let outcome = match (&checked, &wanted) {
        (Err(unproven), _) => Outcome::Unproven(unproven),
        (Ok(Proven { puzzle, .. }), Some(wanted)) if !is_same(puzzle, &wanted.puzzle) => {
            Outcome::OtherPuzzle(puzzle)
        }
        (Ok(proven), _) => Outcome::Proven(proven),
    };
    let elapsed = begun.elapsed();
    match form.format {
        Format::Json => write_json(out, &check_json(&file, outcome, elapsed))?,
        _ => write_check_text(out, &file, outcome, elapsed)?,
    }
    Ok(match outcome {
        Outcome::Proven(_) => Verdict::Fine,
        Outcome::Unproven(Unproven::Stopped { .. }) => Verdict::Stopped,
        _ => Verdict::Negative,
    })
}

impl Arguments {
    fn budget(&self) -> Budget {
        let mut budget = options::within(self.time_limit);
        budget.threads = self.threads;
        budget.memory = options::memory_or_half(self.memory);
        budget
    }
}

/// How what is packed by zstd begins.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The window of what is packed: 128 MiB at most, as `zstd` itself unpacks, or else this part of the memory.
const MOST_WINDOW: u32 = 27;
const WINDOW: u64 = 4;

/// The text of a proof that may be packed, and what the check may take besides unpacking it.
fn unpacked(
    mut source: Box<dyn BufRead>,
    mut budget: Budget,
) -> Result<(Box<dyn BufRead>, Budget), Unproven> {
    let failed = |error: io::Error| Refused { line: 1, reason: Reason::from(error) };
    let begins = source.fill_buf().map_err(failed)?;
    if !begins.starts_with(&MAGIC) {
        return Ok((source, budget));
    }
    let window = (budget.memory / WINDOW).max(1).ilog2().clamp(10, MOST_WINDOW);
    budget.memory = budget.memory.saturating_sub(1 << window);
    let mut decoder = Decoder::with_buffer(source).map_err(failed)?;
    decoder.window_log_max(window).map_err(failed)?;
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
