//! `sliding cluster`: searches by several processes, on one machine or on several.

use std::{panic, process};

use sliding::analyse::Map;
use sliding::cluster::{Cluster, ClusterAnswer, lost_process, search as find};
use sliding::report::map::MapReport;
use sliding::report::solution::SolutionReport;
use sliding::solve::Disk;

use super::progress::catch_interrupts;
use super::*;

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
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    /// File with a line host:port for each process
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,
    /// Number of this process: its line in that file, from 0
    #[arg(short, long, value_name = "I")]
    process: usize,
    /// Time limit for the other processes to come
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = duration)]
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
    #[arg(long, value_name = "N", default_value = "12", requires = "map")]
    farthest: usize,
    /// Keep the levels of this process in this folder
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,
    /// Resume the search in the folder given by --disk
    #[arg(long, requires = "disk")]
    resume: bool,
    /// Do not use symmetry
    #[arg(long)]
    no_symmetry: bool,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut globals = console.globals;
    let Searches { puzzles, style, limits, output } = &arguments.searches;
    let mut target = output.begin(TEXT_OR_JSON, console)?;
    let cluster = arguments.cluster().map_err(Failure::input)?;
    let input = puzzles.only()?;
    let is_first = cluster.process == 0;
    if !is_first {
        (globals.progress, globals.verbose) = (ProgressFormat::None, false);
    }
    let most = if arguments.map { arguments.farthest.max(1) } else { 0 };
    // From now on a signal is passed on to all processes.
    catch_interrupts();
    end_if_lost(&cluster);
    let mut search = Search::new(&input, *style, *limits, globals);
    search.budget.max_moves = arguments.max_moves;
    search.query.uses_symmetry = !arguments.no_symmetry;
    search.query.wants_solution = !globals.quiet && !arguments.map;
    if arguments.exhaust || arguments.map {
        search.query.until = Until::Exhausted;
    }
    let disk = |folder| Disk { resumes: arguments.resume, ..Disk::new(folder) };
    search.query.disk = arguments.disk.as_ref().map(disk);
    let Search { query, budget, watch, .. } = &mut search;
    let found = find(query, budget, &cluster, most, watch);
    let found = search.ended(found)?;
    if is_first {
        let (subject, answer) = (search.subject(), &found.answer);
        if arguments.map {
            let map = &map(&found);
            let report = MapReport { subject, map, origin: MapOrigin::Start, positions: &[] };
            target.report(&input, &report)?;
        } else {
            let report = SolutionReport {
                is_of_all: arguments.exhaust,
                ..SolutionReport::new(subject, answer)
            };
            target.report(&input, &report)?;
        }
    }
    target.out.end()?;
    let status = found.answer.status;
    Ok(search.verdict(status.stopped(), status == Status::Unsolvable))
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
}

/// Returns the map that several processes have made.
fn map(found: &ClusterAnswer) -> Map {
    let ClusterAnswer { answer, goals, farthest, .. } = found;
    let mut map = Map::default();
    map.stopped = answer.status.stopped();
    map.moves = answer.moves;
    map.goals = *goals;
    map.from_start.levels = answer.counted.levels().to_vec();
    map.from_start.farthest.clone_from(farthest);
    map.elapsed = answer.elapsed;
    map
}
