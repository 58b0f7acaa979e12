//! `sliding test`: runs the expectations of puzzle files, and reports differences.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::{Arg, Args};
use sliding::analyse::corpus::examine;
use sliding::puzzle::{Expectation, Style};
use sliding::report::corpus::{CorpusCase, CorpusRow, CorpusTable, CorpusTotals, json, write_end};
use sliding::report::json::milliseconds;
use sliding::solve::{Budget, Interrupt};

use super::failure::{CommandResult, Failure};
use super::input::{Input, files_below};
use super::options::{Globals, Limits};
use super::output::{Format, Output, TEXT_OR_JSON, Target};
use super::progress::ProgressObserver;
use super::reading::{ReadAsLog, ReadingOptions};
use super::{Console, Verdict, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all as expected, 1 some not, 2 bad input or usage, 3 some stopped
by a limit and all others as expected.

Examples:
  sliding test puzzles
  sliding test --styles 0,2,5 --time-limit 5 puzzles/rush-hour";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", time_limit))]
pub struct Arguments {
    /// Folders of *.txt files, at any depth; or single files
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Check only these styles, e.g. step,walk or 0,2
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    styles: Vec<Style>,
    #[command(flatten)]
    limits: Limits,
    /// Do not replay the solutions
    #[arg(long)]
    no_verify: bool,
    #[command(flatten)]
    output: Output,
}

fn time_limit(argument: Arg) -> Arg {
    argument.default_value("60").help("Time limit per case, in seconds")
}

impl Arguments {
    fn wants(&self, expectation: &Expectation) -> bool {
        let mut styles = self.styles.iter();
        self.styles.is_empty() || styles.any(|style| *style == expectation.style)
    }

    fn threads(&self) -> usize {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.limits.threads.unwrap_or_else(available).get()
    }

    /// Returns the limits for a case that begins now. Setting `over` cancels it.
    fn budget(&self, over: &Interrupt) -> Budget {
        let memory = self.limits.memory.unwrap_or(Budget::default().memory);
        let limits = Limits { memory: Some(memory), threads: None, ..self.limits };
        let mut budget = limits.budget();
        budget.interrupt = over.clone();
        budget
    }
}

/// Number of puzzles read before they are run: a file may have millions.
const AT_ONCE: usize = 10_000;

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let globals = console.globals;
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    let verdict = run_files(arguments, globals, &mut target)?;
    target.end(verdict)
}

fn run_files(arguments: &Arguments, globals: Globals, target: &mut Target) -> CommandResult {
    let mut run = CorpusRun {
        arguments,
        globals,
        format: target.format,
        started: Instant::now(),
        totals: CorpusTotals::default(),
        inputs: Vec::new(),
        cases: Vec::new(),
        out: &mut target.out,
    };
    let mut verdict = Verdict::Fine;
    for file in files_below(&arguments.folders, &mut verdict) {
        let rejected = run.totals.rejected;
        let mut log = ReadAsLog::default();
        let read = arguments.reading.each(&file, &mut |found| {
            let input = found.ok();
            input.iter().for_each(|input| log.note(input));
            run.take(input)
        })?;
        if read != Verdict::Fine && run.totals.rejected == rejected {
            // Its text could not be read.
            run.totals.rejected += 1;
        }
        verdict = verdict.max(read);
    }
    run.end(verdict)
}

/// The puzzles read and run so far.
struct CorpusRun<'a> {
    arguments: &'a Arguments,
    globals: Globals,
    format: Format,
    started: Instant,
    totals: CorpusTotals,
    /// The puzzles to be run.
    inputs: Vec<Input>,
    /// The results, without those that are no longer needed.
    cases: Vec<CorpusCase>,
    out: &'a mut dyn Write,
}

impl CorpusRun<'_> {
    /// Adds a puzzle, or counts an invalid one.
    fn take(&mut self, input: Option<Input>) -> CommandResult {
        let Some(input) = input else {
            self.totals.rejected += 1;
            return Ok(Verdict::BadInput);
        };
        self.inputs.push(input);
        if self.inputs.len() == AT_ONCE {
            self.run()?;
        }
        Ok(Verdict::Fine)
    }

    fn run(&mut self) -> io::Result<()> {
        let inputs = std::mem::take(&mut self.inputs);
        let plan = plan(self.arguments, &inputs, &mut self.totals);
        let mut cases = run_all(self.arguments, self.globals, self.format, &plan, self.out)?;
        cases.iter().for_each(|case| self.totals.add(case));
        if self.format == Format::Text {
            // The end of the report lists only failures.
            cases.retain(|case| case.reason.is_some());
        }
        self.cases.append(&mut cases);
        Ok(())
    }

    fn end(mut self, verdict: Verdict) -> CommandResult {
        self.run()?;
        let CorpusRun { format, started, mut totals, cases, out, .. } = self;
        if totals.puzzles + totals.puzzles_without == 0 {
            return Err(Failure::input("there are no puzzles to run"));
        }
        totals.elapsed_ms = milliseconds(started.elapsed());
        match format {
            Format::Json => write_json(out, &json(&cases, &totals))?,
            _ => write_end(&cases, &totals, out)?,
        }
        let found = match (totals.fail, totals.skip) {
            (0, 0) => Verdict::Fine,
            (0, _) => Verdict::Stopped,
            _ => Verdict::Negative,
        };
        // Here a failure outweighs a limit.
        Ok(if verdict == Verdict::Fine { found } else { verdict })
    }
}

/// A case to be run.
struct PlannedCase<'a> {
    input: &'a Input,
    expectation: &'a Expectation,
}

impl PlannedCase<'_> {
    fn run(&self, arguments: &Arguments, over: &Interrupt) -> CorpusCase {
        let PlannedCase { input, expectation } = self;
        let (budget, is_verified) = (arguments.budget(over), !arguments.no_verify);
        let examined = examine(&input.puzzle, expectation, &budget, is_verified, &mut ());
        CorpusCase::new(&input.file, expectation, &examined)
    }
}

/// Returns the rows of the table, one for each puzzle.
fn rows<'a>(plan: &[PlannedCase<'a>]) -> Vec<CorpusRow<'a>> {
    let puzzles = plan.chunk_by(|one, other| std::ptr::eq(one.input, other.input));
    let row = |cases: &[PlannedCase<'a>]| CorpusRow {
        file: &cases[0].input.file,
        styles: cases.iter().map(|case| case.expectation.style.number()).collect(),
    };
    puzzles.map(row).collect()
}

fn plan<'a>(
    arguments: &Arguments,
    inputs: &'a [Input],
    totals: &mut CorpusTotals,
) -> Vec<PlannedCase<'a>> {
    let mut plan = Vec::new();
    for input in inputs {
        let mut expectations: Vec<_> =
            input.puzzle.expectations().iter().filter(|wanted| arguments.wants(wanted)).collect();
        expectations.sort_by_key(|expectation| expectation.style);
        match expectations.is_empty() {
            true => totals.puzzles_without += 1,
            false => totals.puzzles += 1,
        }
        plan.extend(expectations.into_iter().map(|expectation| PlannedCase { input, expectation }));
    }
    plan
}

/// Runs all cases, and writes the rows of the table as they become complete.
fn run_all(
    arguments: &Arguments,
    globals: Globals,
    format: Format,
    plan: &[PlannedCase],
    out: &mut dyn Write,
) -> io::Result<Vec<CorpusCase>> {
    let (next, over) = (AtomicUsize::new(0), Interrupt::default());
    let mut progress = ProgressObserver::new(globals);
    let mut done = 0;
    let mut table = CorpusTable::new(rows(plan));
    let mut cases: Vec<Option<CorpusCase>> = vec![None; plan.len()];
    let written = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..arguments.threads().min(plan.len()) {
            let sender = sender.clone();
            let (next, over) = (&next, &over);
            scope.spawn(move || {
                while let Some((index, planned)) = take(plan, next) {
                    let case = planned.run(arguments, over);
                    if over.is_set() || sender.send((index, case)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, case) in receiver {
            cases[index] = Some(case);
            progress.clear();
            if format == Format::Text {
                table.write(&cases, out).inspect_err(|_| over.set())?;
            }
            done += 1;
            progress.boards_done(done, plan.len());
        }
        Ok(())
    });
    written.map(|()| cases.into_iter().flatten().collect())
}

fn take<'a, 'b>(
    plan: &'a [PlannedCase<'b>],
    next: &AtomicUsize,
) -> Option<(usize, &'a PlannedCase<'b>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, plan.get(index)?))
}
