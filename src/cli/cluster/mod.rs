//! `sliding cluster`: searches that several processes share.

mod local;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use sliding::cluster::{Cluster, ClusterError, ClusterOutcome, Hosts, explore};
use sliding::report::cluster as report;
use sliding::solve::{Disk, Stopped, Until};

use super::failure::{CommandResult, Failure};
use super::format::{Format, among};
use super::input::{self, Input, SourceText};
use super::progress::{self, ProgressObserver};
use super::query::{Explain, SearchResult, SearchSettings, run_query_on};
use super::{Verdict, options, read_as, write_json};

const EXAMPLES: &str = "\
Examples:
  sliding cluster --local 2 explore puzzles/tiles/2x5.txt --disk work
  sliding cluster --hosts hosts.txt --process 0 explore PUZZLE --disk work

The file of --hosts has a line host:port for each process, that of process 0
first. Each process listens at its own address, and trusts every connection: use
a private network.";

const EXPLORE_EXAMPLES: &str = "\
Give every process the same puzzle and style. --memory, --threads and
--disk-limit are for each process; with --local, the processes share the memory
and the disk limit. If one process is lost, all stop: start all again with
--resume, also with another number of processes. Process 0 writes the report.

Exit codes: 0 complete, 2 bad input or usage, 3 stopped by a limit, or because a
process was lost.

Examples:
  sliding cluster --local 2 explore @2x5 -s0 --disk work
  sliding cluster --local 4 explore @2x5 -s0 --disk work --resume
  sliding cluster --local 2 explore @2x5 --disk other --format json | jq .states";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File with one line host:port per process
    #[arg(long, value_name = "FILE", requires = "process")]
    #[arg(required_unless_present_any = ["local", "member"])]
    hosts: Option<PathBuf>,
    /// Number of this process in the file, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// Start N processes on this machine, instead of --hosts
    #[arg(long, value_name = "N", value_parser = local::processes)]
    #[arg(conflicts_with_all = ["hosts", "process"])]
    local: Option<usize>,
    /// A process started by --local
    #[arg(long, hide = true, conflicts_with_all = ["hosts", "process", "local"])]
    member: Option<usize>,
    /// Time limit for the other processes to connect, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = options::seconds)]
    wait: Duration,
    #[command(subcommand)]
    work: ClusterCommand,
}

#[derive(Subcommand)]
enum ClusterCommand {
    Explore(ExploreArguments),
}

/// Count the reachable positions at every distance
#[derive(Args)]
#[command(after_help = EXPLORE_EXAMPLES)]
struct ExploreArguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    /// Draw up to N of the farthest positions
    #[arg(long = "limit", alias = "most", value_name = "N", default_value = "12")]
    most: usize,
    /// Do not search beyond M moves
    #[arg(long, value_name = "N")]
    max_moves: Option<u64>,
    #[command(flatten)]
    disk: options::DiskOptions,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text; json: an object on a line; csv: the number at each distance")]
    #[arg(value_parser = among(&[Format::Text, Format::Json, Format::Csv]))]
    format: Format,
    #[command(flatten)]
    paint: options::ColorOptions,
    /// Report each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let ClusterCommand::Explore(exploring) = &arguments.work;
    let disk = exploring
        .disk
        .to_disk()
        .ok_or_else(|| Failure::input("processes that share a search need a folder: --disk DIR"))?;
    let shared = ProcessContext { exploring, disk, wait: arguments.wait };
    // From now on a signal is passed to all processes, also while they wait for each other.
    progress::catch_interrupts();
    match (arguments.local, arguments.member) {
        (Some(processes), _) => local::lead(&shared, processes, out),
        (_, Some(process)) => local::follow(&shared, process, out),
        (None, None) => among_hosts(arguments, &shared, out),
    }
}

/// What all processes need.
struct ProcessContext<'a> {
    exploring: &'a ExploreArguments,
    disk: Disk,
    wait: Duration,
}

/// Runs one of the processes of a file.
fn among_hosts(
    arguments: &Arguments,
    shared: &ProcessContext,
    out: &mut dyn Write,
) -> CommandResult {
    let cluster = cluster_of_file(arguments).map_err(Failure::input)?;
    take_part(shared, &shared.exploring.subject.puzzle.read()?, &cluster, 1, out)
}

fn cluster_of_file(arguments: &Arguments) -> Result<Cluster, String> {
    let path = arguments.hosts.clone().unwrap_or_default();
    let name = path.display();
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let hosts: Hosts = text.parse().map_err(|error| format!("{name}: {error}"))?;
    let process = arguments.process.unwrap_or(0);
    Cluster::new(hosts, process, arguments.wait).map_err(|error| format!("{name}: {error}"))
}

/// Reads the puzzle of a text that was read already.
fn read(exploring: &ExploreArguments, text: SourceText) -> Result<Input, Failure> {
    exploring
        .subject
        .puzzle
        .start
        .of(input::only(text, &exploring.subject.puzzle.reading.options()?)?)
}

/// Takes part in a search, as one of `processes` processes that share this machine.
fn take_part(
    shared: &ProcessContext,
    input: &Input,
    cluster: &Cluster,
    sharing: u64,
    out: &mut dyn Write,
) -> CommandResult {
    let exploring = shared.exploring;
    let mut budget = exploring.effort.budget(exploring.max_moves);
    budget.memory /= sharing;
    let is_first = cluster.process() == 0;
    let form = if is_first {
        exploring.effort.run_options.progress.form
    } else {
        progress::ProgressFormat::None
    };
    let watch = ProgressObserver::new(form, exploring.verbose && is_first);
    let style = exploring.subject.style;
    run_query_on(
        input,
        SearchSettings::within(style, budget, watch),
        |mut query, budget, watch| {
            query.until = Until::Exhausted;
            query.wants_solution = false;
            query.disk = Some(shared.disk.clone());
            explore(&query, budget, cluster, exploring.most, watch)
        },
        out,
        |explored, out| {
            let subject = input.subject(style);
            match exploring.format {
                _ if !is_first => {}
                Format::Json => write_json(out, &report::json(&subject, &explored))?,
                Format::Csv => {
                    read_as::note(input);
                    report::write_csv(out, &explored)?;
                }
                _ => {
                    read_as::write(out, &input.puzzle)?;
                    report::write_text(out, &subject, &explored, exploring.paint.ink())?;
                }
            }
            Ok(Verdict::Fine)
        },
    )
}

impl SearchResult for ClusterOutcome {
    fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

impl Explain for ClusterError {
    fn explain(&self, settings: &SearchSettings) -> (String, Verdict) {
        match self {
            ClusterError::Query(refusal) => refusal.explain(settings),
            ClusterError::Lost { .. } => {
                let limit_advice = "start all processes again with --resume";
                (format!("{self}; {limit_advice}"), Verdict::Stopped)
            }
            ClusterError::Stopped(_) | ClusterError::Absent { .. } | ClusterError::Unmet { .. } => {
                (self.to_string(), Verdict::Stopped)
            }
            _ => (self.to_string(), Verdict::BadInput),
        }
    }
}
