//! `sliding verify`: replays a solution that somebody wrote down.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::check::Replay;
use sliding::report::replay::{Refused, ReplayReport};
use sliding::transcript::{Told, moves};

use super::given::{Format, Given};
use super::input::{Input, Text};
use super::start::Start;
use super::stream::Reading;
use super::{Verdict, complain, write_json};

const EXAMPLES: &str = "\
A solution is what `sliding solve` writes with --moves or with --format json, or
moves of fogleman/rush (B+1 A-2), Simon Tatham's slide (S8-18,6-7), slidy
(R2U2LD: where tiles go) or HackerRank (UP, LEFT: where the gap goes). It may be
of any style: the styles that it is legal in are told.

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
    let (input, source, told) = match read(arguments) {
        Ok(read) => read,
        Err(verdict) => return Ok(verdict),
    };
    let mut replay = Replay::new(&input.puzzle);
    let refused = told.iter().find_map(|Told { line, pieces, steps, after, .. }| {
        let flaw = replay.make(pieces, steps, after.as_ref()).err()?;
        Some(Refused { line: *line, flaw })
    });
    let report = ReplayReport { puzzle: &input.puzzle, source: &source, replay: &replay, refused };
    match arguments.given.format() {
        Format::Text => report.write_text(out, input.name())?,
        Format::Json => write_json(out, &report.json(&input.file))?,
    }
    Ok(if report.solves() { Verdict::Fine } else { Verdict::Negative })
}

/// The puzzle, the name of the solution, and its moves. Failure is told on standard error.
fn read(arguments: &Arguments) -> Result<(Input, String, Vec<Told>), Verdict> {
    let is_input = |path: &PathBuf| path.as_os_str() == "-";
    if is_input(&arguments.file) && is_input(&arguments.solution) {
        complain("only one of FILE and SOLUTION can be standard input");
        return Err(Verdict::BadInput);
    }
    let input = arguments.start.of(arguments.reading.only(&arguments.file)?)?;
    let Text { name, content } = Text::read(&arguments.solution)?;
    match moves(&input.puzzle, &content) {
        Ok(told) => Ok((input, name, told)),
        Err(error) => {
            complain(&format!("{name}, {error}"));
            Err(Verdict::BadInput)
        }
    }
}
