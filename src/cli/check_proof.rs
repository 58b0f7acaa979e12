//! `sliding check-proof`: checks whether a proof proves what it claims.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use sliding::analyse::proof::{Checked, check};
use sliding::check::proof::CheckError;
use sliding::report::proof::{check_json, write_check_text};
use sliding::solve::Budget;

use super::failure::CommandResult;
use super::format::Format;
use super::input::open;
use super::output::{ReportOptions, ReportTarget};
use super::stream::ReadingOptions;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
The checker shares no code with the engines. docs/proofs.md says what you have
to trust.

Exit codes: 0 proven, 1 refused, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding check-proof klotski.proof.gz
  sliding check-proof --puzzle @klotski klotski.proof.gz
  sliding check-proof --memory 1GiB --time-limit 600 from-a-stranger.proof.gz
  zcat klotski.proof.gz | sliding check-proof -";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A proof, gzipped or not; `-` is standard input
    #[arg(value_name = "PROOF")]
    file: PathBuf,
    /// Refuse the proof unless it is about this puzzle
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    threads: options::ThreadsOption,
    /// Memory limit, e.g. 512MiB or 4GB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = options::memory)]
    memory: Option<u64>,
    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    target.write(out, |out| check_proof(arguments, &target, out))
}

fn check_proof(arguments: &Arguments, target: &ReportTarget, out: &mut dyn Write) -> CommandResult {
    let wanted =
        arguments.puzzle.as_deref().map(|path| arguments.reading.only(path)).transpose()?;
    let (file, source) = open(&arguments.file)?;
    let begun = Instant::now();
    let budget = arguments.budget();
    let checked = check(source, wanted.as_ref().map(|wanted| &wanted.puzzle), &budget);
    let elapsed = begun.elapsed();
    match target.format {
        Format::Json => write_json(out, &check_json(&file, &checked, elapsed))?,
        _ => write_check_text(out, &file, &checked, elapsed)?,
    }
    Ok(match checked {
        Checked::Proven(_) => Verdict::Fine,
        Checked::Unproven(CheckError::Stopped { .. }) => Verdict::Stopped,
        _ => Verdict::Negative,
    })
}

impl Arguments {
    fn budget(&self) -> Budget {
        let mut budget = options::within(self.time_limit);
        budget.threads = self.threads.number;
        budget.memory = options::memory_or_half(self.memory);
        budget
    }
}
