//! `sliding survey`: all placements of a puzzle's pieces.

use std::io::{self, Write};

use clap::Args;
use sliding::analyse::survey;
use sliding::report::survey::View;
use sliding::solve::Stopped;

use super::explore::limited;
use super::progress::Watch;
use super::{Format, Verdict, complain, input, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 the survey is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding survey puzzles/classics/klotski.txt
  sliding survey --most 1 --format json puzzles/classics/klotski.txt | jq .sizes";

/// Number all placements, and find their components
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    /// Describe the N largest components, besides those of the start and the goal
    #[arg(long, value_name = "N", default_value = "3")]
    most: usize,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object on a line")]
    format: Format,
    #[command(flatten)]
    paint: options::Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let input = match input::puzzle(&arguments.subject.file) {
        Ok(input) => input,
        Err(verdict) => return Ok(verdict),
    };
    let request = arguments.effort.request(arguments.subject.style, None);
    let mut watch = Watch::new(arguments.effort.pace.progress, false);
    let surveyed = survey(&input.puzzle, &request, arguments.most, &mut watch);
    drop(watch);
    let survey = match surveyed {
        Ok(survey) => survey,
        Err(error) => {
            let (message, verdict) = options::refusal(&error, &request);
            complain(&format!("{}: {message}", input.file));
            return Ok(verdict);
        }
    };
    let view = View { puzzle: &input.puzzle, style: arguments.subject.style, survey: &survey };
    if arguments.format == Format::Json {
        write_json(out, &view.json(&input.file))?;
    } else {
        view.write_text(out, input.name(), arguments.paint.ink())?;
    }
    out.flush()?;
    if let (Some(Stopped::Memory), Some(placements), true) =
        (survey.stopped, &survey.placements, survey.sizes.is_empty())
    {
        complain(&format!(
            "{}: the {placements} placements were only counted: to search them takes a bit for each \
             in half of --memory",
            input.file
        ));
        return Ok(Verdict::Stopped);
    }
    Ok(limited(survey.stopped, &input, &request))
}
