//! `sliding survey`: all placements of a puzzle's pieces.

use std::io::{self, Write};

use clap::Args;
use sliding::analyse::survey;
use sliding::report::survey::SurveyReport;
use sliding::solve::Engine;

use super::given::{Format, Given};
use super::progress::Watch;
use super::query::{Asked, run_query};
use super::{Verdict, options, read_as, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 the survey is complete, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding survey puzzles/classics/klotski.txt
  sliding survey --most 1 --format json puzzles/classics/klotski.txt | jq .sizes";

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
    /// The way of searching: auto, table, or index
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_surveys())]
    engine: Engine,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    paint: options::Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let style = arguments.subject.style;
    let budget = arguments.effort.budget(None);
    let watch = Watch::new(arguments.effort.pace.progress, false);
    arguments.given.write(out, |out| {
        run_query(
            &arguments.subject,
            Asked::new(style, budget, watch),
            |mut query, budget, watch| {
                query.engine = arguments.engine;
                survey(&query, budget, arguments.most, watch)
            },
            out,
            |input, survey, out| {
                let report = SurveyReport { puzzle: &input.puzzle, style, survey: &survey };
                match arguments.given.format() {
                    Format::Text => {
                        let ink = arguments.given.ink(arguments.paint);
                        read_as::write(out, &input.puzzle)?;
                        report.write_text(out, input.name(), ink)?;
                    }
                    Format::Json => write_json(out, &report.json(&input.file))?,
                }
                Ok(Verdict::Fine)
            },
        )
    })
}
