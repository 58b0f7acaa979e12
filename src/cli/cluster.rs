//! `sliding cluster`: searches by several processes, on one machine or on several.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, panic, process, thread};

use clap::Args;
use sliding::analyse::{Map, MapOrigin};
use sliding::cluster::{Cluster, ClusterAnswer, ClusterError, lost_process, search};
use sliding::report::map::MapReport;
use sliding::report::solution::{self, SolutionReport};
use sliding::solve::{Disk, Query, Stopped, Until};

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::output::{ReportOptions, ReportTarget};
use super::progress::{self, ProgressFormat, ProgressObserver};
use super::query::{Explain, SearchResult, SearchSettings, run_query_on};
use super::{Verdict, complain, options};

const EXAMPLES: &str = "\
The file of --hosts has a line host:port for each process, that of process 0
first. Start the program once for each line, with the same file, puzzle and
options, and its own --process. Process 0 writes the report. A process listens
at its address and trusts every connection: use a private network.

If one process is lost, all end: start all again, with --resume if they had
--disk. --memory and --time-limit are for each process; --threads has to be the
same for all.

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit, or because a process was lost or did not come.

Examples:
  sliding cluster --hosts hosts.txt --process 0 --threads 4 klotski.txt
  sliding cluster --hosts hosts.txt --process 1 --threads 4 klotski.txt
  sliding cluster --hosts hosts.txt -p 0 --map --disk /data/work -s step @2x5
  sliding cluster --hosts hosts.txt -p 0 --map --disk /data/work --resume -s0 @2x5";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// File with a line host:port for each process
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,
    /// Number of this process: its line in that file, from 0
    #[arg(short, long, value_name = "I")]
    process: usize,
    /// Time limit for the other processes to come, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = options::seconds)]
    wait: Duration,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// Search every position, not only up to the goal
    #[arg(long)]
    exhaust: bool,
    /// The same, and write a map: positions at each distance, the farthest
    #[arg(long)]
    map: bool,
    /// Draw up to N of the farthest positions
    #[arg(long = "limit", value_name = "N", default_value = "12", requires = "map")]
    most: usize,
    /// Keep the levels of this process in this folder
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,
    /// Resume the search in the folder given by --disk
    #[arg(long, requires = "disk")]
    resume: bool,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    symmetry: options::SymmetryOptions,
    #[command(flatten)]
    report: ReportOptions,
    #[command(flatten)]
    paint: options::ColorOptions,
    /// Print only the result, not the moves
    #[arg(short, long)]
    quiet: bool,
    /// Report each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let target = arguments.report.target()?;
    let cluster = arguments.cluster().map_err(Failure::input)?;
    let input = arguments.subject.puzzle.read()?;
    let is_first = cluster.process == 0;
    let progress = &arguments.effort.run_options.progress;
    let form = if is_first { progress.form } else { ProgressFormat::None };
    let watch = ProgressObserver::new(form, arguments.verbose && is_first);
    let budget = arguments.effort.budget(arguments.max_moves);
    let most = if arguments.map { arguments.most.max(1) } else { 0 };
    // From now on a signal is passed on to all processes.
    progress::catch_interrupts();
    end_if_lost(&cluster);
    run_query_on(
        &input,
        SearchSettings::within(arguments.subject.style, budget, watch),
        |mut query, budget, watch| {
            arguments.refine(&mut query);
            search(&query, budget, &cluster, most, watch)
        },
        out,
        |found, out| {
            if is_first {
                write(arguments, &target, &input, &found, out)
            } else {
                Ok(Verdict::Fine)
            }
        },
    )
}

/// Has this process end with a message when it has lost another one. Panics are what timely does then.
fn end_if_lost(cluster: &Cluster) {
    let (hosts, report_bug) = (cluster.hosts.clone(), panic::take_hook());
    panic::set_hook(Box::new(move |bug| {
        let Some(lost) = thread::current().name().and_then(lost_process) else {
            report_bug(bug);
            process::exit(Verdict::Internal.code().into());
        };
        complain(&format!(
            "process {lost} ({}) was lost: start all processes again, with --resume if they have \
             --disk",
            hosts[lost]
        ));
        process::exit(Verdict::Stopped.code().into());
    }));
}

impl Arguments {
    /// Reads the file of hosts.
    fn cluster(&self) -> Result<Cluster, String> {
        let (name, process) = (self.hosts.display(), self.process);
        let text = fs::read_to_string(&self.hosts).map_err(|error| format!("{name}: {error}"))?;
        let hosts: Vec<String> = text
            .lines()
            .map(|line| line.trim().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        match hosts.iter().find(|host| !host.contains(':')) {
            Some(host) => Err(format!("{name}: expected host:port, found `{host}`")),
            None if process >= hosts.len() => {
                Err(format!("{name}: it has {} lines, none for process {process}", hosts.len()))
            }
            None => Ok(Cluster { hosts, process, wait: self.wait }),
        }
    }

    fn refine(&self, query: &mut Query) {
        query.uses_symmetry = self.symmetry.is_used();
        query.wants_solution = !self.quiet && !self.map;
        if self.exhaust || self.map {
            query.until = Until::Exhausted;
        }
        let disk = |folder| Disk { resumes: self.resume, ..Disk::new(folder) };
        query.disk = self.disk.as_ref().map(disk);
    }
}

fn write(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    found: &ClusterAnswer,
    out: &mut dyn Write,
) -> CommandResult {
    let (subject, outcome) = (input.subject(arguments.subject.style), &found.answer);
    let ink = target.ink(arguments.paint);
    if arguments.map {
        let map = &map(found);
        let report = MapReport { subject, map, origin: MapOrigin::Start, positions: &[] };
        return target.report(out, input, |out| report.write_text(out, ink), || report.json());
    }
    let report = SolutionReport { subject, outcome, verified: None, other_styles: None };
    let text = |out: &mut dyn Write| {
        if !arguments.quiet {
            return report.write_text(out, ink);
        }
        let counted = if arguments.exhaust { solution::reached(outcome) } else { String::new() };
        writeln!(out, "{}{counted}", solution::result(&report.subject, outcome))
    };
    target.report(out, input, text, || report.json())
}

/// Returns the map that several processes have made.
fn map(found: &ClusterAnswer) -> Map {
    let ClusterAnswer { answer, goals, farthest, .. } = found;
    let mut map = Map::default();
    map.stopped = answer.stopped();
    map.moves = answer.moves;
    map.goals = *goals;
    map.from_start.levels = answer.counted.levels().to_vec();
    map.from_start.farthest.clone_from(farthest);
    map.elapsed = answer.elapsed;
    map
}

impl SearchResult for ClusterAnswer {
    fn verdict(&self) -> Verdict {
        self.answer.verdict()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.answer.stopped()
    }
}

impl Explain for ClusterError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            ClusterError::Query(refusal) => refusal.explain(settings),
            _ => (self.to_string(), Verdict::Stopped),
        }
    }
}
