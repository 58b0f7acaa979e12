//! `sliding tiles write`: writes boards as puzzle files.

use std::io::Write;

use clap::Args;
use sliding::notation::Notation;
use sliding::report::tiles::short;

use super::boards::{BoardOptions, BoardSources, BoardText};
use crate::cli::failure::CommandResult;
use crate::cli::output::{Output, only_file};
use crate::cli::{Verdict, complain, stream};

const EXAMPLES: &str = "\
Exit codes: 0 all were written, 2 some were not.

Examples:
  sliding tiles write d68cfe0ab7459132 > fifteen.txt
  sliding tiles write --random 10 --seed 3 --size 4x4 --to tiles";

/// Write boards as puzzle files, or in another notation
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("output", only_file))]
pub struct Arguments {
    #[command(flatten)]
    sources: BoardSources,
    #[command(flatten)]
    ground: BoardOptions,
    /// The notation to write
    #[arg(long, value_name = "NAME", default_value = "sliding")]
    #[arg(value_parser = stream::notation(Notation::is_written))]
    to: &'static Notation,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    arguments.output.check_notation()?;
    arguments.output.write(out, |out| write(arguments, out))
}

fn write(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let (texts, boards) = arguments.ground.read(&arguments.sources)?;
    let mut worst = Verdict::Fine;
    let mut is_first = true;
    for (BoardText { place, text, .. }, tiles) in texts.iter().zip(&boards) {
        let written = match tiles.puzzle() {
            Some(puzzle) => arguments.to.write(&puzzle).map_err(|why| why.to_string()),
            None => Err("a puzzle file has at most 60 tiles".to_owned()),
        };
        match written {
            Ok(text) => {
                // Texts of several lines are separated.
                if !is_first && text.matches('\n').nth(1).is_some() {
                    writeln!(out)?;
                }
                is_first = false;
                out.write_all(text.as_bytes())?;
            }
            Err(why) => {
                complain(&format!("{place}{}: {why}", short(text)));
                worst = Verdict::BadInput;
            }
        }
    }
    Ok(worst)
}
