//! `sliding generate`: generates puzzles of a given difficulty.

use std::io::Write;
use std::ops::RangeInclusive;

use clap::Args;
use sliding::design::{Requirements, generate, range};
use sliding::notation::Notation;
use sliding::puzzle::Style;
use sliding::solve::{Observer, Ring};

use super::failure::{CommandResult, Failure};
use super::hunt::family::FamilyOptions;
use super::output::{Output, only_file};
use super::progress::ProgressObserver;
use super::stream::notation;
use super::{Verdict, complain, options};

const EXAMPLES: &str = "\
Starts from random boards and changes them until they are as hard as --moves
asks. The same seed gives the same puzzles. See docs/makers.md.

Exit codes: 0 all were made, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding generate --board 4x4 --pieces 5-9 --moves 15-20 --solutions 1
  sliding generate --board 6x6 --shapes cars --pieces 10-13 -s 1 --moves 20-30 \\
    --number 100 --to rush > boards.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", options::whole_limit))]
#[command(mut_arg("output", only_file))]
pub struct Arguments {
    #[command(flatten)]
    family: FamilyOptions,
    /// What is one move: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", default_value = "walk", value_parser = options::style)]
    style: Style,
    /// Fewest moves to the goal: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u64>)]
    moves: RangeInclusive<u64>,
    /// Number of shortest solutions: N, or N-M [default: any]
    #[arg(long, value_name = "N-M", value_parser = range::<u64>)]
    solutions: Option<RangeInclusive<u64>>,
    /// Number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    number: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Notation to write: see `sliding convert --list`
    #[arg(long, value_name = "NAME", default_value = "sliding", hide_possible_values = true)]
    #[arg(value_parser = notation(Notation::is_written))]
    to: &'static Notation,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    arguments.output.write(out, |out| write(arguments, out))
}

fn write(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let family = arguments.family.family()?;
    let mut wanted = Requirements::new(arguments.moves.clone());
    (wanted.solutions, wanted.number, wanted.seed) =
        (arguments.solutions.clone(), arguments.number, arguments.seed);
    let budget = arguments.effort.budget(None);
    let mut watch = ProgressObserver::new(arguments.effort.run_options.progress.form, false);
    let mut report_done = |done: usize| {
        watch.waiting();
        watch.boards_done(done, wanted.number);
    };
    let (mut written, mut ended, mut made) = (Ok(()), Verdict::Fine, 0);
    let stopped =
        generate(&family, &wanted, arguments.style, &budget, &mut report_done, &mut |puzzle| {
            match arguments.to.write(&puzzle.puzzle) {
                Ok(text) => {
                    let gap = if made > 0 && text.trim_end().contains('\n') { "\n" } else { "" };
                    let end = if text.ends_with('\n') { "" } else { "\n" };
                    if written.is_ok() {
                        written = write!(out, "{gap}{text}{end}");
                    }
                    if written.is_err() {
                        budget.interrupt.set();
                    }
                }
                Err(why) => {
                    complain(&format!("{} cannot express a puzzle: {why}", arguments.to.name));
                    ended = Verdict::BadInput;
                    budget.interrupt.set();
                }
            }
            made += 1;
        });
    written?;
    match stopped.map_err(Failure::input)? {
        Some(stopped) if ended == Verdict::Fine => {
            let name = format!("{made} of {} puzzles were made", wanted.number);
            let limit_advice = options::limit_advice(stopped, &Ring::default(), budget.memory);
            Ok(super::query::stopped(&name, &limit_advice))
        }
        _ => Ok(ended),
    }
}
