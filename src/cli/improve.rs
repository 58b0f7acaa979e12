//! `sliding improve`: makes a puzzle longer, harder or smaller.

use std::io::{self, Write};
use std::num::NonZeroU64;

use clap::{Args, ValueEnum};
use sliding::design::{Aim, ImproveRequest, Improved, Pins, improve};
use sliding::puzzle::Puzzle;
use sliding::report::improved;
use sliding::solve::Stopped;

use super::failure::{CommandResult, Failure};
use super::format::{Format, TEXT_OR_JSON, among};
use super::output::{Output, only_file};
use super::query::{SearchSettings, run_search, stopped};
use super::{Verdict, options, progress, read_as, write_json};

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
#[command(mut_arg("time_limit", |limit| options::whole_limit(limit).default_value(SECONDS)))]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// What makes it better: more moves, felt difficulty, or fewer pieces for as many moves
    #[arg(long, value_name = "AIM", default_value = "longer")]
    aim: AimOption,
    /// What stays: walls, goal, or names of pieces, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pin: Vec<String>,
    /// Stop after N rounds of 16 changed puzzles
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroU64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// text, or json: an object for each better puzzle
    #[arg(long, value_name = "FORM", value_parser = among(TEXT_OR_JSON), default_value = "text")]
    #[arg(hide_possible_values = true)]
    format: Format,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum AimOption {
    Longer,
    Harder,
    FewerPieces,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    arguments.output.check_notation()?;
    let input = arguments.subject.puzzle.read()?;
    let style = arguments.subject.style;
    let mut wanted = ImproveRequest::new(match arguments.aim {
        AimOption::Longer => Aim::Longer,
        AimOption::Harder => Aim::Harder,
        AimOption::FewerPieces => Aim::FewerPieces,
    });
    let pins = arguments.pin.iter().map(String::as_str);
    wanted.pins =
        Pins::named(pins, &input.puzzle).map_err(|why| Failure::input(format!("--pin {why}")))?;
    (wanted.rounds, wanted.seed) = (arguments.rounds.map(NonZeroU64::get), arguments.seed);
    let mut settings = SearchSettings::new(style, arguments.effort, false);
    let is_text = arguments.format == Format::Text;
    if is_text {
        read_as::write(out, &input.puzzle)?;
    }
    let (mut best, mut written) = (None, Ok(()));
    let each = &mut |step: &Improved| {
        if written.is_ok() {
            let subject = &input.subject(style);
            let step = match is_text {
                true => improved::write_step(out, step),
                false => write_json(out, &improved::json(subject, step)),
            };
            written = step.and_then(|()| out.flush());
        }
        best = Some(step.puzzle.clone());
    };
    progress::catch_interrupts();
    let ended = run_search(&input, &mut settings, |query, budget, _| {
        improve(query.puzzle, query.style, &wanted, budget, each)
    })?;
    written?;
    let verdict = match ended {
        None | Some(Stopped::Time | Stopped::Cancelled) => Verdict::Fine,
        Some(limit) => stopped(&input.file, &settings.limit_advice(limit)),
    };
    if let Some(best) = best {
        keep(arguments, &best, out)?;
    }
    Ok(verdict)
}

/// Writes the best puzzle.
fn keep(arguments: &Arguments, best: &Puzzle, out: &mut dyn Write) -> CommandResult {
    let write = |out: &mut dyn Write| -> io::Result<()> { write!(out, "{best}") };
    if arguments.output.path().is_some() {
        return arguments.output.write(out, |out| Ok(write(out).map(|()| Verdict::Fine)?));
    }
    if arguments.format == Format::Text {
        writeln!(out)?;
        write(out)?;
    }
    Ok(Verdict::Fine)
}
