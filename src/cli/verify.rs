//! `sliding verify`: replays a written solution, or checks a proof.

use std::io::Read;

use sliding::analyse::proof::{Checked, check};
use sliding::check::proof::CheckError;
use sliding::notation::parse;
use sliding::report::proof::CheckedReport;
use sliding::report::replay::ReplayReport;

use super::*;

const EXAMPLES: &str = "\
A solution is what `sliding solve` writes with --moves or with --format json, or
moves of fogleman/rush (B+1 A-2), Simon Tatham's slide (S8-18,6-7), slidy
(R2U2LD: where tiles go) or HackerRank (UP, LEFT: where the blank goes). Letters
are tried as moves of tiles first, then as moves of the blank: LLLDR. A solution
may be of any style: the report lists the styles in which it is legal.

A proof is what `sliding prove` writes. It has its puzzle; with FILE it must be
about that one. The checker shares no code with the engines. docs/proofs.md says
what you have to trust.

Exit codes: 0 it solves the puzzle or proves what it claims, 1 it does not,
2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding verify puzzles/classics/klotski.txt my-solution.txt
  sliding solve --moves klotski.txt | sliding verify klotski.txt -
  sliding verify --format json klotski.txt solution.txt | jq .moves
  sliding verify klotski.proof.gz
  sliding verify --memory 1GiB --time-limit 600 @klotski from-a-stranger.proof.gz";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, allow_missing_positional = true)]
#[command(mut_arg("time_limit", time_limit))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    /// File of moves, or a proof, gzipped or not; `-`: standard input
    #[arg(value_name = "SOLUTION", required = true)]
    solution: PathBuf,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

fn time_limit(argument: Arg) -> Arg {
    argument.help("Time limit for a proof: 90 (seconds), 1m30s, 2h")
}

/// How proofs begin: plain, and packed by gzip or by zstd.
const PROOFS: [&[u8]; 3] = [b"sliding-proof", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let target = arguments.output.begin(TEXT_OR_JSON, console)?;
    if arguments.puzzles.are_given() {
        arguments.puzzles.check_beside(&arguments.solution)?;
    }
    let (name, mut source) = open(&arguments.solution)?;
    let mut head = Vec::new();
    let begun = source.by_ref().take(PROOFS[0].len() as u64).read_to_end(&mut head);
    begun.map_err(|error| unreadable(&name, &error))?;
    let is_proof = PROOFS.iter().any(|begin| head.starts_with(begin));
    let source = head.chain(source);
    if is_proof {
        return check_proof(arguments, &name, source, target);
    }
    replay_text(arguments, &SourceText::of(name, source)?, target)
}

/// Checks a proof, which is about the given puzzle if there is one.
fn check_proof(
    Arguments { puzzles, limits, .. }: &Arguments,
    file: &str,
    source: impl BufRead,
    mut target: Target,
) -> CommandResult {
    let wanted = if puzzles.are_given() { Some(puzzles.only()?) } else { None };
    let (begun, budget) = (Instant::now(), limits.budget());
    let checked = check(source, wanted.as_ref().map(|input| &input.puzzle), &budget);
    target.write(&CheckedReport { file, checked: &checked, elapsed: begun.elapsed() })?;
    target.end(match checked {
        Checked::Proven(_) => Verdict::Fine,
        Checked::Unproven(CheckError::Stopped { .. }) => Verdict::Stopped,
        _ => Verdict::Negative,
    })
}

/// Replays a solution.
fn replay_text(arguments: &Arguments, text: &SourceText, mut target: Target) -> CommandResult {
    arguments.puzzles.check_beside(&arguments.solution)?;
    let SourceText { name, content } = text;
    // A solution in JSON has its puzzle.
    if !arguments.puzzles.are_given() && !content.starts_with('{') && parse(content).is_ok() {
        return Err(Failure::input(format!(
            "{name} is a puzzle, and there are no moves: expected a file of moves after it, or `-` \
             as in `sliding solve --moves {name} | sliding verify {name} -`"
        )));
    }
    let input = arguments.puzzles.only()?;
    let report = replay(&input, Style::WALK, text)?;
    target.report(&input, &report)?;
    target.end(if report.solves() { Verdict::Fine } else { Verdict::Negative })
}

/// Replays the solution in this text.
pub fn replay<'a>(
    input: &'a Input,
    style: Style,
    SourceText { name, content }: &'a SourceText,
) -> Result<ReplayReport<'a>, Failure> {
    ReplayReport::read(input.subject(style), name, content)
        .map_err(|error| Failure::input(format!("{name}, {error}")))
}
