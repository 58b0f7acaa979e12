//! `sliding check-proof`: checks whether a proof proves what it claims.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Arg, Args};
use sliding::analyse::proof::{Checked, check};
use sliding::check::proof::CheckError;
use sliding::report::proof::CheckedReport;

use super::failure::CommandResult;
use super::input::open;
use super::options::Limits;
use super::output::{Output, TEXT_OR_JSON};
use super::reading::ReadingOptions;
use super::{Console, Verdict};

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
#[command(after_help = EXAMPLES, mut_arg("time_limit", time_limit))]
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
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

fn time_limit(argument: Arg) -> Arg {
    argument.help("Time limit, in seconds")
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    let puzzle =
        arguments.puzzle.as_deref().map(|path| arguments.reading.only(path)).transpose()?;
    let (file, source) = open(&arguments.file)?;
    let (begun, budget) = (Instant::now(), arguments.limits.budget());
    let checked = check(source, puzzle.as_ref().map(|input| &input.puzzle), &budget);
    let elapsed = begun.elapsed();
    target.write(&CheckedReport { file: &file, checked: &checked, elapsed })?;
    target.out.end()?;
    Ok(match checked {
        Checked::Proven(_) => Verdict::Fine,
        Checked::Unproven(CheckError::Stopped { .. }) => Verdict::Stopped,
        _ => Verdict::Negative,
    })
}
