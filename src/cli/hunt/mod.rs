//! `sliding hunt`: the hardest puzzles of a family.

pub mod family;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Arg, Args};
use sliding::design::{FamilyError, Hunt};
use sliding::puzzle::Style;
use sliding::report::hunt::HuntReport;
use sliding::solve::{Budget, Observer};

use self::family::FamilyOptions;
use super::failure::{limit_advice, stopped};
use super::output::{make_folder, write_file};
use super::{
    CommandResult, Console, Failure, Limits, Output, OutputFile, ProgressObserver, TEXT_OR_JSON,
    Verdict, whole_limit,
};

const EXAMPLES: &str = "\
A member of a family is all boards with the same pieces. Each is searched from
all goals at once, so that its hardest start is known for certain. Pieces of a
shape are alike, except for the target. docs/makers.md has more.

Exit codes: 0 the whole family was searched, 2 bad input or usage, 3 stopped by
a limit, 74 output cannot be written.

Examples:
  sliding hunt --board 3x3 --shapes polyominoes:8
  sliding hunt --board 4x4 --shapes 1,11,1/1,11/11 --main 11/11 -o found/
  sliding hunt --board 5x5 --shapes units -s 0 --empty 1 --exit-row 1
  sliding hunt --board 6x6 --shapes cars -s 1 --pieces 9-13 --sample 1000";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("time_limit", whole_limit))]
#[command(mut_arg("output", folder))]
pub struct Arguments {
    #[command(flatten)]
    family: FamilyOptions,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move, by name or by number, 0 to 5: `sliding --help` has a table.
    #[arg(short, long, value_name = "STYLE", default_value = "walk", hide_default_value = true)]
    style: Style,
    /// Sample N random boards instead of all
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Record progress in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

fn folder(output: Arg) -> Arg {
    output.value_name("DIR/").help("Write the hardest puzzles as files into this folder")
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let globals = console.globals;
    let Output { format, file } = &arguments.output;
    let mut target = OutputFile::default().begin(*format, TEXT_OR_JSON, console)?;
    if let Some(folder) = file.path() {
        make_folder(folder)?;
    }
    let (begun, budget) = (Instant::now(), arguments.limits.budget());
    let hunt = hunt(arguments, &budget)?;
    let mut watch = ProgressObserver::new(globals);
    let ended = hunt.run(arguments.journal.as_deref(), &budget, &mut |done, all| {
        watch.waiting();
        watch.boards_done(done, all);
    });
    drop(watch);
    let found = ended.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Failure::input(error),
        _ => Failure::Output(error),
    })?;
    target.write(&HuntReport { hunt: &hunt, found: &found, elapsed: begun.elapsed() })?;
    if let Some(limit) = found.limit {
        stopped("the hunt", &limit_advice(limit, budget.memory));
    }
    if let Some(folder) = file.path() {
        for row in &found.rows {
            let Some((_, puzzle)) = &row.hardest else { continue };
            let path = folder.join(hunt.name_of(row.pieces) + ".txt");
            write_file(&path, puzzle.to_string().as_bytes())?;
        }
    }
    let is_whole = found.limit.is_none() && found.rows.iter().all(|row| row.stopped == 0);
    Ok(if is_whole { Verdict::Fine } else { Verdict::Stopped })
}

/// Builds the hunt.
fn hunt(arguments: &Arguments, budget: &Budget) -> Result<Hunt, Failure> {
    let (family, style) = (arguments.family.family()?, arguments.style);
    let hunt = match arguments.sample {
        None => Hunt::new(family, style, budget),
        Some(_) if !family.rule().has_target() => {
            return Err(Failure::input("--sample needs a target piece: another --rule"));
        }
        Some(boards) => Hunt::sample(family, style, arguments.seed, boards),
    };
    hunt.map_err(|error| match error {
        FamilyError::Stopped(limit) => {
            Failure::Stopped(limit).about("the list of all members", budget.memory)
        }
        error => Failure::input(error),
    })
}
