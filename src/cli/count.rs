//! `sliding count`: how many shortest solutions there are.

use std::io::{self, Write};

use clap::Args;
use sliding::analyse::count;
use sliding::report::count as report;

use super::explore::limited;
use super::progress::Watch;
use super::{Format, Verdict, complain, input, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 counted, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit.

Examples:
  sliding count puzzles/classics/klotski.txt
  sliding count --style 0 --format json - < klotski.txt | jq .solutions";

/// Count the shortest solutions, and how forced each step is
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object on a line")]
    format: Format,
    /// Only the numbers, without the steps
    #[arg(short, long)]
    quiet: bool,
    /// Tell each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input = match input::puzzle(&arguments.subject.file) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let request = arguments.effort.request(arguments.subject.style, None);
    let mut watch = Watch::new(arguments.effort.pace.progress, arguments.verbose);
    let counted = count(&input.puzzle, &request, &mut watch);
    drop(watch);
    let count = match counted {
        Ok(count) => count,
        Err(error) => {
            let (message, verdict) = options::refusal(&error, &request);
            complain(&format!("{}: {message}", input.file));
            return Ok(verdict);
        }
    };
    let view =
        report::View { puzzle: &input.puzzle, style: arguments.subject.style, count: &count };
    if arguments.format == Format::Json {
        write_json(out, &view.json(&input.file))?;
    } else {
        view.write_text(out, input.name(), !arguments.quiet)?;
    }
    out.flush()?;
    let verdict = limited(count.stopped, &input, &request);
    Ok(if count.moves.is_none() { verdict.max(Verdict::Negative) } else { verdict })
}
