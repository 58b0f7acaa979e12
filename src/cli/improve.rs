//! `sliding improve`: makes a puzzle longer, harder or smaller.

use std::io::Write;
use std::num::NonZeroU64;

use clap::Args;
use sliding::design::{Aim, ImproveRequest, Improved, Pins, improve};
use sliding::report::Shown;
use sliding::solve::Stopped;

use super::failure::{CommandResult, Failure};
use super::options::{Limits, Subject, one_of, whole_limit};
use super::output::{Format, OutputFile, TEXT_OR_JSON, among, only_file};
use super::run::Search;
use super::{Console, Verdict, progress};

const EXAMPLES: &str = "\
Moves and swaps pieces, adds and removes walls, and changes the goal, at random,
as long as that makes the puzzle no worse. Prints each better puzzle; Ctrl-C
ends, and keeps the best. See docs/makers.md.

Exit codes: 0 all rounds were made, or the time is over; 2 bad input or usage.

Examples:
  sliding improve my-puzzle.txt --output longer.txt
  sliding improve --aim harder --pin walls,goal,A -s slide parking.txt
  sliding improve --aim fewer-pieces --rounds 100 - < my-puzzle.txt";

/// The time limit where none is given, in seconds.
const SECONDS: &str = "60";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("output", only_file))]
#[command(mut_arg("time_limit", |limit| whole_limit(limit).default_value(SECONDS)))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// What makes it better: more moves, felt difficulty, or fewer pieces for as many moves
    #[arg(long, value_name = "AIM", default_value = "longer")]
    #[arg(value_parser = one_of(&[
        ("longer", Aim::Longer), ("harder", Aim::Harder), ("fewer-pieces", Aim::FewerPieces),
    ]))]
    aim: Aim,
    /// What stays: walls, goal, or names of pieces, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pin: Vec<String>,
    /// Stop after N rounds of 16 changed puzzles
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroU64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// text (default), json: an object for each better puzzle
    #[arg(long, value_name = "FORM", value_parser = among(TEXT_OR_JSON))]
    #[arg(hide_possible_values = true)]
    format: Option<Format>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: OutputFile,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let globals = console.globals;
    arguments.output.check_notation()?;
    let input = arguments.subject.puzzle.read()?;
    let mut wanted = ImproveRequest::new(arguments.aim);
    let pins = arguments.pin.iter().map(String::as_str);
    wanted.pins =
        Pins::named(pins, &input.puzzle).map_err(|why| Failure::input(format!("--pin {why}")))?;
    (wanted.rounds, wanted.seed) = (arguments.rounds.map(NonZeroU64::get), arguments.seed);
    let mut search = Search::new(&input, arguments.subject.style, arguments.limits, globals);
    let mut target = OutputFile::default().begin(arguments.format, TEXT_OR_JSON, console)?;
    let (mut best, mut written) = (None, Ok(()));
    let each = &mut |step: &Improved| {
        if written.is_ok() {
            let shown = Shown { subject: search.subject(), result: step };
            written = target.report(&input, &shown);
        }
        best = Some(step.puzzle.clone());
    };
    progress::catch_interrupts();
    let ended = improve(&input.puzzle, arguments.subject.style, &wanted, &search.budget, each);
    let ended = search.ended(ended)?;
    written?;
    let verdict = match ended {
        None | Some(Stopped::Time | Stopped::Cancelled) => Verdict::Fine,
        limit => search.verdict(limit, false),
    };
    let Some(best) = best else { return Ok(verdict) };
    if arguments.output.path().is_some() {
        let mut out = arguments.output.open(&mut target.out)?;
        write!(out, "{best}")?;
        out.end()?;
    } else if target.format == Format::Text {
        write!(target.out, "\n{best}")?;
    }
    Ok(verdict)
}
