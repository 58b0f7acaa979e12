//! `sliding draw`: a puzzle as a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sliding::report::puzzle::sheet::puzzle_sheet;

use super::start::Start;
use super::stream::From;
use super::{Verdict, picture, pixels};

const EXAMPLES: &str = "\
Exit codes: 0 drawn, 2 bad input or usage.

Examples:
  sliding draw puzzles/classics/klotski.txt > klotski.svg
  sliding solve --format json klotski.txt > solved.json; sliding draw solved.json
  sliding draw --labels --format png my-puzzle.txt --output my-puzzle.png";

/// Draw the start and the goals of a puzzle as a picture
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    from: From,
    #[command(flatten)]
    start: Start,
    #[arg(long, value_name = "FORM", default_value = "svg", hide_possible_values = true)]
    #[arg(help = "svg, or png")]
    format: Format,
    #[command(flatten)]
    look: picture::Look,
    #[command(flatten)]
    output: picture::Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input = arguments.from.only(&arguments.file);
    let input = match input.and_then(|input| arguments.start.of(input)) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let look = arguments.look.look();
    if arguments.format == Format::Png && arguments.output.refuses_binary() {
        return Ok(Verdict::BadInput);
    }
    arguments.output.write(out, |out| {
        match arguments.format {
            Format::Svg => {
                let svg = puzzle_sheet(&input.puzzle, input.name(), look);
                out.write_all(svg.as_bytes())?;
            }
            Format::Png => {
                let svg = puzzle_sheet(&input.puzzle, input.name(), look.settled());
                return picture::write_pixels(pixels::png(&svg), &input, out);
            }
        }
        Ok(Verdict::Fine)
    })
}
