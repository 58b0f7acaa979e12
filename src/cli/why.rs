//! `sliding why`: what makes a puzzle hard.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use sliding::report::why::WhyReport;
use sliding::why::why;

use super::input::Input;
use super::pixels::{pdf, png};
use super::progress::Watch;
use super::query::{Asked, run_query};
use super::{Verdict, options, picture, read_as, write_json};

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
        help = "text (default); json: an object on a line; svg, png, pdf: the answers on boards"
    )]
    format: Option<Format>,
    #[command(flatten)]
    theme: picture::Theme,
    #[command(flatten)]
    output: picture::Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
    Png,
    Pdf,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let style = arguments.subject.style;
    let format = arguments.output.format(arguments.format);
    if arguments.output.refuses(format) {
        return Ok(Verdict::BadInput);
    }
    let budget = arguments.effort.budget(None);
    let watch = Watch::new(arguments.effort.pace.progress, false);
    run_query(
        &arguments.subject,
        Asked::new(style, budget, watch),
        |query, budget, watch| why(&query, budget, watch),
        out,
        |input, why, out| {
            let report = WhyReport { puzzle: &input.puzzle, style, why: &why };
            arguments.output.write(out, |out| write(arguments, format, input, &report, out))
        },
    )
}

fn write(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    report: &WhyReport,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let (theme, name) = (arguments.theme, input.name());
    if !matches!(format, Format::Text | Format::Json) {
        read_as::note(input);
    }
    match format {
        Format::Text => {
            read_as::write(out, &input.puzzle)?;
            report.write_text(out, name)?;
        }
        Format::Json => write_json(out, &report.json(&input.file))?,
        Format::Svg => out.write_all(report.svg(name, theme.theme()).as_bytes())?,
        Format::Png => {
            let made = png(&report.svg(name, theme.settled()));
            return picture::write_rendered(made, input, Some(name), out);
        }
        Format::Pdf => {
            let made = pdf(&report.svg(name, theme.settled()));
            return picture::write_rendered(made, input, Some(name), out);
        }
    }
    Ok(Verdict::Fine)
}
