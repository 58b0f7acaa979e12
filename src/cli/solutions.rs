//! `sliding count --list`: lists the shortest solutions.

use std::io::{self, Write};
use std::ops::ControlFlow;

use sliding::analyse::{self, Count};
use sliding::puzzle::Solution;
use sliding::report::solutions;
use sliding::report::subject::Subject;
use sliding::solve::Engine;

use super::failure::CommandResult;
use super::format::Format;
use super::input::Input;
use super::output::ReportTarget;
use super::query::{SearchResult, SearchSettings, run_search, stopped};
use super::{Verdict, read_as, write_json};

/// Lists up to `most` shortest solutions of a puzzle.
pub fn list(
    input: &Input,
    settings: &mut SearchSettings,
    (engine, most): (Engine, u64),
    target: &ReportTarget,
    out: &mut dyn Write,
) -> CommandResult {
    target.write(out, |out| list_to(input, settings, (engine, most), target.format, out))
}

fn list_to(
    input: &Input,
    settings: &mut SearchSettings,
    (engine, most): (Engine, u64),
    format: Format,
    out: &mut dyn Write,
) -> CommandResult {
    if format == Format::Text {
        read_as::write(out, &input.puzzle)?;
    }
    let subject = input.subject(settings.style);
    let mut list = SolutionWriter { most, format, subject, out, listed: 0, written: Ok(()) };
    let counted = run_search(input, settings, |mut query, budget, watch| {
        query.engine = engine;
        analyse::solutions(&query, budget, watch, &mut |count, solution| list.add(count, &solution))
    });
    let SolutionWriter { out, listed, written, .. } = list;
    written?;
    let count = counted?;
    if format == Format::Text {
        solutions::write_end(out, &subject, &count, listed)?;
    }
    out.flush()?;
    let limited = count.stopped().map(|by| stopped(&input.file, &count.limit_advice(by, settings)));
    Ok(count.verdict().max(limited.unwrap_or(Verdict::Fine)))
}

/// A list that is being written.
struct SolutionWriter<'a> {
    /// Maximum number listed.
    most: u64,
    format: Format,
    subject: Subject<'a>,
    out: &'a mut dyn Write,
    listed: u64,
    written: io::Result<()>,
}

impl SolutionWriter<'_> {
    /// Writes one more, if the limit allows it and the output works.
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
