//! `sliding solutions`: all shortest solutions, one after the other.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use sliding::analyse::{self, Count};
use sliding::puzzle::Solution;
use sliding::report::solutions;
use sliding::report::subject::Subject;

use super::failure::Ended;
use super::format::Format;
use super::input::Input;
use super::output::{Form, Given};
use super::query::{Asked, Finding, ask, stopped};
use super::{Verdict, options, read_as, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 listed, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
time or memory limit; --limit is none of these.

Examples:
  sliding solutions --limit 3 puzzles/classics/klotski.txt
  sliding solutions --format json puzzles/classics/silly.txt | jq .solution";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::Subject,
    /// List no more than N of them
    #[arg(long, value_name = "N", default_value = "100")]
    limit: u64,
    #[command(flatten)]
    effort: options::Effort,
    #[command(flatten)]
    way: options::Way,
    #[command(flatten)]
    given: Given,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let form = arguments.given.form()?;
    let input = arguments.subject.puzzle.read()?;
    form.write(out, |out| {
        if form.format == Format::Text {
            read_as::write(out, &input.puzzle)?;
        }
        list(arguments, &form, &input, out)
    })
}

fn list(arguments: &Arguments, form: &Form, input: &Input, out: &mut dyn Write) -> Ended {
    let (style, format) = (arguments.subject.style, form.format);
    let mut asked = Asked::new(style, arguments.effort, false);
    let (subject, most) = (input.subject(style), arguments.limit);
    let mut list = List { most, format, subject, out, listed: 0, written: Ok(()) };
    let counted = ask(input, &mut asked, |mut query, budget, watch| {
        query.engine = arguments.way.engine;
        analyse::solutions(&query, budget, watch, &mut |count, solution| list.add(count, &solution))
    });
    let List { out, listed, written, .. } = list;
    written?;
    let count = counted?;
    if format == Format::Text {
        solutions::write_end(out, &subject, &count, listed)?;
    }
    out.flush()?;
    let limited = count.stopped().map(|by| stopped(&input.file, &count.way_out(by, &asked)));
    Ok(count.verdict().max(limited.unwrap_or(Verdict::Fine)))
}

/// A list that is being written.
struct List<'a> {
    /// No more are listed.
    most: u64,
    format: Format,
    subject: Subject<'a>,
    out: &'a mut dyn Write,
    listed: u64,
    written: io::Result<()>,
}

impl List<'_> {
    /// Writes one more, if that is wanted and can be done.
    fn add(&mut self, count: &Count, solution: &Solution) -> ControlFlow<()> {
        if self.listed == self.most {
            return ControlFlow::Break(());
        }
        self.listed += 1;
        self.written = self.write(count, solution);
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn write(&mut self, count: &Count, solution: &Solution) -> io::Result<()> {
        let (subject, number) = (&self.subject, self.listed);
        match self.format {
            Format::Json => {
                write_json(self.out, &solutions::json(subject, number, count, solution))
            }
            _ => solutions::write_text(self.out, subject, number, solution),
        }
    }
}
