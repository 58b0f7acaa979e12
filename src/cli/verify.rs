//! `sliding verify`: replays a written solution.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use sliding::report::replay::ReplayReport;

use super::failure::{CommandResult, Failure};
use super::input::{Input, SourceText};
use super::output::ReportOptions;
use super::{Verdict, options};

const EXAMPLES: &str = "\
A solution is what `sliding solve` writes with --moves or with --format json, or
moves of fogleman/rush (B+1 A-2), Simon Tatham's slide (S8-18,6-7), slidy
(R2U2LD: where tiles go) or HackerRank (UP, LEFT: where the gap goes). Letters
are tried as moves of tiles first, then as moves of the gap: LLLDR. A solution
may be of any style: the report lists the styles in which it is legal.

Exit codes: 0 it solves the puzzle, 1 it does not, 2 bad input or usage.

Examples:
  sliding verify puzzles/classics/klotski.txt my-solution.txt
  sliding solve --moves klotski.txt | sliding verify klotski.txt -
  sliding verify --format json klotski.txt solution.txt | jq .moves";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: options::OnePuzzle,
    /// File of moves; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    report: ReportOptions,
}

/// Reads a puzzle, and the text of a solution; only one of them can be standard input.
pub fn read_both(
    puzzle: &options::OnePuzzle,
    solution: &Path,
) -> Result<(Input, SourceText), Failure> {
    if [puzzle.file.as_path(), solution].iter().all(|path| path.as_os_str() == "-") {
        return Err(Failure::input("only one of FILE and SOLUTION can be standard input"));
    }
    Ok((puzzle.read()?, SourceText::read(solution)?))
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    let Arguments { puzzle, solution, .. } = arguments;
    let (input, SourceText { name, content }) = read_both(puzzle, solution)?;
    let report = ReplayReport::read(&input.puzzle, &name, &content)
        .map_err(|error| Failure::input(format!("{name}, {error}")))?;
    let text = |out: &mut dyn Write| report.write_text(out, input.name());
    target.report(out, &input, text, || report.json(&input.file))?;
    Ok(if report.solves() { Verdict::Fine } else { Verdict::Negative })
}
