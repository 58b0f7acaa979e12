//! `sliding check`: validates puzzles, and prints advice for their authors.

use std::io::Write;

use clap::Args;
use sliding::analyse::other_styles;
use sliding::puzzle::advice::advise;
use sliding::report::puzzle::{PuzzleReport, Rejected, write_rejected};

use super::failure::Ended;
use super::format::Format;
use super::input::Input;
use super::output::{Form, Given};
use super::read_as::Said;
use super::stream::Unreadable;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all files are puzzles, 2 some are not. Advice changes nothing.

Examples:
  sliding check my-puzzle.txt
  sliding check --format json puzzles/*/*.txt | jq -c '[.file, .advice]'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzles: options::Puzzles,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    paint: options::Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let form = arguments.given.form()?;
    form.write(out, |out| {
        let mut is_first = true;
        let checked = arguments.puzzles.each_text(|_, found, said| {
            if !is_first && form.format == Format::Text {
                writeln!(out)?;
            }
            is_first = false;
            check(arguments, &form, found, said, out)
        });
        Ok(checked?)
    })
}

fn check(
    arguments: &Arguments,
    form: &Form,
    found: Result<Input, Unreadable>,
    said: &mut Said,
    out: &mut dyn Write,
) -> Ended {
    let is_text = form.format == Format::Text;
    let input = match found {
        Ok(input) => input,
        Err(Unreadable { name, error }) => {
            match is_text {
                true => write_rejected(out, &name, &error)?,
                false => write_json(out, &Rejected::new(&name, &error))?,
            }
            return Ok(Verdict::BadInput);
        }
    };
    let advice = advise(&input.puzzle);
    let other_styles = other_styles::other_styles_if_unsolvable(&input.puzzle);
    let report = PuzzleReport {
        puzzle: &input.puzzle,
        advice: &advice,
        warnings: &input.warnings,
        other_styles: other_styles.as_ref(),
    };
    if is_text {
        said.write(out, &input.puzzle)?;
        report.write_text(out, input.name(), &input.file, form.ink(arguments.paint))?;
    } else {
        write_json(out, &report.json(&input.file))?;
    }
    Ok(Verdict::Fine)
}
