//! `sliding check`: validates puzzles, and prints advice for their authors.

use std::io::Write;

use clap::Args;
use sliding::analyse::other_styles;
use sliding::puzzle::advice::advise;
use sliding::report::puzzle::{PuzzleReport, RejectedFile, write_rejected};

use super::failure::CommandResult;
use super::format::Format;
use super::input::Input;
use super::output::{ReportOptions, ReportTarget};
use super::read_as::ReadAsLog;
use super::stream::InvalidPuzzle;
use super::{Verdict, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all files are puzzles, 2 some are not. Advice does not change the
exit code.

Examples:
  sliding check my-puzzle.txt
  sliding check --format json puzzles/*/*.txt | jq -c '[.file, .advice]'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzles: options::PuzzleFiles,
    #[command(flatten)]
    report: ReportOptions,
    #[command(flatten)]
    paint: options::ColorOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    target.write(out, |out| {
        let mut is_first = true;
        let checked = arguments.puzzles.each_text(|_, found, log| {
            if !is_first && target.format == Format::Text {
                writeln!(out)?;
            }
            is_first = false;
            check(arguments, &target, found, log, out)
        });
        Ok(checked?)
    })
}

fn check(
    arguments: &Arguments,
    target: &ReportTarget,
    found: Result<Input, InvalidPuzzle>,
    log: &mut ReadAsLog,
    out: &mut dyn Write,
) -> CommandResult {
    let is_text = target.format == Format::Text;
    let input = match found {
        Ok(input) => input,
        Err(InvalidPuzzle { name, error }) => {
            match is_text {
                true => write_rejected(out, &name, &error)?,
                false => write_json(out, &RejectedFile::new(&name, &error))?,
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
        log.write(out, &input.puzzle)?;
        report.write_text(out, input.name(), &input.file, target.ink(arguments.paint))?;
    } else {
        write_json(out, &report.json(&input.file))?;
    }
    Ok(Verdict::Fine)
}
