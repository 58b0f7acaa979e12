//! `sliding test`: runs the expectations of puzzle files, and reports differences.

use std::mem;

use sliding::analyse::corpus::examine;
use sliding::puzzle::Expectation;
use sliding::report::corpus::{CorpusCase, CorpusTable, CorpusTotals, json, write_end};
use sliding::report::json::milliseconds;

use super::run::in_order;
use super::*;

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
        let read = arguments.reading.each(&file, |found| {
            let input = found.inspect_err(|_| totals.rejected += 1)?;
            log.note(&input);
            inputs.push(input);
            if inputs.len() == AT_ONCE {
                let some = mem::take(&mut inputs);
                cases.extend(run_all(arguments, &some, &mut totals, &mut target)?);
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
        Json => write_json(&mut target.out, &json(&cases, &totals))?,
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
    let mut plan = Vec::new();
    for input in inputs {
        let mut expectations: Vec<_> = input.puzzle.expectations().iter().collect();
        expectations.retain(|wanted| {
            arguments.styles.is_empty() || arguments.styles.contains(&wanted.style)
        });
        expectations.sort_by_key(|expectation| expectation.style);
        match expectations.len() {
            0 => totals.puzzles_without += 1,
            _ => totals.puzzles += 1,
        }
        let last = expectations.len();
        let cases = (1..).zip(expectations);
        plan.extend(cases.map(|(number, expectation)| (input, expectation, number == last)));
    }
    let is_text = target.format == Text;
    let table = CorpusTable::new(plan.iter().map(|case| (&*case.0.file, case.1.style.number())));
    if is_text && !plan.is_empty() {
        target.out.write_all(table.head().as_bytes())?;
    }
    let mut progress = ProgressObserver::new(target.globals);
    let (mut done, mut row, mut cases) = (0, Vec::new(), Vec::new());
    let work = |&(input, expectation, _): &_| run_one(arguments, input, expectation);
    in_order(&plan, arguments.limits.threads, work, |(input, _, is_last), case| {
        progress.clear();
        totals.add(&case);
        row.push(case);
        done += 1;
        if *is_last {
            if is_text {
                target.out.write_all(table.row(&input.file, &row).as_bytes())?;
                target.out.flush()?;
            }
            // The end of a text lists only failures.
            row.retain(|case| !is_text || case.reason.is_some());
            cases.append(&mut row);
        }
        progress.boards_done(done, plan.len());
        Ok::<(), io::Error>(())
    })?;
    Ok(cases)
}

/// Runs a case.
fn run_one(
    Arguments { limits, no_verify, .. }: &Arguments,
    input: &Input,
    expectation: &Expectation,
) -> CorpusCase {
    let memory = limits.memory.unwrap_or(Budget::default().memory);
    let budget = Limits { memory: Some(memory), threads: None, ..*limits }.budget();
    let examined = examine(&input.puzzle, expectation, &budget, !no_verify, &mut ());
    CorpusCase::new(&input.file, expectation, &examined)
}
