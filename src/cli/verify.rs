//! `sliding verify`: replays a written solution.

use std::path::{Path, PathBuf};

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::replay::ReplayReport;

use super::failure::{CommandResult, Failure};
use super::input::{Input, SourceText};
use super::options::OnePuzzle;
use super::output::{Output, TEXT_OR_JSON};
use super::{Console, Verdict};

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
    puzzle: OnePuzzle,
    /// File of moves; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// Reads a puzzle, and the text of a solution; only one of them can be standard input.
pub fn read_both(puzzle: &OnePuzzle, solution: &Path) -> Result<(Input, SourceText), Failure> {
    if [puzzle.file.as_path(), solution].iter().all(|path| path.as_os_str() == "-") {
        return Err(Failure::input("only one of FILE and SOLUTION can be standard input"));
    }
    Ok((puzzle.read()?, SourceText::read(solution)?))
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

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    let (input, text) = read_both(&arguments.puzzle, &arguments.solution)?;
    let report = replay(&input, Style::WALK, &text)?;
    target.report(&input, &report)?;
    target.end(if report.solves() { Verdict::Fine } else { Verdict::Negative })
}
