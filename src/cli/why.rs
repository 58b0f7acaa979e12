//! `sliding why`: what makes a puzzle hard.

use std::io::Write;

use clap::Args;
use sliding::analyse::why::why;
use sliding::report::draw::Look;
use sliding::report::why::WhyReport;

use super::failure::Ended;
use super::format::Format::{self, *};
use super::format::among;
use super::output::Output;
use super::query::{Asked, run_query};
use super::{options, picture, read_as};

const FORMATS: &[Format] = &[Text, Json, Svg, Png, Pdf];

const EXAMPLES: &str = "\
Exit codes: 0 told, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding why @klotski
  sliding why @klotski --output why.svg
  sliding why --style 1 --format json rush-hour.txt | jq '.pieces[] | select(.always)'";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        value_parser = among(FORMATS),
        help = "text (default); json; svg, png, pdf: the answers drawn on boards"
    )]
    format: Option<Format>,
    #[command(flatten)]
    theme: picture::Theme,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let style = arguments.subject.style;
    let form = arguments.output.form(arguments.format, FORMATS)?;
    run_query(
        &arguments.subject,
        Asked::new(style, arguments.effort, false),
        |query, budget, watch| why(&query, budget, watch),
        out,
        |input, why, out| {
            let report = WhyReport { subject: input.subject(style), why: &why };
            if !form.format.is_to_look_at() {
                let text = |out: &mut dyn Write| report.write_text(out);
                return form.report(out, input, text, || report.json());
            }
            read_as::note(input);
            let look = arguments.theme.look();
            let svg = |look: Look| report.svg(look.theme);
            form.write(out, |out| {
                picture::emit(out, form.format, look, (input, Some(input.name())), svg)
            })
        },
    )
}
