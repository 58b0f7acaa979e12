//! `sliding shorten`: makes a written solution shorter.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use sliding::report::replay::ReplayReport;
use sliding::report::solution::{self, SolutionReport};
use sliding::solve::shorten;

use super::failure::{CommandResult, Failure};
use super::input::SourceText;
use super::output::ReportOptions;
use super::query::{SearchSettings, run_query_on};
use super::verify::read_both;
use super::{Verdict, options};

const EXAMPLES: &str = "\
SOLUTION is a file of moves in any notation that `sliding verify` reads. The
program searches the neighbourhood of its positions, in ever larger tunnels,
until they do not help or reach a quarter of the memory. The result may not be
the shortest solution: `sliding solve` finds that.

Exit codes: 0 it prints a solution, 1 SOLUTION does not solve the puzzle, 2 bad
input or usage.

Examples:
  sliding shorten klotski.txt my-solution.txt
  sliding shorten --style step --time-limit 60 --moves klotski.txt my-solution.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// File of moves; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    #[command(flatten)]
    effort: options::LimitOptions,
    /// Print only the moves, one per line
    #[arg(long, conflicts_with = "format")]
    moves: bool,
    #[command(flatten)]
    paint: options::ColorOptions,
    #[command(flatten)]
    report: ReportOptions,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    let Arguments { subject, solution, effort, .. } = arguments;
    let (input, SourceText { name, content }) = read_both(&subject.puzzle, solution)?;
    let given = ReplayReport::read(&input.puzzle, &name, &content)
        .map_err(|error| Failure::input(format!("{name}, {error}")))?;
    if !given.solves() {
        let text = |out: &mut dyn Write| given.write_text(out, input.name());
        target.report(out, &input, text, || given.json(&input.file))?;
        return Ok(Verdict::Negative);
    }
    if let Err(number) = given.replay.moves(subject.style) {
        return Err(Failure::input(format!(
            "{name}: move {number} is of several pieces: choose --style step+, slide+ or walk+"
        )));
    }
    run_query_on(
        &input,
        SearchSettings::new(subject.style, *effort, false),
        |query, budget, watch| shorten(&query, &given.positions(), budget, watch),
        out,
        |answer, out| {
            let subject = input.subject(subject.style);
            let report =
                SolutionReport { subject, outcome: &answer, verified: None, other_styles: None };
            let text = |out: &mut dyn Write| match &answer.solution {
                Some(solution) if arguments.moves => {
                    solution::write_moves(out, &input.puzzle, solution)
                }
                _ => report.write_text(out, target.ink(arguments.paint)),
            };
            target.report(out, &input, text, || report.json())
        },
    )
}
