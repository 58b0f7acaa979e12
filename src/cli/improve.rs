//! `sliding generate --from`: makes a puzzle longer, harder or smaller.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use sliding::design::{Aim, ImproveRequest, Improved, Pins, improve};
use sliding::notation::ReadOptions;
use sliding::report::Shown;
use sliding::solve::Stopped;

use super::{
    CommandResult, Console, Failure, Format, Limits, OutputFile, Search, TEXT_OR_JSON, Verdict,
    complain, generate, input, one_of, progress,
};

/// The time limit where none is given.
const TIME: Duration = Duration::from_secs(60);

// How a puzzle is improved.
#[derive(Args)]
pub struct ImproveOptions {
    /// With --from: longer (default), harder, fewer-pieces
    ///
    /// More moves, more felt difficulty, or fewer pieces for as many moves.
    #[arg(long, value_name = "AIM", default_value = "longer", requires = "from")]
    #[arg(hide_default_value = true, hide_possible_values = true, value_parser = one_of(&[
        ("longer", Aim::Longer), ("harder", Aim::Harder), ("fewer-pieces", Aim::FewerPieces),
    ]))]
    aim: Aim,
    /// With --from, what stays: walls, goal, names of pieces
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "from")]
    pin: Vec<String>,
    /// With --from: stop after N rounds
    ///
    /// In each, 16 changed puzzles are tried.
    #[arg(long, value_name = "N", requires = "from")]
    rounds: Option<NonZeroU64>,
}

/// Prints each puzzle that is better than those before, and writes the best.
pub fn run(arguments: &generate::Arguments, from: &Path, console: &mut Console) -> CommandResult {
    let generate::Arguments { improve: options, style, limits, output, .. } = arguments;
    output.file.check_notation()?;
    let input = input::puzzle(from, &ReadOptions::default())?;
    let mut wanted = ImproveRequest::new(options.aim);
    let pins = options.pin.iter().map(String::as_str);
    wanted.pins =
        Pins::named(pins, &input.puzzle).map_err(|why| Failure::input(format!("--pin {why}")))?;
    (wanted.rounds, wanted.seed) = (options.rounds.map(NonZeroU64::get), arguments.seed);
    let limits = Limits { time_limit: limits.time_limit.or(Some(TIME)), ..*limits };
    let mut search = Search::new(&input, *style, limits, console.globals);
    let mut target = OutputFile::default().begin(output.format, TEXT_OR_JSON, console)?;
    let (mut best, mut steps, mut written) = (None, 0, Ok(()));
    let each = &mut |step: &Improved| {
        steps += 1;
        if written.is_ok() {
            let shown = Shown { subject: search.subject(), result: step };
            written = target.report(&input, &shown);
        }
        best = Some(step.puzzle.clone());
    };
    progress::catch_interrupts();
    let ended = improve(&input.puzzle, *style, &wanted, &search.budget, each);
    let ended = search.ended(ended)?;
    written?;
    let verdict = match ended {
        None | Some(Stopped::Time | Stopped::Cancelled) => Verdict::Fine,
        limit => search.verdict(limit, false),
    };
    let Some(best) = best else { return Ok(verdict) };
    if steps == 1 {
        let more = "allow more rounds or time, or pin less";
        complain(&format!("{}: no better puzzle was found; {more}", input.name()));
    }
    let text = arguments.notation().write(&best).map_err(Failure::input)?;
    if output.file.path().is_some() {
        let mut out = output.file.open(&mut target.out)?;
        out.write_all(text.as_bytes())?;
        out.end()?;
    } else if target.format == Format::Text {
        write!(target.out, "\n{text}")?;
    }
    Ok(verdict)
}
