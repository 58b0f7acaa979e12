//! `sliding verify`: replays a solution that somebody wrote down.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::report::replay::ReplayReport;

use super::given::{Format, Given};
use super::input::{Input, Text};
use super::start::Start;
use super::stream::Reading;
use super::{Verdict, complain, read_as, write_json};

const EXAMPLES: &str = "\
A solution is what `sliding solve` writes with --moves or with --format json, or
moves of fogleman/rush (B+1 A-2), Simon Tatham's slide (S8-18,6-7), slidy
(R2U2LD: where tiles go) or HackerRank (UP, LEFT: where the gap goes). Letters
that lead nowhere as ways of tiles may be those of the gap: LLLDR. A solution may
be of any style: the styles that it is legal in are told.

Exit codes: 0 it solves the puzzle, 1 it does not, 2 bad input or usage.

Examples:
  sliding verify puzzles/classics/klotski.txt my-solution.txt
  sliding solve --moves klotski.txt | sliding verify klotski.txt -
  sliding verify --format json klotski.txt solution.txt | jq .moves";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A file with moves; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    arguments.given.write(out, |out| replay(arguments, out))
}

fn replay(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let (input, Text { name, content }) = match read(arguments) {
        Ok(read) => read,
        Err(verdict) => return Ok(verdict),
    };
    let report = match ReplayReport::read(&input.puzzle, &name, &content) {
        Ok(report) => report,
        Err(error) => {
            complain(&format!("{name}, {error}"));
            return Ok(Verdict::BadInput);
        }
    };
    match arguments.given.format() {
        Format::Text => {
            read_as::write(out, &input.puzzle)?;
            report.write_text(out, input.name())?;
        }
        Format::Json => write_json(out, &report.json(&input.file))?,
    }
    Ok(if report.solves() { Verdict::Fine } else { Verdict::Negative })
}

/// Returns the puzzle and the text of the solution. Reports failure on standard error.
fn read(arguments: &Arguments) -> Result<(Input, Text), Verdict> {
    let is_input = |path: &PathBuf| path.as_os_str() == "-";
    if is_input(&arguments.file) && is_input(&arguments.solution) {
        complain("only one of FILE and SOLUTION can be standard input");
        return Err(Verdict::BadInput);
    }
    let input = arguments.start.of(arguments.reading.only(&arguments.file)?)?;
    Ok((input, Text::read(&arguments.solution)?))
}
