//! `sliding why`: what makes a puzzle hard.

use std::io::Write;

use clap::Args;
use sliding::analyse::why::why;
use sliding::report::draw::Appearance;
use sliding::report::why::WhyReport;

use super::failure::CommandResult;
use super::format::Format::{self, *};
use super::format::among;
use super::output::Output;
use super::query::{SearchSettings, run_query};
use super::{options, picture, read_as};

const FORMATS: &[Format] = &[Text, Json, Svg, Png, Pdf];

const EXAMPLES: &str = "\
Exit codes: 0 explained, 1 proven unsolvable, 2 bad input or usage, 3 stopped by
a limit.

Examples:
  sliding why @klotski
  sliding why @klotski --output why.svg
  sliding why --style 1 --format json rush-hour.txt | jq '.pieces[] | select(.always)'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        value_parser = among(FORMATS),
        help = "text (default); json; svg, png, pdf: the answers drawn on boards"
    )]
    format: Option<Format>,
    #[command(flatten)]
    theme: picture::ThemeOption,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let target = arguments.output.target(arguments.format, FORMATS)?;
    run_query(
        &arguments.subject,
        SearchSettings::new(style, arguments.effort, false),
        |query, budget, watch| why(&query, budget, watch),
        out,
        |input, why, out| {
            let report = WhyReport { subject: input.subject(style), why: &why };
            if !target.format.is_visual() {
                let text = |out: &mut dyn Write| report.write_text(out);
                return target.report(out, input, text, || report.json());
            }
            read_as::note(input);
            let appearance = arguments.theme.appearance();
            let svg = |appearance: Appearance| report.svg(appearance.theme);
            target.write(out, |out| {
                picture::emit(out, target.format, appearance, (input, Some(input.name())), svg)
            })
        },
    )
}
