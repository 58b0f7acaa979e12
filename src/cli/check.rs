//! `sliding check`: validates puzzles, and says what their authors would want to know.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::advice::advise;
use sliding::report::puzzle::{PuzzleReport, Rejected, write_rejected};

use super::input::Text;
use super::options::Paint;
use super::start::Start;
use super::{Format, Verdict, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all files are puzzles, 2 some are not. Advice changes nothing.

Examples:
  sliding check my-puzzle.txt
  sliding check --format json puzzles/*/*.txt | jq -c '[.file, .advice]'";

/// Validate puzzles, draw them, and find oddities and impossible goals
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Puzzle files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object a line")]
    format: Format,
    #[command(flatten)]
    paint: Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut worst = Verdict::Fine;
    for (i, file) in arguments.files.iter().enumerate() {
        if i > 0 && arguments.format == Format::Text {
            writeln!(out)?;
        }
        worst = worst.max(match Text::read(file) {
            Err(verdict) => verdict,
            Ok(text) => check(arguments, text, out)?,
        });
    }
    Ok(worst)
}

fn check(arguments: &Arguments, text: Text, out: &mut dyn Write) -> io::Result<Verdict> {
    let file = text.name.clone();
    let input = match text.puzzle() {
        Ok(input) => input,
        Err(error) => {
            match arguments.format {
                Format::Text => write_rejected(out, &file, error.problems())?,
                Format::Json => write_json(out, &Rejected::new(&file, error.problems()))?,
            }
            return Ok(Verdict::BadInput);
        }
    };
    let input = match arguments.start.of(input) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let advice = advise(&input.puzzle);
    let report = PuzzleReport { puzzle: &input.puzzle, advice: &advice, warnings: &input.warnings };
    match arguments.format {
        Format::Text => report.write_text(out, input.name(), &file, arguments.paint.ink())?,
        Format::Json => write_json(out, &report.json(&file))?,
    }
    Ok(Verdict::Fine)
}
