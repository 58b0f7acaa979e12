//! `sliding test`: runs the expectations of puzzle files, and reports differences.

use std::io;
use std::mem;
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

use super::input::files_below;
use super::reading::ReadingOptions;
use super::{
    CommandResult, Console, Failure, Format, Input, Limits, Output, ProgressObserver, ReadAsLog,
    TEXT_OR_JSON, Target, Verdict, write_json,
};

const EXAMPLES: &str = "\
Exit codes: 0 all as expected, 1 some not, 2 bad input or usage, 3 some stopped
by a limit and all others as expected.

Examples:
  sliding test puzzles
  sliding test --styles 0,2,5 --time-limit 5 puzzles/rush-hour";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("time_limit", time_limit))]
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
    argument.default_value("60").help("Time limit per case: 90, 1m30s, 2h")
}

/// Number of puzzles read before they are run: a file may have millions.
const AT_ONCE: usize = 10_000;

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let started = Instant::now();
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    let (mut totals, mut cases) = (CorpusTotals::default(), Vec::new());
    let (mut inputs, mut verdict) = (Vec::new(), Verdict::Fine);
    for file in files_below(&arguments.folders, &mut verdict) {
        let rejected = totals.rejected;
        let mut log = ReadAsLog::default();
        let read = arguments.reading.each(&file, &mut |found| {
            let Ok(input) = found else {
                totals.rejected += 1;
                return Ok(Verdict::BadInput);
            };
            log.note(&input);
            inputs.push(input);
            if inputs.len() == AT_ONCE {
                cases.extend(run_all(
                    arguments,
                    &mem::take(&mut inputs),
                    &mut totals,
                    &mut target,
                )?);
            }
            Ok(Verdict::Fine)
        })?;
        if read != Verdict::Fine && totals.rejected == rejected {
            // Its text could not be read.
            totals.rejected += 1;
        }
        verdict = verdict.max(read);
    }
    cases.extend(run_all(arguments, &inputs, &mut totals, &mut target)?);
    if totals.puzzles + totals.puzzles_without == 0 {
        return Err(Failure::input("there are no puzzles to run"));
    }
    totals.elapsed_ms = milliseconds(started.elapsed());
    match target.format {
        Format::Json => write_json(&mut target.out, &json(&cases, &totals))?,
        _ => write_end(&cases, &totals, &mut target.out)?,
    }
    // Here a failure outweighs a limit.
    target.end(match (verdict, totals.fail, totals.skip) {
        (Verdict::Fine, 1.., _) => Verdict::Negative,
        (Verdict::Fine, 0, 1..) => Verdict::Stopped,
        (verdict, ..) => verdict,
    })
}

/// Runs the cases of some puzzles in threads, and writes the rows of the table as they become
/// complete. Returns the cases that the end of the report needs.
fn run_all(
    arguments: &Arguments,
    inputs: &[Input],
    totals: &mut CorpusTotals,
    target: &mut Target,
) -> io::Result<Vec<CorpusCase>> {
    let (mut plan, mut rows) = (Vec::new(), Vec::new());
    for input in inputs {
        let mut expectations: Vec<_> = input.puzzle.expectations().iter().collect();
        expectations.retain(|wanted| {
            arguments.styles.is_empty() || arguments.styles.contains(&wanted.style)
        });
        expectations.sort_by_key(|expectation| expectation.style);
        if expectations.is_empty() {
            totals.puzzles_without += 1;
            continue;
        }
        totals.puzzles += 1;
        let styles = expectations.iter().map(|expectation| expectation.style.number()).collect();
        rows.push(CorpusRow { file: &input.file, styles });
        plan.extend(expectations.into_iter().map(|expectation| (input, expectation)));
    }
    let (next, over) = (AtomicUsize::new(0), Interrupt::default());
    let mut progress = ProgressObserver::new(target.globals);
    let mut table = CorpusTable::new(rows);
    let mut cases: Vec<Option<CorpusCase>> = vec![None; plan.len()];
    let threads = arguments.limits.threads.or(thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(plan.len());
    let written: io::Result<()> = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for sender in vec![sender; threads] {
            let (plan, next, over) = (&plan, &next, &over);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((input, expectation)) = plan.get(index) else { return };
                    let case = run_one(arguments, input, expectation, over);
                    if over.is_set() || sender.send((index, case)).is_err() {
                        return;
                    }
                }
            });
        }
        for (done, (index, case)) in receiver.into_iter().enumerate() {
            cases[index] = Some(case);
            progress.clear();
            if target.format == Format::Text {
                table.write(&cases, &mut target.out).inspect_err(|_| over.set())?;
            }
            progress.boards_done(done + 1, plan.len());
        }
        Ok(())
    });
    written?;
    let mut cases: Vec<CorpusCase> = cases.into_iter().flatten().collect();
    cases.iter().for_each(|case| totals.add(case));
    // The end of a text lists only failures.
    cases.retain(|case| target.format != Format::Text || case.reason.is_some());
    Ok(cases)
}

/// Runs a case, which setting `over` cancels.
fn run_one(
    Arguments { limits, no_verify, .. }: &Arguments,
    input: &Input,
    expectation: &Expectation,
    over: &Interrupt,
) -> CorpusCase {
    let memory = limits.memory.unwrap_or(Budget::default().memory);
    let mut budget = Limits { memory: Some(memory), threads: None, ..*limits }.budget();
    budget.interrupt = over.clone();
    let examined = examine(&input.puzzle, expectation, &budget, !no_verify, &mut ());
    CorpusCase::new(&input.file, expectation, &examined)
}
